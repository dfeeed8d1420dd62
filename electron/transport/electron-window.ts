import { BrowserWindow, ipcMain, protocol, session, type IpcMainInvokeEvent } from 'electron'
import type { KioskApi, KioskEvent } from '../../shared/kiosk-api/contract.ts'
import { err } from '../../shared/domain/result.ts'
import type { Log } from '../core/ports.ts'
import { dispatch } from './dispatch.ts'
import { createStaticFiles } from './static-files.ts'

const SCHEME = 'guichet'
export const KIOSK_URL = `${SCHEME}://kiosk/`

export interface WindowOptions {
  readonly api: KioskApi
  readonly subscribe: (listener: (event: KioskEvent) => void) => () => void
  readonly log: Log
  readonly rendererDirectory: string
  readonly preload: string
  /** Fills the screen, without a way out. */
  readonly kiosk: boolean
}

/** To be called before Electron is ready: the screens come from a scheme of their own, never from the network. */
export function registerScheme(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme: SCHEME, privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true } },
  ])
}

/** The kiosk's window: sandboxed, without permissions, without a way to another page. */
export async function openKioskWindow(options: WindowOptions): Promise<BrowserWindow> {
  serveScreens(options.rendererDirectory)
  denyEverything()
  const window = new BrowserWindow({
    width: 1080,
    height: 1920,
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
      devTools: !options.kiosk,
    },
  })
  window.removeMenu()
  stayOnKiosk(window)
  answerCommands(window, options)
  recoverWindow(window, options.log)
  window.once('ready-to-show', () => window.show())
  await window.loadURL(KIOSK_URL)
  return window
}

function serveScreens(directory: string): void {
  const staticFile = createStaticFiles(directory)
  protocol.handle(SCHEME, (request) => {
    const { host, pathname } = new URL(request.url)
    if (host !== 'kiosk' || request.method !== 'GET') return new Response(null, { status: 404 })
    const { status, headers, body } = staticFile(pathname)
    return new Response(body, { status, headers })
  })
}

function denyEverything(): void {
  const { defaultSession } = session
  defaultSession.setPermissionRequestHandler((_contents, _permission, decide) => decide(false))
  defaultSession.setPermissionCheckHandler(() => false)
  defaultSession.setDevicePermissionHandler(() => false)
  defaultSession.on('will-download', (event) => event.preventDefault())
  // Nothing a page asks for may leave this machine: only the screens' own scheme is let through.
  defaultSession.webRequest.onBeforeRequest(({ url }, decide) => {
    decide({
      cancel:
        !url.startsWith(KIOSK_URL) &&
        !url.startsWith('devtools:') &&
        !url.startsWith('data:') &&
        !url.startsWith('blob:'),
    })
  })
}

function stayOnKiosk({ webContents }: BrowserWindow): void {
  webContents.on('will-navigate', (event) => event.preventDefault())
  webContents.on('will-redirect', (event) => event.preventDefault())
  webContents.on('will-attach-webview', (event) => event.preventDefault())
  webContents.setWindowOpenHandler(() => ({ action: 'deny' }))
}

function answerCommands(window: BrowserWindow, { api, subscribe, log }: WindowOptions): void {
  ipcMain.handle('kiosk:invoke', (event: IpcMainInvokeEvent, method: unknown, input: unknown) => {
    const frame = event.senderFrame
    const ours =
      event.sender === window.webContents && frame === window.webContents.mainFrame && frame.url.startsWith(KIOSK_URL)
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
  const reload = (reason: string): void => {
    log.warn('window reloaded', { reason })
    if (!window.isDestroyed()) window.webContents.reload()
  }
  window.webContents.on('render-process-gone', (_event, { reason }) => reload(reason))
  window.on('unresponsive', () => {
    window.webContents.forcefullyCrashRenderer()
  })
}
