import Sqlite from 'better-sqlite3'
import type { ConnectionOptions } from '../storage/connection.ts'
import { openFileSigner, renewFileSigner } from '../chain/file-signer.ts'
import { lockLedger } from '../storage/lock.ts'

/**
 * Gives a ledger that nobody has open a new signing key; the next start journals KEY_CHANGED with the signature of the key
 * before. Returns the new key's id. Throws `LedgerInUse`, and where the key in the file has not signed anything yet.
 */
export function renewKey({
  path,
  keyFile,
  nativeBinding,
}: { readonly path: string; readonly keyFile: string } & ConnectionOptions): string {
  const lock = lockLedger(path, { nativeBinding })
  try {
    const db = new Sqlite(path, { readonly: true, ...(nativeBinding && { nativeBinding }) })
    const last = db.prepare('SELECT key_id FROM journal ORDER BY seq DESC LIMIT 1').pluck().get()
    db.close()
    if (openFileSigner(keyFile).keyId !== last)
      throw new Error(`${keyFile}: its key has not signed this ledger yet: start the program first`)
    return renewFileSigner(keyFile)
  } finally {
    lock.release()
  }
}
