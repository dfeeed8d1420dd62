import { hash as digest } from 'node:crypto'
import type { Database } from 'better-sqlite3'
import type { Instant } from '../../shared/domain/sale.ts'
import { canonicalJson, type Json } from './canonical-json.ts'
import type { Signer } from './signer.ts'

/** The last row of the chain; seq 0 with 32 zero bytes when there is none. */
export interface Head {
  readonly seq: number
  readonly hash: Buffer
  readonly sig: Buffer
}

export interface JournalRow {
  readonly code: string
  readonly saleId: string | null
  readonly staffId: string | null
  readonly payload: Json
}

/** Who writes: constant for one opening of the ledger. */
export interface Writer {
  readonly register: string
  readonly appVersion: string
  readonly signer: Signer
}

export interface Journal {
  /** Appends one row; call inside a transaction, and `settle` or `forget` the head after it. */
  append(row: JournalRow, now: Instant): Head
  head(): Head
  /** Reads the head from the file again, after a transaction that was rolled back. */
  reread(): void
}

const SIGNED = Buffer.from('guichet-journal-1\n')

export function openJournal(db: Database, { register, appVersion, signer }: Writer): Journal {
  const insert = db.prepare(
    `INSERT INTO journal (seq, register, code, sale_id, staff_id, wall_utc, mono_ms, boot_id, app_version, payload,
       prev_hash, hash, sig, key_id) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  )
  const last = db.prepare('SELECT seq, hash, sig FROM journal ORDER BY seq DESC LIMIT 1')
  const newStaff = db.prepare('INSERT INTO staff (staff_id, first_seq) VALUES (?, ?) ON CONFLICT DO NOTHING')
  const readHead = (): Head =>
    (last.get() as Head | undefined) ?? { seq: 0, hash: Buffer.alloc(32), sig: Buffer.alloc(0) }
  let head = readHead()
  return {
    append({ code, saleId, staffId, payload }, now) {
      const seq = head.seq + 1
      const monoMs = Math.trunc(now.monoMs)
      const text = canonicalJson(payload)
      const hash = digest(
        'sha256',
        // Members stand in canonical order here.
        JSON.stringify({
          app_version: appVersion,
          boot_id: now.bootId,
          code,
          key_id: signer.keyId,
          mono_ms: monoMs,
          payload: text,
          prev_hash: head.hash.toString('hex'),
          register,
          sale_id: saleId,
          seq,
          staff_id: staffId,
          wall_utc: now.wallUtc,
        }),
        'buffer',
      )
      const sig = Buffer.from(signer.sign(Buffer.concat([SIGNED, hash])))
      if (staffId !== null) newStaff.run(staffId, seq)
      insert.run(
        seq,
        register,
        code,
        saleId,
        staffId,
        now.wallUtc,
        monoMs,
        now.bootId,
        appVersion,
        text,
        head.hash,
        hash,
        sig,
        signer.keyId,
      )
      head = { seq, hash, sig }
      return head
    },
    head: () => head,
    reread() {
      head = readHead()
    },
  }
}
