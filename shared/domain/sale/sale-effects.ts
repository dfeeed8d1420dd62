import type { ChosenSeat } from '../seats/offer.ts'
import type { Minor } from '../money/money.ts'
import { valueOf } from '../money/notes.ts'
import { referencesSince } from './open-payment.ts'
import { isInNotes, missingOf, type PayingNotes } from './sale-notes.ts'
import { wasBought } from './sale-printing.ts'
import type { NeedsStaff, Order, Paying, PaymentBegun, PurchaseRequest, Sale } from './sale.ts'
import { goesBackAsSlip, isCash, owedFor, paymentIn, sumOf, type Payment, type TenderIntent } from '../money/tender.ts'

/** The side effect a state asks for. Its outcome comes back as one event. */
export type SaleEffect =
  | { readonly type: 'hold'; readonly sessionId: string; readonly seats: readonly ChosenSeat[] }
  | {
      readonly type: 'read-checkout'
      readonly sessionId: string
      readonly seats: readonly ChosenSeat[]
      readonly delayMs: number
    }
  | { readonly type: 'release'; readonly sessionId: string; readonly holdIds: readonly string[] }
  | { readonly type: 'begin-tender'; readonly tender: TenderIntent }
  | { readonly type: 'ask-tender'; readonly tender: TenderIntent; readonly delayMs: number }
  /** Asks a provider until it knows, or until there is no more use in it. */
  | {
      readonly type: 'follow-tender'
      readonly tender: TenderIntent
      readonly begun: PaymentBegun
      /**
       * `decided`: as long as the customer may take to decide. `answered`: as long as somebody waits for an answer that was
       * lost. `settled`: nobody waits, and a success may still come.
       */
      readonly until: 'decided' | 'answered' | 'settled'
    }
  /** Opens the device for notes, until it holds one or no more are to come. */
  | { readonly type: 'await-note'; readonly missing: Minor }
  /** In or out: once it is decided that nothing more is paid in notes, it goes back to the customer. */
  | { readonly type: 'take-note'; readonly value: Minor }
  /** After a restart: what became of the note that was held. */
  | { readonly type: 'recall-note'; readonly value: Minor }
  /** After a restart nobody puts in any more: what is there stands. */
  | { readonly type: 'end-notes' }
  /** It is all there. `over`: what becomes a credit slip. */
  | { readonly type: 'count-notes'; readonly received: Minor; readonly over: Minor }
  | { readonly type: 'compose-purchase'; readonly order: Order; readonly payment: Payment }
  | {
      readonly type: 'send-purchase'
      readonly order: Order
      readonly request: PurchaseRequest
      readonly delayMs: number
    }
  | { readonly type: 'read-tickets'; readonly ownerRef: string; readonly order: Order | null; readonly delayMs: number }
  /** Asks terminals and operators for each reference under which this order may have been paid. */
  | {
      readonly type: 'recall-tender'
      /** All that is left to be paid. */
      readonly amount: Minor
      readonly references: readonly string[]
      readonly delayMs: number
    }
  /** The register owes by a slip what cannot be given back otherwise. */
  | { readonly type: 'credit-slip'; readonly amount: Minor }
  | { readonly type: 'queue-tickets' }
  | { readonly type: 'start-print'; readonly ticketId: string }
  | { readonly type: 'print'; readonly ticketId: string; readonly copyNumber: number }

/** A service out of reach is asked this often. */
const UNREACHABLE_DELAY_MS = 15_000

/** How often a lost tender is asked for by reference before a human is: about a minute and a half. */
export const TENDER_ASKS = 20

/** How often the checkout of a parked sale is asked for after a restart: longer than holds are given for. */
export const CHECKOUT_ASKS = 40

/** How often it is asked for by a customer who waits, after one of their seats was given back: 0, 1, 2 and 3 s apart. */
export const KEPT_ASKS = 4

/** Waits before the n-th repeat of a call to the service: 0, 1, 2, 4, 8, then 15 s. */
function backoffMs(attempt: number): number {
  return attempt <= 1 ? 0 : Math.min(15_000, 500 * 2 ** (attempt - 1))
}

/** Waits before the terminal is asked again. */
function askDelayMs(asked: number): number {
  return Math.min(5_000, 1_000 * asked)
}

/**
 * What to do next, from the state alone. `null`: the sale waits for a person, or is over.
 * Pure: a crash before or after the effect leads back to this same answer.
 */
