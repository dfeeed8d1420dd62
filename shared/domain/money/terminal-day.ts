import type { Minor } from './money.ts'

export type EndOfDayRefusal =
  /** The bank, or the connection to the bank, did not respond. */
  | 'provider-down'
  /** The terminal does not support the request, or does not permit the request from this machine. */
  | 'not-set-up'
  | 'declined'

export interface EndOfDayTotal {
  readonly currency: string
  readonly amount: Minor
}

/** End of day of a card terminal, which submits payments to the bank and resets the totals. */
export interface TerminalDay {
  readonly kind: string
  readonly driver: string
  /**
   * `not-asked`: a shift has ended, but no request was sent to the terminal. `unknown`: the terminal received the
   * request, but the outcome is unknown. `wanted`: the terminal accepts no payments before its end of day.
   */
  readonly standing: 'closed' | 'refused' | 'unavailable' | 'unknown' | 'not-asked' | 'wanted'
  /** Reason of a refusal; empty without a refusal. */
  readonly reason: EndOfDayRefusal | ''
  /** Number of requests sent to the terminal. */
  readonly tries: number
  /** Submitted total that the terminal reported; null if there is none. */
  readonly told: EndOfDayTotal | null
  /** Total of the terminal's payments minus refunds since its last end of day, according to the ledger. */
  readonly ours: readonly EndOfDayTotal[]
  /** Lines that the terminal requests to be printed. */
  readonly lines: readonly string[]
}

export const isDayClosed = ({ standing }: Pick<TerminalDay, 'standing'>): boolean => standing === 'closed'

/** Returns the terminal's total minus the ledger's total; null if the terminal reported no total. */
export function dayDifference({ told, ours }: Pick<TerminalDay, 'told' | 'ours'>): Minor | null {
  if (told === null) return null
  return told.amount - (ours.find(({ currency }) => currency === told.currency)?.amount ?? 0)
}
