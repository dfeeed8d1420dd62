import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import Sqlite, { type Database } from 'better-sqlite3'
import { sealBytes } from '../../electron/ledger/evidence/anchor.ts'
import { canonicalJson } from '../../electron/ledger/chain/canonical-json.ts'
import type { Signer } from '../../electron/ledger/chain/signer.ts'
import { type ArchiveRow, chained, signatureOf } from '../verify/archive-workshop.ts'

/** The journal of a database, as an archive has rows. */
export function readJournal(path: string): readonly ArchiveRow[] {
  const db = new Sqlite(path, { readonly: true })
  const rows = db.prepare('SELECT * FROM journal ORDER BY seq').all() as Record<string, unknown>[]
  db.close()
  const text = (value: unknown, encoding: 'hex' | 'base64'): string => (value as Buffer).toString(encoding)
  return rows.map((row) => {
    const { prev_hash, hash, sig } = row
    const texts = { prev_hash: text(prev_hash, 'hex'), hash: text(hash, 'hex'), sig: text(sig, 'base64') }
    return { ...row, ...texts } as unknown as ArchiveRow
  })
}

/** Works on a database past its own rules; they are there again afterwards. */
function pastRules(path: string, work: (db: Database) => void): void {
  const db = new Sqlite(path)
  db.pragma('foreign_keys = OFF')
  const triggers = db.prepare("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'").all() as Rule[]
  db.transaction(() => {
    for (const { name } of triggers) db.exec(`DROP TRIGGER ${name}`)
    work(db)
    for (const { sql } of triggers) db.exec(sql)
  })()
  db.pragma('journal_mode = DELETE')
  db.close()
}

export interface Rule {
  readonly name: string
  readonly sql: string
}

/** Rows from `from` on, made out again under the forger's key: chain, closures, and the keys that they name. */
export function resigned(rows: readonly ArchiveRow[], from: number, forger: Signer): readonly ArchiveRow[] {
  const signerOf = (seq: number): Signer | null => (seq < from ? null : forger)
  const rest = rows.map((row, index) => (index + 1 < from ? row : { ...row, payload: ownKeyIn(row, forger) }))
  return rest.reduce<readonly ArchiveRow[]>((done, row) => {
    const before = (done.at(-1)?.['hash'] as string | undefined) ?? '0'.repeat(64)
    const closes = row.code.startsWith('CLOSURE_') && done.length + 1 >= from
    const next = closes ? { ...row, payload: closureOn(row.payload, before, forger) } : row
    return chained([...done, next], (seq) => (seq === done.length + 1 ? signerOf(seq) : null))
  }, [])
}

function ownKeyIn({ code, payload }: ArchiveRow, { keyId, publicKey }: Signer): string {
  return code === 'CREATED' ? canonicalJson({ ...(JSON.parse(payload) as object), keyId, publicKey }) : payload
}

function closureOn(payload: string, tailHash: string, forger: Signer): string {
  const { sig: _sig, ...said } = { ...(JSON.parse(payload) as { sig: string }), tailHash }
  return canonicalJson({ ...said, sig: signatureOf(forger, 'guichet-closure-1', canonicalJson(said)) })
}

/** Puts a journal into a database, with what follows from it of keys and closures, and onto roll and anchor where they are. */
export function writeJournal(path: string, rows: readonly ArchiveRow[], last: Signer): void {
  pastRules(path, (db) => {
    db.exec('DELETE FROM journal; DELETE FROM signing_key')
    const insert = db.prepare(`INSERT INTO journal VALUES (@seq, @register, @code, @sale_id, @staff_id, @wall_utc,
      @mono_ms, @boot_id, @app_version, @payload, @prev_hash, @hash, @sig, @key_id)`)
    const key = db.prepare('INSERT INTO signing_key VALUES (@keyId, @publicKey, @seq)')
    const closure = db.prepare('UPDATE closure SET sig = ? WHERE seq = ?')
    for (const row of rows) {
      const { seq, code, payload } = row
      const bytes = (name: string, encoding: 'hex' | 'base64'): Buffer => Buffer.from(row[name] as string, encoding)
      const blobs = { prev_hash: bytes('prev_hash', 'hex'), hash: bytes('hash', 'hex'), sig: bytes('sig', 'base64') }
      insert.run({ ...row, ...blobs })
      const said = JSON.parse(payload) as Record<string, string>
      if (code === 'CREATED' || code === 'KEY_CHANGED')
        key.run({ keyId: said['keyId'], publicKey: said['publicKey'], seq })
      if (code.startsWith('CLOSURE_')) closure.run(Buffer.from(said['sig'] ?? '', 'base64'), seq)
    }
  })
  const lines = rows.map((row) => `${canonicalJson({ type: 'row', ...row })}\n`)
  if (existsSync(`${path}.roll`)) writeFileSync(`${path}.roll`, lines.join(''))
  if (existsSync(`${path}.anchor`)) writeAnchor(`${path}.anchor`, rows, last)
}

/** An anchor of the last two rows; the seal is the forger's own, or left out. */
export function writeAnchor(path: string, rows: readonly ArchiveRow[], seal: Signer | null): void {
  const file = Buffer.alloc(1536, ' ')
  const put = (slot: number, mark: object): void => void file.write(`${JSON.stringify(mark).padEnd(511)}\n`, slot * 512)
  for (const { seq, hash, key_id: keyId, sig } of rows.slice(-2)) put(seq % 2, { seq, hash, keyId, sig, sealed: false })
  const { seq, hash } = rows.at(-1)!
  if (seal) {
    const sig = Buffer.from(seal.sign(sealBytes(seq, Buffer.from(hash as string, 'hex')))).toString('base64')
    put(2, { seq, hash, keyId: seal.keyId, sig, sealed: true })
  }
  writeFileSync(path, file)
}

export function cutLines(path: string, lines: number): void {
  if (!existsSync(path)) return
  writeFileSync(
    path,
    readFileSync(path, 'utf8')
      .split('\n')
      .slice(0, lines)
      .map((line) => `${line}\n`)
      .join(''),
  )
}
