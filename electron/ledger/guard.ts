import { StorageFull } from '../core/ports/ports.ts'
import { faultOf, LedgerConflict, LedgerFrozen, type Reserve } from './connection.ts'
import type { Head, Journal } from './journal.ts'
import { type Anchor, openRoll, type Roll } from './outside.ts'
import { openStore, type Store, type StoreOptions } from './store.ts'

/**
 * Stands between the program and the file: a write is acknowledged only when it is durable, whatever the disk does
 * meanwhile. Full disk: running sales use the reserve. A disk that fails: the file is closed, opened again, written out
 * and checked, and the write is found there or repeated; where that does not help, nothing is acknowledged until it does.
 */
export interface Guard {
  /**
   * One durable transaction. `opensSale` marks a sale's first, refused below the reserve. Throws `StorageFull` where it
   * did not fit on the disk: nothing was written, and it may be tried again. Throws `LedgerFrozen`, `LedgerConflict`.
   */
  write<T>(opensSale: boolean, work: (store: Store) => T): T
  /** Reads. Throws `LedgerFrozen`. */
  read<T>(work: (store: Store) => T): T
  /** Signs the present end of the chain outside the file. */
  seal(): void
  /** Makes the rows written so far survive a power cut outside the file, too. */
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
      // On a full disk it is no wonder that the echo failed.
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

/** What echoes the chain outside the file: a row is durable without it, and that its echo is not shows in `failed`. */
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
    /** A seal or a flush that went well makes up for no row that is not on the roll; the next whole echo does. */
    besides(work: (journal: Journal) => void): void {
      if (!echo(work)) failed = true
    },
  }
}

/** A disk that does not even say how full it is has failed. */
function room(reserve: Reserve): 'sound' | 'disk-nearly-full' | 'disk-failed' {
  try {
    return reserve.whole() ? 'sound' : 'disk-nearly-full'
  } catch {
    return 'disk-failed'
  }
}

/** The ledger's file: closed when its disk has failed, and opened again by the next who needs it. */
interface StoreFile {
  isOpen(): boolean
  opened(): Store
  /** Gives `work` a second try with the room that the reserve gave up. */
  withReserve<T>(work: () => T): T
  /** Runs `work` once more on a file opened again; `tried` is what the failed try may have written after all. */
  again<T>(cause: unknown, work: (store: Store) => T, tried: Tried<T> | null): T
  /** What the journal remembers of its end may be of a transaction that was rolled back. */
  reread(): void
  /** For good. */
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

  /** After a failed flush the cache may show what the disk never got: all of it is written and flushed again. */
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

  /** Once closed the file is another owner's: a late caller must not open it again without the lock. */
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

  /** Runs `work` once more on a reopened file; `intended` is the row that the failed try may have written after all. */
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
