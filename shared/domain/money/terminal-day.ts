import type { Minor } from './money.ts'

/** Final reasons of a terminal for not running its end of day. */
const dayRefusals = [
  /** The bank, or the connection to it, did not respond. */
  'provider-down',
  /** The terminal does not support the request, or does not permit it to this machine. */
  'not-set-up',
  'declined',
] as const

export type EndOfDayRefusal = (typeof dayRefusals)[number]

export interface EndOfDayTotal {
  readonly currency: string
  readonly amount: Minor
}

/** End of day of a card terminal: it submits its payments to its bank and resets its totals. */
export interface TerminalDay {
  /** Kind of the tender. */
  readonly kind: string
  readonly driver: string
  /**
   * `not-asked`: a shift has ended, but no request was sent to the terminal. `unavailable`: the terminal was
   * unreachable. `unknown`: the terminal received the request, but the outcome is unknown. `wanted`: the terminal
   * accepts no payments before its end of day. In all cases but `closed`, the end of day is still due.
   */
  readonly standing: 'closed' | 'refused' | 'unavailable' | 'unknown' | 'not-asked' | 'wanted'
  /** Reason of a refusal; otherwise empty. */
  readonly reason: EndOfDayRefusal | ''
  /** Number of requests sent to the terminal. */
  readonly tries: number
  /** Total submitted, according to the terminal; null if it reports none. */
  readonly told: EndOfDayTotal | null
  /** Total of the terminal's payments minus refunds since its last end of day, according to the ledger. */
  readonly ours: readonly EndOfDayTotal[]
  /** Lines that the terminal requests to be printed. */
  readonly lines: readonly string[]
}

export const isDayClosed = ({ standing }: Pick<TerminalDay, 'standing'>): boolean => standing === 'closed'

/**
 * Returns the terminal's total minus that of the ledger, in the terminal's currency; null if the terminal reported
 * none.
 */
export function dayDifference({ told, ours }: Pick<TerminalDay, 'told' | 'ours'>): Minor | null {
  if (told === null) return null
  return told.amount - (ours.find(({ currency }) => currency === told.currency)?.amount ?? 0)
}
