import type { Customer } from '../../../shared/domain/customer.ts'
import { cashDue, likelyAmounts } from '../../../shared/domain/money/cash.ts'
import type { Minor } from '../../../shared/domain/money/money.ts'
import type { MobileMoney } from '../../../shared/domain/money/tender.ts'
import type { SaleSummary } from '../../../shared/domain/sale/sale-file.ts'
import type { EventOffer } from '../../../shared/domain/seats/offer.ts'
import type { CommandInput } from '../../../shared/kiosk-api/contract.ts'
import type {
  KioskInfo,
  Language,
  PersonView,
  SaleView,
  SeatProposal,
  VisitView,
  TakenView,
} from '../../../shared/kiosk-api/views.ts'
import type { DeskNotice } from '../../i18n/desk-notice.ts'

/** What the customer is still to be given, after the sale is gone from the screen. */
export interface LastSale {
  readonly seats: number
  readonly amount: Minor
  readonly change: Minor
  readonly currency: string
}

/** Their number and PIN are in this page's memory alone, and gone with it. */
export interface SignedIn {
  readonly person: PersonView
  readonly credentials: Credentials
}

/** After a sum was refused: an empty line then takes none of those that are offered. */
export const NOTHING_CHOSEN = -1

export type Credentials = CommandInput<'signIn'>

/** A sale put aside, and when it was told, on this page's monotonic clock in milliseconds. */
export interface ParkedSale {
  readonly sale: SaleView
  readonly seenAt: number
}

export interface DeskState {
  readonly connection: 'starting' | 'up' | 'lost'
  readonly info: KioskInfo | null
  /** Who works here now. */
  readonly who: SignedIn | null
  /** Who worked here before, the last one first: to be back with a PIN alone. */
  readonly recent: readonly PersonView[]
  /** Whose number the sign-in begins with. */
  readonly offered: string | null
  readonly events: readonly EventOffer[]
  /** What is sold here until another event is chosen. */
  readonly event: EventOffer | null
  readonly visit: VisitView | null
  readonly offers: readonly SeatProposal[] | null
  readonly parked: readonly ParkedSale[]
  /** One of them is to be chosen. */
  readonly recalling: boolean
  /** Mobile money that waits for the customer's number. `amount`: null for all that is left. */
  readonly asking: { readonly tender: MobileMoney; readonly amount: Minor | null } | null
  /** The device that the cashier charges on took nothing: is that so, and why? */
  readonly unpaid: boolean
  /** An approval number that another payment has, too, or a sum that notes do not explain: typed once more, it is taken. */
  readonly doubted: string | null
  /** The line is for who the customer is. */
  readonly naming: boolean
  /** Who the customer of this sale is, as far as this page knows. */
  readonly customer: Customer | null
  /** The customer wants back what was paid of the sale: is that so? */
  readonly givingUp: boolean
  /** The sale of the ticket that was scanned last, until something else is done. */
  readonly found: SaleSummary | null
  /** Which of the offers, sums, events or parked sales Enter takes, or `NOTHING_CHOSEN`. */
  readonly chosen: number
  /** The map beside the command line: the section looked into, and the seats picked there. */
  readonly mapShown: boolean
  readonly sectionId: string | null
  readonly picked: readonly string[]
  readonly sale: SaleView | null
  /** When `sale` came, on this page's monotonic clock, in milliseconds. */
  readonly saleSeenAt: number
  /** What is to be given back for the cash just taken, while the sale goes on. */
  readonly change: Minor | null
  readonly last: LastSale | null
  /** The office is open, over the sale. */
  readonly office: boolean
  /** What was sold before is looked at; the sale of now waits. */
  readonly filesShown: boolean
  readonly busy: boolean
  readonly notice: DeskNotice | null
}

export const initialDesk: DeskState = {
  connection: 'starting',
  info: null,
  who: null,
  recent: [],
  offered: null,
  events: [],
  event: null,
  visit: null,
  offers: null,
  parked: [],
  recalling: false,
  asking: null,
  unpaid: false,
  doubted: null,
  naming: false,
  customer: null,
  givingUp: false,
  found: null,
  chosen: 0,
  mapShown: true,
  sectionId: null,
  picked: [],
  sale: null,
  saleSeenAt: 0,
  change: null,
  last: null,
  office: false,
  filesShown: false,
  busy: false,
  notice: null,
}

