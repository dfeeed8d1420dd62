import { err, ok } from '../../../shared/domain/result.ts'
import { readableCode, type Random } from '../store/random.ts'
import { activeSession } from '../rules/holds.ts'
import { numericId } from '../rules/seats.ts'
import { ACCESS_CODE_LENGTH, type SessionKey } from '../store/store.ts'
import type { HubStore } from '../store/administration.ts'
import { createAdministration } from './administration.ts'
import { createCatalog, only } from './catalog.ts'
import { createDatabase, lockCatalog, lockOrder, type Queries } from './database.ts'
import { createHolds } from './holds.ts'
import { migrate } from './migrations.ts'
import { createPurchases } from './purchases.ts'
import { createSeatBook, type EventWrite } from './seat-book.ts'
import { createSectionViews } from './section-views.ts'
import { createSessions, SESSION_COLUMNS, type SessionRow } from './sessions.ts'

export interface PostgresStoreOptions {
  /** `postgres://user:password@host:port/database`. */
  readonly url: string
  /** Most connections that this process opens. */
  readonly connections: number
  /** Milliseconds of the Unix epoch; the database's own clock when left out, which all processes share. */
  readonly clock?: (() => number) | undefined
  readonly random: Random
  readonly holdSeconds: number
  readonly sessionSeconds: number
  readonly maxSeatsPerSession: number
  /** Told of faults that belong to no operation: a connection that broke while it was idle. */
  readonly report: (fault: unknown) => void
}

/**
 * The booking store on a PostgreSQL database that several processes share. Rejects when the database cannot be reached
 * or was made by a newer program.
 */
