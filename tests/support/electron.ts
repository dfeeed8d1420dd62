import {
  cpSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'

/** Electron's program where npm or `ELECTRON_OVERRIDE_DIST_PATH` has put one; the package itself is only a downloader. */
function findElectron(): string | null {
  const packageFolder = dirname(createRequire(import.meta.url).resolve('electron/package.json'))
  const nameFile = join(packageFolder, 'path.txt')
  const name = existsSync(nameFile) ? readFileSync(nameFile, 'utf8') : 'electron'
  const program = join(process.env['ELECTRON_OVERRIDE_DIST_PATH'] ?? join(packageFolder, 'dist'), name)
  return existsSync(program) ? program : null
}

export const electronProgram = findElectron()
const display = process.platform !== 'linux' || Boolean(process.env['DISPLAY'])

/** Why these tests cannot run on this machine; false when they can. */
export const unavailable = electronProgram === null ? 'no Electron' : display ? false : 'no display'

export interface Installed {
  /** Its program. */
  readonly path: string
  readonly remove: () => void
}

/**
 * An Electron with the program of that folder at the place where a packaged one has it; told apart from Electron's own
 * files, which are only linked.
 */
export function installProgram(electron: string, folder: string): Installed {
  const dist = dirname(electron)
  const home = mkdtempSync(join(tmpdir(), 'guichet-electron-'))
  for (const name of readdirSync(dist)) {
    if (name === basename(electron)) linkOrCopy(join(dist, name), join(home, name))
    else if (name !== 'resources') symlinkSync(join(dist, name), join(home, name))
  }
  mkdirSync(join(home, 'resources'))
  symlinkSync(folder, join(home, 'resources', 'app'))
  return { path: join(home, basename(electron)), remove: () => rmSync(home, { recursive: true, force: true }) }
}

/** A program looks for what belongs to it beside itself, behind a symbolic link too: this one has to be a real file. */
function linkOrCopy(from: string, to: string): void {
  try {
    linkSync(from, to)
  } catch {
    cpSync(from, to)
  }
}

/** Root needs Chromium's outer sandbox switched off; the window's own `sandbox: true` stays. */
export const electronArguments = (data: string, ...more: readonly string[]): string[] => [
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--data',
  data,
  ...more,
]
