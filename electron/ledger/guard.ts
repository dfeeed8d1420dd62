import { StorageFull } from '../kiosk/ports/ports.ts'
import { faultOf, LedgerConflict, LedgerFrozen, type Reserve } from './connection.ts'
import type { Head, Journal } from './journal.ts'
import { type Anchor, JournalMirror } from './outside.ts'
import { openStore, type Store, type StoreOptions } from './store.ts'

interface GuardOptions extends StoreOptions {
  readonly path: string
  readonly roll: string
}

/**
 * Acknowledges a write only when it is durable. If the disk is full, running sales use the reserve. If the disk fails,
 * the file is reopened and checked, and the write is either found there or repeated. No write is acknowledged until
 * reopening succeeds.
 */
export class Guard {
  readonly #file: StoreFile
  readonly #reserve: Reserve
  readonly #anchor: Anchor
  readonly #roll: JournalMirror
  /** True if the anchor file or the journal mirror lacks a row that is durable in the database. */
  #echoFailed = false

  constructor(options: GuardOptions, reserve: Reserve, anchor: Anchor) {
    this.#file = new StoreFile(options.path, options, reserve)
    this.#reserve = reserve
    this.#anchor = anchor
    try {
      this.#roll = new JournalMirror(options.roll, this.#file.opened().journal, options.now().wallUtc)
    } catch (error) {
      this.#file.close()
      throw error
    }
    this.#echoBesides((journal) => this.#roll.follow(journal))
  }

  /**
   * Runs one durable transaction. `opensSale`: true for a sale's first transaction, which is refused without a complete
   * reserve. Throws `StorageFull` if the disk is full; nothing was written, and the call can be repeated. Throws
   * `LedgerFrozen` or `LedgerConflict`.
   */
  write<T>(opensSale: boolean, work: (store: Store) => T): T {
    const room = opensSale ? this.#room() : 'sound'
    if (room !== 'sound') throw new StorageFull(`${this.#file.path}: ${room}`)
    const value = this.#transact(opensSale, work)
    this.#echoFailed = !this.#echo((journal) => {
      this.#anchor.follow(journal.head())
      this.#roll.follow(journal)
    })
    return value
  }

  /** Throws `LedgerFrozen` if the disk failed and the file cannot be reopened. */
  read<T>(work: (store: Store) => T): T {
    try {
      return work(this.#file.opened())
    } catch (error) {
      const fault = faultOf(error)
      if (fault === 'disk' || fault === 'damage') return this.#file.again(error, work, null)
      throw error
    }
  }

  /** Signs the current end of the hash chain in the anchor file, outside the database file. */
  seal(): void {
    this.#echoBesides((journal) => this.#anchor.seal(journal.head()))
  }

  /** Flushes the journal mirror, so that a second copy of the rows also survives a power cut. */
  flushRoll(): void {
    this.#echoBesides(() => this.#roll.flush())
  }

  condition(): 'sound' | 'disk-nearly-full' | 'disk-failed' {
    if (!this.#file.isOpen()) return 'disk-failed'
    const room = this.#room()
    // If the disk is full, a failed write to the anchor file or the journal mirror is expected and does not indicate a
    // disk failure.
    return this.#echoFailed && room === 'sound' ? 'disk-failed' : room
  }

  close(): void {
    this.#file.close()
    this.#roll.close()
  }

  #transact<T>(opensSale: boolean, work: (store: Store) => T): T {
    const file = this.#file
    let tried: Tried<T> | null = null
    const transact = (on: Store): T =>
      on.transaction(() => {
        const before = on.journal.head()
        const value = work(on)
        const head = on.journal.head()
        tried = head === before ? null : { value, head }
        return value
      })
    try {
      return opensSale ? transact(file.opened()) : file.withReserve(() => transact(file.opened()))
    } catch (error) {
      const fault = faultOf(error)
      if (fault === 'disk' || fault === 'damage') return file.again(error, transact, tried)
      file.reread()
      if (fault === 'full') throw new StorageFull(`${file.path}: the disk is full`, { cause: error })
      if (fault === 'conflict') throw new LedgerConflict(`${file.path}: ${(error as Error).message}`, { cause: error })
      throw error
    }
  }

  #echo(work: (journal: Journal) => void): boolean {
    try {
      work(this.#file.opened().journal)
      return true
    } catch (error) {
      const full = (error as NodeJS.ErrnoException).code === 'ENOSPC'
      return full && this.#reserve.giveUp() && this.#echo(work)
    }
  }

  /** Success does not clear an earlier failure, because only the next write adds missing rows to the journal mirror. */
  #echoBesides(work: (journal: Journal) => void): void {
    if (!this.#echo(work)) this.#echoFailed = true
  }

  /** A disk also counts as failed if its free space cannot be read. */
  #room(): 'sound' | 'disk-nearly-full' | 'disk-failed' {
    try {
      return this.#reserve.whole() ? 'sound' : 'disk-nearly-full'
    } catch {
      return 'disk-failed'
    }
  }
}

interface Tried<T> {
  readonly value: T
  readonly head: Head
}

/** The ledger's file, which is closed when its disk fails and reopened at the next access. */
class StoreFile {
  readonly path: string
  readonly #options: StoreOptions
  readonly #reserve: Reserve
  #store: Store | null
  #closed = false

  constructor(path: string, options: StoreOptions, reserve: Reserve) {
    this.path = path
    this.#options = options
    this.#reserve = reserve
    this.#store = null
    this.#store = this.withReserve(() => openStore(path, options))
  }

  isOpen(): boolean {
    return this.#store !== null
  }

  /** After `close`, another process may own the file, so it must not be reopened without the lock. */
  opened(): Store {
    if (this.#closed) throw new Error(`${this.path}: the ledger is closed`)
    this.#store ??= this.#reopen()
    return this.#store
  }

  /** Runs `work`. If the disk is full, deletes the reserve and runs `work` again. */
  withReserve<T>(work: () => T): T {
    try {
      return work()
    } catch (error) {
      if (faultOf(error) !== 'full' || !this.#reserve.giveUp()) throw error
      this.reread()
      return work()
    }
  }

  /** Reopens the file and runs `work` again. `tried`: result of the failed attempt, which may have been written. */
  again<T>(cause: unknown, work: (store: Store) => T, tried: Tried<T> | null): T {
    try {
      this.#drop()
      const fresh = this.opened()
      return tried && fresh.journal.head().hash.equals(tried.head.hash) ? tried.value : work(fresh)
    } catch (error) {
      throw this.#frozen(cause, error)
    }
  }

  /** Reads the end of the journal again, because the cached end may belong to a transaction that was rolled back. */
  reread(): void {
    this.#store?.journal.reread()
  }

  close(): void {
    this.#closed = true
    this.#drop()
  }

  /** Writes all data again after reopening, because after a failed flush the cache may contain unwritten data. */
  #reopen(): Store {
    const fresh = this.withReserve(() => openStore(this.path, this.#options))
    try {
      fresh.settle()
      return fresh
    } catch (error) {
      fresh.close()
      throw error
    }
  }

  #drop(): void {
    const old = this.#store
    this.#store = null
    old?.close()
  }

  #frozen(...causes: readonly unknown[]): LedgerFrozen {
    try {
      this.#drop()
    } catch (error) {
      return new LedgerFrozen(this.path, new AggregateError([...causes, error]))
    }
    return new LedgerFrozen(this.path, new AggregateError(causes))
  }
}
