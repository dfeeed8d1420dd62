import type { Minor } from '../money/money.ts'
import { paymentReference, referencesSince } from './open-payment.ts'
import {
  approvedAs,
  base,
  calledOff,
  confirmed,
  freePaid,
  handedOut,
  holdRemainingMs,
  notSold,
  paidWith,
  pastRefundFence,
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

/** From a sale that waits for a person, or shows itself to one while it asks. Null: the event has no place there. */
export function fromNeedsStaff(sale: NeedsStaff, event: SaleEvent, now: Instant): Sale | null {
  switch (sale.question) {
    case 'card-charged':
    case 'cash-received':
    case 'note-unclear':
      return event.type === 'staff-answered' ? fromMoneyQuestion(sale, event, now) : fromAsking(sale, event)
    case 'service-unreachable':
    case 'tickets-differ':
      return fromTicketQuestion(sale, event)
    case 'rows-lost':
      return fromRowsLost(sale, event)
    case 'unreconciled':
      return fromUnreconciled(sale, event)
  }
}

/** The provider's word came after all. Nobody waits for it: what is paid is printed once somebody asks. */
function fromAsking(sale: MoneyQuestion, event: SaleEvent): Sale | null {
  const { parts = [], tender, asking, ...question } = sale
  if (!asking) return null
  switch (event.type) {
    case 'tender-approved': {
      const taken = approvedAs(tender, event)
      const paid = paidWith(sale, taken)
      return paid ? { ...paid, customerAway: true } : calledOff(sale, [...parts, taken], 'restart')
    }
    case 'tender-refused':
    case 'tender-cancelled':
      return calledOff(sale, parts, 'restart')
    case 'tender-unknown':
      return { ...question, ...partsIn(sale), tender, ...(event.differs && { differs: event.differs }) }
    default:
      return null
  }
}

type StaffAnswered = Extract<SaleEvent, { type: 'staff-answered' }>

function fromMoneyQuestion(sale: MoneyQuestion, event: StaffAnswered, now: Instant): Sale {
  const { parts = [], sold } = sale
  if (sale.question === 'note-unclear') return fromNoteQuestion(sale, event, now)
  if (event.moneyMoved) {
    const tender = taken(sale, sale.tender, event.approval ?? event.staffId)
    return paidWith(sale, tender) ?? payOn(sale, [...parts, tender], null, event, now)
  }
  if (sale.question === 'card-charged' && sold !== undefined) return notCharged(sale, sold)
  return payOn(sale, parts, { type: 'payment-cancelled' }, event, now)
}

/** What was credited before stays, wherever the note is that nobody had heard of. */
function fromNoteQuestion(sale: MoneyQuestion, event: StaffAnswered, now: Instant): Sale {
  const { parts = [], tender } = sale
  const credited = noteAnswered(sale, event.moneyMoved)
  if (credited.length === 0) return payOn(sale, parts, { type: 'payment-cancelled' }, event, now)
  const given = paidByNotes(tender, credited, { approval: event.staffId, slip: event.slip })
  return paidWith(sale, given) ?? payOn(sale, [...parts, given], null, event, now)
}

/**
 * What is left may be paid otherwise, under a reference of its own, while the customer waits and the holds of this boot
 * live; else the seats go back, and with them what was taken.
 */
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
    : calledOff(sale, parts, 'restart')
}

function taken({ currency }: SaleBase, tender: TenderIntent, approval: string): TenderResult {
  return { ...tender, received: dueFor(tender, currency), change: 0, approval }
}

function fromTicketQuestion(sale: TicketQuestion, event: SaleEvent): Sale | null {
  const { order, detail } = sale
  switch (event.type) {
    case 'tickets-found':
      return confirmed(sale, event.tickets)
    case 'tickets-absent':
      // A resumed boot counts the hold from its start, so the fence is checked once more.
      return pastRefundFence(order.hold, event.asked) ? notSold(sale, detail, 'hold-expired') : sale
    case 'tickets-differ':
      return { ...sale, question: 'tickets-differ', detail: event.detail }
    case 'tickets-unreachable':
      return sale
    case 'asked-again':
      return { ...sale, question: 'service-unreachable' }
    case 'refund-decided':
      return notSold(sale, detail, 'settled-by-hand')
    case 'settled-by-hand':
      return handedOut(sale, [], [])
    default:
      return null
  }
}

