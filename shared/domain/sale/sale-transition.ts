import type { ChosenSeat } from '../seats/offer.ts'
import { inSeatOrder } from '../seats/place.ts'
import { paymentReference } from './open-payment.ts'
import {
  toApprovedTender,
  base,
  cancelAndRefund,
  currentPurchase,
  firstPurchase,
  freePaid,
  holdIdsOf,
  paidWith,
  pastRefundFence,
  releasing,
  sendNext,
  settled,
} from './sale-base.ts'
import { CHECKOUT_RETRIES, PARTIAL_RELEASE_RETRIES, TENDER_ASKS } from './sale-effects.ts'
import { fromNotes, isInNotes, withRowsLost } from './sale-notes.ts'
import { fromNeedsStaff } from './sale-questions.ts'
import type {
  Choosing,
  Held,
  Holding,
  HoldNotice,
  Instant,
  OrderedSeat,
  Paying,
  PaymentNotice,
  Priced,
  Releasing,
  Sale,
  SaleBase,
  SaleEvent,
  SessionCheckout,
  SessionPurchase,
  Unknown,
} from './sale.ts'
import { fromPrinting, fromPrintUnknown, fromRefundDue, printQueued, withoutPage } from './sale-printing.ts'

import { isCash, isNotes, partsIn, paymentIn, sumOf, type TenderIntent, type TenderResult } from '../money/tender.ts'

/** Returns the state after an event. Throws if the event is impossible in the state, which is a bug in the caller. */
export function transition(sale: Sale, event: SaleEvent, now: Instant): Sale {
  if (event.type === 'resumed') return resume(sale)
  if (event.type === 'rows-lost') return withRowsLost(sale, event.slip)
  switch (sale.state) {
    case 'choosing':
      if (event.type === 'seats-chosen') return holding(sale, event)
      if (event.type === 'abandoned') return { ...base(sale), state: 'abandoned', reason: event.reason }
      break
    case 'holding':
      return fromHolding(sale, event) ?? impossible(sale, event)
    case 'held':
      if (event.type === 'checkout-ready') return priced(sale, event, now)
      if (event.type === 'checkout-failed') return checkoutFailed(sale, event.notice)
      break
    case 'priced':
      return fromPriced(sale, event) ?? impossible(sale, event)
    case 'paying':
      return (isInNotes(sale) ? fromNotes(sale, event) : fromPaying(sale, event, now)) ?? impossible(sale, event)
    case 'paid':
      if (event.type === 'purchase-composed') {
        const { order } = sale
        const paid = { ...base(sale), order, ...paymentIn(sale) }
        return { ...paid, state: 'confirming', request: event.request, ...firstPurchase(order, 1), attempt: 1 }
      }
      break
    case 'confirming':
      if (event.type === 'purchase-confirmed') return settled(sale, event.tickets, '', 'hold-expired')
      if (event.type === 'purchase-outcome-unknown') return { ...sale, state: 'unknown', reply: event.reply }
      break
    case 'unknown':
      return fromUnknown(sale, event, now) ?? impossible(sale, event)
    case 'needs-staff':
      return fromNeedsStaff(sale, event, now) ?? impossible(sale, event)
    case 'confirmed':
      if (event.type === 'print-queued') return printQueued(sale, event)
      break
    case 'printing':
      return fromPrinting(sale, event) ?? impossible(sale, event)
    case 'print-unknown':
      return fromPrintUnknown(sale, event) ?? impossible(sale, event)
    case 'releasing':
      if (event.type === 'released' || event.type === 'release-timed-out') return afterRelease(sale)
      break
    case 'refund-due':
      return fromRefundDue(sale, event, now) ?? impossible(sale, event)
    case 'done':
    case 'abandoned':
    case 'refunded':
      break
  }
  return impossible(sale, event)
}

function impossible(sale: Sale, event: SaleEvent): never {
  throw new Error(`sale ${sale.saleId}: "${event.type}" cannot happen while "${sale.state}"`)
}

function holding(sale: Choosing, { seats, perSession }: Extract<SaleEvent, { type: 'seats-chosen' }>): Holding {
  const limit = perSession === undefined ? {} : { perSession }
  return { ...base(sale), state: 'holding', seats: inSeatOrder(seats), ...limit }
}

function fromHolding(sale: Holding, event: SaleEvent): Sale | null {
  const { seats, sessions, perSession } = sale
  switch (event.type) {
    case 'hold-granted':
      return { ...base(sale), state: 'held', seats }
    case 'hold-failed':
      return releasing(sale, [], { go: 'choose', notice: event.notice })
    case 'seat-limit-found': {
      const isNews =
        !sessions && perSession !== undefined && event.limit < Math.min(perSession ?? Infinity, seats.length)
      return isNews ? { ...sale, perSession: event.limit } : null
    }
    case 'sessions-opened':
      return sessions || !perSession ? null : { ...base(sale), sessions: event.sessions, state: 'holding', seats }
    default:
      return null
  }
}

