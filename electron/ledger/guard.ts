import { StorageFull } from '../core/ports/ports.ts'
import type { Anchor } from './evidence/anchor.ts'
import { LedgerConflict, LedgerFrozen } from './storage/errors.ts'
import { faultOf } from './storage/faults.ts'
import type { Head, Journal } from './chain/journal.ts'
import type { Reserve } from './storage/reserve.ts'
import { openRoll, type Roll } from './evidence/roll.ts'
import { openStore, type Store, type StoreOptions } from './sales/store.ts'

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

export interface GuardOptions extends StoreOptions {
  readonly path: string
  readonly roll: string
}

export function createGuard(options: GuardOptions, reserve: Reserve, anchor: Anchor): Guard {
  const { path, roll: rollPath } = options
  let store: Store | null = null
  let closed = false
  let echoFailed = false

  /** The second try has the room that the reserve gave up. */
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

  /** What echoes the chain outside the file: the row is durable, that its echo is not shows in `condition`. */
  function echo(work: (journal: Journal) => void): boolean {
    try {
      work(opened().journal)
      return true
    } catch (error) {
      const full = (error as NodeJS.ErrnoException).code === 'ENOSPC'
      return full && reserve.giveUp() && echo(work)
    }
  }

  /** A seal or a flush that went well makes up for no row that is not on the roll; the next whole echo does. */
  function echoBesides(work: (journal: Journal) => void): void {
    if (!echo(work)) echoFailed = true
  }

  /** A disk that does not even say how full it is has failed. */
  function room(): 'sound' | 'disk-nearly-full' | 'disk-failed' {
    try {
      return reserve.whole() ? 'sound' : 'disk-nearly-full'
    } catch {
      return 'disk-failed'
    }
  }

  function write<T>(opensSale: boolean, work: (store: Store) => T): T {
    if (opensSale && room() !== 'sound') throw new StorageFull(`${path}: ${room()}`)
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
    echoFailed = !echo((journal) => {
      anchor.follow(journal.head())
      roll.follow(journal)
    })
    return value

    function attempt(): T {
      try {
        return opensSale ? transact(opened()) : withReserve(() => transact(opened()))
      } catch (error) {
        switch (faultOf(error)) {
          case 'disk':
          case 'damage':
            return again(error, transact, tried)
          case 'full':
            store?.journal.reread()
            throw new StorageFull(`${path}: the disk is full`, { cause: error })
          case 'conflict':
            store?.journal.reread()
            throw new LedgerConflict(`${path}: ${(error as Error).message}`, { cause: error })
          case 'other':
            store?.journal.reread()
            throw error
        }
      }
    }
  }

  function openRollBeside({ journal }: Store): Roll {
    try {
      return openRoll(rollPath, journal, options.now().wallUtc)
    } catch (error) {
      drop()
      throw error
    }
  }

  store = withReserve(() => openStore(path, options))
  const roll = openRollBeside(store)
  echoBesides((journal) => roll.follow(journal))
  return {
    write,
    read(work) {
      try {
        return work(opened())
      } catch (error) {
        const fault = faultOf(error)
        if (fault === 'disk' || fault === 'damage') return again(error, work, null)
        throw error
      }
    },
    seal: () => echoBesides((journal) => anchor.seal(journal.head())),
    flushRoll: () => echoBesides(() => roll.flush()),
    condition() {
      if (store === null) return 'disk-failed'
      const left = room()
      // On a full disk it is no wonder that the echo failed.
      return echoFailed && left === 'sound' ? 'disk-failed' : left
    },
    close() {
      closed = true
      drop()
      roll.close()
    },
  }
}

interface Tried<T> {
  readonly value: T
  readonly head: Head
}
