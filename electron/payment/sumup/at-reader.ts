import type { DevicePhase } from '../../../shared/domain/money/tender.ts'
import type { TenderOutcome, TenderRequest } from '../../core/ports/devices.ts'
import { within, type Line, type Reply } from '../http/exchange.ts'
import { plainWord } from '../http/plain-word.ts'
import { totalOf } from './amounts.ts'
import type { SumupApi } from './api.ts'
import type { SumupPayments } from './payments.ts'
import { checkoutIn, errorIn, turnedAway } from './replies.ts'
import type { SumupSecrets, SumupSettings } from './settings.ts'
import { sumupTraits } from './traits.ts'

/** So long after it was asked to give up its payment is waited for. */
const GIVING_UP_MS = 60_000
const POLL_MS = 1_000
/** SumUp's hint: a reader at work hears it only while it waits for the customer. */
const TERMINATE_AGAIN_MS = 10_000

const phases: Readonly<Record<string, DevicePhase>> = {
  SELECTING_TIP: 'choose-there',
  WAITING_FOR_CARD: 'present-card',
  WAITING_FOR_PIN: 'enter-pin',
  WAITING_FOR_SIGNATURE: 'choose-there',
}

export interface SumupAtReader {
  readonly line: Line
  readonly api: SumupApi
  readonly payments: SumupPayments
  readonly settings: SumupSettings
  readonly secrets: SumupSecrets
  readonly callMs: number
}

/** Hands a payment to the reader, once, and stays until SumUp has its end, or nobody can say. */
export function createTaking({ line, api, payments, settings, secrets, callMs }: SumupAtReader) {
  const { clock, log } = line
  const { baseUrl: host, reader, affiliateApp } = settings
  const now = (): number => clock.now().monoMs

  function handOver({ reference, amount, currency, description }: TenderRequest, signal: AbortSignal): Promise<Reply> {
    const affiliate = { app_id: affiliateApp, key: secrets.affiliateKey, foreign_transaction_id: reference }
    const body = { total_amount: totalOf(amount, currency), description, affiliate }
    return api.post(host, 'v0.1', `/readers/${reader}/checkout`, body, signal)
  }

  return async (request: TenderRequest, giveUp: AbortSignal, stopping: AbortSignal): Promise<TenderOutcome> => {
    const { reference } = request
    const call = <T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> => within(clock, callMs, work, stopping)
    let told: DevicePhase | null = null
    function tell(phase: DevicePhase): void {
      if (phase !== told) request.onProgress?.({ phase })
      told = phase
    }

    async function showReader(): Promise<void> {
      const at = await call((signal) => payments.reader(host, signal))
      const phase = phases[at?.state ?? '']
      if (phase !== undefined) tell(phase)
      // It had the card, and shows nothing: the bank is asked.
      else if (at?.state === 'IDLE' && told !== null && told !== 'waking') tell('authorising')
    }

    async function follow(): Promise<TenderOutcome> {
      const from = now()
      let [terminated, askedAt]: [number | null, number] = [null, 0]
      while (!stopping.aborted) {
        const isOver = giveUp.aborted || now() - from > sumupTraits.decideMs
        if (isOver && (terminated === null || now() - askedAt >= TERMINATE_AGAIN_MS)) {
          askedAt = now()
          terminated ??= askedAt
          await call((signal) => payments.terminate(host, signal))
        }
        const outcome = await call((signal) => payments.stand({ host, reference }, signal))
        if (isEnd(outcome)) return outcome.outcome === 'refused' && isOver ? afterGivingUp(giveUp) : outcome
        if (terminated !== null && now() - terminated > GIVING_UP_MS) return { outcome: 'unknown' }
        await showReader()
        await clock.sleep(POLL_MS, terminated === null ? AbortSignal.any([giveUp, stopping]) : stopping)
      }
      return { outcome: 'unknown' }
    }

    tell('waking')
    const reply = await call((signal) => handOver(request, signal))
    if (checkoutIn(reply) !== null) return follow()
    log.warn('payment.reader-rejected', {
      provider: 'sumup',
      reference,
      code: plainWord(errorIn(reply) ?? undefined),
    })
    switch (turnedAway(reply)) {
      case 'unavailable':
        return { outcome: 'unavailable' }
      case 'refused':
        return { outcome: 'refused', reason: 'not-set-up' }
      case 'unclear':
        return follow()
    }
  }
}

const isEnd = ({ outcome }: TenderOutcome): boolean =>
  outcome === 'approved' || outcome === 'refused' || outcome === 'cancelled'

/** A payment that failed after the reader was told to give up failed of that. */
const afterGivingUp = (giveUp: AbortSignal): TenderOutcome =>
  giveUp.aborted ? { outcome: 'cancelled' } : { outcome: 'refused', reason: 'timed-out' }
