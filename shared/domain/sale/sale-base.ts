import type { IssuedSlip } from '../money/credit-voucher.ts'
import {
  isFree,
  isNotes,
  partsIn,
  type Payment,
  paymentIn,
  type ReturnedTender,
  sumOf,
  type TenderIntent,
  type TenderResult,
  tendersOf,
} from '../money/tender.ts'
import type { Booking, Ticket } from '../seats/offer.ts'
import { inSeatOrder } from '../seats/place.ts'
import { waysBack } from './sale-file.ts'
import type {
  Abandoned,
  Confirmed,
  Countdown,
  Done,
  EndReason,
  Instant,
  TicketRecheck,
  MoneyQuestion,
  Order,
  Paid,
  PrintJob,
  PurchaseProgress,
  PurchaseRequest,
  RefundDue,
  Releasing,
  Sale,
  SaleBase,
  SaleEvent,
  SessionPurchase,
  UnsoldSeats,
} from './sale.ts'

/** Returns only the fields that are common to all states of a sale. */
export function base(sale: SaleBase): SaleBase {
  const { saleId, register, language, event, sessionId, ownerRef, currency } = sale
  const { rowsLost, customer, customerLeft, page, sessions, unsold } = sale
  const marks = { ...(rowsLost && { rowsLost }), ...(customer && { customer }), ...(customerLeft && { customerLeft }) }
  const others = { ...(page && { page }), ...(sessions && { sessions }), ...(unsold && { unsold }) }
  return { saleId, register, language, event, sessionId, ownerRef, currency, ...marks, ...others }
}

/** Returns a copy of the sale for each of its booking sessions. */
export function bySession<S extends SaleBase>(sale: S): readonly S[] {
  return sale.sessions?.map(({ sessionId, ownerRef }) => ({ ...sale, sessionId, ownerRef })) ?? [sale]
}

/**
 * Returns a sale and an order for each purchase, with the session, seats and hold that the booking service has for it.
 */
export function purchasesOf<S extends SaleBase>(
  sale: S,
  order: Order,
): readonly { readonly sale: S; readonly order: Order }[] {
  const { purchases, seats, hold, checkoutToken } = order
  if (!purchases) return [{ sale, order }]
  return purchases.map(({ orderId, sessionId, ownerRef, seatIds, amount, remainingMs }) => {
    const own = seats.filter(({ seatId }) => seatIds.includes(seatId))
    const part = { orderId, seats: own, amount, hold: { ...hold, remainingMs }, checkoutToken }
    return { sale: { ...sale, sessionId, ownerRef }, order: part }
  })
}

type Purchasing = SaleBase &
  Payment & {
    readonly order: Order
    readonly progress?: PurchaseProgress
    readonly request?: PurchaseRequest
    readonly attempt?: number
  }

/** Returns the progress before any result is known; empty for one purchase. `attempts`: number of the first purchase. */
export function firstPurchase({ purchases }: Order, attempts: number): { readonly progress?: PurchaseProgress } {
  if (!purchases) return {}
  const counts = purchases.map((_, at) => (at === 0 ? attempts : 0))
  return { progress: { at: 0, results: purchases.map(() => null), attempts: counts } }
}

/** Returns the purchase whose result is pending. */
export function currentPurchase<S extends Purchasing>(sale: S): { readonly sale: S; readonly order: Order } {
  const current = purchasesOf(sale, sale.order)[sale.progress?.at ?? 0]
  if (!current) throw new Error(`sale ${sale.saleId} has no purchase ${sale.progress?.at}`)
  return current
}

/**
 * Returns the sale in the state that sends the next purchase without a result, or repeats the current purchase. Every
 * purchase is attempted before one is repeated, because the holds of all purchases expire at about the same time.
 */
export function sendNext(sale: Purchasing, results: PurchaseProgress['results'] = sale.progress?.results ?? []): Sale {
  const { order, progress, request, attempt = 0 } = sale
  const paid = { ...base(sale), order, ...paymentIn(sale) }
  if (!progress) {
    if (!request) throw new Error(`sale ${sale.saleId} has no request`)
    return { ...paid, state: 'confirming', request, attempt: attempt + 1 }
  }
  const open = results.flatMap((result, index) => (result ? [] : index))
  const at = open.find((index) => index > progress.at) ?? open[0] ?? progress.at
  const attempts = request ? progress.attempts.with(at, (progress.attempts[at] ?? 0) + 1) : progress.attempts
  const next = { ...paid, progress: { at, results, attempts } }
  return request
    ? { ...next, state: 'confirming', request, attempt: attempts.reduce((sum, count) => sum + count, 0) }
    : { ...next, state: 'needs-staff', question: 'service-unreachable', detail: 'request lost' }
}

