import { type ApprovalError, holdsCardNumber, readApproval, readDocumentNumber } from '../desk/typed-numbers.ts'
import { inWesternDigits } from '../language.ts'
import { type TenderEntry, tenders } from '../../ledger-format/money.ts'
import type { Result } from '../result.ts'
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
type SlipTender = TenderBy<'slip'>
type FreeTender = TenderBy<'nothing'>
type OfferedTender = Exclude<TenderKind, SlipTender | FreeTender>
export type DocumentTender = TenderBy<'document'>
/** Tenders whose payments a provider may process. */
export type ProvidedTender = TenderBy<'terminal' | 'telephone'>
/** Sale on account, which the hub approves or refuses. */
export type AccountTender = TenderBy<'account'>
/** Tenders whose payments have an approval number, a document number or an account number. */
export type DrivenTender = ProvidedTender | DocumentTender | AccountTender

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

/** Returns whether a document proves the payment. Only desks accept documents, and a supervisor approves each one. */
export const isDocument = (kind: string): kind is DocumentTender => isTender(kind) && tenders[kind].means === 'document'
/**
 * Returns whether the payment is charged to an account at the hub. Only desks offer this, with a supervisor's approval.
 */
export const isAccount = (kind: string): kind is AccountTender => isTender(kind) && tenders[kind].means === 'account'
export const isProvided = (kind: string): kind is ProvidedTender =>
  isDriven(kind) && !isDocument(kind) && !isAccount(kind)

/** Returns whether a payment with the tender can be refunded only as a credit voucher. */
export const refundsAsVoucher = (kind: TenderKind): boolean => 'backAsSlip' in tenders[kind]

export const everyTender: readonly TenderKind[] = Object.keys(tenders).filter(isTender)
export const tenderKinds: readonly TenderKind[] = everyTender.filter(isOffered)
/**
 * Returns the tenders that the set-up offers: banknotes not at a cashier's desk, documents only there. Omits sales on
 * account, because they need a hub and the set-up cannot tell whether the machine has one.
 */
export const setUpTenders = (profile: string | undefined): readonly TenderKind[] =>
  tenderKinds.filter((kind) => !isAccount(kind) && (profile === 'cashier' ? !isNotes(kind) : !isDocument(kind)))
export const drivenTenders: readonly DrivenTender[] = tenderKinds.filter(isDriven)
export const providedTenders: readonly ProvidedTender[] = drivenTenders.filter(isProvided)

/** Devices in the order in which a kiosk offers their tenders by default. */
const usualOrder: readonly TenderDevice[] = ['telephone', 'terminal', 'validator', 'drawer', 'document', 'account']

const rankOf = (kind: TenderKind): number => usualOrder.indexOf(tenders[kind].means)

/** Sorts tenders in the default order of a kiosk: mobile money, card, banknotes, cash. */
export const inUsualOrder = (kinds: readonly TenderKind[]): readonly TenderKind[] =>
  kinds.toSorted((a, b) => rankOf(a) - rankOf(b))

/**
 * Returns the offered tenders with `kind` inserted before the first tender that follows it in the default order. The
 * other tenders keep their order. Returns the same tenders if the tender is already offered.
 */
export function withTender(offered: readonly TenderKind[], kind: TenderKind): TenderKind[] {
  if (offered.includes(kind)) return [...offered]
  const next = offered.findIndex((other) => rankOf(other) > rankOf(kind))
  return offered.toSpliced(next < 0 ? offered.length : next, 0, kind)
}

/** Returns the tenders available to customers; a kiosk offers cash and tenders that require no staff. */
export const customerTenders = (
  role: 'kiosk' | 'cashier',
  offered: readonly TenderKind[],
  isUnattended: (kind: ProvidedTender) => boolean,
): readonly TenderKind[] =>
  role === 'cashier'
    ? offered.filter((kind) => !isNotes(kind))
    : offered.filter((kind) => !isDocument(kind) && !isAccount(kind) && (!isProvided(kind) || isUnattended(kind)))

export interface TenderIntent {
  readonly kind: TenderKind
  /** Order id for the first attempt, then `<order id>-2` and so on; there is one charge per reference. */
  readonly reference: string
  /** Share of the order that the tender pays; cash paid may differ by less than the smallest coin. */
  readonly amount: Minor
  /** Staff member who started the payment at a desk; absent if the customer started it. */
  readonly staffId?: string
  /** Set if an external provider processes the payment and can be queried. */
  readonly provider?: AtProvider
}

/** Payment at a provider, recorded in the ledger before the first request to the provider. */
export interface AtProvider {
  readonly driver: string
  /** Host on which the payment was started, for queries; empty if the provider has no address. */
  readonly host: string
  /** Reference of the attempt in the provider's format; new for every attempt. */
  readonly reference: string
  /** The provider's own identifier of the payment; absent while it is unknown. */
  readonly token?: string
}