/** Continues the sale after the release of seats; holds that could not be released expire by themselves. */
function afterRelease(sale: Releasing): Sale {
  const { afterwards } = sale
  switch (afterwards.go) {
    case 'choose': {
      // The seats chosen next are held in the session of the visit, and divided between sessions again if necessary.
      const { sessions: _, ...undivided } = base(sale)
      return { ...undivided, state: 'choosing', notice: afterwards.notice }
    }
    case 'keep': {
      const { seats, was } = afterwards
      return { ...base(sale), state: 'held', seats, kept: { was, asked: 0 } }
    }
    case 'end':
      return { ...base(sale), state: 'abandoned', reason: afterwards.reason }
    case 'pay-back':
      return {
        ...base(sale),
        state: 'refund-due',
        order: afterwards.order,
        ...afterwards.taken,
        reason: afterwards.reason,
      }
  }
}

/** A parked sale remains parked while the service is unreachable, since no customer can choose again. */
function checkoutFailed(sale: Held, notice: HoldNotice): Sale {
  if (sale.kept && notice.type === 'partner-unreachable' && sale.kept.asked + 1 < PARTIAL_RELEASE_RETRIES)
    return { ...sale, kept: { ...sale.kept, asked: sale.kept.asked + 1 } }
  if (!sale.parked) return releasing(sale, [], { go: 'choose', notice })
  const asked = sale.parked.asked + 1
  return notice.type === 'partner-unreachable' && asked < CHECKOUT_RETRIES
    ? { ...sale, parked: { asked } }
    : releasing(sale, [], { go: 'end', reason: 'hold-expired' })
}

/** The checkout must contain exactly the requested seats and prices; otherwise the customer chooses again. */
function priced(
  sale: Held,
  { orderId, checkout, purchases }: Extract<SaleEvent, { type: 'checkout-ready' }>,
  now: Instant,
): Sale {
  const { parked, kept } = sale
  const items = new Map(checkout.items.map((item) => [item.seatId, item]))
  // Seats that the service did not release are still held for the customer.
  const hasReleased = !kept?.was.every(({ seatId }) => items.has(seatId))
  const seats = kept && !hasReleased ? kept.was : sale.seats
  const notice: PaymentNotice | null = kept && !hasReleased ? { type: 'seat-kept' } : null
  const ordered = seats.flatMap((seat) => {
    const item = items.get(seat.seatId)
    return item ? [{ ...seat, holdId: item.holdId, price: item.price }] : []
  })
  const total = ordered.reduce((sum, { price }) => sum + price, 0)
  const holdIds = checkout.items.map(({ holdId }) => holdId)
  const refuse = (why: HoldNotice): Sale =>
    releasing(sale, holdIds, parked ? { go: 'end', reason: 'hold-expired' } : { go: 'choose', notice: why })
  const exact = [ordered, checkout.items, [...new Set(holdIds)]].every(({ length }) => length === seats.length)
  if (!exact) return refuse({ type: 'hold-expired' })
  if (seats.some((seat) => items.get(seat.seatId)?.price !== seat.price)) return refuse({ type: 'price-changed' })
  if (total !== checkout.amount || checkout.currency !== sale.currency) return refuse({ type: 'price-changed' })
  const hold = { remainingMs: checkout.remainingSeconds * 1000, monoMs: now.monoMs, bootId: now.bootId }
  const divided = purchases ? inSessions(sale, ordered, purchases) : []
  if (divided === null) return refuse({ type: 'hold-expired' })
  const order = {
    orderId,
    seats: ordered,
    amount: checkout.amount,
    hold,
    checkoutToken: checkout.checkoutToken,
    ...(divided.length > 0 && { purchases: divided }),
  }
  return { ...base(sale), state: 'priced', order, tenderAttempts: 0, notice, ...(parked && { parked: true }) }
}

/** Returns null unless the checkout of each session contains exactly the seats that the sale holds in it. */
function inSessions(
  { sessions = [] }: SaleBase,
  ordered: readonly OrderedSeat[],
  checkouts: readonly SessionCheckout[],
): readonly SessionPurchase[] | null {
  const purchases = checkouts.flatMap(({ remainingSeconds, ...purchase }) => {
    const session = sessions.find(({ sessionId }) => sessionId === purchase.sessionId)
    const seats = ordered.filter(({ seatId }) => purchase.seatIds.includes(seatId))
    const isWhole =
      seats.length === purchase.seatIds.length &&
      seats.every(({ seatId }) => session?.seatIds.includes(seatId)) &&
      seats.reduce((sum, { price }) => sum + price, 0) === purchase.amount
    return session && isWhole ? [{ ...purchase, ownerRef: session.ownerRef, remainingMs: remainingSeconds * 1000 }] : []
  })
  const count = purchases.reduce((sum, { seatIds }) => sum + seatIds.length, 0)
  return purchases.length === checkouts.length && count === ordered.length ? purchases : null
}

