import { z } from 'zod'
import type { Clock } from '../core/ports.ts'
import { readWhole, writeWhole } from '../whole-file.ts'

const FREE_TRIES = 3
const FIRST_LOCK_MS = 15_000
/** 17 hours: longer than any shift. */
const MOST_DOUBLINGS = 12

const shape = z.strictObject({ wrong: z.record(z.string(), z.int().min(1)) })

/**
 * After three wrong tries in a row a person's PIN is locked, and each further wrong try doubles the lock. The count is on
 * disk before the answer is given: a restart begins the lock anew, and no clock of the machine shortens it.
 */
export interface PinLocks {
  /** Whole seconds until the next try; 0: now. */
  secondsLeft(id: string): number
  failed(id: string): void
  passed(id: string): void
}

export function openPinLocks(path: string, clock: Clock): PinLocks {
  const wrong = new Map(Object.entries(readWhole(path, shape)?.wrong ?? {}))
  const lockedUntil = new Map<string, number>()
  const keep = (): void => writeWhole(path, { wrong: Object.fromEntries(wrong) })
  const lock = (id: string, tries: number): void => {
    if (tries < FREE_TRIES) return
    const lockMs = FIRST_LOCK_MS * 2 ** Math.min(tries - FREE_TRIES, MOST_DOUBLINGS)
    lockedUntil.set(id, clock.now().monoMs + lockMs)
  }
  for (const [id, tries] of wrong) lock(id, tries)
  return {
    secondsLeft: (id) => Math.max(0, Math.ceil(((lockedUntil.get(id) ?? 0) - clock.now().monoMs) / 1000)),
    failed(id) {
      const tries = (wrong.get(id) ?? 0) + 1
      wrong.set(id, tries)
      keep()
      lock(id, tries)
    },
    passed(id) {
      lockedUntil.delete(id)
      if (wrong.delete(id)) keep()
    },
  }
}
