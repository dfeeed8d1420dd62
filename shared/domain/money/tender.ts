import { holdsCardNumber } from '../desk/typed-numbers.ts'
import { inWesternDigits } from '../language.ts'
import { cashDue } from './cash.ts'
import type { HubWord, IssuedSlip } from './credit-slip.ts'
import type { Minor } from './money.ts'

interface TenderEntry {
  /**
   * What takes it. `drawer`: staff count it in and give change out, in coins that exist. `terminal`, `telephone`:
   * something outside the program decides, and is asked by reference what became of a payment, with a card or over
   * the customer's telephone. `validator`: a device swallows bank notes one by one, and gives nothing out. `slip`: the ledger that
   * wrote a credit slip. `nothing`: no money moves.
   */
  readonly means: 'drawer' | 'terminal' | 'telephone' | 'validator' | 'slip' | 'nothing'
  /** The usual key for it at a desk; what goes in the drawer is what Enter takes. */
  readonly key?: string
  /** On the buttons of a kiosk. */
  readonly icon: string
  /** The operator's own, by which people know it: a band beside its name, never behind a text. */
  readonly color: `#${string}` | undefined
  /** It goes back as a credit slip, and as nothing else. */
  readonly backAsSlip?: true
  /** A machine offers it only where its settings name it, or who takes it. */
  readonly onlyNamed?: true
}

/** Ways to pay, in the order in which people see them. Their names: `words.ts` of each language in `shared/i18n`. */
export const tenders = {
  card: { means: 'terminal', key: 'F4', icon: 'card', color: undefined },
  cash: { means: 'drawer', icon: 'cash', color: undefined },
  /** At a kiosk that has the device for them. */
  notes: { means: 'validator', icon: 'notes', color: undefined, backAsSlip: true, onlyNamed: true },
  /** Of any operator: what takes it lets the customer choose. */
  'mobile-money': { means: 'telephone', key: 'Ctrl+M', icon: 'telephone', color: '#64748b', onlyNamed: true },
  'orange-money': { means: 'telephone', key: 'F5', icon: 'telephone', color: '#ff7900' },
  'mtn-momo': { means: 'telephone', key: 'F1', icon: 'telephone', color: '#ffcb05' },
  /** Taken wherever there are any; no setting names it. */
  'credit-slip': { means: 'slip', icon: 'slip', color: undefined, backAsSlip: true },
  /** Tender of free orders; offered for no other order. */
  free: { means: 'nothing', icon: 'ticket', color: undefined },
} as const satisfies Readonly<Record<string, TenderEntry>>

type TenderBy<Means extends TenderEntry['means']> = {
  [Kind in keyof typeof tenders]: (typeof tenders)[Kind]['means'] extends Means ? Kind : never
}[keyof typeof tenders]

export type TenderKind = keyof typeof tenders
/** What takes a tender. */
export type TenderMeans = TenderEntry['means']
type Cash = TenderBy<'drawer'>
export type BankNotes = TenderBy<'validator'>
export type MobileMoney = TenderBy<'telephone'>
/** Money that the register owes already. */
type SlipTender = TenderBy<'slip'>
/** The order was free. */
type FreeTender = TenderBy<'nothing'>
/** What a machine's settings say that it takes. */
type OfferedTender = Exclude<TenderKind, SlipTender | FreeTender>
export type DrivenTender = TenderBy<'terminal' | 'telephone'>

/** What a venue calls some of its ways to pay, in place of their usual names. */
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

/** What was taken by it can go back only as a credit slip. */
export const goesBackAsSlip = (kind: TenderKind): boolean => 'backAsSlip' in tenders[kind]

export const everyTender: readonly TenderKind[] = Object.keys(tenders).filter(isTender)
/** Those that a machine can be told to take. */
export const tenderKinds: readonly TenderKind[] = everyTender.filter(isOffered)
/** What a set-up asks about: a device for notes stands at a kiosk. */
export const setUpTenders = (profile: string | undefined): readonly TenderKind[] =>
  tenderKinds.filter((kind) => profile !== 'cashier' || !isNotes(kind))
export const drivenTenders: readonly DrivenTender[] = tenderKinds.filter(isDriven)

/** What customers can pay with there: at a kiosk cash, for which staff come, and what they can do alone. */
export const waysToPay = (
  role: 'kiosk' | 'cashier',
  offered: readonly TenderKind[],
  isUnattended: (kind: DrivenTender) => boolean,
): readonly TenderKind[] =>
  role === 'cashier'
    ? offered.filter((kind) => !isNotes(kind))
    : offered.filter((kind) => !isDriven(kind) || isUnattended(kind))