export interface TenderResult extends TenderIntent {
  /** Cash or notes received; equals `amount` for other tenders. */
  readonly received: Minor
  readonly change: Minor
  /**
   * Voucher for an excess that is not returned as change; `received` is the sum of `amount`, `change` and the voucher.
   */
  readonly slip?: IssuedSlip
  /** Approval code of the terminal or the operator, number of the document, or the staff member who took the cash. */
  readonly approval: string
  readonly card?: CardDetails
  /** Attestation for a credit voucher that was reported to a hub. */
  readonly word?: HubAttestation
}

/** Card data for the customer's receipt; never a full card number. */
export interface CardDetails {
  readonly brand?: string
  /** Last digits of the card number, at most four. */
  readonly ending?: string
  readonly read?: 'contactless' | 'chip' | 'stripe'
  /** Lines from the terminal for the customer's receipt, unchanged. */
  readonly receipt?: readonly string[]
}

/** A completed payment; `parts`: the earlier tenders of a split payment, oldest first. */
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

/** Refund of a return, or of unsold seats, by one tender. */
export interface WayBack {
  readonly kind: TenderKind
  /** Amount refunded, including the cash rounding. */
  readonly amount: Minor
  /** Cash rounding contained in `amount`, in minor units; absent if 0. */
  readonly rounding?: Minor
}

/** Returns the tenders of a payment, oldest first. */
export function tendersOf({ parts = [], tender }: Payment): readonly TenderResult[] {
  return [...parts, tender]
}

/** Returns only the fields `tender` and `parts` of an object that contains a payment. */
export function paymentIn({ tender, parts }: Payment): Payment {
  return { tender, ...partsIn({ parts }) }
}

export function partsIn({ parts = [] }: { readonly parts?: readonly TenderResult[] | undefined }): {
  readonly parts?: readonly TenderResult[]
} {
  return parts.length > 0 ? { parts } : {}
}

export function sumOf(amounts: readonly { readonly amount: Minor }[]): Minor {
  return amounts.reduce((sum, { amount }) => sum + amount, 0)
}

/** Returns the reference under which the hub books the refund of a sale on account that led to no tickets. */
export const accountCreditReference = ({ reference }: Pick<TenderIntent, 'reference'>): string => `${reference}-B1`

/** Returns the refundable amount of a tender, without an excess that was returned as a voucher. */
export function refundableAmount({ received, change, slip }: TenderResult): Minor {
  return received - change - (slip?.amount ?? 0)
}

/**
 * Returns whether only staff know by which tender a payment was made, so that they can correct it. False if an excess
 * was issued as a voucher, because the voucher cannot be taken back.
 */
export function isConfirmedByStaff({ kind, provider, slip }: TenderResult): boolean {
  return isOffered(kind) && !isNotes(kind) && !isAccount(kind) && !provider && !slip
}

/** Returns the tenders to which staff can correct a payment. `attended`: tenders whose result staff enter. */
export const correctionTenders = (
  offered: readonly TenderKind[],
  attended: readonly TenderKind[],
): readonly TenderKind[] => offered.filter((kind) => isCash(kind) || attended.includes(kind))

/** Returns the cash rounding of a payment in minor units; negative if less than the price was paid. */
export function roundingOf(payment: Payment): Minor {
  const cash = tendersOf(payment).filter(({ kind }) => isCash(kind))
  return cash.reduce((sum, tender) => sum + refundableAmount(tender) - tender.amount, 0)
}

/** Returns the amount due for a tender, rounded to payable cash if the tender is cash. */
export function dueFor({ kind, amount }: TenderIntent, currency: string): Minor {
  return isCash(kind) ? cashDue(amount, currency) : amount
}

/** Prompts and activities of a payment device, for display only: they have no effect on the sale. */
const devicePhases = [
  'waking',
  'present-card',
  /** Contactless is not enough: the card has to be inserted. */
  'insert-card',
  'card-unread',
  'enter-pin',
  'wrong-pin',
  'look-at-telephone',
  /** The device shows a question on its own display. */
  'choose-there',
  /** The device requests authorisation from the bank, so the card must not be removed. */
  'authorising',
  'remove-card',
  'removed-too-early',
] as const

export type DevicePhase = (typeof devicePhases)[number]

export interface DeviceProgress {
  readonly phase: DevicePhase
  /** Text on the device's display, at most a few short lines. */
  readonly text?: string
}

/** Returns whether only the terminal accepts input in a phase, so that input on the screen has no effect. */
export const terminalDecides = (phase: DevicePhase | undefined): boolean =>
  phase === 'authorising' || phase === 'remove-card'

/** Telephone numbering of a country, such as `224` and nine digits in Guinea. */
export interface Numbering {
  readonly countryCode: string
  /** Number of digits, without the leading 0 that some countries use for domestic calls. */
  readonly nationalDigits: number
}

