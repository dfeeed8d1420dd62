import type { Customer } from '../../../shared/domain/customer.ts'
import { cashDue, suggestedAmounts } from '../../../shared/domain/money/cash.ts'
import type { Minor } from '../../../shared/domain/money/money.ts'
import type { SaleFile, SaleSummary } from '../../../shared/domain/sale/sale-file.ts'
import type { EventOffer } from '../../../shared/domain/seats/offer.ts'
import type { Place } from '../../../shared/domain/seats/place.ts'
import type { Language } from '../../../shared/domain/language.ts'
import type {
  BadgeView,
  KioskInfo,
  PersonView,
  BackgroundSale,
  SaleView,
  SignedInView,
} from '../../../shared/api/kiosk/views.ts'
import type { DeskNotice } from '../../i18n/problem-text.ts'
import { noEvent, NOTHING_CHOSEN, type DeskTask, taskReducer, type WorkEvent } from './desk-task.ts'

/** Signed-in staff member. The session handle exists only in this page's memory; the PIN is not retained at all. */
export interface SignedIn {
  readonly person: PersonView
  readonly credentials: Credentials
}

export type Credentials = Pick<SignedInView, 'handle'>

/** `seenAt`: time of the last report of the parked sale, in milliseconds of the page's monotonic clock. */
export interface ParkedSale {
  readonly sale: SaleView
  readonly seenAt: number
}

type Screen =
  /** `offered`: staff number filled in at sign-in. `training`: true if a supervisor must sign in to start training. */
  | { readonly name: 'signed-out'; readonly who: null; readonly offered: string | null; readonly training: boolean }
  | Opened
  /** After the session has expired, the screen and the typed text are retained, hidden, until the next sign-in. */
  | { readonly name: 'expired'; readonly who: SignedIn; readonly kept: Opened }

/**
 * `files`: search of earlier sales. `float`: entry of the opening float. `office`: the back office covers the screen.
 */
export interface Opened {
  readonly name: 'work' | 'files' | 'float'
  readonly who: SignedIn
  readonly office: boolean
}

type ScreenEvent =
  /** `asksFloat`: true if the opening float of this shift is missing. */
  | { readonly type: 'signed-in'; readonly who: SignedIn; readonly asksFloat?: boolean }
  | { readonly type: 'float-settled' }
  | { readonly type: 'signed-out'; readonly offered: string | null }
  | { readonly type: 'training-asked' }
  | { readonly type: 'expired' }
  | { readonly type: 'files-toggled' }
  | { readonly type: 'office-toggled' }

export type DeskEvent = ScreenEvent | WorkEvent | { readonly type: 'arrow'; readonly by: number }

/**
 * `sale`: sale to charge; null for a customer's payment. `amount`: amount to charge; null for the whole remaining
 * amount.
 */
export interface OpenedAccounts {
  readonly sale: SaleView | null
  readonly amount: Minor | null
}

export interface OpenedTicketPage {
  readonly saleId: string
  readonly address: string
  /** Whether the cashier types the address of a message. */
  readonly isAddressing?: true
}

export interface Known {
  readonly connection: 'starting' | 'up' | 'lost'
  readonly info: KioskInfo | null
  /** Staff members who signed in at this desk, latest first, and need only their PIN to sign in again. */
  readonly recent: readonly PersonView[]
  readonly events: readonly EventOffer[]
  /** Number of seats left by event ID, if known. */
  readonly seatsLeft: ReadonlyMap<string, number>
  readonly parked: readonly ParkedSale[]
  readonly behind: readonly BackgroundSale[]
  /** Customer of the current sale; null if the page has no details of the customer. */
  readonly customer: Customer | null
  /** Sale of the ticket scanned last; null after the next action. */
  readonly found: SaleSummary | null
  /** Places of the sale that is open on the screen of earlier sales; empty if none is open. */
  readonly filePlaces: readonly Place[]
  /** Sale and invoice form with which the screen of earlier sales opens; null if it opens with its list. */
  readonly invoicing: { readonly file: SaleFile; readonly act: { readonly type: 'invoice' | 'invoice-copy' } } | null
  readonly mapShown: boolean
  /** Time at which the current sale was last reported, in milliseconds of this page's monotonic clock. */
  readonly saleSeenAt: number
  /** Latest finished sale, shown while its customer may be waiting for change; null if there is none. */
  readonly last: SaleView | null
  /**
   * Line that could not be executed, with its step, to be shown in the command line again. Null if every line
   * was executed.
   */
  readonly unsent: { readonly line: string; readonly step: DeskTask['step'] } | null
  readonly busy: boolean
  /** Time at which the kiosks' calls were received, in milliseconds of this page's monotonic clock. */
  readonly callsSeenAt: number
  /** Whether the last answer to a call did not reach the hub. */
  readonly isAnswerUnsent: boolean
  /** Open panel of customer accounts; null if it is closed. */
  readonly accounts: OpenedAccounts | null
  /** Badge in the open badge dialog; null if the dialog is closed. */
  readonly badge: BadgeView | null
  /** Page of tickets in the open dialog for a telephone; null if the dialog is closed. */
  readonly ticketPage: OpenedTicketPage | null
  /** Number of the customer visit. A reply for an earlier visit is discarded. */
  readonly turn: number
  readonly notice: DeskNotice | null
}

export interface DeskState extends Known {
  readonly screen: Screen
  readonly work: DeskTask
}

