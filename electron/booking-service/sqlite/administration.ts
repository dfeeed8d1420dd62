import Sqlite from 'better-sqlite3'
import type { Database } from 'better-sqlite3'
import { closeSync, fsyncSync, openSync, renameSync, rmSync, statSync } from 'node:fs'
import { err, ok, type Result } from '../../../shared/domain/result.ts'
import { seatsAt, seatsToWithhold, storedPartner } from '../rules/events.ts'
import { numericId, seatOfRow } from '../rules/holds.ts'
import {
  type BuyerRow,
  type FleetRecord,
  FORGET_BUYER,
  HAS_BUYER,
  type Partner,
  type PlacesChange,
  type PlacesUnknown,
  type Purged,
  type SeatsInTheWay,
  type StoreAdministration,
  type StoreChanges,
  type StoreCounts,
  storedBuyer,
  type StoredBuyer,
} from '../store/administration.ts'
import { AVAILABLE, type BookingStore, type Refusal, type SalesEvent, SOLD } from '../store/store.ts'
import { type Catalog, createEventEdits } from './events.ts'
import type { Claims } from './holds.ts'
import { createCancellations } from './purchases.ts'
import type { SeatBook } from './seat-book.ts'
import type { Transactions } from './transactions.ts'
import { type Audit, createAudit, type Transaction } from './write-queue.ts'

/** What those who run a venue do beside selling. Each function is one piece of work within a transaction. */
export function createAdministration(db: Database) {
  const counts = db.prepare<[now: number], StoreCounts>(
    `SELECT (SELECT count(*) FROM event WHERE status = 'ON_SALE') AS eventsOnSale,
       (SELECT coalesce(sum(remaining), 0) FROM event WHERE status = 'ON_SALE') AS seatsRemaining,
       (SELECT count(*) FROM claim WHERE state = 'held') AS seatsHeld,
       (SELECT count(*) FROM session WHERE expires_at > ?) AS sessionsOpen`,
  )
  const partners = db.prepare<[], string>('SELECT document FROM partner ORDER BY code').pluck()
  const keepPartner = db.prepare<[code: string, document: string]>(
    'INSERT INTO partner (code, document) VALUES (?, ?) ON CONFLICT (code) DO UPDATE SET document = excluded.document',
  )
  const removePartner = db.prepare<[code: string]>('DELETE FROM partner WHERE code = ?')
  const forgetNonces = db.prepare<[now: number]>('DELETE FROM nonce WHERE expires_at <= ?')
  const addNonce = db.prepare<[partnerCode: string, nonce: string, expiresAt: number]>(
    'INSERT INTO nonce (partner_code, nonce, expires_at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING',
  )
  const records = db.prepare<[kind: string], FleetRecord>(
    'SELECT name, version, document FROM fleet_record WHERE kind = ? ORDER BY name',
  )
  const record = db.prepare<[kind: string, name: string], FleetRecord>(
    'SELECT name, version, document FROM fleet_record WHERE kind = ? AND name = ?',
  )
  const addRecord = db.prepare<[kind: string, name: string, document: string]>(
    'INSERT INTO fleet_record (kind, name, version, document) VALUES (?, ?, 1, ?) ON CONFLICT DO NOTHING',
  )
  const changeRecord = db.prepare<[document: string, kind: string, name: string, version: number]>(
    'UPDATE fleet_record SET document = ?, version = version + 1 WHERE kind = ? AND name = ? AND version = ?',
  )
  const removeRecord = db.prepare<[kind: string, name: string]>('DELETE FROM fleet_record WHERE kind = ? AND name = ?')
  const goneSessions = `SELECT session_no FROM session
    WHERE expires_at < ? AND NOT EXISTS (SELECT 1 FROM purchase WHERE purchase.session_no = session.session_no)`
  const forgetHolds = db.prepare<[before: number]>(
    `DELETE FROM hold WHERE state IN ('released', 'expired') AND session_no IN (${goneSessions})`,
  )
  const forgetSessions = db.prepare<[before: number]>(`DELETE FROM session WHERE session_no IN (${goneSessions})`)
  const forgetCustomers = db.prepare<[before: number]>(
    `UPDATE purchase SET ${FORGET_BUYER} WHERE completed_at < ? AND ${HAS_BUYER}`,
  )

  return {
    counts: (now: number): StoreCounts => {
      const found = counts.get(now)
      if (found === undefined) throw new Error('counting gave nothing')
      return found
    },

    listPartners: (): Partner[] => partners.all().map(storedPartner),
    keepPartner: (partner: Partner): void => void keepPartner.run(partner.code, JSON.stringify(partner)),
    removePartner: (code: string): boolean => removePartner.run(code).changes === 1,

    listRecords: (kind: string): FleetRecord[] => records.all(kind),
    findRecord: ({ kind, name }: { kind: string; name: string }): FleetRecord | null => record.get(kind, name) ?? null,
    keepRecord({ kind, name, version, document }: FleetRecord & { kind: string }): boolean {
      const done = version === 0 ? addRecord.run(kind, name, document) : changeRecord.run(document, kind, name, version)
      return done.changes === 1
    },
    removeRecord: ({ kind, name }: { kind: string; name: string }): boolean =>
      removeRecord.run(kind, name).changes === 1,

    claimNonce(input: { partnerCode: string; nonce: string; expiresAt: number }, now: number): boolean {
      forgetNonces.run(now)
      return addNonce.run(input.partnerCode, input.nonce, input.expiresAt).changes === 1
    },

    purge(before: number, now: number): Purged {
      forgetHolds.run(before)
      return {
        sessions: forgetSessions.run(before).changes,
        customers: forgetCustomers.run(before).changes,
        nonces: forgetNonces.run(now).changes,
      }
    },
  }
}

