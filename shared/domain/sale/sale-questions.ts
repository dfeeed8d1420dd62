import type { Minor } from '../money/money.ts'
import { paymentReference, referencesSince } from './open-payment.ts'
import {
  toApprovedTender,
  base,
  cancelAndRefund,
  currentPurchase,
  freePaid,
  handedOut,
  holdRemainingMs,
  paidWith,
  pastRefundFence,
  settled,
} from './sale-base.ts'
import { TENDER_ASKS } from './sale-effects.ts'
import { inDoubt, noteAnswered, onlyReached, paidByNotes, ROWS_LOST } from './sale-notes.ts'
import type {
  Instant,
  MoneyQuestion,
  NeedsStaff,
  Order,
  PaymentNotice,
  RowsLost,
  Sale,
  SaleBase,
  SaleEvent,
  TicketQuestion,
  Unreconciled,
} from './sale.ts'
import { dueFor, partsIn, sumOf, type TenderIntent, type TenderResult } from '../money/tender.ts'

/** Returns the next state of a sale with a question for staff; null if the event is impossible. */
export function fromNeedsStaff(sale: NeedsStaff, event: SaleEvent, now: Instant): Sale | null {
  switch (sale.question) {
    case 'card-charged':
    case 'cash-received':
    case 'note-outcome-unknown':
      return event.type === 'staff-answered' ? fromMoneyQuestion(sale, event, now) : fromAsking(sale, event)
    case 'service-unreachable':
    case 'tickets-mismatched':
      return fromTicketQuestion(sale, event)
    case 'rows-lost':
      return fromRowsLost(sale, event)
    case 'unreconciled':
      return fromUnreconciled(sale, event)
  }
}

/** Handles a late report of the provider; the customer has left, so tickets are printed on request. */
function fromAsking(sale: MoneyQuestion, event: SaleEvent): Sale | null {
  const { parts = [], tender, asking, ...question } = sale
  if (!asking) return null
  switch (event.type) {
    case 'tender-approved': {
      const taken = toApprovedTender(tender, event)
      const paid = paidWith(sale, taken)
      return paid ? { ...paid, customerLeft: true } : cancelAndRefund(sale, [...parts, taken], 'restart')
    }
    case 'tender-refused':
    case 'tender-cancelled':
      return cancelAndRefund(sale, parts, 'restart')
    case 'tender-unknown':
      return { ...question, ...partsIn(sale), tender, ...(event.differs && { differs: event.differs }) }
    default:
      return null
  }
}

type StaffAnswered = Extract<SaleEvent, { type: 'staff-answered' }>

function fromMoneyQuestion(sale: MoneyQuestion, event: StaffAnswered, now: Instant): Sale {
  const { parts = [], sold } = sale
  if (sale.question === 'note-outcome-unknown') return fromNoteQuestion(sale, event, now)
  if (event.moneyMoved) {
    const tender = taken(sale, sale.tender, event.approval ?? event.staffId)
    return paidWith(sale, tender) ?? payOn(sale, [...parts, tender], null, event, now)
  }
  const [next, ...others] = sale.others ?? []
  if (next) return { ...sale, tender: { ...next, amount: sale.tender.amount }, others }
  if (sale.question === 'card-charged' && sold !== undefined) return notCharged(sale, sold)
  return payOn(sale, parts, { type: 'payment-cancelled' }, event, now)
}

/** Notes credited earlier remain part of the payment, wherever the missing note is. */
function fromNoteQuestion(sale: MoneyQuestion, event: StaffAnswered, now: Instant): Sale {
  const { parts = [], tender } = sale
  const credited = noteAnswered(sale, event.moneyMoved)
  if (credited.length === 0) return payOn(sale, parts, { type: 'payment-cancelled' }, event, now)
  const given = paidByNotes(tender, credited, { approval: event.staffId, slip: event.slip })
  return paidWith(sale, given) ?? payOn(sale, [...parts, given], null, event, now)
}

/** Continues the payment if the customer waits and the holds are valid; otherwise refunds everything taken. */
function payOn(
  sale: MoneyQuestion,
  parts: readonly TenderResult[],
  notice: PaymentNotice | null,
  { customerWaits }: StaffAnswered,
  now: Instant,
): Sale {
  const { order, tenderAttempts, sold } = sale
  const live = order.hold.bootId === now.bootId && holdRemainingMs(order.hold, now) > 0
  return customerWaits && live && sold === undefined
    ? { ...base(sale), state: 'priced', order, ...partsIn({ parts }), tenderAttempts, notice }
    : cancelAndRefund(sale, parts, 'restart')
}

function taken({ currency }: SaleBase, tender: TenderIntent, approval: string): TenderResult {
  return { ...tender, received: dueFor(tender, currency), change: 0, approval }
}

function fromTicketQuestion(sale: TicketQuestion, event: SaleEvent): Sale | null {
  const { detail } = sale
  switch (event.type) {
    case 'tickets-found':
      return settled(sale, event.tickets, '', 'hold-expired')
    case 'tickets-not-found':
      // After a restart, the hold's time counts from the start of the program, so the refund fence is checked again.
      return pastRefundFence(currentPurchase(sale).order.hold, event.asked)
        ? settled(sale, [], detail, 'hold-expired')
        : sale
    case 'tickets-mismatched':
      return { ...sale, question: 'tickets-mismatched', detail: event.detail }
    case 'ticket-lookup-failed':
      return sale
    case 'tickets-requeried':
      return { ...sale, question: 'service-unreachable' }
    case 'refund-decided':
      return settled(sale, [], detail, 'settled-manually')
    case 'settled-manually':
      return sale.progress ? null : handedOut(sale, [], [])
    default:
      return null
  }
}

