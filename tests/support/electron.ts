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

function findElectron(): string | null {
  const packageFolder = dirname(createRequire(import.meta.url).resolve('electron/package.json'))
  const nameFile = join(packageFolder, 'path.txt')
  const name = existsSync(nameFile) ? readFileSync(nameFile, 'utf8') : 'electron'
  const program = join(process.env['ELECTRON_OVERRIDE_DIST_PATH'] ?? join(packageFolder, 'dist'), name)
  return existsSync(program) ? program : null
}

export const electronProgram = findElectron()
const display = process.platform !== 'linux' || Boolean(process.env['DISPLAY'])

/** Reason why the Electron tests cannot run on this computer. False if the tests can run. */
export const unavailable = electronProgram === null ? 'no Electron' : display ? false : 'no display'

export interface Installed {
  readonly path: string
  readonly remove: () => void
}

/** Creates an Electron folder with the program of `folder`. Electron's own files are only linked. */
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

/** Links or copies an executable. A program resolves a symbolic link before it searches for files in its own folder. */
function linkOrCopy(from: string, to: string): void {
  try {
    linkSync(from, to)
  } catch {
    cpSync(from, to)
  }
}

/** Returns the program's arguments. Root has no outer sandbox; the window's `sandbox: true` remains in effect. */
export const electronArguments = (data: string, ...more: readonly string[]): string[] => [
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--data',
  data,
  ...more,
]
