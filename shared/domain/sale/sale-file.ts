import type { Customer } from '../customer.ts'
import type { CancellationAnswered, WayBack } from './after-sale.ts'
import { cashBack } from '../money/cash.ts'
import type { KnownSlip } from '../money/credit-voucher.ts'
import type { Minor } from '../money/money.ts'
import type { Place } from '../seats/place.ts'
import type { PrintJob, SaleState } from './sale.ts'
import { isCash, type TenderKind } from '../money/tender.ts'

/** Maximum number of sales that a search returns. The latest come first. */
export const MAX_FOUND_SALES = 20

/** A sale of this machine, as one line of a list. */
export interface SaleSummary {
  readonly saleId: string
  /** Id of the order; null if the sale never had one. */
  readonly orderId: string | null
  /** Time of the first request for its seats, ISO 8601 UTC. */
  readonly begunUtc: string
  readonly state: SaleState
  readonly eventId: string
  readonly eventTitle: string
  readonly startsAt: string
  /** Places of the sale's tickets, or of its order before there are tickets; empty if there is neither. */
  readonly places: readonly Place[]
  readonly amount: Minor
  readonly currency: string
  /** Kinds of the tenders taken, as in the ledger. */
  readonly tenders: readonly string[]
  /** Total price of its returned tickets. */
  readonly returned: Minor
  /** The part of `returned` that is still due to the customer. */
  readonly owed: Minor
}

/** A sale found by a search. */
export interface MatchingSale extends SaleSummary {
  /** Its tickets that match the words by code, number or seat; empty if the words match the sale. */
  readonly namedTickets: readonly string[]
}

/** All details of one sale: what was sold, how it was paid, what was printed, and who did what. */
export interface SaleFile extends SaleSummary {
  /** Owner name of its tickets at the booking service. */
  readonly ownerRef: string
  /** Absent once the customer's data are erased. */
  readonly customer?: Customer
  readonly tickets: readonly FiledTicket[]
  readonly payments: readonly FiledPayment[]
  /**
   * Ids of tickets that the booking service no longer lists as sold; absent if there are none or the service did not
   * reply.
   */
  readonly cancelled?: readonly string[]
  readonly returns: readonly FiledReturn[]
  /** One slip for each return, and one if a sale without tickets was fully refunded. */
  readonly slips: readonly FiledSlip[]
  /** Credit vouchers issued by the sale, with their states; absent if there are none. */
  readonly credits?: readonly KnownSlip[]
  /** In chronological order. */
  readonly acts: readonly FiledAct[]
  /** Whether the sale was made in the current shift; only then can it be voided. */
  readonly ofThisShift: boolean
}

export interface FiledTicket {
  readonly ticketId: string
  readonly ticketNumber: string
  readonly place: Place
  readonly price: Minor
  /** Prints of the ticket, the original (0) first. */
  readonly papers: readonly { readonly copyNumber: number; readonly state: PrintJob['state'] }[]
}

/** A return of tickets. */
export interface FiledReturn {
  readonly reference: string
  readonly kind: 'refund' | 'void'
  readonly atUtc: string
  /** The staff member, and the approver. */
  readonly staffId: string | null
  readonly second: string
  readonly reason: string
  readonly ticketIds: readonly string[]
  readonly amount: Minor
  readonly back: readonly (WayBack & { readonly paid: boolean })[]
  /** Result at the booking service; `asked`: there is no reply yet. */
  readonly cancellation: CancellationAnswered['outcome'] | 'asked' | 'not-asked'
}

/** A printed slip of a refund. */
export interface FiledSlip {
  readonly reference: string
  /** Number of reprints. */
  readonly copies: number
}

export interface FiledPayment {
  readonly reference: string
  readonly kind: TenderKind
  readonly state: string
  readonly amount: Minor
  /** Null if nothing was taken. */
  readonly received: Minor | null
  readonly change: Minor | null
  readonly approval: string | null
}

export interface FiledAct {
  readonly seq: number
  /** Code of the action in the journal. */
  readonly code: string
  readonly atUtc: string
  readonly staffId: string | null
}

/** Search for a sale. */
export interface SaleQuery {
  /**
   * Beginning of the order number, a ticket's code or number, a seat, an approval code of a payment, or a customer's
   * telephone number; empty for any sale.
   */
  readonly words: string
  /** Period in which the sale started: from (inclusive) and until (exclusive), ISO 8601 UTC; null for any time. */
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
