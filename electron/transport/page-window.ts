import { setTimeout as sleep } from 'node:timers/promises'
import { BrowserWindow, type BrowserWindowConstructorOptions, type Session } from 'electron'
import { err } from '../../shared/domain/result.ts'
import type { Log } from '../core/ports/ports.ts'
import { dispatch, type PageAccess } from './dispatch.ts'
import type { ScreenAddress } from './screen-address.ts'
import type { BrandPicture } from '../core/ports/brand-picture.ts'
import type { SpeechFile } from '../core/ports/speech-file.ts'
import { createPosterPage } from './poster-page.ts'
import { createStaticFiles } from './static-files.ts'

/** The program's own screens, and how a window gets at them. */
export interface Screens {
  readonly address: ScreenAddress
  readonly rendererDirectory: string
  readonly brand: readonly BrandPicture[]
  readonly speech: () => readonly SpeechFile[]
  readonly preload: string
  readonly log: Log
}

/** A page that crashes at once on every load must not keep the machine busy. */
const RELOAD_MS = 500

/** With these a page that hangs is back within 10 s (kiosk-ux); weak machines get longer for a page that is loading. */
const HEARTBEAT_MS = 1_000
const HANG_MS = 6_000
const LOADING_MS = 30_000

/**
 * A window with one of the program's screens: sandboxed, without permissions, without a way to another page, and loaded
 * again when its page crashed or hangs. `prepareSession` has to have been called for its session.
 */
export function createPageWindow(
  { address, preload, log }: Screens,
  access: PageAccess,
  page: string,
  { webPreferences, ...look }: BrowserWindowConstructorOptions,
): BrowserWindow {
  const window = new BrowserWindow({
    autoHideMenuBar: true,
    backgroundColor: '#f6f1e7',
    show: false,
    ...look,
    webPreferences: {
      preload,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webviewTag: false,
      spellcheck: false,
      disableDialogs: true,
      // A middle click would ask for a window.
      disableBlinkFeatures: 'Auxclick',
      ...webPreferences,
    },
  })
  window.removeMenu()
  stayOnPage(window, address, page)
  answerCommands(window, address, access, log)
  recoverWindow(window, log)
  return window
}

/** Serves the screens to a session, and refuses its pages everything else. */
export function prepareSession(
  session: Session,
  { address, rendererDirectory, brand, speech, log }: Screens,
  access: PageAccess,
): void {
  // The windows of a machine that has been set up come after those that asked.
  if (session.protocol.isProtocolHandled(address.scheme)) return
  const staticFile = createStaticFiles(rendererDirectory, brand, speech)
  const posterPage = createPosterPage(rendererDirectory, access, log)
  posterPage.prepare()
  session.protocol.handle(address.scheme, async (request) => {
    if (!request.url.startsWith(address.url) || request.method !== 'GET') return new Response(null, { status: 404 })
    const { pathname } = new URL(request.url)
    const { status, headers, body } = (pathname === '/' && (await posterPage.page())) || staticFile(pathname)
    return new Response(body, { status, headers })
  })
  session.setPermissionRequestHandler((_contents, _permission, decide) => decide(false))
  session.setPermissionCheckHandler(() => false)
  session.setDevicePermissionHandler(() => false)
  session.on('will-download', (event) => event.preventDefault())
  // Nothing a page asks for may leave this machine: only the screens' own scheme is let through.
  session.webRequest.onBeforeRequest(({ url }, decide) => {
    decide({
      cancel:
        !url.startsWith(address.url) &&
        !url.startsWith('devtools:') &&
        !url.startsWith('data:') &&
        !url.startsWith('blob:'),
    })
  })
}

function stayOnPage(window: BrowserWindow, address: ScreenAddress, page: string): void {
  const { webContents } = window
  webContents.on('will-navigate', (event) => event.preventDefault())
  webContents.on('will-redirect', (event) => event.preventDefault())
  // Chromium asks nobody before it goes to about:blank.
  webContents.on('did-navigate', (_event, url) => {
    if (!url.startsWith(address.url)) void window.loadURL(page)
  })
}

/** Who asks is told by the window that was asked, never by what a page says of itself. */
function answerCommands(window: BrowserWindow, address: ScreenAddress, access: PageAccess, log: Log): void {
  const { webContents } = window
  webContents.ipc.handle('kiosk:invoke', (event, method: unknown, input: unknown) => {
    const { senderFrame: frame } = event
    const ours = frame !== null && frame === webContents.mainFrame && frame.url.startsWith(address.url)
    if (!ours) return err({ type: 'forbidden' })
    const { api } = access
    // To the page this is a main process that is away for a moment.
    if (!api) throw new Error('one moment')
    return dispatch(api, method, input, log)
  })
  const unsubscribe = access.subscribe((event) => webContents.send('kiosk:event', event))
  window.on('closed', unsubscribe)
}

/** The sale lives in this process: a page that crashed or hangs is reloaded and finds it where it was. */
function recoverWindow(window: BrowserWindow, log: Log): void {
  window.webContents.on('render-process-gone', (_event, { reason }) => {
    log.warn('window lost its page', { reason })
    setTimeout(() => {
      if (!window.isDestroyed()) window.webContents.reload()
    }, RELOAD_MS)
  })
  void reviveWhatHangs(window, log)
}

/** Once a second the page is asked for a sign of life: Chromium itself speaks up only after a touch, and after 30 s. */
async function reviveWhatHangs(window: BrowserWindow, log: Log): Promise<void> {
  const { webContents } = window
  const away = (): boolean => window.isDestroyed() || webContents.isCrashed() || webContents.isDevToolsOpened()
  while (!window.isDestroyed()) {
    await sleep(HEARTBEAT_MS)
    if (away()) continue
    const patience = webContents.isLoading() ? LOADING_MS : HANG_MS
    // A page that goes away while it is asked has its own way back.
    const alive = webContents.executeJavaScript('true').catch(() => true) as Promise<boolean>
    if ((await Promise.race([alive, sleep(patience, false)])) || away()) continue
    log.warn('window hangs', { patience })
    webContents.forcefullyCrashRenderer()
  }
}
