import type { Clock } from '../../core/ports/ports.ts'

/** A wait is made of pieces of so long, each of which counts once, however late it ends. */
const sliceMs = 100

/**
 * Resolves after so many milliseconds of the program's own time, or once `enough`. While the computer stood still nothing
 * that came was heard, and so that time does not count.
 */
export async function ownTime(clock: Clock, limitMs: number, enough: AbortSignal): Promise<void> {
  for (let left = limitMs; left > 0 && !enough.aborted; left -= sliceMs) {
    await clock.sleep(Math.min(left, sliceMs), enough)
  }
}
