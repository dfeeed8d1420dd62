import type { OpenPaymentAct } from '../../../shared/domain/sale/after-sale.ts'
import type { OpenPayment } from '../../../shared/domain/sale/open-payment.ts'
import { collectionCode } from '../../../shared/domain/sale/collection-code.ts'
import { err, ok, type Result } from '../../../shared/domain/result.ts'
import type { Instant } from '../../../shared/domain/sale/sale.ts'
import type { CommandInput } from '../../../shared/kiosk-api/contract.ts'
import type { ApprovalKnown } from '../../../shared/kiosk-api/failures.ts'
import type { OverProvider, PaymentCase } from '../../../shared/kiosk-api/staff-cases.ts'
import { overProvider, owedOfPayment, type ProviderRefunds } from '../payment/provider-refunds.ts'
import type { SaleLedger } from '../ports/ports.ts'

type Answer = CommandInput<'settleOpenPayment'>['answer']

/** What people have to look at, or went past themselves; one that only time went past is no matter for them while it is asked about. */
export function paymentCases(
  ledger: Pick<SaleLedger, 'openPayments' | 'refundTries'>,
  isOffered: ProviderRefunds['isOffered'],
): readonly PaymentCase[] {
  return ledger
    .openPayments()
    .filter(({ standing, leftBy }) => standing.is !== 'asked' || leftBy === 'staff')
    .map((open) => paymentCase(open, overProvider(ledger, isOffered, owedOfPayment(open))))
}

function paymentCase(
  { saleId, orderId, reference, kind, amount, currency, provider, eventTitle, startsAt, standing }: OpenPayment,
  over: OverProvider | null,
): PaymentCase {
  const known = {
    payment: reference,
    reference: orderId,
    code: collectionCode(saleId),
    tender: kind,
    paymentReference: provider.reference,
    eventTitle,
    startsAt,
  }
  switch (standing.is) {
    case 'asked':
      return { ...known, question: 'payment-open', approval: '', amount, currency }
    case 'unanswered':
      return { ...known, question: 'payment-unanswered', approval: '', amount, currency }
    case 'found': {
      const { is: _, ...taken } = standing
      return { ...known, question: over?.asked ? 'refund-open' : 'payment-found', ...taken, ...(over && { over }) }
    }
  }
}

/** Journals what staff say about a payment that was left open; the answer has to be one to its question. */
export function settleOpenPayment(
  ledger: Pick<SaleLedger, 'openPayments' | 'openRefunds' | 'approvedAs' | 'recordAfterSale'>,
  { payment, answer }: CommandInput<'settleOpenPayment'>,
  staffId: string,
  now: Instant,
): Result<null, ApprovalKnown | { readonly type: 'wrong-answer' }> {
  const open = ledger.openPayments().find(({ reference }) => reference === payment)
  // While its provider may be giving it back, nobody else does.
  if (ledger.openRefunds().some((refund) => refund.payment === payment)) return err({ type: 'wrong-answer' })
  const act = open && actOf(open, answer, staffId)
  if (!act) return err({ type: 'wrong-answer' })
  if (act.type === 'payment-found' && answer.type === 'money-moved' && answer.approval && !answer.again) {
    const orderId = ledger.approvedAs(act.kind, act.approval)
    if (orderId !== null) return err({ type: 'approval-known', orderId })
  }
  ledger.recordAfterSale(act, staffId, now)
  return ok(null)
}

function actOf(
  { saleId, reference, kind, ...open }: OpenPayment,
  answer: Answer,
  staffId: string,
): OpenPaymentAct | null {
  const { standing } = open
  const payment = { saleId, reference }
  if (answer.type === 'paid-back' && standing.is === 'found') {
    const { amount, currency } = standing
    return { type: 'payment-paid-back', ...payment, kind, currency, amount, receipt: answer.reference }
  }
  if (answer.type !== 'money-moved' || standing.is !== 'unanswered') return null
  const { moved, approval = staffId } = answer
  const { amount, currency } = open
  if (moved) return { type: 'payment-found', ...payment, kind, currency, amount, approval }
  return answer.approval === undefined ? { type: 'payment-closed', ...payment, by: 'staff' } : null
}