/**
 * Returns the sale after the final result of its current purchase: with its next purchase, or the end of the series.
 * `tickets`: empty if the service sold nothing.
 */
export function settled(sale: Purchasing, tickets: readonly Ticket[], reason: string, end: EndReason): Sale {
  const { order, progress } = sale
  if (!progress) return tickets.length > 0 ? confirmed(sale, tickets) : notSold(sale, reason, end)
  const results = progress.results.with(progress.at, { tickets, reason })
  if (results.includes(null)) return sendNext(sale, results)
  const bought = results.flatMap((result) => result?.tickets ?? [])
  if (bought.length === 0) return notSold(sale, reason, end)
  const unsold = (order.purchases ?? []).filter((_, index) => results[index]?.tickets.length === 0)
  return confirmed(unsold.length === 0 ? sale : { ...sale, unsold: unsoldSeats(sale, unsold, results) }, bought)
}

function unsoldSeats(
  sale: SaleBase & Payment,
  purchases: readonly SessionPurchase[],
  results: PurchaseProgress['results'],
): UnsoldSeats {
  const amount = sumOf(purchases)
  const payments = tendersOf(sale).map((tender) => ({ ...tender, state: 'approved' }))
  const back = waysBack({ payments, returns: [], currency: sale.currency }, amount, undefined)
  if (!back) throw new Error(`sale ${sale.saleId}: ${amount} cannot be refunded`)
  const reasons = results.flatMap((result) => (result?.tickets.length === 0 ? result.reason : []))
  return {
    orders: purchases.map(({ orderId }) => orderId),
    seatIds: purchases.flatMap(({ seatIds }) => seatIds),
    amount,
    back,
    reason: [...new Set(reasons)].join(', '),
  }
}

export function bookingOf({ sessionId, ownerRef, currency, event: { eventId } }: SaleBase): Booking {
  return { sessionId, eventId, ownerRef, currency }
}

export function releasing(sale: SaleBase, holdIds: readonly string[], afterwards: Releasing['afterwards']): Releasing {
  return { ...base(sale), state: 'releasing', holdIds, afterwards }
}

export function holdIdsOf({ seats }: Order): readonly string[] {
  return seats.map(({ holdId }) => holdId)
}

/** Returns the confirmed sale; tickets are listed, printed and numbered in seat order. */
export function confirmed(sale: SaleBase & Payment & { order: Order }, tickets: readonly Ticket[]): Confirmed {
  return { ...base(sale), state: 'confirmed', order: sale.order, ...paymentIn(sale), tickets: inSeatOrder(tickets) }
}

/** Returns the sale as done: the paid tickets were handed out by hand, and the payment is not refunded. */
export function handedOut(
  sale: SaleBase & Payment & { readonly order: Order },
  tickets: readonly Ticket[],
  jobs: readonly PrintJob[],
): Done {
  return { ...base(sale), state: 'done', order: sale.order, ...paymentIn(sale), tickets, jobs }
}

export function toApprovedTender(
  tender: TenderIntent,
  { received, change, approval, card, slip, word }: Extract<SaleEvent, { type: 'tender-approved' }>,
): TenderResult {
  return { ...tender, received, change, approval, ...(card && { card }), ...(slip && { slip }), ...(word && { word }) }
}

/** Returns the sale as paid after one more tender; null if an amount is still due. */
export function paidWith(
  sale: SaleBase & { readonly order: Order; readonly parts?: readonly TenderResult[] },
  tender: TenderResult,
): Paid | null {
  const { order, parts = [] } = sale
  const complete = sumOf([...parts, tender]) === order.amount
  return complete ? { ...base(sale), state: 'paid', order, tender, ...partsIn(sale) } : null
}

/** Returns the free order as paid; null if the order has a price. */
export function freePaid(sale: SaleBase & { readonly order: Order }, reference: string, staffId?: string): Paid | null {
  const by = staffId === undefined ? {} : { staffId }
  return paidWith(sale, { kind: 'free', reference, amount: 0, ...by, received: 0, change: 0, approval: '' })
}

/** Returns the unsold sale: abandoned if the order was free, otherwise with a refund due. */
export function notSold(
  sale: SaleBase & Payment & { readonly order: Order },
  reason: string,
  end: EndReason,
): RefundDue | Abandoned {
  return isFree(sale.tender.kind)
    ? { ...base(sale), state: 'abandoned', reason: end }
    : { ...base(sale), state: 'refund-due', order: sale.order, ...paymentIn(sale), reason }
}

