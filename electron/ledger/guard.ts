import { StorageFull } from '../core/ports/ports.ts'
import { faultOf, LedgerConflict, LedgerFrozen, type Reserve } from './connection.ts'
import type { Head, Journal } from './journal.ts'
import { type Anchor, openRoll, type Roll } from './outside.ts'
import { openStore, type Store, type StoreOptions } from './store.ts'

/**
 * Acknowledges a write only when it is durable, even if the disk fails meanwhile. If the disk is full, running sales
 * use the reserve. If the disk fails, the file is closed, reopened, written out and checked. The write is then found
 * there or repeated. If that fails too, no write is acknowledged until it succeeds.
 */
export interface Guard {
  /**
   * Runs one durable transaction. `opensSale` marks a sale's first transaction, which is refused below the reserve.
   * Throws `StorageFull` if the disk is full: nothing was written, and the call can be retried. Throws `LedgerFrozen`,
   * `LedgerConflict`.
   */
  write<T>(opensSale: boolean, work: (store: Store) => T): T
  /** Runs a read. Throws `LedgerFrozen`. */
  read<T>(work: (store: Store) => T): T
  /** Signs the current end of the chain in the anchor, outside the database file. */
  seal(): void
  /** Flushes the roll, so that the rows written so far survive a power cut outside the database file too. */
  flushRoll(): void
  condition(): 'sound' | 'disk-nearly-full' | 'disk-failed'
  close(): void
}

interface GuardOptions extends StoreOptions {
  readonly path: string
  readonly roll: string
}

export function createGuard(options: GuardOptions, reserve: Reserve, anchor: Anchor): Guard {
  const { path } = options
  const file = openStoreFile(path, options, reserve)
  const roll = openRollBeside(file, options)
  const echo = createEcho(file, reserve)
  echo.besides((journal) => roll.follow(journal))

  function write<T>(opensSale: boolean, work: (store: Store) => T): T {
    if (opensSale && room(reserve) !== 'sound') throw new StorageFull(`${path}: ${room(reserve)}`)
    let tried: Tried<T> | null = null
    const transact = (on: Store): T =>
      on.transaction(() => {
        const before = on.journal.head()
        const value = work(on)
        const head = on.journal.head()
        tried = head === before ? null : { value, head }
        return value
      })
    const value = attempt()
    echo.whole((journal) => {
      anchor.follow(journal.head())
      roll.follow(journal)
    })
    return value

    function attempt(): T {
      try {
        return opensSale ? transact(file.opened()) : file.withReserve(() => transact(file.opened()))
      } catch (error) {
        switch (faultOf(error)) {
          case 'disk':
          case 'damage':
            return file.again(error, transact, tried)
          case 'full':
            file.reread()
            throw new StorageFull(`${path}: the disk is full`, { cause: error })
          case 'conflict':
            file.reread()
            throw new LedgerConflict(`${path}: ${(error as Error).message}`, { cause: error })
          case 'other':
            file.reread()
            throw error
        }
      }
    }
  }

  return {
    write,
    read(work) {
      try {
        return work(file.opened())
      } catch (error) {
        const fault = faultOf(error)
        if (fault === 'disk' || fault === 'damage') return file.again(error, work, null)
        throw error
      }
    },
    seal: () => echo.besides((journal) => anchor.seal(journal.head())),
    flushRoll: () => echo.besides(() => roll.flush()),
    condition() {
      if (!file.isOpen()) return 'disk-failed'
      const left = room(reserve)
      // On a full disk a failed echo is expected and does not mean that the disk failed.
      return echo.failed() && left === 'sound' ? 'disk-failed' : left
    },
    close() {
      file.close()
      roll.close()
    },
  }
}

function openRollBeside(file: StoreFile, { roll, now }: GuardOptions): Roll {
  try {
    return openRoll(roll, file.opened().journal, now().wallUtc)
  } catch (error) {
    file.close()
    throw error
  }
}

/** Copies the chain to the anchor and the roll. A row is durable without its copy; `failed` shows a missing copy. */
function createEcho(file: StoreFile, reserve: Reserve) {
  let failed = false

  function echo(work: (journal: Journal) => void): boolean {
    try {
      work(file.opened().journal)
      return true
    } catch (error) {
      const full = (error as NodeJS.ErrnoException).code === 'ENOSPC'
      return full && reserve.giveUp() && echo(work)
    }
  }

  return {
    failed: () => failed,
    whole(work: (journal: Journal) => void): void {
      failed = !echo(work)
    },
    /**
     * Runs a seal or a flush. Its success does not clear an earlier failure, because the missing rows get to the roll
     * only with the next `whole`.
     */
    besides(work: (journal: Journal) => void): void {
      if (!echo(work)) failed = true
    },
  }
}

/** A disk also counts as failed if its free space cannot be read. */
function room(reserve: Reserve): 'sound' | 'disk-nearly-full' | 'disk-failed' {
  try {
    return reserve.whole() ? 'sound' : 'disk-nearly-full'
  } catch {
    return 'disk-failed'
  }
}

/** The ledger's file. It is closed when its disk fails and reopened at the next access. */
interface StoreFile {
  isOpen(): boolean
  opened(): Store
  /** Runs `work`. If the disk is full, gives up the reserve and runs it once more. */
  withReserve<T>(work: () => T): T
  /**
   * Reopens the file and runs `work` once more; `tried` is the result that the failed attempt may have written despite
   * the error.
   */
  again<T>(cause: unknown, work: (store: Store) => T, tried: Tried<T> | null): T
  /** Reads the end of the journal again, because the cached end may belong to a transaction that was rolled back. */
  reread(): void
  /** Closes the file permanently. */
  close(): void
}

interface Tried<T> {
  readonly value: T
  readonly head: Head
}

function openStoreFile(path: string, options: StoreOptions, reserve: Reserve): StoreFile {
  let store: Store | null = null
  let closed = false

  function withReserve<T>(work: () => T): T {
    try {
      return work()
    } catch (error) {
      if (faultOf(error) !== 'full' || !reserve.giveUp()) throw error
      store?.journal.reread()
      return work()
    }
  }

  /**
   * After a failed flush the cache may show data that never reached the disk. Everything is therefore written and
   * flushed again.
   */
  function reopen(): Store {
    const fresh = withReserve(() => openStore(path, options))
    try {
      fresh.settle()
      return fresh
    } catch (error) {
      fresh.close()
      throw error
    }
  }

  /** After `close`, another process may own the file. A late call must not reopen it without the lock. */
  function opened(): Store {
    if (closed) throw new Error(`${path}: the ledger is closed`)
    store ??= reopen()
    return store
  }

  function drop(): void {
    const old = store
    store = null
    old?.close()
  }

  /**
   * Runs `work` once more on a reopened file. `tried` is the result that the failed attempt may have written despite
   * the error.
   */
  function again<T>(cause: unknown, work: (store: Store) => T, tried: Tried<T> | null): T {
    try {
      drop()
      const fresh = opened()
      return tried && fresh.journal.head().hash.equals(tried.head.hash) ? tried.value : work(fresh)
    } catch (error) {
      throw frozen(cause, error)
    }
  }

  function frozen(...causes: readonly unknown[]): LedgerFrozen {
    try {
      drop()
    } catch (error) {
      return new LedgerFrozen(path, new AggregateError([...causes, error]))
    }
    return new LedgerFrozen(path, new AggregateError(causes))
  }

  store = withReserve(() => openStore(path, options))
  return {
    isOpen: () => store !== null,
    opened,
    withReserve,
    again,
    reread: () => store?.journal.reread(),
    close() {
      closed = true
      drop()
    },
  }
}
