import { type BrowserWindow, type BrowserWindowConstructorOptions, screen, session } from 'electron'
import { covering, customerDisplayFor, type Placed, stayOver } from './display-place.ts'
import type { PageAccess } from './dispatch.ts'
import { createPageWindow, prepareSession, type Screens } from './page-window.ts'

export interface CustomerSide {
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
export function showToCustomers({
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
