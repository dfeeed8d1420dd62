import manifest from '../../package.json' with { type: 'json' }
import nodeManifest from '../node/package.json' with { type: 'json' }
import { stageBrowserProgram } from './browser-program.ts'
import { unpackedApp, type ElectronOrder } from './electron-app.ts'
import { finishProgram, settleModes, type Documents } from './linux-tree.ts'
import { billOfMaterials, type RuntimeComponent } from './sbom.ts'

/** Runtime of the program: Electron, or Node with an installed browser. */
export type Kind = 'electron' | 'browser'

export interface Programs {
  readonly documentsOf: (kind: Kind) => Documents
  readonly programFolder: (kind: Kind) => Promise<string>
  readonly nodeBom: string
}

/** Creates the program's folders. `electron`: packaged version, or null for the version in package.json. */
export function createPrograms(order: ElectronOrder, electron: string | null, builtUtc: string): Programs {
  const { root, arch, version } = order
  const bomFor = (runtime: Omit<RuntimeComponent, 'license'>): string =>
    billOfMaterials(root, { version, builtUtc }, { ...runtime, license: 'MIT' })
  const electronBom = bomFor({ name: 'electron', version: electron ?? manifest.devDependencies.electron })
  // The Node version is the same on every system (tests/packaging).
  const nodeBom = bomFor({ name: 'node', version: nodeManifest.optionalDependencies[`node-linux-${arch}`] })
  let electronFolder: Promise<string> | null = null
  let browserFolder: Promise<string> | null = null

  const documentsOf = (kind: Kind): Documents => ({
    packageName: kind === 'electron' ? 'guichet' : 'guichet-browser',
    version,
    sbom: kind === 'electron' ? electronBom : nodeBom,
    builtUtc,
  })

  async function programFolder(kind: Kind): Promise<string> {
    if (kind === 'electron') {
      electronFolder ??= unpackedApp(order)
      return finished(await electronFolder, kind)
    }
    browserFolder ??= stageBrowserProgram(root, 'linux', arch, order)
    return finished(await browserFolder, kind)
  }

  function finished(folder: string, kind: Kind): string {
    finishProgram(folder, root, kind, documentsOf(kind))
    settleModes(folder)
    return folder
  }

  return { documentsOf, programFolder, nodeBom }
}
