import { err, ok, type Result } from '../../../shared/domain/result.ts'
import type { BoughtTicket } from '../store/administration.ts'
import type { Checkout, Hold, Refusal, SalesEvent, SalesSection, Session, Ticket } from '../store/store.ts'

/** What step 4 and step 5 decide from what is in the database: the same for every store. */

export type HoldState = 'held' | 'released' | 'expired' | 'sold'

/** A hold as the database keeps it. */
export interface HoldRow {
  readonly holdNo: number
  readonly holdId: string
  readonly sectionId: number
  readonly seatId: number
  readonly price: number
  readonly expiresAt: number
  readonly state: HoldState
}

/** Who has a seat; `sessionNo` is null where it was sold elsewhere, or withheld. */
export interface Claim {
  readonly state: 'held' | 'sold'
  /** Taken off sale by the venue; to partners it is sold. */
  readonly withheld: boolean
  readonly sessionNo: number | null
}

export function activeSession<S extends Session>(
  session: S | null,
  now: number,
): Result<S, Refusal<'session-unknown' | 'session-expired'>> {
  if (session === null) return err({ type: 'session-unknown' })
  if (session.expiresAt <= now) return err({ type: 'session-expired', expiredAt: session.expiresAt })
  return ok(session)
}

export function locateSeats(
  event: SalesEvent,
  seatIds: readonly string[],
): Result<readonly LocatedSeat[], Refusal<'seats-unknown'>> {
  const asked = seatIds.map((text) => ({ text, seat: locateSeat(event, numericId(text)) }))
  const unknown = asked.filter(({ seat }) => seat === null).map(({ text }) => text)
  if (unknown.length > 0) return err({ type: 'seats-unknown', seatIds: unknown })
  return ok(asked.flatMap(({ seat }) => seat ?? []))
}

/** Returns the seats to hold anew; those that the session holds already keep their hold and its time. `isOver`: of the event. */
export function seatsToHold(
  sessionNo: number,
  wanted: readonly LocatedSeat[],
  claims: ReadonlyMap<number, Claim>,
  { used, limit, isOver }: { readonly used: number; readonly limit: number; readonly isOver: boolean },
): Result<readonly LocatedSeat[], Refusal<'event-ended' | 'seat-limit' | 'seats-taken'>> {
  const isOwn = (claim: Claim | undefined): boolean => claim?.state === 'held' && claim.sessionNo === sessionNo
  const fresh = wanted.filter(({ seatId }) => !isOwn(claims.get(seatId)))
  if (isOver && fresh.length > 0) return err({ type: 'event-ended' })
  if (used + fresh.length > limit) return err({ type: 'seat-limit', limit, used })
  const taken = fresh.flatMap(({ seatId, seatCode }) => {
    const claim = claims.get(seatId)
    return claim === undefined ? [] : [{ seatId, seatCode, status: claim.state }]
  })
  return taken.length > 0 ? err({ type: 'seats-taken', seats: taken }) : ok(fresh)
}

export function holdOf(
  row: Pick<HoldRow, 'holdId' | 'seatId' | 'price' | 'expiresAt'>,
  event: SalesEvent,
  now: number,
): Hold {
  return {
    holdId: row.holdId,
    seatId: row.seatId,
    seatCode: seatOfRow(event, row.seatId).seatCode,
    price: row.price,
    currency: event.currency,
    expiresAt: row.expiresAt,
    // Rounded down: nobody may believe in time that is not there.
    remainingSeconds: Math.max(0, Math.floor((row.expiresAt - now) / 1000)),
  }
}

/** `newest` is the session's last hold, whatever became of it. */
export function checkoutOf(
  session: Session,
  holds: readonly Hold[],
  newest: HoldRow | undefined,
  { event, now }: { readonly event: SalesEvent; readonly now: number },
): Result<Checkout, Refusal<'no-holds' | 'holds-expired'>> {
  if (holds.length === 0) {
    const isExpired = newest?.state === 'expired' || (newest?.state === 'held' && newest.expiresAt <= now)
    return isExpired ? err({ type: 'holds-expired', holdIds: [newest.holdId] }) : err({ type: 'no-holds' })
  }
  const { sessionId, ownerRef, eventId, expiresAt } = session
  return ok({
    session: { sessionId, ownerRef, eventId, expiresAt },
    currency: event.currency,
    holds,
    amount: holds.reduce((sum, hold) => sum + hold.price, 0),
  })
}

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
