import type { ProviderLine } from '../../../shared/domain/money/settlement.ts'
import type { CardPaid } from '../../../shared/domain/money/tender.ts'
import type { KnownPayment, ListedDays, TenderOutcome } from '../../core/ports/devices.ts'
import { isApproval, type Line, type Reply, within } from '../http.ts'
import {
  chargesIn,
  intentIn,
  intentsIn,
  isSure,
  type ListedCharge,
  moneyOf,
  readerIn,
  type StripeApi,
  type StripeCard,
  type StripeIntent,
  turnedAway,
} from './api.ts'

/** Where a payment stands. */
export type Standing =
  | { readonly is: 'decided'; readonly outcome: Extract<TenderOutcome, { outcome: 'approved' | 'cancelled' }> }
  /**
   * Not paid, and it can be. `running`: the reader takes it · `authorising`: the bank is asked · `failed`: the reader has done with it,
   * `why` in Stripe's words · `idle`: it is on no reader.
   */
  | { readonly is: 'running' | 'authorising' | 'idle'; readonly ageMs: number }
  | { readonly is: 'failed'; readonly ageMs: number; readonly why: readonly (string | null | undefined)[] }
  /** Nothing that could be read. */
  | { readonly is: 'silent' }

/** A payment that has a name at Stripe. */
export type NamedPayment = KnownPayment & { readonly token: string }

const SILENT = { is: 'silent' } as const

export interface Intents {
  /** The same request, under the same key, makes the same intent: however often it is sent, there is one. */
  create(payment: Omit<KnownPayment, 'token'>, signal: AbortSignal): Promise<Reply>
  /** By our reference alone. `none`: it cannot be made either; null: nobody says. */
  find(payment: KnownPayment, signal: AbortSignal): Promise<NamedPayment | 'none' | null>
  stand(payment: NamedPayment, signal: AbortSignal): Promise<Standing>
  /** True: Stripe says that it is cancelled, and so was not paid and never will be. */
  close(payment: NamedPayment, signal: AbortSignal): Promise<boolean>
}

/** The payment intents of one reader. An intent that no reader was told to process takes nobody's money. */
export function createIntents(api: StripeApi, reader: string): Intents {
  function create({ host, reference, amount, currency }: Omit<KnownPayment, 'token'>, signal: AbortSignal) {
    const asked = {
      amount,
      currency: currency.toLowerCase(),
      payment_method_types: ['card_present'],
      capture_method: 'automatic',
      description: reference,
      metadata: { reference },
    } as const
    return api.send(host, (stripe) => stripe.paymentIntents.create(asked, { idempotencyKey: reference }), signal)
  }

  async function actionFor({ host, token }: NamedPayment, signal: AbortSignal) {
    const read = readerIn(await api.send(host, (stripe) => stripe.terminal.readers.retrieve(reader), signal))
    if (read?.id !== reader) return null
    const isOurs = read.action?.process_payment_intent?.payment_intent === token
    return isOurs && read.action ? read.action : ('none' as const)
  }

  async function stand(payment: NamedPayment, signal: AbortSignal): Promise<Standing> {
    const { host, token, reference } = payment
    const expand = ['latest_charge']
    const reply = await api.send(host, (stripe) => stripe.paymentIntents.retrieve(token, { expand }), signal)
    const intent = intentIn(reply)
    if (intent?.id !== token || intent.metadata.reference !== reference) return SILENT
    if (intent.status === 'succeeded') return approved(intent)
    if (intent.status === 'canceled') return { is: 'decided', outcome: { outcome: 'cancelled' } }
    const ageMs = ageOf(intent, reply)
    if (intent.status === 'processing') return { is: 'authorising', ageMs }
    const action = await actionFor(payment, signal)
    if (action === null) return SILENT
    if (action === 'none') return { is: 'idle', ageMs }
    // "Succeeded" there and unpaid here: the one is ahead of the other.
    if (action.status !== 'failed') return { is: 'running', ageMs }
    const error = intent.last_payment_error
    const [inAction, inIntent] = [action.api_error?.decline_code, error?.decline_code]
    return { is: 'failed', ageMs, why: [inAction, inIntent, action.api_error?.code, error?.code, action.failure_code] }
  }

  return {
    create,
    stand,
    /**
     * The search lags some seconds behind, and knows what is old; the key of the first request is good for a day, and is
     * exact. Between them nothing is missed.
     */
    async find(payment, signal) {
      const { host, reference } = payment
      if (!isSure(payment.currency) || !/^[\w-]{1,64}$/u.test(reference)) return null
      const query = `metadata['reference']:'${reference}'`
      const found = intentsIn(await api.send(host, (stripe) => stripe.paymentIntents.search({ query }), signal))
      if (found === null) return null
      const ours = found.data.filter(({ metadata }) => metadata.reference === reference)
      const [first, second] = ours
      if (first) return second ? null : { ...payment, token: first.id }
      const reply = await create(payment, signal)
      if (turnedAway(reply) === 'refused') return 'none'
      const made = intentIn(reply)
      return made?.metadata.reference === reference ? { ...payment, token: made.id } : null
    },
    async close(payment, signal) {
      const { host, token } = payment
      // Another payment's action is left alone.
      const action = await actionFor(payment, signal)
      if (action !== null && action !== 'none' && action.status === 'in_progress')
        await api.send(host, (stripe) => stripe.terminal.readers.cancelAction(reader), signal)
      const why = { cancellation_reason: 'abandoned' } as const
      const intent = intentIn(await api.send(host, (stripe) => stripe.paymentIntents.cancel(token, why), signal))
      return intent?.id === token && intent.metadata.reference === payment.reference && intent.status === 'canceled'
    },
  }
}

