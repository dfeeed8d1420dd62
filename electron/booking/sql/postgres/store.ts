import { err } from '../../../../shared/domain/result.ts'
import type { HubStore, StoreAdministration } from '../administration.ts'
import { type EventChange, TICKET_TABLES } from '../changes.ts'
import { type ChangeOptions, type OwnTicket, SqlStore, type StoreTerms } from '../sql-store.ts'
import { type BookingStore, StoreUnavailable } from '../store.ts'
import { run, type StoreTask } from '../store-task.ts'
import { Database, lockCatalog, lockOrder, nothing, perform, requireOwnSessions } from './database.ts'
import { EventGroups } from './event-groups.ts'
import { SessionHolds } from './holds.ts'
import { migrate } from './schema.ts'
import { Purchases } from './purchases.ts'
import { SeatState } from './seat-state.ts'
import {
  type CoalescedRead,
  primaryReads,
  type ReadFrom,
  ReplicaReads,
  type Reads,
  Transactions,
} from './transactions.ts'

interface PostgresStoreOptions extends StoreTerms {
  /** `postgres://user:password@host:port/database`. */
  readonly url: string
  readonly replicas?: string | undefined
  /** Called for each read that replicas may answer, with the server that answered. */
  readonly onRead?: ((from: ReadFrom) => void) | undefined
  readonly connections: number
  /** Milliseconds of the Unix epoch; by default the database's own clock, which all processes share. */
  readonly clock?: (() => number) | undefined
  /** Receives faults outside of operations, such as the loss of an idle connection. */
  readonly report: (fault: unknown) => void
}

/** Selects the tickets of the owner `a`, a customer of the partner `b`. */
const OWN_TICKETS = `SELECT json_agg(json_build_object('ticketId', ticket_id, 'ticketCode', ticket_code,
    'ticketReference', ticket_reference, 'qrCode', qr_code, 'holdId', hold_id, 'seatId', ticket.seat_id,
    'price', ticket.price, 'cancelledAt', cancelled_at, 'eventId', event.event_id, 'edition', edition)
    ORDER BY ticket_id)
  ${TICKET_TABLES} WHERE owner_ref = a AND partner_code = b`

/** Booking store on a PostgreSQL database that several processes share. */
export class PostgresStore extends SqlStore implements HubStore {
  readonly #database: Database
  readonly #reads: Reads
  readonly #seats = new SeatState()
  readonly #transactions: Transactions
  readonly #holds: SessionHolds
  readonly #purchases: Purchases
  readonly #tickets: CoalescedRead<readonly OwnTicket[]>

  private constructor(options: PostgresStoreOptions) {
    super(options)
    const { connections, report, replicas, onRead, clock } = options
    const database = new Database(options.url, connections, report)
    this.#database = database
    this.#reads = replicas
      ? new ReplicaReads(database, new Database(replicas, connections, report), report, onRead)
      : primaryReads(database)
    const transactions = new Transactions(database, this.#reads, this.#seats, clock)
    this.#transactions = transactions
    const { catalog } = this
    const engine = { database, transactions, groups: new EventGroups(transactions) }
    const state = { catalog, seats: this.#seats }
    this.#holds = new SessionHolds(engine, state, options, clock ?? Date.now)
    this.#purchases = new Purchases(engine, state, this.#holds.localHolds, options.random)
    this.#tickets = transactions.ask(OWN_TICKETS)
  }

  /** Rejects when the database cannot be reached or was created by a newer program. */
  static async open(options: PostgresStoreOptions): Promise<PostgresStore> {
    const store = new PostgresStore(options)
    try {
      await requireOwnSessions(options.url)
      if (options.replicas) {
        await requireOwnSessions(options.replicas).catch((error: unknown) => {
          // If the replicas are unreachable, the primary answers the reads.
          if (!(error instanceof StoreUnavailable)) throw error
          options.report(error)
        })
      }
      await store.#database.transaction({ durable: true }, async (queries) => {
        await lockCatalog(queries)
        await migrate(queries)
      })
      return store
    } catch (error) {
      await store.close()
      throw error
    }
  }

