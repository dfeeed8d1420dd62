import type { Database } from 'better-sqlite3'
import { err, ok, type Result } from '../../../shared/domain/result.ts'
import { numericId, seatOfRow } from '../rules/seats.ts'
import { seatsAt, seatsToWithhold } from '../rules/withheld.ts'
import type { PlacesChange, PlacesUnknown, SeatsInTheWay } from '../store/changes.ts'
import { AVAILABLE, SOLD, type Refusal, type SalesEvent } from '../store/store.ts'
import type { Audit } from './audit.ts'
import type { Catalog } from './catalog.ts'
import type { Claims } from './claims.ts'
import type { SeatBook } from './seat-book.ts'
import type { Transaction } from './write-queue.ts'

interface Parts {
  readonly catalog: Catalog
  readonly claims: Claims
  readonly seats: SeatBook
  readonly audit: Audit
}

const unknownEvent = err({ type: 'event-unknown' } as const)

/** Seats off sale that nobody has. Each function is one piece of work within a transaction. */
export function createWithheldSeats(db: Database, { catalog, claims, seats, audit }: Parts) {
  const withhold = db.prepare<[seatId: number]>("INSERT INTO claim (seat_id, state, withheld) VALUES (?, 'sold', 1)")
  const giveBack = db.prepare<[seatId: number]>('DELETE FROM claim WHERE seat_id = ? AND withheld = 1')
  const withheldBetween = db
    .prepare<[from: number, to: number], number>(
      'SELECT seat_id FROM claim WHERE seat_id >= ? AND seat_id < ? AND withheld = 1 ORDER BY seat_id',
    )
    .pluck()

  function eventOnSale(text: string): SalesEvent | null {
    const eventId = numericId(text) ?? 0
    return catalog.onSale(eventId) === null ? null : catalog.salesEvent(eventId)
  }

  return {
    withhold(
      { reason, by, ...input }: PlacesChange,
      now: number,
      transaction: Transaction,
    ): Result<{ seats: number }, Refusal<'event-unknown'> | PlacesUnknown | SeatsInTheWay> {
      const event = eventOnSale(input.eventId)
      if (event === null) return unknownEvent
      const wanted = seatsAt(event, input)
      if (!wanted.ok) return wanted
      const fresh = seatsToWithhold(wanted.value, claims.on(wanted.value))
      if (!fresh.ok) return fresh
      if (fresh.value.length === 0) return ok({ seats: 0 })
      for (const { seatId } of fresh.value) withhold.run(seatId)
      const { eventId } = event
      const changes = fresh.value.map(({ seatId, section: { sectionId } }) => {
        return { sectionId, seatId, from: AVAILABLE, to: SOLD }
      })
      seats.record({ eventId, sessionNos: [], now }, changes, transaction)
      const facts = { seats: fresh.value.map(({ seatCode }) => seatCode), reason }
      audit.add({ at: now, by, act: 'seats-withheld', eventId, facts })
      return ok({ seats: fresh.value.length })
    },

    giveBack(
      { reason, by, ...input }: PlacesChange,
      now: number,
      transaction: Transaction,
    ): Result<{ seats: number }, Refusal<'event-unknown'> | PlacesUnknown> {
      const event = eventOnSale(input.eventId)
      if (event === null) return unknownEvent
      const named = seatsAt(event, input)
      if (!named.ok) return named
      const known = claims.on(named.value)
      const withheld = named.value.filter(({ seatId }) => known.get(seatId)?.withheld)
      if (withheld.length === 0) return ok({ seats: 0 })
      for (const { seatId } of withheld) giveBack.run(seatId)
      const { eventId } = event
      const changes = withheld.map(({ seatId, section: { sectionId } }) => {
        return { sectionId, seatId, from: SOLD, to: AVAILABLE }
      })
      seats.record({ eventId, sessionNos: [], now }, changes, transaction)
      const facts = { seats: withheld.map(({ seatCode }) => seatCode), reason }
      audit.add({ at: now, by, act: 'seats-given-back', eventId, facts })
      return ok({ seats: withheld.length })
    },

    list(text: string): Result<readonly string[], Refusal<'event-unknown'>> {
      const event = eventOnSale(text)
      if (event === null) return unknownEvent
      const seatIds = event.sections.flatMap(({ firstSeatId, seatCount }) =>
        withheldBetween.all(firstSeatId, firstSeatId + seatCount),
      )
      return ok(seatIds.map((seatId) => seatOfRow(event, seatId).seatCode))
    },
  }
}
