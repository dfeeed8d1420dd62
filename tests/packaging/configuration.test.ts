import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { getConfig, validateConfiguration } from 'app-builder-lib/out/util/config/config.js'
import { DebugLogger } from 'builder-util'
import { expect, test } from 'vitest'

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

test('an installer for each system beside the Debian packages and archives, with nothing to compile and what it names in place', async () => {
  const { linux, win, mac, npmRebuild } = await readConfig()
  expect([linux?.target, win?.target, mac?.target]).toEqual([['AppImage'], ['nsis'], ['dmg']])
  expect(npmRebuild).toBe(false)
  for (const icon of [linux?.icon, win?.icon, mac?.icon]) {
    expect(typeof icon === 'string' && existsSync(join(root, icon)), `${String(icon)} exists`).toBe(true)
  }
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
    enableNodeOptionsEnvironmentVariable: false,
    enableNodeCliInspectArguments: false,
    enableEmbeddedAsarIntegrityValidation: true,
    onlyLoadAppFromAsar: true,
    grantFileProtocolExtraPrivileges: false,
  })
})

test('a package has no environment variables for tests, and is a trial unless it is said to be a release', async () => {
  expect((await readConfig()).extraMetadata).toEqual({ testVariables: null, trial: true })
})

test('the package is not undone by its own uninstaller: data stay', async () => {
  expect((await readConfig()).nsis).toMatchObject({ perMachine: true, deleteAppDataOnUninstall: false })
})
