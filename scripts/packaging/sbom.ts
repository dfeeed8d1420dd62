import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { shippedPackages, type LockedPackage } from './locked-packages.ts'

export interface RuntimeComponent {
  readonly name: string
  readonly version: string
  readonly license: string
}

interface Component {
  readonly type: 'application' | 'framework' | 'library' | 'file'
  readonly 'bom-ref': string
  readonly name: string
  readonly version: string
  readonly purl?: string
  readonly licenses?: readonly object[]
  readonly hashes?: readonly { readonly alg: 'SHA-512'; readonly content: string }[]
}

const sha512 = (bytes: Uint8Array): string => createHash('sha512').update(bytes).digest('hex')

function licences(text: string): readonly object[] {
  if (text === '') return []
  if (/^[\w.+-]+$/u.test(text)) return [{ license: { id: text } }]
  return /^[\w.+() -]+$/u.test(text) ? [{ expression: text }] : [{ license: { name: text } }]
}

/** Package URL (purl-spec, type npm), with the `@` of a scope written as %40. */
const purlOf = (name: string, version: string): string => `pkg:npm/${name.replace('@', '%40')}@${version}`

function packageComponent({ path, name, version, license, integrity }: LockedPackage): Component {
  const digest = integrity?.startsWith('sha512-') ? Buffer.from(integrity.slice(7), 'base64').toString('hex') : null
  return {
    type: 'library',
    // The dependency tree may have two copies of one version, so the folder is the identifier.
    'bom-ref': path,
    name,
    version,
    purl: purlOf(name, version),
    ...(license !== '' && { licenses: licences(license) }),
    ...(digest !== null && { hashes: [{ alg: 'SHA-512', content: digest }] }),
  }
}

function fontComponents(root: string, version: string): readonly Component[] {
  const folder = join(root, 'resources', 'fonts')
  const fonts = readdirSync(folder).filter((name) => name.endsWith('.ttf'))
  return fonts.toSorted().map((name) => ({
    type: 'file',
    'bom-ref': `resources/fonts/${name}`,
    name,
    version,
    licenses: licences('OFL-1.1'),
    hashes: [{ alg: 'SHA-512', content: sha512(readFileSync(join(folder, name))) }],
  }))
}

/**
 * Returns a CycloneDX 1.6 document of a packaged program. Its serial number is derived from the content and its time is
 * `builtUtc`, so that equal input gives equal bytes.
 */
export function billOfMaterials(
  root: string,
  program: { readonly version: string; readonly builtUtc: string },
  runtime: RuntimeComponent,
): string {
  const application: Component = {
    type: 'application',
    'bom-ref': 'guichet',
    name: 'guichet',
    version: program.version,
    purl: purlOf('guichet', program.version),
    licenses: licences('Apache-2.0'),
  }
  const components: readonly Component[] = [
    {
      type: 'framework',
      'bom-ref': runtime.name,
      name: runtime.name,
      version: runtime.version,
      purl: purlOf(runtime.name, runtime.version),
      licenses: licences(runtime.license),
    },
    ...shippedPackages(root).map(packageComponent),
    ...fontComponents(root, program.version),
  ]
  const content = sha512(Buffer.from(JSON.stringify([application, components])))
  const [a, b, c, d] = [content.slice(0, 8), content.slice(8, 12), content.slice(12, 15), content.slice(15, 18)]
  const document = {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    // A UUID of version 8 (RFC 9562), derived from the content.
    serialNumber: `urn:uuid:${a}-${b}-8${c}-8${d}-${content.slice(18, 30)}`,
    version: 1,
    metadata: { timestamp: program.builtUtc, component: application },
    components,
    dependencies: [{ ref: 'guichet', dependsOn: components.map((each) => each['bom-ref']) }],
  }
  return `${JSON.stringify(document, null, 2)}\n`
}
