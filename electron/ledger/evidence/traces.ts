import { readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import Sqlite, { type Database } from 'better-sqlite3'
import type { LedgerMemory } from '../../../shared/domain/fleet/readiness.ts'
import { type AnchorMark, vouched } from './anchor.ts'
import { listBackups, rowOfName } from './backup.ts'
import { publicKey, signedWith } from './check.ts'
import type { ConnectionOptions } from '../storage/connection.ts'
import { lastRolled } from './roll.ts'
import type { Signer } from '../chain/signer.ts'

/** What something beside the ledger remembers of it: this row was written once. */
export interface Trace {
  readonly by: LedgerMemory
  readonly seq: number
  /** Hash of that row, hexadecimal; left out where only its number is known. */
  readonly hash?: string
}

export interface TracePlaces extends ConnectionOptions {
  readonly register: string
  readonly signer: Signer
  readonly backups: string
  readonly roll: string
  /** Folder of archives; those named after the register are looked at. */
  readonly archives?: string | undefined
  /** Folder of the closures' documents, named `<register>-Z-<number>-<row>`. */
  readonly reports?: string | undefined
}

/** What the files beside a ledger remember, one of each kind: that a ledger was here, and how far it went. */
export interface Traces {
  readonly found: readonly Trace[]
  /** Newest archive that the register's present key signed; null: none. */
  readonly archive: string | null
}

export function findTraces(places: TracePlaces): Traces {
  const { roll, signer } = places
  const rolled = lastRolled(roll)
  const archive = newestArchive(places)
  const archived = archive === null ? null : lastRolled(archive)
  const own = archived && signedWith(archived, publicKey(signer.publicKey)) ? archived : null
  return {
    found: [
      ...(rolled ? [{ by: 'roll', seq: rolled.seq, hash: rolled.hash.toString('hex') } as const] : []),
      ...backupTrace(places),
      ...(own ? [{ by: 'archive', seq: own.seq, hash: own.hash.toString('hex') } as const] : []),
      ...reportTrace(places),
    ],
    archive: own && archive,
  }
}

/** A copy that cannot be read says by its name how far it went. */
function backupTrace({ backups, nativeBinding }: TracePlaces): readonly Trace[] {
  const [newest] = listBackups(backups)
  if (newest === undefined) return []
  try {
    const db = new Sqlite(newest, { readonly: true, ...(nativeBinding && { nativeBinding }) })
    try {
      const [last] = db.prepare('SELECT seq, hash FROM journal ORDER BY seq DESC LIMIT 1').all() as Row[]
      return last ? [{ by: 'backup', seq: last.seq, hash: last.hash.toString('hex') }] : []
    } finally {
      db.close()
    }
  } catch {
    return [{ by: 'backup', seq: rowOfName(newest) }]
  }
}

interface Row {
  readonly seq: number
  readonly hash: Buffer
}

function newestArchive({ archives, register }: TracePlaces): string | null {
  const name = namesIn(archives)
    .filter((each) => each.startsWith(`${register}-`) && /^\d{8}T\d{6}Z\.jsonl$/u.test(each.slice(register.length + 1)))
    .sort()
    .at(-1)
  return name === undefined || archives === undefined ? null : join(archives, name)
}

function reportTrace({ reports, register }: TracePlaces): readonly Trace[] {
  const rows = namesIn(reports).flatMap((name) => {
    if (!name.startsWith(`${register}-Z-`)) return []
    const [, seq] = /^\d+-(\d+)\.(?:pdf|csv)$/u.exec(basename(name).slice(register.length + 3)) ?? []
    return seq === undefined ? [] : [Number(seq)]
  })
  return rows.length === 0 ? [] : [{ by: 'report', seq: Math.max(...rows) }]
}

/** None without a folder, or where it cannot be read: it may lie on a disk that is not there today. */
function namesIn(folder: string | undefined): readonly string[] {
  try {
    return readdirSync(folder ?? '')
  } catch {
    return []
  }
}

/** Of an anchor's records that another key than the present one signed: what they remember, if that key is not the ledger's own or did sign it. */
export function tracesOfMarks(db: Database, marks: readonly AnchorMark[]): readonly Trace[] {
  const known = db.prepare('SELECT public_key FROM signing_key WHERE key_id = ?').pluck()
  return marks
    .filter((mark) => {
      const key = known.get(mark.keyId) as string | undefined
      return key === undefined || vouched(mark, publicKey(key))
    })
    .map(({ seq, hash }) => ({ by: 'anchor', seq, hash }))
}

/** Those that the ledger does not bear out, and that no RESTORED row has named yet. */
export function contradictions(db: Database, traces: readonly Trace[]): readonly Trace[] {
  const row = db.prepare('SELECT lower(hex(hash)) FROM journal WHERE seq = ?').pluck()
  const doubtful = traces.filter(({ seq, hash }) => {
    const found = row.get(seq) as string | undefined
    return found === undefined || (hash !== undefined && found !== hash)
  })
  if (doubtful.length === 0) return []
  const noted = db
    .prepare(
      `SELECT json_extract(value, '$.by') AS "by", json_extract(value, '$.seq') AS seq,
         json_extract(value, '$.hash') AS hash
       FROM journal, json_each(payload, '$.remembered') WHERE code = 'RESTORED' AND sale_id IS NULL`,
    )
    .all() as { by: string; seq: number; hash: string | null }[]
  return doubtful.filter(
    ({ by, seq, hash = null }) => !noted.some((each) => each.by === by && each.seq === seq && each.hash === hash),
  )
}
