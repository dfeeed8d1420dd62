import type { Minor } from '../../shared/domain/money.ts'
import { dueFor } from '../../shared/domain/tender.ts'
import { err, ok, type Result } from '../../shared/domain/result.ts'
import type { Instant, Sale, SaleEvent } from '../../shared/domain/sale.ts'
import type { CommandInput } from '../../shared/kiosk-api/contract.ts'
import type { ApprovalKnown, SaleFailure } from '../../shared/kiosk-api/failures.ts'
import type { LedgerCase } from '../../shared/kiosk-api/ledger-cases.ts'
import type { SaleCase, StaffCase } from '../../shared/kiosk-api/views.ts'
import type { LedgerGap, SaleLedger } from './ports.ts'
import type { SaleDesk } from './sale-desk.ts'

type Answer = CommandInput<'settleStaffCase'>['answer']

/** Everything that a human has to do something about: of the ledger itself, then unfinished sales, oldest first. */
export function staffCases(ledger: SaleLedger, desk: SaleDesk): readonly StaffCase[] {
  const gaps = ledger.gaps().map(ledgerCase)
  const sales = ledger.unfinished().flatMap((sale) => saleCase(sale, questionOf(sale, desk)) ?? [])
  return [...gaps, ...sales]
}

function ledgerCase(gap: LedgerGap): LedgerCase {
  switch (gap.kind) {
    case 'rows': {
      const { kind: _, ...lost } = gap
      return { question: 'ledger-gap', ...lost }
    }
    case 'key': {
      const { kind: _, ...key } = gap
      return { question: 'ledger-key', ...key }
    }
    case 'hub':
      return { question: 'ledger-hub', doubt: gap.doubt, seq: gap.seq }
  }
}

function saleCase(sale: Sale, question: SaleCase['question'] | null): SaleCase | null {
  const seats = 'order' in sale ? sale.order.seats : 'seats' in sale ? sale.seats : []
  if (!question || (!('order' in sale) && sale.state !== 'needs-staff')) return null
  const differs = sale.state === 'needs-staff' && ['tickets-differ', 'unreconciled'].includes(sale.question)
  return {
    saleId: sale.saleId,
    reference: 'order' in sale ? sale.order.orderId : sale.ownerRef,
    question,
    tender: 'tender' in sale ? sale.tender.kind : null,
    paymentReference: 'tender' in sale ? sale.tender.reference : null,
    amount: amountOf(sale, question),
    currency: sale.currency,
    eventTitle: sale.event.title,
    seatCodes: seats.map(({ place }) => place.seatCode),
    ownerRef: sale.ownerRef,
    shown: differs && 'detail' in sale ? sale.detail : null,
    rowsLost: sale.rowsLost === true,
  }
}

/** One tender is in question, or goes back; else the whole order is. */
function amountOf(sale: Sale, question: SaleCase['question']): Minor {
  if ('tender' in sale && question === 'money-moved') return dueFor(sale.tender, sale.currency)
  if (sale.state === 'refund-due') return sale.tender.received - sale.tender.change
  if ('order' in sale) return sale.order.amount
  return 'seats' in sale ? sale.seats.reduce((sum, { price }) => sum + price, 0) : 0
}

/** Settles one case; the answer has to be one to the question that the sale asks. `customerWaits`: the sale is still on the screen. */
export function settleStaffCase(
  ledger: SaleLedger,
  desk: SaleDesk,
  saleId: string,
  answer: Answer,
  staffId: string,
  customerWaits: boolean,
): Result<null, SaleFailure | ApprovalKnown | { readonly type: 'wrong-answer' }> {
  const sale = ledger.find(saleId)
  if (!sale) return err({ type: 'unknown-sale' })
  const question = questionOf(sale, desk)
  if (!question || desk.busy(saleId)) return err({ type: 'wrong-stage', stage: sale.state })
  const event = eventOf(question, answer, staffId)
  if (!event) return err({ type: 'wrong-answer' })
  if (answer.type === 'money-moved' && answer.approval !== undefined && !answer.again && 'tender' in sale) {
    const orderId = ledger.approvedAs(sale.tender.kind, answer.approval)
    if (orderId !== null) return err({ type: 'approval-known', orderId })
  }
  desk.act(saleId, event.type === 'staff-answered' && customerWaits ? { ...event, customerWaits } : event)
  return ok(null)
}

/** Staff have looked after a gap of the ledger. */
export function settleGap(
  ledger: SaleLedger,
  seq: number,
  reference: string,
  staffId: string,
  now: Instant,
): Result<null, { readonly type: 'wrong-answer' }> {
  const gap = ledger.gaps().find((each) => each.kind !== 'hub' && each.seq === seq)
  if (!gap) return err({ type: 'wrong-answer' })
  ledger.settleGap(gap, reference, staffId, now)
  return ok(null)
}

function questionOf(sale: Sale, desk: SaleDesk): SaleCase['question'] | null {
  if (desk.faulted(sale.saleId)) return 'restart'
  if (desk.waitsForRoom(sale.saleId)) return 'storage-full'
  switch (sale.state) {
    case 'needs-staff':
      return sale.question === 'card-charged' || sale.question === 'cash-received' ? 'money-moved' : sale.question
    case 'refund-due':
      return 'pay-back'
    case 'print-unknown':
      return sale.jobs.some(({ state }) => state === 'unknown') ? 'paper-out' : 'reprint'
    default:
      return null
  }
}

function eventOf(question: SaleCase['question'], answer: Answer, staffId: string): SaleEvent | null {
  switch (answer.type) {
    case 'money-moved': {
      const { moved, approval } = answer
      if (question !== 'money-moved' || (!moved && approval !== undefined)) return null
      return { type: 'staff-answered', moneyMoved: moved, staffId, ...(approval !== undefined && { approval }) }
    }
    case 'ask-again':
      return question === 'tickets-differ' || question === 'unreconciled' ? { type: 'asked-again', staffId } : null
    case 'give-back':
      return question === 'tickets-differ' ? { type: 'refund-decided', staffId } : null
    case 'settled-by-hand':
      return question === 'unreconciled' ? { type: 'settled-by-hand', reference: answer.reference, staffId } : null
    case 'paid-back':
      return question === 'pay-back' ? { type: 'refunded', refundReference: answer.reference, staffId } : null
    case 'reprint':
      return question === 'reprint' || question === 'paper-out' ? { type: 'print-retried' } : null
    case 'paper-seen':
      return question === 'paper-out' ? { type: 'paper-seen', staffId } : null
  }
}
