import { err, ok, type Result } from '../../shared/domain/result.ts'
import type { Sale, SaleEvent } from '../../shared/domain/sale.ts'
import type { CommandInput, SaleFailure } from '../../shared/kiosk-api/contract.ts'
import type { StaffCase } from '../../shared/kiosk-api/views.ts'
import type { SaleLedger } from './ports.ts'
import type { SaleDesk } from './sale-desk.ts'

/** Who answered at a machine whose staff share one PIN; people of their own come with the cashier's desk. */
const COUNTER_STAFF = 'counter'

type Answer = CommandInput<'settleStaffCase'>['answer']

/** Every unfinished sale that a human has to do something about, oldest first. */
export function staffCases(ledger: SaleLedger, desk: SaleDesk): readonly StaffCase[] {
  return ledger.unfinished().flatMap((sale) => {
    const question = questionOf(sale, desk)
    if (!question || !('order' in sale)) return []
    return [
      {
        saleId: sale.saleId,
        reference: sale.order.orderId,
        question,
        tender: 'tender' in sale ? sale.tender.kind : 'card',
        amount: sale.order.amount,
        currency: sale.currency,
        eventTitle: sale.event.title,
        seatCodes: sale.order.seats.map(({ place }) => place.seatCode),
      },
    ]
  })
}

/** Settles one case; the answer has to be one to the question that the sale asks. */
export function settleStaffCase(
  ledger: SaleLedger,
  desk: SaleDesk,
  saleId: string,
  answer: Answer,
): Result<null, SaleFailure | { readonly type: 'wrong-answer' }> {
  const sale = ledger.find(saleId)
  if (!sale) return err({ type: 'unknown-sale' })
  const question = questionOf(sale, desk)
  if (!question || desk.busy(saleId)) return err({ type: 'wrong-stage', stage: sale.state })
  const event = eventOf(question, answer)
  if (!event) return err({ type: 'wrong-answer' })
  desk.act(saleId, event)
  return ok(null)
}

function questionOf(sale: Sale, desk: SaleDesk): StaffCase['question'] | null {
  if (desk.faulted(sale.saleId)) return 'restart'
  switch (sale.state) {
    case 'needs-staff':
      return sale.question === 'card-charged' || sale.question === 'cash-received' ? 'money-moved' : sale.question
    case 'refund-due':
      return 'pay-back'
    case 'print-unknown':
      return 'reprint'
    default:
      return null
  }
}

function eventOf(question: StaffCase['question'], answer: Answer): SaleEvent | null {
  const staffId = COUNTER_STAFF
  switch (answer.type) {
    case 'money-moved':
      return question === 'money-moved' ? { type: 'staff-answered', moneyMoved: answer.moved, staffId } : null
    case 'ask-again':
      return question === 'tickets-differ' ? { type: 'asked-again', staffId } : null
    case 'paid-back':
      return question === 'pay-back' ? { type: 'refunded', refundReference: answer.reference, staffId } : null
    case 'reprint':
      return question === 'reprint' ? { type: 'print-retried' } : null
  }
}