function approved(intent: StripeIntent): Standing {
  const money = moneyOf(intent.amount_received, intent.currency)
  return money === null ? SILENT : { is: 'decided', outcome: { outcome: 'approved', ...paidBy(intent), ...money } }
}

/** By Stripe's own clock; without it nothing is too old. */
function ageOf({ created }: StripeIntent, reply: Reply): number {
  const now = Date.parse((reply.answered ? reply.date : null) ?? '')
  return Number.isNaN(now) ? 0 : now - created * 1000
}

/** As their owners write them; Stripe's own word where it is another. */
const brands: Readonly<Record<string, string>> = {
  amex: 'American Express',
  cartes_bancaires: 'Cartes Bancaires',
  diners: 'Diners Club',
  discover: 'Discover',
  eftpos_au: 'eftpos',
  interac: 'Interac',
  jcb: 'JCB',
  mastercard: 'Mastercard',
  unionpay: 'UnionPay',
  visa: 'Visa',
}

const reads: Readonly<Record<string, NonNullable<CardPaid['read']>>> = {
  contact_emv: 'chip',
  contactless_emv: 'contactless',
  contactless_magstripe_mode: 'contactless',
  magnetic_stripe_fallback: 'stripe',
  magnetic_stripe_track2: 'stripe',
}

/** What the customer's paper says of the card, and what names the payment: the bank's code, else Stripe's own name for it. */
function paidBy({ id, latest_charge: charge }: StripeIntent): { approval: string; card?: CardPaid } {
  const told = charge?.payment_method_details?.card_present
  const code = told?.receipt?.authorization_code ?? ''
  return { approval: isApproval(code) ? code : (charge?.id ?? id), ...(told && { card: cardOf(told) }) }
}

function cardOf({ brand, last4, read_method: how, receipt }: StripeCard): CardPaid {
  const called = brands[brand ?? '']
  const read = reads[how ?? '']
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

/** Of one line, and nothing that could be a card's number. */
const plain = (text: string | null | undefined): string =>
  text && /^[\p{L}\p{N} .&'-]{1,32}$/u.test(text) && !/\d{11}/u.test(text) ? text : ''

/** An application's name is hexadecimal digits; of the bank's code there are at most six to eight. */
const labelled = (label: string, text: string | null | undefined): string =>
  text && (label === 'AID' ? /^[0-9A-Fa-f]{10,32}$/u : /^\w{1,12}$/u).test(text) ? `${label} ${text}` : ''

const LIST_MS = 120_000
const PAGE_SIZE = 100
const MOST_PAGES = 200

/** Lists every card payment at a reader of the account in these days. Resolves with null if not all could be read. */
export function listCharges(
  line: Line,
  api: StripeApi,
  host: string,
  { fromUtc, toUtc }: ListedDays,
  stopping: AbortSignal,
): Promise<readonly ProviderLine[] | null> {
  const created = { gte: secondsOf(fromUtc), lt: secondsOf(toUtc) }
  return within(
    line.clock,
    LIST_MS,
    async (signal) => {
      const charges: ListedCharge[] = []
      for (let page = 0; page < MOST_PAGES; page++) {
        const after = charges.at(-1)?.id
        const asked = {
          created,
          limit: PAGE_SIZE,
          expand: ['data.balance_transaction'],
          ...(after !== undefined && { starting_after: after }),
        }
        const told = chargesIn(await api.send(host, (stripe) => stripe.charges.list(asked), signal))
        if (told === null) return null
        charges.push(...told.data)
        if (!told.has_more) return linesOf(charges)
      }
      return null
    },
    stopping,
  )
}

const secondsOf = (utc: string): number => Math.floor(Date.parse(utc) / 1000)

/** Returns a line for each payment, and another for each refund. */
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
  // A fee in the account's own currency is no fee of this sum.
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
