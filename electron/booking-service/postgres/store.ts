import { localTime } from '../../../shared/domain/documents/local-date.ts'
import { factsOfNew } from '../rules/events.ts'
import type { HubStore } from '../store/administration.ts'
import { createRecent, type Random, readableCode } from '../store/random.ts'
import { ACCESS_CODE_LENGTH, StoreUnavailable } from '../store/store.ts'
import {
  addToAudit,
  createAdministration,
  createBuyers,
  createEventEnds,
  createPartners,
  createRecords,
} from './administration.ts'
import { createCancellations, createChanges } from './changes.ts'
import { createDatabase, lockCatalog, requireOwnSessions } from './database.ts'
import { createEventGroups } from './event-groups.ts'
import { createCatalog, createEvent, createVenues, endPastDemoEvent } from './events.ts'
import { createHolds, createSessionHolds, createSessions, type HeldHere } from './holds.ts'
import { migrate } from './schema.ts'
import { createPurchases, createTickets } from './purchases.ts'
import { createSeatBook } from './seat-book.ts'
import { createSectionViews } from './section-views.ts'
import { createSlips } from './slips.ts'
import { createTransactions, onPrimary, onReplicas, type ReadFrom } from './transactions.ts'

export interface PostgresStoreOptions {
  /** `postgres://user:password@host:port/database`. */
  readonly url: string
  /** Leads to replicas of it, which answer what only shows: events, plans of venues, sections. */
  readonly replicas?: string | undefined
  /** Told of each such answer. */
  readonly onRead?: ((from: ReadFrom) => void) | undefined
  /** Most connections that this process opens, and as many to replicas. */
  readonly connections: number
  /** Milliseconds of the Unix epoch; the database's own clock when left out, which all processes share. */
  readonly clock?: (() => number) | undefined
  readonly random: Random
  readonly holdSeconds: number
  readonly sessionSeconds: number
  readonly maxSeatsPerSession: number
  /** IANA time zone of the venues. */
  readonly timeZone: string
  /** Told of faults that belong to no operation: a connection that broke while it was idle. */
  readonly report: (fault: unknown) => void
}

/** All that can be bought of a full stadium at once. */
const MOST_HELD_HERE = 100_000

/**
 * The booking store on a PostgreSQL database that several processes share. Rejects when the database cannot be reached
 * or was made by a newer program.
 */
export async function createPostgresStore(options: PostgresStoreOptions): Promise<HubStore> {
  const { random, timeZone } = options
  const { connections, report, onRead, replicas } = options
  const database = createDatabase(options.url, connections, report)
  const reads = replicas
    ? onReplicas(database, { replicas: createDatabase(replicas, connections, report), report, onRead })
    : onPrimary(database)
  const venues = createVenues()
  const catalog = createCatalog(venues)
  const seats = createSeatBook()
  const transactions = createTransactions({ database, reads, seats, clock: options.clock })
  const { ask, look, settledNow, writeCatalog } = transactions
  const sessions = createSessions(
    { database, ask, catalog, random, clock: options.clock ?? Date.now },
    { lifetimeMs: options.sessionSeconds * 1000, timeZone },
  )
  const ofSession = createSessionHolds(database, ask, catalog)
  const limits = { holdMs: options.holdSeconds * 1000, maxSeatsPerSession: options.maxSeatsPerSession, timeZone }
  const groups = createEventGroups(transactions)
  const heldHere: HeldHere = createRecent(MOST_HELD_HERE)
  const close = async (): Promise<void> => void (await Promise.all([database.close(), reads.close()]))
  /** Without its replicas, the primary answers. */
  const reportUnreachable = (error: unknown): void => {
    if (!(error instanceof StoreUnavailable)) throw error
    report(error)
  }
  const newCode = (): string => readableCode(random, ACCESS_CODE_LENGTH)

  try {
    await requireOwnSessions(options.url)
    if (replicas) await requireOwnSessions(replicas).catch(reportUnreachable)
    await database.transaction({ durable: true }, async (queries) => {
      await lockCatalog(queries)
      await migrate(queries)
    })
  } catch (error) {
    await close()
    throw error
  }

  return {
    async listEvents({ page, limit }) {
      const localNow = localTime(await settledNow(), timeZone)
      return reads.read((queries) => catalog.page(queries, { page, limit, localNow }))
    },

    createEvent: (draft, by) =>
      writeCatalog(async (queries, now) => {
        const accessCode = newCode()
        const eventId = await createEvent(queries, draft, { accessCode, now })
        const facts = factsOfNew(draft)
        if (by !== undefined) await addToAudit(queries, { at: now, by, act: 'event-created', eventId, facts })
        return { eventId, accessCode }
      }),

    renewDemoEvents: (drafts, localNow) =>
      writeCatalog(async (queries, now) => {
        for (const draft of drafts) {
          if (!(await endPastDemoEvent(queries, draft.demoKey, localNow))) continue
          await createEvent(queries, draft, { accessCode: newCode(), now })
        }
      }),

    findVenuePlan: ({ eventId }) => reads.read((queries) => venues.ofEvent(queries, eventId)),

    openSession: (input) => sessions.open(input),
    ...createSectionViews({ database, look, catalog, seats }),
    ...createHolds({ groups, catalog, sessions, seats, ofSession, random, heldHere }, limits),
    readCheckout: (input) => ofSession.checkout(input),
    ...createPurchases({ database, ask, groups, catalog, seats, random, heldHere }),
    ...createTickets(database, ask, catalog),
    accessCodes: () => catalog.accessCodes(database),
    ...createCancellations({ database, transactions, catalog, seats }),
    ...createChanges({ database, transactions, catalog, seats }),
    ...createAdministration({ database, transactions, catalog, venues, random }),
    ...createEventEnds(transactions),
    ...createPartners(database),
    ...createBuyers(database, transactions),
    ...createRecords(database),
    ...createSlips(database, () => transactions.timeOf(database)),
    close,
  }
}
