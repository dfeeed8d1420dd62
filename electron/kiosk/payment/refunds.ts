import { err, ok, type Result } from '../../../shared/domain/result.ts'
import {
  mayTryAgain,
  type OpenPayment,
  type ProviderRefund,
  type RefundClosedBy,
  type RefundTry,
} from '../../../shared/domain/sale/open-payment.ts'
import type { Sale } from '../../../shared/domain/sale/sale.ts'
import type { RefundFailure } from '../../../shared/api/kiosk/failures.ts'
import type { ViaProvider } from '../../../shared/api/kiosk/staff-cases.ts'
import type { PaymentRef, RefundOutcome, RefundRequest, TenderDriver } from '../ports/devices.ts'
import type { Ports } from '../ports/ports.ts'
import type { AfterSaleService } from '../sale/after-sale.ts'
import type { SaleService } from '../sale/sale-service.ts'
import { driverOf, paymentRef } from './tender.ts'

/** A refund that is due to the customer of a payment. */
export type Owed = Pick<ProviderRefund, 'saleId' | 'payment' | 'kind' | 'currency' | 'amount' | 'approval' | 'provider'>

type Refunder = TenderDriver & Required<Pick<TenderDriver, 'refund' | 'askRefund'>>

/** Delay before the first poll of the open refunds, in milliseconds; the delay grows by half each time. */
const FIRST_POLL_MS = 2_000
const SLOWEST_POLL_MS = 3_600_000

interface Poll {
  readonly over: Promise<void>
  readonly again: () => void
}

/** Records each refund before requesting it once, and polls open refunds until they are decided. */
export class ProviderRefunds {
  readonly #ports: Pick<Ports, 'ledger' | 'tenders' | 'clock' | 'ids' | 'log' | 'inSale'>
  readonly #sales: Pick<SaleService, 'find' | 'act' | 'answerable'>
  readonly #afterSales: Pick<AfterSaleService, 'paidBack'>
  readonly #role: 'kiosk' | 'cashier' | undefined
  readonly #stopping = new AbortController()
  /** Refund requests in progress, by refund reference. */
  readonly #sending = new Map<string, Promise<void>>()
  /** Polls in progress, by tender, because each tender has one provider. */
  readonly #polls = new Map<string, Poll>()

  constructor(
    ports: Pick<Ports, 'ledger' | 'tenders' | 'clock' | 'ids' | 'log' | 'inSale'>,
    sales: Pick<SaleService, 'find' | 'act' | 'answerable'>,
    afterSales: Pick<AfterSaleService, 'paidBack'>,
    role: 'kiosk' | 'cashier' | undefined,
  ) {
    this.#ports = ports
    this.#sales = sales
    this.#afterSales = afterSales
    this.#role = role
  }

