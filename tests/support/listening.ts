import type { Page } from 'playwright-core'

/** A piece of sound that reached the loudspeaker. */
export interface Heard {
  /** Seconds on the clock of the loudspeaker. */
  readonly at: number
  /** The same by the clock of the page, in milliseconds: when it leaves the program, without what the system adds. */
  readonly soundsAt: number
  readonly seconds: number
  /** It was ended before it was over. */
  readonly stopped: boolean
}

/** Runs in the page: every piece of sound that reaches the loudspeaker is kept, with its time. */
export function listen(): void {
  const heard: { at: number; soundsAt: number; seconds: number; stopped: boolean }[] = []
  class ListenedTo extends AudioContext {
    override createBufferSource(): AudioBufferSourceNode {
      const node = super.createBufferSource()
      const start = node.start.bind(node)
      const stop = node.stop.bind(node)
      const piece = { at: 0, soundsAt: 0, seconds: 0, stopped: false }
      node.start = (at = 0) => {
        const soundsAt = performance.now() + (at - this.currentTime) * 1000
        heard.push(Object.assign(piece, { at, soundsAt, seconds: node.buffer?.duration ?? 0 }))
        start(at)
      }
      node.stop = () => {
        piece.stopped = piece.at + piece.seconds > this.currentTime
        stop()
      }
      return node
    }
  }
  Object.assign(window, { AudioContext: ListenedTo, heard })
}

/** What the page has let hear so far, once it is so many pieces. */
export async function heardAfter(page: Page, count: number): Promise<readonly Heard[]> {
  await page.waitForFunction((least) => (window as unknown as { heard: unknown[] }).heard.length >= least, count)
  return page.evaluate(() => (window as unknown as { heard: Heard[] }).heard)
}
