import { BrowserWindow, type BrowserWindowConstructorOptions, powerSaveBlocker, screen, session } from 'electron'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isOwnKey, mayReachPage } from '../../shared/domain/kiosk-keys.ts'
import { saleOfTickets } from '../../shared/kiosk-api/contract.ts'
import type { Log } from '../core/ports/ports.ts'
import { drawTickets, type PageAccess } from './dispatch.ts'
import { covering, customerDisplayFor, displayFor, type Placed, soon, stayOver } from './display-place.ts'
import { createPageWindow, prepareSession, type Screens } from './page-window.ts'

export interface WindowOptions {
  readonly screens: Screens
  readonly access: PageAccess
  /** Fills the screen, without a way out. */
  readonly kiosk: boolean
  /** Which display shows it, counted from the left. */
  readonly display: number
  /** Keys of the customers' keypad. */
  readonly keypadKeys: ReadonlySet<string>
  /** In kiosk mode the window closes with the program only. */
  readonly mayClose: () => boolean
  /** A second window, for the customer at the desk. */
  readonly customerSide: CustomerSide | null
}

export interface KioskWindow {
  /** To the front, should anything be before it. */
  readonly show: () => void
  /** Locked or not, for others to come. */
  readonly close: () => Promise<void>
}

/** The kiosk's window, and the one of the customer's side of a desk. */
export async function openKioskWindow(options: WindowOptions): Promise<KioskWindow> {
  const { screens, customerSide, mayClose } = options
  prepareSession(session.defaultSession, screens, options.access)
  let window = createWindow(options)
  const customers = customerSide && showToCustomers({ screens, ...customerSide, desk: () => window, mayClose })
  // A page's script can close its window, and nobody is asked: a locked kiosk then has another.
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
    // Without a window manager only a window that is made so lies where it should.
    ...(kiosk && chosen && covering(chosen)),
    kiosk,
    fullscreen: kiosk,
    frame: !kiosk,
    webPreferences: { devTools: !kiosk },
  })
  if (kiosk) lockWindow(window, options)
  else openTicketsOf(window, options)
  // With the keys: without a window manager nobody else gives it them.
  window.once('ready-to-show', () => window.show())
  return window
}

/** A page that asks for a window gets none but that of the tickets of its sale, which goes with the page's own. */
function openTicketsOf(window: BrowserWindow, { screens, access }: WindowOptions): void {
  const { address, log, opensTickets } = screens
  const opened = new Set<BrowserWindow>()
  window.once('closed', () => {
    for (const each of opened) each.destroy()
  })
  async function open(saleId: string): Promise<void> {
    const document = await drawTickets(access, saleId, log)
    // Meanwhile the demo may have ended.
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

/** Creates a window in a session without permissions and without the program's screens. */
function createTicketWindow(): BrowserWindow {
  const partition = 'tickets'
  const its = session.fromPartition(partition)
  its.setPermissionRequestHandler((_contents, _permission, decide) => decide(false))
  its.setPermissionCheckHandler(() => false)
  its.setDevicePermissionHandler(() => false)
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

/** Shows the PDF in Chromium's own viewer, which reads files. Its file goes with the window. */
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

/** Stays in front, as large as its display, deaf to the keys of browsers and desktops, until the program ends. */
function lockWindow(window: BrowserWindow, { display, keypadKeys, mayClose, screens }: WindowOptions): void {
  const { webContents } = window
  const fill = stayOver(window, () => displayFor(screen.getAllDisplays(), display))
  screen.on('display-added', fill)
  screen.on('display-removed', fill)
  screen.on('display-metrics-changed', fill)
  // Electron forgets it of a window that is shown filling its display.
  window.on('show', () => window.setAlwaysOnTop(true, 'screen-saver'))
  // In full screen on Linux, one that was minimised tells no more than that the keys went elsewhere.
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
  // A script's `moveTo` and `resizeTo`.
  webContents.on('content-bounds-updated', (event) => event.preventDefault())
  webContents.on('did-finish-load', () => {
    void webContents.setVisualZoomLevelLimits(1, 1)
    void withoutChoosers(window, screens.log)
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
    log.error('screen.file-chooser-not-blocked', error)
  }
}

interface CustomerSide {
  readonly access: PageAccess
  /** A display by its number from the left, the first that is not the desk's, or a window to be moved by hand. */
  readonly place: 'auto' | 'window' | number
}

export interface CustomerWindow {
  /** Opens, moves or closes the window as displays and the desk now are. */
  readonly arrange: () => void
  readonly stop: () => void
}

/**
 * The customer's side of a desk, in a window of its own. It takes no keys from the cashier, fills a display that is not
 * the desk's while there is one, and follows displays that are plugged in and out. Its session is its own, so that
 * Chromium gives it a process of its own: when it dies, the desk does not.
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
}): CustomerWindow {
  const partition = 'customer-display'
  prepareSession(session.fromPartition(partition), screens, access)
  const page = `${screens.address.url}#display`
  let window: BrowserWindow | null = null
  let refill = (): void => undefined
  let stopped = false

  function open(look: BrowserWindowConstructorOptions): BrowserWindow {
    const opened = createPageWindow(screens, access, page, {
      ...look,
      // Nobody may ever touch it, and it reads the sale aloud all the same.
      webPreferences: { partition, devTools: false, autoplayPolicy: 'no-user-gesture-required' },
    })
    opened.once('ready-to-show', () => opened.showInactive())
    opened.once('closed', () => {
      if (window !== opened) return
      window = null
      // Its frame is there to close it by; without one only the page's own script can have done it.
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
    screen.off('display-added', arrange)
    screen.off('display-removed', arrange)
    screen.off('display-metrics-changed', arrange)
    close()
  }

  screen.on('display-added', arrange)
  screen.on('display-removed', arrange)
  screen.on('display-metrics-changed', arrange)
  return { arrange, stop }
}
