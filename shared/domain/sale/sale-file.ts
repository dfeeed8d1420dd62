import type { Customer } from '../customer.ts'
import type { CancellationAnswered, FiscalSignature, InvoiceBuyer, TenderCorrected } from './after-sale.ts'
import { cashBack } from '../money/cash.ts'
import type { KnownSlip } from '../money/credit-voucher.ts'
import type { Minor, TaxShare } from '../money/money.ts'
import type { Place } from '../seats/place.ts'
import type { PrintJob, SaleState } from './sale.ts'
import { isCash, type Payment, type TenderKind, type TenderResult, tendersOf, type WayBack } from '../money/tender.ts'

/** Maximum number of sales in a search result, latest first. */
export const MAX_FOUND_SALES = 20

/** Maximum number of characters of a search for purchases at the hub. */
export const MAX_PURCHASE_WORDS = 40

export interface SaleSummary {
  readonly saleId: string
  /** Null if the sale never had an order. */
  readonly orderId: string | null
  /** Time of the first request for seats, ISO 8601 UTC. */
  readonly begunUtc: string
  readonly state: SaleState
  readonly eventId: string
  readonly eventTitle: string
  readonly startsAt: string
  /** Places of the tickets, or of the order before there are tickets. */
  readonly places: readonly Place[]
  readonly amount: Minor
  readonly currency: string
  readonly tenders: readonly string[]
  /** Total price of returned tickets. */
  readonly returned: Minor
  /** Part of `returned` that is still due to the customer. */
  readonly owed: Minor
}

export interface MatchingSale extends SaleSummary {
  /** Tickets whose code, number or seat matches the search words; empty if the words match the sale itself. */
  readonly namedTickets: readonly string[]
}

export interface SaleFile extends SaleSummary {
  /** Owner name of the sale's tickets at the booking service. */
  readonly ownerRef: string
  /** Absent once the customer's data are erased. */
  readonly customer?: Customer
  readonly tickets: readonly FiledTicket[]
  readonly payments: readonly FiledPayment[]
  /** Ids of tickets that the booking service no longer lists as sold; absent if none or unknown. */
  readonly cancelled?: readonly string[]
  readonly returns: readonly FiledReturn[]
  /** Corrections of tenders in chronological order. */
  readonly corrections: readonly FiledCorrection[]
  /** One slip for each return, one receipt for each correction, and one slip if a sale without tickets was refunded. */
  readonly slips: readonly FiledSlip[]
  /** Credit vouchers issued by the sale; absent if there are none. */
  readonly credits?: readonly KnownSlip[]
  /** The invoice of the sale, then its credit notes, without damaged ones; absent without an invoice. */
  readonly invoices?: readonly FiledInvoice[]
  /** Ledger rows of invoices and credit notes that cannot be read; absent if there are none. */
  readonly damagedRows?: readonly number[]
  /** Actions in chronological order. */
  readonly acts: readonly FiledAct[]
  /** Whether the sale belongs to the current shift; only a sale of the current shift can be voided. */
  readonly ofThisShift: boolean
}

export interface FiledTicket {
  readonly ticketId: string
  readonly ticketNumber: string
  readonly place: Place
  readonly price: Minor
  /** Tax rate in percent of the price (see `TaxedPrice`). */
  readonly taxRate?: number
  /** Prints of the ticket, the original (0) first. */
  readonly papers: readonly { readonly copyNumber: number; readonly state: PrintJob['state'] }[]
}

export interface FiledReturn {
  readonly reference: string
  /** `unsold`: seats that the booking service finally refused after the payment. */
  readonly kind: 'refund' | 'void' | 'unsold'
  readonly atUtc: string
  readonly staffId: string | null
  /** Approver of the return; null for unsold seats, which need no approval. */
  readonly second: string | null
  readonly reason: string
  /** Empty for unsold seats. */
  readonly ticketIds: readonly string[]
  readonly amount: Minor
  readonly back: readonly (WayBack & { readonly paid: boolean })[]
  /** `asked`: the booking service has not replied yet. */
  readonly cancellation: CancellationAnswered['outcome'] | 'asked' | 'not-asked'
}

export interface FiledSlip {
  readonly reference: string
  /** Number of reprints. */
  readonly copies: number
}

export interface FiledInvoice {
  readonly number: number
  /** Number as printed, such as `D1-000042`. */
  readonly name: string
  readonly kind: 'invoice' | 'credit-note'
  readonly atUtc: string
  readonly ticketIds: readonly string[]
  /** Tenders by which the sale was paid or refunded when the document was issued. */
  readonly tenders: readonly TenderKind[]
  readonly amount: Minor
  /** Tax contained in the amount, highest rate first; empty if the seller is not liable for tax. */
  readonly taxes: readonly TaxShare[]
  /** Reference of the return that a credit note belongs to; empty for an invoice. */
  readonly reference: string
  /** Null once the buyer's data have been erased. */
  readonly buyer: InvoiceBuyer | null
  /** Number of reprints. */
  readonly copies: number
  readonly staffId: string | null
  /** Absent if no fiscal service signs the document. */
  readonly fiscal?: FiscalState
}

/** `isPrinted`: whether the original was printed with the signature. `reason`: the service's reason for the refusal. */
export type FiscalState =
  | { readonly state: 'waiting' }
  | { readonly state: 'refused'; readonly reason: string }
  | (FiscalSignature & { readonly state: 'signed'; readonly isPrinted: boolean })

