import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { projectNode, root } from './install.mjs'

const out = join(root, 'out')
const stampName = '.sources'
const folders = ['electron', 'renderer', 'resources', 'shared']
const files = [
  'docs/integrating/openapi.json',
  'electron.vite.config.ts',
  'scripts/trim-pdfkit.ts',
  'scripts/trim-zod.ts',
  'scripts/patch-package.ts',
  'scripts/plain-builtins.ts',
  'scripts/poster-drawing.ts',
  'package.json',
  'package-lock.json',
]

function sourceFiles() {
  const inFolders = folders
    .map((folder) => join(root, folder))
    .filter((folder) => existsSync(folder))
    .flatMap((folder) =>
      readdirSync(folder, { withFileTypes: true, recursive: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath ?? entry.path, entry.name)),
    )
    // The speech packs are built separately.
    .filter((file) => !file.startsWith(join(root, 'resources', 'speech')))
  return [...inFolders, ...files.map((file) => join(root, file))].sort((a, b) => (a < b ? -1 : 1))
}

function fingerprint() {
  const hash = createHash('sha256')
  for (const file of sourceFiles())
    hash
      .update(`${file.slice(root.length)}\0`)
      .update(readFileSync(file))
      .update('\0')
  return hash.digest('hex')
}

/** Builds next to out/ and swaps the folders, so that a program running from out/ never reads an incomplete build. */
export function build() {
  const sources = fingerprint()
  const fresh = `${out}.${process.pid}`
  const previous = `${fresh}.previous`
  const cli = join(root, 'node_modules', 'electron-vite', 'bin', 'electron-vite.js')
  const { status } = spawnSync(projectNode(), [cli, 'build', '--outDir', fresh, '--logLevel', 'warn'], {
    cwd: root,
    stdio: 'inherit',
  })
  if (status !== 0) {
    rmSync(fresh, { recursive: true, force: true })
    throw new Error('The program could not be built: see above.')
  }
  moveSourceMaps(fresh)
  writeFileSync(join(fresh, stampName), sources)
  if (existsSync(out)) renameSync(out, previous)
  renameSync(fresh, out)
  rmSync(previous, { recursive: true, force: true })
}

/** Moves the source maps to a folder that is neither packaged nor served. */
function moveSourceMaps(built) {
  const maps = readdirSync(built, { withFileTypes: true, recursive: true }).filter(
    (entry) => entry.isFile() && entry.name.endsWith('.map'),
  )
  for (const { parentPath, name } of maps) {
    const to = join(built, 'maps', relative(built, parentPath))
    mkdirSync(to, { recursive: true })
    renameSync(join(parentPath, name), join(to, name))
  }
}

export function ensureBuilt() {
  const stampFile = join(out, stampName)
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === fingerprint()) return
  console.error('Building…')
  build()
}

if (process.argv[1] === fileURLToPath(import.meta.url)) build()
