import type { App, Protocol } from 'electron'
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { messageOf } from '../../shared/errors.ts'
import type { Log } from '../kiosk/ports/ports.ts'

/** Chromium-based browsers, most likely first. */
const LINUX = 'chromium chromium-browser google-chrome-stable google-chrome microsoft-edge-stable microsoft-edge'.split(
  ' ',
)
const MAC = ['Google Chrome', 'Chromium', 'Microsoft Edge'].map(
  (name) => `/Applications/${name}.app/Contents/MacOS/${name}`,
)
const WINDOWS = [
  'Google\\Chrome\\Application\\chrome.exe',
  'Microsoft\\Edge\\Application\\msedge.exe',
  'Chromium\\Application\\chrome.exe',
]

/** Registry keys with the paths of browsers that are installed in a non-standard folder. */
const APP_PATHS = ['HKCU', 'HKLM'].flatMap((hive) =>
  ['chrome.exe', 'msedge.exe'].map(
    (name) => `${hive}\\SOFTWARE\\Microsoft\\Windows\\CurrentVersion\\App Paths\\${name}`,
  ),
)

/** Returns the path of an installed browser; null without a browser, or if Linux has no display. */
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

/** Reads the default value of a registry key with `reg.exe`. Returns null if the key has no value. */
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
  if (platform !== 'linux') return []
  const folders = (env['PATH'] ?? '').split(delimiter).filter(Boolean)
  return LINUX.flatMap((name) => folders.map((folder) => join(folder, name)))
}

interface BrowserWindowOptions {
  readonly url: string
  /** Folder of a browser profile without extensions, history and passwords. */
  readonly profile: string
  readonly kiosk: boolean
}

/**
 * Returns arguments for one window without address bar and tabs. In kiosk mode, Edge takes the address as a separate
 * argument, because it would otherwise open a public browser with tabs.
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
    // A customer display, and a kiosk operated by keys, must be able to read text aloud before anyone touches the
    // screen.
    '--autoplay-policy=no-user-gesture-required',
    '--overscroll-history-navigation=0',
    '--hide-crash-restore-bubble',
    '--password-store=basic',
    ...(isRoot() ? ['--no-sandbox'] : []),
  ]
}

const isRoot = (): boolean => process.getuid?.() === 0

/** Returns whether the installed browser is started with its sandbox; null if there is no browser. */
export const isSandboxed = (): boolean | null =>
  findBrowser(process.platform, process.env) === null ? null : !isRoot()

/**
 * Opens addresses in an installed browser. Each start uses new profiles, because a leftover window of a killed program
 * would otherwise open the address.
 */
export class Browsers {
  readonly #profiles: string
  readonly #log: Pick<Log, 'warn'>

  constructor(dataDirectory: string, log: Pick<Log, 'warn'>) {
    this.#profiles = join(dataDirectory, 'browser')
    this.#log = log
    try {
      rmSync(this.#profiles, { recursive: true, force: true, maxRetries: 3 })
    } catch (error) {
      // On Windows, a file cannot be removed while a leftover browser window uses it.
      log.warn('browser.profile-left', { detail: messageOf(error) })
    }
  }

  /** Returns null without a browser. */
  open(name: 'desk' | 'display', url: string, kiosk: boolean): ChildProcess | null {
    const program = findBrowser(process.platform, process.env)
    if (!program) return null
    if (isRoot()) {
      const detail = "root cannot use Chromium's sandbox: start Guichet from another account"
      this.#log.warn('browser.sandbox-missing', { detail })
      process.stderr.write(`guichet: browser started without sandbox: ${detail}\n`)
    }
    mkdirSync(this.#profiles, { recursive: true, mode: 0o700 })
    const profile = mkdtempSync(join(this.#profiles, `${name}-`))
    return spawn(program, browserArguments(program, { url, profile, kiosk }), { stdio: 'ignore' })
  }
}

/** Address of the screens for the window, which the main process serves without the network. */
export interface ScreenAddress {
  readonly scheme: string
  readonly url: string
}

/**
 * Registers a custom scheme for the screens. If Electron is already ready, uses https with a host name that cannot
 * exist (RFC 2606).
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