function fromPriced(sale: Priced, event: SaleEvent): Sale | null {
  const holdIds = holdIdsOf(sale.order)
  switch (event.type) {
    case 'tender-started': {
      if (sale.parked) return null
      const attempts = sale.tenderAttempts + 1
      const reference = paymentReference(sale.order, attempts)
      const rest = sale.order.amount - sumOf(sale.parts ?? [])
      const amount = event.amount ?? rest
      // Only an order without a price can be paid with an amount of 0.
      if (amount > rest || (amount < 1 && rest > 0)) return null
      const { kind, staffId, provider } = event
      const by = { ...(staffId !== undefined && { staffId }), ...(provider && { provider }) }
      const tender: TenderIntent = { kind, reference, amount, ...by }
      return {
        ...base(sale),
        state: 'paying',
        order: sale.order,
        ...partsIn(sale),
        tender,
        tenderAttempts: attempts,
        phase: 'starting',
        ...(isNotes(kind) && { notes: { credited: [] } }),
        asked: 0,
      }
    }
    case 'free-order-accepted':
      if (sale.parked || sale.order.amount > 0) return null
      return freePaid(sale, paymentReference(sale.order, sale.tenderAttempts + 1), event.staffId)
    case 'parked':
      return sale.parked ? null : { ...sale, notice: null, parked: true }
    case 'recalled':
      return sale.parked ? unparked(sale) : null
    case 'customer-recorded':
      return sale.parked ? null : withCustomer(sale, event.customer !== null)
    case 'seats-changed':
      // After a partial payment, the seats of the order cannot change.
      return sale.parts
        ? null
        : event.seats
          ? without(sale, event.seats)
          : releasing(sale, holdIds, { go: 'choose', notice: null })
    case 'hold-expired':
      return sale.parts
        ? cancelAndRefund(sale, sale.parts, 'hold-expired')
        : releasing(sale, holdIds, { go: 'choose', notice: { type: 'hold-expired' } })
    case 'abandoned':
      return cancelAndRefund(sale, sale.parts ?? [], event.reason)
    default:
      return null
  }
}

/** Releases some of the seats; null unless at least one seat is released and at least one remains held. */
function without(sale: Priced, seats: readonly ChosenSeat[]): Sale | null {
  const stay = new Set(seats.map(({ seatId }) => seatId))
  const out = sale.order.seats.filter(({ seatId }) => !stay.has(seatId))
  if (out.length === 0 || seats.length + out.length !== sale.order.seats.length || seats.length === 0) return null
  const was = sale.order.seats.map(asChosen)
  return releasing(
    sale,
    out.map(({ holdId }) => holdId),
    { go: 'keep', seats, was },
  )
}

function withCustomer(sale: Priced, noted: boolean): Priced {
  const { customer: _, ...others } = sale
  return { ...others, ...(noted && { customer: true }) }
}

function unparked(sale: Priced): Priced {
  const { parked: _, ...recalled } = sale
  return recalled
}

function fromPaying(sale: Paying, event: SaleEvent, now: Instant): Sale | null {
  const { order, tenderAttempts } = sale
  const goOn = (parts: readonly TenderResult[], notice: PaymentNotice | null): Sale =>
    sale.phase === 'recovering'
      ? cancelAndRefund(sale, parts, 'restart')
      : { ...base(sale), state: 'priced', order, ...partsIn({ parts }), tenderAttempts, notice }
  const again = (notice: PaymentNotice): Sale => goOn(sale.parts ?? [], notice)
  switch (event.type) {
    case 'tender-approved': {
      const tender = toApprovedTender(sale.tender, event)
      return paidWith(sale, tender) ?? goOn([...(sale.parts ?? []), tender], null)
    }
    case 'tender-pending':
      return sale.phase === 'starting' ? begun(sale, event, now) : null
    case 'tender-refused':
      return again({ type: 'payment-refused', reason: event.reason, tender: sale.tender.kind })
    case 'tender-cancelled':
      return again({ type: 'payment-cancelled' })
    case 'tender-unavailable':
      return again({ type: 'payment-unavailable', tender: sale.tender.kind })
    case 'tender-unknown': {
      if (sale.phase === 'starting' || event.lost) return { ...sale, phase: 'asking-again', asked: 0 }
      const { provider } = sale.tender
      if (!provider && !event.forGood && sale.asked + 1 < TENDER_ASKS) return { ...sale, asked: sale.asked + 1 }
      return {
        ...base(sale),
        state: 'needs-staff',
        question: 'card-charged',
        order,
        ...partsIn(sale),
        tender: sale.tender,
        tenderAttempts,
        ...(provider && !event.forGood && { asking: true }),
        ...(sale.begun && { begun: sale.begun }),
        ...(event.differs && { differs: event.differs }),
      }
    }
    default:
      return null
  }
}

