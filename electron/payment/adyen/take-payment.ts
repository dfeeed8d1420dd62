import type { SettledOutcome, TenderRequest } from '../../core/ports/devices.ts'
import { within, type Line, type Reply } from '../http/exchange.ts'
import { abortMessage, answerIn, paymentMessage, type Message } from './messages.ts'
import { decide } from './outcomes.ts'
import { readPayment } from './replies.ts'
import { CALL_MS, type Terminal } from './terminals.ts'

/** A terminal that was asked to stop has answered the payment by then. */
const STOPPING_MS = 30_000
/** An abort that overtakes its payment finds nothing to stop: it is asked for again. */
const AGAIN_MS = 5_000

/** The one request for money: lasts until the terminal decided, or `signal`. */
export async function takePayment(
  terminal: Terminal,
  line: Line,
  request: TenderRequest,
  { giveUp, signal }: { readonly giveUp: AbortSignal; readonly signal: AbortSignal },
): Promise<SettledOutcome> {
  const { clock } = line
  const message = paymentMessage(terminal.poiId, request, clock.now().wallUtc)
  const [answered, waitedEnough] = [new AbortController(), new AbortController()]
  const onGiveUp = (): void => {
    void stop(terminal, line, request.reference, AbortSignal.any([answered.signal, signal]))
    void clock.sleep(STOPPING_MS, answered.signal).then(() => waitedEnough.abort('too late'))
  }
  const deaf = (await terminal.hear?.(request.reference, (progress) => request.onProgress?.(progress))) ?? null
  if (terminal.hear && !deaf) line.log.warn('payment.display-not-received', { provider: terminal.name })
  giveUp.addEventListener('abort', onGiveUp)
  try {
    if (giveUp.aborted) return { outcome: 'unavailable' }
    request.onProgress?.({ phase: deaf ? 'waking' : 'present-card' })
    const reply = await terminal.send(message, AbortSignal.any([signal, waitedEnough.signal]))
    return outcomeOfTaking(reply, message, request, terminal, line)
  } finally {
    giveUp.removeEventListener('abort', onGiveUp)
    answered.abort('answered')
    deaf?.()
  }
}

function outcomeOfTaking(
  reply: Reply,
  message: Message,
  { reference, amount }: TenderRequest,
  { name }: Terminal,
  { log }: Line,
): SettledOutcome {
  if (!reply.answered) return { outcome: reply.sent ? 'unknown' : 'unavailable' }
  const { status, body } = reply
  const answer = status === 200 ? readPayment(answerIn(body, message)) : null
  if (answer) return decide(answer, { reference, amount, driver: name }, log)
  log.warn('payment.reply-unreadable', { provider: name, reference, status })
  // The key was not taken: nothing was asked.
  return { outcome: status === 401 ? 'unavailable' : 'unknown' }
}

/** Again and again while the payment is not answered: what an abort did is said by that answer alone. */
async function stop(terminal: Terminal, { clock }: Line, reference: string, over: AbortSignal): Promise<void> {
  while (!over.aborted) {
    await within(clock, CALL_MS, (signal) => terminal.send(abortMessage(terminal.poiId, reference), signal), over)
    await clock.sleep(AGAIN_MS, over)
  }
}
