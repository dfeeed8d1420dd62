import { cpSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import packageFile from '../../package.json' with { type: 'json' }
import { shippedPackages } from '../../scripts/packaging/locked-packages.ts'
import { billOfMaterials } from '../../scripts/packaging/sbom.ts'
import { separateFolders } from '../../scripts/install.mjs'
import { allSupplyChainFaults, supplyChainFaults } from '../../scripts/packaging/supply-chain.ts'
import { temporaryFolder } from '../shells/shell.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

type Lock = Readonly<{ packages: Record<string, Record<string, unknown>> }>

function project(change: (manifest: Record<string, Record<string, unknown>>, lock: Lock) => void): string {
  const folder = temporaryFolder()
  const read = (name: string): unknown => JSON.parse(readFileSync(join(root, name), 'utf8'))
  const manifest = read('package.json') as Record<string, Record<string, unknown>>
  const lock = read('package-lock.json') as Lock
  change(manifest, lock)
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest))
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify(lock))
  writeFileSync(join(folder, '.npmrc'), readFileSync(join(root, '.npmrc')))
  return folder
}

const zod = 'node_modules/zod'

test('the project’s own packages are locked, exact and run nothing', () => {
  expect(allSupplyChainFaults(root)).toEqual([])
})

test('every lockfile is one that is looked at', () => {
  const files = globSync('{*/**/,}package-lock.json', {
    cwd: root,
    exclude: (name) => /^(?:node_modules|out(?:\..*)?|dist|test-results)$/u.test(name),
  })
  expect(files.map((file) => dirname(file)).toSorted()).toEqual(['.', ...separateFolders].toSorted())
})

test('a fault in a folder with a lockfile of its own is found, and named with the folder', () => {
  const copy = project(() => undefined)
  for (const folder of separateFolders)
    for (const name of ['package.json', 'package-lock.json', '.npmrc'])
      cpSync(join(root, folder, name), join(copy, folder, name))
  expect(allSupplyChainFaults(copy)).toEqual([])
  writeFileSync(join(copy, 'tests/mutation/.npmrc'), 'save-exact=true\n')
  expect(allSupplyChainFaults(copy)).toEqual(['tests/mutation/.npmrc: lacks omit-lockfile-registry-resolved=true'])
})

test.each<[string, Parameters<typeof project>[0], string]>([
  [
    'a range',
    ({ dependencies }) => void Object.assign(dependencies ?? {}, { zod: '^4.6.7' }),
    'package.json: zod "^4.6.7" is not an exact version',
  ],
  [
    'a package without its sum',
    (_, { packages }) => void delete packages[zod]?.['integrity'],
    'package-lock.json: node_modules/zod has no SHA-512',
  ],
  [
    'a package from elsewhere',
    (_, { packages }) => void Object.assign(packages[zod] ?? {}, { resolved: 'git+ssh://git@example.org/zod.git' }),
    'package-lock.json: node_modules/zod comes from an address of its own, git+ssh://git@example.org/zod.git',
  ],
  [
    'an install script that nobody refused',
    (_, { packages }) => void Object.assign(packages[zod] ?? {}, { hasInstallScript: true }),
    'package.json: allowScripts does not refuse the install script of zod',
  ],
  [
    'an install script that is let in',
    ({ allowScripts }) => void Object.assign(allowScripts ?? {}, { 'better-sqlite3': true }),
    'package.json: allowScripts lets better-sqlite3 run a script at installation',
  ],
])('%s is found', (_, change, fault) => {
  expect(supplyChainFaults(project(change))).toContain(fault)
})

const electron = { name: 'electron', version: '45.4.1', license: 'MIT' }
const program = { version: '1.2.3', builtUtc: '2026-11-21T08:00:00.000Z' }

interface Component {
  readonly type: string
  readonly 'bom-ref': string
  readonly name: string
  readonly version: string
  readonly purl?: string
  readonly hashes?: readonly { readonly alg: string; readonly content: string }[]
}

const bill = (version = program.version) =>
  JSON.parse(billOfMaterials(root, { ...program, version }, electron)) as {
    readonly bomFormat: string
    readonly specVersion: string
    readonly serialNumber: string
    readonly metadata: { readonly timestamp: string; readonly component: Component }
    readonly components: readonly Component[]
    readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[]
  }

test('names the program, what runs it, and every package that is shipped, with version and sum', () => {
  const { bomFormat, specVersion, metadata, components } = bill()
  expect([bomFormat, specVersion]).toEqual(['CycloneDX', '1.6'])
  expect(metadata).toMatchObject({ timestamp: program.builtUtc, component: { name: 'guichet', version: '1.2.3' } })
  expect(components[0]).toMatchObject({ type: 'framework', purl: 'pkg:npm/electron@45.4.1' })
  const libraries = components.filter(({ type }) => type === 'library')
  expect(libraries.map(({ 'bom-ref': path }) => path)).toEqual(shippedPackages(root).map(({ path }) => path))
  expect(libraries.map(({ name }) => name)).toEqual(expect.arrayContaining(Object.keys(packageFile.dependencies)))
  expect(libraries.filter(({ hashes }) => !/^[0-9a-f]{128}$/u.test(hashes?.[0]?.content ?? ''))).toEqual([])
  expect(libraries.find(({ name }) => name === '@hyzyla/pdfium')?.purl).toMatch(/^pkg:npm\/%40hyzyla\/pdfium@\d/u)
  expect(libraries.map(({ name }) => name)).not.toContain('vitest')
  expect(components.filter(({ type }) => type === 'file').length).toBeGreaterThan(5)
})

test('refers to each part once', () => {
  const { components, dependencies } = bill()
  const refs = components.map((each) => each['bom-ref'])
  expect(new Set(refs).size).toBe(refs.length)
  expect(dependencies).toEqual([{ ref: 'guichet', dependsOn: refs }])
})

test('is the same for the same parts, and has another number for others', () => {
  expect(bill()).toEqual(bill())
  expect(bill('1.2.4').serialNumber).not.toBe(bill().serialNumber)
  expect(bill().serialNumber).toMatch(/^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/u)
})
