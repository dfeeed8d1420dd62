import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PNG } from 'pngjs'
import { describe, expect, test } from 'vitest'
import { DebugLogger, getConfig, validateConfiguration } from '../../scripts/packaging/packager.ts'

import packageFile from '../../package.json' with { type: 'json' }
import { readVendor, vendorFaults } from '../../scripts/packaging/vendor.ts'
import { root, temporaryFolder } from '../shells/shell.ts'
import { filesBelow } from '../support/project-files.ts'

const author = 'Billetterie de Nongo <paquets@nongo.org>'
const nongo = { author, homepage: 'https://guichet.nongo.org/', securityContact: 'securite@nongo.org' }

function projectOf(fields: object, contact: string = nongo.securityContact): string {
  const folder = temporaryFolder()
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'guichet', ...fields }))
  writeFileSync(join(folder, 'SECURITY.md'), `Write to <${contact}>.`)
  return folder
}

test('package.json says who answers for a release', () => {
  const { homepage, securityContact } = nongo
  const vendor = { name: 'Billetterie de Nongo', maintainer: author, homepage, securityContact }
  expect(readVendor(projectOf(nongo))).toEqual(vendor)
  expect(vendorFaults(projectOf(nongo))).toEqual([])
})

const more = 'write the vendor’s own there before --publish'

test.each([
  ['homepage', 'https://guichet.example', `package.json: homepage "https://guichet.example" ends in .example: ${more}`],
  ['homepage', 'https://a.example/shop/', `package.json: homepage "https://a.example/shop/" ends in .example: ${more}`],
  ['author', 'A <a@b.example>', `package.json: author "A <a@b.example>" ends in .example: ${more}`],
  ['securityContact', 'a@b.EXAMPLE', `package.json: securityContact "a@b.EXAMPLE" ends in .example: ${more}`],
  ['securityContact', 'a@example', `package.json: securityContact "a@example" ends in .example: ${more}`],
] as const)('a release is refused while %s is "%s"', (field, value, sentence) => {
  const contact = field === 'securityContact' ? value : nongo.securityContact
  expect(vendorFaults(projectOf({ ...nongo, [field]: value }, contact))).toEqual([sentence])
})

test.each([
  ['homepage', 'guichet.nongo.org', 'package.json: homepage has to be an address such as https://tickets.org'],
  ['author', 'Nongo', 'package.json: author has to be "Name <address@domain>"'],
  ['author', undefined, 'package.json: author has to be "Name <address@domain>"'],
  ['securityContact', 'nongo', 'package.json: securityContact has to be an e-mail address'],
] as const)('nothing is packaged whose %s is %s', (field, value, sentence) => {
  expect(() => readVendor(projectOf({ ...nongo, [field]: value }))).toThrow(sentence)
})

test('a release is refused while SECURITY.md gives another contact', () => {
  expect(vendorFaults(projectOf(nongo, 'security@example.org'))).toEqual([
    'SECURITY.md: does not give the securityContact of package.json, securite@nongo.org',
  ])
})

test('SECURITY.md gives the security contact of package.json', () => {
  expect(readFileSync(join(root, 'SECURITY.md'), 'utf8')).toContain(`<${packageFile.securityContact}>`)
})

test('nothing else that is packaged repeats who answers for it', () => {
  const { maintainer, homepage, securityContact } = readVendor(root)
  const addresses = [maintainer.replace(/^.*<|>$/gu, ''), homepage, securityContact]
  const folders = ['packaging', 'scripts', 'resources', 'electron', 'shared', 'renderer']
  const sources = [...filesBelow(folders), 'electron-builder.yml']
  const repeating = sources.filter((path) => {
    const text = readFileSync(join(root, path), 'latin1')
    return addresses.some((address) => text.includes(address))
  })
  expect(repeating).toEqual([])
})

describe('npm run package -- --publish', () => {
  const build = (...args: readonly string[]) =>
    spawnSync(process.execPath, ['scripts/package.ts', '--publish', ...args], { cwd: root, encoding: 'utf8' })

  test('builds nothing while a field ends in .example, and names each with its file', () => {
    const { status, stdout, stderr } = build()
    expect([status, stdout]).toEqual([2, ''])
    for (const field of ['homepage', 'author', 'securityContact'] as const)
      expect(stderr).toContain(`package.json: ${field} "${packageFile[field]}" ends in .example: ${more}\n`)
  })

  test('does not take --for-tests', () => {
    const { status, stderr } = build('--for-tests')
    expect(status).toBe(2)
    expect(stderr).toContain('--publish and --for-tests exclude each other\n')
  })
})

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

test('the package is of a release in what it leaves out: tests’ variables, uploads, certificates; data stay', async () => {
  expect(await readConfig()).toMatchObject({
    publish: null,
    // A package is marked as a trial unless the build is declared a release.
    extraMetadata: { testVariables: null, trial: true },
    nsis: { perMachine: true, deleteAppDataOnUninstall: false },
  })
  expect(readFileSync(join(root, 'electron-builder.yml'), 'utf8')).not.toMatch(
    /cscLink|certificateFile|[pP]assword|identity:|appleId/u,
  )
})

test('the notices of all that is shipped are those of the packages as they are now', () => {
  const args = ['scripts/licences.ts', '--check']
  const { status, stderr } = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' })
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
