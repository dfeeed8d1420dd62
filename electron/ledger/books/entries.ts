import type { EventOffer, Ticket } from '../../../shared/domain/seats/offer.ts'
import type { Order, PrintJob, Sale, SaleEvent, UnclearReply } from '../../../shared/domain/sale/sale.ts'
import { leavesOpen } from '../../../shared/domain/sale/open-payment.ts'
import type { ReturnedTender, TenderIntent, TenderResult } from '../../../shared/domain/money/tender.ts'
import { newlyTaken, type Posting, postingsOf } from './postings.ts'

/**
 * What one step of a sale adds to the register's books. It stands whole in the journal row's payload, and the tables
 * are brought up to date from it alone: the journal can rebuild them.
 */
export interface StepEntries {
  /** With the sale's first row only. */
  readonly opened?: SaleOpened
  readonly order?: Order
  readonly tender?: TenderEntry
  /** The sale goes on without that tender, though its success may still come. */
  readonly leftOpen?: true
  readonly attempt?: AttemptEntry
  readonly tickets?: readonly Ticket[]
  readonly jobs?: readonly PrintJob[]
  readonly postings?: readonly Posting[]
}

export interface SaleOpened {
  readonly language: string
  readonly event: EventOffer
  readonly sessionId: string
  readonly ownerRef: string
  readonly currency: string
}

export type TenderState = 'started' | 'unknown' | 'approved' | 'refused' | 'cancelled' | 'unavailable' | 'refunded'

export type TenderEntry = TenderIntent & { readonly orderId: string; readonly state: TenderState } & Partial<
    Pick<TenderResult, 'received' | 'change' | 'approval' | 'slip' | 'word'>
  > &
  Partial<Pick<ReturnedTender, 'refundReference' | 'backAs'>>

export interface AttemptEntry {
  readonly attempt: number
  readonly outcome: 'pending' | 'confirmed' | 'unclear'
  readonly reply?: UnclearReply
}

/** Pure: the difference that `event` made. */
export function entriesOf(previous: Sale | null, sale: Sale, event: SaleEvent): StepEntries {
  const order = event.type === 'checkout-ready' && sale.state === 'priced' ? sale.order : null
  const tender = tenderEntry(previous, sale, event)
  const attempt = attemptEntry(previous, sale, event)
  const tickets = sale.state === 'confirmed' && previous?.state !== 'confirmed' ? sale.tickets : null
  const jobs = changedJobs(previous && 'jobs' in previous ? previous.jobs : [], sale)
  const postings = postingsOf(previous, sale)
  return {
    ...(previous === null && { opened: openedEntry(sale) }),
    ...(order && { order }),
    ...(tender && { tender }),
    ...(tender && leavesOpen(previous, event) && { leftOpen: true as const }),
    ...(attempt && { attempt }),
    ...(tickets && { tickets }),
    ...(jobs.length > 0 && { jobs }),
    ...(postings.length > 0 && { postings }),
  }
}

function openedEntry({ language, event, sessionId, ownerRef, currency }: Sale): SaleOpened {
  return { language, event, sessionId, ownerRef, currency }
}

function tenderEntry(previous: Sale | null, sale: Sale, event: SaleEvent): TenderEntry | null {
  const of = (holder: Sale | null, state: TenderState): TenderEntry | null =>
    holder && 'tender' in holder ? { ...withoutCard(holder.tender), orderId: holder.order.orderId, state } : null
  const [taken] = newlyTaken(previous, sale)
  if (taken) return { ...withoutCard(taken), orderId: orderOf(sale), state: 'approved' }
  if (leavesOpen(previous, event)) return of(previous, 'unknown')
  switch (event.type) {
    case 'tender-started':
    case 'tender-begun':
      return of(sale, 'started')
    case 'tender-unknown':
    case 'note-unclear':
      return of(sale, 'unknown')
    case 'staff-answered':
    case 'tender-refused':
      return of(previous, 'refused')
    case 'tender-cancelled':
      return of(previous, 'cancelled')
    case 'tender-unavailable':
      return of(previous, 'unavailable')
    case 'refunded': {
      const entry = of(previous, 'refunded')
      return entry && { ...entry, refundReference: event.refundReference }
    }
    case 'credited': {
      const entry = of(previous, 'refunded')
      return entry && { ...entry, refundReference: event.slip.slipId, backAs: event.slip }
    }
    default:
      return null
  }
}

/** The card stands in the event that told of it. */
function withoutCard(tender: TenderIntent & Partial<TenderResult>): Omit<typeof tender, 'card'> {
  const { card: _, ...rest } = tender
  return rest
}

function orderOf(sale: Sale): string {
  const holder = sale.state === 'releasing' && sale.afterwards.go === 'pay-back' ? sale.afterwards : sale
  if (!('order' in holder)) throw new Error(`sale ${sale.saleId}: money was taken for no order`)
  return holder.order.orderId
}

function attemptEntry(previous: Sale | null, sale: Sale, event: SaleEvent): AttemptEntry | null {
  if (sale.state === 'confirming' && previous?.state !== 'confirming') {
    return { attempt: sale.attempt, outcome: 'pending' }
  }
  if (previous?.state !== 'confirming') return null
  if (event.type === 'purchase-confirmed') return { attempt: previous.attempt, outcome: 'confirmed' }
  if (event.type === 'purchase-unclear') return { attempt: previous.attempt, outcome: 'unclear', reply: event.reply }
  return null
}

/** Jobs of the sale that `before` has not got, or not so. */
export function changedJobs(before: readonly PrintJob[], sale: Sale): readonly PrintJob[] {
  if (!('jobs' in sale)) return []
  const known = new Set(before.map(jobText))
  return sale.jobs.filter((job) => !known.has(jobText(job)))
}

function jobText({ ticketId, copyNumber, state, evidence }: PrintJob): string {
  return JSON.stringify([ticketId, copyNumber, state, evidence])
}
