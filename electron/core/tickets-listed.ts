import { contradiction, type Names } from '../../shared/domain/belonging.ts'
import type { Ticket, TicketReadBack } from '../../shared/domain/offer.ts'
import { qrKey } from '../../shared/domain/qr-code.ts'
import type { Instant, Order, SaleBase, SaleEvent } from '../../shared/domain/sale.ts'

/** The only ticket status that opens a gate (specification, "States"). */
const SOLD = 'SOLD'

/** One session belongs to one sale, so the owner's tickets are this sale's: all of them, none, or a matter for staff. */
export function ticketsListed(
  tickets: readonly TicketReadBack[],
  sale: SaleBase,
  order: Order | null,
  asked: Instant,
): SaleEvent {
  if (tickets.length === 0) return { type: 'tickets-absent', asked }
  if (!order) return differing(tickets)
  const seats = new Map(order.seats.map((seat) => [seat.seatId, seat]))
  const ours = tickets.flatMap((ticket): Ticket[] => {
    const seat = seats.get(ticket.seatId)
    if (!seat || ticket.status !== SOLD) return []
    if (contradiction({ ...namesOf(sale), order: order.orderId, hold: seat.holdId }, ticket.names)) return []
    const { names, ...read } = ticket
    return [{ ...read, price: seat.price, ...(names.event && { eventId: names.event }) }]
  })
  const count = (of: (ticket: Ticket) => string): number => new Set(ours.map(of)).size
  const counts = [
    count(({ seatId }) => seatId),
    count(({ ticketId }) => ticketId),
    count(({ qrCode }) => qrKey(qrCode)),
  ]
  return [tickets.length, ...counts].every((each) => each === order.seats.length)
    ? { type: 'tickets-found', tickets: ours }
    : differing(tickets, namesOf(sale))
}

function namesOf({ event, sessionId, ownerRef, currency }: SaleBase): Names {
  return { event: event.eventId, session: sessionId, owner: ownerRef, currency }
}

/** What the service lists instead, for staff to compare. */
export function differing(tickets: readonly TicketReadBack[], ours: Names = {}): SaleEvent {
  const shown = tickets.map(({ place, status, names }) => {
    const amiss = contradiction(ours, names) ?? (status === SOLD ? null : status)
    return amiss === null ? place.seatCode : `${place.seatCode} (${amiss})`
  })
  return { type: 'tickets-differ', detail: shown.join(' · ') }
}
