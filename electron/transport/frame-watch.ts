/**
 * A hung page is restored within 10 s (kiosk-ux). A page that is loading gets more heartbeats, because a machine may be
 * slow.
 */
const HEARTBEAT_MS = 1_000
const HANG_HEARTBEATS = 6
const LOADING_HEARTBEATS = 30

/** A page whose frames are watched. */
export interface WatchedPage {
  readonly isClosed: () => boolean
  /** Returns true if no frame is expected, for example in the background. */
  readonly isExempt: () => boolean
  readonly isLoading: () => boolean
  /**
   * Resolves after the next frame with the number of frames painted since the page was loaded; null before its scripts
   * ran.
   */
  readonly frameCount: () => Promise<number | null>
  /** Calls the listener after each load. */
  readonly onLoaded: (listener: () => void) => void
}

/**
 * Requests a frame of the page every second, and calls `onHung` if none is painted in time. Time in which no frame is
 * expected does not count. Chromium itself reports a hung page only 30 s after a touch, and never reports a page whose
 * scripts still run although it paints nothing. Resolves when the page is closed.
 */
export async function watchFrames(page: WatchedPage, onHung: () => void): Promise<void> {
  let frames: number | null = 0
  // Heartbeats are counted instead of time, because a page cannot report its frames while this process is blocked or
  // the machine is suspended.
  let unpaintedHeartbeats = 0
  const painted = (): void => void (unpaintedHeartbeats = 0)
  async function count(): Promise<void> {
    const counted = await page.frameCount()
    if (counted !== null && counted !== frames) painted()
    frames = counted
  }
  // After a reload, the frame count starts again from 0, and the page has HANG_HEARTBEATS to paint its first frame.
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
    // The count is not awaited, because a page that hangs does not reply.
    void count()
    unpaintedHeartbeats += 1
    const isStarting = page.isLoading() || frames === null
    if (unpaintedHeartbeats < (isStarting ? LOADING_HEARTBEATS : HANG_HEARTBEATS)) continue
    onHung()
    painted()
  }
}
