import type { Faults } from './faults.ts'
import type { GroundTruth } from './ground-truth.ts'
import type { Random } from './random.ts'
import type { VirtualTime } from './virtual-time.ts'

export interface World {
  readonly time: VirtualTime
  readonly random: Random
  readonly faults: Faults
  readonly truth: GroundTruth
  readonly tell: (who: string, what: string) => void
  /** Returns true after closing time, when new actions and faults no longer occur. */
  readonly closing: () => boolean
}

/**
 * Faulty programs that the simulation must detect. `early-timeout`: the mobile money driver stops polling while the
 * code can still be paid. `drops-open-payment`: the program stops querying an open payment. `forgets-refund`: the
 * program loses the record of a requested refund. `credits-escrow`: the driver counts each note in escrow as stored in
 * the cashbox. `counts-invoices`: the program prints invoice numbers from a counter outside the ledger. `composes-again`:
 * the program composes the purchases of several booking sessions again after a restart. `forgets-account-entries`: the
 * program sends no credits and payments of customer accounts to the hub. `renumbers-unsigned`: the program sends an
 * unsigned invoice to the fiscal service again under a new number. `repeats-copies`: the program publishes tickets for a
 * telephone under the number of their last copy.
 */
export type Control =
  | 'early-timeout'
  | 'drops-open-payment'
  | 'forgets-refund'
  | 'credits-escrow'
  | 'counts-invoices'
  | 'composes-again'
  | 'forgets-account-entries'
  | 'renumbers-unsigned'
  | 'repeats-copies'

export const BEGINNING = Date.parse('2026-03-14T12:00:00.000Z')

/** Clock of external devices, which are never switched off. */
export const clockOf = ({ time }: World, bootId: string) => ({
  now: () => ({ monoMs: time.now(), bootId, wallUtc: new Date(BEGINNING + time.now()).toISOString() }),
  sleep: (ms: number, signal?: AbortSignal) => time.sleep(ms, signal),
})

export const seconds = (n: number): number => n * 1_000
