import type { KnownPayment, RefundOutcome, RefundRequest, TenderDriver } from '../../core/ports/devices.ts'
import { within, type Line } from '../http/exchange.ts'
import { isApproval, plainWord } from '../http/plain-word.ts'
import { answerIn, reversalMessage, statusMessage } from './messages.ts'
import { conditionOf, notNow } from './outcomes.ts'
import { readReversal, readStatus, type ReversalAnswer } from './replies.ts'
import { CALL_MS, type Terminal } from './terminals.ts'

/**
 * Money back to the card that paid, without the card: Adyen takes the order, and makes it later. Its report says whether it did:
 * a settlement finds one that it did not make.
 */
export function createRefunds(
  terminal: Terminal,
  { clock, log }: Line,
): Required<Pick<TenderDriver, 'refund' | 'askRefund'>> {
  const { poiId, name } = terminal

  function outcomeOf(answer: ReversalAnswer | null, reference: string): RefundOutcome {
    if (answer === null) return { outcome: 'unknown' }
    if (answer.Response.Result === 'Success') {
      const id = answer.POIData?.POITransactionID.TransactionID ?? ''
      return { outcome: 'refunded', receipt: isApproval(id) ? id : reference }
    }
    const condition = conditionOf(answer)
    log.warn('refund.rejected', { provider: name, reference, code: plainWord(condition) })
    if (notNow.has(condition)) return { outcome: 'unavailable' }
    return final.has(condition) ? { outcome: 'refused', reason: 'declined' } : { outcome: 'unknown' }
  }

  async function begin({ currency }: KnownPayment, back: RefundRequest, signal: AbortSignal): Promise<RefundOutcome> {
    const wanted = { reference: back.reference, amount: back.amount, currency }
    const message = reversalMessage(poiId, back.approval, wanted, clock.now().wallUtc)
    const reply = await terminal.send(message, signal)
    if (!reply.answered) return { outcome: reply.sent ? 'unknown' : 'unavailable' }
    if (reply.status === 401) return { outcome: 'unavailable' }
    return reply.status === 200
      ? outcomeOf(readReversal(answerIn(reply.body, message)), back.reference)
      : { outcome: 'unknown' }
  }

  async function ask({ reference }: RefundRequest, signal: AbortSignal): Promise<RefundOutcome> {
    const message = statusMessage(poiId, 'Reversal', reference)
    const reply = await terminal.send(message, signal)
    if (!reply.answered || reply.status !== 200) return { outcome: 'unknown' }
    const known = readStatus(reply.body, message, { category: 'Reversal', reference })
    if (known?.is === 'in-progress') return { outcome: 'pending' }
    return known?.is === 'answered' ? outcomeOf(readReversal(known.content), reference) : { outcome: 'unknown' }
  }

  return {
    refund: (payment, back, stopping) => within(clock, CALL_MS, (signal) => begin(payment, back, signal), stopping),
    askRefund: (payment, back, stopping) =>
      terminal.knows(payment.host)
        ? within(clock, CALL_MS, (signal) => ask(back, signal), stopping)
        : Promise.resolve({ outcome: 'unknown' }),
  }
}

/** Conditions with which nothing was taken on. */
const final = new Set(['Cancel', 'MessageFormat', 'NotAllowed', 'NotFound', 'Refusal', 'UnavailableService'])
