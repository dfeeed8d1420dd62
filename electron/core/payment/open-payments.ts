import { err, ok, type Result } from '../../../shared/domain/result.ts'
import type { OpenPaymentAct } from '../../../shared/domain/sale/after-sale.ts'
import { collectionCode } from '../../../shared/domain/sale/collection-code.ts'
import type { OpenPayment } from '../../../shared/domain/sale/open-payment.ts'
import type { Instant } from '../../../shared/domain/sale/sale.ts'
import type { CommandInput } from '../../../shared/kiosk-api/contract.ts'
import type { ApprovalKnown } from '../../../shared/kiosk-api/failures.ts'
import type { OverProvider, PaymentCase } from '../../../shared/kiosk-api/staff-cases.ts'
import type { TenderDriver } from '../ports/devices.ts'
import type { Ports, SaleLedger } from '../ports/ports.ts'
import { overProvider, owedOfPayment, type ProviderRefunds } from './refunds.ts'
import { driverOf, followOpenPayment, HOURS_AFTER_MS, knownPayment, type Told } from './tender.ts'

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
  const act = open && openPaymentActOf(open, answer, staffId)
  if (!act) return err({ type: 'wrong-answer' })
  if (act.type === 'payment-found' && answer.type === 'money-moved' && answer.approval && !answer.again) {
    const orderId = ledger.approvedAs(act.kind, act.approval)
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
