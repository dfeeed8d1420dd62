import type { Examinable, KnownPayment, TenderDriver, TenderOutcome } from '../../core/ports/devices.ts'
import { type Line, within } from '../http/exchange.ts'
import { examineTerminal } from './examine.ts'
import { abortMessage, statusMessage } from './messages.ts'
import { decide } from './outcomes.ts'
import { createRefunds } from './refunds.ts'
import { type Known, readPayment, readStatus } from './replies.ts'
import { takePayment } from './take-payment.ts'
import { CALL_MS, type Terminal } from './terminals.ts'

/** A terminal says that nobody came just when the time to come is over. */
const GRACE_MS = 10_000

/**
 * Adyen's Terminal API. The terminal takes the card, decides, and answers the one request; where that answer is lost it is asked by
 * the request's service ID, which is our reference. Built from published documents, not yet tried with a terminal of theirs.
 */
export function createAdyenDriver(terminal: Terminal, line: Line): TenderDriver & Examinable {
  const { poiId, name, host, traits } = terminal
  const { clock, log } = line

  async function find({ reference, amount }: KnownPayment, signal: AbortSignal): Promise<TenderOutcome> {
    const message = statusMessage(poiId, 'Payment', reference)
    const reply = await terminal.send(message, signal)
    const isRead = reply.answered && reply.status === 200
    const known = isRead ? readStatus(reply.body, message, { category: 'Payment', reference }) : null
    const answer = known?.is === 'answered' ? readPayment(known.content) : null
    if (answer === null) return standingOf(known)
    const outcome = decide(answer, { reference, amount, driver: name }, log)
    return outcome.outcome === 'unavailable' ? { outcome: 'refused', reason: 'provider-down' } : outcome
  }

  const abort = (reference: string): Promise<unknown> =>
    within(clock, CALL_MS, (signal) => terminal.send(abortMessage(poiId, reference), signal))

  return {
    name,
    host,
    traits,
    begin(request, giveUp, stopping) {
      if (giveUp.aborted) return Promise.resolve({ outcome: 'unavailable' })
      return within(
        clock,
        traits.decideMs + GRACE_MS,
        (signal) => takePayment(terminal, line, request, { giveUp, signal }),
        stopping,
      )
    },
    ask(payment, stopping) {
      if (!terminal.knows(payment.host)) return Promise.resolve({ outcome: 'unknown' })
      return within(clock, CALL_MS, (signal) => find(payment, signal), stopping)
    },
    async cancel({ reference, host: at }) {
      if (terminal.knows(at)) await abort(reference)
      return 'still-open'
    },
    ...createRefunds(terminal, line),
    examine: () => examineTerminal(terminal, line),
  }
}

/** A payment that it does not know is perhaps only on its way: time alone makes that a no. */
function standingOf(known: Known | null): TenderOutcome {
  if (known?.is === 'in-progress') return { outcome: 'pending' }
  return known?.is === 'not-found' ? { outcome: 'pending', unless: 'cancelled' } : { outcome: 'unknown' }
}
