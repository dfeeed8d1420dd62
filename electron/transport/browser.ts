import type { App, Protocol } from 'electron'
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { messageOf } from '../../shared/errors.ts'

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

/** What the registry knows besides: a browser that was installed elsewhere. */
const APP_PATHS = ['HKCU', 'HKLM'].flatMap((hive) =>
  ['chrome.exe', 'msedge.exe'].map(
    (name) => `${hive}\\SOFTWARE\\Microsoft\\Windows\\CurrentVersion\\App Paths\\${name}`,
  ),
)

/**
 * An installed browser that can show the kiosk, or null: on Linux from the PATH, and only where there is a display; on
 * Windows from the folders where Chrome and Edge are installed, then from the registry.
 */
export function findBrowser(
  platform: NodeJS.Platform,
  env: NodeJS.ProcessEnv,
  appPath: (key: string) => string | null = readAppPath,
): string | null {
  if (platform === 'linux' && !env['DISPLAY'] && !env['WAYLAND_DISPLAY']) return null
  const found = candidates(platform, env).find((path) => existsSync(path))
  if (found !== undefined || platform !== 'win32') return found ?? null
  return APP_PATHS.map(appPath).find((path) => path !== null && existsSync(path)) ?? null
}

/** The default value of a key, by the system's own program; null where there is none. */
function readAppPath(key: string): string | null {
  const program = join(process.env['SystemRoot'] ?? 'C:\\Windows', 'System32', 'reg.exe')
  const { stdout } = spawnSync(program, ['query', key, '/ve'], { encoding: 'utf8', windowsHide: true })
  const [, path = ''] = /\bREG_(?:EXPAND_)?SZ\s+(\S.*?)\s*$/mu.exec(stdout ?? '') ?? []
  return path === '' ? null : path.replace(/^"(.*)"$/u, '$1')
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

interface BrowserWindowOptions {
  readonly url: string
  /** A profile of Guichet's own: no extensions, no history, no passwords. */
  readonly profile: string
  readonly kiosk: boolean
}

/**
 * One window without address bar and tabs, as large as the screen, and without what a browser does besides showing a page.
 * Edge's kiosk takes the address itself, and is a public browser with tabs unless told otherwise.
 */
export function browserArguments(program: string, { url, profile, kiosk }: BrowserWindowOptions): readonly string[] {
  const edgeKiosk = kiosk && /msedge\.exe$/iu.test(program)
  return [
    ...(edgeKiosk ? ['--kiosk', url, '--edge-kiosk-type=fullscreen', '--kiosk-idle-timeout-minutes=0'] : []),
    ...(edgeKiosk ? [] : [`--app=${url}`, kiosk ? '--kiosk' : '--start-maximized']),
    `--user-data-dir=${profile}`,
    '--no-first-run',
    '--no-default-browser-check',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--disable-pinch',
    // A display that nobody touches reads aloud; so does a kiosk that is used by keys.
    '--autoplay-policy=no-user-gesture-required',
    '--overscroll-history-navigation=0',
    '--hide-crash-restore-bubble',
    '--password-store=basic',
    ...(isRoot() ? ['--no-sandbox'] : []),
  ]
}

const isRoot = (): boolean => process.getuid?.() === 0

/** Whether the browser that would be opened here keeps its sandbox; null where there is none. */
export const isSandboxed = (): boolean | null =>
  findBrowser(process.platform, process.env) === null ? null : !isRoot()

/**
 * Opens an address in an installed browser, in a profile of its own; null where there is none. Each start has other profiles: a window
 * left over from a program that was killed would else take the new one over, and the browser started here would end at once.
 */
export function createBrowsers(
  dataDirectory: string,
  log: { warn(message: string, details: Readonly<Record<string, unknown>>): void },
): (name: 'desk' | 'display', url: string, kiosk: boolean) => ChildProcess | null {
  const profiles = join(dataDirectory, 'browser')
  try {
    rmSync(profiles, { recursive: true, force: true, maxRetries: 3 })
  } catch (error) {
    // On Windows nobody removes a file that a window left over has open.
    log.warn('browser.profile-left', { detail: messageOf(error) })
  }
  return (name, url, kiosk) => {
    const program = findBrowser(process.platform, process.env)
    if (!program) return null
    if (isRoot()) {
      const detail = "root cannot use Chromium's sandbox: start Guichet from another account"
      log.warn('browser.sandbox-missing', { detail })
      process.stderr.write(`guichet: browser started without sandbox: ${detail}\n`)
    }
    mkdirSync(profiles, { recursive: true, mode: 0o700 })
    const profile = mkdtempSync(join(profiles, `${name}-`))
    return spawn(program, browserArguments(program, { url, profile, kiosk }), { stdio: 'ignore' })
  }
}

/** Where the window finds its screens: answered by this process, never by the network. */
export interface ScreenAddress {
  readonly scheme: string
  readonly url: string
}

/**
 * A scheme of the program's own, which Electron takes before it is ready only. A launcher that loads the program later
 * than that leaves https, under a name that cannot exist (RFC 2606) and is answered here in place of the network.
 */
export function claimScreenAddress(
  app: Pick<App, 'isReady'>,
  protocol: Pick<Protocol, 'registerSchemesAsPrivileged'>,
): ScreenAddress {
  if (app.isReady()) return { scheme: 'https', url: 'https://guichet.invalid/' }
  const scheme = 'guichet'
  protocol.registerSchemesAsPrivileged([
    { scheme, privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true } },
  ])
  return { scheme, url: `${scheme}://kiosk/` }
}
