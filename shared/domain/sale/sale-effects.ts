import type { ChosenSeat } from '../seats/offer.ts'
import type { Minor } from '../money/money.ts'
import { valueOf } from '../money/notes.ts'
import { referencesSince } from './open-payment.ts'
import { currentPurchase } from './sale-base.ts'
import { isInNotes, missingOf, type PayingNotes } from './sale-notes.ts'
import { wasBought } from './sale-printing.ts'
import type { NeedsStaff, Order, Paying, PaymentBegun, PurchaseRequest, Sale, TicketLink, Unknown } from './sale.ts'
import {
  accountCreditReference,
  refundsAsVoucher,
  isAccount,
  isCash,
  refundableAmount,
  paymentIn,
  sumOf,
  type Payment,
  type TenderIntent,
} from '../money/tender.ts'

/** The side effect that a state requires; its outcome is reported as one event. */
export type SaleEffect =
  | { readonly type: 'hold'; readonly sessionId: string; readonly seats: readonly ChosenSeat[] }
  /** Opens enough booking sessions for the seats. */
  | { readonly type: 'open-sessions'; readonly seats: readonly ChosenSeat[]; readonly perSession: number }
  | {
      readonly type: 'read-checkout'
      readonly sessionId: string
      readonly seats: readonly ChosenSeat[]
      readonly delayMs: number
    }
  | { readonly type: 'release'; readonly sessionId: string; readonly holdIds: readonly string[] }
  | { readonly type: 'begin-tender'; readonly tender: TenderIntent }
  | { readonly type: 'ask-tender'; readonly tender: TenderIntent; readonly delayMs: number }
  | {
      readonly type: 'follow-tender'
      readonly tender: TenderIntent
      readonly begun: PaymentBegun
      /**
       * `decided`: polls until the customer's time to decide has passed. `answered`: polls after a lost reply, while
       * the customer waits. `settled`: polls without a waiting customer, while a success is still possible.
       */
      readonly until: 'decided' | 'answered' | 'settled'
    }
  /** Enables the note acceptor until a note is inserted or no more notes are accepted. */
  | { readonly type: 'await-note'; readonly missing: Minor }
  /** Accepts the held note, or returns the note if nothing more is to be paid in notes. */
  | { readonly type: 'take-note'; readonly value: Minor }
  /** Queries the device for the outcome of the held note after a restart. */
  | { readonly type: 'resume-note'; readonly value: Minor }
  /** Ends the payment after a restart, since no customer is there to insert more notes. */
  | { readonly type: 'end-notes' }
  /** `over`: excess for which a credit voucher is issued. */
  | { readonly type: 'count-notes'; readonly received: Minor; readonly over: Minor }
  | { readonly type: 'compose-purchase'; readonly order: Order; readonly payment: Payment }
  /** `order`: the current purchase. `request`: the requests of all purchases. */
  | {
      readonly type: 'send-purchase'
      readonly order: Order
      readonly request: PurchaseRequest
      readonly delayMs: number
    }
  /** `order`: while purchases are being made, only the current purchase. */
  | { readonly type: 'read-tickets'; readonly order: Order | null; readonly delayMs: number }
  /** Queries terminals and operators for each reference under which the order may have been paid. */
  | {
      readonly type: 'recall-tender'
      /** Amount still to be paid. */
      readonly amount: Minor
      readonly references: readonly string[]
      readonly delayMs: number
    }
  | { readonly type: 'credit-slip'; readonly amount: Minor }
  /** Refunds a sale on account. The hub is notified of the recorded refund. */
  | { readonly type: 'credit-account'; readonly reference: string }
  | { readonly type: 'queue-tickets' }
  | { readonly type: 'start-print'; readonly ticketId: string }
  | { readonly type: 'print'; readonly ticketId: string; readonly copyNumber: number }
  | { readonly type: 'publish-tickets'; readonly page: TicketLink }

const UNREACHABLE_DELAY_MS = 15_000

/** Number of queries for a lost payment before staff are involved: about a minute and a half. */
export const TENDER_ASKS = 20

/** Number of checkout requests for a parked sale after a restart: enough to outlast the holds. */
export const CHECKOUT_RETRIES = 40

/** Number of checkout requests after a seat is released while the customer waits, 0 to 3 s apart. */
export const PARTIAL_RELEASE_RETRIES = 4

/** Returns the delay before the n-th repeated call to the service: 0, 1, 2, 4, 8, then 15 s. */
function backoffMs(attempt: number): number {
  return attempt <= 1 ? 0 : Math.min(15_000, 500 * 2 ** (attempt - 1))
}

function askDelayMs(asked: number): number {
  return Math.min(5_000, 1_000 * asked)
}

/**
 * Returns the next effect; null if the sale waits for a person or is over. The effect depends on the state alone, so a
 * crash before or after the effect does not change the result.
 */
