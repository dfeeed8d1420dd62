import type { Customer } from '../customer.ts'
import type { CancellationAnswered, WayBack } from './after-sale.ts'
import { cashBack } from '../money/cash.ts'
import type { KnownSlip } from '../money/credit-slip.ts'
import type { Minor } from '../money/money.ts'
import type { Place } from '../seats/place.ts'
import type { PrintJob, SaleState } from './sale.ts'
import { isCash, type TenderKind } from '../money/tender.ts'

/** Limits how many sales a search returns. The latest come first. */
export const MAX_FOUND_SALES = 20

/** A sale that was made here, as one line of a list. */
export interface SaleSummary {
  readonly saleId: string
  /** Id of the order; null if the sale never had one. */
  readonly orderId: string | null
  /** When its first seats were asked for, ISO 8601 UTC. */
  readonly begunUtc: string
  readonly state: SaleState
  readonly eventId: string
  readonly eventTitle: string
  readonly startsAt: string
  /** Of its tickets; before there are any, of its order; empty once nothing is left of it. */
  readonly places: readonly Place[]
  readonly amount: Minor
  readonly currency: string
  /** Ways in which money was taken, as the ledger names them. */
  readonly tenders: readonly string[]
  /** What its tickets that were given back had cost. */
  readonly returned: Minor
  /** The part of `returned` that the customer does not have yet. */
  readonly owed: Minor
}

/** A sale that was looked for. */
export interface MatchingSale extends SaleSummary {
  /** Those of its tickets that the words name by code, number or seat; none where they name the sale. */
  readonly namedTickets: readonly string[]
}

/** One sale whole: what was sold, how it was paid, what came out, who did what. */
export interface SaleFile extends SaleSummary {
  /** Under this name the booking service lists its tickets. */
  readonly ownerRef: string
  /** As long as they are remembered. */
  readonly customer?: Customer
  readonly tickets: readonly FiledTicket[]
  readonly payments: readonly FiledPayment[]
  /** Ids of tickets that the booking service no longer lists as sold; absent if there are none or it did not answer. */
  readonly cancelled?: readonly string[]
  readonly returns: readonly FiledReturn[]
  /** One for each return, and one where all the money of a sale without tickets went back. */
  readonly slips: readonly FiledSlip[]
  /** Credit slips that its money became, and how each stands; left out: none. */
  readonly credits?: readonly KnownSlip[]
  /** In the order they happened. */
  readonly acts: readonly FiledAct[]
  /** Only in the shift that sold it may a sale be voided. */
  readonly ofThisShift: boolean
}

export interface FiledTicket {
  readonly ticketId: string
  readonly ticketNumber: string
  readonly place: Place
  readonly price: Minor
  /** Its papers, the original (0) first. */
  readonly papers: readonly { readonly copyNumber: number; readonly state: PrintJob['state'] }[]
}

/** Tickets that were given back. */
export interface FiledReturn {
  readonly reference: string
  readonly kind: 'refund' | 'void'
  readonly atUtc: string
  /** Who did it, and who answered for it beside them. */
  readonly staffId: string | null
  readonly second: string
  readonly reason: string
  readonly ticketIds: readonly string[]
  readonly amount: Minor
  readonly back: readonly (WayBack & { readonly paid: boolean })[]
  /** What came of it at the booking service; `asked`: it has not answered yet. */
  readonly cancellation: CancellationAnswered['outcome'] | 'asked' | 'not-asked'
}

/** A paper that says what went back to the customer. */
export interface FiledSlip {
  readonly reference: string
  /** Papers of it after the first. */
  readonly copies: number
}

export interface FiledPayment {
  readonly reference: string
  readonly kind: TenderKind
  readonly state: string
  readonly amount: Minor
  /** Null where nothing was taken. */
  readonly received: Minor | null
  readonly change: Minor | null
  readonly approval: string | null
}

export interface FiledAct {
  readonly seq: number
  /** As the journal names it. */
  readonly code: string
  readonly atUtc: string
  readonly staffId: string | null
}

/** What somebody knows of a sale. */
export interface SaleQuery {
  /** The beginning of its order's number, a ticket's code or number, a seat, a payment's approval, a customer's telephone number; empty: anything. */
  readonly words: string
  /** When it began, from and until before, ISO 8601 UTC; null: any time. */
  readonly period: { readonly fromUtc: string; readonly untilUtc: string } | null
}

/**
 * Splits the refund of tickets of this price among the tenders of the payment, or puts it all on the given tender. No tender
 * refunds more than it took. Cash is refunded as it was received, rounded to existing coins. Null if there is no such split.
 */
export function waysBack(
  { payments, returns, currency }: Pick<SaleFile, 'payments' | 'returns' | 'currency'>,
  price: Minor,
  over: TenderKind | undefined,
): readonly WayBack[] | null {
  const approved = payments.filter(({ state }) => state === 'approved')
  const given = returns.flatMap(({ back }) => back)
  let open = price
  const ways = [...new Set(approved.map(({ kind }) => kind))].flatMap((kind): readonly WayBack[] => {
    const came = approved.filter((each) => each.kind === kind)
    const went = given.filter((each) => each.kind === kind)
    const taken = {
      share: sum(came.map(({ amount }) => amount)),
      handed: sum(came.map(({ amount, received, change }) => (received ?? amount) - (change ?? 0))),
    }
    const before = {
      share: sum(went.map(({ amount, rounding = 0 }) => amount - rounding)),
      handed: sum(went.map(({ amount }) => amount)),
    }
    const share = over === undefined || over === kind ? Math.min(open, taken.share - before.share) : 0
    if (share <= 0) return []
    open -= share
    const amount = isCash(kind) ? cashBack(taken, before, share, currency) : share
    return [{ kind, amount, ...(amount !== share && { rounding: amount - share }) }]
  })
  return open === 0 ? ways : null
}

const sum = (amounts: readonly Minor[]): Minor => amounts.reduce((total, amount) => total + amount, 0)
