import { paymentReference } from './payment-reference.ts'
import { base, confirmed, holdIdsOf, releasing } from './sale-base.ts'
import { pastRefundFence } from './sale-clock.ts'
import { TENDER_ASKS } from './sale-effects.ts'
import { inDoubt, onlyReached } from './sale-rows-lost.ts'
import type {
  MoneyQuestion,
  NeedsStaff,
  Order,
  Paid,
  RowsLost,
  Sale,
  SaleBase,
  SaleEvent,
  TenderIntent,
  TicketQuestion,
  Unreconciled,
} from './sale.ts'

/** From a sale that waits for a person, or shows itself to one while it asks. Null: the event has no place there. */
export function fromNeedsStaff(sale: NeedsStaff, event: SaleEvent): Sale | null {
  switch (sale.question) {
    case 'card-charged':
    case 'cash-received':
      return event.type === 'staff-answered' ? fromMoneyQuestion(sale, event) : null
    case 'service-unreachable':
    case 'tickets-differ':
      return fromTicketQuestion(sale, event)
    case 'rows-lost':
      return fromRowsLost(sale, event)
    case 'unreconciled':
      return fromUnreconciled(sale, event)
  }
}

function fromMoneyQuestion(sale: MoneyQuestion, event: Extract<SaleEvent, { type: 'staff-answered' }>): Sale {
  const { order, tenderAttempts, sold } = sale
  if (event.moneyMoved) return paid(sale, order, sale.tender, event.staffId)
  if (sale.question === 'card-charged' && sold !== undefined) return notCharged(sale, order, tenderAttempts, sold)
  return releasing(sale, holdIdsOf(order), { go: 'end', reason: 'restart' })
}

function paid(sale: SaleBase, order: Order, tender: TenderIntent, approval: string): Paid {
  return { ...base(sale), state: 'paid', order, tender: { ...tender, received: tender.amount, change: 0, approval } }
}

function fromTicketQuestion(sale: TicketQuestion, event: SaleEvent): Sale | null {
  const { order, tender, detail } = sale
  switch (event.type) {
    case 'tickets-found':
      return confirmed(sale, event.tickets)
    case 'tickets-absent':
      // A resumed boot counts the hold anew, so the fence is checked once more.
      return pastRefundFence(order.hold, event.asked)
        ? { ...base(sale), state: 'refund-due', order, tender, reason: detail }
        : sale
    case 'tickets-differ':
      return { ...sale, question: 'tickets-differ', detail: event.detail }
    case 'tickets-unreachable':
      return sale
    case 'asked-again':
      return { ...sale, question: 'service-unreachable' }
    case 'refund-decided':
      return sale.question === 'tickets-differ'
        ? { ...base(sale), state: 'refund-due', order, tender, reason: detail }
        : null
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
      return 'order' in sale ? { ...sale, sold: false, asked: 0 } : unreconciled(sale, '')
    case 'tickets-found':
      return 'order' in sale ? { ...sale, sold: true, asked: 0 } : null
    default:
      return 'order' in sale && sale.sold !== null ? fromRecall(sale, sale.sold, event) : null
  }
}

/** The service has answered; the terminal is being asked. */
function fromRecall(sale: Extract<RowsLost, { order: Order }>, sold: boolean, event: SaleEvent): Sale | null {
  const { order, tenderAttempts, asked } = sale
  const card = (reference: string): TenderIntent => ({ kind: 'card', reference, amount: order.amount })
  switch (event.type) {
    case 'charge-found':
      return paid(sale, order, card(event.reference), event.approval)
    case 'charge-absent':
      return notCharged(sale, order, tenderAttempts, sold)
    case 'tender-unknown': {
      if (asked + 1 < TENDER_ASKS) return { ...sale, asked: asked + 1 }
      const tender = card(paymentReference(order, Math.max(1, tenderAttempts)))
      return { ...base(sale), state: 'needs-staff', question: 'card-charged', order, tender, tenderAttempts, sold }
    }
    default:
      return null
  }
}

/** No card was charged. What the service sold was paid for, or it would not have been sent: so it was paid in cash. */
function notCharged(sale: SaleBase, order: Order, tenderAttempts: number, sold: boolean): Sale {
  const reference = paymentReference(order, tenderAttempts + 1)
  const tender: TenderIntent = { kind: 'cash', reference, amount: order.amount }
  return sold
    ? paid(sale, order, tender, 'service')
    : { ...base(sale), state: 'needs-staff', question: 'cash-received', order, tender, tenderAttempts, sold }
}

function unreconciled(sale: RowsLost, detail: string): Unreconciled {
  return { ...base(sale), ...onlyReached(sale), state: 'needs-staff', question: 'unreconciled', detail }
}

function fromUnreconciled(sale: Unreconciled, event: SaleEvent): Sale | null {
  switch (event.type) {
    case 'asked-again':
      return inDoubt(sale, sale)
    case 'settled-by-hand':
      return { ...base(sale), state: 'abandoned', reason: 'settled-by-hand' }
    default:
      return null
  }
}