export interface TenderIntent {
  readonly kind: TenderKind
  /** The order id for the first try, `<order id>-2` for the second, and so on: one charge per reference. */
  readonly reference: string
  /** The share of the order that it pays; in cash, what changes hands may differ by less than the smallest coin. */
  readonly amount: Minor
  /** Who began it, where somebody at a desk did. */
  readonly staffId?: string
  /** Where something outside the program decides and can be asked. */
  readonly provider?: AtProvider
}

/** How a provider knows a payment: in the ledger before the provider is asked for anything. */
export interface AtProvider {
  /** The driver that speaks with it. */
  readonly driver: string
  /** Where it was begun: some can be asked about it nowhere else. Empty for what has no address. */
  readonly host: string
  /** Fresh for every attempt, in the provider's form. */
  readonly reference: string
  /** The provider's own name for it, once that is known. */
  readonly token?: string
}

export interface TenderResult extends TenderIntent {
  /** Cash handed over; equals `amount` otherwise. */
  readonly received: Minor
  readonly change: Minor
  /** What was over, where no change is given: the customer has it as a slip. `received` is `amount`, change and this. */
  readonly slip?: IssuedSlip
  /** The terminal's or the operator's approval code, or who took the cash. */
  readonly approval: string
  readonly card?: CardPaid
  /** Of a credit slip that a hub was told of. */
  readonly word?: HubWord
}

/** What a terminal tells of the card that paid, for the customer's paper. A whole card number never comes this far. */
export interface CardPaid {
  /** `Visa`, `Mastercard` … as the terminal calls it. */
  readonly brand?: string
  /** The last digits, at most four. */
  readonly ending?: string
  readonly read?: 'contactless' | 'chip' | 'stripe'
  /** Lines that the terminal wants on the customer's receipt, as it gave them. */
  readonly receipt?: readonly string[]
}

/** How something was paid: the last tender, and those before it where the payment was split. */
export interface Payment {
  readonly tender: TenderResult
  readonly parts?: readonly TenderResult[]
}

/** Part of a split payment that was given back. */
export interface ReturnedTender extends TenderResult {
  readonly refundReference: string
  /** It went back as this slip; `refundReference` is its number. */
  readonly backAs?: IssuedSlip
}

/** Oldest first. */
export function tendersOf({ parts = [], tender }: Payment): readonly TenderResult[] {
  return [...parts, tender]
}

/** The members of a payment alone. */
export function paymentIn({ tender, parts }: Payment): Payment {
  return { tender, ...partsIn({ parts }) }
}

/** The same of what was taken so far; nothing where nothing was. */
export function partsIn({ parts = [] }: { readonly parts?: readonly TenderResult[] | undefined }): {
  readonly parts?: readonly TenderResult[]
} {
  return parts.length > 0 ? { parts } : {}
}

export function sumOf(tenders: readonly TenderIntent[]): Minor {
  return tenders.reduce((sum, { amount }) => sum + amount, 0)
}

/** What goes back of it: what was over went with its slip. */
export function owedFor({ received, change, slip }: TenderResult): Minor {
  return received - change - (slip?.amount ?? 0)
}

/** Returns the cash rounding of a payment, in minor units; negative if less was paid than the order costs. */
export function roundingOf(payment: Payment): Minor {
  const cash = tendersOf(payment).filter(({ kind }) => isCash(kind))
  return cash.reduce((sum, tender) => sum + owedFor(tender) - tender.amount, 0)
}

/** Returns the amount to be handed over for a tender. */
export function dueFor({ kind, amount }: TenderIntent, currency: string): Minor {
  return isCash(kind) ? cashDue(amount, currency) : amount
}

/**
 * What a device beside the screen wants, or does, while it takes a payment. For the screen of this moment alone: it is in no
 * ledger, and decides nothing.
 */
const devicePhases = [
  /** It is being woken up. */
  'waking',
  /** It takes a card: held to it, put in, or drawn through. */
  'present-card',
  /** The same card, but put in: contactless is not enough. */
  'insert-card',
  /** What was held or put in could not be read. */
  'card-unread',
  'enter-pin',
  'wrong-pin',
  /** The customer has to look at their own telephone. */
  'look-at-telephone',
  /** It asks something on its own display. */
  'choose-there',
  /** It asks the bank: the card stays where it is. */
  'authorising',
  'remove-card',
  'removed-too-early',
] as const

export type DevicePhase = (typeof devicePhases)[number]

export interface DeviceProgress {
  readonly phase: DevicePhase
  /** What stands on its own display, in its own words: at most a few short lines, or nothing. */
  readonly text?: string
}

/** From here on the terminal decides, and nothing that is touched on a screen changes it. */
export const terminalDecides = (phase: DevicePhase | undefined): boolean =>
  phase === 'authorising' || phase === 'remove-card'

/** How telephone numbers are written in a country: `224` and nine digits in Guinea. */
export interface Numbering {
  readonly countryCode: string
  /** Without the 0 that some countries put in front at home. */
  readonly nationalDigits: number
}

