import { existsSync, renameSync } from 'node:fs'
import { dirname } from 'node:path'
import { type Backup, checkCopy, copyDatabase, removeDatabase } from '../evidence/backup.ts'
import type { ConnectionOptions } from '../storage/connection.ts'
import { syncDirectory } from '../../host/files/durable-file.ts'
import { lockLedger } from '../storage/lock.ts'
import { setAside } from './quarantine.ts'

/**
 * Puts a copy in the ledger's place: the copy is read through SQLite's backup API into a file beside the ledger, read
 * back whole, and only then takes its name; what was there is set aside, not deleted. Returns what is there now and where
 * the old file lies. The next start journals RESTORED with the rows that are gone. Rejects with `LedgerInUse`,
 * `LedgerDamaged`, `LedgerTooNew`.
 */
export async function restoreLedger({
  path,
  backup,
  wallUtc,
  nativeBinding,
}: {
  readonly path: string
  readonly backup: string
  /** Goes into the old file's name. */
  readonly wallUtc: string
} & ConnectionOptions): Promise<Backup & { readonly setAsideAs: string | null }> {
  const lock = lockLedger(path, { nativeBinding })
  try {
    const draft = `${path}.restoring`
    removeDatabase(draft)
    await copyDatabase(backup, draft, { nativeBinding })
    const { seq, hash } = checkCopy(draft, { nativeBinding })
    const setAsideAs = existsSync(path) ? setAside(path, 'replaced', wallUtc) : null
    renameSync(draft, path)
    syncDirectory(dirname(path))
    return { path, seq, hash, setAsideAs }
  } finally {
    lock.release()
  }
}
