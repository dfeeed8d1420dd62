import {
  closeSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  readSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createPackage } from '@electron/asar'
import { Arch as BuilderArch, build, Platform, type Configuration } from 'electron-builder'
import manifest from '../../package.json' with { type: 'json' }
import { writeManuals, writeNotices } from './linux-tree.ts'
import type { Arch, BuilderTarget, Edition } from './plan.ts'

export interface ElectronOrder extends Edition {
  readonly root: string
  readonly arch: Arch
  /** Folder for the result. The unpacked program gets a separate folder inside it. */
  readonly output: string
  /** Unpacked Electron for Linux. Null if electron-builder downloads one. */
  readonly electronDist: string | null
}

const { testVariables } = manifest
const architectures = { x64: BuilderArch.x64, arm64: BuilderArch.arm64 }
const builderTargets = {
  AppImage: [Platform.LINUX, 'AppImage'],
  'desktop-deb': [Platform.LINUX, 'deb'],
  nsis: [Platform.WINDOWS, 'nsis'],
  dmg: [Platform.MAC, 'dmg'],
} as const

export async function unpackedApp(order: ElectronOrder): Promise<string> {
  const { output, arch } = order
  await withElectron(order, (config) =>
    build({ targets: Platform.LINUX.createTarget('dir', architectures[arch]), config, publish: 'never' }),
  )
  const folder = join(output, arch === 'x64' ? 'linux-unpacked' : `linux-${arch}-unpacked`)
  rmSync(join(folder, 'resources', 'default_app.asar'), { force: true })
  return folder
}

/** Builds a package with electron-builder, including notices and manuals. Returns the files of the package. */
export async function builderPackage(
  order: ElectronOrder,
  target: BuilderTarget,
  documents: { readonly sbom: string },
): Promise<readonly string[]> {
  const [platform, name] = builderTargets[target]
  // The local Electron is for Linux only.
  const own = platform === Platform.LINUX ? order : { ...order, electronDist: null }
  return withElectron(own, (config) =>
    build({
      targets: platform.createTarget(name, architectures[order.arch]),
      config: {
        ...config,
        // Adds the files before the package is signed.
        afterPack({ packager, appOutDir }) {
          const resources = packager.getResourcesDir(appOutDir)
          writeNotices(resources, order.root, documents)
          writeManuals(order.root, resources)
        },
      },
      publish: 'never',
    }),
  )
}

export const configurationOf = (order: ElectronOrder): Configuration => ({
  extends: join(order.root, 'electron-builder.yml'),
  extraMetadata: {
    version: order.version,
    ...(order.published && { trial: null }),
    ...(order.forTests && { testVariables }),
  },
  directories: { output: order.output },
})

async function withElectron<T>(order: ElectronOrder, work: (config: Configuration) => Promise<T>): Promise<T> {
  const staged = mkdtempSync(join(tmpdir(), 'guichet-electron-dist-'))
  try {
    return await work({
      ...configurationOf(order),
      ...(order.electronDist !== null && { electronDist: await bareElectron(order.electronDist, staged) }),
    })
  } finally {
    rmSync(staged, { recursive: true, force: true })
  }
}

/** Copies Electron without an application, in the form that electron-builder expects. Returns the folder. */
async function bareElectron(dist: string, staged: string): Promise<string> {
  const bare = join(staged, 'dist')
  const resources = join(dist, 'resources')
  cpSync(dist, bare, { recursive: true, filter: (from) => !from.startsWith(`${resources}/`) })
  mkdirSync(join(bare, 'resources'), { recursive: true })
  const empty = join(staged, 'empty')
  mkdirSync(empty)
  writeFileSync(join(empty, 'package.json'), '{"name":"empty","main":"main.js"}')
  writeFileSync(join(empty, 'main.js'), '')
  await createPackage(empty, join(bare, 'resources', 'default_app.asar'))
  return bare
}

export function electronVersion(dist: string): string | null {
  const file = join(dist, 'version')
  return existsSync(file) ? readFileSync(file, 'utf8').trim().replace(/^v/u, '') : null
}

/** Machine numbers of ELF headers (elf(5), `e_machine`). */
const machines: Readonly<Record<number, Arch>> = { 62: 'x64', 183: 'arm64' }

/** Returns the processor of an unpacked Electron for Linux. Null for another system or processor. */
export function electronArch(dist: string): Arch | null {
  const program = join(dist, 'electron')
  if (!existsSync(program)) return null
  const header = Buffer.alloc(20)
  const file = openSync(program, 'r')
  try {
    readSync(file, header, 0, header.length, 0)
  } finally {
    closeSync(file)
  }
  return header.toString('latin1', 1, 4) === 'ELF' ? (machines[header.readUInt16LE(18)] ?? null) : null
}
