import type { Random } from './random.ts'

interface Due {
  readonly atMs: number
  readonly order: number
  readonly action: () => void | Promise<void>
  cancelled: boolean
}

const LATEST_MS = 5

/** Creates a clock that advances only when no action is left. The seed decides the order of simultaneous actions. */
export function createVirtualTime(random: Random) {
  /** Pending actions, earliest first. */
  const queue: Due[] = []
  const sleeping = new Set<() => void>()
  let nowMs = 0

  function after(delayMs: number, action: Due['action']): () => void {
    const due: Due = { atMs: nowMs + Math.max(0, delayMs), order: random.below(2 ** 32), action, cancelled: false }
    queue.splice(queue.findLastIndex((other) => earlier(other, due)) + 1, 0, due)
    return () => {
      due.cancelled = true
    }
  }

  return {
    now: () => nowMs,
    after,
    /** Sleeps for at least `ms` milliseconds and, like real timers, ends a little late. */
    sleep(ms: number, signal?: AbortSignal): Promise<void> {
      if (signal?.aborted) return Promise.resolve()
      return new Promise((resolve) => {
        const cancel = after(ms + random.below(LATEST_MS), wake)
        const forget = (): void => signal?.removeEventListener('abort', wake)
        function wake(): void {
          cancel()
          forget()
          sleeping.delete(forget)
          resolve()
        }
        signal?.addEventListener('abort', wake)
        sleeping.add(forget)
      })
    },
    /** Cancels all actions, because an abort signal with a listener would retain the simulation in memory. */
    end() {
      for (const forget of sleeping) forget()
      queue.length = 0
    },
    async runUntil(endMs: number, afterEach: () => void) {
      await settled()
      for (let due = queue[0]; due && due.atMs <= endMs; due = queue[0]) {
        queue.shift()
        if (due.cancelled) continue
        nowMs = due.atMs
        await due.action()
        await settled()
        afterEach()
      }
      nowMs = Math.max(nowMs, endMs)
    },
  }
}

export type VirtualTime = ReturnType<typeof createVirtualTime>

/** Resolves when all promises that can settle have settled: the event loop has completed a full turn. */
function settled(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve)
  })
}

const earlier = (a: Due, b: Due): boolean => a.atMs < b.atMs || (a.atMs === b.atMs && a.order < b.order)
