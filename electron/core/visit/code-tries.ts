import type { Clock } from '../ports/ports.ts'

/** So many wrong codes are taken within the time in which each of them counts. */
const FREE_TRIES = 5
const COUNTS_MS = 300_000

/**
 * Wrong collection codes of all of a machine's customers: there are too many codes to find one at this pace. A
 * right one takes none of them back, or somebody who has one could try on for ever.
 */
export interface CodeTries {
  /** Whole seconds until the next try; 0: now. */
  secondsLeft(): number
  failed(): void
}

export function countCodeTries(clock: Pick<Clock, 'now'>): CodeTries {
  let wrong: readonly number[] = []
  const counted = (nowMs: number): readonly number[] => wrong.filter((atMs) => nowMs - atMs < COUNTS_MS)
  return {
    secondsLeft() {
      const nowMs = clock.now().monoMs
      const last = counted(nowMs).at(-FREE_TRIES)
      return last === undefined ? 0 : Math.ceil((last + COUNTS_MS - nowMs) / 1000)
    },
    failed() {
      const nowMs = clock.now().monoMs
      wrong = [...counted(nowMs), nowMs]
    },
  }
}
