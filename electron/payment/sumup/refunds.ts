import { wireFromMinor } from '../../../shared/domain/money/money.ts'
import type { KnownPayment, RefundOutcome, RefundRequest } from '../../core/ports/devices.ts'
import { minorOf } from '../http/amounts.ts'
import { within, type Line } from '../http/exchange.ts'
import { isApproval, plainWord } from '../http/plain-word.ts'
import type { SumupApi } from './api.ts'
import type { SumupPayments } from './payments.ts'
import { errorIn, historyIn, turnedAway, type SumupTransaction } from './replies.ts'

/** Money back to the card that paid. SumUp gives a refund no name, and knows none of ours. */
export function createRefunds(line: Line, api: SumupApi, payments: SumupPayments, callMs: number) {
  async function begin(payment: KnownPayment, back: RefundRequest, signal: AbortSignal): Promise<RefundOutcome> {
    const { host } = payment
    const paid = await payments.transaction(payment, signal)
    // Nothing was asked yet: the payment itself could not be read.
    if (paid === null) return { outcome: 'unavailable' }
    const body = { amount: wireFromMinor(back.amount, payment.currency) }
    const reply = await api.post(host, 'v1.0', `/payments/${paid.id}/refunds`, body, signal)
    if (reply.answered && reply.status === 204) return { outcome: 'refunded', receipt: receiptOf(paid) }
    const code = errorIn(reply)
    if (reply.answered)
      line.log.warn('refund.rejected', {
        provider: 'sumup',
        status: reply.status,
        code: plainWord(code ?? undefined),
      })
    const turned = reply.answered && reply.status === 409 && code !== null ? 'refused' : turnedAway(reply)
    if (turned === 'unclear') return { outcome: 'unknown' }
    return turned === 'unavailable' ? { outcome: 'unavailable' } : { outcome: 'refused', reason: 'declined' }
  }

  /** Of several refunds of a part nobody can tell which is which: only the whole, given back, is certain. */
  async function ask(payment: KnownPayment, back: RefundRequest, signal: AbortSignal): Promise<RefundOutcome> {
    const paid = back.amount === payment.amount ? await payments.transaction(payment, signal) : null
    const code = paid?.transaction_code
    if (paid === null || code === undefined) return { outcome: 'unknown' }
    const query = new URLSearchParams({ transaction_code: code })
    const told = historyIn(await api.get(payment.host, 'v2.1', `/transactions/history?${query.toString()}`, signal))
    const item = told?.items.find((each) => each.transaction_code === code && (each.type ?? 'PAYMENT') === 'PAYMENT')
    const went = item?.refunded_amount === undefined ? null : minorOf(item.refunded_amount, item.currency)
    const isWhole = went === back.amount && item?.currency === payment.currency
    return isWhole ? { outcome: 'refunded', receipt: receiptOf(paid) } : { outcome: 'unknown' }
  }

  return {
    refund: (payment: KnownPayment, back: RefundRequest, stopping: AbortSignal) =>
      within(line.clock, callMs, (signal) => begin(payment, back, signal), stopping),
    askRefund: (payment: KnownPayment, back: RefundRequest, stopping: AbortSignal) =>
      within(line.clock, callMs, (signal) => ask(payment, back, signal), stopping),
  }
}

const receiptOf = ({ id, transaction_code: code }: SumupTransaction): string =>
  code !== undefined && isApproval(code) ? code : id
