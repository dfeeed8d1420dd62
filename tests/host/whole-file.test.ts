import { mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { filesSetAside, replaceFile, setAside, writeWhole } from '../../electron/host/files/whole-file.ts'

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'guichet-whole-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

/** A file system of Windows's manners: so many times it says that somebody has the file open. */
function heldOpen(times: number, code: string) {
  const asked: number[] = []
  const rename: typeof renameSync = (from, to) => {
    asked.push(asked.length)
    if (asked.length <= times) throw Object.assign(new Error(`${code}: rename`), { code })
    renameSync(from, to)
  }
  return { asked, rename }
}

test('a file is written whole in the place of the one before, and nothing is left beside', () => {
  const folder = temporaryFolder()
  const file = join(folder, 'deeper', 'status.json')
  writeWhole(file, { version: 1 })
  writeWhole(file, { version: 2 })
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ version: 2 })
  expect(readdirSync(join(folder, 'deeper'))).toEqual(['status.json'])
})

test.each(['EPERM', 'EACCES', 'EBUSY'])('a reader who has it open just then is waited for (%s)', (code) => {
  const folder = temporaryFolder()
  const [from, to] = [join(folder, 'new'), join(folder, 'old')]
  writeFileSync(from, 'new')
  writeFileSync(to, 'old')
  replaceFile(from, to, heldOpen(2, code).rename)
  expect(readFileSync(to, 'utf8')).toBe('new')
})

test('one who does not let go, or another trouble, is said', () => {
  const folder = temporaryFolder()
  const held = heldOpen(Infinity, 'EPERM')
  expect(() => replaceFile(join(folder, 'new'), join(folder, 'old'), held.rename)).toThrow('EPERM')
  expect(held.asked.length).toBe(20)
  const full = heldOpen(Infinity, 'ENOSPC')
  expect(() => replaceFile(join(folder, 'new'), join(folder, 'old'), full.rename)).toThrow('ENOSPC')
  expect(full.asked.length).toBe(1)
})

test('two files set aside in the same millisecond are both kept', () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const folder = temporaryFolder()
  const kept = ['first', 'second', 'third'].map((content) => {
    writeFileSync(join(folder, 'staff.json'), content)
    return setAside(join(folder, 'staff.json'))
  })
  expect(kept.map((path) => readFileSync(path, 'utf8'))).toEqual(['first', 'second', 'third'])
  expect(filesSetAside([folder])).toHaveLength(3)
})
