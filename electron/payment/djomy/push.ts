import type {
  Begun,
  Examinable,
  KnownPayment,
  TenderDriver,
  TenderOutcome,
  TenderRequest,
} from '../../core/ports/devices.ts'
import { type Line, numberingOf, within, writtenAmount } from '../http.ts'
import { address } from '../settings-fields.ts'
import { internationalNumber } from '../../../shared/domain/money/tender.ts'
import {
  approvalOf,
  CALL_MS,
  createDjomyApi,
  type DjomyPayment,
  found,
  listPayments,
  outcomeOfRefusal,
  paymentAt,
  pushBegun,
  readData,
  standingOf,
} from './api.ts'
import { type DjomyPushSettings, djomyPushTraits, type DjomySecrets } from './settings.ts'

export interface DjomyPushOptions extends Line {
  readonly settings: DjomyPushSettings
  readonly secrets: DjomySecrets
}

/**
 * Djomy, asking the customer on their telephone over one operator. Built from published documents, not yet tried with
 * Djomy. What was cancelled there or ran out of time has been paid late: it is `pending` until it is surely over.
 */
export function createDjomyPush({ settings, secrets, ...line }: DjomyPushOptions): TenderDriver & Examinable {
  const { baseUrl: host, currency } = settings
  const apiAt = (at: string) => createDjomyApi(line, settings, secrets, at)
  const here = apiAt(host)

  async function begin(request: TenderRequest, payer: string, signal: AbortSignal): Promise<Begun | TenderOutcome> {
    const { reference, amount, description } = request
    const body = {
      paymentMethod: settings.method,
      payerIdentifier: `00${payer}`,
      amount: Number(writtenAmount(amount, currency)),
      countryCode: settings.country,
      description,
      merchantPaymentReference: reference,
      ...(settings.returnUrl !== undefined && { returnUrl: settings.returnUrl }),
      ...(settings.cancelUrl !== undefined && { cancelUrl: settings.cancelUrl }),
    }
    const reply = await here.post('payments', body, signal)
    const begun = readData(reply, pushBegun)
    return begun ? { outcome: 'begun', token: begun.transactionId } : outcomeOfRefusal(reply, line, reference)
  }

  async function find(payment: KnownPayment, signal: AbortSignal): Promise<TenderOutcome> {
    const at = address.safeParse(payment.host)
    if (!at.success) return { outcome: 'unknown' }
    const api = at.data === host ? here : apiAt(at.data)
    const { token, reference } = payment
    const outcomeOf = (told: DjomyPayment, id: string) => outcomeOfPayment(told, id, payment, line)
    // Not there is not never: the list may lag behind.
    if (token === null) return (await found(api, line.clock, payment, outcomeOf, signal)) ?? { outcome: 'unknown' }
    const told = await paymentAt(api, token, reference, signal)
    return told === null ? { outcome: 'unknown' } : outcomeOf(told, token)
  }

  return {
    name: 'djomy-push',
    host,
    traits: djomyPushTraits,
    numbering: numberingOf(settings),
    async begin(request, giveUp, stopping) {
      if (request.currency !== currency) return { outcome: 'refused', reason: 'not-set-up' }
      const payer = internationalNumber(request.payer ?? '', settings)
      if (payer === null) return { outcome: 'refused', reason: 'unknown-payer' }
      if (giveUp.aborted) return { outcome: 'unavailable' }
      return within(line.clock, CALL_MS, (signal) => begin(request, payer, signal), stopping)
    },
    ask: (payment, stopping) => within(line.clock, CALL_MS, (signal) => find(payment, signal), stopping),
    examine: () => here.examine(),
    list: (period, stopping) => listPayments(line, here, { ...period, currency }, stopping),
  }
}

function outcomeOfPayment(told: DjomyPayment, id: string, payment: KnownPayment, { log }: Line): TenderOutcome {
  switch (standingOf(told.status)) {
    case 'waiting':
      return { outcome: 'pending' }
    case 'paid':
      return approvalOf(told, id, payment)
    case 'failed':
      log.warn('payment.refused', { provider: 'djomy', reference: payment.reference, code: 'FAILED' })
      return { outcome: 'refused', reason: 'declined' }
    case 'cancelled':
      return { outcome: 'pending', unless: 'cancelled' }
    case 'timed-out':
      return { outcome: 'pending', unless: 'refused' }
    case 'unclear':
      return { outcome: 'unknown' }
  }
}