/** A customer as they would be typed. */
export function said({ name, phone }: Customer): string {
  return [name, phone].filter((text) => text !== '').join(' ')
}

/** What is still to be paid. */
export function leftOf({ amount, taken = [] }: SaleView): Minor {
  return amount - taken.reduce((sum, part) => sum + part.amount, 0)
}

/** The next one of those that are spoken here. */
export function languageAfter(language: Language, { languages }: KioskInfo): Language {
  return languages[(languages.indexOf(language) + 1) % languages.length] ?? language
}

/** The sums that Enter may take at the payment: the price in coins that exist, then what people are likely to hand over. */
export function sumsFor({ sale }: DeskState): readonly Minor[] {
  if (sale?.stage.name !== 'review') return []
  const due = cashDue(leftOf(sale), sale.currency)
  return [due, ...likelyAmounts(due, sale.currency)]
}

/** The one question of the screen, which only the cashier can answer. */
export type DeskQuestion =
  /** Was this charged, or received? */
  | { readonly type: 'moved'; readonly tender: TakenView }
  /** Nothing was charged: refused, or given up? */
  | { readonly type: 'not-paid' }
  /** Give back what was paid so far? */
  | { readonly type: 'give-up' }
  /** This is to be given back: under which reference was it? */
  | { readonly type: 'pay-back'; readonly tender: TakenView }

export function questionOf({ sale, givingUp, unpaid }: DeskState): DeskQuestion | null {
  switch (sale?.stage.name) {
    case 'review':
      return givingUp ? { type: 'give-up' } : null
    case 'paying':
      return sale.stage.attended && unpaid ? { type: 'not-paid' } : null
    case 'needs-staff':
      return sale.stage.asked ? { type: 'moved', tender: sale.stage.asked } : null
    case 'refund-due': {
      const { next } = sale.stage
      const tender = sale.taken?.find(({ reference }) => reference === next)
      return tender ? { type: 'pay-back', tender } : null
    }
    default:
      return null
  }
}

/** Where the sale is, as the desk tells its steps apart. */
export type DeskStep =
  | 'signed-out'
  | 'events'
  | 'seats'
  | 'payment'
  | 'payer'
  | 'attended'
  | 'customer'
  | 'parked'
  | 'question'
  | 'under-way'
  | 'problem'
  | 'files'

export function stepOf(state: DeskState): DeskStep {
  if (state.who === null) return 'signed-out'
  if (state.filesShown) return 'files'
  const step = stepOfSale(state)
  if (questionOf(state)) return 'question'
  if (state.recalling && ['events', 'seats', 'payment'].includes(step)) return 'parked'
  if (step !== 'payment') return step
  return state.asking ? 'payer' : state.naming ? 'customer' : step
}

/** The same without what the cashier looks at or is asked meanwhile. */
export function stepOfSale({ event, sale }: DeskState): DeskStep {
  switch (sale?.stage.name) {
    case 'review':
      return 'payment'
    case 'paying':
      return sale.stage.attended ? 'attended' : 'under-way'
    case 'holding':
    case 'releasing':
    case 'confirming':
    case 'printing':
    case 'done':
      return 'under-way'
    case 'print-problem':
    case 'refund-due':
    case 'needs-staff':
      return 'problem'
    case 'choosing':
    case 'ended':
    case undefined:
      return event ? 'seats' : 'events'
  }
}

const moneySteps: ReadonlySet<DeskStep> = new Set(['payment', 'payer', 'attended', 'question'])

/** Whether Enter says there that money moves, or is to move. */
export function movesMoney(step: DeskStep): boolean {
  return moneySteps.has(step)
}

/** How many things the arrows go round. */
function choicesIn(state: DeskState): number {
  const step = stepOf(state)
  if (step === 'events') return state.events.length
  if (step === 'parked') return state.parked.length
  return step === 'payment' ? sumsFor(state).length : (state.offers?.length ?? 0)
}

/** Which one an arrow chooses; where none is chosen, they begin at either end. */
export function chosenAfter(state: DeskState, by: number): number {
  const most = choicesIn(state)
  const from = state.chosen === NOTHING_CHOSEN && by < 0 ? 0 : state.chosen
  return most > 0 ? (from + by + most) % most : state.chosen
}
