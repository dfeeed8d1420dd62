import { holdsCardNumber } from '../desk/typed-numbers.ts'
import { inWesternDigits } from '../language.ts'
import { type TenderEntry, tenders } from '../../ledger-format/money.ts'
import { cashDue } from './cash.ts'
import type { HubAttestation, IssuedSlip } from './credit-voucher.ts'
import type { Minor } from './money.ts'

type TenderBy<Means extends TenderEntry['means']> = {
  [Kind in keyof typeof tenders]: (typeof tenders)[Kind]['means'] extends Means ? Kind : never
}[keyof typeof tenders]

export type TenderKind = keyof typeof tenders
export type TenderDevice = TenderEntry['means']
type Cash = TenderBy<'drawer'>
export type BankNotes = TenderBy<'validator'>
export type MobileMoney = TenderBy<'telephone'>
/** Tender of credit vouchers, whose amount the register already owes to the customer. */
type SlipTender = TenderBy<'slip'>
/** Tender of free orders. */
type FreeTender = TenderBy<'nothing'>
/** Tenders that the settings of a machine can offer. */
type OfferedTender = Exclude<TenderKind, SlipTender | FreeTender>
export type DrivenTender = TenderBy<'terminal' | 'telephone'>

/** A venue's own names for some tenders, instead of the default ones. */
export type OwnTenderNames = { readonly [Kind in TenderKind]?: string | undefined }

export const isTender = (kind: string): kind is TenderKind => Object.hasOwn(tenders, kind)
export const isCash = (kind: string): kind is Cash => isTender(kind) && tenders[kind].means === 'drawer'
export const isMobileMoney = (kind: string): kind is MobileMoney =>
  isTender(kind) && tenders[kind].means === 'telephone'
export const isOnlyNamed = (kind: TenderKind): boolean => 'onlyNamed' in tenders[kind]
export const isSlip = (kind: string): kind is SlipTender => isTender(kind) && tenders[kind].means === 'slip'
export const isNotes = (kind: string): kind is BankNotes => isTender(kind) && tenders[kind].means === 'validator'
export const isFree = (kind: string): kind is FreeTender => isTender(kind) && tenders[kind].means === 'nothing'
export const isOffered = (kind: string): kind is OfferedTender => isTender(kind) && !isSlip(kind) && !isFree(kind)
export const isDriven = (kind: string): kind is DrivenTender => isOffered(kind) && !isCash(kind) && !isNotes(kind)

/** Returns whether a payment with this tender can be refunded only as a credit voucher. */
export const refundsAsVoucher = (kind: TenderKind): boolean => 'backAsSlip' in tenders[kind]

export const everyTender: readonly TenderKind[] = Object.keys(tenders).filter(isTender)
/** Tenders that a machine can be set to take. */
export const tenderKinds: readonly TenderKind[] = everyTender.filter(isOffered)
/** Returns the tenders that the set-up offers; a note acceptor only for kiosks. */
export const setUpTenders = (profile: string | undefined): readonly TenderKind[] =>
  tenderKinds.filter((kind) => profile !== 'cashier' || !isNotes(kind))
export const drivenTenders: readonly DrivenTender[] = tenderKinds.filter(isDriven)

/**
 * Returns the tenders available to customers. At a kiosk, these are cash, which staff come to collect, and all tenders
 * that need no staff.
 */
export const customerTenders = (
  role: 'kiosk' | 'cashier',
  offered: readonly TenderKind[],
  isUnattended: (kind: DrivenTender) => boolean,
): readonly TenderKind[] =>
  role === 'cashier'
    ? offered.filter((kind) => !isNotes(kind))
    : offered.filter((kind) => !isDriven(kind) || isUnattended(kind))

export interface TenderIntent {
  readonly kind: TenderKind
  /**
   * Reference of the attempt: the order id for the first attempt, `<order id>-2` for the second, and so on. There is
   * one charge per reference.
   */
  readonly reference: string
  /**
   * The share of the order that the tender pays; cash handed over may differ from it by less than the smallest coin.
   */
  readonly amount: Minor
  /** Staff member who started the payment at a desk; absent if the customer started it. */
  readonly staffId?: string
  /** Set if an external provider decides and can be queried. */
  readonly provider?: AtProvider
}

/** Identifies a payment at a provider; recorded in the ledger before the first request to the provider. */
export interface AtProvider {
  /** The driver of the provider. */
  readonly driver: string
  /**
   * Host on which the payment was started, since some providers can be queried about a payment only on that host. Empty
   * if the provider has no address.
   */
  readonly host: string
  /** Reference of the attempt, in the provider's format; new for every attempt. */
  readonly reference: string
  /** The provider's own identifier; absent while it is unknown. */
  readonly token?: string
}

