import { setTimeout as sleep } from 'node:timers/promises'
import { BrowserWindow, ipcMain, powerSaveBlocker, protocol, screen, session, type IpcMainInvokeEvent } from 'electron'
import type { KioskApi, KioskEvent } from '../../shared/kiosk-api/contract.ts'
import { err } from '../../shared/domain/result.ts'
import type { Log } from '../core/ports.ts'
import { dispatch } from './dispatch.ts'
import { displayFor, mayReachPage } from './kiosk-lock.ts'
import type { ScreenAddress } from './screen-address.ts'
import { createStaticFiles } from './static-files.ts'

export interface WindowOptions {
  readonly api: KioskApi
  readonly subscribe: (listener: (event: KioskEvent) => void) => () => void
  readonly log: Log
  readonly screens: ScreenAddress
  readonly rendererDirectory: string
  readonly preload: string
  /** Fills the screen, without a way out. */
  readonly kiosk: boolean
  /** Which display shows it, counted from the left. */
  readonly display: number
  /** In kiosk mode the window closes with the program only. */
  readonly mayClose: () => boolean
}

/** A page that crashes at once on every load must not keep the machine busy. */
const RELOAD_MS = 500

/** With these a page that hangs is back within 10 s (kiosk-ux); weak machines get longer for a page that is loading. */
const HEARTBEAT_MS = 1_000
const HANG_MS = 6_000
const LOADING_MS = 30_000

export interface KioskWindow {
  /** To the front, should anything be before it. */
  readonly show: () => void
}

/** The kiosk's window: sandboxed, without permissions, without a way to another page. */
export async function openKioskWindow(options: WindowOptions): Promise<KioskWindow> {
  serveScreens(options)
  denyEverything(options.screens)
  let window = createWindow(options)
  // A page's script can close its window, and nobody is asked: a locked kiosk then has another.
  const reopen = (): void => {
    if (!options.kiosk || options.mayClose()) return
    options.log.warn('window was closed by its page')
    window = createWindow(options)
    window.once('closed', reopen)
    void window.loadURL(options.screens.url)
  }
  window.once('closed', reopen)
  await window.loadURL(options.screens.url)
  return {
    show() {
      if (window.isMinimized()) window.restore()
      window.focus()
    },
  }
}

function createWindow(options: WindowOptions): BrowserWindow {
  const window = new BrowserWindow({
    width: 1080,
    height: 1920,
    // Without a window manager only a window that is made so lies where it should.
    ...(options.kiosk && displayFor(screen.getAllDisplays(), options.display)?.bounds),
    kiosk: options.kiosk,
    fullscreen: options.kiosk,
    frame: !options.kiosk,
    autoHideMenuBar: true,
    backgroundColor: '#f6f1e7',
    show: false,
    webPreferences: {
      preload: options.preload,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webviewTag: false,
      spellcheck: false,
      navigateOnDragDrop: false,
      disableDialogs: true,
      // A middle click would ask for a window.
      disableBlinkFeatures: 'Auxclick',
      devTools: !options.kiosk,
    },
  })
  window.removeMenu()
  stayOnKiosk(window, options.screens)
  answerCommands(window, options)
  recoverWindow(window, options.log)
  if (options.kiosk) lockWindow(window, options)
  window.once('ready-to-show', () => {
    window.show()
    // Without a window manager nobody else gives it the keys, least of all after a window before it.
    window.focus()
  })
  return window
}

