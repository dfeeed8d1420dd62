import type { Minor } from '../../../shared/domain/money/money.ts'
import { isDocument, type MobileMoney } from '../../../shared/domain/money/tender.ts'
import type { SaleFile } from '../../../shared/domain/sale/sale-file.ts'
import type { EventOffer } from '../../../shared/domain/seats/offer.ts'
import type { SaleStage, SaleView, SeatProposal, TakenView, VisitView } from '../../../shared/api/kiosk/views.ts'

/** Index used after an amount was rejected, so that an empty line selects none of the amounts offered. */
export const NOTHING_CHOSEN = -1

/** Seat search. Offers found by the command line take precedence over seats picked on the map. */
export interface Search {
  readonly offers: readonly SeatProposal[] | null
  readonly chosen: number
  /** Text of the line's last search. The offers differ only in its seats. Null if the line has one search. */
  readonly varied: string | null
  readonly sectionId: string | null
  readonly picked: readonly string[]
}

interface Sums {
  /** Index of the amount that is taken when Enter is pressed, or `NOTHING_CHOSEN`. */
  readonly chosen: number
  /**
   * Approval number that is already used, or implausibly high cash amount. It is accepted if typed a second time. Null
   * without such a value.
   */
  readonly doubted: string | null
}

type DeskQuestion =
  /** Asks whether the customer was charged, or whether the money was received. */
  | { readonly type: 'moved'; readonly tender: TakenView }
  /**
   * Asks whether it is certain that nothing was charged, when the cashier goes back from a payment on a separate
   * device.
   */
  | { readonly type: 'not-paid' }
  /** Asks whether the payments made so far should be refunded. */
  | { readonly type: 'give-up' }
  /** Asks for the reference of the refund made by the tender. */
  | { readonly type: 'pay-back'; readonly tender: TakenView }

export type SaleAt<N extends SaleStage['name']> = SaleView & {
  readonly stage: Extract<SaleStage, { readonly name: N }>
}

interface Events {
  readonly step: 'events'
  readonly visit: null
  readonly sale: null
  readonly chosen: number
}

interface Seats {
  readonly step: 'seats'
  readonly event: EventOffer
  /** Null until the customer visit is open. */
  readonly visit: VisitView | null
  readonly sale: SaleView | null
  readonly search: Search
}

/** `search` is retained until the seats are held, because the desk returns to the search if the hold fails. */
interface OfSale<S extends SaleView = SaleView> {
  readonly visit: VisitView | null
  readonly sale: S
  readonly search: Search
  readonly sums: Sums
}

interface Payment extends OfSale<SaleAt<'review'>> {
  readonly step: 'payment'
}

interface Listed {
  readonly step: 'parked' | 'behind'
  readonly chosen: number
  readonly over: Events | Seats | Payment
}

interface Copies {
  readonly step: 'copies'
  readonly file: SaleFile
  readonly over: Events | Seats | Payment
}

type AtHand =
  | Events
  | Seats
  | Payment
  /** Mobile money needs the customer's telephone number. `amount`: null for the whole amount due. */
  | (OfSale<SaleAt<'review'>> & {
      readonly step: 'payer'
      readonly tender: MobileMoney
      readonly amount: Minor | null
    })
  | (OfSale<SaleAt<'review'>> & { readonly step: 'customer' })
  /** The cashier charges the customer on a separate device. */
  | (OfSale<SaleAt<'paying'>> & { readonly step: 'attended' })
  /** Waits for a supervisor to approve the document with this number. */
  | (OfSale<SaleAt<'paying'>> & { readonly step: 'approval'; readonly number: string })
  | (OfSale & { readonly step: 'question'; readonly question: DeskQuestion })
  | (OfSale & { readonly step: 'under-way' | 'problem' })

export type DeskTask = AtHand | Listed | Copies

export type WorkAt<S extends DeskTask['step']> = Extract<DeskTask, { readonly step: S }>

