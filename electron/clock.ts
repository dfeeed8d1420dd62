import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { Clock } from './core/ports.ts'

/** The machine's clocks: `performance.now()` counts monotonically since this start, whatever the wall clock does. */
export function createSystemClock(): Clock {
  const bootId = randomUUID()
  return {
    now: () => ({ monoMs: Math.round(performance.now()), bootId, wallUtc: new Date().toISOString() }),
    async sleep(ms, signal) {
      if (signal?.aborted) return
      try {
        await wait(ms, undefined, { ...(signal && { signal }), ref: true })
      } catch (error) {
        if (!(error instanceof Error) || error.name !== 'AbortError') throw error
      }
    },
  }
}
