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
import { _electron, type ElectronApplication, type Page } from 'playwright-core'
import { afterAll, beforeAll, onTestFinished } from 'vitest'
import { root } from '../shells/shell.ts'

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

/**
 * Call at the top of a test file. Electron with the built program at the place where a packaged one has it, so that it
 * is loaded as it will be for users; told apart from Electron's own files, which are only linked.
 */
export function useInstalledProgram(): { readonly path: () => string } {
  let folder = ''
  beforeAll(() => {
    if (electronProgram === null) return
    const dist = dirname(electronProgram)
    folder = mkdtempSync(join(tmpdir(), 'guichet-electron-'))
    for (const name of readdirSync(dist)) {
      if (name === basename(electronProgram)) linkOrCopy(join(dist, name), join(folder, name))
      else if (name !== 'resources') symlinkSync(join(dist, name), join(folder, name))
    }
    mkdirSync(join(folder, 'resources'))
    symlinkSync(root, join(folder, 'resources', 'app'))
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  return { path: () => join(folder, basename(electronProgram ?? '')) }
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

export interface Shell {
  readonly app: ElectronApplication
  readonly page: Page
}

/** That program under the test driver, with its window loaded; `more` goes into its environment. */
export async function launch(
  executablePath: string,
  args: readonly string[],
  more: Readonly<Record<string, string>> = {},
): Promise<Shell> {
  const { GUICHET_DATA: _, GUICHET_CONFIG: __, ...own } = process.env
  const env = { ...own, ...more } as Record<string, string>
  const app = await _electron.launch({ executablePath, args: [...args], env, cwd: root })
  onTestFinished(() => app.close())
  return { app, page: await app.firstWindow() }
}
