import type { Booking } from '../../../shared/domain/seats/offer.ts'
import { bookingOf } from '../../../shared/domain/sale/sale-base.ts'
import type { SaleEffect } from '../../../shared/domain/sale/sale-effects.ts'
import type { HoldNotice, Sale, SaleEvent } from '../../../shared/domain/sale/sale.ts'
import { askTender, beginTender, driverOf, recallTender, settleTender, type Taking } from '../payment/tender-effects.ts'
import { performWithNotes } from '../payment/note-effects.ts'
import { newSlip } from '../payment/new-slip.ts'
import { followTender } from '../payment/follow-tender.ts'
import { purchaseOf, receiptDocument, ticketDocument } from './sale-documents.ts'
import type { WatchedPorts } from '../watch/partner-watch.ts'
import type { PartnerError } from '../ports/ports.ts'
import { differing, NO_OWNER, ticketsListed } from './tickets-listed.ts'

/**
 * Carries out one effect and says what happened. It never rejects for a fault of the world (those are events); a
 * rejection is a bug, and the sale then stays in the state that was committed before the effect.
 */
export async function performEffect(
  ports: WatchedPorts,
  sale: Sale,
  effect: SaleEffect,
  stopping: AbortSignal,
  taking: Taking = { signal: stopping },
): Promise<SaleEvent> {
  const { clock, ledger, partner } = ports
  switch (effect.type) {
    case 'hold':
      return holdSeats(ports, sale, effect)
    case 'read-checkout': {
      if (effect.delayMs > 0) await partner.pause(effect.delayMs, stopping)
      return readCheckout(ports, sale)
    }
    case 'release':
      return release(ports, bookingOf(sale), effect.holdIds)
    case 'begin-tender':
      return beginTender(ports, sale, effect.tender, taking, stopping)
    case 'follow-tender': {
      const { tender } = effect
      const driver = driverOf(ports.tenders, tender)
      if (!driver) return { type: 'tender-unknown', forGood: true }
      const settled = await settleTender(ports, sale, tender, taking, stopping)
      if (settled) return settled
      return followTender(ports, driver, effect, sale.currency, { giveUp: taking.signal, stopping })
    }
    case 'ask-tender':
      await clock.sleep(effect.delayMs, stopping)
      return askTender(ports.tenders, effect.tender, sale.currency, stopping)
    case 'recall-tender':
      await clock.sleep(effect.delayMs, stopping)
      return recallTender(ports, effect, sale, stopping)
    case 'await-note':
    case 'take-note':
    case 'recall-note':
    case 'end-notes':
    case 'count-notes':
      return performWithNotes(ports, sale, effect, { giveUp: taking.signal, stopping })
    case 'compose-purchase':
      return {
        type: 'purchase-composed',
        request: partner.composePurchase(
          purchaseOf(sale, effect.order, effect.payment, sale.customer ? ledger.customerOf(sale.saleId) : null),
        ),
      }
    case 'send-purchase': {
      await partner.pause(effect.delayMs, stopping)
      if (sale.state !== 'confirming') throw new Error(`sale ${sale.saleId}: nothing to send while "${sale.state}"`)
      const reply = await partner.sendPurchase(effect.request, purchaseOf(sale, effect.order, sale, null))
      if (!reply.ok) return { type: 'purchase-unclear', reply: reply.error.reply }
      const borrowed = ledger.conflictingTickets(sale, reply.value)
      if (borrowed.length === 0) return { type: 'purchase-confirmed', tickets: reply.value }
      const detail = `tickets of another sale: ${borrowed.join(', ')}`
      return { type: 'purchase-unclear', reply: { status: 200, code: 'CONFLICT', detail } }
    }
    case 'read-tickets':
      return readTickets(ports, sale, effect, stopping)
    case 'credit-slip':
      return { type: 'credited', slip: newSlip(ports.ids, effect.amount, sale.currency) }
    case 'queue-tickets': {
      if (sale.state !== 'confirmed') throw new Error(`sale ${sale.saleId}: no tickets to save while "${sale.state}"`)
      const documents = sale.tickets.map(({ ticketId }) => ticketDocument(sale, ticketId, 0))
      const receipt = receiptDocument(sale, clock.now().wallUtc)
      const saved = await ports.tickets.save(documents, sale.language, receipt)
      return { type: 'print-queued', saved: saved.outcome === 'printed' ? saved.evidence : '' }
    }
    case 'start-print':
      return { type: 'print-started', ticketId: effect.ticketId }
    case 'print': {
      const { ticketId, copyNumber } = effect
      const printed = await ports.tickets.print(ticketDocument(sale, ticketId, copyNumber), sale.language)
      if (printed.outcome === 'printed') return { type: 'print-finished', ticketId, evidence: printed.evidence }
      if (printed.outcome === 'failed') return { type: 'print-failed', ticketId, reason: printed.reason }
      return { type: 'print-unclear', ticketId, reason: printed.detail }
    }
  }
}