export function nextEffect(sale: Sale): SaleEffect | null {
  switch (sale.state) {
    case 'holding':
      return { type: 'hold', sessionId: sale.sessionId, seats: sale.seats }
    case 'held':
      return { type: 'read-checkout', sessionId: sale.sessionId, seats: sale.seats, delayMs: checkoutDelayMs(sale) }
    case 'releasing':
      return { type: 'release', sessionId: sale.sessionId, holdIds: sale.holdIds }
    case 'paying':
      return payingEffect(sale)
    case 'paid':
      return { type: 'compose-purchase', order: sale.order, payment: paymentIn(sale) }
    case 'confirming':
      return { type: 'send-purchase', order: sale.order, request: sale.request, delayMs: backoffMs(sale.attempt) }
    case 'unknown':
      return { type: 'read-tickets', ownerRef: sale.ownerRef, order: sale.order, delayMs: 0 }
    case 'needs-staff':
      return needsStaffEffect(sale)
    case 'refund-due':
      if (sale.look?.state === 'asking')
        return { type: 'read-tickets', ownerRef: sale.ownerRef, order: sale.order, delayMs: 0 }
      return goesBackAsSlip(sale.tender.kind) && !wasBought(sale) && !sale.rowsLost
        ? { type: 'credit-slip', amount: owedFor(sale.tender) }
        : null
    case 'confirmed':
      return { type: 'queue-tickets' }
    case 'printing':
      return printingEffect(sale)
    case 'choosing':
    case 'priced':
    case 'print-unknown':
    case 'done':
    case 'abandoned':
    case 'refunded':
      return null
  }
}

function checkoutDelayMs({ parked, kept }: Extract<Sale, { state: 'held' }>): number {
  if (kept) return kept.asked * 1_000
  return parked && parked.asked > 0 ? UNREACHABLE_DELAY_MS : 0
}

/** Cash waits for staff; a provider is asked for money once, and what became of it ever after. */
function payingEffect(sale: Paying): SaleEffect | null {
  const { tender, phase, begun = {}, asked } = sale
  if (isCash(tender.kind)) return null
  if (isInNotes(sale)) return notesEffect(sale)
  if (phase === 'starting') return { type: 'begin-tender', tender }
  return tender.provider
    ? { type: 'follow-tender', tender, begun, until: phase === 'begun' ? 'decided' : 'answered' }
    : { type: 'ask-tender', tender, delayMs: askDelayMs(asked) }
}

/** One note at a time; what is held is settled before anything else. */
function notesEffect(sale: PayingNotes): SaleEffect {
  const { credited, held } = sale.notes
  if (held !== undefined)
    return sale.phase === 'recovering' ? { type: 'recall-note', value: held } : { type: 'take-note', value: held }
  const missing = missingOf(sale)
  if (missing <= 0) return { type: 'count-notes', received: valueOf(credited), over: -missing }
  return sale.phase === 'recovering' ? { type: 'end-notes' } : { type: 'await-note', missing }
}

/** What the program finds out by itself while staff already see the sale on their list. */
function needsStaffEffect(sale: NeedsStaff): SaleEffect | null {
  const { ownerRef } = sale
  if (sale.question === 'card-charged') {
    const { tender, asking, begun = {} } = sale
    return asking ? { type: 'follow-tender', tender, begun, until: 'settled' } : null
  }
  if (sale.question === 'service-unreachable')
    return { type: 'read-tickets', ownerRef, order: sale.order, delayMs: UNREACHABLE_DELAY_MS }
  if (sale.question !== 'rows-lost') return null
  const { sold, asked } = sale
  const readDelayMs = asked === 0 ? 0 : UNREACHABLE_DELAY_MS
  if (!('order' in sale)) return { type: 'read-tickets', ownerRef, order: null, delayMs: readDelayMs }
  const { order, tenderAttempts } = sale
  if (sold === null) return { type: 'read-tickets', ownerRef, order, delayMs: readDelayMs }
  const references = referencesSince(order, tenderAttempts)
  return {
    type: 'recall-tender',
    amount: order.amount - sumOf(sale.parts ?? []),
    references,
    delayMs: askDelayMs(asked),
  }
}

/** One ticket at a time, in order: `spooling` is committed before the paper can move. */
function printingEffect(sale: Extract<Sale, { state: 'printing' }>): SaleEffect | null {
  const job = sale.jobs.find(({ state }) => state === 'spooling' || state === 'queued')
  if (!job) return null
  return job.state === 'queued'
    ? { type: 'start-print', ticketId: job.ticketId }
    : { type: 'print', ticketId: job.ticketId, copyNumber: job.copyNumber }
}
