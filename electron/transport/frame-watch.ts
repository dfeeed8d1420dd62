/** A hung page is restored within 10 s (kiosk-ux). A page that is loading on a slow computer gets more heartbeats. */
const HEARTBEAT_MS = 1_000
const HANG_HEARTBEATS = 6
const LOADING_HEARTBEATS = 30

export interface WatchedPage {
  readonly isClosed: () => boolean
  /** Returns true if no frame is expected, for example in the background. */
  readonly isExempt: () => boolean
  readonly isLoading: () => boolean
  /**
   * Resolves after the next frame with the number of frames since the page was loaded; null before the page's scripts
   * ran.
   */
  readonly frameCount: () => Promise<number | null>
  readonly onLoaded: (listener: () => void) => void
}

/**
 * Requests a frame of the page every second, and calls `onHung` if none is painted in time. Chromium reports a hung
 * page only 30 s after a touch, and never a page that only stops painting. Resolves when the page is closed.
 */
export async function watchFrames(page: WatchedPage, onHung: () => void): Promise<void> {
  let frames: number | null = 0
  // Heartbeats are counted instead of time, which also passes while the main process or the computer is suspended.
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
    // The frame count is not awaited, because a hung page does not reply.
    void count()
    unpaintedHeartbeats += 1
    const isStarting = page.isLoading() || frames === null
    if (unpaintedHeartbeats < (isStarting ? LOADING_HEARTBEATS : HANG_HEARTBEATS)) continue
    onHung()
    painted()
  }
}
