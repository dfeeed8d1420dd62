import { err, ok } from '../../../shared/domain/result.ts'
import { changedEvent, seatsAt, seatsToWithhold } from '../rules/events.ts'
import {
  type Claim,
  type LocatedSeat,
  numericId,
  seatOfRow,
  type SeatChange,
  ticketOf,
  type TicketRow,
} from '../rules/holds.ts'
import {
  cancellationFacts,
  cancellationHash,
  cancelledAt,
  type SoldTicket,
  ticketsToCancel,
} from '../rules/purchases.ts'
import type { AuditEntry, EventTexts, StoreChanges } from './administration.ts'
import { type Catalog, type ClaimSeats, seatClaims } from './catalog.ts'
import { AVAILABLE, type BookingStore, type Cancellation, type EventEdition, type SalesEvent, SOLD } from './store.ts'
import { only, row, rows, run, type StoreTask } from './store-task.ts'

/** A transaction that excludes other changes to the event. Holds that have expired by `now` are freed. */
export interface EventChange extends EventEdition {
  readonly now: number
  readonly record: (sessionNos: Iterable<number>, changes: readonly SeatChange[]) => void
}

export type Changed<K extends keyof StoreChanges> = StoreTask<Awaited<ReturnType<StoreChanges[K]>>>
export type Input<K extends keyof StoreChanges> = Parameters<StoreChanges[K]>[0]

/** Adds an entry to the audit log. Entries are never changed. */
export function* addToAudit({ at, by, act, eventId, facts }: AuditEntry): StoreTask<void> {
  yield* run('INSERT INTO audit (at, by, act, event_id, facts) VALUES ($1, $2, $3, $4, $5)', [
    at,
    by,
    act,
    eventId,
    JSON.stringify(facts),
  ])
}

export function* readAudit({ eventId, limit }: Input<'listAudit'>): StoreTask<readonly AuditEntry[]> {
  const found = yield* rows<Omit<AuditEntry, 'facts'> & { readonly facts: string }>(
    `SELECT at, by, act, event_id AS "eventId", facts FROM audit
     WHERE CAST($1 AS bigint) IS NULL OR event_id = CAST($1 AS bigint) ORDER BY audit_no DESC LIMIT $2`,
    [eventId === null ? null : (numericId(eventId) ?? 0), limit],
  )
  return found.map((entry) => ({ ...entry, facts: JSON.parse(entry.facts) as AuditEntry['facts'] }))
}

export function* editEvent(
  change: EventChange,
  event: SalesEvent,
  { changes, localNow, by }: Input<'editEvent'>,
): Changed<'editEvent'> {
  const { eventId, now } = change
  const current = yield* row<EventTexts>(
    `SELECT title, category, description, starts_at AS "startsAt", ends_at AS "endsAt", home_team AS "homeTeam",
       away_team AS "awayTeam" FROM event WHERE event_id = $1`,
    [eventId],
  )
  const changed = changedEvent(only(current), event, changes, localNow)
  if (!changed.ok) return changed
  const { texts, zones, minPrice, before, after } = changed.value
  const { title, category, description, startsAt, endsAt, homeTeam, awayTeam } = texts
  yield* run(
    `UPDATE event SET title = $3, category = $4, description = $5, starts_at = $6, ends_at = $7, home_team = $8,
       away_team = $9, min_price = $10, revision = greatest(revision + 1, $2), edition = edition + 1
     WHERE event_id = $1`,
    [eventId, now, title, category, description, startsAt, endsAt, homeTeam, awayTeam, minPrice],
  )
  // All sections receive the event's new revision, so that every cached section view is read again.
  yield* run(
    `UPDATE section SET revision = event.revision FROM event
     WHERE event.event_id = $1 AND section.event_id = event.event_id`,
    [eventId],
  )
  for (const { zoneId, price } of zones) yield* run('UPDATE zone SET price = $1 WHERE zone_id = $2', [price, zoneId])
  yield* addToAudit({ at: now, by, act: 'event-edited', eventId, facts: { before, after } })
  return ok(null)
}

export function* withholdSeats(
  change: EventChange,
  event: SalesEvent,
  { reason, by, ...input }: Input<'withholdSeats'>,
  claimSeats: ClaimSeats,
): Changed<'withholdSeats'> {
  const wanted = seatsAt(event, input)
  if (!wanted.ok) return wanted
  const fresh = seatsToWithhold(wanted.value, yield* claimsOn(wanted.value))
  if (!fresh.ok) return fresh
  if (fresh.value.length === 0) return ok({ seats: 0 })
  yield* claimSeats(event.eventId, seatClaims(fresh.value), true)
  yield* recordSeats(change, fresh.value, { act: 'seats-withheld', by, reason })
  return ok({ seats: fresh.value.length })
}

export function* giveBackSeats(
  change: EventChange,
  event: SalesEvent,
  { reason, by, ...input }: Input<'giveBackSeats'>,
): Changed<'giveBackSeats'> {
  const named = seatsAt(event, input)
  if (!named.ok) return named
  const claims = yield* claimsOn(named.value)
  const withheld = named.value.filter(({ seatId }) => claims.get(seatId)?.withheld)
  if (withheld.length === 0) return ok({ seats: 0 })
  yield* run('DELETE FROM claim WHERE seat_id IN LIST($1) AND withheld', [withheld.map(({ seatId }) => seatId)])
  yield* recordSeats(change, withheld, { act: 'seats-given-back', by, reason })
  return ok({ seats: withheld.length })
}

