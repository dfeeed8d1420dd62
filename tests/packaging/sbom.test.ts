import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import packageFile from '../../package.json' with { type: 'json' }
import { shippedPackages } from '../../scripts/packaging/locked-packages.ts'
import { billOfMaterials } from '../../scripts/packaging/sbom.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
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
