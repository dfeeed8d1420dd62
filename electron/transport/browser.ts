import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Chromium's family, likeliest first. */
const NAMES: Readonly<Partial<Record<NodeJS.Platform, readonly string[]>>> = {
  linux: [
    'chromium',
    'chromium-browser',
    'google-chrome-stable',
    'google-chrome',
    'microsoft-edge-stable',
    'microsoft-edge',
  ],
}

const MAC = ['Google Chrome', 'Chromium', 'Microsoft Edge'].map(
  (name) => `/Applications/${name}.app/Contents/MacOS/${name}`,
)
const WINDOWS = [
  'Google\\Chrome\\Application\\chrome.exe',
  'Microsoft\\Edge\\Application\\msedge.exe',
  'Chromium\\Application\\chrome.exe',
]

/**
 * An installed browser that can show the kiosk, or null: on Linux from the PATH, and only where there is a display.
 */
export function findBrowser(platform: NodeJS.Platform, env: NodeJS.ProcessEnv): string | null {
  if (platform === 'linux' && !env['DISPLAY'] && !env['WAYLAND_DISPLAY']) return null
  return candidates(platform, env).find((path) => existsSync(path)) ?? null
}

function candidates(platform: NodeJS.Platform, env: NodeJS.ProcessEnv): readonly string[] {
  if (platform === 'darwin') return MAC
  if (platform === 'win32') {
    const roots = ['PROGRAMFILES', 'PROGRAMFILES(X86)', 'LOCALAPPDATA'].flatMap((name) => env[name] ?? [])
    return roots.flatMap((root) => WINDOWS.map((path) => join(root, path)))
  }
  const folders = (env['PATH'] ?? '').split(delimiter).filter(Boolean)
  return (NAMES[platform] ?? []).flatMap((name) => folders.map((folder) => join(folder, name)))
}

export interface BrowserWindowOptions {
  readonly url: string
  /** A profile of Guichet's own: no extensions, no history, no passwords. */
  readonly profile: string
  readonly kiosk: boolean
}

/** One window without address bar and tabs, as large as the screen, and without what a browser does besides showing a page. */
export function browserArguments({ url, profile, kiosk }: BrowserWindowOptions): readonly string[] {
  return [
    `--app=${url}`,
    ...(kiosk ? ['--kiosk'] : ['--start-maximized']),
    `--user-data-dir=${profile}`,
    '--no-first-run',
    '--no-default-browser-check',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--disable-pinch',
    '--overscroll-history-navigation=0',
    '--hide-crash-restore-bubble',
    '--password-store=basic',
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  ]
}

/**
 * Opens an address in an installed browser, in a profile of its own; null where there is none. Each start has other profiles: a window
 * left over from a program that was killed would else take the new one over, and the browser started here would end at once.
 */
export function createBrowsers(
  dataDirectory: string,
): (name: 'desk' | 'display', url: string, kiosk: boolean) => ChildProcess | null {
  const profiles = join(dataDirectory, 'browser')
  rmSync(profiles, { recursive: true, force: true, maxRetries: 3 })
  return (name, url, kiosk) => {
    const program = findBrowser(process.platform, process.env)
    if (!program) return null
    mkdirSync(profiles, { recursive: true, mode: 0o700 })
    const profile = mkdtempSync(join(profiles, `${name}-`))
    return spawn(program, browserArguments({ url, profile, kiosk }), { stdio: 'ignore' })
  }
}
