import type { Database } from 'better-sqlite3'
import { hash as digest, randomUUID } from 'node:crypto'
import type { Instant } from '../../shared/domain/sale/sale.ts'
import type { RowCode, RowCodeOf } from '../../shared/ledger-format/rows.ts'
import type { Signer } from './signer.ts'

/** Last row of the hash chain. In an empty journal, `seq` is 0 and the hash consists of 32 zero bytes. */
export interface Head {
  readonly seq: number
  readonly hash: Buffer
  readonly sig: Buffer
}

/** Returns the row code of an event or action, for example `PAID_IN` for `paid-in`. */
export const rowCode = <T extends string>(type: RowCodeOf<T> extends RowCode ? T : never): string =>
  type.replaceAll('-', '_').toUpperCase()

export interface JournalEntry {
  readonly code: string
  readonly saleId: string | null
  readonly staffId: string | null
  /** Content of the row, stored as canonical JSON. */
  readonly payload: object
}

export interface JournalRow {
  readonly seq: number
  readonly register: string
  readonly code: string
  readonly sale_id: string | null
  readonly staff_id: string | null
  readonly wall_utc: string
  readonly mono_ms: number
  readonly boot_id: string
  readonly app_version: string
  readonly payload: string
  readonly prev_hash: Buffer
  readonly hash: Buffer
  readonly sig: Buffer
  readonly key_id: string
}

export interface Writer {
  readonly register: string
  readonly appVersion: string
  readonly signer: Signer
}

const DOMAIN = Buffer.from('guichet-journal-1\n')

export class Journal {
  readonly #writer: Writer
  readonly #sql: ReturnType<typeof prepareJournal>
  #head: Head
  /** Cached last row that was appended by the same `Journal` object. */
  #latest: JournalRow | null = null

  constructor(db: Database, writer: Writer) {
    this.#writer = writer
    this.#sql = prepareJournal(db)
    this.#head = this.#readHead()
  }

  /** Appends one signed row. Must be called inside a transaction. */
  append({ code, saleId, staffId, payload }: JournalEntry, now: Instant): JournalRow {
    const { register, appVersion, signer } = this.#writer
    const unsigned = {
      seq: this.#head.seq + 1,
      register,
      code,
      sale_id: saleId,
      staff_id: staffId,
      wall_utc: now.wallUtc,
      mono_ms: Math.trunc(now.monoMs),
      boot_id: now.bootId,
      app_version: appVersion,
      payload: canonicalJson(payload),
      prev_hash: this.#head.hash,
      key_id: signer.keyId,
    }
    const hash = rowHash(unsigned)
    const row = { ...unsigned, hash, sig: Buffer.from(signer.sign(signedBytes(hash))) }
    this.copy(row)
    return row
  }

  /** Appends an already signed row unchanged. A trigger rejects a row that does not continue the hash chain. */
  copy(row: JournalRow): void {
    if (row.staff_id !== null) this.#sql.newStaff.run(row.staff_id, row.seq)
    this.#sql.insert.run(row)
    this.#head = { seq: row.seq, hash: row.hash, sig: row.sig }
    this.#latest = row
  }

  head(): Head {
    return this.#head
  }

  /** Returns the hash of a row in hexadecimal; null if the row does not exist. */
  hashOf(seq: number): string | null {
    return (this.#sql.hashAt.get(seq) as Buffer | undefined)?.toString('hex') ?? null
  }

  rowsAfter(seq: number): readonly JournalRow[] {
    return this.#latest?.seq === seq + 1 ? [this.#latest] : (this.#sql.after.all(seq) as JournalRow[])
  }

  /** Returns the time of the last row and the id of the program start that wrote the row; null in an empty journal. */
  lastInstant(): Instant | null {
    const row = this.#sql.last.get() as JournalRow | undefined
    return row ? { monoMs: row.mono_ms, bootId: row.boot_id, wallUtc: row.wall_utc } : null
  }

  /** Reads the head from the file again, after a transaction was rolled back. */
  reread(): void {
    this.#head = this.#readHead()
    this.#latest = null
  }

  #readHead(): Head {
    const row = this.#sql.last.get() as JournalRow | undefined
    return row ?? { seq: 0, hash: Buffer.alloc(32), sig: Buffer.alloc(0) }
  }
}

function prepareJournal(db: Database) {
  return {
    insert: db.prepare(
      `INSERT INTO journal (seq, register, code, sale_id, staff_id, wall_utc, mono_ms, boot_id, app_version, payload,
         prev_hash, hash, sig, key_id) VALUES (@seq, @register, @code, @sale_id, @staff_id, @wall_utc, @mono_ms, @boot_id,
         @app_version, @payload, @prev_hash, @hash, @sig, @key_id)`,
    ),
    last: db.prepare('SELECT * FROM journal ORDER BY seq DESC LIMIT 1'),
    newStaff: db.prepare('INSERT INTO staff (staff_id, first_seq) VALUES (?, ?) ON CONFLICT DO NOTHING'),
    after: db.prepare('SELECT * FROM journal WHERE seq > ? ORDER BY seq'),
    hashAt: db.prepare('SELECT hash FROM journal WHERE seq = ?').pluck(),
  }
}

