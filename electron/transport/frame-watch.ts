/** With these values a hung page is restored within 10 s (kiosk-ux). A loading page gets longer, for weak machines. */
const HEARTBEAT_MS = 1_000
const HANG_HEARTBEATS = 6
const LOADING_HEARTBEATS = 30

/** A page whose frames are watched. */
export interface WatchedPage {
  readonly isClosed: () => boolean
  /** Returns true if no frame is expected, for example in the background. */
  readonly isExempt: () => boolean
  readonly isLoading: () => boolean
  /** Resolves after the next frame with the number painted since the page was loaded; null before its scripts ran. */
  readonly frameCount: () => Promise<number | null>
  /** Calls the listener after each load. */
  readonly onLoaded: (listener: () => void) => void
}

/**
 * Requests a frame of the page every second, and calls `onHung` if none is painted in time. Time in which no frame is
 * expected does not count. Chromium itself reports a page only after a touch and 30 s, and never one whose scripts run
 * while nothing is drawn. Resolves when the page is closed.
 */
export async function watchFrames(page: WatchedPage, onHung: () => void): Promise<void> {
  let frames: number | null = 0
  // Heartbeats, not time: while this process is blocked or the machine is suspended, a page cannot report its frames.
  let unpaintedHeartbeats = 0
  const painted = (): void => void (unpaintedHeartbeats = 0)
  async function count(): Promise<void> {
    const counted = await page.frameCount()
    if (counted !== null && counted !== frames) painted()
    frames = counted
  }
  // A page that was loaded again counts from the beginning, and has HANG_HEARTBEATS until its first frame.
  page.onLoaded(() => {
    frames = 0
    painted()
  })
  while (!page.isClosed()) {
    await new Promise((resolve) => setTimeout(resolve, HEARTBEAT_MS))
    if (page.isClosed()) return
    if (page.isExempt()) {
      painted()
      continue
    }
    // Not awaited: a page that hangs does not reply.
    void count()
    unpaintedHeartbeats += 1
    const isStarting = page.isLoading() || frames === null
    if (unpaintedHeartbeats < (isStarting ? LOADING_HEARTBEATS : HANG_HEARTBEATS)) continue
    onHung()
    painted()
  }
}
