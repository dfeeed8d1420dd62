import type { DevicePhase } from '../../../shared/domain/money/tender.ts'
import type { SettledOutcome, TenderDriver } from '../../core/ports/devices.ts'
import { within, type Line, type Reply } from '../http/exchange.ts'
import { plainWord } from '../http/plain-word.ts'
import type { StripeApi } from './api.ts'
import type { Intents, NamedPayment, Standing } from './intents.ts'
import { isCancelledThere, refusalOf, turnedAway } from './reasons.ts'
import { errorIn } from './replies.ts'
import { stripeTerminalTraits } from './traits.ts'

/** So long it is tried to close what ended without a payment. */
const CLOSE_MS = 60_000
/** A request that was lost on its way has come by then, or never does. */
const ARRIVAL_MS = 15_000
const POLL_MS = 1_000

export interface AtReader {
  readonly line: Line
  readonly api: StripeApi
  readonly intents: Intents
  readonly reader: string
  readonly callMs: number
}

/** Puts a payment on the reader, once, and stays until it is paid, or cancelled with proof. */
export function createSettle({ line, api, intents, reader, callMs }: AtReader): NonNullable<TenderDriver['settle']> {
  const { clock, log } = line
  const now = (): number => clock.now().monoMs

  return async (known, request, giveUp, stopping) => {
    const { token } = known
    // The reader has not heard of it: nobody can have paid.
    if (token === null || giveUp.aborted) return { outcome: 'cancelled' }
    const payment = { ...known, token }
    const call = <T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> => within(clock, callMs, work, stopping)
    const stand = (): Promise<Standing> => call((signal) => intents.stand(payment, signal))
    let told: DevicePhase | null = null
    function tell(phase: DevicePhase): void {
      if (phase !== told) request.onProgress?.({ phase })
      told = phase
    }

    /** `outcome` once it is certain that nothing was paid, or what Stripe says it was in the meantime. */
    async function close(outcome: SettledOutcome): Promise<SettledOutcome> {
      for (const from = now(); !stopping.aborted && now() - from < CLOSE_MS; await clock.sleep(POLL_MS, stopping)) {
        if (await call((signal) => intents.close(payment, signal))) return outcome
        const standing = await stand()
        if (standing.is === 'authorising') tell('authorising')
        if (standing.is !== 'decided') continue
        return standing.outcome.outcome === 'approved' ? standing.outcome : outcome
      }
      return { outcome: 'unknown' }
    }

    async function follow(): Promise<SettledOutcome> {
      const from = now()
      while (!stopping.aborted) {
        if (giveUp.aborted) return close({ outcome: 'cancelled' })
        if (now() - from > stripeTerminalTraits.decideMs) return close({ outcome: 'refused', reason: 'timed-out' })
        const standing = await stand()
        switch (standing.is) {
          case 'decided':
            return standing.outcome
          case 'running':
            tell('present-card')
            break
          case 'authorising':
            tell('authorising')
            break
          case 'failed':
            log.warn('payment.refused', {
              provider: 'stripe-terminal',
              reference: known.reference,
              code: firstOf(standing.why),
            })
            return close(endOf(standing.why))
          case 'idle':
            if (now() - from > ARRIVAL_MS) return close({ outcome: 'refused', reason: 'provider-down' })
            break
          case 'silent':
        }
        await clock.sleep(POLL_MS, AbortSignal.any([giveUp, stopping]))
      }
      return { outcome: 'unknown' }
    }

    tell('waking')
    const put = await call((signal) => handOver(payment, signal))
    if (!put.answered && !put.sent) return { outcome: 'unavailable' }
    const end = endOfPut(put)
    if (end === null) return follow()
    log.warn('payment.reader-rejected', {
      provider: 'stripe-terminal',
      reference: known.reference,
      code: codeIn(put),
    })
    return close(end)
  }

  function handOver({ host, token, reference }: NamedPayment, signal: AbortSignal): Promise<Reply> {
    const asked = { payment_intent: token, process_config: { enable_customer_cancellation: true } }
    const once = { idempotencyKey: `${reference}-process` }
    return api.send(host, (stripe) => stripe.terminal.readers.processPaymentIntent(reader, asked, once), signal)
  }
}

const codeIn = (reply: Reply): string => plainWord(errorIn(reply)?.code ?? undefined)
const firstOf = (why: readonly (string | null | undefined)[]): string =>
  plainWord(why.find((word) => word) ?? undefined)

const endOf = (why: readonly (string | null | undefined)[]): SettledOutcome =>
  why.some(isCancelledThere) ? { outcome: 'cancelled' } : { outcome: 'refused', reason: refusalOf(...why) }

/** Null: the reader may have it. */
function endOfPut(put: Reply): SettledOutcome | null {
  const code = errorIn(put)?.code
  if (code === 'terminal_reader_timeout' || code === 'payment_intent_unexpected_state') return null
  if (
    code === 'terminal_reader_busy' ||
    code === 'terminal_reader_offline' ||
    code === 'terminal_reader_hardware_fault'
  )
    return { outcome: 'unavailable' }
  switch (turnedAway(put)) {
    case 'unavailable':
      return { outcome: 'unavailable' }
    case 'refused':
      return { outcome: 'refused', reason: 'not-set-up' }
    case 'unclear':
      return null
  }
}
