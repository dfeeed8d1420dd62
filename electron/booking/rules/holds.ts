import { localTime } from '../../../shared/domain/documents/local-date.ts'
import { err, ok, type Result } from '../../../shared/domain/result.ts'
import { isEventOver } from '../../../shared/domain/seats/offer.ts'
import { sameText } from '../../host/secrets/same-secret.ts'
import type { BoughtTicket } from '../sql/administration.ts'
import { ownerRefOf, type Random, uuid } from '../sql/random.ts'
import {
  AVAILABLE,
  type BookingStore,
  type Checkout,
  type EventEdition,
  type HELD,
  type Hold,
  type OpenedSession,
  type OverviewRow,
  type Refusal,
  type SalesEvent,
  type SalesSection,
  type Session,
  type SessionRefusal,
  type SOLD,
  type Ticket,
} from '../sql/store.ts'

export type HoldState = 'held' | 'released' | 'expired' | 'sold'

export interface HoldRow {
  readonly holdNo: number
  readonly holdId: string
  readonly sectionId: number
  readonly seatId: number
  readonly price: number
  readonly expiresAt: number
  readonly state: HoldState
}

/** The owner of a seat. `sessionNo` is null if the seat was sold elsewhere or is withheld. */
export interface Claim {
  readonly state: 'held' | 'sold'
  /** True if the venue has taken the seat off sale. Partners see the seat as sold. */
  readonly withheld: boolean
  readonly sessionNo: number | null
}

type SeatStatus = typeof AVAILABLE | typeof HELD | typeof SOLD

export interface SeatChange {
  readonly sectionId: number
  readonly seatId: number
  readonly from: SeatStatus
  readonly to: SeatStatus
}

/** Returns the net effect of the changes on the number of available seats. */
export function growth(changes: readonly SeatChange[]): number {
  return changes.reduce((sum, { from, to }) => sum + Number(to === AVAILABLE) - Number(from === AVAILABLE), 0)
}

export interface KnownSession extends Session {
  readonly sessionNo: number
}

export interface SessionRow extends KnownSession, EventEdition {
  readonly revision: number
}

export interface SessionTerms {
  readonly random: Random
  readonly holdSeconds: number
  readonly sessionSeconds: number
  readonly maxSeatsPerSession: number
  readonly timeZone: string
}

/**
 * Returns the new session if its access code matches and the event is not over. `found` is null unless the event is on
 * sale.
 */
export function newSession(
  found: OverviewRow | null,
  { partnerCode, accessCode }: Parameters<BookingStore['openSession']>[0],
  now: number,
  { random, sessionSeconds, timeZone }: SessionTerms,
): Result<Session, Refusal<'event-unknown' | 'event-ended' | 'access-denied'>> {
  if (found === null) return err({ type: 'event-unknown' })
  if (!sameText(accessCode, found.accessCode)) return err({ type: 'access-denied' })
  if (isEventOver(found, localTime(now, timeZone))) return err({ type: 'event-ended' })
  const sessionId = uuid(random)
  const ownerRef = ownerRefOf(partnerCode, random)
  return ok({ sessionId, ownerRef, eventId: found.eventId, expiresAt: now + sessionSeconds * 1000 })
}

export function openedSession(
  { now, session, event }: Pick<OpenedSession, 'now' | 'session' | 'event'>,
  { revision, zonesLeft, sectionsLeft }: OverviewRow,
  { zones, sections }: SalesEvent,
): OpenedSession {
  return {
    now,
    session,
    event,
    revision,
    zones: zones.map((zone, index) => ({ ...zone, remaining: zonesLeft[index] ?? 0 })),
    sections: sections.map((section, index) => ({ ...section, remaining: sectionsLeft[index] ?? 0 })),
  }
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

/** Returns the wanted seats that need a new hold. Seats already held by the session keep their expiry. */
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

export interface NewHold extends Omit<HoldRow, 'holdNo' | 'state'> {
  readonly sessionNo: number
}

export type HoldRefusal = SessionRefusal | 'event-ended' | 'seats-unknown' | 'seats-taken' | 'seat-limit'

export function newHolds(
  session: KnownSession,
  seatIds: readonly string[],
  {
    event,
    claimsOn,
    used,
  }: {
    readonly event: SalesEvent
    readonly claimsOn: (seats: readonly LocatedSeat[]) => ReadonlyMap<number, Claim>
    readonly used: () => number
  },
  { now, isOver, terms }: { readonly now: number; readonly isOver: boolean; readonly terms: SessionTerms },
): Result<{ readonly wanted: readonly LocatedSeat[]; readonly added: readonly NewHold[] }, Refusal<HoldRefusal>> {
  const active = activeSession(session, now)
  if (!active.ok) return active
  const wanted = locateSeats(event, seatIds)
  if (!wanted.ok) return wanted
  const { sessionNo } = session
  const limit = terms.maxSeatsPerSession
  const fresh = seatsToHold(sessionNo, wanted.value, claimsOn(wanted.value), { used: used(), limit, isOver })
  if (!fresh.ok) return fresh
  // A hold never lasts longer than its session.
  const expiresAt = Math.min(now + terms.holdSeconds * 1000, session.expiresAt)
  const added = fresh.value.map(({ seatId, section: { sectionId, price } }) => {
    return { holdId: uuid(terms.random), sessionNo, sectionId, seatId, price, expiresAt }
  })
  return ok({ wanted: wanted.value, added })
}

/** Returns the hold to release; null if already released. `found`: the session's own hold. */
export function holdToRelease(
  found: HoldRow | null,
  holdId: string,
): Result<HoldRow | null, Refusal<'holds-unknown' | 'holds-sold'>> {
  if (found === null) return err({ type: 'holds-unknown', holdIds: [holdId] })
  if (found.state === 'sold') return err({ type: 'holds-sold', holdIds: [holdId] })
  return ok(found.state === 'held' ? found : null)
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
    // Rounded down, so that the customer never sees more time than is left.
    remainingSeconds: Math.max(0, Math.floor((row.expiresAt - now) / 1000)),
  }
}

/** `newest`: the session's last hold in any state. */
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

export interface LocatedSeat {
  readonly seatId: number
  readonly section: SalesSection
  readonly seatCode: string
}

/** Parses an id in its shortest decimal form; returns null for any other text. */
export function numericId(text: string): number | null {
  return /^[1-9]\d{0,14}$/u.test(text) ? Number(text) : null
}

/** Returns the section that contains a seat id. `sections` are in the order of their seat ids. */
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

/** Locates the seat of a database row. Throws if the database is damaged. */
export function seatOfRow(event: SalesEvent, seatId: number): LocatedSeat {
  const seat = locateSeat(event, seatId)
  if (seat === null) throw new Error(`seat ${seatId} is in no section of event ${event.eventId}`)
  return seat
}

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

export const numberOf = (eventId: number, ticketId: number): string => `${eventId}-${String(ticketId).padStart(8, '0')}`

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
