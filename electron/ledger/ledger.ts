import type { Instant } from '../../shared/domain/sale.ts'
import type { SaleLedger } from '../core/ports.ts'
import { LedgerConflict } from './errors.ts'
import { lockLedger } from './lock.ts'
import type { Signer } from './signer.ts'
import { openStore } from './store.ts'

export interface LedgerOptions {
  /** The database file; its directory exists. Files beside it share its name: `-wal`, `-shm`, `.lock`, `.owner`. */
  readonly path: string
  readonly register: string
  readonly appVersion: string
  readonly nativeBinding?: string | undefined
  readonly signer: Signer
  readonly now: () => Instant
}

/** Opens, or makes, the register's ledger and owns it until `close`. Throws `LedgerInUse`, `LedgerTooNew`. */
export function openLedger(options: LedgerOptions): SaleLedger {
  const lock = lockLedger(options.path, options)
  try {
    const store = openStore(options.path, options)
    store.personalData.forget(options.now())
    return {
      record(previous, sale, event, now) {
        try {
          store.write(() => store.step(previous, sale, event, now))
        } catch (error) {
          throw isConstraint(error)
            ? new LedgerConflict(`sale ${sale.saleId}: ${error.message}`, { cause: error })
            : error
        }
      },
      note(code, payload, now) {
        store.write(() => store.journal.append({ code, saleId: null, staffId: null, payload: payload as never }, now))
      },
      unfinished: () => store.unfinished(),
      find: (saleId) => store.find(saleId),
      canStartSale: () => true,
      close() {
        store.close()
        lock.release()
      },
    }
  } catch (error) {
    lock.release()
    throw error
  }
}

function isConstraint(error: unknown): error is Error {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_CONSTRAINT')
}
