import type { CountedPiece } from './cash.ts'
import type { HubAttestation } from './credit-voucher.ts'
import type { Minor } from './money.ts'
import type { TenderKind } from './tender.ts'

/** Cash movements without a sale: into the drawer, out of the drawer, or from the drawer into the safe. */
export const cashMoves = ['paid-in', 'paid-out', 'cash-dropped'] as const
export type CashMove = (typeof cashMoves)[number]

/** Drawer operations other than sales; an opening float may be 0, a moved amount must be above 0. */
export type DrawerAct =
  | { readonly type: 'shift-opened'; readonly currency: string; readonly amount: Minor }
  | {
      readonly type: CashMove
      readonly currency: string
      readonly amount: Minor
      readonly reason: string
      readonly second?: string
    }
  | { readonly type: 'drawer-opened'; readonly reason: string; readonly second?: string }
  | {
      readonly type: 'slip-paid-out'
      readonly slipId: string
      readonly currency: string
      readonly amount: Minor
      readonly second: string
      /** Attestation of the hub; absent if the voucher was not reported to a hub. */
      readonly word?: HubAttestation
    }
  | ({ readonly type: 'account-paid' } & AccountPaid)
  | {
      readonly type: 'drawer-counted'
      readonly currency: string
      readonly pieces: readonly CountedPiece[]
      readonly receiver?: string
    }

/** Payment of a customer on an account, in cash, with a payment that staff confirm, or by cheque or bank transfer. */
export interface AccountPaid {
  /** Identifies the payment at the hub. */
  readonly reference: string
  /** Number of the account. */
  readonly account: string
  readonly currency: string
  readonly amount: Minor
  readonly tender: TenderKind
  readonly received: Minor
  readonly change: Minor
  /** Approval number of the payment, number of the document, or the staff member who took the cash. */
  readonly approval: string
  /** Staff member who approved a cheque or bank transfer; absent for other tenders. */
  readonly second?: string
  /** References of the charges to pay first, as stored at the hub. */
  readonly items: readonly string[]
  /** Receipt numbers of the sales with these charges. */
  readonly receipts: readonly string[]
}

/** The current shift without the expected cash, which must not be visible during a blind count. */
export interface ShiftState {
  readonly shiftNo: number
  /** Wall time of the shift's first ledger row, ISO 8601 UTC; null if the shift has no ledger row. */
  readonly sinceUtc: string | null
  /** Time of the first ledger row that a report shows, ISO 8601 UTC; null if there is none. */
  readonly activeSinceUtc: string | null
  /** State of the drawer in each currency in which it was opened or counted, or cash was moved, during the shift. */
  readonly drawers: readonly DrawerState[]
  /** Number of unfinished sales of any shift that have seats or money. */
  readonly openSales: number
  /** Refunds that were decided but not yet handed over to customers. */
  readonly owed: readonly { readonly currency: string; readonly amount: Minor }[]
}

/** Returns whether the shift has no activity since the last Z report; false before the first Z report. */
export function hasNothingToClose({
  shiftNo,
  activeSinceUtc,
}: Pick<ShiftState, 'shiftNo' | 'activeSinceUtc'>): boolean {
  return shiftNo > 1 && activeSinceUtc === null
}

export interface DrawerState {
  readonly currency: string
  /** Opening float; null if none was entered. */
  readonly float: Minor | null
  /** The last count; null if the drawer was not counted. */
  readonly counted: DrawerCount | null
  /** Whether cash moved since the last count, or since the start of the shift. */
  readonly uncounted: boolean
}

export interface DrawerCount {
  readonly atUtc: string
  /** Staff member who counted; null for a count without a named person. */
  readonly staffId: string | null
  /** Staff member who confirmed the count and took over the drawer; absent without a handover. */
  readonly receiver?: string
  readonly total: Minor
  /** Cumulative difference of the shift's counts so far, in minor units; negative if cash is missing. */
  readonly difference: Minor
  readonly pieces: readonly CountedPiece[]
}
