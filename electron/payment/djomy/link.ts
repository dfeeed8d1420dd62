import type {
  Begun,
  Examinable,
  KnownPayment,
  TenderDriver,
  TenderOutcome,
  TenderRequest,
} from '../../core/ports/devices.ts'
import { type Line, within, writtenAmount } from '../http.ts'
import { address } from '../settings-fields.ts'
import {
  approvalOf,
  CALL_MS,
  createDjomyApi,
  type DjomyApi,
  type DjomyPayment,
  found,
  linkBegun,
  linkStatus,
  listPayments,
  outcomeOfRefusal,
  paymentAt,
  readData,
  standingOf,
  summed,
} from './api.ts'
import { type DjomyLinkSettings, djomyLinkTraits, type DjomySecrets } from './settings.ts'

export interface DjomyLinkOptions extends Line {
  readonly settings: DjomyLinkSettings
  readonly secrets: DjomySecrets
}

const nobodyPaid: TenderOutcome = { outcome: 'pending', unless: 'cancelled' }
const unknown: TenderOutcome = { outcome: 'unknown' }

/**
 * Djomy's page behind a QR code, for one payment. Built from published documents, not yet tried with Djomy. A payment
 * that failed on it is not its end: the customer may try again until it runs out, and money was seen later still.
 */
export function createDjomyLink({ settings, secrets, ...line }: DjomyLinkOptions): TenderDriver & Examinable {
  const { baseUrl: host, currency } = settings
  const apiAt = (at: string) => createDjomyApi(line, settings, secrets, at)
  const here = apiAt(host)

  async function begin(request: TenderRequest, signal: AbortSignal): Promise<Begun | TenderOutcome> {
    const { reference, amount, description } = request
    const payableMs = Math.floor(Math.min(request.payableMs, djomyLinkTraits.decideMs) / 1000) * 1000
    const expiresAt = new Date(Date.parse(line.clock.now().wallUtc) + payableMs).toISOString()
    const body = {
      amountToPay: Number(writtenAmount(amount, currency)),
      linkName: reference,
      countryCode: settings.country,
      description,
      merchantReference: reference,
      usageType: 'UNIQUE',
      expiresAt: expiresAt.replace(/\.\d+Z$/u, 'Z'),
      ...(settings.methods && { allowedPaymentMethods: settings.methods }),
      ...(settings.returnUrl !== undefined && { returnUrl: settings.returnUrl }),
      ...(settings.cancelUrl !== undefined && { cancelUrl: settings.cancelUrl }),
    }
    const reply = await here.post('links', body, signal)
    const begun = readData(reply, linkBegun)
    if (begun === null) return outcomeOfRefusal(reply, line, reference)
    return { outcome: 'begun', token: begun.paymentLinkReference, shows: begun.paymentPageUrl, payableMs }
  }

  function find(payment: KnownPayment, signal: AbortSignal): Promise<TenderOutcome> {
    const at = address.safeParse(payment.host)
    if (!at.success) return Promise.resolve(unknown)
    const api = at.data === host ? here : apiAt(at.data)
    const { token } = payment
    return token === null ? withoutPage(line, api, payment, signal) : onPage(line, api, token, payment, signal)
  }

  return {
    name: 'djomy-link',
    host,
    traits: djomyLinkTraits,
    begin(request, giveUp, stopping) {
      if (request.currency !== currency) return Promise.resolve({ outcome: 'refused', reason: 'not-set-up' })
      if (giveUp.aborted) return Promise.resolve({ outcome: 'unavailable' })
      return within(line.clock, CALL_MS, (signal) => begin(request, signal), stopping)
    },
    ask: (payment, stopping) => within(line.clock, CALL_MS, (signal) => find(payment, signal), stopping),
    examine: () => here.examine(),
    list: (period, stopping) => listPayments(line, here, { ...period, currency }, stopping),
  }
}

/** Of a page on which nothing was paid. */
const pageStates = new Set(['ACTIVE', 'ENABLED', 'EXPIRED', 'REVOKED', 'DISABLED'])

const outcomeOf =
  (payment: KnownPayment) =>
  (told: DjomyPayment, id: string): TenderOutcome => {
    const standing = standingOf(told.status)
    if (standing === 'paid') return approvalOf(told, id, payment)
    if (standing === 'waiting') return { outcome: 'pending' }
    return standing === 'unclear' ? unknown : nobodyPaid
  }

/** The page was shown to nobody: nobody can have paid on it, and the list of payments has to say so, too. */
async function withoutPage(
  { clock }: Line,
  api: DjomyApi,
  payment: KnownPayment,
  signal: AbortSignal,
): Promise<TenderOutcome> {
  return (await found(api, clock, payment, outcomeOf(payment), signal)) ?? { outcome: 'cancelled' }
}

/** What its page says. */
async function onPage(
  { clock }: Line,
  api: DjomyApi,
  token: string,
  payment: KnownPayment,
  signal: AbortSignal,
): Promise<TenderOutcome> {
  const { reference } = payment
  const told = readData(await api.get(`links/${encodeURIComponent(token)}`, signal), linkStatus)
  if (told === null) return unknown
  const isAnothers =
    (told.paymentLinkReference ?? token) !== token || (told.merchantReference ?? reference) !== reference
  if (isAnothers) return unknown
  const payments = told.payments ?? []
  const paid = payments.filter(({ status }) => standingOf(status) === 'paid')
  if (paid.length > 0) {
    const asked = paid.map(async ({ transactionId: id }) => {
      const each = await paymentAt(api, id, reference, signal)
      return each === null ? unknown : outcomeOf(payment)(each, id)
    })
    return summed(await Promise.all(asked))
  }
  // It was used, and does not say by which payment.
  if (told.status === 'PAID' || (told.numberOfUsage ?? 0) > 0) {
    const outcome = await found(api, clock, payment, outcomeOf(payment), signal)
    return outcome?.outcome === 'approved' ? outcome : unknown
  }
  if (payments.some(({ status }) => standingOf(status) === 'waiting')) return { outcome: 'pending' }
  return pageStates.has(told.status) ? nobodyPaid : unknown
}
