import { localTime } from '../../../shared/domain/documents/local-date.ts'
import { err, ok } from '../../../shared/domain/result.ts'
import { numericId } from '../rules/holds.ts'
import type { HubStore } from '../store/administration.ts'
import { type Random, readableCode } from '../store/random.ts'
import { ACCESS_CODE_LENGTH } from '../store/store.ts'
import { backUpDatabase, createAdministration, createBuyers, createChanges } from './administration.ts'
import { openDatabase } from './schema.ts'
import { createCatalog, createEvents, createEventSales, createVenues } from './events.ts'
import { createClaims, createHolds, createSessionHolds, createSessions } from './holds.ts'
import { createPurchases, createTickets } from './purchases.ts'
import { createSeatBook } from './seat-book.ts'
import { createSectionViews } from './section-views.ts'
import { createSlips } from './slips.ts'
import { createTransactions } from './transactions.ts'
import { createAudit, createChangeWatch, createWriteQueue } from './write-queue.ts'

export interface SqliteStoreOptions {
  readonly databasePath: string
  readonly nativeBinding?: string | undefined
  /** Milliseconds of the Unix epoch. */
  readonly clock: () => number
  readonly random: Random
  readonly holdSeconds: number
  readonly sessionSeconds: number
  readonly maxSeatsPerSession: number
  /** IANA time zone of the venues. */
  readonly timeZone: string
  /** When a group of waiting writes is committed: after the current turn of the event loop. */
  readonly schedule?: (flush: () => void) => void
}

/** The booking store on one SQLite file. Several processes may open the same file. */
export function createSqliteStore(options: SqliteStoreOptions): HubStore {
  const { random, timeZone } = options
  const db = openDatabase(options.databasePath, options.nativeBinding)
  const queue = createWriteQueue(db, options.schedule)
  const venues = createVenues(db)
  const events = createEvents(db, venues)
  const catalog = createCatalog(db, venues)
  const watch = createChangeWatch(db)
  const seats = createSeatBook(db, watch)
  const claims = createClaims(db, random)
  const sessions = createSessions(db, catalog, random, { lifetimeMs: options.sessionSeconds * 1000, timeZone })
  const ofSession = createSessionHolds(db, catalog, sessions)
  const limits = { holdMs: options.holdSeconds * 1000, maxSeatsPerSession: options.maxSeatsPerSession, timeZone }
  const holds = createHolds({ catalog, sessions, ofSession, claims, seats }, limits)
  const tickets = createTickets(db, catalog, random)
  const purchases = createPurchases(db, { catalog, claims, seats, tickets, random })
  const views = createSectionViews(db, { seats, holds: ofSession, watch, clock: options.clock })
  const sales = createEventSales(db, { events, audit: createAudit(db), random })
  const administration = createAdministration(db)
  const transactions = createTransactions(db, { queue, seats, watch, clock: options.clock })
  const { read, write, writeTold } = transactions

  return {
    listEvents: ({ page, limit }) => read((now) => catalog.page(page, limit, localTime(now, timeZone))),

    createEvent: (draft, by) => write((now) => sales.create(draft, by, now)),

    renewDemoEvents: (drafts, localNow) =>
      write((now) => {
        for (const draft of drafts) {
          if (!events.endPastDemoEvent(draft.demoKey, localNow)) continue
          events.create(draft, readableCode(random, ACCESS_CODE_LENGTH), now)
        }
      }),

    findVenuePlan: ({ eventId }) => read(() => venues.ofEvent(eventId)),

    openSession: (input) => writeTold((now) => sessions.open(input, now)),

    viewSection: (input) =>
      read((now) => {
        const session = sessions.active(input, now)
        if (!session.ok) return session
        const event = catalog.salesEvent(session.value.eventId)
        const sectionId = numericId(input.sectionId)
        const section = event.sections.find((one) => one.sectionId === sectionId)
        if (section === undefined) return err({ type: 'section-unknown' })
        return ok(views.read({ session: session.value, event, section, now }))
      }),

    holdSeats: (input) => writeTold((now, transaction) => holds.hold(input, now, transaction)),
    releaseHold: (input) => writeTold((now, transaction) => holds.release(input, now, transaction)),
    readCheckout: (input) => read((now) => ofSession.checkout(input, now)),
    completePurchase: (order, render) =>
      writeTold((now, transaction) => purchases.complete(order, render, now, transaction)),
    listTickets: (input) => read(() => tickets.list(input)),
    findTicket: (input) => read(() => tickets.find(input)),
    accessCodes: () => read(() => catalog.accessCodes()),

    check: () => read(() => undefined),
    counts: () => read((now) => administration.counts(now)),
    listAllEvents: () => read(() => catalog.every()),
    endEvent: (input) => write((now) => sales.endEvent(input, now)),
    reopenEvent: (input) => write((now) => sales.reopenEvent(input, now)),
    listBought: ({ eventId }) => read(() => tickets.bought(numericId(eventId) ?? 0)),
    renewAccessCode: (input) => write((now) => sales.renewAccessCode(input, now)),
    ...createChanges(db, { catalog, claims, seats, transactions }),
    keepVenue: (plan) => write(() => venues.keep(plan)),
    listVenues: () => read(() => venues.list()),
    listPartners: () => read(() => administration.listPartners()),
    keepPartner: (partner) => write(() => administration.keepPartner(partner)),
    removePartner: ({ code }) => write(() => administration.removePartner(code)),
    listRecords: (kind) => read(() => administration.listRecords(kind)),
    findRecord: (key) => read(() => administration.findRecord(key)),
    keepRecord: (record) => write(() => administration.keepRecord(record)),
    removeRecord: (key) => write(() => administration.removeRecord(key)),
    ...createSlips(db, transactions),
    ...createBuyers(db, transactions),
    claimNonce: (input) => writeTold((now) => administration.claimNonce(input, now)),
    purge: ({ before }) => write((now) => administration.purge(before, now)),
    backUp: (path) => Promise.resolve().then(() => ok({ bytes: backUpDatabase(db, path) })),

    close() {
      queue.flush()
      db.close()
      return Promise.resolve()
    },
  }
}
