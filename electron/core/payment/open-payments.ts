import type { OpenPaymentAct } from '../../../shared/domain/sale/after-sale.ts'
import type { OpenPayment } from '../../../shared/domain/sale/open-payment.ts'
import type { Ports } from '../ports/ports.ts'
import type { TenderDriver } from '../ports/tender-driver.ts'
import { followOpenPayment, HOURS_AFTER_MS, type Told } from './follow-tender.ts'
import { driverOf } from './tender-effects.ts'
import { knownPayment } from './tender-events.ts'

/** Asks about payments that their sales went on without, as long as a success may come, over restarts of the program too. */
export interface OpenPayments {
  /** Takes up every one that is not being asked about yet. */
  follow(): void
  /** Asks no more; what is open is asked about at the next start. */
  stop(): Promise<void>
}

/** Where something failed here (a full disk, say), it is asked again after so long. */
const AGAIN_MS = 60_000

export function followOpenPayments(
  ports: Pick<Ports, 'ledger' | 'tenders' | 'clock' | 'log' | 'inSale'>,
): OpenPayments {
  const { ledger, tenders, clock, log, inSale } = ports
  const stopping = new AbortController()
  const { signal } = stopping
  const under = new Map<string, Promise<void>>()

  async function ask(payment: OpenPayment): Promise<OpenPaymentAct | null> {
    const driver = driverOf(tenders, payment)
    const known = knownPayment(payment, payment.currency)
    if (!driver) return unanswered(payment)
    if (!isOverdue(driver, payment)) return actOf(payment, await followOpenPayment(ports, driver, known, signal))
    const outcome = await driver.ask(known, signal)
    if (signal.aborted) return null
    return outcome.outcome === 'pending'
      ? unanswered(payment)
      : actOf(payment, { is: 'decided', outcome, byTime: false })
  }

  /**
   * A machine that is off each night would start over each morning. By wall time, too, asking ends; a wall clock that is wrong costs a look
   * by people, and no money.
   */
  function isOverdue({ traits }: TenderDriver, { sinceUtc }: OpenPayment): boolean {
    const waited = Date.parse(clock.now().wallUtc) - Date.parse(sinceUtc)
    return waited > traits.decideMs + traits.lateMs + HOURS_AFTER_MS
  }

  async function settle(payment: OpenPayment): Promise<void> {
    while (!signal.aborted) {
      try {
        const act = await ask(payment)
        if (!act) return
        ledger.recordAfterSale(act, null, clock.now())
        log.info('payment.open-settled', { ...act })
        return
      } catch (error) {
        log.error('payment.open-failed', error, { reference: payment.reference })
        await clock.sleep(AGAIN_MS, signal)
      }
    }
  }

  return {
    follow() {
      for (const payment of ledger.openPayments()) {
        const { reference, standing } = payment
        if (standing.is !== 'asked' || under.has(reference) || signal.aborted) continue
        under.set(
          reference,
          inSale(payment.saleId, () => settle(payment)).finally(() => under.delete(reference)),
        )
      }
    },
    async stop() {
      stopping.abort()
      await Promise.all(under.values())
    },
  }
}

function unanswered({ saleId, reference }: OpenPayment): OpenPaymentAct {
  return { type: 'payment-unanswered', saleId, reference }
}

/** Null: the program ends. */
function actOf(payment: OpenPayment, told: Told): OpenPaymentAct | null {
  const { saleId, reference, kind } = payment
  if (told.is === 'given-up' || (told.is === 'no-answer' && !told.forGood)) return null
  if (told.is === 'no-answer') return unanswered(payment)
  const { outcome, byTime } = told
  switch (outcome.outcome) {
    case 'approved': {
      const { approval, amount = payment.amount, currency = payment.currency } = outcome
      return { type: 'payment-found', saleId, reference, kind, currency, amount, approval }
    }
    case 'refused':
    case 'cancelled':
      return { type: 'payment-closed', saleId, reference, by: byTime ? 'time' : 'provider' }
    case 'unavailable':
    case 'unknown':
      return unanswered(payment)
  }
}
