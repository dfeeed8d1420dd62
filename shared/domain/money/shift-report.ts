import type { CashMove, DrawerCount } from './drawer.ts'
import type { Minor } from './money.ts'
import type { NoteBoxEmptying, NoteBoxPeople } from './notes.ts'
import type { TerminalDay } from './terminal-day.ts'
import type { Takings } from './trade.ts'

/** X: what the shift has taken so far, as often as wanted. Z: the same, and the shift ends. */
export type ClosureKind = 'X' | 'Z'

/** A closure among others. */
export interface ClosureSummary {
  /** Its row; names it. */
  readonly seq: number
  readonly kind: ClosureKind
  readonly shiftNo: number
  /** Wall time of the shift's first row and of the closure, ISO 8601 UTC. */
  readonly from: string
  readonly to: string
  /** Who asked for it; null: the hour that the settings name. */
  readonly staffId: string | null
  readonly takings: readonly CurrencyTakings[]
}

/** The net of `Takings`. */
interface CurrencyTakings {
  readonly currency: string
  readonly tickets: number
  readonly net: Minor
}

/** Everything a shift's report says: the closure as the ledger signed it, and what lies behind its sums. */
export interface ShiftReport {
  readonly kind: ClosureKind
  readonly register: string
  /** From 1. */
  readonly shiftNo: number
  /** Wall time of the shift's first row and of the closure, ISO 8601 UTC. */
  readonly from: string
  readonly to: string
  /** Who asked for it; null: the hour that the settings name. */
  readonly staffId: string | null
  /** Sales whose tickets were issued or handed over in the shift, and tickets printed once more as a duplicate. */
  readonly sales: number
  readonly duplicates: number
  /** Number of sales of any shift that had seats or money and were unfinished. */
  readonly waiting: number
  /** Tax that prices contained at the closure, in percent; null if the seller is not liable. */
  readonly taxRate: number | null
  /** The drawer opened without a sale, in order. */
  readonly openings: readonly DrawerOpening[]
  /** By currency code. */
  readonly currencies: readonly CurrencyReport[]
  /** Of the terminals that were told to close their day with the shift: what became of it by now, which may be later than the closure. */
  readonly terminalDays: readonly TerminalDay[]
  readonly anchor: ClosureAnchor
}

/** `atUtc` is wall time, ISO 8601 UTC; `staffId` is null where nobody in particular did it. */
export interface DrawerOpening {
  readonly atUtc: string
  readonly staffId: string | null
  /** Who answered for it, too; null where one person was enough. */
  readonly second: string | null
  readonly reason: string
}

/** What fixes the ledger up to the closure: on paper it is out of reach of a change to the file. */
interface ClosureAnchor {
  /** Row of the closure, first and last row it sums up. */
  readonly seq: number
  readonly firstSeq: number
  readonly lastSeq: number
  /** Hash of the last row, hexadecimal. */
  readonly tailHash: string
  /** Hash of the closure's own row: the head of the chain when it was made, hexadecimal. */
  readonly hash: string
  readonly keyId: string
  /** Text of the signed code that a Z carries on paper; null on an X. */
  readonly code: string | null
}

/** All amounts in minor units. */
export interface CurrencyReport extends Takings {
  readonly currency: string
  /** Tax contained in the net takings; null if no rate is set. */
  readonly tax: Minor | null
  /** The takings add up to those of the currency. */
  readonly events: readonly EventReport[]
  readonly tenders: readonly TenderReport[]
  /**
   * Cash rounding in the tenders less that in the refunds, in minor units; negative if less was taken than the prices.
   * Absent if 0.
   */
  readonly rounding?: Minor
  /**
   * The part of the tenders that was paid via providers that the ledger names, and payments whose outcome is unknown.
   */
  readonly providers: readonly ProviderReport[]
  /** By the person who took the money or gave it back. */
  readonly cashiers: readonly CashierReport[]
  /** What customers were owed at that moment, whatever shift promised it: given back, but not in their hands yet. */
  readonly owed: Minor
  /** Credit slips that nobody had spent or been paid by then. */
  readonly openSlips: PaymentSum
  /** Those of them that a hub had the word about: they may have been spent elsewhere. */
  readonly hubSlips: PaymentSum
  /** Null where no cash moved and none was counted. */
  readonly drawer: DrawerReport | null
  /** The box of a device for notes; null where there is nothing to tell of it. */
  readonly noteBox: NoteBoxReport | null
  /** For somebody who has yet to count the drawer, or the note box: nothing is told from which its cash could be worked out. */
  readonly blind?: true
  /** Since the ledger began, this shift included. */
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
  /** Payments, and what they brought in. */
  readonly count: number
  readonly amount: Minor
  readonly refunds: number
  readonly refunded: Minor
}

export interface ProviderReport extends TenderReport {
  /** That speaks with it. */
  readonly driver: string
  /** At that moment, whatever shift began them: asked for, and not known what became of them. */
  readonly open: PaymentSum
  /** Likewise: it was told to give that back, and has not said what became of it. */
  readonly refunding: PaymentSum
  /** Likewise: the provider took another sum or currency than it was asked for, and people have to see to it. */
  readonly unmatched: PaymentSum
}

export interface PaymentSum {
  readonly count: number
  readonly amount: Minor
}

export interface CashierReport extends Omit<TenderReport, 'kind' | 'count'> {
  /** Null: the customer paid without anybody's help. */
  readonly staffId: string | null
  /** Each sale counts once, for the cashier who took its last payment. */
  readonly sales: number
}

export interface DrawerReport {
  readonly openingFloat: Minor
  readonly paidIn: Minor
  readonly paidOut: Minor
  /** Into the safe. */
  readonly dropped: Minor
  /** To those who brought credit slips. */
  readonly slipsPaid: Minor
  /** Cash taken less change and refunds. */
  readonly cash: Minor
  /** What must be in the drawer by the books. */
  readonly expected: Minor
  /**
   * What was found there, with what moved since, if anybody counted; the difference is over (above 0) or short, of all
   * counts of the shift together.
   */
  readonly counted: Minor | null
  /** Cash moved since the last count, or nobody counted. */
  readonly uncounted: boolean
  /** Every count of the shift, in order. */
  readonly counts: readonly DrawerCount[]
  /** In order. */
  readonly movements: readonly CashMovement[]
}

export interface NoteBoxReport {
  /** When it was emptied last, whatever shift that was in: wall time, ISO 8601 UTC; null: never. */
  readonly sinceUtc: string | null
  /** In it since then, largest first. */
  readonly notes: readonly { readonly value: Minor; readonly count: number }[]
  /** Further ones, whose value nobody knows. */
  readonly unknown: number
  /** Who has it open; null: nobody. */
  readonly open: NoteBoxPeople | null
  /** In the shift, in order. */
  readonly emptied: readonly NoteBoxEmptying[]
}

export interface CashMovement extends DrawerOpening {
  readonly kind: CashMove
  readonly amount: Minor
}

/** A reading as those may see it who are still to count: what they would find there stays out of it. A Z tells everything. */
export function blindReading(report: ShiftReport): ShiftReport {
  if (report.kind === 'Z') return report
  const currencies = report.currencies.map((one) =>
    one.drawer?.uncounted || one.noteBox?.notes.length ? ({ ...one, blind: true } as const) : one,
  )
  return { ...report, currencies }
}
