import manifest from '../../package.json' with { type: 'json' }
import nodeManifest from '../node/package.json' with { type: 'json' }
import { stageBrowserProgram } from './browser-program.ts'
import { unpackedApp, type ElectronOrder } from './electron-app.ts'
import { finishProgram, settleModes, type Documents } from './linux-tree.ts'
import { billOfMaterials, type RuntimeComponent } from './sbom.ts'

/** What runs the program: Electron in the package, or Node in it and a browser of the machine. */
export type Kind = 'electron' | 'browser'

export interface Programs {
  readonly documentsOf: (kind: Kind) => Documents
  /** The finished program for Linux, as the archives carry it. */
  readonly programFolder: (kind: Kind) => Promise<string>
  readonly nodeBom: string
}

/** The program's folders and what is told of them, each made once; `electron`: the version that is packaged. */
export function createPrograms(order: ElectronOrder, electron: string | null, builtUtc: string): Programs {
  const { root, arch, version } = order
  const bomFor = (runtime: Omit<RuntimeComponent, 'license'>): string =>
    billOfMaterials(root, { version, builtUtc }, { ...runtime, license: 'MIT' })
  const electronBom = bomFor({ name: 'electron', version: electron ?? manifest.devDependencies.electron })
  // One version for every system (tests/packaging).
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