/** Returns the SHA-256 of the row's canonical JSON without hash and signature. */
export function rowHash(row: Omit<JournalRow, 'hash' | 'sig'>): Buffer {
  return digest('sha256', rowText(row), 'buffer')
}

/** Returns canonical JSON of a row. Faster than `canonicalJson`, because the members are in canonical order here. */
function rowText(
  row: Omit<JournalRow, 'hash' | 'sig'>,
  { hash, sig, type }: { readonly hash?: string; readonly sig?: string; readonly type?: 'row' } = {},
): string {
  return JSON.stringify({
    app_version: row.app_version,
    boot_id: row.boot_id,
    code: row.code,
    hash,
    key_id: row.key_id,
    mono_ms: row.mono_ms,
    payload: row.payload,
    prev_hash: row.prev_hash.toString('hex'),
    register: row.register,
    sale_id: row.sale_id,
    seq: row.seq,
    sig,
    staff_id: row.staff_id,
    type,
    wall_utc: row.wall_utc,
  })
}

export function signedBytes(hash: Buffer): Buffer {
  return Buffer.concat([DOMAIN, hash])
}

/**
 * Returns canonical JSON (RFC 8785): members sorted by UTF-16 code units, no white space, numbers and strings as in
 * ECMAScript. Omits members that are `undefined`; throws on any other value that JSON cannot represent.
 */
export function canonicalJson(value: unknown): string {
  if (typeof value === 'string') return quoted(value)
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (typeof value === 'object' && value !== null) return objectText(value as Readonly<Record<string, unknown>>)
  if (typeof value === 'number' && !Number.isFinite(value)) throw new TypeError(`not a JSON number: ${value}`)
  const text = JSON.stringify(value) as string | undefined
  if (text === undefined) throw new TypeError(`not a JSON value: ${typeof value}`)
  return text
}

function objectText(value: Readonly<Record<string, unknown>>): string {
  let text = ''
  for (const key of inOrder(Object.keys(value))) {
    const member = value[key]
    if (member !== undefined) text += `${text === '' ? '' : ','}${quoted(key)}:${canonicalJson(member)}`
  }
  return `{${text}}`
}

/** Matches text without quotes, backslashes, control characters and surrogates, which JSON writes unchanged. */
const PLAIN = /^[ !#-[\]-\ud7ff\ue000-\uffff]*$/

/** Avoids `JSON.stringify` for plain text, because the regular expression is faster. */
function quoted(text: string): string {
  return PLAIN.test(text) ? `"${text}"` : JSON.stringify(text)
}

/** Sorts in place. For few members, insertion sort is faster than the overhead of `sort`. */
function inOrder(keys: string[]): readonly string[] {
  if (keys.length > 32) return keys.sort()
  for (let index = 1; index < keys.length; index += 1) {
    const key = keys[index] ?? ''
    let at = index
    for (; at > 0 && (keys[at - 1] ?? '') > key; at -= 1) keys[at] = keys[at - 1] ?? ''
    keys[at] = key
  }
  return keys
}

const FORMAT = 1

/**
 * Records the ledger and its signing key in the first row, or a changed key in the first row that the new key signs. If
 * the previous key cannot sign the change, a hub or a person must confirm the new key.
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
  const [code, payload] =
    journal.head().seq === 0
      ? ['CREATED', { format: FORMAT, ledgerId: randomUUID(), ...key }]
      : ['KEY_CHANGED', { ...key, ...signatureBefore(db, journal, signer) }]
  append({ code, saleId: null, staffId: null, payload }, now)
}

/** Returns the previous key's signature; empty if the key is unavailable or did not sign the last row. */
function signatureBefore(db: Database, journal: Journal, { keyId, previous }: Signer): { previousSig?: string } {
  const { seq } = journal.head()
  const last = db.prepare('SELECT key_id FROM journal WHERE seq = ?').pluck().get(seq)
  if (previous === undefined || previous.keyId !== last) return {}
  const ledgerId = db.prepare('SELECT ledger_id FROM ledger').pluck().get() as string
  const sig = previous.sign(Buffer.from(`guichet-key-1\n${ledgerId}\n${seq + 1}\n${keyId}`))
  return { previousSig: Buffer.from(sig).toString('base64') }
}

/** Returns a row as canonical JSON on one line without a line feed, for archives and the journal mirror. */
export function rowLine(row: JournalRow): string {
  return rowText(row, { hash: row.hash.toString('hex'), sig: row.sig.toString('base64'), type: 'row' })
}

/** Parses a line; returns null for an incomplete line. The caller must check hash and signature of the row. */
export function readRowLine(line: string): JournalRow | null {
  try {
    const { type, ...row } = JSON.parse(line) as RowLine
    if (type !== 'row' || !Number.isSafeInteger(row.seq) || typeof row.payload !== 'string') return null
    return {
      ...row,
      prev_hash: Buffer.from(row.prev_hash, 'hex'),
      hash: Buffer.from(row.hash, 'hex'),
      sig: Buffer.from(row.sig, 'base64'),
    }
  } catch {
    return null
  }
}

type RowLine = Omit<JournalRow, 'prev_hash' | 'hash' | 'sig'> & {
  readonly type: string
  readonly prev_hash: string
  readonly hash: string
  readonly sig: string
}