/** Payment of a sale, under its corrected tender if the tender was corrected. */
export interface FiledPayment {
  readonly reference: string
  readonly kind: TenderKind
  readonly state: string
  readonly amount: Minor
  /** Amount received; null if nothing was taken. */
  readonly received: Minor | null
  readonly change: Minor | null
  readonly approval: string | null
  /** Staff member who took the payment; null if it was not taken, or was taken without staff. */
  readonly takenBy: string | null
  /**
   * Whether the tender can be corrected: only staff confirmed the payment, and the payment belongs to the current
   * shift.
   */
  readonly canBeCorrected: boolean
}

export interface FiledCorrection extends Omit<TenderCorrected, 'type' | 'saleId' | 'currency'> {
  readonly atUtc: string
  readonly staffId: string | null
}

export interface FiledAct {
  readonly seq: number
  /** Code of the action in the journal. */
  readonly code: string
  readonly atUtc: string
  readonly staffId: string | null
}

/** Purchase at the hub's booking service, from this machine or another machine of the same partner. */
export interface HubPurchase {
  readonly orderId: string
  readonly eventId: string
  readonly eventTitle: string
  readonly startsAt: string
  /** ISO 8601 UTC. */
  readonly boughtUtc: string
  readonly amount: Minor
  readonly currency: string
  /** Last two digits of the buyer's telephone number; empty if the hub has none. */
  readonly phoneEnd: string
  readonly tickets: readonly {
    readonly ticketNumber: string
    readonly seatCode: string
    readonly zoneName: string
    readonly price: Minor
  }[]
}

/** Returns the published tickets that have no later copy on paper, not even one that may have been printed. */
export function withoutPaper(
  tickets: readonly FiledTicket[],
  published: readonly { readonly ticketId: string; readonly copyNumber: number }[],
): readonly string[] {
  const isOnPaper = ({ ticketId, copyNumber }: (typeof published)[number]): boolean =>
    tickets.some(
      (ticket) =>
        ticket.ticketId === ticketId &&
        ticket.papers.some((paper) => paper.copyNumber > copyNumber && paper.state !== 'failed'),
    )
  return published.filter((copy) => !isOnPaper(copy)).map(({ ticketId }) => ticketId)
}

/** Duplicate of a ticket that another machine sold. `unknown`: it may have been printed. */
export interface PurchaseCopy {
  readonly ticketNumber: string
  readonly copyNumber: number
  readonly state: 'printed' | 'unknown' | 'failed'
}

export interface SaleQuery {
  /**
   * Search text. A sale matches if its order number, seat, ticket code, approval code or amount begins with it, or its
   * telephone number begins or ends with it. An empty text matches every sale.
   */
  readonly words: string
  /** Period in which the sale started: `fromUtc` inclusive, `untilUtc` exclusive; null for any time. */
  readonly period: { readonly fromUtc: string; readonly untilUtc: string } | null
}

export function ticketsLeft({ tickets, returns }: Pick<SaleFile, 'tickets' | 'returns'>): readonly FiledTicket[] {
  const gone = new Set(returns.flatMap(({ ticketIds }) => ticketIds))
  return tickets.filter(({ ticketId }) => !gone.has(ticketId))
}

/** Returns the printed number of an invoice. Each register has its own numbers. */
export const invoiceName = (register: string, number: number): string =>
  `${register}-${String(number).padStart(6, '0')}`

/** Returns whether an invoice can be issued. A sale has at most one invoice, for the tickets that were not returned. */
export function canBeInvoiced(file: Pick<SaleFile, 'state' | 'invoices' | 'tickets' | 'returns'>): boolean {
  return file.state === 'done' && !file.invoices && ticketsLeft(file).some(({ price }) => price > 0)
}

/** Returns the tickets that may be reprinted: valid in the ledger and not cancelled at the booking service. */
export function validTickets(file: SaleFile): readonly FiledTicket[] {
  return ticketsLeft(file).filter(({ ticketId }) => !file.cancelled?.includes(ticketId))
}

/** Returns the payments whose tender can be corrected. */
export const correctablePayments = ({ state, returns, payments }: SaleFile): readonly FiledPayment[] =>
  state === 'done' && returns.length === 0 ? payments.filter(({ canBeCorrected }) => canBeCorrected) : []

/** Returns the payment of a finished sale under its right tenders. `corrections`: oldest first. */
export function correctedPayment(payment: Payment, corrections: readonly FiledCorrection[]): Required<Payment> {
  const [tender, ...parts] = tendersOf(payment)
    .map((each) => corrections.filter((made) => made.payment === each.reference).reduce(corrected, each))
    .toReversed()
  return { tender: tender ?? payment.tender, parts: parts.toReversed() }
}

/** Omits the card details, which belong to the original tender. */
function corrected({ reference, amount, staffId }: TenderResult, { is, approval }: FiledCorrection): TenderResult {
  const intent = { kind: is.kind, reference, amount, ...(staffId !== undefined && { staffId }) }
  return { ...intent, received: is.amount, change: 0, approval }
}

/** Returns how many of the given tickets printed successfully at the last attempt. */
export function reprintedOf({ tickets }: Pick<SaleFile, 'tickets'>, ticketIds: readonly string[]): number {
  const wanted = tickets.filter(({ ticketId }) => ticketIds.includes(ticketId))
  return wanted.filter(({ papers }) => papers.at(-1)?.state === 'printed').length
}

/**
 * Splits the refund of `price` among the tenders of the payment, or assigns the whole refund to the tender `over`. The
 * refund of a tender never exceeds the tender's payment; cash is rounded to existing coins. Null if there is no valid
 * split.
 */
export function waysBack(
  {
    payments,
    returns,
    currency,
  }: Pick<SaleFile, 'currency'> & {
    readonly payments: readonly Pick<FiledPayment, 'kind' | 'state' | 'amount' | 'received' | 'change'>[]
    readonly returns: readonly Pick<FiledReturn, 'back'>[]
  },
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
