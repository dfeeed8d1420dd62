import type { Database } from 'better-sqlite3'
import { readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { LedgerMemory } from '../../shared/domain/fleet/readiness.ts'
import type { LostRows, NewKey } from '../kiosk/ports/ports.ts'
import { listBackups, rowOfName } from './backup.ts'
import { publicKey, signedWith } from './chain-check.ts'
import { type ConnectionOptions, readLedger } from './connection.ts'
import type { Journal } from './journal.ts'
import { type AnchorMark, lastRolled, vouched } from './outside.ts'
import type { Signer } from './signer.ts'

/** Rows missing from the ledger file, as shown by sources outside the file. */
export interface MissingRows {
  /** Last row recorded in the anchor file, or in another source if the anchor file shows no missing rows. */
  readonly anchorSeq: number
  /** Last row that is still present in the ledger. */
  readonly presentSeq: number
  /** Other sources that contain a later row, or a different row with the same number. */
  readonly remembered: readonly Trace[]
}

/** Reason and result of a restoration, for the register's RESTORED row. */
interface Restoration {
  readonly reason: string
  readonly salvagedRows: number
  /** Last journal row from before the restoration. */
  readonly presentSeq: number
}

/** Returns the missing rows; null if nothing is missing. `remembered`: other sources that contradict the ledger. */
export function missingRows(
  journal: Journal,
  tip: AnchorMark | null,
  presentSeq: number,
  remembered: readonly Trace[],
): MissingRows | null {
  const cut = isCut(journal, tip)
  if (!cut && remembered.length === 0) return null
  const anchorSeq = cut && tip ? tip.seq : Math.max(...remembered.map(({ seq }) => seq))
  return { anchorSeq, presentSeq, remembered }
}

function isCut(journal: Journal, tip: AnchorMark | null): boolean {
  return tip !== null && journal.hashOf(tip.seq) !== tip.hash
}

/** Returns the payload of a RESTORED row. `complete`: true if the anchor file proves that no row was lost. */
export function restoredPayload(
  journal: Journal,
  restoration: Restoration,
  tip: AnchorMark | null,
  missing: MissingRows | null,
) {
  const complete = missing === null && tip?.seq === restoration.presentSeq
  return {
    ...restoration,
    complete,
    ...(tip && isCut(journal, tip) && { anchorSeq: tip.seq, anchorHash: tip.hash }),
    ...(missing && missing.remembered.length > 0 && { remembered: missing.remembered }),
  }
}

/** Returns whether the last RESTORED row already records the anchor record as the end of the hash chain. */
export function isNoted(db: Database, { hash }: AnchorMark): boolean {
  const noted = db
    .prepare(
      `SELECT json_extract(payload, '$.anchorHash') FROM journal
       WHERE code = 'RESTORED' AND sale_id IS NULL ORDER BY seq DESC LIMIT 1`,
    )
    .pluck()
    .get()
  return noted === hash
}

export function isVouched(db: Database, keyId: string, hubKey: string): boolean {
  const found = db.prepare(
    `SELECT 1 FROM journal WHERE code = 'KEY_ATTESTED' AND sale_id IS NULL
       AND json_extract(payload, '$.keyId') = ? AND json_extract(payload, '$.hubKey') = ?`,
  )
  return found.get(keyId, hubKey) !== undefined
}

/** SQL condition for `journal`: RESTORED rows that report permanently lost rows. */
export const INCOMPLETE = `code = 'RESTORED' AND sale_id IS NULL AND json_extract(payload, '$.complete') = 0`

/** SQL condition for `journal`: KEY_CHANGED rows without a signature of the previous key or an attestation of a hub. */
const UNEXPLAINED = `code = 'KEY_CHANGED' AND json_extract(payload, '$.previousSig') IS NULL
  AND json_extract(payload, '$.keyId') NOT IN (SELECT json_extract(payload, '$.keyId') FROM journal
    WHERE code = 'KEY_ATTESTED' AND sale_id IS NULL)`

/** Returns the gaps that staff have not investigated, oldest first. */
export function openGaps(db: Database): readonly (LostRows | NewKey)[] {
  const rows = db.prepare(
    `SELECT found.seq, found.wall_utc AS foundUtc, coalesce(before.wall_utc, found.wall_utc) AS sinceUtc, found.payload
     FROM (SELECT seq, wall_utc, payload FROM journal WHERE ${INCOMPLETE} OR ${UNEXPLAINED}) AS found
     LEFT JOIN journal AS before ON before.seq = coalesce(json_extract(found.payload, '$.presentSeq'), found.seq - 1)
     WHERE found.seq NOT IN (SELECT json_extract(payload, '$.gapSeq') FROM journal
       WHERE code = 'GAP_SETTLED' AND sale_id IS NULL)
     ORDER BY found.seq`,
  )
  return (rows.all() as GapRow[]).map(gapOf)
}

/** Returns the unfinished sales whose last row precedes missing rows. */
export function salesInDoubt(db: Database): ReadonlySet<string> {
  const sales = db.prepare(
    `SELECT sale_id FROM sale WHERE finished = 0 AND last_seq < (SELECT max(seq) FROM journal WHERE ${INCOMPLETE})`,
  )
  return new Set(sales.pluck().all() as string[])
}

interface GapRow {
  readonly seq: number
  readonly sinceUtc: string
  readonly foundUtc: string
  readonly payload: string
}

type RemnantReport =
  | { readonly keyId: string }
  | {
      readonly presentSeq: number
      readonly anchorSeq?: number
      readonly remembered?: readonly Trace[]
    }

function gapOf({ payload, ...when }: GapRow): LostRows | NewKey {
  const told = JSON.parse(payload) as RemnantReport
  if ('keyId' in told) return { kind: 'key', ...when, keyId: told.keyId }
  const { presentSeq, anchorSeq, remembered = [] } = told
  const furthest = Math.max(anchorSeq ?? 0, ...remembered.map(({ seq }) => seq))
  const by = new Set([...(anchorSeq === undefined ? [] : ['anchor' as const]), ...remembered.map((each) => each.by)])
  // If a source has a different row but no later row, the number of lost rows is unknown.
  return { kind: 'rows', ...when, rows: furthest > presentSeq ? furthest - presentSeq : null, remembered: [...by] }
}

/** A row that existed earlier, according to a file beside the ledger. */
interface Trace {
  readonly by: LedgerMemory
  readonly seq: number
  /** Hash of the row in hexadecimal; absent if only the row's number is known. */
  readonly hash?: string
}

interface TracePlaces extends ConnectionOptions {
  readonly register: string
  readonly signer: Signer
  readonly backups: string
  readonly roll: string
  /** Folder of archives; only archives named after the register are read. */
  readonly archives?: string | undefined
  /** Folder of closure documents, named `<register>-Z-<number>-<row>`. */
  readonly reports?: string | undefined
}

/** Evidence in other files that a ledger existed, with its last row; at most one trace for each kind of file. */
export interface Traces {
  readonly found: readonly Trace[]
  /** Path of the newest archive signed with the register's current key; null if no such archive exists. */
  readonly archive: string | null
}

export function findLedgerRemnants(places: TracePlaces): Traces {
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

/** If the newest backup cannot be read, its last row is taken from the file name. */
function backupTrace({ backups, nativeBinding }: TracePlaces): readonly Trace[] {
  const [newest] = listBackups(backups)
  if (newest === undefined) return []
  try {
    const sql = 'SELECT seq, lower(hex(hash)) AS hash FROM journal ORDER BY seq DESC LIMIT 1'
    const last = readLedger(newest, { nativeBinding }, (db) => db.prepare(sql).all()) as Omit<Trace, 'by'>[]
    return last.map((row) => ({ by: 'backup', ...row }))
  } catch {
    return [{ by: 'backup', seq: rowOfName(newest) }]
  }
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

/**
 * Returns the names of the files in a folder; empty if the folder cannot be read, for example because its disk is
 * disconnected.
 */
function namesIn(folder: string | undefined): readonly string[] {
  try {
    return readdirSync(folder ?? '')
  } catch {
    return []
  }
}

/** Returns traces for anchor records signed by another key, unless that key is known and the signature is wrong. */
export function tracesOfMarks(db: Database, marks: readonly AnchorMark[]): readonly Trace[] {
  const known = db.prepare('SELECT public_key FROM signing_key WHERE key_id = ?').pluck()
  return marks
    .filter((mark) => {
      const key = known.get(mark.keyId) as string | undefined
      return key === undefined || vouched(mark, publicKey(key))
    })
    .map(({ seq, hash }) => ({ by: 'anchor', seq, hash }))
}

/** Returns the traces that contradict the ledger and are not yet named in a RESTORED row. */
export function findContradictions(db: Database, traces: readonly Trace[]): readonly Trace[] {
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