export type WorkEvent =
  /** `event`: null if an event must be selected first. */
  | { readonly type: 'visit-begun'; readonly event: EventOffer | null }
  | { readonly type: 'visit-opened'; readonly visit: VisitView }
  | { readonly type: 'sale-updated'; readonly sale: SaleView }
  | { readonly type: 'recalled'; readonly sale: SaleView; readonly visit: VisitView | null }
  | { readonly type: 'offers-found'; readonly offers: readonly SeatProposal[]; readonly varied: string | null }
  | { readonly type: 'section-opened'; readonly sectionId: string | null }
  | { readonly type: 'seats-picked'; readonly picked: readonly string[] }
  /** The search ended because the seats were held or a different search was made. */
  | { readonly type: 'search-ended' }
  | { readonly type: 'chosen'; readonly index: number }
  | { readonly type: 'sum-refused'; readonly doubted: string | null }
  | { readonly type: 'approval-told'; readonly doubted: string | null }
  | { readonly type: 'document-read'; readonly number: string }
  | { readonly type: 'payment-asked' }
  | { readonly type: 'cash-taken' }
  | { readonly type: 'payer-asked'; readonly tender: MobileMoney; readonly amount: Minor | null }
  | { readonly type: 'customer-asked' }
  | { readonly type: 'answered' }
  | { readonly type: 'parked-listed' }
  | { readonly type: 'behind-listed' }
  | { readonly type: 'copies-asked'; readonly file: SaleFile }
  | { readonly type: 'back' }
  | { readonly type: 'locked' }

const nothingFound: Search = { offers: null, chosen: 0, varied: null, sectionId: null, picked: [] }
const firstSum: Sums = { chosen: 0, doubted: null }

export const noEvent: Events = { step: 'events', visit: null, sale: null, chosen: 0 }

export function taskReducer(work: DeskTask, happened: WorkEvent): DeskTask {
  if (!isOver(work)) return atHandAfter(work, happened)
  switch (happened.type) {
    case 'chosen':
      return isListed(work) ? { ...work, chosen: happened.index } : work
    case 'back':
      return atHandAfter(work.over, { type: 'chosen', index: 0 })
    case 'visit-begun':
    case 'recalled':
      return atHandAfter(work.over, happened)
    default: {
      const over = atHandAfter(work.over, happened)
      return mayRecall(over) ? { ...work, over } : over
    }
  }
}

function atHandAfter(work: AtHand, happened: WorkEvent): DeskTask {
  switch (happened.type) {
    case 'visit-begun':
      return happened.event ? seatsOf(happened.event, null, null, nothingFound) : noEvent
    case 'recalled':
      return saleTold(seatsOf(happened.sale.event, happened.visit, null, nothingFound), happened.sale)
    case 'sale-updated':
      return saleTold(work, happened.sale)
    case 'visit-opened':
      return work.step === 'seats' ? { ...work, visit: happened.visit } : work
    case 'offers-found':
      return searchAfter(work, { offers: happened.offers, chosen: 0, varied: happened.varied })
    case 'section-opened':
      return searchAfter(work, { offers: null, sectionId: happened.sectionId, picked: [] })
    case 'seats-picked':
      return searchAfter(work, { offers: null, picked: happened.picked })
    case 'search-ended':
      return searchAfter(work, nothingFound)
    case 'chosen':
      if (work.step === 'events') return { ...work, chosen: happened.index }
      return work.step === 'seats'
        ? searchAfter(work, { chosen: happened.index })
        : sumsAfter(work, { chosen: happened.index })
    case 'sum-refused':
      return sumsAfter(work, { chosen: NOTHING_CHOSEN, doubted: happened.doubted })
    case 'approval-told':
      return sumsAfter(happened.doubted === null ? work : answered(work), { doubted: happened.doubted })
    case 'document-read':
      return work.step === 'attended' ? { ...work, step: 'approval', number: happened.number } : work
    case 'payment-asked':
      return sumsAfter(work, { doubted: null })
    case 'cash-taken':
      return sumsAfter(work, { chosen: 0 })
    case 'payer-asked': {
      const { tender, amount } = happened
      return work.step === 'payment' ? { ...work, step: 'payer', tender, amount } : work
    }
    case 'customer-asked':
      return work.step === 'payment' ? { ...work, step: 'customer' } : work
    case 'parked-listed':
      return mayRecall(work) ? { step: 'parked', chosen: 0, over: work } : work
    case 'behind-listed':
      return mayRecall(work) ? { step: 'behind', chosen: 0, over: work } : work
    case 'copies-asked':
      return mayRecall(work) ? { step: 'copies', file: happened.file, over: work } : work
    case 'answered':
      return answered(work)
    // A locked desk does not retain data that its screen must not show.
    case 'locked':
      return work.step === 'customer' ? answered(work) : work
    case 'back':
      return oneBack(work)
  }
}

/**
 * Returns the desk's task after the main process has reported a new state of the sale. The stage of the sale determines
 * the step, unless the desk asks a question.
 */