/** Queries the service for a purchase, then the terminal for a charge; otherwise staff resolve the sale. */
function fromRowsLost(sale: RowsLost, event: SaleEvent): Sale | null {
  switch (event.type) {
    case 'ticket-lookup-failed':
      // A failed query is recorded once, not at each attempt.
      return sale.asked > 0 ? sale : { ...sale, asked: 1 }
    case 'tickets-mismatched':
      return unreconciled(sale, event.detail)
    case 'tickets-not-found':
      if (isFreeOrder(sale)) return cancelAndRefund(sale, [], 'restart')
      return 'order' in sale ? { ...sale, sold: false, asked: 0 } : unreconciled(sale, '')
    case 'tickets-found':
      if (isFreeOrder(sale)) return freePaid(sale, paymentReference(sale.order, sale.tenderAttempts + 1))
      return 'order' in sale ? { ...sale, sold: true, asked: 0 } : null
    case 'settled-manually':
      return settledByHand(sale, ROWS_LOST)
    default:
      return 'order' in sale && sale.sold !== null ? fromRecall(sale, sale.sold, event) : null
  }
}

/** A free order needs no query about a payment. */
const isFreeOrder = (sale: RowsLost): sale is Recalling => 'order' in sale && sale.order.amount === 0

type Recalling = Extract<RowsLost, { order: Order }>

/** Handles the terminals' replies; the parts of a split payment are found one after the other. */
function fromRecall(sale: Recalling, sold: boolean, event: SaleEvent): Sale | null {
  const { order, tenderAttempts, asked, parts = [] } = sale
  switch (event.type) {
    case 'charge-found': {
      const { kind = 'card', reference, amount = leftOf(sale), approval, provider } = event
      // A charge of 0 or above the amount still due cannot be a payment of that amount, so staff have to check.
      const left = leftOf(sale)
      if (amount > left || (amount < 1 && left > 0))
        return fromRecall(sale, sold, { type: 'tender-unknown', forGood: true })
      const tender = taken(sale, { kind, reference, amount, ...(provider && { provider }) }, approval)
      const since = referencesSince(order, tenderAttempts).indexOf(reference)
      const next = Math.max(1, tenderAttempts) + since + 1
      return paidWith(sale, tender) ?? { ...sale, asked: 0, tenderAttempts: next, parts: [...parts, tender] }
    }
    case 'charge-not-found':
      return notCharged(sale, sold)
    case 'tender-unknown': {
      if (!event.forGood && asked + 1 < TENDER_ASKS) return { ...sale, asked: asked + 1 }
      const reference = paymentReference(order, Math.max(1, tenderAttempts))
      const [of, ...others] = event.of ?? []
      const tender: TenderIntent = { ...(of ?? { kind: 'card', reference }), amount: leftOf(sale) }
      const question = { state: 'needs-staff', question: 'card-charged' } as const
      return { ...base(sale), ...question, order, ...partsIn(sale), tender, tenderAttempts, sold, others }
    }
    default:
      return null
  }
}

function leftOf({ order, parts = [] }: { readonly order: Order; readonly parts?: readonly TenderResult[] }): Minor {
  return order.amount - sumOf(parts)
}

/**
 * Handles an order for which no further charge was found. If the service sold the order, the rest was paid in cash,
 * because a purchase is sent only after full payment.
 */
function notCharged(sale: Recalling | MoneyQuestion, sold: boolean): Sale {
  const { order, tenderAttempts } = sale
  const reference = paymentReference(order, tenderAttempts + 1)
  const tender: TenderIntent = { kind: 'cash', reference, amount: leftOf(sale) }
  const question = { state: 'needs-staff', question: 'cash-received' } as const
  const paid = sold ? paidWith(sale, taken(sale, tender, 'service')) : null
  return paid ?? { ...base(sale), ...question, order, ...partsIn(sale), tender, tenderAttempts, sold }
}

function unreconciled(sale: RowsLost, detail: string): Unreconciled {
  return { ...base(sale), ...onlyReached(sale), state: 'needs-staff', question: 'unreconciled', detail }
}

function fromUnreconciled(sale: Unreconciled, event: SaleEvent): Sale | null {
  switch (event.type) {
    case 'tickets-requeried':
      return inDoubt(sale, sale)
    case 'settled-manually':
      return settledByHand(sale, sale.detail)
    default:
      return null
  }
}

/** Ends a sale settled by hand; known parts of a split payment are refunded through the ledger. */
function settledByHand(sale: RowsLost | Unreconciled, reason: string): Sale {
  const [tender, ...parts] = ('parts' in sale && sale.parts) || []
  if (!tender || !('order' in sale)) return { ...base(sale), state: 'abandoned', reason: 'settled-manually' }
  return { ...base(sale), state: 'refund-due', order: sale.order, tender, ...partsIn({ parts }), reason }
}