export async function createPostgresStore(options: PostgresStoreOptions): Promise<HubStore> {
  const { clock, random } = options
  const database = createDatabase(options.url, options.connections, options.report)
  const catalog = createCatalog()
  const seats = createSeatBook()
  const sessions = createSessions(catalog, random, options.sessionSeconds * 1000)
  const limits = { holdMs: options.holdSeconds * 1000, maxSeatsPerSession: options.maxSeatsPerSession }
  const holds = createHolds({ catalog, seats, random }, limits)
  const purchases = createPurchases({ catalog, seats, random })
  const views = createSectionViews(seats)
  const administration = createAdministration(random)
  const durable = { durable: true }

  async function timeOf({ rows }: Queries): Promise<number> {
    if (clock !== undefined) return clock()
    const [row] = await rows<{ now: number }>(
      'SELECT floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint AS now',
      [],
    )
    return only(row).now
  }

  /** One transaction under the lock of an event, its expired holds out of the way. `lock` gives the event's id. */
  async function writeEvent<L extends { readonly eventId: number }, T>(
    options: { readonly durable: boolean; readonly lock: (queries: Queries) => Promise<L | null> },
    work: (write: EventWrite, locked: L) => Promise<T>,
  ): Promise<T | null> {
    const actions: (() => void)[] = []
    const value = await database.transaction(options, async (queries) => {
      const locked = await options.lock(queries)
      if (locked === null) return null
      const now = await timeOf(queries)
      const write = {
        ...queries,
        eventId: locked.eventId,
        now,
        afterCommit: (action: () => void) => actions.push(action),
      }
      await seats.settle(write)
      return work(write, locked)
    })
    for (const action of actions) action()
    return value
  }

  const lockEvent =
    (eventId: number) =>
    async ({ rows }: Queries): Promise<{ eventId: number } | null> => {
      const [event] = await rows<{ eventId: number }>(
        'SELECT event_id AS "eventId" FROM event WHERE event_id = $1 FOR NO KEY UPDATE',
        [eventId],
      )
      return event ?? null
    }

  /** The session with its event locked. */
  const lockSession =
    ({ sessionId, partnerCode }: SessionKey) =>
    async ({ rows }: Queries): Promise<SessionRow | null> => {
      const [session] = await rows<SessionRow>(
        `SELECT ${SESSION_COLUMNS} FROM session JOIN event USING (event_id)
         WHERE session_id = $1 AND partner_code = $2 FOR NO KEY UPDATE OF event`,
        [sessionId.toLowerCase(), partnerCode],
      )
      return session ?? null
    }

  /** A moment at which no hold that has expired by then keeps its seat any more. */
  async function settledNow(): Promise<number> {
    const now = await timeOf(database)
    const due = await database.rows<{ eventId: number }>(
      `SELECT DISTINCT event_id AS "eventId" FROM claim WHERE state = 'held' AND expires_at <= $1`,
      [now],
    )
    for (const { eventId } of due) {
      await writeEvent({ durable: false, lock: lockEvent(eventId) }, () => Promise.resolve())
    }
    return now
  }

  const withCatalogLock = <T>(work: (queries: Queries, now: number) => Promise<T>): Promise<T> =>
    database.transaction(durable, async (queries) => {
      await lockCatalog(queries)
      return work(queries, await timeOf(queries))
    })

  const newCode = (): string => readableCode(random, ACCESS_CODE_LENGTH)

  try {
    await database.transaction(durable, async (queries) => {
      await lockCatalog(queries)
      await migrate(queries)
    })
  } catch (error) {
    await database.close()
    throw error
  }

  return {
    async listEvents({ page, limit }) {
      await settledNow()
      return catalog.page(database, page, limit)
    },

    createEvent: (draft) =>
      withCatalogLock(async (queries, now) => {
        const accessCode = newCode()
        return { eventId: await catalog.create(queries, draft, { accessCode, now }), accessCode }
      }),

    renewDemoEvents: (drafts, localNow) =>
      withCatalogLock(async (queries, now) => {
        for (const draft of drafts) {
          if (!(await catalog.endPastDemoEvent(queries, draft.demoKey, localNow))) continue
          await catalog.create(queries, draft, { accessCode: newCode(), now })
        }
      }),

    async openSession(input) {
      return sessions.open(database, input, await settledNow())
    },

    async viewSection(input) {
      const now = await settledNow()
      const session = activeSession(await sessions.find(database, input), now)
      if (!session.ok) return session
      const event = await catalog.salesEvent(database, session.value.eventId)
      const sectionId = numericId(input.sectionId)
      const section = event.sections.find((one) => one.sectionId === sectionId)
      if (section === undefined) return err({ type: 'section-unknown' })
      return ok(await views.read(database, { session: session.value, event, section, now }))
    },

    async holdSeats(input) {
      const held = await writeEvent({ durable: false, lock: lockSession(input) }, (write, session) =>
        holds.hold(write, session, input.seatIds),
      )
      return held ?? err({ type: 'session-unknown' })
    },

    async releaseHold(input) {
      const left = await writeEvent({ durable: false, lock: lockSession(input) }, (write, session) =>
        holds.release(write, session, input.holdId),
      )
      return left ?? err({ type: 'session-unknown' })
    },

    async readCheckout(input) {
      const now = await settledNow()
      const session = activeSession(await sessions.find(database, input), now)
      return session.ok ? holds.checkout(database, session.value, now) : session
    },

    async completePurchase(order, render) {
      const replayed = await purchases.replay(database, order)
      if (replayed !== null) return replayed
      // Which event to lock. What cannot be sold whatever happens meanwhile is refused here.
      const [first] = (await purchases.named(database, order)).values()
      if (first === undefined) return err({ type: 'holds-unknown', holdIds: order.holdIds })
      const lock = async (queries: Queries): Promise<{ eventId: number } | null> => {
        await lockOrder(queries, order.partnerCode, order.orderId)
        return lockEvent(first.eventId)(queries)
      }
      const sold = await writeEvent({ durable: true, lock }, async (write) => {
        const meanwhile = await purchases.replay(write, order)
        if (meanwhile !== null) return meanwhile
        return purchases.complete(write, order, await purchases.named(write, order), render)
      })
      return sold ?? err({ type: 'holds-unknown', holdIds: order.holdIds })
    },

    listTickets: (input) => purchases.list(database, input),
    findTicket: (input) => purchases.find(database, input),
    accessCodes: () => catalog.accessCodes(database),

    async check() {
      await database.rows('SELECT 1', [])
    },
    counts: async () => administration.counts(database, await settledNow()),
    async listAllEvents() {
      await settledNow()
      return catalog.every(database)
    },
    async endEvent({ eventId }) {
      return (await catalog.end(database, numericId(eventId) ?? 0)) ? ok(null) : err({ type: 'event-unknown' })
    },
    renewAccessCode: ({ eventId }) => administration.renewAccessCode(database, eventId),
    keepVenue: (plan) => database.transaction(durable, (queries) => catalog.keepVenue(queries, plan)),
    listVenues: () => catalog.venues(database),
    listPartners: () => administration.listPartners(database),
    keepPartner: (partner) => administration.keepPartner(database, partner),
    removePartner: ({ code }) => administration.removePartner(database, code),
    listRecords: (kind) => administration.listRecords(database, kind),
    findRecord: (key) => administration.findRecord(database, key),
    keepRecord: (record) => administration.keepRecord(database, record),
    removeRecord: (key) => administration.removeRecord(database, key),
    claimNonce: async (input) => administration.claimNonce(database, input, await timeOf(database)),
    async purge({ before }) {
      const now = await settledNow()
      return database.transaction(durable, (queries) => administration.purge(queries, before, now))
    },
    backUp: () => Promise.resolve(err({ type: 'backup-elsewhere', tool: 'pg_dump' })),
    close: () => database.close(),
  }
}