function saleTold(work: AtHand, sale: SaleView): AtHand {
  const { visit } = work
  const search = work.step === 'events' ? nothingFound : work.search
  const sums = 'sums' in work ? work.sums : firstSum
  const common = { visit, sale, search, sums }
  if (isAt(sale, 'choosing') || isAt(sale, 'ended')) return seatsOf(sale.event, visit, sale, search)
  if (isAt(sale, 'review')) {
    if (work.step === 'payer' || work.step === 'customer') return { ...work, sale }
    if (work.step === 'question' && work.question.type === 'give-up') return { ...work, sale }
    return { ...common, step: 'payment', sale }
  }
  if (isAt(sale, 'paying') && sale.stage.attended) {
    if (work.step === 'question' && work.question.type === 'not-paid') return { ...work, sale }
    return work.step === 'approval' ? { ...work, sale } : { ...common, step: 'attended', sale }
  }
  const question = questionOf(sale)
  if (question) return { ...common, step: 'question', question }
  return { ...common, step: problems.has(sale.stage.name) ? 'problem' : 'under-way' }
}

const problems: ReadonlySet<SaleStage['name']> = new Set(['print-problem', 'refund-due', 'needs-staff'])

function questionOf({ stage, taken }: SaleView): DeskQuestion | null {
  // A document needs the approval of a supervisor in the back office, so the desk asks no question.
  if (stage.name === 'needs-staff')
    return stage.asked && !isDocument(stage.asked.tender) ? { type: 'moved', tender: stage.asked } : null
  const tender = stage.name === 'refund-due' && taken?.find(({ reference }) => reference === stage.next)
  return tender ? { type: 'pay-back', tender } : null
}

function seatsOf(event: EventOffer, visit: VisitView | null, sale: SaleView | null, search: Search): Seats {
  return { step: 'seats', event, visit, sale, search }
}

function searchAfter(work: AtHand, change: Partial<Search>): AtHand {
  return work.step === 'events' ? work : { ...work, search: { ...work.search, ...change } }
}

function sumsAfter(work: AtHand, change: Partial<Sums>): AtHand {
  return 'sums' in work ? { ...work, sums: { ...work.sums, ...change } } : work
}

const answeredSteps: ReadonlySet<AtHand['step']> = new Set(['question', 'payer', 'customer', 'approval'])

function answered(work: AtHand): AtHand {
  if (!answeredSteps.has(work.step) || !('sums' in work)) return work
  const { visit, sale, search, sums } = work
  if (isAt(sale, 'review')) return { step: 'payment', visit, sale, search, sums }
  return isAt(sale, 'paying') ? { step: 'attended', visit, sale, search, sums } : work
}

/** Returns whether the current sale is paid and its confirmation is overdue. */
export function waitsLong(work: DeskTask): work is OfSale<SaleAt<'confirming'>> & { readonly step: 'under-way' } {
  return work.step === 'under-way' && isAt(work.sale, 'confirming') && work.sale.stage.slow
}

/** Returns whether Enter moves the current sale to the background and begins the next customer's visit. */
export function continuesInBackground(work: DeskTask): boolean {
  return waitsLong(work) || (work.step === 'under-way' && isAt(work.sale, 'printing'))
}

/** Returns the previous step; if going back needs a command, returns the question that precedes the command. */
function oneBack(work: AtHand): AtHand {
  switch (work.step) {
    case 'seats':
      return searchAfter(work, work.search.offers ? { offers: null, chosen: 0 } : { sectionId: null, picked: [] })
    case 'payment':
      return { ...work, step: 'question', question: { type: 'give-up' } }
    case 'attended':
      return { ...work, step: 'question', question: { type: 'not-paid' } }
    default:
      return answered(work)
  }
}

/** Returns the task for the current customer, even if a list or question is shown above it. */
export function atHand(work: DeskTask): AtHand {
  return isOver(work) ? work.over : work
}

/** Returns the event for which tickets are being sold; null without an event. */
export function eventOf(work: DeskTask): EventOffer | null {
  const at = atHand(work)
  return at.step === 'seats' ? at.event : (at.sale?.event ?? null)
}

function isOver(work: DeskTask): work is Listed | Copies {
  return isListed(work) || work.step === 'copies'
}

function isListed(work: DeskTask): work is Listed {
  return work.step === 'parked' || work.step === 'behind'
}

export function mayRecall(work: DeskTask): work is Events | Seats | Payment {
  return work.step === 'events' || work.step === 'seats' || work.step === 'payment'
}

export function isAt<N extends SaleStage['name']>(sale: SaleView, name: N): sale is SaleAt<N> {
  return sale.stage.name === name
}
