import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createPackage } from '@electron/asar'
import { Arch as BuilderArch, build, Platform, type Configuration } from 'electron-builder'
import manifest from '../../package.json' with { type: 'json' }
import type { Arch, Edition } from './plan.ts'

export interface ElectronOrder extends Edition {
  readonly root: string
  readonly arch: Arch
  /** Where the result goes; the unpacked program lies in a folder of its own in there. */
  readonly output: string
  /** An unpacked Electron in place of the one that electron-builder fetches. */
  readonly electronDist: string | null
}

const { testVariables } = manifest
const architectures = { x64: BuilderArch.x64, arm64: BuilderArch.arm64 }
const platforms = { linux: Platform.LINUX, win32: Platform.WINDOWS, darwin: Platform.MAC }

/** The program in Electron, its fuses set, as a folder; gives the folder. */
export async function unpackedApp(order: ElectronOrder): Promise<string> {
  const { output, arch } = order
  await withConfiguration(order, (config) =>
    build({ targets: Platform.LINUX.createTarget('dir', architectures[arch]), config, publish: 'never' }),
  )
  const folder = join(output, arch === 'x64' ? 'linux-unpacked' : `linux-${arch}-unpacked`)
  rmSync(join(folder, 'resources', 'default_app.asar'), { force: true })
  return folder
}

/** An installer that electron-builder makes with tools of its own; gives the files. */
export async function installer(
  order: ElectronOrder,
  platform: keyof typeof platforms,
  target: string,
): Promise<readonly string[]> {
  return withConfiguration(order, (config) =>
    build({ targets: platforms[platform].createTarget(target, architectures[order.arch]), config, publish: 'never' }),
  )
}

async function withConfiguration<T>(order: ElectronOrder, work: (config: Configuration) => Promise<T>): Promise<T> {
  const staged = mkdtempSync(join(tmpdir(), 'guichet-electron-dist-'))
  try {
    return await work({
      extends: join(order.root, 'electron-builder.yml'),
      extraMetadata: {
        version: order.version,
        ...(order.published && { trial: null }),
        ...(order.forTests && { testVariables }),
      },
      directories: { output: order.output },
      ...(order.electronDist !== null && { electronDist: await bareElectron(order.electronDist, staged) }),
    })
  } finally {
    rmSync(staged, { recursive: true, force: true })
  }
}

/** A copy of an Electron without any program in it, as electron-builder expects one. */
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

/** The version of an unpacked Electron; null where there is none. */
export function electronVersion(dist: string): string | null {
  const file = join(dist, 'version')
  return existsSync(file) ? readFileSync(file, 'utf8').trim().replace(/^v/u, '') : null
}