/**
 * Returns the state that releases the seats and then refunds everything taken. Banknotes are refunded first, because
 * their refund needs no staff.
 */
export function cancelAndRefund(
  sale: SaleBase & { readonly order: Order },
  taken: readonly TenderResult[],
  reason: EndReason,
): Releasing {
  const [tender, ...parts] = taken.toSorted((a, b) => Number(isNotes(b.kind)) - Number(isNotes(a.kind)))
  const afterwards: Releasing['afterwards'] = tender
    ? { go: 'pay-back', order: sale.order, taken: { tender, ...partsIn({ parts }) }, reason }
    : { go: 'end', reason }
  return releasing(sale, holdIdsOf(sale.order), afterwards)
}

/** Returns the order of a sale; null only if nothing was paid. */
export function orderOf(sale: Sale): Order | null {
  if ('order' in sale) return sale.order
  return sale.state === 'releasing' && sale.afterwards.go === 'pay-back' ? sale.afterwards.order : null
}

/** Returns all tenders taken and not refunded, oldest first. */
export function takenFor(sale: Sale): readonly TenderResult[] {
  if (sale.state === 'refunded') return []
  if (sale.state === 'releasing') return sale.afterwards.go === 'pay-back' ? tendersOf(sale.afterwards.taken) : []
  const parts = 'parts' in sale ? (sale.parts ?? []) : []
  return 'tender' in sale && 'received' in sale.tender ? [...parts, sale.tender] : parts
}

export function issuedSlips(sale: Sale): readonly IssuedSlip[] {
  const { over, unpaid } = slipsByReason(sale)
  return [...over, ...unpaid]
}

/** Returns the credit vouchers of a sale: `over` for excess amounts, and `unpaid` for refunds made as vouchers. */
export function slipsByReason(sale: Sale): Readonly<Record<'over' | 'unpaid', readonly IssuedSlip[]>> {
  const returned = 'returned' in sale ? (sale.returned ?? []) : []
  const last =
    sale.state === 'refunded'
      ? [{ ...sale.tender, ...(sale.refundVoucher && { refundVoucher: sale.refundVoucher }) }]
      : []
  const back: readonly Omit<ReturnedTender, 'refundReference'>[] = [...returned, ...last]
  return {
    over: [...back, ...takenFor(sale)].flatMap(({ slip }) => slip ?? []),
    unpaid: back.flatMap(({ refundVoucher }) => refundVoucher ?? []),
  }
}

/** Returns whether the sale is waiting for staff to report whether a payment was received. */
export function isMoneyQuestion(sale: Sale): sale is MoneyQuestion {
  if (sale.state !== 'needs-staff') return false
  return (
    sale.question === 'card-charged' || sale.question === 'cash-received' || sale.question === 'note-outcome-unknown'
  )
}

/** Returns whether the provider is still being polled about a payment although no customer is waiting. */
export function isAskedOn(sale: Sale): sale is MoneyQuestion {
  return sale.state === 'needs-staff' && 'asking' in sale && sale.asking !== undefined
}

/** Minimum time between the expiry of the holds and a refund (sale safety, "Refund fence"). */
export const REFUND_GRACE_MS = 30_000

/**
 * Returns the remaining milliseconds of the holds, negative after expiry. After a restart, the full time counts from
 * the start of the program, which can only delay refunds.
 */
export function holdRemainingMs(hold: Countdown, now: Instant): number {
  return hold.remainingMs - (hold.bootId === now.bootId ? now.monoMs - hold.monoMs : now.monoMs)
}

/** Returns whether the holds at the service are certainly valid: false after a restart, and near the expiry. */
export function isHoldGuaranteed(hold: Countdown, now: Instant): boolean {
  return hold.bootId === now.bootId && holdRemainingMs(hold, now) > REFUND_GRACE_MS
}

export function pastRefundFence(hold: Countdown, now: Instant): boolean {
  return holdRemainingMs(hold, now) < -REFUND_GRACE_MS
}

/** Time for which the service's last reply remains valid, long enough for staff to count money. */
const LOOK_LASTS_MS = 600_000

export function isRecheckFresh(look: TicketRecheck | undefined, now: Instant): look is TicketRecheck {
  if (!look || look.state === 'asking' || look.asked.bootId !== now.bootId) return false
  return now.monoMs - look.asked.monoMs <= LOOK_LASTS_MS
}