/** Step of the desk, as exposed in the page for styles and tests. */
export type DeskStep = Exclude<Screen['name'], 'work' | 'expired'> | DeskTask['step']

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
  filePlaces: [],
  invoicing: null,
  mapShown: true,
  saleSeenAt: 0,
  last: null,
  unsent: null,
  busy: false,
  callsSeenAt: 0,
  isAnswerUnsent: false,
  accounts: null,
  badge: null,
  ticketPage: null,
  turn: 0,
  notice: null,
  screen: { name: 'signed-out', who: null, offered: null, training: false },
  work: noEvent,
}

/**
 * Returns the call that the shortcut `call` answers. It accepts the oldest call that no agent has accepted. If there is
 * none, it ends the oldest call that this desk has accepted. Null without such a call.
 */
export function nextAnswer(info: KioskInfo | null) {
  const oldest = (info?.deskCalls?.calls ?? []).toSorted((one, other) => other.forMs - one.forMs)
  const open = oldest.find(({ coming }) => coming === undefined)
  const call = open ?? oldest.find(({ coming }) => coming === info?.deviceId)
  return call ? { ...call, answer: open ? ('coming' as const) : ('done' as const) } : null
}

/** Returns the open panel of customer accounts; null at steps at which it has no effect. */
export function shownAccounts({ accounts, work }: DeskState): OpenedAccounts | null {
  if (!accounts?.sale) return work.step === 'events' || work.step === 'seats' ? accounts : null
  return work.step === 'payment' && work.sale.saleId === accounts.sale.saleId ? accounts : null
}

/** Maximum number of staff members listed: as many as use a desk in a day and fit on the screen. */
const RECENT = 5

export function deskReducer(desk: DeskState, happened: DeskEvent): DeskState {
  switch (happened.type) {
    case 'signed-in': {
      const { person } = happened.who
      const others = desk.recent.filter(({ number }) => number !== person.number)
      const recent = [person, ...others].slice(0, RECENT)
      return { ...desk, screen: screenAfter(desk.screen, happened), recent, notice: null }
    }
    case 'signed-out': {
      const work = taskReducer(desk.work, { type: 'locked' })
      return {
        ...desk,
        screen: screenAfter(desk.screen, happened),
        work,
        customer: null,
        notice: null,
        accounts: null,
        badge: null,
        ticketPage: null,
      }
    }
    case 'files-toggled':
      return { ...desk, screen: screenAfter(desk.screen, happened), notice: null }
    case 'expired':
      return { ...desk, screen: screenAfter(desk.screen, happened), badge: null, ticketPage: null }
    case 'float-settled':
    case 'office-toggled':
    case 'training-asked':
      return { ...desk, screen: screenAfter(desk.screen, happened) }
    case 'arrow': {
      const index = chosenAfter(desk, happened.by)
      return index === null ? desk : { ...desk, work: taskReducer(desk.work, { type: 'chosen', index }) }
    }
    case 'visit-begun':
    case 'recalled': {
      const work = taskReducer(desk.work, happened)
      return { ...desk, work, turn: desk.turn + 1, found: null, customer: null, busy: false }
    }
    default:
      return { ...desk, work: taskReducer(desk.work, happened) }
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

/** Returns the customer's details as a cashier would type them. */
export function said({ name, phone, note }: Customer): string {
  // Without a comma, digits at the end of the name would be read as part of the telephone number.
  const named = phone !== '' && /\d$/u.test(name) ? `${name},` : name
  return [named, phone, ...(note === undefined ? [] : ['#', note])].filter((text) => text !== '').join(' ')
}

export function openOf(behind: readonly BackgroundSale[]): readonly BackgroundSale[] {
  return behind.filter(({ sale }) => sale.stage.name !== 'done')
}

export function leftOf({ amount, taken = [] }: SaleView): Minor {
  return amount - taken.reduce((sum, part) => sum + part.amount, 0)
}

export function languageAfter(language: Language, { languages }: KioskInfo): Language {
  return languages[(languages.indexOf(language) + 1) % languages.length] ?? language
}

export const isFreeOrder = ({ amount, stage }: SaleView): boolean => stage.name === 'review' && amount === 0

/**
 * Returns the amounts offered at payment: the amount due, rounded to existing coins, followed by amounts that customers
 * are likely to hand over.
 */
export function sumsFor(sale: SaleView): readonly Minor[] {
  const due = cashDue(leftOf(sale), sale.currency)
  return [due, ...suggestedAmounts(due, sale.currency)]
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
  'purchasing-suspended',
  'session-expired',
  'unknown-sale',
  'sale-in-progress',
  'storage-full',
  'no-access-code',
  'access-code-refused',
  'internal',
])

/** Returns whether a notice has an external cause, so that the same command line may succeed later. */
export function isOutside({ type }: DeskNotice): boolean {
  return outside.has(type)
}

const moneySteps: ReadonlySet<DeskStep> = new Set(['payment', 'payer', 'attended', 'approval', 'question'])

/** Returns whether Enter at the given step confirms or starts a payment or refund. */
export function movesMoney(step: DeskStep): boolean {
  return moneySteps.has(step)
}

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

/**
 * Returns the index that an arrow key selects; null for an empty list. Without a selection, the up key selects the last
 * item.
 */
function chosenAfter(desk: DeskState, by: number): number | null {
  const { count, chosen } = choiceIn(desk)
  const from = chosen === NOTHING_CHOSEN && by < 0 ? 0 : chosen
  return count > 0 ? (from + by + count) % count : null
}