  readonly isOffered = (owed: Owed): boolean =>
    this.#role === 'cashier' &&
    this.#refunderOf(owed) !== null &&
    mayTryAgain(this.#ports.ledger.refundTries(owed.payment))

  /** Requests a refund that two people approved. */
  ask(owed: Owed, staffId: string, second: string): Result<null, RefundFailure> {
    const { ledger, ids, clock } = this.#ports
    const driver = this.#refunderOf(owed)
    if (!driver || !this.isOffered(owed)) return err({ type: 'refund-not-offered' })
    const tries = ledger.refundTries(owed.payment).length
    const reference = ids.referenceFor(`${owed.payment}-B${tries + 1}`, driver.traits.reference)
    const now = clock.now()
    ledger.recordAfterSale({ type: 'refund-requested', ...owed, reference, second }, staffId, now)
    this.#sending.set(reference, this.#send(driver, { ...owed, reference, staffId, askedUtc: now.wallUtc }))
    return ok(null)
  }

  /** Records the refund number from the provider's page; a null `receipt` means that no refund was made. */
  async settle(reference: string, receipt: string | null, staffId: string): Promise<Result<null, RefundFailure>> {
    const refund = this.#ports.ledger.openRefunds().find((each) => each.reference === reference)
    if (!refund || (receipt === null && this.#sending.has(reference))) return err({ type: 'refund-over' })
    if (receipt === null) this.#close(refund, 'staff', '', staffId)
    else await this.#book(refund, receipt, staffId)
    return ok(null)
  }

  follow(): void {
    if (this.#stopping.signal.aborted) return
    try {
      for (const kind of new Set(this.#open().map((refund) => refund.kind))) {
        const poll = this.#polls.get(kind)
        if (poll) poll.again()
        else this.#beginPoll(kind)
      }
    } catch (error) {
      this.#ports.log.error('refund.open-check-failed', error)
    }
  }

  async stop(): Promise<void> {
    this.#stopping.abort()
    await Promise.all([...this.#sending.values(), ...[...this.#polls.values()].map(({ over }) => over)])
  }

  /** Returns the driver of the payment if it can refund and still uses the same host. */
  #refunderOf(owed: Pick<Owed, 'kind' | 'provider' | 'payment' | 'amount'>): Refunder | null {
    const driver = driverOf(this.#ports.tenders, { ...owed, reference: owed.payment })
    return driver && canRefund(driver) && driver.host === owed.provider.host ? driver : null
  }

  #open(): readonly ProviderRefund[] {
    const open = this.#ports.ledger.openRefunds()
    return open.filter((refund) => !this.#sending.has(refund.reference) && this.#refunderOf(refund) !== null)
  }

  async #send(driver: Refunder, refund: ProviderRefund): Promise<void> {
    const { signal } = this.#stopping
    try {
      const said = await driver.refund(paymentOf(refund), requestOf(refund), signal)
      if (!signal.aborted) await this.#note(refund, said, true)
    } catch (error) {
      this.#ports.log.error('refund.failed', error, { reference: refund.reference })
    } finally {
      this.#sending.delete(refund.reference)
      this.follow()
    }
  }

  async #query(refund: ProviderRefund): Promise<void> {
    const { signal } = this.#stopping
    try {
      const said = await this.#refunderOf(refund)?.askRefund(paymentOf(refund), requestOf(refund), signal)
      if (said && !signal.aborted) await this.#note(refund, said, false)
    } catch (error) {
      this.#ports.log.error('refund.failed', error, { reference: refund.reference })
    }
  }

  #beginPoll(kind: string): void {
    const { clock, log, inSale } = this.#ports
    const { signal } = this.#stopping
    let wake = new AbortController()
    const due = (): readonly ProviderRefund[] => this.#open().filter((refund) => refund.kind === kind)

    const poll = async (): Promise<void> => {
      for (let pauseMs = FIRST_POLL_MS; !signal.aborted && due().length > 0;) {
        await clock.sleep(pauseMs, AbortSignal.any([signal, wake.signal]))
        pauseMs = wake.signal.aborted ? FIRST_POLL_MS : Math.min(SLOWEST_POLL_MS, pauseMs * 1.5)
        wake = new AbortController()
        for (const refund of due()) if (!signal.aborted) await inSale(refund.saleId, () => this.#query(refund))
      }
      this.#polls.delete(kind)
    }

    const over = inSale(null, poll).catch((error: unknown) => {
      this.#polls.delete(kind)
      log.error('refund.round-failed', error, { kind })
    })
    this.#polls.set(kind, { over, again: () => wake.abort() })
  }

  /** `sent`: true for the reply to the request itself, false for the reply to a query. */
  async #note(refund: ProviderRefund, said: RefundOutcome, sent: boolean): Promise<void> {
    const { ledger, log } = this.#ports
    const { saleId, reference, staffId } = refund
    if (!ledger.openRefunds().some((open) => open.reference === reference)) return
    log.info('refund.answered', { saleId, reference, ...said })
    if (said.outcome === 'refunded') await this.#book(refund, said.receipt, staffId)
    else if (said.outcome === 'refused') this.#close(refund, 'provider', said.reason, null)
    else if (said.outcome === 'unavailable' && sent) this.#close(refund, 'unsent', '', null)
  }

  /** `receipt`: number given by the provider, or by staff who saw the refund. */
  async #book(refund: ProviderRefund, receipt: string, staffId: string): Promise<void> {
    const { ledger, clock } = this.#ports
    const { saleId, payment, reference, amount, kind, currency } = refund
    if (ledger.openPayments().some((open) => open.reference === payment)) {
      const paid = { saleId, reference: payment, kind, currency, amount, receipt, refund: reference }
      ledger.recordAfterSale({ type: 'payment-paid-back', ...paid }, staffId, clock.now())
      return
    }
    const sale = this.#sales.find(saleId)
    const isOwed = sale?.state === 'refund-due' && sale.tender.reference === payment && this.#sales.answerable(saleId)
    if (!isOwed) throw new Error(`sale ${saleId} cannot take the refund ${reference} of ${payment} now`)
    this.#sales.act(saleId, { type: 'refunded', refundReference: receipt, refund: reference, staffId })
    await this.#afterSales.paidBack(saleId)
  }

  #close({ saleId, reference }: ProviderRefund, by: RefundClosedBy, reason: string, staffId: string | null): void {
    const { ledger, clock } = this.#ports
    ledger.recordAfterSale({ type: 'refund-closed', saleId, reference, by, reason }, staffId, clock.now())
  }
}

function canRefund(driver: TenderDriver): driver is Refunder {
  return driver.traits.refund !== 'people' && driver.refund !== undefined && driver.askRefund !== undefined
}

const requestOf = ({ reference, amount, approval }: ProviderRefund): RefundRequest => ({ reference, amount, approval })

const paymentOf = ({ payment, kind, provider, amount, currency }: ProviderRefund): PaymentRef =>
  paymentRef({ kind, reference: payment, provider, amount }, currency)

/** Returns null if the provider cannot refund the payment and no refund was requested. */
export function viaProvider(
  ledger: Pick<Ports['ledger'], 'refundTries'>,
  isOffered: ProviderRefunds['isOffered'],
  owed: Owed | null,
): ViaProvider | null {
  if (!owed) return null
  const tries: readonly RefundTry[] = ledger.refundTries(owed.payment)
  const last = tries.at(-1)
  const offered = isOffered(owed)
  if (!last && !offered) return null
  return {
    payment: owed.payment,
    offered,
    asked: last?.is === 'asked' ? { reference: last.reference, sinceUtc: last.askedUtc } : null,
    failed: last?.is === 'closed' ? { by: last.by, reason: last.reason } : null,
  }
}

/** Returns the refund due for a sale that was paid by a provider; null otherwise. */
export function owedOfSale(sale: Sale | null): Owed | null {
  if (sale?.state !== 'refund-due') return null
  const { saleId, currency, tender } = sale
  const { reference: payment, kind, received, change, approval, provider } = tender
  return provider ? { saleId, payment, kind, currency, amount: received - change, approval, provider } : null
}

/** Returns the refund due for an abandoned payment. */
export function owedOfPayment({ saleId, reference, kind, provider, standing }: OpenPayment): Owed | null {
  if (standing.is !== 'found') return null
  const { amount, currency, approval } = standing
  return { saleId, payment: reference, kind, currency, amount, approval, provider }
}
