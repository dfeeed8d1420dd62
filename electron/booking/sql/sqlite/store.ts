import { closeSync, fsyncSync, openSync, renameSync, rmSync, statSync } from 'node:fs'
import Sqlite, { type Database } from 'better-sqlite3'
import { ok } from '../../../../shared/domain/result.ts'
import type { HubStore, StoreAdministration } from '../administration.ts'
import { type EventChange, TICKET_COLUMNS } from '../changes.ts'
import { type ChangeOptions, type OwnTicket, SqlStore, type StoreTerms } from '../sql-store.ts'
import { type BookingStore, type EventEdition, type SessionKey, StoreUnavailable } from '../store.ts'
import { run, type StoreTask } from '../store-task.ts'
import { openDatabase } from './schema.ts'
import { SessionHolds } from './holds.ts'
import { Purchases } from './purchases.ts'
import { ChangeWatch, SeatState } from './seat-state.ts'
import { Statements } from './statements.ts'
import { isStorageFault, type Transaction, WriteQueue } from './write-queue.ts'

interface SqliteStoreOptions extends StoreTerms {
  readonly databasePath: string
  readonly nativeBinding?: string | undefined
  /** Milliseconds of the Unix epoch. */
  readonly clock: () => number
  /** Schedules the commit of waiting writes; by default, after the current turn of the event loop. */
  readonly schedule?: (flush: () => void) => void
}

const OWN_TICKETS = `SELECT ${TICKET_COLUMNS} WHERE owner_ref = ? AND partner_code = ? ORDER BY ticket_id`

/** Booking store on one SQLite file, which several processes may open. */
export class SqliteStore extends SqlStore implements HubStore {
  readonly #db: Database
  readonly #clock: () => number
  readonly #statements: Statements
  readonly #queue: WriteQueue
  readonly #seats: SeatState
  readonly #holds: SessionHolds
  readonly #purchases: Purchases

  constructor(options: SqliteStoreOptions) {
    super(options)
    this.#db = openDatabase(options.databasePath, options.nativeBinding)
    this.#clock = options.clock
    this.#statements = new Statements(this.#db)
    this.#queue = new WriteQueue(this.#db, options.schedule)
    this.#seats = new SeatState(this.#statements, new ChangeWatch(this.#statements))
    this.#holds = new SessionHolds(this.#statements, this.catalog, this.#seats, options)
    this.#purchases = new Purchases(this.#statements, this.catalog, this.#seats, options.random)
  }

  openSession(input: Parameters<BookingStore['openSession']>[0]) {
    return this.#writeAndNotify((now) => this.#holds.open(input, now))
  }

  viewSection(input: Parameters<BookingStore['viewSection']>[0]) {
    return this.#read((now) => this.#holds.view(input, now))
  }

  holdSeats(input: SessionKey & { readonly seatIds: readonly string[] }) {
    return this.#writeAndNotify((now, transaction) => this.#holds.hold(input, now, transaction))
  }

  releaseHold(input: SessionKey & { readonly holdId: string }) {
    return this.#writeAndNotify((now, transaction) => this.#holds.release(input, now, transaction))
  }

  readCheckout(input: SessionKey) {
    return this.#read((now) => this.#holds.checkout(input, now))
  }

  completePurchase(...[order, render]: Parameters<BookingStore['completePurchase']>) {
    return this.#writeAndNotify((now, transaction) => this.#purchases.complete(order, render, now, transaction))
  }

