import type { KnownPayment, RefundOutcome, RefundRequest } from '../../core/ports/devices.ts'
import { minorOf, writtenAmount } from '../http/amounts.ts'
import { within, type Line } from '../http/exchange.ts'
import { isApproval, plainWord } from '../http/plain-word.ts'
import type { Product } from './product.ts'
import { codeIn, isGatewayRefusal, readStatus, refusalOf, turnedAway } from './replies.ts'

const NOTE = 'Refund'

/** Money back to who paid it, over the product Disbursements: found by our own UUID, as payments are. */
export function createRefunds(line: Line, product: Product, callMs: number) {
  async function ask(payment: KnownPayment, back: RefundRequest, signal: AbortSignal): Promise<RefundOutcome> {
    const reply = await product.call({ path: `v1_0/refund/${back.reference}` }, signal)
    const told = reply.answered && reply.status === 200 ? readStatus(reply.body, back.reference) : null
    if (told === null) return { outcome: 'unknown' }
    const { status, amount, currency, financialTransactionId: receipt, reason } = told
    if (status === 'PENDING') return { outcome: 'pending' }
    if (status === 'FAILED') return { outcome: 'refused', reason: refusalOf(reason) }
    const isOurs = currency === payment.currency && amount !== undefined && minorOf(amount, currency) === back.amount
    if (!isOurs) return { outcome: 'unknown' }
    return { outcome: 'refunded', receipt: receipt !== undefined && isApproval(receipt) ? receipt : back.reference }
  }

  async function begin(payment: KnownPayment, back: RefundRequest, signal: AbortSignal): Promise<RefundOutcome> {
    const body = {
      amount: writtenAmount(back.amount, payment.currency),
      currency: payment.currency,
      externalId: back.reference,
      payerMessage: NOTE,
      payeeNote: NOTE,
      referenceIdToRefund: payment.reference,
    }
    const reply = await product.call({ path: 'v1_0/refund', reference: back.reference, body }, signal)
    if (!reply.answered) return { outcome: reply.sent ? 'unknown' : 'unavailable' }
    if (reply.status === 202) return { outcome: 'pending' }
    const code = codeIn(reply.body)
    if (reply.status === 409 || code === 'RESOURCE_ALREADY_EXIST') return ask(payment, back, signal)
    line.log.warn('refund.rejected', { provider: 'mtn-momo', status: reply.status, code: plainWord(code) })
    if (isGatewayRefusal(reply.body)) return { outcome: 'unavailable' }
    const reason = turnedAway(code)
    return reason === null ? { outcome: 'unknown' } : { outcome: 'refused', reason }
  }

  return {
    refund: (payment: KnownPayment, back: RefundRequest, stopping: AbortSignal) =>
      within(line.clock, callMs, (signal) => begin(payment, back, signal), stopping),
    askRefund: (payment: KnownPayment, back: RefundRequest, stopping: AbortSignal) =>
      within(line.clock, callMs, (signal) => ask(payment, back, signal), stopping),
  }
}
