import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PNG } from 'pngjs'
import { expect, test } from 'vitest'
import { DebugLogger, getConfig, validateConfiguration } from '../../scripts/packaging/packager.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

const readConfig = async (): ReturnType<typeof getConfig> => getConfig(root, 'electron-builder.yml', null)

const validate = async (config: Awaited<ReturnType<typeof getConfig>>): Promise<void> =>
  validateConfiguration(config, new DebugLogger(false))

test('the packager accepts the configuration', async () => {
  await expect(validate(await readConfig())).resolves.toBeUndefined()
})

test('a key that the packager does not know is refused', async () => {
  const linux: object = { ...(await readConfig()).linux, targets: ['deb'] }
  await expect(validate({ ...(await readConfig()), linux })).rejects.toThrow(
    'configuration.linux should be one of these',
  )
})

test('a package for each system and processor, with nothing to compile and what it names in place', async () => {
  const { linux, win, mac, npmRebuild } = await readConfig()
  const both = ['x64', 'arm64']
  expect([linux?.target, win?.target, mac?.target]).toEqual([
    [
      { target: 'AppImage', arch: both },
      { target: 'deb', arch: both },
    ],
    [{ target: 'nsis', arch: ['x64'] }],
    [{ target: 'dmg', arch: both }],
  ])
  expect(npmRebuild).toBe(false)
  const named = [linux?.icon, win?.icon, mac?.icon, mac?.entitlements, mac?.entitlementsInherit]
  for (const path of named)
    expect(typeof path === 'string' && existsSync(join(root, path)), `${String(path)} exists`).toBe(true)
  const { width, height } = PNG.sync.read(readFileSync(join(root, mac?.icon ?? '')))
  expect([width, height], 'electron-builder wants 512 pixels for macOS').toEqual([512, 512])
})

test('macOS runs it hardened, with compiling at run time as the one exception, and Apple is asked to notarise it', async () => {
  const { mac } = await readConfig()
  expect(mac).toMatchObject({ hardenedRuntime: true, notarize: true })
  const entitlements = readFileSync(join(root, mac?.entitlements ?? ''), 'utf8')
  expect([...entitlements.matchAll(/<key>(.+)<\/key>\s*<(\w+)\/>/gu)].map(([, key, value]) => [key, value])).toEqual([
    ['com.apple.security.cs.allow-jit', 'true'],
  ])
})

test('an AppImage keeps Chromium’s sandbox, which the older runtime lifts', async () => {
  const { toolsets, linux, appImage } = await readConfig()
  expect(toolsets?.appimage).toMatch(/^[1-9]/u)
  expect([linux?.executableArgs, appImage?.executableArgs]).toEqual([undefined, undefined])
})

test('nothing is uploaded, and no certificate or password stands in the file', async () => {
  expect((await readConfig()).publish).toBeNull()
  expect(readFileSync(join(root, 'electron-builder.yml'), 'utf8')).not.toMatch(
    /cscLink|certificateFile|[pP]assword|identity:|appleId/u,
  )
})

test('the notices of all that is shipped are those of the packages as they are now', () => {
  const { status, stderr } = spawnSync(process.execPath, ['scripts/licences.ts', '--check'], {
    cwd: root,
    encoding: 'utf8',
  })
  expect([stderr, status]).toEqual(['', 0])
})

test('Electron’s fuses leave no way into the program but its own archive', async () => {
  expect((await readConfig()).electronFuses).toEqual({
    runAsNode: false,
    enableCookieEncryption: true,
    enableNodeOptionsEnvironmentVariable: false,
    enableNodeCliInspectArguments: false,
    enableEmbeddedAsarIntegrityValidation: true,
    onlyLoadAppFromAsar: true,
    loadBrowserProcessSpecificV8Snapshot: false,
    grantFileProtocolExtraPrivileges: false,
  })
})

test('a package has no environment variables for tests, and is a trial unless it is said to be a release', async () => {
  expect((await readConfig()).extraMetadata).toEqual({ testVariables: null, trial: true })
})

test('the package is not undone by its own uninstaller: data stay', async () => {
  expect((await readConfig()).nsis).toMatchObject({ perMachine: true, deleteAppDataOnUninstall: false })
})