function begun(sale: Paying, event: Extract<SaleEvent, { type: 'tender-pending' }>, now: Instant): Sale | null {
  const { token, shows, payableMs } = event
  const { provider } = sale.tender
  if (!provider) return null
  const payable = payableMs === undefined ? null : { remainingMs: payableMs, monoMs: now.monoMs, bootId: now.bootId }
  return {
    ...sale,
    phase: 'begun',
    tender: { ...sale.tender, provider: { ...provider, ...(token !== undefined && { token }) } },
    begun: { ...(shows !== undefined && { shows }), ...(payable && { payable }) },
  }
}

/**
 * Resolves an unclear reply to a purchase. If the tickets are absent, the same bytes are sent again until the holds
 * have certainly expired; a refund is due only after their expiry. If the service is still unreachable after the
 * expiry, staff decide.
 */
function fromUnknown(sale: Unknown, event: SaleEvent, now: Instant): Sale | null {
  const { order, request, progress } = sale
  const { hold } = currentPurchase(sale).order
  const paid = { ...base(sale), order, ...paymentIn(sale), ...(progress && { progress, request }) }
  switch (event.type) {
    case 'tickets-found':
      return settled(sale, event.tickets, '', 'hold-expired')
    case 'tickets-not-found':
      return pastRefundFence(hold, event.asked) ? settled(sale, [], sale.reply.code, 'hold-expired') : sendNext(sale)
    case 'tickets-mismatched':
      return { ...paid, state: 'needs-staff', question: 'tickets-mismatched', detail: event.detail }
    case 'ticket-lookup-failed':
      return pastRefundFence(hold, now)
        ? { ...paid, state: 'needs-staff', question: 'service-unreachable', detail: event.detail }
        : sendNext(sale)
    default:
      return null
  }
}

export function asChosen(seat: OrderedSeat): ChosenSeat {
  const { holdId: _, ...chosen } = seat
  return chosen
}

/** Returns a parked sale after a restart; the checkout shows how long the holds are valid. */
function parkedAnew(sale: SaleBase, seats: readonly ChosenSeat[]): Held {
  return { ...base(sale), state: 'held', seats, parked: { asked: 0 } }
}

/**
 * Returns the state after a restart. Seats of unpaid sales are released, except those of parked sales. Payments are
 * queried; staff are asked about cash. Paid sales continue.
 */
function resume(sale: Sale): Sale {
  switch (sale.state) {
    case 'choosing':
      return { ...base(sale), state: 'abandoned', reason: 'restart' }
    case 'holding':
      return releasing(sale, [], { go: 'end', reason: 'restart' })
    case 'held':
      return sale.parked ? parkedAnew(sale, sale.seats) : releasing(sale, [], { go: 'end', reason: 'restart' })
    case 'priced':
      return sale.parked && !sale.parts
        ? parkedAnew(sale, sale.order.seats.map(asChosen))
        : cancelAndRefund(sale, sale.parts ?? [], 'restart')
    case 'releasing':
      if (sale.afterwards.go === 'pay-back') return sale
      // After a restart, no customer waits for the remaining seats.
      if (sale.afterwards.go === 'keep') return releasing(sale, [], { go: 'end', reason: 'restart' })
      return { ...sale, afterwards: { go: 'end', reason: 'restart' } }
    case 'paying': {
      const { order, tender, tenderAttempts } = sale
      const question = { state: 'needs-staff', question: 'cash-received' } as const
      return isCash(tender.kind)
        ? { ...base(sale), ...question, order, ...partsIn(sale), tender, tenderAttempts }
        : { ...sale, phase: 'recovering', asked: 0 }
    }
    case 'printing': {
      if (sale.link) return withoutPage(sale)
      const spooling = sale.jobs.find(({ state }) => state === 'spooling')
      return spooling
        ? (fromPrinting(sale, { type: 'print-outcome-unknown', ticketId: spooling.ticketId, reason: 'restart' }) ??
            sale)
        : sale
    }
    case 'print-unknown':
      return withoutPage(sale)
    default:
      return sale
  }
}
