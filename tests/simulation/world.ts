import type { Faults } from './faults.ts'
import type { GroundTruth } from './ground-truth.ts'
import type { Random } from './random.ts'
import type { VirtualTime } from './virtual-time.ts'

/** What everything in one simulated venue shares. */
export interface World {
  readonly time: VirtualTime
  readonly random: Random
  readonly faults: Faults
  readonly truth: GroundTruth
  /** One line of the story: when, who, what. */
  readonly tell: (who: string, what: string) => void
  /** True from closing time on: nobody starts anything new, nothing goes wrong any more. */
  readonly closing: () => boolean
}

/**
 * Programs that have to fail. `hasty`: its driver of mobile money gives up while its code can still be paid. `forgetful`: a payment that
 * its sale went on without is asked about no more. `careless`: it forgets that it told a provider to give money back.
 * `trusting`: its driver takes each note that is held for one that is in the box.
 */
export type Control = 'hasty' | 'forgetful' | 'careless' | 'trusting'

/** Wall time at the beginning of every story. */
export const BEGINNING = Date.parse('2026-03-14T12:00:00.000Z')

/** The clock of what stands beside the kiosks, and is never switched off. */
export const clockOf = ({ time }: World, bootId: string) => ({
  now: () => ({ monoMs: time.now(), bootId, wallUtc: new Date(BEGINNING + time.now()).toISOString() }),
  sleep: (ms: number, signal?: AbortSignal) => time.sleep(ms, signal),
})

export const seconds = (n: number): number => n * 1_000
