import { cashDue } from './cash.ts'
import type { IssuedSlip } from './credit-slip.ts'
import type { HubWord } from './hub-slip.ts'
import type { Minor } from './money.ts'

interface TenderTraits {
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
} as const satisfies Readonly<Record<string, TenderTraits>>

type TenderBy<Means extends TenderTraits['means']> = {
  [Kind in keyof typeof tenders]: (typeof tenders)[Kind]['means'] extends Means ? Kind : never
}[keyof typeof tenders]

export type TenderKind = keyof typeof tenders
/** What takes a tender. */
export type TenderMeans = TenderTraits['means']
export type Cash = TenderBy<'drawer'>
export type BankNotes = TenderBy<'validator'>
export type MobileMoney = TenderBy<'telephone'>
/** Money that the register owes already. */
export type SlipTender = TenderBy<'slip'>
/** The order was free. */
export type FreeTender = TenderBy<'nothing'>
/** What a machine's settings say that it takes. */
export type OfferedTender = Exclude<TenderKind, SlipTender | FreeTender>
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
