import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { Clock } from '../core/ports/ports.ts'

/** A longer timer than this goes off at once: it is counted in 31 bits. */
const LONGEST_TIMER_MS = 2 ** 31 - 1

/** The machine's clocks. `monoMs` counts from this call, whatever the wall clock does. */
export function createSystemClock(): Clock {
  const bootId = randomUUID()
  const startedMs = performance.now()
  return {
    now: () => ({ monoMs: Math.round(performance.now() - startedMs), bootId, wallUtc: new Date().toISOString() }),
    async sleep(ms, signal) {
      if (signal?.aborted) return
      try {
        for (let left = ms; left >= 0; left -= LONGEST_TIMER_MS) {
          await wait(Math.min(left, LONGEST_TIMER_MS), undefined, { ...(signal && { signal }), ref: true })
        }
      } catch (error) {
        if (!(error instanceof Error) || error.name !== 'AbortError') throw error
      }
    },
  }
}
