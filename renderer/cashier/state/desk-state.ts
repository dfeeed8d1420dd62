import type { Customer } from '../../../shared/domain/customer.ts'
import { cashDue, likelyAmounts } from '../../../shared/domain/money/cash.ts'
import type { Minor } from '../../../shared/domain/money/money.ts'
import type { SaleSummary } from '../../../shared/domain/sale/sale-file.ts'
import type { EventOffer } from '../../../shared/domain/seats/offer.ts'
import type { Language } from '../../../shared/domain/language.ts'
import type { KioskInfo, PersonView, SaleBehind, SaleView, SignedInView } from '../../../shared/kiosk-api/views.ts'
import type { DeskNotice } from '../../i18n/problem-text.ts'
import { noEvent, NOTHING_CHOSEN, type Work, workAfter, type WorkEvent } from './work.ts'

/** Their handle is in this page's memory alone, and gone with it; their PIN is not even there. */
export interface SignedIn {
  readonly person: PersonView
  readonly credentials: Credentials
}

export type Credentials = Pick<SignedInView, 'handle'>

/** A sale put aside, and when it was told, on this page's monotonic clock in milliseconds. */
export interface ParkedSale {
  readonly sale: SaleView
  readonly seenAt: number
}

/** Who sees the desk, and what of it; the work waits behind. */
type Screen =
  /** `offered`: whose number the sign-in begins with. `training`: a supervisor is asked for, who puts the desk into it. */
  | { readonly name: 'signed-out'; readonly who: null; readonly offered: string | null; readonly training: boolean }
  | Opened
  /** Their handle is worth nothing any more. What they see and typed is kept, out of sight, for the next sign-in. */
  | { readonly name: 'expired'; readonly who: SignedIn; readonly kept: Opened }

/** `files`: what was sold before is looked at. `float`: the drawer's is asked for. `office`: it is open over the screen. */
export interface Opened {
  readonly name: 'work' | 'files' | 'float'
  readonly who: SignedIn
  readonly office: boolean
}

type ScreenEvent =
  /** `asksFloat`: nobody said yet what the drawer began this shift with. */
  | { readonly type: 'signed-in'; readonly who: SignedIn; readonly asksFloat?: boolean }
  /** It was said, or is left for later. */
  | { readonly type: 'float-settled' }
  | { readonly type: 'signed-out'; readonly offered: string | null }
  /** Somebody wants to practise at a locked desk, or does not want to any more. */
  | { readonly type: 'training-asked' }
  | { readonly type: 'expired' }
  | { readonly type: 'files-toggled' }
  | { readonly type: 'office-toggled' }

export type DeskEvent = ScreenEvent | WorkEvent | { readonly type: 'arrow'; readonly by: number }

/** What the desk knows at each of its steps. */
export interface Known {
  readonly connection: 'starting' | 'up' | 'lost'
  readonly info: KioskInfo | null
  /** Who worked here before, the last one first: to be back with a PIN alone. */
  readonly recent: readonly PersonView[]
  readonly events: readonly EventOffer[]
  /** Seats left by event, where they are known. */
  readonly seatsLeft: ReadonlyMap<string, number>
  readonly parked: readonly ParkedSale[]
  readonly behind: readonly SaleBehind[]
  /** Who the customer of this sale is, as far as this page knows. */
  readonly customer: Customer | null
  /** The sale of the ticket that was scanned last, until something else is done. */
  readonly found: SaleSummary | null
  /** The map beside the command line. */
  readonly mapShown: boolean
  /** When the sale at hand was told, on this page's monotonic clock, in milliseconds. */
  readonly saleSeenAt: number
  /** The sale just made, whose customer is still to be given something, after it is gone from the screen. */
  readonly last: SaleView | null
  /** A line that could not be carried out, and where: it stands in the command line again. */
  readonly unsent: { readonly line: string; readonly step: Work['step'] } | null
  readonly busy: boolean
  /** Grows with each visit: an answer for an older one is too late. */
  readonly turn: number
  readonly notice: DeskNotice | null
}

export interface DeskState extends Known {
  readonly screen: Screen
  readonly work: Work
}

/** Where the desk is, as it is written on the page. */
export type DeskStep = Exclude<Screen['name'], 'work' | 'expired'> | Work['step']

export const initialDesk: DeskState = {
  connection: 'starting',
  info: null,
  recent: [],
  events: [],
  seatsLeft: new Map(),
  parked: [],
  behind: [],
  customer: null,
  found: null,
  mapShown: true,
  saleSeenAt: 0,
  last: null,
  unsent: null,
  busy: false,
  turn: 0,
  notice: null,
  screen: { name: 'signed-out', who: null, offered: null, training: false },
  work: noEvent,
}

/** As many people as a desk has in a day, and a screen has room for. */
const RECENT = 5