/** What is stored about those who bought. */
export function createBuyers(
  db: Database,
  { read, write }: Transactions,
): Pick<StoreAdministration, 'listBuyers' | 'noteRequest' | 'eraseBuyers'> {
  const audit = createAudit(db)
  const buyers = db.prepare<[], BuyerRow>(
    `SELECT purchase_id AS purchaseId, order_id AS orderId, purchase.partner_code AS partnerCode,
       completed_at AS completedAt, title, starts_at AS startsAt, ends_at AS endsAt, amount, purchase.currency,
       (SELECT count(*) FROM ticket WHERE ticket.purchase_id = purchase.purchase_id AND cancelled_at IS NULL) AS tickets,
       (SELECT count(*) FROM ticket WHERE ticket.purchase_id = purchase.purchase_id AND cancelled_at IS NOT NULL) AS cancelled,
       customer_name AS name, customer_phone AS phone, customer_email AS email
     FROM purchase JOIN session USING (session_no) JOIN event USING (event_id) WHERE ${HAS_BUYER} ORDER BY purchase_id`,
  )
  const erase = db.prepare<[ids: string]>(
    `UPDATE purchase SET ${FORGET_BUYER} WHERE ${HAS_BUYER} AND purchase_id IN (SELECT value FROM json_each(?))`,
  )
  return {
    listBuyers: () => read((): readonly StoredBuyer[] => buyers.all().map(storedBuyer)),
    noteRequest: ({ act, by, purchases }) =>
      write((now) => audit.add({ at: now, by, act, eventId: null, facts: { purchases } })),
    async eraseBuyers({ purchaseIds, by }) {
      const erased = await write((now) => {
        const { changes } = erase.run(JSON.stringify(purchaseIds))
        audit.add({ at: now, by, act: 'personal-data-erased', eventId: null, facts: { purchases: changes } })
        return changes
      })
      db.pragma('wal_checkpoint(TRUNCATE)')
      return erased
    },
  }
}

/**
 * Copies the database as it is at one moment, checks the copy and puts it in place. Writers go on meanwhile. Throws when
 * the copy cannot be written or is not sound.
 */
export function backUpDatabase(db: Database, path: string): number {
  const unfinished = `${path}.unfinished`
  rmSync(unfinished, { force: true })
  try {
    db.prepare('VACUUM INTO ?').run(unfinished)
    const copy = new Sqlite(unfinished, { readonly: true })
    try {
      const found = copy.pragma('quick_check', { simple: true })
      if (found !== 'ok') throw new Error(`the copy is not sound: ${String(found)}`)
    } finally {
      copy.close()
    }
    const file = openSync(unfinished, 'r+')
    try {
      fsyncSync(file)
    } finally {
      closeSync(file)
    }
    renameSync(unfinished, path)
    return statSync(path).size
  } catch (error) {
    rmSync(unfinished, { force: true })
    throw error
  }
}

interface Parts {
  readonly catalog: Catalog
  readonly claims: Claims
  readonly seats: SeatBook
  readonly transactions: Transactions
}

/** What is changed of an event on sale, and of what was sold of it. */
export function createChanges(
  db: Database,
  { transactions: { read, write }, ...parts }: Parts,
): StoreChanges & Pick<BookingStore, 'cancelTickets'> {
  const audit = createAudit(db)
  const edits = createEventEdits(db, { ...parts, audit })
  const withheld = createWithheldSeats(db, { ...parts, audit })
  const cancellations = createCancellations(db, { ...parts, audit })
  return {
    editEvent: (input) => write((now) => edits.edit(input, now)),
    withholdSeats: (input) => write((now, transaction) => withheld.withhold(input, now, transaction)),
    giveBackSeats: (input) => write((now, transaction) => withheld.giveBack(input, now, transaction)),
    listWithheld: ({ eventId }) => read(() => withheld.list(eventId)),
    listAudit: (input) => read(() => audit.list(input)),
    cancelTickets: (input) => write((now, transaction) => cancellations.cancel(input, now, transaction)),
  }
}

interface WithheldSeatOptions {
  readonly catalog: Catalog
  readonly claims: Claims
  readonly seats: SeatBook
  readonly audit: Audit
}

const unknownEvent = err({ type: 'event-unknown' } as const)

/** Seats off sale that nobody has. Each function is one piece of work within a transaction. */
function createWithheldSeats(db: Database, { catalog, claims, seats, audit }: WithheldSeatOptions) {
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