/** Stays in front, as large as its display, deaf to the keys of browsers and desktops, until the program ends. */
function lockWindow(window: BrowserWindow, { display, mayClose, log }: WindowOptions): void {
  const { webContents } = window
  const fill = (): void => {
    const chosen = displayFor(screen.getAllDisplays(), display)
    if (chosen && !window.isDestroyed()) window.setBounds(chosen.bounds)
  }
  screen.on('display-added', fill)
  screen.on('display-removed', fill)
  screen.on('display-metrics-changed', fill)
  window.setAlwaysOnTop(true, 'screen-saver')
  window.on('minimize', () => window.restore())
  window.on('leave-full-screen', () => window.setKiosk(true))
  window.on('close', (event) => {
    if (!mayClose()) event.preventDefault()
  })
  webContents.on('before-input-event', (event, press) => {
    if (!mayReachPage(press)) event.preventDefault()
  })
  webContents.on('context-menu', (event) => event.preventDefault())
  // A script's `moveTo` and `resizeTo`.
  webContents.on('content-bounds-updated', (event) => event.preventDefault())
  webContents.on('did-finish-load', () => {
    void webContents.setVisualZoomLevelLimits(1, 1)
    void withoutChoosers(window, log)
  })
  const awake = powerSaveBlocker.start('prevent-display-sleep')
  window.on('closed', () => {
    powerSaveBlocker.stop(awake)
    screen.off('display-added', fill)
    screen.off('display-removed', fill)
    screen.off('display-metrics-changed', fill)
  })
}

/** A page that asks for a file gets the system's chooser, a way to look around the disk: only a debugger can refuse it. */
async function withoutChoosers({ webContents }: BrowserWindow, log: Log): Promise<void> {
  try {
    if (!webContents.debugger.isAttached()) webContents.debugger.attach('1.3')
    await webContents.debugger.sendCommand('Page.enable')
    await webContents.debugger.sendCommand('Page.setInterceptFileChooserDialog', { enabled: true })
  } catch (error) {
    log.error('choosers of files are not refused', error)
  }
}

function serveScreens({ screens, rendererDirectory }: WindowOptions): void {
  const staticFile = createStaticFiles(rendererDirectory)
  protocol.handle(screens.scheme, (request) => {
    if (!request.url.startsWith(screens.url) || request.method !== 'GET') return new Response(null, { status: 404 })
    const { status, headers, body } = staticFile(new URL(request.url).pathname)
    return new Response(body, { status, headers })
  })
}

function denyEverything(screens: ScreenAddress): void {
  const { defaultSession } = session
  defaultSession.setPermissionRequestHandler((_contents, _permission, decide) => decide(false))
  defaultSession.setPermissionCheckHandler(() => false)
  defaultSession.setDevicePermissionHandler(() => false)
  defaultSession.on('will-download', (event) => event.preventDefault())
  // Nothing a page asks for may leave this machine: only the screens' own scheme is let through.
  defaultSession.webRequest.onBeforeRequest(({ url }, decide) => {
    decide({
      cancel:
        !url.startsWith(screens.url) &&
        !url.startsWith('devtools:') &&
        !url.startsWith('data:') &&
        !url.startsWith('blob:'),
    })
  })
}

function stayOnKiosk(window: BrowserWindow, { url: start }: ScreenAddress): void {
  const { webContents } = window
  webContents.on('will-navigate', (event) => event.preventDefault())
  webContents.on('will-redirect', (event) => event.preventDefault())
  webContents.on('will-attach-webview', (event) => event.preventDefault())
  webContents.setWindowOpenHandler(() => ({ action: 'deny' }))
  // Chromium asks nobody before it goes to about:blank.
  webContents.on('did-navigate', (_event, url) => {
    if (!url.startsWith(start)) void window.loadURL(start)
  })
}

function answerCommands(window: BrowserWindow, { api, subscribe, log, screens }: WindowOptions): void {
  ipcMain.handle('kiosk:invoke', (event: IpcMainInvokeEvent, method: unknown, input: unknown) => {
    const frame = event.senderFrame
    const ours =
      event.sender === window.webContents && frame === window.webContents.mainFrame && frame.url.startsWith(screens.url)
    return ours ? dispatch(api, method, input, log) : err({ type: 'forbidden' })
  })
  const unsubscribe = subscribe((event) => window.webContents.send('kiosk:event', event))
  window.on('closed', () => {
    unsubscribe()
    ipcMain.removeHandler('kiosk:invoke')
  })
}

/** The sale lives in this process: a page that crashed or hangs is loaded anew and finds it where it was. */
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
