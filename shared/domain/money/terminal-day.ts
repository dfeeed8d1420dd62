import type { Minor } from './money.ts'

/** Why a terminal did not close its day: its own final word. */
const dayRefusals = [
  /** Its bank, or the way to it, did not answer. */
  'provider-down',
  /** It knows no such order, or may not do it for this machine. */
  'not-set-up',
  'declined',
] as const

export type DayRefusal = (typeof dayRefusals)[number]

export interface DaySum {
  readonly currency: string
  readonly amount: Minor
}

/** The end of a card terminal's day: it hands its payments over to its bank, and begins to count again. */
export interface TerminalDay {
  /** Of the tender. */
  readonly kind: string
  readonly driver: string
  /**
   * `not-asked`: a shift has ended, and the terminal was not told. `unavailable`: it was not reached. `unknown`: it was told, and nobody
   * knows whether it did. `wanted`: it takes no payments before. All but `closed` is still to be done.
   */
  readonly standing: 'closed' | 'refused' | 'unavailable' | 'unknown' | 'not-asked' | 'wanted'
  /** Of a refusal; else empty. */
  readonly reason: DayRefusal | ''
  /** How often it was told to. */
  readonly tries: number
  /** What the terminal says that it handed over; null: it does not say. */
  readonly told: DaySum | null
  /** The same by the ledger: what was taken over it less what was given back, since its last end of day. */
  readonly ours: readonly DaySum[]
  /** What the terminal wants printed. */
  readonly lines: readonly string[]
}

export const isDayClosed = ({ standing }: Pick<TerminalDay, 'standing'>): boolean => standing === 'closed'

/** By how much the terminal's sum is above ours, in its own currency; null: it told none. */
export function dayDifference({ told, ours }: Pick<TerminalDay, 'told' | 'ours'>): Minor | null {
  if (told === null) return null
  return told.amount - (ours.find(({ currency }) => currency === told.currency)?.amount ?? 0)
}