export function deskAfter(desk: DeskState, happened: DeskEvent): DeskState {
  switch (happened.type) {
    case 'signed-in': {
      const { person } = happened.who
      const others = desk.recent.filter(({ number }) => number !== person.number)
      const recent = [person, ...others].slice(0, RECENT)
      return { ...desk, screen: screenAfter(desk.screen, happened), recent, notice: null }
    }
    case 'signed-out': {
      const work = workAfter(desk.work, { type: 'locked' })
      return { ...desk, screen: screenAfter(desk.screen, happened), work, customer: null, notice: null }
    }
    case 'files-toggled':
      return { ...desk, screen: screenAfter(desk.screen, happened), notice: null }
    case 'expired':
    case 'float-settled':
    case 'office-toggled':
    case 'training-asked':
      return { ...desk, screen: screenAfter(desk.screen, happened) }
    case 'arrow': {
      const index = chosenAfter(desk, happened.by)
      return index === null ? desk : { ...desk, work: workAfter(desk.work, { type: 'chosen', index }) }
    }
    case 'visit-begun':
    case 'recalled': {
      const work = workAfter(desk.work, happened)
      return { ...desk, work, turn: desk.turn + 1, found: null, customer: null, busy: false }
    }
    default:
      return { ...desk, work: workAfter(desk.work, happened) }
  }
}

function screenAfter(screen: Screen, happened: ScreenEvent): Screen {
  if (happened.type === 'signed-in') {
    const { who, asksFloat = false } = happened
    const same = screen.name === 'expired' && screen.who.person.number === who.person.number
    return same ? { ...screen.kept, who } : { name: asksFloat ? 'float' : 'work', who, office: false }
  }
  if (screen.name === 'signed-out')
    return happened.type === 'training-asked' ? { ...screen, training: !screen.training } : screen
  if (happened.type === 'signed-out')
    return { name: 'signed-out', who: null, offered: happened.offered, training: false }
  if (screen.name === 'expired') return screen
  switch (happened.type) {
    case 'expired':
      return { name: 'expired', who: screen.who, kept: screen }
    case 'files-toggled':
      return { ...screen, office: false, name: screen.name === 'files' && !screen.office ? 'work' : 'files' }
    case 'training-asked':
      return screen
    case 'float-settled':
      return screen.name === 'float' ? { ...screen, name: 'work' } : screen
    case 'office-toggled':
      return { ...screen, office: !screen.office }
  }
}

/** A customer as they would be typed. */
export function said({ name, phone, note }: Customer): string {
  // Figures at the end of a name are no part of the number.
  const named = phone !== '' && /\d$/u.test(name) ? `${name},` : name
  return [named, phone, ...(note === undefined ? [] : ['#', note])].filter((text) => text !== '').join(' ')
}

/** Those behind that are not over. */
export function openOf(behind: readonly SaleBehind[]): readonly SaleBehind[] {
  return behind.filter(({ sale }) => sale.stage.name !== 'done')
}

/** What is still to be paid. */
export function leftOf({ amount, taken = [] }: SaleView): Minor {
  return amount - taken.reduce((sum, part) => sum + part.amount, 0)
}

/** The next one of those that are spoken here. */
export function languageAfter(language: Language, { languages }: KioskInfo): Language {
  return languages[(languages.indexOf(language) + 1) % languages.length] ?? language
}

/** The order is free: Enter issues the tickets. */
export const isFreeOrder = ({ amount, stage }: SaleView): boolean => stage.name === 'review' && amount === 0

/** The sums that Enter may take at the payment: the price in coins that exist, then what people are likely to hand over. */
export function sumsFor(sale: SaleView): readonly Minor[] {
  const due = cashDue(leftOf(sale), sale.currency)
  return [due, ...likelyAmounts(due, sale.currency)]
}

export function stepOn({ screen, work }: DeskState): DeskStep {
  if (screen.name === 'expired') return 'signed-out'
  return screen.name === 'work' ? work.step : screen.name
}

const outside: ReadonlySet<DeskNotice['type']> = new Set([
  'bridge-lost',
  'partner-unreachable',
  'partner-unclear',
  'partner-refused',
  'purchases-refused',
  'session-expired',
  'unknown-sale',
  'sale-in-progress',
  'storage-full',
  'no-access-code',
  'access-code-refused',
  'internal',
])

/** Whether the line that met it may do as it is, once the world is well again. */
export function isOutside({ type }: DeskNotice): boolean {
  return outside.has(type)
}

const moneySteps: ReadonlySet<DeskStep> = new Set(['payment', 'payer', 'attended', 'question'])

/** Whether Enter says there that money moves, or is to move. */
export function movesMoney(step: DeskStep): boolean {
  return moneySteps.has(step)
}

/** What the arrows go round, and where they are. */
function choiceIn({ work, events, parked, behind }: DeskState): { readonly count: number; readonly chosen: number } {
  switch (work.step) {
    case 'events':
      return { count: events.length, chosen: work.chosen }
    case 'parked':
      return { count: parked.length, chosen: work.chosen }
    case 'behind':
      return { count: openOf(behind).length, chosen: work.chosen }
    case 'seats':
      return { count: work.search.offers?.length ?? 0, chosen: work.search.chosen }
    case 'payment':
      return { count: sumsFor(work.sale).length, chosen: work.sums.chosen }
    default:
      return { count: 0, chosen: 0 }
  }
}

/** Which one an arrow chooses; where none is chosen, they begin at either end. */
function chosenAfter(desk: DeskState, by: number): number | null {
  const { count, chosen } = choiceIn(desk)
  const from = chosen === NOTHING_CHOSEN && by < 0 ? 0 : chosen
  return count > 0 ? (from + by + count) % count : null
}
