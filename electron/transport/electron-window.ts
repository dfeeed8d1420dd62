import { BrowserWindow, type BrowserWindowConstructorOptions, powerSaveBlocker, screen, session } from 'electron'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isOwnKey, mayReachPage } from '../../shared/domain/kiosk-lock.ts'
import { saleOfTickets } from '../../shared/api/kiosk/contract.ts'
import type { Log } from '../kiosk/ports/ports.ts'
import { drawTickets, type PageAccess } from './dispatch.ts'
import { covering, customerDisplayFor, displayFor, type Placed, soon, stayOver } from './display-place.ts'
import { createPageWindow, denyPermissions, prepareSession, type Screens } from './page-window.ts'

interface WindowOptions {
  readonly screens: Screens
  readonly access: PageAccess
  /** Whether the window fills the screen, so that customers cannot leave it. */
  readonly kiosk: boolean
  /** Number of the display, counted from the left. */
  readonly display: number
  readonly keypadKeys: ReadonlySet<string>
  /** Returns whether the window may close. A kiosk window closes only with the program. */
  readonly mayClose: () => boolean
  /** Second window, for the customer at the desk; null for none. */
  readonly customerSide: CustomerSide | null
}

export interface KioskWindow {
  readonly show: () => void
  /** Closes the window even if it is locked, so that other windows can replace it. */
  readonly close: () => Promise<void>
}

export async function openKioskWindow(options: WindowOptions): Promise<KioskWindow> {
  const { screens, customerSide, mayClose } = options
  prepareSession(session.defaultSession, screens, options.access)
  let window = createWindow(options)
  const customers = customerSide && showToCustomers({ screens, ...customerSide, desk: () => window, mayClose })
  // A script of the page can close its window without confirmation. A locked kiosk therefore opens another window.
  let closing = false
  const closed = (): void => {
    if (!options.kiosk || closing || mayClose()) return customers?.stop()
    screens.log.warn('screen.closed-by-page')
    window = createWindow(options)
    follow()
    void window.loadURL(screens.address.url)
  }
  const follow = (): void => {
    window.once('closed', closed)
    window.on('move', () => customers?.arrange())
  }
  follow()
  await window.loadURL(screens.address.url)
  customers?.arrange()
  return {
    show() {
      if (!window.isDestroyed()) toFront(window)
    },
    async close() {
      closing = true
      if (window.isDestroyed()) return
      const gone = new Promise<void>((resolve) => void window.once('closed', () => resolve()))
      window.destroy()
      await gone
    },
  }
}

function createWindow(options: WindowOptions): BrowserWindow {
  const { screens, access, kiosk } = options
  const chosen = displayFor(screen.getAllDisplays(), options.display)
  const window = createPageWindow(screens, access, screens.address.url, {
    width: 1080,
    height: 1920,
    // Without a window manager, a window must be created at its final position.
    ...(kiosk && chosen && covering(chosen)),
    kiosk,
    fullscreen: kiosk,
    frame: !kiosk,
    webPreferences: { devTools: !kiosk },
  })
  if (kiosk) lockWindow(window, options)
  else openTicketsOf(window, options)
  // `show` also gives the window the keyboard focus, even without a window manager.
  window.once('ready-to-show', () => window.show())
  return window
}

/** Denies every window that a page requests, except the ticket window of its sale. */
function openTicketsOf(window: BrowserWindow, { screens, access }: WindowOptions): void {
  const { address, log, opensTickets } = screens
  const opened = new Set<BrowserWindow>()
  window.once('closed', () => {
    for (const each of opened) each.destroy()
  })
  async function open(saleId: string): Promise<void> {
    const document = await drawTickets(access, saleId, log)
    // The demo may have ended while the tickets were drawn.
    if (!document || window.isDestroyed()) return
    const shown = createTicketWindow()
    opened.add(shown)
    shown.once('closed', () => opened.delete(shown))
    await showTickets(shown, `${saleId}.pdf`, document, log)
  }
  window.webContents.setWindowOpenHandler(({ url }) => {
    const saleId = url.startsWith(address.url) ? saleOfTickets(new URL(url).pathname) : null
    if (saleId !== null && opensTickets()) {
      open(saleId).catch((error: unknown) => log.error('ticket-window.open-failed', error))
    }
    return { action: 'deny' }
  })
}

/** Creates a window in a session without permissions and without access to the program's screens. */
function createTicketWindow(): BrowserWindow {
  const partition = 'tickets'
  denyPermissions(session.fromPartition(partition))
  const window = new BrowserWindow({
    width: 900,
    height: 1000,
    autoHideMenuBar: true,
    webPreferences: {
      partition,
      plugins: true,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      disableBlinkFeatures: 'Auxclick',
    },
  })
  window.removeMenu()
  window.webContents.on('will-navigate', (event) => event.preventDefault())
  return window
}

/** Shows the PDF in Chromium's viewer, which needs a file. The file is deleted when the window closes. */
async function showTickets(window: BrowserWindow, name: string, document: Uint8Array, log: Log): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'guichet-tickets-'))
  window.once('closed', () => {
    try {
      rmSync(folder, { recursive: true, force: true })
    } catch (error) {
      log.error('ticket-window.delete-failed', error)
    }
  })
  const file = join(folder, name)
  writeFileSync(file, document, { mode: 0o600 })
  await window.loadFile(file)
}

