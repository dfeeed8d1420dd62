import { err, ok, type Result } from '../../../shared/domain/result.ts'
import type { OpenPaymentAct } from '../../../shared/domain/sale/after-sale.ts'
import { collectionCode } from '../../../shared/domain/sale/collection-code.ts'
import type { OpenPayment } from '../../../shared/domain/sale/open-payment.ts'
import type { Instant } from '../../../shared/domain/sale/sale.ts'
import type { CommandInput } from '../../../shared/api/kiosk/contract.ts'
import type { ApprovalKnown } from '../../../shared/api/kiosk/failures.ts'
import type { ViaProvider, PaymentCase } from '../../../shared/api/kiosk/staff-cases.ts'
import type { TenderDriver } from '../ports/devices.ts'
import type { Ports, SaleLedger } from '../ports/ports.ts'
import { viaProvider, owedOfPayment, type ProviderRefunds } from './refunds.ts'
import { driverOf, followOpenPayment, HOURS_AFTER_MS, paymentRef, type PaymentReport } from './tender.ts'

/** Delay in milliseconds before polling again after a local failure, such as a full disk. */
const RETRY_MS = 60_000

/** Polls abandoned payments as long as they may still succeed, even after a restart. */
export class OpenPayments {
  readonly #ports: Pick<Ports, 'ledger' | 'tenders' | 'clock' | 'log' | 'inSale'>
  readonly #stopping = new AbortController()
  readonly #running = new Map<string, Promise<void>>()

  constructor(ports: Pick<Ports, 'ledger' | 'tenders' | 'clock' | 'log' | 'inSale'>) {
    this.#ports = ports
  }

  /** Starts polling every open payment that is not polled yet. */
  follow(): void {
    const { ledger, inSale } = this.#ports
    for (const payment of ledger.openPayments()) {
      const { reference, standing } = payment
      if (standing.is !== 'asked' || this.#running.has(reference) || this.#stopping.signal.aborted) continue
      const settled = inSale(payment.saleId, () => this.#settle(payment))
      this.#running.set(
        reference,
        settled.finally(() => this.#running.delete(reference)),
      )
    }
  }

  async stop(): Promise<void> {
    this.#stopping.abort()
    await Promise.all(this.#running.values())
  }

  async #settle(payment: OpenPayment): Promise<void> {
    const { ledger, clock, log } = this.#ports
    const { signal } = this.#stopping
    while (!signal.aborted) {
      try {
        const act = await this.#ask(payment)
        if (!act) return
        ledger.recordAfterSale(act, null, clock.now())
        log.info('payment.open-settled', { ...act })
        return
      } catch (error) {
        log.error('payment.open-failed', error, { reference: payment.reference })
        await clock.sleep(RETRY_MS, signal)
      }
    }
  }

  async #ask(payment: OpenPayment): Promise<OpenPaymentAct | null> {
    const { signal } = this.#stopping
    const driver = driverOf(this.#ports.tenders, payment)
    const known = paymentRef(payment, payment.currency)
    if (!driver) return unanswered(payment)
    if (!this.#isOverdue(driver, payment))
      return actOf(payment, await followOpenPayment(this.#ports, driver, known, signal))
    const outcome = await driver.ask(known, signal)
    if (signal.aborted) return null
    return outcome.outcome === 'pending'
      ? unanswered(payment)
      : actOf(payment, { is: 'decided', outcome, byTime: false })
  }

  /** Uses wall time, so that the polling period does not restart each morning on a kiosk that is off at night. */
  #isOverdue({ traits }: TenderDriver, { sinceUtc }: OpenPayment): boolean {
    const waitedMs = Date.parse(this.#ports.clock.now().wallUtc) - Date.parse(sinceUtc)
    return waitedMs > traits.decideMs + traits.lateMs + HOURS_AFTER_MS
  }
}

function unanswered({ saleId, reference }: OpenPayment): OpenPaymentAct {
  return { type: 'payment-unresolved', saleId, reference }
}

/** Returns the action to record for a report; null if the payment remains open. */
function actOf(payment: OpenPayment, told: PaymentReport): OpenPaymentAct | null {
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

type Answer = CommandInput<'settleOpenPayment'>['answer']

/**
 * Returns the abandoned payments that staff must check. A payment that is still polled is included only if staff
 * abandoned it.
 */
export function paymentCases(
  ledger: Pick<SaleLedger, 'openPayments' | 'refundTries'>,
  isOffered: ProviderRefunds['isOffered'],
): readonly PaymentCase[] {
  return ledger
    .openPayments()
    .filter(({ standing, leftBy }) => standing.is !== 'asked' || leftBy === 'staff')
    .map((open) => paymentCase(open, viaProvider(ledger, isOffered, owedOfPayment(open))))
}

function paymentCase(
  { saleId, orderId, reference, kind, amount, currency, provider, eventTitle, startsAt, standing }: OpenPayment,
  over: ViaProvider | null,
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
      return { ...known, question: 'payment-unresolved', approval: '', amount, currency }
    case 'found': {
      const { is: _, ...taken } = standing
      return { ...known, question: over?.asked ? 'refund-open' : 'payment-found', ...taken, ...(over && { over }) }
    }
  }
}

export function settleOpenPayment(
  ledger: Pick<SaleLedger, 'openPayments' | 'openRefunds' | 'orderPaidBy' | 'recordAfterSale'>,
  { payment, answer }: CommandInput<'settleOpenPayment'>,
  staffId: string,
  now: Instant,
): Result<null, ApprovalKnown | { readonly type: 'invalid-answer' }> {
  const open = ledger.openPayments().find(({ reference }) => reference === payment)
  // The provider may already be refunding the payment.
  if (ledger.openRefunds().some((refund) => refund.payment === payment)) return err({ type: 'invalid-answer' })
  const act = open && openPaymentActOf(open, answer, staffId)
  if (!act) return err({ type: 'invalid-answer' })
  if (act.type === 'payment-found' && answer.type === 'money-moved' && answer.approval && !answer.again) {
    const orderId = ledger.orderPaidBy(act.kind, act.approval)
    if (orderId !== null) return err({ type: 'approval-known', orderId })
  }
  ledger.recordAfterSale(act, staffId, now)
  return ok(null)
}

function openPaymentActOf(
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
