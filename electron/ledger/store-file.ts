import type { Head } from './chain/journal.ts'
import { openStore, type Store, type StoreOptions } from './sales/store.ts'
import { LedgerFrozen } from './storage/errors.ts'
import { faultOf } from './storage/faults.ts'
import type { Reserve } from './storage/reserve.ts'

/** The ledger's file: closed when its disk has failed, and opened again by the next who needs it. */
export interface StoreFile {
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

export interface Tried<T> {
  readonly value: T
  readonly head: Head
}

export function openStoreFile(path: string, options: StoreOptions, reserve: Reserve): StoreFile {
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