function* recordSeats(
  { eventId, now, record }: EventChange,
  seats: readonly LocatedSeat[],
  { act, by, reason }: { readonly act: 'seats-withheld' | 'seats-given-back'; readonly by: string; reason: string },
): StoreTask<void> {
  const [from, to] = act === 'seats-withheld' ? ([AVAILABLE, SOLD] as const) : ([SOLD, AVAILABLE] as const)
  record(
    [],
    seatClaims(seats).map((seat) => ({ ...seat, from, to })),
  )
  yield* addToAudit({ at: now, by, act, eventId, facts: { seats: seats.map(({ seatCode }) => seatCode), reason } })
}

function* claimsOn(seats: readonly LocatedSeat[]): StoreTask<ReadonlyMap<number, Pick<Claim, 'state' | 'withheld'>>> {
  const claims = yield* rows<Pick<Claim, 'state'> & { readonly seatId: number; readonly isWithheld: 0 | 1 }>(
    `SELECT seat_id AS "seatId", state, CASE WHEN withheld THEN 1 ELSE 0 END AS "isWithheld" FROM claim
     WHERE seat_id IN LIST($1)`,
    [seats.map(({ seatId }) => seatId)],
  )
  return new Map(claims.map(({ seatId, state, isWithheld }) => [seatId, { state, withheld: isWithheld === 1 }]))
}

export function* listWithheld(event: SalesEvent): StoreTask<readonly string[]> {
  const withheld = yield* rows<{ seatId: number }>(
    `SELECT seat_id AS "seatId" FROM section
       JOIN claim ON seat_id >= first_seat_id AND seat_id < first_seat_id + seat_count
     WHERE section.event_id = $1 AND withheld ORDER BY seat_id`,
    [event.eventId],
  )
  return withheld.map(({ seatId }) => seatOfRow(event, seatId).seatCode)
}

export const TICKET_TABLES = `FROM ticket JOIN hold USING (hold_no)
  JOIN session ON session.session_no = ticket.session_no JOIN event ON event.event_id = session.event_id`

export const TICKET_COLUMNS = `ticket_id AS "ticketId", ticket_code AS "ticketCode",
  ticket_reference AS "ticketReference", qr_code AS "qrCode", hold_id AS "holdId", ticket.seat_id AS "seatId",
  ticket.price, cancelled_at AS "cancelledAt", event.event_id AS "eventId", edition
  ${TICKET_TABLES}`

export function* soldTickets(
  catalog: Catalog,
  { ticketIds }: Pick<Cancellation, 'ticketIds'>,
): StoreTask<ReadonlyMap<number, SoldTicket>> {
  const found = yield* rows<TicketRow & EventEdition & Omit<SoldTicket, 'ticket'>>(
    `SELECT hold.hold_no AS "holdNo", ticket.session_no AS "sessionNo", owner_ref AS "ownerRef",
       partner_code AS "partnerCode", ${TICKET_COLUMNS} WHERE ticket_id IN LIST($1)`,
    [ticketIds.map((text) => numericId(text) ?? 0)],
  )
  const tickets = new Map<number, SoldTicket>()
  for (const { holdNo, sessionNo, ownerRef, partnerCode, edition, ...ticket } of found) {
    const event = yield* catalog.salesEvent({ eventId: ticket.eventId, edition })
    tickets.set(ticket.ticketId, { holdNo, sessionNo, ownerRef, partnerCode, ticket: ticketOf(ticket, event) })
  }
  return tickets
}

export function* cancelTickets(
  { eventId, now, record }: EventChange,
  catalog: Catalog,
  input: Cancellation,
): StoreTask<Awaited<ReturnType<BookingStore['cancelTickets']>>> {
  const found = ticketsToCancel(input, eventId, yield* soldTickets(catalog, input))
  if (!found.ok) return found
  if (!(yield* claimRequest(input))) return err({ type: 'request-differs' })
  const valid = found.value.filter(({ ticket }) => ticket.cancelledAt === null)
  if (valid.length > 0) {
    yield* freeSeats(valid, now)
    record(
      new Set(valid.map(({ sessionNo }) => sessionNo)),
      valid.map(({ ticket: { section, seatId } }) => {
        return { sectionId: section.sectionId, seatId, from: SOLD, to: AVAILABLE }
      }),
    )
    const facts = cancellationFacts(valid, input)
    yield* addToAudit({ at: now, by: input.by, act: 'tickets-cancelled', eventId, facts })
  }
  return ok(cancelledAt(found.value, now))
}

/** Returns false if the partner has already used the request id for a different request. */
function* claimRequest(input: Cancellation): StoreTask<boolean> {
  const { of } = input
  if ('eventId' in of) return true
  const hash = cancellationHash(of, input)
  const before = yield* row<{ hash: string }>(
    'SELECT content_sha256 AS hash FROM cancellation WHERE partner_code = $1 AND request_id = $2',
    [of.partnerCode, of.requestId],
  )
  if (before !== null) return before.hash === hash
  yield* run('INSERT INTO cancellation (partner_code, request_id, content_sha256) VALUES ($1, $2, $3)', [
    of.partnerCode,
    of.requestId,
    hash,
  ])
  return true
}

function* freeSeats(tickets: readonly SoldTicket[], now: number): StoreTask<void> {
  const ids = tickets.map(({ ticket }) => ticket.ticketId)
  yield* run('UPDATE ticket SET cancelled_at = $1 WHERE ticket_id IN LIST($2)', [now, ids])
  yield* run("UPDATE hold SET state = 'released' WHERE hold_no IN LIST($1)", [tickets.map(({ holdNo }) => holdNo)])
  const freed = yield* run('DELETE FROM claim WHERE seat_id IN LIST($1)', [tickets.map(({ ticket }) => ticket.seatId)])
  if (freed !== tickets.length) throw new Error(`only ${freed} of ${tickets.length} sold seats could be released`)
}
