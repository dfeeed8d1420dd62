import type { BoughtTicket } from '../store/administration.ts'
import type { SalesEvent, SalesSection, Ticket } from '../store/store.ts'

/** Where the seats of an event are, by their ids alone. Both stores work with these. */

export interface LocatedSeat {
  readonly seatId: number
  readonly section: SalesSection
  readonly seatCode: string
}

/** Ids are given out in their shortest decimal form; anything else names nothing. */
export function numericId(text: string): number | null {
  return /^[1-9]\d{0,14}$/u.test(text) ? Number(text) : null
}

/** Sections follow each other by seat id. */
export function sectionAt({ sections }: SalesEvent, seatId: number): SalesSection | null {
  const section = sections.findLast(({ firstSeatId }) => firstSeatId <= seatId)
  return section !== undefined && seatId < section.firstSeatId + section.seatCount ? section : null
}

export function locateSeat(event: SalesEvent, seatId: number | null): LocatedSeat | null {
  if (seatId === null) return null
  const section = sectionAt(event, seatId)
  if (section === null) return null
  return { seatId, section, seatCode: event.layout.section(section.code).seatCode(seatId - section.firstSeatId) }
}

/** A seat that a row of the database names: it is there, or the database is broken. */
export function seatOfRow(event: SalesEvent, seatId: number): LocatedSeat {
  const seat = locateSeat(event, seatId)
  if (seat === null) throw new Error(`seat ${seatId} is in no section of event ${event.eventId}`)
  return seat
}

/** A ticket as the database keeps it. */
export interface TicketRow {
  readonly ticketId: number
  readonly ticketCode: string
  readonly ticketReference: string
  readonly qrCode: string
  readonly holdId: string
  readonly seatId: number
  readonly price: number
  readonly cancelledAt: number | null
  readonly eventId: number
}

export function ticketOf({ eventId, ...row }: TicketRow, event: SalesEvent): Ticket {
  const { section } = seatOfRow(event, row.seatId)
  return { ...row, ticketNumber: numberOf(eventId, row.ticketId), event, section }
}

const numberOf = (eventId: number, ticketId: number): string => `${eventId}-${String(ticketId).padStart(8, '0')}`

/** Database row of a valid ticket with its purchase. */
export interface BoughtRow extends Pick<BoughtTicket, 'price' | 'partnerCode' | 'orderId'> {
  readonly ticketId: number
  readonly seatId: number
  readonly name: string | null
  readonly phone: string | null
  readonly email: string | null
}

export function boughtOf(
  { ticketId, seatId, name, phone, email, ...bought }: BoughtRow,
  event: SalesEvent,
): BoughtTicket {
  return {
    ...bought,
    ticketNumber: numberOf(event.eventId, ticketId),
    seatCode: seatOfRow(event, seatId).seatCode,
    currency: event.currency,
    customer: { name: name ?? '', phone: phone ?? '', email: email ?? '' },
  }
}