/** Default if the settings contain no numbering. */
export const GUINEA: Numbering = { countryCode: '224', nationalDigits: 9 }

/** Minimum number of digits without a country code, and maximum with a country code (ITU-T E.164). */
export const MIN_PHONE_DIGITS = 8
export const MAX_PHONE_DIGITS = 15
export const TELEPHONE = new RegExp(String.raw`^\+?\d{${MIN_PHONE_DIGITS},${MAX_PHONE_DIGITS}}$`, 'u')

/** Returns a telephone number without separators; null for other text and for card numbers. */
export function readTelephone(typed: string): string | null {
  const number = inWesternDigits(typed).replaceAll(/[\s.\-/()]/gu, '')
  return TELEPHONE.test(number) && !holdsCardNumber(number) ? number : null
}

/** Parses the number that staff type for a payment: the number of a document, otherwise an approval number. */
export function readPaymentNumber(kind: TenderKind, typed: string): Result<string, ApprovalError> {
  return isDocument(kind) ? readDocumentNumber(typed) : readApproval(typed)
}

/** Converts a telephone number to digits with the country code; null if it is not a number of the country. */
export function internationalNumber(typed: string, { countryCode, nationalDigits }: Numbering): string | null {
  const digits = typed.replaceAll(/\D/gu, '')
  const forms = [digits, digits.replace(/^00/u, ''), countryCode + digits, countryCode + digits.replace(/^0/u, '')]
  const whole = (each: string): boolean =>
    each.startsWith(countryCode) && each.length === countryCode.length + nationalDigits
  return forms.find(whole) ?? null
}

/** Formats a partly typed number in groups, with `_` for each missing digit: `622 1_ __ __`. */
export function groupedNumber(digits: string, numbering: Numbering | undefined): string {
  if (!numbering) return digits
  const { nationalDigits } = numbering
  const first = nationalDigits % 2 === 0 ? 2 : 3
  const all = digits.padEnd(nationalDigits, '_')
  return [all.slice(0, first), ...(all.slice(first).match(/.{1,2}/gu) ?? [])].join(' ')
}

/** Properties of a tender; durations in milliseconds. */
export interface TenderTraits {
  /** `phone`: the customer enters a telephone number, which is sent to the operator. */
  readonly payer: 'phone' | 'none'
  /** `none`: the customer confirms on a device or a telephone. */
  readonly shows: 'qr' | 'none'
  /** Whether a customer can pay without staff. */
  readonly unattended: boolean
  /** Whether the tender is simulated, so that no money is transferred. */
  readonly simulated?: boolean
  /** Method of finding a payment: Guichet's own reference, the provider's token, a search, the device log, or staff. */
  readonly findBy: 'own' | 'token' | 'search' | 'device-log' | 'people'
  readonly reference: ReferenceForm
  /** `proves`: a successful cancellation is final. `asks`: only the reply to the payment request is final. */
  readonly cancel: 'none' | 'asks' | 'proves'
  /** Time for the customer to decide, in milliseconds. */
  readonly decideMs: number
  /** Minimum remaining time to start a payment; set only if the provider accepts an expiry time. */
  readonly shortestMs?: number
  /**
   * Time after which the provider's status is final, counted from the moment when the payment can no longer be made. If
   * the moment is unknown, the time counts from the end of `decideMs`. If a payment is still `pending` after
   * `settledMs`, the `unless` value of the driver's reply becomes its outcome.
   */
  readonly settledMs: number
  /** Time for which a success may be reported after the payment can no longer be made; at least `settledMs`. */
  readonly lateMs: number
  /** `people`: staff make refunds outside the program. */
  readonly refund: 'api' | 'device' | 'people'
}

/** A UUID of version 4, or 26 or 10 capital letters and digits. */
export type ReferenceForm = 'uuid4' | 'short26' | 'short10'

export const cardRefusals = [
  /** A wrong PIN was typed too often. */
  'wrong-pin',
  'card-removed',
  'card-expired',
  /** The terminal does not accept or cannot read the card. */
  'card-not-taken',
  /** The terminal accepts no card until staff have run its end of day. */
  'day-not-closed',
] as const

/** Refusal reasons for the customer; any other reason of a provider is `declined`. */
export const refusalReasons = [
  /** The customer, the bank or the operator declined. */
  'declined',
  'timed-out',
  'not-enough-money',
  'over-limit',
  /** The telephone number has no account with the operator. */
  'unknown-payer',
  'provider-down',
  /** The venue's contract or settings at the provider are wrong, so staff have to check the settings. */
  'not-set-up',
  ...cardRefusals,
] as const

export type RefusalReason = (typeof refusalReasons)[number]
export type PlainRefusal = Exclude<RefusalReason, (typeof cardRefusals)[number]>