/** First the service says whether it sold, then the terminal whether it charged; where neither settles it, people do. */
function fromRowsLost(sale: RowsLost, event: SaleEvent): Sale | null {
  switch (event.type) {
    case 'tickets-unreachable':
      // Written down once, not with each try.
      return sale.asked > 0 ? sale : { ...sale, asked: 1 }
    case 'tickets-differ':
      return unreconciled(sale, event.detail)
    case 'tickets-absent':
      if (isFreeOrder(sale)) return calledOff(sale, [], 'restart')
      return 'order' in sale ? { ...sale, sold: false, asked: 0 } : unreconciled(sale, '')
    case 'tickets-found':
      if (isFreeOrder(sale)) return freePaid(sale, paymentReference(sale.order, sale.tenderAttempts + 1))
      return 'order' in sale ? { ...sale, sold: true, asked: 0 } : null
    case 'settled-by-hand':
      return settledByHand(sale, ROWS_LOST)
    default:
      return 'order' in sale && sale.sold !== null ? fromRecall(sale, sale.sold, event) : null
  }
}

/** Nobody has to be asked whether it was paid. */
const isFreeOrder = (sale: RowsLost): sale is Recalling => 'order' in sale && sale.order.amount === 0

type Recalling = Extract<RowsLost, { order: Order }>

/** The service has answered; terminals are being asked. A payment that was split is found part by part. */
function fromRecall(sale: Recalling, sold: boolean, event: SaleEvent): Sale | null {
  const { order, tenderAttempts, asked, parts = [] } = sale
  switch (event.type) {
    case 'charge-found': {
      const { kind = 'card', reference, amount = leftOf(sale), approval, provider } = event
      // No payment of what is left, whatever the terminal says: people look.
      const left = leftOf(sale)
      if (amount > left || (amount < 1 && left > 0))
        return fromRecall(sale, sold, { type: 'tender-unknown', forGood: true })
      const tender = taken(sale, { kind, reference, amount, ...(provider && { provider }) }, approval)
      const since = referencesSince(order, tenderAttempts).indexOf(reference)
      const next = Math.max(1, tenderAttempts) + since + 1
      return paidWith(sale, tender) ?? { ...sale, asked: 0, tenderAttempts: next, parts: [...parts, tender] }
    }
    case 'charge-absent':
      return notCharged(sale, sold)
    case 'tender-unknown': {
      if (!event.forGood && asked + 1 < TENDER_ASKS) return { ...sale, asked: asked + 1 }
      const reference = paymentReference(order, Math.max(1, tenderAttempts))
      const tender: TenderIntent = { ...(event.of ?? { kind: 'card', reference }), amount: leftOf(sale) }
      const question = { state: 'needs-staff', question: 'card-charged' } as const
      return { ...base(sale), ...question, order, ...partsIn(sale), tender, tenderAttempts, sold }
    }
    default:
      return null
  }
}

function leftOf({ order, parts = [] }: { readonly order: Order; readonly parts?: readonly TenderResult[] }): Minor {
  return order.amount - sumOf(parts)
}

/** Nothing more was charged. What the service sold was paid for, or it would not have been sent: so the rest was cash. */
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
    case 'asked-again':
      return inDoubt(sale, sale)
    case 'settled-by-hand':
      return settledByHand(sale, sale.detail)
    default:
      return null
  }
}

/** What is known to have been taken of a split payment goes back through the books. */
function settledByHand(sale: RowsLost | Unreconciled, reason: string): Sale {
  const [tender, ...parts] = ('parts' in sale && sale.parts) || []
  if (!tender || !('order' in sale)) return { ...base(sale), state: 'abandoned', reason: 'settled-by-hand' }
  return { ...base(sale), state: 'refund-due', order: sale.order, tender, ...partsIn({ parts }), reason }
}