export interface TenderResult extends TenderIntent {
  /** Cash or notes received; equals `amount` for other tenders. */
  readonly received: Minor
  readonly change: Minor
  /**
   * Voucher that the customer received for the excess, if no change is given. `received` is the sum of `amount`,
   * `change` and the voucher.
   */
  readonly slip?: IssuedSlip
  /** Approval code of the terminal or the operator, or the staff member who took the cash. */
  readonly approval: string
  readonly card?: CardDetails
  /** Attestation for a credit voucher that was reported to a hub. */
  readonly word?: HubAttestation
}

/** Card data from a terminal for the customer's receipt. They never contain a full card number. */
export interface CardDetails {
  /** Brand name from the terminal: `Visa`, `Mastercard` … */
  readonly brand?: string
  /** The last digits, at most four. */
  readonly ending?: string
  readonly read?: 'contactless' | 'chip' | 'stripe'
  /** Lines from the terminal for the customer's receipt, unchanged. */
  readonly receipt?: readonly string[]
}

/** A completed payment: the last tender, and in `parts` those before it if the payment was split. */
export interface Payment {
  readonly tender: TenderResult
  readonly parts?: readonly TenderResult[]
}

/** Refunded part of a split payment. */
export interface ReturnedTender extends TenderResult {
  readonly refundReference: string
  /** Voucher issued as the refund; `refundReference` is its number. */
  readonly refundVoucher?: IssuedSlip
}

/** Returns the tenders of a payment, oldest first. */
export function tendersOf({ parts = [], tender }: Payment): readonly TenderResult[] {
  return [...parts, tender]
}

/** Returns only `tender` and `parts` of an object that contains a payment. */
export function paymentIn({ tender, parts }: Payment): Payment {
  return { tender, ...partsIn({ parts }) }
}

/** Returns only the parts paid so far; an empty object if there are none. */
export function partsIn({ parts = [] }: { readonly parts?: readonly TenderResult[] | undefined }): {
  readonly parts?: readonly TenderResult[]
} {
  return parts.length > 0 ? { parts } : {}
}

export function sumOf(tenders: readonly TenderIntent[]): Minor {
  return tenders.reduce((sum, { amount }) => sum + amount, 0)
}

/** Returns the amount to refund for a tender, without an excess that was returned as a voucher. */
export function refundableAmount({ received, change, slip }: TenderResult): Minor {
  return received - change - (slip?.amount ?? 0)
}

/** Returns the cash rounding of a payment, in minor units; negative if less was paid than the order costs. */
export function roundingOf(payment: Payment): Minor {
  const cash = tendersOf(payment).filter(({ kind }) => isCash(kind))
  return cash.reduce((sum, tender) => sum + refundableAmount(tender) - tender.amount, 0)
}

/** Returns the amount to be handed over for a tender. */
export function dueFor({ kind, amount }: TenderIntent, currency: string): Minor {
  return isCash(kind) ? cashDue(amount, currency) : amount
}

/**
 * Prompt or activity of a device next to the screen during a payment. For display only: it is not in the ledger and has
 * no effect on the sale.
 */
const devicePhases = [
  /** The device is being woken up. */
  'waking',
  /** The device waits for a card: contactless, inserted or swiped. */
  'present-card',
  /** The device waits for the same card to be inserted: contactless is not enough. */
  'insert-card',
  /** The card could not be read. */
  'card-unread',
  'enter-pin',
  'wrong-pin',
  /** The customer has to confirm on their own telephone. */
  'look-at-telephone',
  /** The device shows a question on its own display. */
  'choose-there',
  /** The device requests authorisation from the bank: the card must not be removed. */
  'authorising',
  'remove-card',
  'removed-too-early',
] as const

export type DevicePhase = (typeof devicePhases)[number]

export interface DeviceProgress {
  readonly phase: DevicePhase
  /** Text on the device's display: a few short lines at most, or absent. */
  readonly text?: string
}

/** Returns whether only the terminal can decide in this phase, so that input on the screen has no effect. */
export const terminalDecides = (phase: DevicePhase | undefined): boolean =>
  phase === 'authorising' || phase === 'remove-card'

/** Telephone numbering of a country: `224` and nine digits in Guinea. */
export interface Numbering {
  readonly countryCode: string
  /** Number of digits, without the leading 0 that some countries use for domestic calls. */
  readonly nationalDigits: number
}

/** Default numbering if the settings name no other. */
export const GUINEA: Numbering = { countryCode: '224', nationalDigits: 9 }

/** Minimum number of digits without a country code, and maximum number with one (ITU-T E.164). */
export const MIN_PHONE_DIGITS = 8
export const MAX_PHONE_DIGITS = 15
export const TELEPHONE = new RegExp(String.raw`^\+?\d{${MIN_PHONE_DIGITS},${MAX_PHONE_DIGITS}}$`, 'u')