  claimNonce({ partnerCode, nonce, expiresAt }: Parameters<StoreAdministration['claimNonce']>[0]) {
    return this.#writeAndNotify((now) => {
      this.#statements.run('DELETE FROM nonce WHERE expires_at <= ?', now)
      const claim = 'INSERT INTO nonce (partner_code, nonce, expires_at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING'
      return this.#statements.run(claim, partnerCode, nonce, expiresAt).changes === 1
    })
  }

  override async eraseBuyers(input: Parameters<StoreAdministration['eraseBuyers']>[0]) {
    const erased = await super.eraseBuyers(input)
    this.#db.pragma('wal_checkpoint(TRUNCATE)')
    return erased
  }

  async backUp(path: string) {
    return ok({ bytes: await Promise.resolve().then(() => backUpDatabase(this.#db, path)) })
  }

  close(): Promise<void> {
    this.#queue.flush()
    this.#db.close()
    return Promise.resolve()
  }

  /** Runs a read at a fixed time. Expired holds are first freed by a write. */
  async #read<T>(operation: (now: number) => T): Promise<T> {
    for (;;) {
      const outcome = this.#readAt(this.#clock(), operation)
      if (outcome !== null) return outcome.value
      await this.#writeAndNotify(() => undefined)
    }
  }

  #readAt<T>(now: number, operation: (now: number) => T): { readonly value: T } | null {
    try {
      this.#statements.run('BEGIN')
      return this.#seats.hasExpired(now) ? null : { value: operation(now) }
    } catch (error) {
      throw isStorageFault(error) ? new StoreUnavailable('The database cannot be read', { cause: error }) : error
    } finally {
      if (this.#db.inTransaction) this.#statements.run('COMMIT')
    }
  }

  /** Runs the operation at a fixed time, after the seats of expired holds have been freed. */
  #write<T>(operation: (now: number, transaction: Transaction) => T): Promise<T> {
    return this.#writeAndNotify((now, transaction) => {
      this.#seats.watch.changed()
      return operation(now, transaction)
    })
  }

  /** Runs an operation that changes section views only through the seat state, which publishes topics. */
  #writeAndNotify<T>(operation: (now: number, transaction: Transaction) => T): Promise<T> {
    return this.#queue.run((transaction) => {
      const now = this.#clock()
      this.#seats.settle(now, transaction)
      return operation(now, transaction)
    })
  }

  protected read<T>(work: StoreTask<T>): Promise<T> {
    return this.#read(() => this.#statements.perform(work))
  }

  protected look<T>(work: () => StoreTask<T>): Promise<T> {
    return this.read(work())
  }

  protected settledNow(): Promise<number> {
    return this.#read((now) => now)
  }

  protected write<T>(work: (now: number) => StoreTask<T>): Promise<T> {
    return this.#write((now) => this.#statements.perform(work(now)))
  }

  protected writeCatalog<T>(work: (now: number) => StoreTask<T>): Promise<T> {
    return this.write(work)
  }

  protected changeEvent<T>(
    eventId: number,
    { mustBeOnSale }: ChangeOptions,
    work: (change: EventChange) => StoreTask<T>,
  ): Promise<T | null> {
    return this.#write((now, transaction) => {
      const event = this.#statements.all<Pick<EventEdition, 'edition'> & { status: string }>(
        'SELECT edition, status FROM event WHERE event_id = ?',
        eventId,
      )[0]
      if (event === undefined || (mustBeOnSale && event.status !== 'ON_SALE')) return null
      const record: EventChange['record'] = (sessionNos, changes) =>
        this.#seats.record({ eventId, sessionNos, now }, changes, transaction)
      return this.#statements.perform(work({ eventId, edition: event.edition, now, record }))
    })
  }

  protected ticketRows({ partnerCode, ownerRef }: Parameters<BookingStore['listTickets']>[0]) {
    return this.#read(() => this.#statements.all<OwnTicket>(OWN_TICKETS, ownerRef, partnerCode))
  }

  protected readonly claimSeats: SqlStore['claimSeats'] = (_, seats, isWithheld) =>
    run("INSERT INTO claim (seat_id, state, withheld) SELECT value, 'sold', $1 FROM json_each($2)", [
      isWithheld ? 1 : 0,
      seats.map(({ seatId }) => seatId),
    ])
}

/**
 * Copies one snapshot of the database to `path` and checks the copy without blocking writers. Throws if the copy cannot
 * be written or is damaged.
 */
function backUpDatabase(db: Database, path: string): number {
  const unfinished = `${path}.unfinished`
  rmSync(unfinished, { force: true })
  try {
    db.prepare('VACUUM INTO ?').run(unfinished)
    const copy = new Sqlite(unfinished, { readonly: true })
    try {
      const found = copy.pragma('quick_check', { simple: true })
      if (found !== 'ok') throw new Error(`the copy is damaged: ${String(found)}`)
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
