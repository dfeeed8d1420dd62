import type { Begun, PaymentRef, TenderOutcome, TenderRequest } from '../../kiosk/ports/devices.ts'
import { type Line, numberingOf, writtenAmount } from '../http.ts'
import { approvalOf, DjomyDriver, type DjomyPayment, pushBegun, readData, standingOf } from './api.ts'
import { type DjomyPushSettings, djomyPushTraits } from './settings.ts'

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