  openSession(input: Parameters<BookingStore['openSession']>[0]) {
    return this.#holds.open(input)
  }

  viewSection(input: Parameters<BookingStore['viewSection']>[0]) {
    return this.#holds.viewSection(input)
  }

  holdSeats(input: Parameters<BookingStore['holdSeats']>[0]) {
    return this.#holds.holdSeats(input)
  }

  releaseHold(input: Parameters<BookingStore['releaseHold']>[0]) {
    return this.#holds.releaseHold(input)
  }

  readCheckout(input: Parameters<BookingStore['readCheckout']>[0]) {
    return this.#holds.checkout(input)
  }

  completePurchase(...[order, render]: Parameters<BookingStore['completePurchase']>) {
    return this.#purchases.complete(order, render)
  }

  async claimNonce({ partnerCode, nonce, expiresAt }: Parameters<StoreAdministration['claimNonce']>[0]) {
    const claimed = await this.#database.run(
      `INSERT INTO nonce (partner_code, nonce, expires_at) VALUES ($1, $2, $3)
       ON CONFLICT (partner_code, nonce) DO UPDATE SET expires_at = excluded.expires_at WHERE nonce.expires_at <= $4`,
      [partnerCode, nonce, expiresAt, await this.#transactions.timeOf(this.#database)],
    )
    return claimed === 1
  }

  backUp() {
    return Promise.resolve(err({ type: 'backup-elsewhere' as const, tool: 'pg_dump' }))
  }

  async close(): Promise<void> {
    await Promise.all([this.#database.close(), this.#reads.close()])
  }

  protected read<T>(work: StoreTask<T>): Promise<T> {
    return perform(this.#database, work)
  }

  protected look<T>(work: () => StoreTask<T>): Promise<T> {
    return this.#reads.read((queries) => perform(queries, work()))
  }

  protected settledNow(): Promise<number> {
    return this.#transactions.settledNow()
  }

  protected write<T>(work: (now: number) => StoreTask<T>): Promise<T> {
    return this.#database.transaction({ durable: true }, async (queries) =>
      perform(queries, work(await this.#transactions.timeOf(queries))),
    )
  }

  protected writeCatalog<T>(work: (now: number) => StoreTask<T>): Promise<T> {
    return this.#transactions.writeCatalog((queries, now) => perform(queries, work(now)))
  }

  protected changeEvent<T>(
    eventId: number,
    { mustBeOnSale, requestOf }: ChangeOptions,
    work: (change: EventChange) => StoreTask<T>,
  ): Promise<T | null> {
    const first =
      requestOf &&
      ((queries: Parameters<typeof lockOrder>[0]) => lockOrder(queries, requestOf.partnerCode, requestOf.requestId))
    const options = { durable: true, eventId, mustBeOnSale, look: nothing, ...(first && { first }) }
    return this.#transactions.writeEvent(options, (write) => {
      const { now, edition } = write
      const record: EventChange['record'] = (sessionNos, changes) => this.#seats.record(write, sessionNos, changes)
      return perform(write, work({ eventId, edition, now, record }))
    })
  }

  protected async ticketRows({ partnerCode, ownerRef }: Parameters<BookingStore['listTickets']>[0]) {
    return (await this.#tickets(ownerRef, partnerCode)).found ?? []
  }

  protected readonly claimSeats: SqlStore['claimSeats'] = (eventId, seats, isWithheld) =>
    run(
      `INSERT INTO claim (seat_id, event_id, section_id, state, withheld)
       SELECT seat_id, $1::bigint, section_id, 'sold', $4::bigint = 1
       FROM unnest($2::bigint[], $3::bigint[]) AS one (seat_id, section_id)`,
      [eventId, seats.map(({ seatId }) => seatId), seats.map(({ sectionId }) => sectionId), isWithheld ? 1 : 0],
    )
}