type EffectOf<T extends SaleEffect['type']> = Extract<SaleEffect, { type: T }>

async function holdSeats({ partner }: WatchedPorts, sale: Sale, effect: EffectOf<'hold'>): Promise<SaleEvent> {
  const reply = await partner.holdSeats({
    ...bookingOf(sale),
    seatIds: effect.seats.map(({ seatId }) => seatId),
  })
  if (reply.ok) return { type: 'hold-granted' }
  if (reply.error.type !== 'seats-taken') return { type: 'hold-failed', notice: holdNotice(reply.error) }
  // Where the partner names no seats, ids come back: people know seats by their codes.
  const codes = new Map(effect.seats.map(({ seatId, place }) => [seatId, place.seatCode]))
  const seatCodes = reply.error.seatCodes.map((named) => codes.get(named) ?? named)
  return { type: 'hold-failed', notice: { type: 'seat-taken', seatCodes } }
}

async function readCheckout({ partner, ledger, ids }: WatchedPorts, sale: Sale): Promise<SaleEvent> {
  const reply = await partner.readCheckout(bookingOf(sale))
  if (!reply.ok) return { type: 'checkout-failed', notice: holdNotice(reply.error) }
  const { items } = reply.value
  const refused = (code: string) => ({ type: 'checkout-failed', notice: { type: 'hold-refused', code } }) as const
  const holdIds = items.map(({ holdId }) => holdId)
  if (ledger.conflictingHolds(sale.saleId, holdIds).length > 0) return refused('HOLD_REPEATED')
  // The service may have freed a seat; here its money has to go back before it is sold again.
  const seatIds = items.map(({ seatId }) => seatId)
  if (ledger.seatsSoldHere(sale, seatIds).length > 0) return refused('SEAT_SOLD_HERE')
  return { type: 'checkout-ready', orderId: ids.uuid(), checkout: reply.value }
}

async function readTickets(
  { partner, clock, ledger }: WatchedPorts,
  sale: Sale,
  effect: EffectOf<'read-tickets'>,
  stopping: AbortSignal,
): Promise<SaleEvent> {
  await partner.pause(effect.delayMs, stopping)
  // Nobody listens any more.
  if (stopping.aborted) return { type: 'tickets-unreachable', detail: 'not asked' }
  // A partner that names no customer reference can only be asked by repeating the purchase, or by staff.
  if (effect.ownerRef === '') return { type: 'tickets-unreachable', detail: NO_OWNER }
  const asked = clock.now()
  const reply = await partner.listTickets({ ownerRef: effect.ownerRef })
  if (!reply.ok) return { type: 'tickets-unreachable', detail: describe(reply.error) }
  const othersHere = ledger.othersOfOwner(sale, reply.value)
  const found = ticketsListed(reply.value, sale, effect.order, { asked, answered: clock.now(), othersHere })
  const believed = found.type !== 'tickets-found' || ledger.conflictingTickets(sale, found.tickets).length === 0
  return believed ? found : differing(reply.value)
}

/** What cannot be given back now runs out by itself; the sale is told, and does not wait. */
async function release({ partner }: WatchedPorts, booking: Booking, known: readonly string[]): Promise<SaleEvent> {
  let holdIds = known
  if (holdIds.length === 0) {
    const checkout = await partner.readCheckout(booking)
    if (!checkout.ok)
      return checkout.error.type === 'refused' ? { type: 'released', holdIds: [] } : { type: 'release-unanswered' }
    holdIds = checkout.value.items.map(({ holdId }) => holdId)
  }
  for (const holdId of holdIds) {
    const reply = await partner.releaseHold({ sessionId: booking.sessionId, holdId })
    if (!reply.ok && reply.error.type !== 'refused') return { type: 'release-unanswered' }
  }
  return { type: 'released', holdIds }
}

function holdNotice(error: PartnerError): HoldNotice {
  if (error.type !== 'refused') return { type: 'partner-unreachable' }
  if (error.status === 410) return { type: 'hold-expired' }
  if (error.code === 'EVENT_ENDED') return { type: 'event-ended' }
  const limit = error.details['limit']
  return { type: 'hold-refused', code: error.code, ...(typeof limit === 'number' && limit > 0 && { limit }) }
}

function describe(error: PartnerError): string {
  return error.type === 'refused' ? `${error.status} ${error.code}` : error.detail
}
