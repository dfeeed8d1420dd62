import { setTimeout as sleep } from 'node:timers/promises'
import { BrowserWindow, type BrowserWindowConstructorOptions, type Session, type WebContents } from 'electron'
import { err } from '../../shared/domain/result.ts'
import { NEXT_FRAME, type ScreenFault } from '../../shared/api/kiosk/command.ts'
import type { BrandPicture, Log, SpeechFile } from '../kiosk/ports/ports.ts'
import { dispatch, type PageAccess } from './dispatch.ts'
import { type WatchedPage, watchFrames } from './frame-watch.ts'
import type { ScreenAddress } from './browser.ts'
import { PosterPage } from './poster-page.ts'
import { createScreenFiles, mayRequest } from './screen-files.ts'
import { withTabs } from './static-files.ts'

export interface Screens {
  readonly address: ScreenAddress
  readonly rendererDirectory: string
  readonly brand: readonly BrandPicture[]
  readonly speech: () => readonly SpeechFile[]
  readonly preload: string
  readonly log: Log
  /** Returns whether a page may open the tickets of a sale in another window. */
  readonly opensTickets: () => boolean
}

/** Delay before a reload while the kiosk restarts and cannot count the fault. */
const RELOAD_MS = 500

/**
 * Creates a sandboxed window that cannot leave its page. `prepareSession` must be called first for the window's
 * session.
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
      // A middle click would open a link in a new window.
      disableBlinkFeatures: 'Auxclick',
      ...webPreferences,
    },
  })
  window.removeMenu()
  stayOnPage(window, address, page)
  answerCommands(window, address, access, log)
  recoverWindow(window, access, log)
  return window
}

/** Serves the screens to a session, and refuses all other requests from its pages. */
export function prepareSession(
  session: Session,
  { address, rendererDirectory, brand, speech, log, opensTickets }: Screens,
  access: PageAccess,
): void {
  // The session already serves the screens if the windows of the kiosk are reopened after a set-up.
  if (session.protocol.isProtocolHandled(address.scheme)) return
  const screenFile = createScreenFiles({ rendererDirectory, brand, speech })
  const posterPage = new PosterPage(rendererDirectory, access, log)
  posterPage.prepare()
  session.protocol.handle(address.scheme, async (request) => {
    if (!request.url.startsWith(address.url) || request.method !== 'GET') return new Response(null, { status: 404 })
    const { pathname, search } = new URL(request.url)
    const { status, headers, body } =
      (pathname === '/' && (await posterPage.page())) || (await screenFile(pathname, search))
    return new Response(body, { status, headers: pathname === '/' && opensTickets() ? withTabs(headers) : headers })
  })
  denyPermissions(session)
  session.on('will-download', (event) => event.preventDefault())
  // Only the scheme of the screens is allowed, so that no request leaves the computer.
  session.webRequest.onBeforeRequest(({ url }, decide) => decide({ cancel: !mayRequest(url, address.url) }))
}

export function denyPermissions(session: Session): void {
  session.setPermissionRequestHandler((_contents, _permission, decide) => decide(false))
  session.setPermissionCheckHandler(() => false)
  session.setDevicePermissionHandler(() => false)
}

function stayOnPage(window: BrowserWindow, address: ScreenAddress, page: string): void {
  const { webContents } = window
  // A failed page reloads itself, so navigation to its own address is allowed.
  webContents.on('will-navigate', (event) => {
    if (event.url !== page) event.preventDefault()
  })
  webContents.on('will-redirect', (event) => event.preventDefault())
  // Chromium fires no `will-navigate` event before it goes to about:blank.
  webContents.on('did-navigate', (_event, url) => {
    if (!url.startsWith(address.url)) void window.loadURL(page)
  })
}

/** Handles the commands of a page. The receiving window identifies the sender, whatever the page itself claims. */
function answerCommands(window: BrowserWindow, address: ScreenAddress, access: PageAccess, log: Log): void {
  const { webContents } = window
  webContents.ipc.handle('kiosk:invoke', (event, method: unknown, input: unknown) => {
    const { senderFrame: frame } = event
    const ours = frame !== null && frame === webContents.mainFrame && frame.url.startsWith(address.url)
    if (!ours) return err({ type: 'forbidden' })
    const { api } = access
    // The page treats the error as a temporary loss of the main process.
    if (!api) throw new Error('one moment')
    return dispatch(api, method, input, log)
  })
  const unsubscribe = access.subscribe((event) => webContents.send('kiosk:event', event))
  window.on('closed', unsubscribe)
}

/** Reloads a page that crashed or hangs. The sale continues, because it is stored in the main process. */
function recoverWindow(window: BrowserWindow, access: PageAccess, log: Log): void {
  const { webContents } = window
  let isHung = false
  async function reload(error: string): Promise<void> {
    const kind = isHung ? 'hung' : 'lost'
    isHung = false
    await sleep(await reloadDelay(access, { kind, error, message: '', stack: '' }, log))
    if (!window.isDestroyed()) webContents.reload()
  }
  webContents.on('render-process-gone', (_event, { reason }) => void reload(reason))
  void watchFrames(watchedPage(window), () => {
    isHung = true
    webContents.forcefullyCrashRenderer()
  })
}

/** Reports the fault. Resolves with the delay before the page is reloaded, in milliseconds. */
async function reloadDelay(access: PageAccess, fault: ScreenFault, log: Log): Promise<number> {
  try {
    const reply = await access.api?.reportScreenFault?.(fault)
    if (reply?.ok) return reply.value.reloadMs
    log.warn('screen.failed', { ...fault })
  } catch (error) {
    // The page is reloaded even if the report fails.
    log.error('screen.report-failed', error)
  }
  return RELOAD_MS
}

function watchedPage(window: BrowserWindow): WatchedPage {
  const { webContents } = window
  // The system may stop painting a covered window. On Wayland, the only sign is that no window is focused.
  const isInBackground = (): boolean =>
    !window.isKiosk() && !window.isFullScreen() && BrowserWindow.getFocusedWindow() === null
  return {
    isClosed: () => window.isDestroyed(),
    isExempt: () => webContents.isCrashed() || webContents.isDevToolsOpened() || isInBackground(),
    isLoading: () => webContents.isLoading(),
    frameCount: () => frameCount(webContents),
    onLoaded: (listener) => void webContents.on('did-navigate', listener),
  }
}

/**
 * Resolves after the next frame with the number of frames since the page was loaded; null before the page's scripts
 * ran.
 */
async function frameCount(webContents: WebContents): Promise<number | null> {
  const code = `globalThis.${NEXT_FRAME}?.() ?? null`
  // A page that is being reloaded does not reply.
  const counted: unknown = await webContents.executeJavaScript(code).catch(() => null)
  return typeof counted === 'number' ? counted : null
}
