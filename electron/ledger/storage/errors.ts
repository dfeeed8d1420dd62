import Sqlite from 'better-sqlite3'
import { TranslatedError } from '../../../shared/i18n/catalogues.ts'

/** Another process (or another part of this one) owns the ledger. */
export class LedgerInUse extends TranslatedError {
  override readonly name = 'LedgerInUse'
  readonly path: string
  /** Process id of the owner; null when it could not be read. */
  readonly ownerPid: number | null

  constructor(path: string, ownerPid: number | null) {
    super(({ refusals }) => refusals.ledgerInUse(path, ownerPid))
    this.path = path
    this.ownerPid = ownerPid
  }
}

/** The ledger was written by a newer program. Nothing was touched: start that program, or a newer one. */
export class LedgerTooNew extends TranslatedError {
  override readonly name = 'LedgerTooNew'
  readonly path: string
  readonly found: number
  readonly supported: number

  constructor(path: string, found: number, supported: number) {
    super(({ refusals }) => refusals.newerFile(path, found, supported))
    this.path = path
    this.found = found
    this.supported = supported
  }
}

/** An error of SQLite's own while a ledger is opened, with the file and the way on; any other as it is. */
export function namedFault(path: string, error: unknown): unknown {
  if (!(error instanceof Sqlite.SqliteError)) return error
  const { message } = error
  return new TranslatedError(({ refusals }) => refusals.brokenFile(path, message), { cause: error })
}

/** The disk failed and reopening did not help: nothing is acknowledged any more. `cause` is the disk's error. */
export class LedgerFrozen extends Error {
  override readonly name = 'LedgerFrozen'

  constructor(path: string, cause: unknown) {
    super(`${path} is frozen: the disk failed`, { cause })
  }
}

/** What was to be recorded contradicts what another sale already has. Nothing was written; it is a fault to look into. */
export class LedgerConflict extends Error {
  override readonly name = 'LedgerConflict'
}
