import type { CashMove, DrawerCount } from './drawer.ts'
import type { Minor, TaxShare } from './money.ts'
import type { CashboxEmptying, CashboxPeople } from './notes.ts'
import type { Takings } from './trade.ts'

/** An X report shows the takings of the shift so far; a Z report also ends the shift. */
export type ClosureKind = 'X' | 'Z'

export interface ClosureSummary extends ClosureHead {
  /** Ledger row that identifies the report. */
  readonly seq: number
  readonly takings: readonly CurrencyTakings[]
}

interface ClosureHead {
  readonly kind: ClosureKind
  /** Number of the shift, from 1. */
  readonly shiftNo: number
  /** Wall time of the shift's first row and of the report, ISO 8601 UTC. */
  readonly from: string
  readonly to: string
  /** Null if the report was made automatically at the time in the settings. */
  readonly staffId: string | null
}

interface CurrencyTakings {
  readonly currency: string
  readonly tickets: number
  readonly net: Minor
}

/** Signed X or Z report, with the details behind its totals. */
export interface ShiftReport extends ClosureHead {
  readonly register: string
  /** Number of sales whose tickets were issued or handed over in the shift. */
  readonly sales: number
  readonly duplicates: number
  /** Number of unfinished sales of any shift with seats or money. */
  readonly waiting: number
  /** Openings of the drawer without a sale, in chronological order. */
  readonly openings: readonly DrawerOpening[]
  /** Reports of the currencies, sorted by currency code. */
  readonly currencies: readonly CurrencyReport[]
  /** End of day of the terminals closed with the shift; the result may arrive after the report. */
  readonly terminalDays: readonly TerminalDay[]
  readonly anchor: ClosureAnchor
}

/** `staffId`: null if no named person opened the drawer. */
export interface DrawerOpening {
  readonly atUtc: string
  readonly staffId: string | null
  /** Approver of the opening; null if no approval was required. */
  readonly second: string | null
  readonly reason: string
}

/** Printed values that make a later change to the ledger file detectable. */
interface ClosureAnchor {
  /** Ledger row of the report, and the first and last rows that the report covers. */
  readonly seq: number
  readonly firstSeq: number
  readonly lastSeq: number
  /** Hash of the last row, hexadecimal. */
  readonly tailHash: string
  /** Hash of the report's own row, hexadecimal. */
  readonly hash: string
  readonly keyId: string
  /** Text of the signed code printed on a Z report; null for an X report. */
  readonly code: string | null
}

export interface CurrencyReport extends Takings {
  readonly currency: string
  /** Tax contained in the net takings, highest rate first; empty if the seller is not liable for tax. */
  readonly taxes: readonly TaxShare[]
  /** Takings by event, which add up to the takings of the currency. */
  readonly events: readonly EventReport[]
  readonly tenders: readonly TenderReport[]
  /** Cash rounding of payments minus cash rounding of refunds, in minor units; absent if 0. */
  readonly rounding?: Minor
  /** Payments via providers named in the ledger, including payments whose outcome is unknown. */
  readonly providers: readonly ProviderReport[]
  /** Totals by the staff member who took or refunded the money. */
  readonly cashiers: readonly CashierReport[]
  /** Refunds from any shift that were decided but not handed over by the time of the report. */
  readonly owed: Minor
  /** Credit vouchers that were neither spent nor paid out by the time of the report. */
  readonly openSlips: PaymentSum
  /** Vouchers in `openSlips` that a hub manages and that may have been spent at another register. */
  readonly hubSlips: PaymentSum
  /** Payments of customers on their accounts, by tender. They do not count as sales. */
  readonly accountPayments: readonly (PaymentSum & { readonly kind: string })[]
  /** Null if no cash was moved or counted. */
  readonly drawer: DrawerReport | null
  /** Report of the cashbox of a note acceptor; null if there is nothing to report. */
  readonly cashbox: CashboxReport | null
  /** Set if cash is still to be counted: do not show any amount that reveals the expected cash. */
  readonly blind?: true
  /** Totals since the start of the ledger, including the current shift. */
  readonly perpetualNet: Minor
  readonly perpetualAbs: Minor
}

export interface EventReport extends Takings {
  readonly title: string
  /** Local date-time in the partner's format. */
  readonly startsAt: string
  readonly zones: readonly (Takings & { readonly name: string })[]
}

export interface TenderReport {
  readonly kind: string
  readonly count: number
  readonly amount: Minor
  readonly refunds: number
  readonly refunded: Minor
}

export interface ProviderReport extends TenderReport {
  readonly driver: string
  /** Payments of any shift with an unknown outcome at the time of the report. */
  readonly open: PaymentSum
  /** Refunds of any shift with an unknown outcome at the time of the report. */
  readonly refunding: PaymentSum
  /** Payments of any shift that differ from the request and still have to be resolved by staff. */
  readonly unmatched: PaymentSum
}

export interface PaymentSum {
  readonly count: number
  readonly amount: Minor
}

export interface CashierReport extends Omit<TenderReport, 'kind' | 'count'> {
  /** Null if the customer paid without help from staff. */
  readonly staffId: string | null
  /** Number of sales; each sale counts once, for the cashier who took the sale's last payment. */
  readonly sales: number
}

export interface DrawerReport {
  readonly openingFloat: Minor
  readonly paidIn: Minor
  readonly paidOut: Minor
  /** Cash moved from the drawer into the safe. */
  readonly dropped: Minor
  /** Credit vouchers paid out in cash. */
  readonly slipsPaid: Minor
  /** Payments of customers on their accounts in cash. */
  readonly accountsPaid: Minor
  /** Cash received minus change and refunds. */
  readonly cash: Minor
  readonly expected: Minor
  /** Cash at the last count plus later movements; null if the drawer was not counted. */
  readonly counted: Minor | null
  /** Whether cash moved since the last count, or the drawer was never counted. */
  readonly uncounted: boolean
  readonly counts: readonly DrawerCount[]
  readonly movements: readonly CashMovement[]
}

export interface CashboxReport {
  /** Wall time of the last emptying in any shift, ISO 8601 UTC; null if the cashbox was never emptied. */
  readonly sinceUtc: string | null
  /** Notes inserted since the last emptying, in descending order of value. */
  readonly notes: readonly { readonly value: Minor; readonly count: number }[]
  /** Number of inserted notes of unknown value. */
  readonly unknown: number
  /** Null if the cashbox is closed. */
  readonly open: CashboxPeople | null
  readonly emptied: readonly CashboxEmptying[]
}

export interface CashMovement extends DrawerOpening {
  readonly kind: CashMove
  readonly amount: Minor
}

/** Marks currencies with uncounted cash as `blind` in an X report; a Z report is returned unchanged. */
export function blindReading(report: ShiftReport): ShiftReport {
  if (report.kind === 'Z') return report
  const currencies = report.currencies.map((one) =>
    one.drawer?.uncounted || one.cashbox?.notes.length ? ({ ...one, blind: true } as const) : one,
  )
  return { ...report, currencies }
}

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
