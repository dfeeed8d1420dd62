import { createHash } from 'node:crypto'
import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import type { Database } from 'better-sqlite3'
import { canonicalJson, type JournalRow, rowLine } from './journal.ts'
import { type ConnectionOptions, openReadOnly } from './connection.ts'
import { syncDirectory } from '../host/files/atomic-file.ts'
import type { Signer } from './signer.ts'

export interface Archive {
  readonly path: string
  readonly rows: number
  /** Hash of the last journal row in hexadecimal. */
  readonly headHash: string
}

/** Number of rows written before yielding to the event loop, which limits the delay of a concurrent sale. */
const ROWS_AT_ONCE = 200

/**
 * Writes a ledger, in use or not, as a signed archive (`docs/integrating/ledger-format.md`). The file is written
 * atomically and contains the ledger as it was at the start of the call.
 */
export async function exportLedger(
  path: string,
  to: string,
  signer: Signer,
  { wallUtc, ...options }: { readonly wallUtc: string } & ConnectionOptions,
): Promise<Archive> {
  const draft = `${to}.draft`
  const db = openReadOnly(path, options)
  const file = openSync(draft, 'w', 0o600)
  try {
    db.exec('BEGIN')
    const archive = await writeArchive(db, signer, wallUtc, (line) => writeSync(file, line))
    fsyncSync(file)
    renameSync(draft, to)
    syncDirectory(dirname(to))
    return { path: to, ...archive }
  } catch (error) {
    rmSync(draft, { force: true })
    throw error
  } finally {
    closeSync(file)
    db.close()
  }
}

async function writeArchive(
  db: Database,
  signer: Signer,
  exportedUtc: string,
  write: (line: string) => void,
): Promise<Pick<Archive, 'rows' | 'headHash'>> {
  const hash = createHash('sha256')
  const add = (text: string): void => {
    hash.update(`${text}\n`)
    write(`${text}\n`)
  }
  const line = (content: object): void => add(canonicalJson(content))
  const { ledger_id: ledgerId, register } = db.prepare('SELECT ledger_id, register FROM ledger').get() as Readonly<
    Record<'ledger_id' | 'register', string>
  >
  const keys = db.prepare('SELECT key_id AS keyId, public_key AS publicKey FROM signing_key ORDER BY first_seq').all()
  line({ type: 'archive', format: 1, ledgerId, register, exportedUtc, keys })
  let rows = 0
  let headHash = '0'.repeat(64)
  for (const row of db.prepare('SELECT * FROM journal ORDER BY seq').iterate() as IterableIterator<JournalRow>) {
    rows = row.seq
    headHash = row.hash.toString('hex')
    add(rowLine(row))
    if (rows % ROWS_AT_ONCE === 0) await setImmediate()
  }
  const closures = db.prepare('SELECT seq, payload FROM journal WHERE seq IN (SELECT seq FROM closure) ORDER BY seq')
  for (const { seq, payload } of closures.iterate() as IterableIterator<Pick<JournalRow, 'seq' | 'payload'>>) {
    line({ type: 'closure', seq, ...(JSON.parse(payload) as object) })
  }
  const message = Buffer.concat([Buffer.from('guichet-archive-1\n'), hash.digest()])
  const sig = Buffer.from(signer.sign(message)).toString('base64')
  write(`${canonicalJson({ type: 'end', rows, headHash, keyId: signer.keyId, sig })}\n`)
  return { rows, headHash }
}
