import type { ProviderLine } from '../../../shared/domain/money/settlement.ts'
import type { CardDetails } from '../../../shared/domain/money/tender.ts'
import type { PaymentRef, ListedDays, TenderOutcome } from '../../kiosk/ports/devices.ts'
import { brandOf, readingOf } from '../card.ts'
import { isApproval, readPages, type Reply } from '../http.ts'
import {
  chargesIn,
  hasSafeMinorUnits,
  intentIn,
  intentsIn,
  type ListedCharge,
  moneyOf,
  readerIn,
  rejectionOf,
  type StripeApi,
  type StripeCard,
  type StripeIntent,
} from './api.ts'

export type IntentStatus =
  | { readonly is: 'decided'; readonly outcome: Extract<TenderOutcome, { outcome: 'approved' | 'cancelled' }> }
  /** Unpaid but still payable: `running` (on a reader), `authorising` (at the bank) or `idle` (not on a reader). */
  | { readonly is: 'running' | 'authorising' | 'idle'; readonly ageMs: number }
  /** The reader finished without a payment. `why`: Stripe's codes. */
  | { readonly is: 'failed'; readonly ageMs: number; readonly why: readonly (string | null | undefined)[] }
  | { readonly is: 'silent' }

export type NamedPayment = PaymentRef & { readonly token: string }

const SILENT = { is: 'silent' } as const

/** Payment intents of one reader. An intent cannot be paid until a reader is instructed to process it. */
export class Intents {
  readonly #api: StripeApi
  readonly #reader: string

  constructor(api: StripeApi, reader: string) {
    this.#api = api
    this.#reader = reader
  }

  /** Equal requests have equal idempotency keys, so a repeated request creates no second intent. */
  create(payment: Omit<PaymentRef, 'token'>, signal: AbortSignal): Promise<Reply> {
    const { host, reference, amount, currency } = payment
    const asked = {
      amount,
      currency: currency.toLowerCase(),
      payment_method_types: ['card_present'],
      capture_method: 'automatic',
      description: reference,
      metadata: { reference },
    } as const
    return this.#api.send(host, (stripe) => stripe.paymentIntents.create(asked, { idempotencyKey: reference }), signal)
  }

