import { randomUUID } from 'node:crypto'
import type { Database } from 'better-sqlite3'
import type { Instant } from '../../../shared/domain/sale/sale.ts'
import type { Journal, JournalEntry } from './journal.ts'
import type { Signer } from './signer.ts'

const FORMAT = 1

/**
 * The first row names the ledger and the key that signs it; a key that changed is named by the first row it signs, with
 * the signature of the key before where that is at hand. Without one the key was lost, and somebody else has to vouch.
 * Nothing to do where the key is known.
 */
export function introduce(
  db: Database,
  journal: Journal,
  signer: Signer,
  now: Instant,
  append: (entry: JournalEntry, now: Instant) => unknown,
): void {
  const { keyId, publicKey } = signer
  if (db.prepare('SELECT 1 FROM signing_key WHERE key_id = ?').get(keyId)) return
  const key = { keyId, publicKey }
  append(
    journal.head().seq === 0
      ? { code: 'CREATED', saleId: null, staffId: null, payload: { format: FORMAT, ledgerId: randomUUID(), ...key } }
      : {
          code: 'KEY_CHANGED',
          saleId: null,
          staffId: null,
          payload: { ...key, ...signatureBefore(db, journal, signer) },
        },
    now,
  )
}

/** By the key that signed the last row, and no other. */
function signatureBefore(db: Database, journal: Journal, { keyId, previous }: Signer): { previousSig?: string } {
  const { seq } = journal.head()
  const last = db.prepare('SELECT key_id FROM journal WHERE seq = ?').pluck().get(seq)
  if (previous === undefined || previous.keyId !== last) return {}
  const ledgerId = db.prepare('SELECT ledger_id FROM ledger').pluck().get() as string
  const sig = previous.sign(Buffer.from(`guichet-key-1\n${ledgerId}\n${seq + 1}\n${keyId}`))
  return { previousSig: Buffer.from(sig).toString('base64') }
}