/** Numbering that is assumed until the settings name another. */
export const GUINEA: Numbering = { countryCode: '224', nationalDigits: 9 }

/** Without a country code eight digits at least, with one fifteen at most (ITU-T E.164). */
export const MIN_PHONE_DIGITS = 8
export const MAX_PHONE_DIGITS = 15
export const TELEPHONE = new RegExp(String.raw`^\+?\d{${MIN_PHONE_DIGITS},${MAX_PHONE_DIGITS}}$`, 'u')

/** Returns a number without the signs between its groups; null if it is no telephone number, or a card's number. */
export function readTelephone(typed: string): string | null {
  const number = inWesternDigits(typed).replaceAll(/[\s.\-/()]/gu, '')
  return TELEPHONE.test(number) && !holdsCardNumber(number) ? number : null
}

/** A number as typed, with or without the country's, in digits with the country's; null: none of this country. */
export function internationalNumber(typed: string, { countryCode, nationalDigits }: Numbering): string | null {
  const digits = typed.replaceAll(/\D/gu, '')
  const forms = [digits, digits.replace(/^00/u, ''), countryCode + digits, countryCode + digits.replace(/^0/u, '')]
  const whole = (each: string): boolean =>
    each.startsWith(countryCode) && each.length === countryCode.length + nationalDigits
  return forms.find(whole) ?? null
}

/**
 * A national number as far as it is typed, in groups as people write them, a low line for each figure that is missing:
 * `622 1_ __ __`. An odd number of figures begins with three of them. Without a numbering as it is.
 */
export function groupedNumber(digits: string, numbering: Numbering | undefined): string {
  if (!numbering) return digits
  const { nationalDigits } = numbering
  const first = nationalDigits % 2 === 0 ? 2 : 3
  const all = digits.padEnd(nationalDigits, '_')
  return [all.slice(0, first), ...(all.slice(first).match(/.{1,2}/gu) ?? [])].join(' ')
}

/**
 * What a way to take money is like. Screens, sales and recovery go by these, never by a driver's name.
 * Durations in milliseconds.
 */
export interface TenderTraits {
  /** `phone`: the customer's telephone number is asked for, and told to the operator. */
  readonly payer: 'phone' | 'none'
  /** `qr`: the customer scans what the provider gives. `none`: they are asked elsewhere, on a device or a telephone. */
  readonly shows: 'qr' | 'none'
  /** A customer can pay with it alone. */
  readonly unattended: boolean
  /** No money moves, and nobody has to do anything for it. */
  readonly simulated?: boolean
  /**
   * By what a payment is found when it is asked about: by our reference, by the provider's token only, by a search
   * among its payments, in the device's own log, by people who look at it.
   */
  readonly findBy: 'own' | 'token' | 'search' | 'device-log' | 'people'
  readonly reference: ReferenceForm
  /** `proves`: a cancelled payment is final. `asks`: the device is asked, and its answer to the payment says what it did. */
  readonly cancel: 'none' | 'asks' | 'proves'
  /** So long a customer is given to decide. */
  readonly decideMs: number
  /** Where the provider can be told until when a payment is good: the least time that is worth beginning one. */
  readonly shortestMs?: number
  /**
   * So long after it cannot be paid any more (where that is unknown: after the time to decide) the provider's last word is final:
   * `pending` becomes what it is `unless` it is paid.
   */
  readonly settledMs: number
  /** So long after that moment a success may still be told; at least `settledMs`. */
  readonly lateMs: number
  /** Who gives money back: the provider when asked, the device, people outside the program. */
  readonly refund: 'api' | 'device' | 'people'
}

/** A UUID of version 4, or capitals and digits of that length. */
export type ReferenceForm = 'uuid4' | 'short26' | 'short10'

/** What is wrong with a card, or was done wrongly with it. */
export const cardRefusals = [
  /** Typed at the terminal, too often. */
  'wrong-pin',
  /** Taken out before the terminal had done with it. */
  'card-removed',
  'card-expired',
  /** This terminal does not take such a card, or cannot read it. */
  'card-not-taken',
  /** The terminal takes no card before its day is closed with the bank: staff have to. */
  'day-not-closed',
] as const

/** A refusal in the customer's terms; what else a provider says is `declined`. */
export const refusalReasons = [
  /** The customer, or their bank or operator, said no. */
  'declined',
  /** Nobody answered in time. */
  'timed-out',
  'not-enough-money',
  'over-limit',
  /** The number has no account there. */
  'unknown-payer',
  /** The provider cannot now. */
  'provider-down',
  /** The venue's contract or settings there: staff have to look. */
  'not-set-up',
  ...cardRefusals,
] as const

export type RefusalReason = (typeof refusalReasons)[number]
/** Of what takes no card. */
export type PlainRefusal = Exclude<RefusalReason, (typeof cardRefusals)[number]>
