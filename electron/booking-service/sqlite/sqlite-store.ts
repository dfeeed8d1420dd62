import { err, ok } from '../../../shared/domain/result.ts'
import { readableCode, type Random } from '../store/random.ts'
import { numericId } from '../rules/seats.ts'
import { ACCESS_CODE_LENGTH, StoreUnavailable, type SectionSnapshot } from '../store/store.ts'
import type { HubStore } from '../store/administration.ts'
import { backUpDatabase, createAdministration } from './administration.ts'
import { createCatalog } from './catalog.ts'
import { openDatabase } from './connection.ts'
import { createHolds } from './holds.ts'
import { createPurchases } from './purchases.ts'
import { createSeatBook } from './seat-book.ts'
import { createSessions } from './sessions.ts'
import { createWriteQueue, isStorageFault, type Transaction } from './write-queue.ts'

export interface SqliteStoreOptions {
  readonly databasePath: string
  readonly nativeBinding?: string | undefined
  /** Milliseconds of the Unix epoch. */
  readonly clock: () => number
  readonly random: Random
  readonly holdSeconds: number
  readonly sessionSeconds: number
  readonly maxSeatsPerSession: number
  /** When a group of waiting writes is committed: after the current turn of the event loop. */
  readonly schedule?: (flush: () => void) => void
}

/** The booking store on one SQLite file. Several processes may open the same file. */
export function createSqliteStore(options: SqliteStoreOptions): HubStore {
  const { clock, random } = options
  const db = openDatabase(options.databasePath, options.nativeBinding)
  const queue = createWriteQueue(db, options.schedule)
  const catalog = createCatalog(db)
  const seats = createSeatBook(db)
  const sessions = createSessions(db, catalog, random, options.sessionSeconds * 1000)
  const limits = { holdMs: options.holdSeconds * 1000, maxSeatsPerSession: options.maxSeatsPerSession }
  const holds = createHolds(db, { catalog, sessions, seats, random }, limits)
  const purchases = createPurchases(db, { catalog, seats, random })
  const administration = createAdministration(db, catalog, random)

  /** A write at one moment, with expired holds out of the way. */
  function write<T>(operation: (now: number, transaction: Transaction) => T): Promise<T> {
    return queue.run((transaction) => {
      const now = clock()
      seats.settle(now, transaction)
      return operation(now, transaction)
    })
  }

  const beginRead = db.prepare('BEGIN')
  const endRead = db.prepare('COMMIT')

  /** A read of one moment. Only where a hold has expired is there something to write first. */
  async function read<T>(operation: (now: number) => T): Promise<T> {
    for (;;) {
      const outcome = readAt(clock(), operation)
      if (outcome !== null) return outcome.value
      await write(() => undefined)
    }
  }

  /** Null when a hold has to be settled first. */
  function readAt<T>(now: number, operation: (now: number) => T): { readonly value: T } | null {
    try {
      beginRead.run()
      return seats.hasExpired(now) ? null : { value: operation(now) }
    } catch (error) {
      throw isStorageFault(error) ? new StoreUnavailable('The database cannot be read', { cause: error }) : error
    } finally {
      if (db.inTransaction) endRead.run()
    }
  }

  return {
    listEvents: ({ page, limit }) => read(() => catalog.page(page, limit)),

    createEvent: (draft) =>
      write((now) => {
        const accessCode = readableCode(random, ACCESS_CODE_LENGTH)
        return { eventId: catalog.create(draft, accessCode, now), accessCode }
      }),

    renewDemoEvents: (drafts, localNow) =>
      write((now) => {
        for (const draft of drafts) {
          if (!catalog.endPastDemoEvent(draft.demoKey, localNow)) continue
          catalog.create(draft, readableCode(random, ACCESS_CODE_LENGTH), now)
        }
      }),

    openSession: (input) => write((now) => sessions.open(input, now)),

    viewSection: (input) =>
      read((now) => {
        const session = sessions.active(input, now)
        if (!session.ok) return session
        const event = catalog.salesEvent(session.value.eventId)
        const sectionId = numericId(input.sectionId)
        const section = event.sections.find((one) => one.sectionId === sectionId)
        if (section === undefined) return err({ type: 'section-unknown' })
        const { revision: sectionRevision, ...state } = seats.sectionState(section)
        return ok<SectionSnapshot>({
          now,
          session: session.value,
          holds: holds.current(session.value, now),
          event,
          sectionId: section.sectionId,
          ...state,
          sectionRevision,
          // Both come from the event's one growing count, so that no two states of the pair share the larger one.
          revision: Math.max(sectionRevision, session.value.revision),
        })
      }),

    holdSeats: (input) => write((now, transaction) => holds.hold(input, now, transaction)),
    releaseHold: (input) => write((now, transaction) => holds.release(input, now, transaction)),
    readCheckout: (input) => read((now) => holds.checkout(input, now)),
    completePurchase: (order, render) =>
      write((now, transaction) => purchases.complete(order, render, now, transaction)),
    listTickets: (input) => read(() => purchases.list(input)),
    findTicket: (input) => read(() => purchases.find(input)),
    accessCodes: () => read(() => catalog.accessCodes()),

    check: () => read(() => undefined),
    counts: () => read((now) => administration.counts(now)),
    listAllEvents: () => read(() => catalog.every()),
    endEvent: ({ eventId }) => write(() => administration.endEvent(eventId)),
    renewAccessCode: ({ eventId }) => write(() => administration.renewAccessCode(eventId)),
    keepVenue: (plan) => write(() => catalog.keepVenue(plan)),
    listVenues: () => read(() => catalog.venues()),
    listPartners: () => read(() => administration.listPartners()),
    keepPartner: (partner) => write(() => administration.keepPartner(partner)),
    removePartner: ({ code }) => write(() => administration.removePartner(code)),
    listRecords: (kind) => read(() => administration.listRecords(kind)),
    findRecord: (key) => read(() => administration.findRecord(key)),
    keepRecord: (record) => write(() => administration.keepRecord(record)),
    removeRecord: (key) => write(() => administration.removeRecord(key)),
    claimNonce: (input) => write((now) => administration.claimNonce(input, now)),
    purge: ({ before }) => write((now) => administration.purge(before, now)),
    backUp: (path) => Promise.resolve().then(() => ok({ bytes: backUpDatabase(db, path) })),

    close() {
      queue.flush()
      db.close()
      return Promise.resolve()
    },
  }
}