function toFront(window: BrowserWindow): void {
  if (window.isMinimized()) window.restore()
  window.focus()
}

/** Makes the window stay in front and fill its display. Blocks the key shortcuts of browsers and desktops. */
function lockWindow(window: BrowserWindow, { display, keypadKeys, mayClose, screens }: WindowOptions): void {
  const { webContents } = window
  const unsubscribe = onDisplaysChanged(stayOver(window, () => displayFor(screen.getAllDisplays(), display)))
  // Electron loses the `alwaysOnTop` setting when it shows a window that fills its display.
  window.on('show', () => window.setAlwaysOnTop(true, 'screen-saver'))
  // On Linux, a minimised full-screen window only reports that it lost the focus.
  const back = soon(() => {
    if (!window.isDestroyed() && !mayClose()) toFront(window)
  })
  window.on('minimize', back)
  window.on('blur', back)
  window.on('leave-full-screen', () => window.setKiosk(true))
  window.on('close', (event) => {
    if (!mayClose()) event.preventDefault()
  })
  webContents.on('before-input-event', (event, press) => {
    if (!mayReachPage(press) && !isOwnKey(press, keypadKeys)) event.preventDefault()
  })
  // Blocks `moveTo` and `resizeTo` calls of scripts.
  webContents.on('content-bounds-updated', (event) => event.preventDefault())
  webContents.on('did-finish-load', () => {
    void webContents.setVisualZoomLevelLimits(1, 1)
    void withoutChoosers(window, screens.log)
  })
  const awake = powerSaveBlocker.start('prevent-display-sleep')
  window.on('closed', () => {
    powerSaveBlocker.stop(awake)
    unsubscribe()
  })
}

function onDisplaysChanged(listener: () => void): () => void {
  screen.on('display-added', listener)
  screen.on('display-removed', listener)
  screen.on('display-metrics-changed', listener)
  return () => {
    screen.off('display-added', listener)
    screen.off('display-removed', listener)
    screen.off('display-metrics-changed', listener)
  }
}

/** Blocks the system's file chooser, which a page can open and which shows the disk. Only a debugger can block it. */
async function withoutChoosers({ webContents }: BrowserWindow, log: Log): Promise<void> {
  try {
    if (!webContents.debugger.isAttached()) webContents.debugger.attach('1.3')
    await webContents.debugger.sendCommand('Page.enable')
    await webContents.debugger.sendCommand('Page.setInterceptFileChooserDialog', { enabled: true })
  } catch (error) {
    log.error('screen.file-chooser-not-blocked', error)
  }
}

interface CustomerSide {
  readonly access: PageAccess
  /**
   * Number of a display from the left, `auto` for the first that is not the desk's, or `window` for a movable window.
   */
  readonly place: 'auto' | 'window' | number
}

/**
 * Shows the customer display of a desk in a window without keyboard input. A separate session gives the window its own
 * process, so that a crash does not affect the desk.
 */
function showToCustomers({
  screens,
  access,
  place,
  desk,
  mayClose,
}: CustomerSide & {
  readonly screens: Screens
  readonly desk: () => BrowserWindow
  readonly mayClose: () => boolean
}) {
  const partition = 'customer-display'
  prepareSession(session.fromPartition(partition), screens, access)
  const page = `${screens.address.url}#display`
  let window: BrowserWindow | null = null
  let refill = (): void => undefined
  let stopped = false

  function open(look: BrowserWindowConstructorOptions): BrowserWindow {
    const opened = createPageWindow(screens, access, page, {
      ...look,
      // The customer display must be able to read the sale aloud before anyone touches the screen.
      webPreferences: { partition, devTools: false, autoplayPolicy: 'no-user-gesture-required' },
    })
    opened.once('ready-to-show', () => opened.showInactive())
    opened.once('closed', () => {
      if (window !== opened) return
      window = null
      // A window with a frame can be closed by hand; a window without a frame only by a script of its page.
      if (place === 'window') return stop()
      screens.log.warn('display.closed-by-page')
      arrange()
    })
    opened.webContents.on('content-bounds-updated', (event) => event.preventDefault())
    opened.loadURL(page).catch((error: unknown) => screens.log.error('display.load-failed', error))
    return opened
  }

  function displayOf(wanted: 'auto' | number): Placed | undefined {
    if (desk().isDestroyed()) return undefined
    const at = screen.getDisplayMatching(desk().getBounds())
    return customerDisplayFor(screen.getAllDisplays(), at, wanted)
  }

  function fill(wanted: 'auto' | number): void {
    const display = displayOf(wanted)
    if (!display) return close()
    if (window) return refill()
    window = open({ ...covering(display), frame: false, focusable: false, skipTaskbar: true, resizable: false })
    refill = stayOver(window, () => displayOf(wanted))
    window.setAlwaysOnTop(true, 'screen-saver')
    window.on('minimize', () => window?.restore())
  }

  function arrange(): void {
    if (stopped || mayClose() || desk().isDestroyed()) return
    if (place === 'window') window ??= open({ width: 1024, height: 768 })
    else fill(place)
  }

  function close(): void {
    const open = window
    window = null
    open?.destroy()
  }

  function stop(): void {
    stopped = true
    unsubscribe()
    close()
  }

  const unsubscribe = onDisplaysChanged(arrange)
  return { arrange, stop }
}