  /**
   * Finds an intent by its id, otherwise by our reference. Returns 'none' if no intent exists and none can be created,
   * and null if it is unknown whether an intent exists. The search index lags by some seconds, so the idempotency key,
   * which is exact for a day, is also used.
   */
  async find(payment: PaymentRef, signal: AbortSignal): Promise<NamedPayment | 'none' | null> {
    const { host, reference, token } = payment
    if (token !== null) return { ...payment, token }
    if (!hasSafeMinorUnits(payment.currency) || !/^[\w-]{1,64}$/u.test(reference)) return null
    const query = `metadata['reference']:'${reference}'`
    const found = intentsIn(await this.#api.send(host, (stripe) => stripe.paymentIntents.search({ query }), signal))
    if (found === null) return null
    const [first, second] = found.data.filter(({ metadata }) => metadata.reference === reference)
    if (first) return second ? null : { ...payment, token: first.id }
    const reply = await this.create(payment, signal)
    if (rejectionOf(reply, 'declined') === 'declined') return 'none'
    const made = intentIn(reply)
    return made?.metadata.reference === reference ? { ...payment, token: made.id } : null
  }

  async stand(payment: NamedPayment, signal: AbortSignal): Promise<IntentStatus> {
    const { host, token, reference } = payment
    const expand = ['latest_charge']
    const reply = await this.#api.send(host, (stripe) => stripe.paymentIntents.retrieve(token, { expand }), signal)
    const intent = intentIn(reply)
    if (intent?.id !== token || intent.metadata.reference !== reference) return SILENT
    if (intent.status === 'succeeded') return approved(intent)
    if (intent.status === 'canceled') return { is: 'decided', outcome: { outcome: 'cancelled' } }
    const ageMs = ageOf(intent, reply)
    if (intent.status === 'processing') return { is: 'authorising', ageMs }
    const action = await this.#actionFor(payment, signal)
    if (action === null) return SILENT
    if (action === 'none') return { is: 'idle', ageMs }
    // The reader may report "succeeded" before the intent does.
    if (action.status !== 'failed') return { is: 'running', ageMs }
    const error = intent.last_payment_error
    const [inAction, inIntent] = [action.api_error?.decline_code, error?.decline_code]
    return { is: 'failed', ageMs, why: [inAction, inIntent, action.api_error?.code, error?.code, action.failure_code] }
  }

  /** Returns true if Stripe confirms the cancellation, after which the intent cannot be paid. */
  async close(payment: NamedPayment, signal: AbortSignal): Promise<boolean> {
    const { host, token } = payment
    const action = await this.#actionFor(payment, signal)
    if (action !== null && action !== 'none' && action.status === 'in_progress')
      await this.#api.send(host, (stripe) => stripe.terminal.readers.cancelAction(this.#reader), signal)
    const why = { cancellation_reason: 'abandoned' } as const
    const intent = intentIn(await this.#api.send(host, (stripe) => stripe.paymentIntents.cancel(token, why), signal))
    return intent?.id === token && intent.metadata.reference === payment.reference && intent.status === 'canceled'
  }

  async #actionFor({ host, token }: NamedPayment, signal: AbortSignal) {
    const reply = await this.#api.send(host, (stripe) => stripe.terminal.readers.retrieve(this.#reader), signal)
    const read = readerIn(reply)
    if (read?.id !== this.#reader) return null
    const isOurs = read.action?.process_payment_intent?.payment_intent === token
    return isOurs && read.action ? read.action : ('none' as const)
  }
}

function approved(intent: StripeIntent): IntentStatus {
  const money = moneyOf(intent.amount_received, intent.currency)
  return money === null ? SILENT : { is: 'decided', outcome: { outcome: 'approved', ...paidBy(intent), ...money } }
}

/** Age in milliseconds by Stripe's clock; 0 if the reply has no date. */
function ageOf({ created }: StripeIntent, reply: Reply): number {
  const now = Date.parse((reply.answered ? reply.date : null) ?? '')
  return Number.isNaN(now) ? 0 : now - created * 1000
}

/** `approval`: the bank's code, otherwise Stripe's id. */
function paidBy({ id, latest_charge: charge }: StripeIntent): { approval: string; card?: CardDetails } {
  const told = charge?.payment_method_details?.card_present
  const code = told?.receipt?.authorization_code ?? ''
  return { approval: isApproval(code) ? code : (charge?.id ?? id), ...(told && { card: cardOf(told) }) }
}

function cardOf({ brand, last4, read_method: how, receipt }: StripeCard): CardDetails {
  const called = brandOf(brand)
  const read = readingOf(how)
  const lines = [
    plain(receipt?.application_preferred_name),
    labelled('AID', receipt?.dedicated_file_name),
    labelled('AUTH', receipt?.authorization_code),
  ].filter((line) => line !== '')
  return {
    ...(called !== undefined && { brand: called }),
    ...(/^\d{4}$/u.test(last4 ?? '') && { ending: last4 ?? '' }),
    ...(read !== undefined && { read }),
    ...(lines.length > 0 && { receipt: lines }),
  }
}

/** Returns an empty text if the input is not one plain line, or could contain a card number. */
const plain = (text: string | null | undefined): string =>
  text && /^[\p{L}\p{N} .&'-]{1,32}$/u.test(text) && !/\d{11}/u.test(text) ? text : ''

/** Returns a receipt line with a label. An AID has hexadecimal digits, other values letters and digits. */
const labelled = (label: string, text: string | null | undefined): string =>
  text && (label === 'AID' ? /^[0-9A-Fa-f]{10,32}$/u : /^\w{1,12}$/u).test(text) ? `${label} ${text}` : ''

const PAGE_SIZE = 100

/** Lists the account's card payments at readers. Resolves with null if the list is incomplete. */
export async function listCharges(
  api: StripeApi,
  host: string,
  { fromUtc, toUtc }: ListedDays,
  signal: AbortSignal,
): Promise<readonly ProviderLine[] | null> {
  const created = { gte: secondsOf(fromUtc), lt: secondsOf(toUtc) }
  const charges = await readPages<ListedCharge>(async (after) => {
    const asked = {
      created,
      limit: PAGE_SIZE,
      expand: ['data.balance_transaction'],
      ...(after !== undefined && { starting_after: after }),
    }
    const read = chargesIn(await api.send(host, (stripe) => stripe.charges.list(asked), signal))
    return read && { items: read.data, next: read.has_more ? read.data.at(-1)?.id : undefined }
  })
  return charges && linesOf(charges)
}

const secondsOf = (utc: string): number => Math.floor(Date.parse(utc) / 1000)

function linesOf(charges: readonly ListedCharge[]): readonly ProviderLine[] {
  const some = charges.filter(({ payment_method_details: how }) => how?.type === 'card_present')
  return some
    .flatMap((charge) => [paid(charge), ...(charge.amount_refunded > 0 ? [returned(charge)] : [])])
    .map((each, at) => ({ ...each, line: at + 1 }))
}

function paid(charge: ListedCharge): ProviderLine {
  const { status, amount_captured: captured, currency, balance_transaction: booked } = charge
  const standing = standings[status] ?? 'unclear'
  const money = moneyOf(standing === 'paid' ? captured : charge.amount, currency)
  // A fee in the account's own currency is ignored if the payment has another currency.
  const fee = booked && booked.currency === currency ? moneyOf(booked.fee, currency) : null
  return {
    ...common(charge),
    amount: money?.amount ?? null,
    status,
    standing: standing === 'paid' && money === null ? 'unclear' : standing,
    fee: fee?.amount ?? null,
  }
}

function returned(charge: ListedCharge): ProviderLine {
  const money = moneyOf(charge.amount_refunded, charge.currency)
  const standing = money === null ? 'unclear' : 'refunded'
  return { ...common(charge), amount: money?.amount ?? null, status: 'refunded', standing, fee: null }
}

const standings: Readonly<Record<string, ProviderLine['standing']>> = {
  succeeded: 'paid',
  pending: 'waiting',
  failed: 'failed',
}

const common = ({ id, created, currency, payment_intent: intent, metadata }: ListedCharge) => ({
  line: 0,
  names: [metadata.reference ?? '', intent ?? '', id].filter((name) => name !== ''),
  at: new Date(created * 1000).toISOString(),
  currency: currency.toUpperCase(),
})
