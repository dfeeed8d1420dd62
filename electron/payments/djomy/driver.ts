import type { Begun, PaymentRef, TenderOutcome, TenderRequest } from '../../kiosk/ports/devices.ts'
import { type Line, numberingOf, writtenAmount } from '../http.ts'
import {
  approvalOf,
  DjomyDriver,
  type DjomyPayment,
  pushBegun,
  readData,
  standingOf,
  type DjomyApi,
  linkBegun,
  linkStatus,
} from './api.ts'
import { type DjomyPushSettings, djomyPushTraits, type DjomyLinkSettings, djomyLinkTraits } from './settings.ts'

/**
 * Driver for Djomy's payment request on the customer's telephone, not yet tested with Djomy. A cancelled payment may
 * still be paid late, so it stays `pending` until late payment is impossible.
 */
export class DjomyPush extends DjomyDriver<DjomyPushSettings> {
  readonly name = 'djomy-push'
  readonly traits = djomyPushTraits
  override readonly numbering

  constructor(line: Line, settings: DjomyPushSettings) {
    super(line, settings)
    this.numbering = numberingOf(settings)
  }

  protected async start(request: TenderRequest, payer: string, stopping: AbortSignal): Promise<Begun | TenderOutcome> {
    const { reference, amount, description } = request
    const { method, country, currency, returnUrl, cancelUrl } = this.settings
    const body = {
      paymentMethod: method,
      payerIdentifier: `00${payer}`,
      amount: Number(writtenAmount(amount, currency)),
      countryCode: country,
      description,
      merchantPaymentReference: reference,
      returnUrl,
      cancelUrl,
    }
    const reply = await this.call((signal) => this.api.post('payments', body, signal), stopping)
    const begun = readData(reply, pushBegun)
    return begun ? { outcome: 'begun', token: begun.transactionId } : this.notBegun(reply, reference)
  }

  protected async find(payment: PaymentRef, signal: AbortSignal): Promise<TenderOutcome> {
    const api = this.apiAt(payment.host)
    const { token, reference } = payment
    const outcomeOf = (told: DjomyPayment, id: string): TenderOutcome => this.#outcomeOf(told, id, payment)
    if (token !== null) return api.outcomeOf(token, reference, outcomeOf, signal)
    // Djomy's list of payments may lag behind, so a payment that is missing from the list may exist.
    return (await api.find(payment, outcomeOf, signal)) ?? { outcome: 'unknown' }
  }

  #outcomeOf(told: DjomyPayment, id: string, payment: PaymentRef): TenderOutcome {
    switch (standingOf(told.status)) {
      case 'waiting':
        return { outcome: 'pending' }
      case 'paid':
        return approvalOf(told, id, payment)
      case 'failed':
        this.line.log.warn('payment.refused', { provider: this.name, reference: payment.reference, code: 'FAILED' })
        return { outcome: 'refused', reason: 'declined' }
      case 'cancelled':
        return { outcome: 'pending', unless: 'cancelled' }
      case 'timed-out':
        return { outcome: 'pending', unless: 'refused' }
      case 'unclear':
        return { outcome: 'unknown' }
    }
  }
}

const nobodyPaid: TenderOutcome = { outcome: 'pending', unless: 'cancelled' }
const unknown: TenderOutcome = { outcome: 'unknown' }

/**
 * Driver for Djomy's payment page behind a QR code, not yet tested with Djomy. A customer may retry on the page until
 * it expires, and payments may arrive even later.
 */
export class DjomyLink extends DjomyDriver<DjomyLinkSettings> {
  readonly name = 'djomy-link'
  readonly traits = djomyLinkTraits

  protected async start(request: TenderRequest, _payer: string, stopping: AbortSignal): Promise<Begun | TenderOutcome> {
    const { reference, amount, description } = request
    const { country, currency, methods, returnUrl, cancelUrl } = this.settings
    const payableMs = Math.floor(Math.min(request.payableMs, this.traits.decideMs) / 1000) * 1000
    const expiresAt = new Date(Date.parse(this.line.clock.now().wallUtc) + payableMs).toISOString()
    const body = {
      amountToPay: Number(writtenAmount(amount, currency)),
      linkName: reference,
      countryCode: country,
      description,
      merchantReference: reference,
      usageType: 'UNIQUE',
      expiresAt: expiresAt.replace(/\.\d+Z$/u, 'Z'),
      allowedPaymentMethods: methods,
      returnUrl,
      cancelUrl,
    }
    const reply = await this.call((signal) => this.api.post('links', body, signal), stopping)
    const begun = readData(reply, linkBegun)
    if (begun === null) return this.notBegun(reply, reference)
    return { outcome: 'begun', token: begun.paymentLinkReference, shows: begun.paymentPageUrl, payableMs }
  }

  protected async find(payment: PaymentRef, signal: AbortSignal): Promise<TenderOutcome> {
    const api = this.apiAt(payment.host)
    if (payment.token !== null) return onPage(api, payment.token, payment, signal)
    // A page that was never shown cannot have been paid; the list of payments is checked nevertheless.
    return (await api.find(payment, outcomeFor(payment), signal)) ?? { outcome: 'cancelled' }
  }
}

const unpaidStates = new Set(['ACTIVE', 'ENABLED', 'EXPIRED', 'REVOKED', 'DISABLED'])

const outcomeFor =
  (payment: PaymentRef) =>
  (told: DjomyPayment, id: string): TenderOutcome => {
    const standing = standingOf(told.status)
    if (standing === 'paid') return approvalOf(told, id, payment)
    if (standing === 'waiting') return { outcome: 'pending' }
    return standing === 'unclear' ? unknown : nobodyPaid
  }

async function onPage(api: DjomyApi, token: string, payment: PaymentRef, signal: AbortSignal): Promise<TenderOutcome> {
  const { reference } = payment
  const page = readData(await api.get(`links/${encodeURIComponent(token)}`, signal), linkStatus)
  if (page === null) return unknown
  const isOurs = (page.paymentLinkReference ?? token) === token && (page.merchantReference ?? reference) === reference
  if (!isOurs) return unknown
  const payments = page.payments ?? []
  const paid = payments.filter(({ status }) => standingOf(status) === 'paid')
  if (paid.length > 0) return api.sumOf(paid, reference, outcomeFor(payment), signal)
  // The payment link was paid, but Djomy's reply does not name the payment.
  if (page.status === 'PAID' || (page.numberOfUsage ?? 0) > 0) {
    const outcome = await api.find(payment, outcomeFor(payment), signal)
    return outcome?.outcome === 'approved' ? outcome : unknown
  }
  if (payments.some(({ status }) => standingOf(status) === 'waiting')) return { outcome: 'pending' }
  return unpaidStates.has(page.status) ? nobodyPaid : unknown
}
