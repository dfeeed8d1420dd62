import { randomBytes } from 'node:crypto'
import type { Stripe } from 'stripe'
import type { Act, Stand } from '../stand-in/acts.ts'
import { json, type Remembered } from '../stand-in/stand-in.ts'

/** What an intent asks for, and what has become of it. */
export interface StripeWanted {
  readonly id: string
  readonly amount: number
  readonly currency: string
  readonly description: string | null
  readonly metadata: Record<string, string>
  /** Seconds since 1970. */
  readonly created: number
  /** Put on the reader then; null: never. */
  processedMs: number | null
  /** Nobody can pay it any more. */
  isCancelled: boolean
}

export type KeptIntent = Remembered<StripeWanted>

const AID = 'A0000000031010'

const whyOf = ({ name, code }: Act): string => (name === 'refuse' ? (code ?? 'generic_decline') : 'generic_decline')

/** What moved, in Stripe's smallest units. */
export function takenOf({ act, what: { amount } }: KeptIntent): number {
  if (act.name === 'wrong-amount') return amount + 1
  return act.name === 'partial' ? Math.max(1, Math.floor(amount / 2)) : amount
}

export const currencyOf = ({ act, what }: KeptIntent): string => (act.name === 'wrong-currency' ? 'xaf' : what.currency)

export function intentOf(kept: KeptIntent, stand: Stand, expanded: boolean) {
  const { what, act } = kept
  const isPaid = stand === 'approved'
  const status = isPaid
    ? 'succeeded'
    : what.isCancelled
      ? 'canceled'
      : stand === 'cancelled'
        ? 'processing'
        : 'requires_payment_method'
  const error = stand === 'refused' ? { type: 'card_error', code: 'card_declined', decline_code: whyOf(act) } : null
  return {
    id: what.id,
    object: 'payment_intent',
    amount: what.amount,
    amount_received: isPaid ? takenOf(kept) : 0,
    capture_method: 'automatic',
    created: what.created,
    currency: isPaid ? currencyOf(kept) : what.currency,
    description: what.description,
    latest_charge: isPaid ? (expanded ? chargeOf(kept) : `ch_${kept.receipt}`) : null,
    last_payment_error: error as Stripe.PaymentIntent['last_payment_error'],
    livemode: false,
    metadata: what.metadata,
    payment_method_types: ['card_present'],
    status,
  } as const satisfies Partial<Record<keyof Stripe.PaymentIntent, unknown>>
}

export function chargeOf(kept: KeptIntent, refunded = 0, id = `ch_${kept.receipt}`) {
  const { what, receipt } = kept
  return {
    id,
    object: 'charge',
    amount: takenOf(kept),
    amount_captured: takenOf(kept),
    amount_refunded: refunded,
    balance_transaction: { object: 'balance_transaction', fee: Math.ceil(what.amount / 100), currency: what.currency },
    created: what.created,
    currency: currencyOf(kept),
    metadata: what.metadata,
    payment_intent: what.id,
    status: 'succeeded',
    payment_method_details: {
      type: 'card_present',
      card_present: {
        brand: 'visa',
        last4: '4242',
        read_method: 'contactless_emv',
        receipt: {
          application_preferred_name: 'VISA CREDIT',
          authorization_code: receipt.slice(0, 6),
          dedicated_file_name: AID,
        },
      } satisfies DeepPartial<Stripe.Charge.PaymentMethodDetails.CardPresent>,
    },
  } as const satisfies Partial<Record<keyof Stripe.Charge, unknown>>
}

/** `at`: what the reader was last told to take. */
export function readerOf(id: string, at: KeptIntent | null, stand: Stand, isOn: boolean) {
  return {
    id,
    object: 'terminal.reader',
    device_type: 'simulated_wisepos_e',
    label: 'Simulator',
    livemode: false,
    metadata: {},
    serial_number: 'simulator',
    status: isOn ? 'online' : 'offline',
    action: at && at.what.processedMs !== null ? actionOf(at, stand) : null,
  } as const satisfies Partial<Record<keyof Stripe.Terminal.Reader, unknown>>
}

function actionOf({ what, act }: KeptIntent, stand: Stand) {
  const declined = { type: 'card_error', code: 'card_declined', decline_code: whyOf(act), message: '' } as const
  const over = {
    approved: { status: 'succeeded', failure_code: null },
    refused: { status: 'failed', failure_code: 'card_declined', api_error: declined },
    expired: { status: 'failed', failure_code: 'timed_out' },
    waiting: { status: 'in_progress', failure_code: null },
    cancelled: { status: 'in_progress', failure_code: null },
    forgotten: { status: 'in_progress', failure_code: null },
  } as const
  return {
    type: 'process_payment_intent',
    failure_message: null,
    process_payment_intent: { payment_intent: what.id },
    ...over[stand],
  }
}

type DeepPartial<T> = T extends object ? { [Key in keyof T]?: DeepPartial<T[Key]> } : T

/** Stripe's own no. */
export const refuse = (status: number, code: string, type = 'invalid_request_error'): Response =>
  json(status, { error: { type, code, message: code } })

export const nameWith = (prefix: string): string => `${prefix}_${randomBytes(12).toString('hex')}`

/** As it is written, with `url` where a list has one. */
export const listOf = (url: string, data: readonly object[], more = false): Response =>
  json(200, { object: url.endsWith('/search') ? 'search_result' : 'list', url, data, has_more: more })