/** Returns a number without separators; null if it is not a telephone number, or is a card number. */
export function readTelephone(typed: string): string | null {
  const number = inWesternDigits(typed).replaceAll(/[\s.\-/()]/gu, '')
  return TELEPHONE.test(number) && !holdsCardNumber(number) ? number : null
}

/**
 * Returns a number, typed with or without the country code, as digits with the country code; null if it is not of this
 * country.
 */
export function internationalNumber(typed: string, { countryCode, nationalDigits }: Numbering): string | null {
  const digits = typed.replaceAll(/\D/gu, '')
  const forms = [digits, digits.replace(/^00/u, ''), countryCode + digits, countryCode + digits.replace(/^0/u, '')]
  const whole = (each: string): boolean =>
    each.startsWith(countryCode) && each.length === countryCode.length + nationalDigits
  return forms.find(whole) ?? null
}

/**
 * Formats a partly typed national number in the usual groups, with an underscore for each missing digit: `622 1_ __
 * __`. If the number of digits is odd, the first group has three. Without a numbering, the digits are returned
 * unchanged.
 */
export function groupedNumber(digits: string, numbering: Numbering | undefined): string {
  if (!numbering) return digits
  const { nationalDigits } = numbering
  const first = nationalDigits % 2 === 0 ? 2 : 3
  const all = digits.padEnd(nationalDigits, '_')
  return [all.slice(0, first), ...(all.slice(first).match(/.{1,2}/gu) ?? [])].join(' ')
}

/**
 * Properties of a tender. Screens, sales and recovery depend on these properties, never on the name of a driver.
 * Durations in milliseconds.
 */
export interface TenderTraits {
  /** `phone`: the customer enters a telephone number, which is sent to the operator. */
  readonly payer: 'phone' | 'none'
  /**
   * `qr`: the customer scans a code from the provider. `none`: the customer confirms elsewhere, on a device or a
   * telephone.
   */
  readonly shows: 'qr' | 'none'
  /** Whether a customer can pay with this tender without staff. */
  readonly unattended: boolean
  /** Set if the tender is simulated: no money is transferred, and no action is required. */
  readonly simulated?: boolean
  /**
   * How a payment is found for a query: by our reference, by the provider's token only, by a search among its payments,
   * in the device's own log, or by staff.
   */
  readonly findBy: 'own' | 'token' | 'search' | 'device-log' | 'people'
  readonly reference: ReferenceForm
  /**
   * `proves`: a successful cancellation is final. `asks`: the device receives a cancel request, and its reply to the
   * payment request contains the outcome.
   */
  readonly cancel: 'none' | 'asks' | 'proves'
  /** Time for the customer to decide. */
  readonly decideMs: number
  /** Minimum remaining time with which a payment may be started; set only if the provider accepts an expiry time. */
  readonly shortestMs?: number
  /**
   * Time after which the provider's status is final. It counts from the moment when the payment can no longer be made;
   * if this is unknown, from the end of the time to decide. After this time, a payment that is still `pending` takes
   * its `unless` outcome.
   */
  readonly settledMs: number
  /**
   * Time, from the moment when the payment can no longer be made, during which a success may still be reported; at
   * least `settledMs`.
   */
  readonly lateMs: number
  /** How refunds are made: by a request to the provider, by the device, or by staff outside the program. */
  readonly refund: 'api' | 'device' | 'people'
}

/** A UUID of version 4, or 26 or 10 capital letters and digits. */
export type ReferenceForm = 'uuid4' | 'short26' | 'short10'

/** Refusals because of the card or its handling. */
export const cardRefusals = [
  /** A wrong PIN was typed at the terminal too often. */
  'wrong-pin',
  /** The card was removed before the terminal had finished. */
  'card-removed',
  'card-expired',
  /** This terminal does not accept or cannot read the card. */
  'card-not-taken',
  /** The terminal accepts no card until staff have run its end of day. */
  'day-not-closed',
] as const

/** Refusal reasons for the customer; any other reason of a provider is `declined`. */
export const refusalReasons = [
  /** The customer, their bank or their operator declined. */
  'declined',
  /** There was no response in time. */
  'timed-out',
  'not-enough-money',
  'over-limit',
  /** The telephone number has no account with the operator. */
  'unknown-payer',
  /** The provider is temporarily unavailable. */
  'provider-down',
  /** The venue's contract or settings at the provider are wrong: staff have to check them. */
  'not-set-up',
  ...cardRefusals,
] as const

export type RefusalReason = (typeof refusalReasons)[number]
/** Refusals of tenders without a card. */
export type PlainRefusal = Exclude<RefusalReason, (typeof cardRefusals)[number]>
