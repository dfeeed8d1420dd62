import { closeSync, fsyncSync, openSync, renameSync, rmSync, statSync } from 'node:fs'
import Sqlite, { type Database } from 'better-sqlite3'
import { err, ok } from '../../../../shared/domain/result.ts'
import { numericId } from '../../rules/holds.ts'
import type { HubStore, StoreAdministration } from '../administration.ts'
import { type EventChange, TICKET_COLUMNS } from '../changes.ts'
import { type ChangeOptions, type OwnTicket, SqlStore, type StoreTerms } from '../sql-store.ts'
import type { BookingStore, EventEdition, SessionKey } from '../store.ts'
import { run, type StoreTask } from '../store-task.ts'
import { openDatabase } from './schema.ts'
import { SessionHolds } from './holds.ts'
import { Purchases } from './purchases.ts'
import { ChangeWatch, SeatState } from './seat-state.ts'
import { readSection } from './section-views.ts'
import { Statements } from './statements.ts'
import { Transactions } from './transactions.ts'
import { WriteQueue } from './write-queue.ts'

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
  readonly #transactions: Transactions
  readonly #holds: SessionHolds
  readonly #purchases: Purchases

  constructor(options: SqliteStoreOptions) {
    super(options)
    this.#db = openDatabase(options.databasePath, options.nativeBinding)
    this.#clock = options.clock
    this.#statements = new Statements(this.#db)
    this.#queue = new WriteQueue(this.#db, options.schedule)
    this.#seats = new SeatState(this.#statements, new ChangeWatch(this.#statements))
    this.#transactions = new Transactions(this.#db, this.#queue, this.#seats, options.clock)
    this.#holds = new SessionHolds(this.#statements, this.catalog, this.#seats, options)
    this.#purchases = new Purchases(this.#statements, this.catalog, this.#seats, options.random)
  }

  openSession(input: Parameters<BookingStore['openSession']>[0]) {
    return this.#transactions.writeAndNotify((now) => this.#holds.open(input, now))
  }

  viewSection(input: Parameters<BookingStore['viewSection']>[0]) {
    return this.#transactions.read((now) => {
      const active = this.#holds.active(input, now)
      if (!active.ok) return active
      const session = active.value
      const event = this.#holds.eventOf(session)
      const sectionId = numericId(input.sectionId)
      const section = event.sections.find((one) => one.sectionId === sectionId)
      if (section === undefined) return err({ type: 'section-unknown' as const })
      const view = { session, holds: this.#holds.current(session, now), event, section }
      return ok(readSection(this.#statements, this.#seats, view, { now, clock: this.#clock }))
    })
  }

  holdSeats(input: SessionKey & { readonly seatIds: readonly string[] }) {
    return this.#transactions.writeAndNotify((now, transaction) => this.#holds.hold(input, now, transaction))
  }

  releaseHold(input: SessionKey & { readonly holdId: string }) {
    return this.#transactions.writeAndNotify((now, transaction) => this.#holds.release(input, now, transaction))
  }

  readCheckout(input: SessionKey) {
    return this.#transactions.read((now) => this.#holds.checkout(input, now))
  }

  completePurchase(...[order, render]: Parameters<BookingStore['completePurchase']>) {
    return this.#transactions.writeAndNotify((now, transaction) =>
      this.#purchases.complete(order, render, now, transaction),
    )
  }

  claimNonce({ partnerCode, nonce, expiresAt }: Parameters<StoreAdministration['claimNonce']>[0]) {
    return this.#transactions.writeAndNotify((now) => {
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

  protected read<T>(work: StoreTask<T>): Promise<T> {
    return this.#transactions.read(() => this.#statements.perform(work))
  }

  protected look<T>(work: () => StoreTask<T>): Promise<T> {
    return this.read(work())
  }

  protected settledNow(): Promise<number> {
    return this.#transactions.read((now) => now)
  }

  protected write<T>(work: (now: number) => StoreTask<T>): Promise<T> {
    return this.#transactions.write((now) => this.#statements.perform(work(now)))
  }

  protected writeCatalog<T>(work: (now: number) => StoreTask<T>): Promise<T> {
    return this.write(work)
  }

  protected changeEvent<T>(
    eventId: number,
    { mustBeOnSale }: ChangeOptions,
    work: (change: EventChange) => StoreTask<T>,
  ): Promise<T | null> {
    return this.#transactions.write((now, transaction) => {
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
    return this.#transactions.read(() => this.#statements.all<OwnTicket>(OWN_TICKETS, ownerRef, partnerCode))
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
