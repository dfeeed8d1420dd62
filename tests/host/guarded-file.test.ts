import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { execFileSync } from 'node:child_process'
import { describe, expect, test } from 'vitest'
import { checkOurs, readOwnerOnlyFile } from '../../electron/host/files/atomic-file.ts'
import { temporaryFolder } from '../shells/shell.ts'

function lay() {
  const folder = temporaryFolder()
  const inner = join(folder, 'inner')
  mkdirSync(inner)
  const file = join(inner, 'file')
  writeFileSync(file, 'content')
  return { folder, inner, file }
}
const faultOf = (read: ReturnType<typeof readOwnerOnlyFile>): string => (read.ok ? '' : read.error.detail)

describe.skipIf(process.platform !== 'linux')('a guarded file', () => {
  test('is read whole', () => {
    const { file } = lay()
    for (const writer of ['ours', 'anyone'] as const)
      expect(readOwnerOnlyFile(file, writer, 7)).toEqual({ ok: true, value: Buffer.from('content') })
    writeFileSync(file, '')
    expect(readOwnerOnlyFile(file, 'anyone', 0)).toEqual({ ok: true, value: Buffer.alloc(0) })
  })

  test('is missing where there is no file, and too long where it is longer than asked for', () => {
    const { file, inner } = lay()
    expect(readOwnerOnlyFile(join(inner, 'other'), 'anyone', 7)).toMatchObject({ error: { type: 'no-file' } })
    expect(readOwnerOnlyFile(file, 'anyone', 6)).toMatchObject({ error: { type: 'too-long' } })
  })

  test.each(['ours', 'anyone'] as const)('is reached by no link, at its end or on the way (%s)', (writer) => {
    const { folder, inner, file } = lay()
    symlinkSync(file, join(folder, 'link'))
    symlinkSync(inner, join(folder, 'way'))
    for (const path of [join(folder, 'link'), join(folder, 'way', 'file')]) {
      expect(readOwnerOnlyFile(path, writer, 7)).toMatchObject({ error: { type: 'unsafe-file' } })
      expect(faultOf(readOwnerOnlyFile(path, writer, 7))).toContain('links are not followed here')
    }
  })

  test('is a regular file: a pipe is not waited for, a folder not read', () => {
    const { inner } = lay()
    execFileSync('mkfifo', [join(inner, 'pipe')])
    for (const path of [join(inner, 'pipe'), inner, '/dev/zero'])
      expect(readOwnerOnlyFile(path, 'anyone', 7)).toMatchObject({ error: { type: 'unsafe-file' } })
  })

  test('is ours while nobody else can write to it or to a folder above it', () => {
    const { folder, inner, file } = lay()
    expect([checkOurs(file, 'file').ok, checkOurs(inner, 'folder').ok]).toEqual([true, true])
    for (const [path, mode, usual] of [
      [file, 0o620, 0o600],
      [file, 0o602, 0o600],
      [inner, 0o770, 0o700],
      [folder, 0o707, 0o700],
    ] as const) {
      chmodSync(path, mode)
      expect(faultOf(readOwnerOnlyFile(file, 'ours', 7))).toBe(
        `${path}: can be written to by accounts other than its owner's (mode ${mode.toString(8)}): chmod go-w ${path}`,
      )
      expect(readOwnerOnlyFile(file, 'anyone', 7).ok).toBe(true)
      chmodSync(path, usual)
    }
    // The sticky bit prevents accounts from replacing each other's files.
    chmodSync(inner, 0o1777)
    expect(readOwnerOnlyFile(file, 'ours', 7).ok).toBe(true)
  })

  test.skipIf(process.getuid?.() !== 0)('is not ours where another account owns it, or a folder above it', () => {
    const { inner, file } = lay()
    for (const path of [file, inner]) {
      execFileSync('chown', ['12345', path])
      expect(faultOf(readOwnerOnlyFile(file, 'ours', 7))).toBe(
        `${path}: belongs to user 12345, and only root may own it: chown root:root ${path}`,
      )
      execFileSync('chown', ['0', path])
    }
    expect(readOwnerOnlyFile(file, 'ours', 7).ok).toBe(true)
  })
})
