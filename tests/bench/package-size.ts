import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import packageFile from '../../package.json' with { type: 'json' }
import { installedKilobytes } from '../../scripts/packaging/deb.ts'
import { electronVersion } from '../../scripts/packaging/electron-app.ts'
import { HOME, systemTree } from '../../scripts/packaging/linux-tree.ts'
import { log } from '../../scripts/packaging/packager.ts'
import { createPrograms, type Kind } from '../../scripts/packaging/programs.ts'
import { electronProgram } from '../support/electron.ts'
import type { Figure } from './harness.ts'
import type { Row } from './process-cost.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const speechPacks = join(root, 'resources', 'speech')

/** A browser's package without its Node takes no more than this when it is installed, in bytes. */
const MOST_BYTES = 25e6

export interface PackageSizes {
  readonly rows: readonly Row[]
  readonly figures: readonly Figure[]
}

/** What the Debian packages take when they are installed, by their own count. `once`: without making the speech packs. */
export async function packageSizes(once: boolean): Promise<PackageSizes> {
  // The figures have the output for themselves.
  Object.assign(log, { stream: process.stderr })
  // As `npm run package` does.
  if (!once) spawnSync(process.execPath, [join(root, 'scripts', 'speech.ts')])
  const [browser, electron] = [await sizeOf('browser'), electronProgram && (await sizeOf('electron'))]
  const speech = existsSync(speechPacks) ? bytesBelow(speechPacks) : 0
  const own = browser.all - browser.node
  return {
    rows: [
      ['installed: browser package without its Node and the speech packs', megabytes(own - speech)],
      ['installed: speech packs of either package', speech === 0 ? 'not made here' : megabytes(speech)],
      ['installed: Node of the browser package', megabytes(browser.node)],
      ['installed: Electron package', electron ? megabytes(electron.all) : 'no Electron here'],
    ],
    figures: [
      {
        what: 'installed: browser package without its Node, with the speech packs',
        value: megabytes(own),
        goal: '≤ 25 MB',
        met: own <= MOST_BYTES,
      },
    ],
  }
}

interface Size {
  readonly all: number
  readonly node: number
}

/** Of a Debian package for this processor, laid out but not packed, in bytes. */
async function sizeOf(kind: Kind): Promise<Size> {
  const output = mkdtempSync(join(tmpdir(), 'guichet-size-'))
  const electronDist = electronProgram && dirname(electronProgram)
  const arch = process.arch === 'arm64' ? 'arm64' : 'x64'
  const edition = { version: packageFile.version, published: true, forTests: false }
  const order = { ...edition, root, arch, output, electronDist } as const
  const electron = electronDist && electronVersion(electronDist)
  try {
    const { documentsOf, programFolder } = createPrograms(order, electron, new Date().toISOString())
    return sizeOfTree(systemTree(root, await programFolder(kind), documentsOf(kind)))
  } finally {
    rmSync(output, { recursive: true, force: true })
  }
}

/** The tree is removed. */
function sizeOfTree(tree: string): Size {
  const node = join(tree, HOME, 'node')
  try {
    return { all: bytesBelow(tree), node: existsSync(node) ? statSync(node).size : 0 }
  } finally {
    rmSync(tree, { recursive: true, force: true })
  }
}

const bytesBelow = (folder: string): number => installedKilobytes(folder) * 1024
const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`