export function nextEffect(sale: Sale): SaleEffect | null {
  switch (sale.state) {
    case 'holding': {
      const { sessionId, seats, sessions, perSession } = sale
      return !sessions && perSession && seats.length > perSession
        ? { type: 'open-sessions', seats, perSession }
        : { type: 'hold', sessionId, seats }
    }
    case 'held':
      return { type: 'read-checkout', sessionId: sale.sessionId, seats: sale.seats, delayMs: checkoutDelayMs(sale) }
    case 'releasing':
      return { type: 'release', sessionId: sale.sessionId, holdIds: sale.holdIds }
    case 'paying':
      return payingEffect(sale)
    case 'paid':
      return { type: 'compose-purchase', order: sale.order, payment: paymentIn(sale) }
    case 'confirming':
      return {
        type: 'send-purchase',
        order: currentPurchase(sale).order,
        request: sale.request,
        delayMs: backoffMs(ownAttempt(sale)),
      }
    case 'unknown':
      return { type: 'read-tickets', order: currentPurchase(sale).order, delayMs: 0 }
    case 'needs-staff':
      return needsStaffEffect(sale)
    case 'refund-due':
      if (sale.look?.state === 'asking') return { type: 'read-tickets', order: sale.order, delayMs: 0 }
      if (wasBought(sale) || sale.rowsLost) return null
      if (isAccount(sale.tender.kind)) return { type: 'credit-account', reference: accountCreditReference(sale.tender) }
      return refundsAsVoucher(sale.tender.kind) ? { type: 'credit-slip', amount: refundableAmount(sale.tender) } : null
    case 'confirmed':
      return { type: 'queue-tickets' }
    case 'printing':
      return printingEffect(sale)
    case 'print-unknown':
      return sale.link ? { type: 'publish-tickets', page: sale.link } : null
    case 'choosing':
    case 'priced':
    case 'done':
    case 'abandoned':
    case 'refunded':
      return null
  }
}

/** Returns the number of attempts of the current purchase. */
export function ownAttempt({ attempt, progress }: Pick<Unknown, 'attempt' | 'progress'>): number {
  return progress ? (progress.attempts[progress.at] ?? 0) : attempt
}

function checkoutDelayMs({ parked, kept }: Extract<Sale, { state: 'held' }>): number {
  if (kept) return kept.asked * 1_000
  return parked && parked.asked > 0 ? UNREACHABLE_DELAY_MS : 0
}

/** Returns the next effect of a payment; a provider receives one payment request and then only queries. */
function payingEffect(sale: Paying): SaleEffect | null {
  const { tender, phase, begun = {}, asked } = sale
  if (isCash(tender.kind)) return null
  if (isInNotes(sale)) return notesEffect(sale)
  if (phase === 'starting') return { type: 'begin-tender', tender }
  return tender.provider
    ? { type: 'follow-tender', tender, begun, until: phase === 'begun' ? 'decided' : 'answered' }
    : { type: 'ask-tender', tender, delayMs: askDelayMs(asked) }
}

/** Returns the effect for one note at a time; a held note is settled first. */
function notesEffect(sale: PayingNotes): SaleEffect {
  const { credited, held } = sale.notes
  if (held !== undefined)
    return sale.phase === 'recovering' ? { type: 'resume-note', value: held } : { type: 'take-note', value: held }
  const missing = missingOf(sale)
  if (missing <= 0) return { type: 'count-notes', received: valueOf(credited), over: -missing }
  return sale.phase === 'recovering' ? { type: 'end-notes' } : { type: 'await-note', missing }
}

/** Returns the query that is made while the sale waits for staff; null if there is none. */
function needsStaffEffect(sale: NeedsStaff): SaleEffect | null {
  if (sale.question === 'card-charged') {
    const { tender, asking, begun = {} } = sale
    return asking ? { type: 'follow-tender', tender, begun, until: 'settled' } : null
  }
  if (sale.question === 'service-unreachable')
    return { type: 'read-tickets', order: currentPurchase(sale).order, delayMs: UNREACHABLE_DELAY_MS }
  if (sale.question !== 'rows-lost') return null
  const { sold, asked } = sale
  const readDelayMs = asked === 0 ? 0 : UNREACHABLE_DELAY_MS
  if (!('order' in sale)) return { type: 'read-tickets', order: null, delayMs: readDelayMs }
  const { order, tenderAttempts } = sale
  if (sold === null) return { type: 'read-tickets', order, delayMs: readDelayMs }
  const references = referencesSince(order, tenderAttempts)
  return {
    type: 'recall-tender',
    amount: order.amount - sumOf(sale.parts ?? []),
    references,
    delayMs: askDelayMs(asked),
  }
}

/** Returns the effect for one ticket at a time; `spooling` is committed before printing can start. */
function printingEffect(sale: Extract<Sale, { state: 'printing' }>): SaleEffect | null {
  if (sale.link) return { type: 'publish-tickets', page: sale.link }
  const job = sale.jobs.find(({ state }) => state === 'spooling' || state === 'queued')
  if (!job) return null
  return job.state === 'queued'
    ? { type: 'start-print', ticketId: job.ticketId }
    : { type: 'print', ticketId: job.ticketId, copyNumber: job.copyNumber }
}
