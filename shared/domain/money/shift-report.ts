import type { CashMove, DrawerCount } from './drawer.ts'
import type { Minor } from './money.ts'
import type { CashboxEmptying, CashboxPeople } from './notes.ts'
import type { TerminalDay } from './terminal-day.ts'
import type { Takings } from './trade.ts'

/**
 * X report: shows the takings of the shift so far, and can be made at any time. Z report: shows the same takings and
 * ends the shift.
 */
export type ClosureKind = 'X' | 'Z'

/** An X or Z report in a list. */
export interface ClosureSummary extends ClosureHead {
  /** Ledger row of the report, which identifies it. */
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
  /** Staff member who requested the report; null if it was made automatically at the time in the settings. */
  readonly staffId: string | null
}

/** The net part of `Takings`. */
interface CurrencyTakings {
  readonly currency: string
  readonly tickets: number
  readonly net: Minor
}

/** Content of a shift's report: the X or Z report as the ledger signed it, and the details behind its totals. */
export interface ShiftReport extends ClosureHead {
  readonly register: string
  /** Number of sales whose tickets were issued or handed over in the shift, and of printed duplicates. */
  readonly sales: number
  readonly duplicates: number
  /** Number of sales of any shift that had seats or money and were unfinished. */
  readonly waiting: number
  /** Tax contained in prices at the time of the report, in percent; null if the seller is not liable. */
  readonly taxRate: number | null
  /** Openings of the drawer without a sale, in order. */
  readonly openings: readonly DrawerOpening[]
  /** Sorted by currency code. */
  readonly currencies: readonly CurrencyReport[]
  /**
   * End of day of the terminals that were closed with the shift: the current result, which may be later than the
   * report.
   */
  readonly terminalDays: readonly TerminalDay[]
  readonly anchor: ClosureAnchor
}

/** `atUtc` is wall time, ISO 8601 UTC; `staffId` is null if no named person opened the drawer. */
export interface DrawerOpening {
  readonly atUtc: string
  readonly staffId: string | null
  /** The approver; null if none was required. */
  readonly second: string | null
  readonly reason: string
}

/**
 * Values that fix the content of the ledger up to the report: once printed, they cannot be altered by changes to the
 * file.
 */
interface ClosureAnchor {
  /** Ledger row of the report, and the first and last rows that the report covers. */
  readonly seq: number
  readonly firstSeq: number
  readonly lastSeq: number
  /** Hash of the last row, hexadecimal. */
  readonly tailHash: string
  /** Hash of the report's own row, which was the head of the chain when it was made, hexadecimal. */
  readonly hash: string
  readonly keyId: string
  /** Text of the signed code printed on a Z report; null for an X report. */
  readonly code: string | null
}

/** All amounts in minor units. */
export interface CurrencyReport extends Takings {
  readonly currency: string
  /** Tax contained in the net takings; null if no rate is set. */
  readonly tax: Minor | null
  /** The takings of the events add up to those of the currency. */
  readonly events: readonly EventReport[]
  readonly tenders: readonly TenderReport[]
  /**
   * Cash rounding in the tenders minus that in the refunds, in minor units; negative if the amount taken is below the
   * prices. Absent if 0.
   */
  readonly rounding?: Minor
  /** The part of the tenders that was paid via providers named in the ledger, and payments whose outcome is unknown. */
  readonly providers: readonly ProviderReport[]
  /** Totals by the staff member who took or refunded the money. */
  readonly cashiers: readonly CashierReport[]
  /** Refunds due to customers at the time of the report, decided in any shift but not handed over yet. */
  readonly owed: Minor
  /** Credit vouchers that were neither spent nor paid out by the time of the report. */
  readonly openSlips: PaymentSum
  /** The part of `openSlips` that a hub manages; these vouchers may have been spent at another register. */
  readonly hubSlips: PaymentSum
  /** Null if no cash was moved or counted. */
  readonly drawer: DrawerReport | null
  /** Report of the cashbox of a note acceptor; null if there is nothing to report. */
  readonly cashbox: CashboxReport | null
  /** Set if the drawer or the cashbox is still to be counted: do not show any amount that reveals its cash. */
  readonly blind?: true
  /** Totals since the ledger began, including this shift. */
  readonly perpetualNet: Minor
  readonly perpetualAbs: Minor
}

export interface EventReport extends Takings {
  readonly title: string
  /** Local date-time as the partner wrote it. */
  readonly startsAt: string
  readonly zones: readonly (Takings & { readonly name: string })[]
}

export interface TenderReport {
  readonly kind: string
  /** Number of payments, and their total. */
  readonly count: number
  readonly amount: Minor
  readonly refunds: number
  readonly refunded: Minor
}

export interface ProviderReport extends TenderReport {
  /** Driver of the provider. */
  readonly driver: string
  /** Payments pending at the time of the report, from any shift: requested, with an unknown outcome. */
  readonly open: PaymentSum
  /** Refunds pending at the time of the report, from any shift: requested, with an unknown outcome. */
  readonly refunding: PaymentSum
  /**
   * Payments from any shift whose amount or currency differs from the request, and which staff still have to resolve at
   * the time of the report.
   */
  readonly unmatched: PaymentSum
}

export interface PaymentSum {
  readonly count: number
  readonly amount: Minor
}

export interface CashierReport extends Omit<TenderReport, 'kind' | 'count'> {
  /** Null if the customer paid without help from staff. */
  readonly staffId: string | null
  /** Each sale counts once, for the cashier who took its last payment. */
  readonly sales: number
}

export interface DrawerReport {
  readonly openingFloat: Minor
  readonly paidIn: Minor
  readonly paidOut: Minor
  /** Cash moved into the safe. */
  readonly dropped: Minor
  /** Credit vouchers paid out in cash. */
  readonly slipsPaid: Minor
  /** Cash received less change and refunds. */
  readonly cash: Minor
  /** Expected cash in the drawer according to the ledger. */
  readonly expected: Minor
  /**
   * Cash found at the last count, plus movements since; null if the drawer was not counted. The difference from
   * `expected` (above 0: over, below: short) is the total difference of all counts of the shift.
   */
  readonly counted: Minor | null
  /** Whether cash moved since the last count, or the drawer was never counted. */
  readonly uncounted: boolean
  /** Every count of the shift, in order. */
  readonly counts: readonly DrawerCount[]
  /** In chronological order. */
  readonly movements: readonly CashMovement[]
}

export interface CashboxReport {
  /** Wall time of the last emptying in any shift, ISO 8601 UTC; null if the cashbox was never emptied. */
  readonly sinceUtc: string | null
  /** Notes inserted since the last emptying, largest value first. */
  readonly notes: readonly { readonly value: Minor; readonly count: number }[]
  /** Number of further notes of unknown value. */
  readonly unknown: number
  /** The staff member and the approver who have the cashbox open; null if it is closed. */
  readonly open: CashboxPeople | null
  /** Emptyings during the shift, in order. */
  readonly emptied: readonly CashboxEmptying[]
}

export interface CashMovement extends DrawerOpening {
  readonly kind: CashMove
  readonly amount: Minor
}

/**
 * Returns a report for staff who have not counted the cash yet: an X report is marked as `blind` for each currency with
 * uncounted cash. A Z report is returned unchanged.
 */
export function blindReading(report: ShiftReport): ShiftReport {
  if (report.kind === 'Z') return report
  const currencies = report.currencies.map((one) =>
    one.drawer?.uncounted || one.cashbox?.notes.length ? ({ ...one, blind: true } as const) : one,
  )
  return { ...report, currencies }
}
