import { createHash } from 'node:crypto'
import { err, ok, type Result } from '../../../shared/domain/result.ts'
import type { Cancellation, CancelledTicket, CancellingOwner, Refusal, Ticket } from '../store/store.ts'
import { numericId, seatOfRow } from './seats.ts'

/** Which tickets are cancelled: the same for every store. */

/** A ticket with what the database knows beside it. */
export interface SoldTicket {
  readonly ticket: Ticket
  readonly holdNo: number
  readonly sessionNo: number
  readonly ownerRef: string
  readonly partnerCode: string
}

/** The tickets that the request names, in its order, if it may have them. `known` are by ticket id. */
export function ticketsToCancel(
  { of, ticketIds }: Cancellation,
  eventId: number,
  known: ReadonlyMap<number, SoldTicket>,
): Result<readonly SoldTicket[], Refusal<'tickets-unknown'>> {
  const named = [...new Set(ticketIds)].map((text) => ({ text, sold: known.get(numericId(text) ?? 0) }))
  const isTheirs = (sold: SoldTicket): boolean =>
    'eventId' in of
      ? String(eventId) === of.eventId
      : of.partnerCode === sold.partnerCode && of.ownerRef === sold.ownerRef
  const unknown = named.filter(({ sold }) => sold?.ticket.event.eventId !== eventId || !isTheirs(sold))
  if (unknown.length > 0) return err({ type: 'tickets-unknown', ticketIds: unknown.map(({ text }) => text) })
  return ok(named.flatMap(({ sold }) => sold ?? []))
}

/** The tickets as they are once the good ones among them were cancelled at `now`. */
export function cancelledAt(tickets: readonly SoldTicket[], now: number): readonly CancelledTicket[] {
  return tickets.map(({ ticket }) => ({ ...ticket, cancelledAt: ticket.cancelledAt ?? now }))
}

/** Equal for two requests of a partner exactly when they ask for the same. */
export function cancellationHash({ ownerRef }: CancellingOwner, { ticketIds, reason }: Cancellation): string {
  return createHash('sha256')
    .update(JSON.stringify([ownerRef, ticketIds.toSorted(), reason]))
    .digest('hex')
}

/** For the audit. */
export function cancellationFacts(good: readonly SoldTicket[], { of, reason }: Cancellation) {
  const tickets = good.map(({ ticket }) => ticket.ticketNumber)
  const seats = good.map(({ ticket }) => seatOfRow(ticket.event, ticket.seatId).seatCode)
  return { tickets, seats, reason, ...('requestId' in of && { requestId: of.requestId }) }
}
