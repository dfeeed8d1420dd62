import { randomUUID } from 'node:crypto'
import type { Database } from 'better-sqlite3'
import type { Instant } from '../../shared/domain/sale.ts'
import type { Journal, JournalEntry } from './journal.ts'
import type { Signer } from './signer.ts'

const FORMAT = 1

/**
 * The first row names the ledger and the key that signs it; a key that changed is named by the first row it signs.
 * A register's key changes only when its secret store was lost. Nothing to do where the key is known.
 */
export function introduce(
  db: Database,
  journal: Journal,
  { keyId, publicKey }: Signer,
  now: Instant,
  append: (entry: JournalEntry, now: Instant) => unknown,
): void {
  if (db.prepare('SELECT 1 FROM signing_key WHERE key_id = ?').get(keyId)) return
  const key = { keyId, publicKey }
  append(
    journal.head().seq === 0
      ? { code: 'CREATED', saleId: null, staffId: null, payload: { format: FORMAT, ledgerId: randomUUID(), ...key } }
      : { code: 'KEY_CHANGED', saleId: null, staffId: null, payload: key },
    now,
  )
}
