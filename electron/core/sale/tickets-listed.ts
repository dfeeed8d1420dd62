import { contradiction, contradictions, type Names } from '../../../shared/domain/seats/belonging.ts'
import { SOLD, type Ticket, type TicketReadBack } from '../../../shared/domain/seats/offer.ts'
import { qrKey } from '../../../shared/domain/documents/qr-code.ts'
import { surelyHeld } from '../../../shared/domain/sale/sale-base.ts'
import type { Instant, Order, OrderedSeat, SaleBase, SaleEvent } from '../../../shared/domain/sale/sale.ts'

/** Why tickets cannot be asked for. */
export const NO_OWNER = 'the service names no owner_ref'

/** Shown beside a seat that somebody else may have bought: no order is named with it. */
const WHOSE = 'order_id ?'

export interface Reading {
  readonly asked: Instant
  readonly answered: Instant
  /** Null: the owner is this sale's alone. Else the ids of listed tickets that other sales of this register have. */
  readonly othersHere: ReadonlySet<string> | null
}

/**
 * What the owner's list says of a sale: all its tickets, none, or a matter for staff. Where other sales have the same owner,
 * their tickets are left aside. What remains is believed if it names this order, if the list shows nothing of strangers,
 * or if nobody else can have bought the seats yet; else it cannot be told apart, and is not guessed.
 */
export function ticketsListed(
  listed: readonly TicketReadBack[],
  sale: SaleBase,
  order: Order | null,
  { asked, answered, othersHere }: Reading,
): SaleEvent {
  const unknown = listed.filter(({ ticketId }) => !othersHere?.has(ticketId))
  // A partner that names this order names every order.
  const shared = othersHere !== null || listed.some(({ names }) => isOrder(names, order))
  const tickets = shared ? unknown.filter((ticket) => !isStrangers(ticket, sale, order)) : listed
  if (tickets.length === 0) return { type: 'tickets-absent', asked }
  if (!order) return differing(tickets)
  const strangers = tickets.length < unknown.length
  const seats = new Map(order.seats.map((seat) => [seat.seatId, seat]))
  const doubtOf = (ticket: TicketReadBack): string | null => {
    const { names, status } = ticket
    const [foreign] = contradictions(namesOf(sale, order, seats.get(ticket.seatId)), names)
    if (foreign) return `${foreign.name} ${foreign.theirs}`
    if (status !== SOLD) return status
    const told = names.order ?? names.hold ?? (names.event && surelyHeld(order.hold, answered))
    return told || !strangers ? null : WHOSE
  }
  const ours = tickets.flatMap((ticket): Ticket[] => {
    const seat = seats.get(ticket.seatId)
    if (!seat || doubtOf(ticket) !== null) return []
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
    : differing(tickets, doubtOf)
}

/** It names another event, session, order or hold, or is for a seat that was not ordered. */
function isStrangers({ names, seatId }: TicketReadBack, sale: SaleBase, order: Order | null): boolean {
  const { event, session, owner } = namesOf(sale, order)
  const holds = order?.seats.map(({ holdId }) => holdId)
  if (isOrder(names, order)) return false
  if (names.hold && holds?.includes(names.hold)) return false
  // Another owner's ticket has no place in this list, which is then not to be believed.
  if (contradiction({ owner }, names) !== null) return false
  if (contradiction({ event, session, order: order?.orderId }, names) !== null) return true
  return order !== null && (names.hold !== undefined || order.seats.every((seat) => seat.seatId !== seatId))
}

function isOrder(names: Names, order: Order | null): boolean {
  return names.order !== undefined && names.order.toLowerCase() === order?.orderId
}

function namesOf({ event, sessionId, ownerRef, currency }: SaleBase, order: Order | null, seat?: OrderedSeat): Names {
  const booking = { event: event.eventId, session: sessionId, owner: ownerRef, currency }
  return { ...booking, ...(order && { order: order.orderId }), ...(seat && { hold: seat.holdId }) }
}

/** What the service lists instead, for staff to compare; in brackets what is wrong with it. */
export function differing(
  tickets: readonly TicketReadBack[],
  doubtOf = ({ status }: TicketReadBack): string | null => (status === SOLD ? null : status),
): SaleEvent {
  const shown = tickets.map((ticket) => {
    const doubt = doubtOf(ticket)
    return doubt === null ? ticket.place.seatCode : `${ticket.place.seatCode} (${doubt})`
  })
  return { type: 'tickets-differ', detail: shown.join(' · ') }
}
