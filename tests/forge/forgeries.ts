import { existsSync, readFileSync, writeFileSync, cpSync, readdirSync, rmSync } from 'node:fs'
import Sqlite, { type Database } from 'better-sqlite3'
import { sealBytes } from '../../electron/ledger/outside.ts'
import { canonicalJson } from '../../electron/ledger/journal.ts'
import type { Signer } from '../../electron/ledger/signer.ts'
import {
  type ArchiveRow,
  chained,
  signatureOf,
  type Archive,
  readArchive,
  writeChained,
} from '../verify/archive-builder.ts'
import { generateKeyPairSync, sign } from 'node:crypto'
import { join } from 'node:path'
import type { Victim } from './target-ledger.ts'

function readJournal(path: string): readonly ArchiveRow[] {
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

/** Changes a database with its triggers and foreign keys off, and restores the triggers afterwards. */
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

type Rule = Readonly<{ name: string; sql: string }>

/** Rebuilds the rows from `from` with the forger's key: the chain, the closures and their keys. */
function resigned(rows: readonly ArchiveRow[], from: number, forger: Signer): readonly ArchiveRow[] {
  const signerOf = (seq: number): Signer | null => (seq < from ? null : forger)
  const rest = rows.map((row, index) => (index + 1 < from ? row : { ...row, payload: ownKeyIn(row, forger) }))
  return rest.reduce<readonly ArchiveRow[]>((done, row) => {
    const before = (done.at(-1)?.['hash'] as string | undefined) ?? '0'.repeat(64)
    const closes = row.code.endsWith('_REPORT') && done.length + 1 >= from
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

function writeJournal(path: string, rows: readonly ArchiveRow[], last: Signer): void {
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
      if (code.endsWith('_REPORT')) closure.run(Buffer.from(said['sig'] ?? '', 'base64'), seq)
    }
  })
  const lines = rows.map((row) => `${canonicalJson({ type: 'row', ...row })}\n`)
  if (existsSync(`${path}.journal.jsonl`)) writeFileSync(`${path}.journal.jsonl`, lines.join(''))
  if (existsSync(`${path}.anchor`)) writeAnchor(`${path}.anchor`, rows, last)
}

/** Writes an anchor for the last two rows. `seal` is the forger's key, or null for no seal. */
function writeAnchor(path: string, rows: readonly ArchiveRow[], seal: Signer | null): void {
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

function cutLines(path: string, lines: number): void {
  if (!existsSync(path)) return
  const kept = readFileSync(path, 'utf8').split('\n').slice(0, lines)
  writeFileSync(path, `${kept.join('\n')}\n`)
}

/** Changes `directory`, a copy of `whole`, in which another forgery may already have changed files. */
type Forge = (directory: string, victim: Victim) => void

/** A forgery that does not need the register's key. */
export interface Forgery {
  readonly name: string
  readonly forge: Forge
  /** Whether a trusted key alone cannot detect the forgery, according to docs/integrating/ledger-format.md. */
  readonly isBlindKey: boolean
}

const OLDER = new Set(['all files are put back to an earlier moment', 'an older archive is shown for the newest'])

function forgeries(all: Readonly<Record<string, Forge>>): readonly Forgery[] {
  return Object.entries(all).map(([name, forge]) => ({ name, forge, isBlindKey: OLDER.has(name) }))
}

const BESIDE = ['.anchor', '.journal.jsonl', '-backups'] as const
const inDatabase = (directory: string): string => join(directory, 'ledger.db')

function putBack(directory: string, from: string, names: readonly string[]): void {
  for (const name of names) {
    rmSync(join(directory, name), { recursive: true, force: true })
    if (existsSync(join(from, name))) cpSync(join(from, name), join(directory, name), { recursive: true })
  }
}

function takeover(rows: readonly ArchiveRow[], { forger: { keyId, publicKey } }: Victim, members = {}): ArchiveRow[] {
  const like = { ...rows.at(-1)!, sale_id: null, staff_id: null }
  return [
    ...rows,
    { ...like, code: 'KEY_CHANGED', payload: canonicalJson({ keyId, publicKey, ...members }) },
    { ...like, code: 'DRAWER_OPENED', payload: canonicalJson({ reason: 'forged' }) },
  ]
}

function goOn(path: string, victim: Victim): void {
  const rows = readJournal(path)
  if (rows.some(({ key_id: keyId }) => keyId === victim.forger.keyId)) return
  const more = takeover(rows, victim)
  writeJournal(
    path,
    chained(more, (seq) => (seq > rows.length ? victim.forger : null)),
    victim.forger,
  )
}

function removeNewerBackups(directory: string, upTo: number): void {
  const backups = join(directory, 'ledger.db-backups')
  if (!existsSync(backups)) return
  for (const name of readdirSync(backups))
    if (Number(/-(\d+)\.db$/u.exec(name)?.[1]) > upTo) rmSync(join(backups, name))
}

export const databaseForgeries = forgeries({
  'the last sale is deleted, with anchor, roll and backups'(directory, { beforeLastSale }) {
    putBack(directory, beforeLastSale, ['ledger.db'])
    for (const end of BESIDE) rmSync(`${inDatabase(directory)}${end}`, { recursive: true, force: true })
  },
  'the last sale is deleted, and an anchor and a roll made out from what is left'(directory, { beforeLastSale }) {
    putBack(directory, beforeLastSale, ['ledger.db'])
    const rows = readJournal(inDatabase(directory))
    writeAnchor(`${inDatabase(directory)}.anchor`, rows, null)
    cutLines(`${inDatabase(directory)}.journal.jsonl`, rows.length)
    removeNewerBackups(directory, rows.length)
  },
  'all files are put back to an earlier moment': (directory, { beforeZ }) =>
    putBack(directory, beforeZ, ['ledger.db', ...BESIDE.map((end) => `ledger.db${end}`)]),
  'everything is signed again by a stranger'(directory, { forger }) {
    const path = inDatabase(directory)
    const rows = readJournal(path).filter(({ code }) => code !== 'KEY_CHANGED')
    writeJournal(path, resigned(rows, 1, forger), forger)
    rmSync(`${path}-backups`, { recursive: true, force: true })
  },
  'a stranger’s key takes over and goes on': (directory, victim) => goOn(inDatabase(directory), victim),
  'the last sale is deleted, and a stranger’s key takes over and goes on'(directory, victim) {
    putBack(directory, victim.beforeLastSale, ['ledger.db'])
    rmSync(`${inDatabase(directory)}-backups`, { recursive: true, force: true })
    goOn(inDatabase(directory), victim)
  },
  'a price is changed, with every hash behind it'(directory, { forger }) {
    const path = inDatabase(directory)
    const rows = readJournal(path)
    const changed = rows.map((row) => ({ ...row, payload: row.payload.replaceAll('35000', '5000') }))
    const from = changed.findIndex(({ payload }, index) => payload !== rows[index]?.payload) + 1
    if (from > 0) writeJournal(path, resigned(changed, from, forger), forger)
  },
  'the triggers are replaced by ones that do nothing'(directory) {
    const db = new Sqlite(inDatabase(directory))
    const rules = db.prepare("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'").all() as Rule[]
    for (const { name, sql } of rules)
      db.exec(`DROP TRIGGER ${name}; ${sql.replace(/BEGIN.*END/su, 'BEGIN SELECT 1; END')}`)
    db.pragma('journal_mode = DELETE')
    db.close()
  },
  'the roll is cut': (directory) => cutLines(`${inDatabase(directory)}.journal.jsonl`, 20),
  'the roll is taken away': (directory) => rmSync(`${inDatabase(directory)}.journal.jsonl`, { force: true }),
  'the anchor is taken away': (directory) => rmSync(`${inDatabase(directory)}.anchor`, { force: true }),
  'a customer is to be kept ten years longer'(directory) {
    const db = new Sqlite(inDatabase(directory))
    for (const table of ['customer', 'customer_pii'])
      db.exec(`UPDATE ${table} SET delete_after = '2035-01-01T00:00:00.000Z'`)
    db.pragma('journal_mode = DELETE')
    db.close()
  },
})

const archiveIn = (directory: string): string => join(directory, 'ledger.jsonl')

function onArchive(forge: (archive: Archive, victim: Victim) => readonly ArchiveRow[]): Forge {
  return (directory, victim) => {
    const archive = readArchive(readFileSync(archiveIn(directory), 'utf8'))
    const rows = forge(archive, victim)
    writeChained(archiveIn(directory), archive.header, rows, victim.forger)
  }
}

/**
 * Truncates an archive before its last sale and appends the row that introduces the forger's key, unless the archive
 * already contains that row.
 */
function cutAndGoOn({ header, rows }: Archive, victim: Victim, members: (rows: readonly ArchiveRow[]) => object) {
  const { forger } = victim
  const taken = rows.some(({ key_id: keyId }) => keyId === forger.keyId)
  if (taken) return rows
  const sale = rows.findLast(({ sale_id: saleId }) => saleId !== null)?.['sale_id']
  const end = rows.findIndex(({ sale_id: saleId }) => saleId === sale)
  const kept = rows.slice(0, end)
  header.keys.push({ keyId: forger.keyId, publicKey: forger.publicKey })
  const more = takeover(kept, victim, members(kept))
  return chained(more, (seq) => (seq > kept.length ? forger : null))
}

function signedAgain({ header, rows }: Archive, forger: Signer): readonly ArchiveRow[] {
  header.keys = [{ keyId: forger.keyId, publicKey: forger.publicKey }]
  const own = rows.filter(({ code }) => code !== 'KEY_CHANGED')
  return resigned(own, 1, forger)
}

const stranger = generateKeyPairSync('ed25519')

export const archiveForgeries = forgeries({
  'the archive is cut, and a stranger’s key takes over and goes on': onArchive((archive, victim) =>
    cutAndGoOn(archive, victim, () => ({})),
  ),
  'the same, and the stranger signs as the key before': onArchive((archive, victim) =>
    cutAndGoOn(archive, victim, (rows) => {
      const message = `${archive.header.ledgerId}\n${rows.length + 1}\n${victim.forger.keyId}`
      return { previousSig: signatureOf(victim.forger, 'guichet-key-1', message) }
    }),
  ),
  'a stranger’s hub vouches for the stranger’s key': onArchive((archive, victim) => {
    const rows = cutAndGoOn(archive, victim, () => ({}))
    const { keyId } = victim.forger
    const hubKey = stranger.publicKey.export({ type: 'spki', format: 'der' }).toString('base64')
    const message = Buffer.from(`guichet-vouch-1\n${archive.header.ledgerId}\n${keyId}`)
    const vouch = { keyId, hubKey, sig: sign(null, message, stranger.privateKey).toString('base64') }
    const row = { ...rows.at(-1)!, sale_id: null, staff_id: null, code: 'KEY_ATTESTED', payload: canonicalJson(vouch) }
    return chained([...rows, row], (seq) => (seq > rows.length ? victim.forger : null))
  }),
  'the archive is cut, its end signed by a stranger': onArchive(({ rows }) => rows.slice(0, 20)),
  'an older archive is shown for the newest': (directory, { beforeZ }) => putBack(directory, beforeZ, ['ledger.jsonl']),
  'the archive is incomplete': (directory) => cutLines(archiveIn(directory), 20),
  'everything is signed again by a stranger': onArchive((archive, { forger }) => signedAgain(archive, forger)),
  'everything is signed again by a stranger, as another register’s': onArchive((archive, { forger }) => {
    archive.header.register = 'kiosk-2'
    return signedAgain({ ...archive, rows: archive.rows.map((row) => ({ ...row, register: 'kiosk-2' })) }, forger)
  }),
})
