import Sqlite from 'better-sqlite3'
import type { Database } from 'better-sqlite3'
import { readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { LedgerMemory } from '../../shared/domain/fleet/readiness.ts'
import type { LostRows, NewKey } from '../core/ports/ports.ts'
import { listBackups, rowOfName } from './backup.ts'
import { publicKey, signedWith } from './chain-check.ts'
import type { ConnectionOptions } from './connection.ts'
import type { Journal } from './journal.ts'
import { type AnchorMark, lastRolled, vouched } from './outside.ts'
import type { Signer } from './signer.ts'

/** Something outside the file knows a later or another end of the chain than the file has. */
export interface MissingRows {
  /** Last row that it knows: the anchor where the anchor does, else whatever goes furthest. */
  readonly anchorSeq: number
  /** Last row that is still there. */
  readonly presentSeq: number
  /** Who else knows more, or otherwise. */
  readonly remembered: readonly Trace[]
}

/** Why a register's RESTORED row was written. */
interface Restoration {
  readonly reason: string
  readonly salvagedRows: number
  /** Last row from before. */
  readonly presentSeq: number
}

/** What the anchor and `remembered`, which the ledger does not bear out, say is missing. */
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

/** The anchor's end of the chain is not there. */
function isCut(journal: Journal, tip: AnchorMark | null): boolean {
  return tip !== null && journal.hashOf(tip.seq) !== tip.hash
}

/**
 * Payload of the register's RESTORED row. `complete`: the anchor vouches for the very row that is the last one from
 * before, so nothing can have followed it.
 */
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

/** True when the last RESTORED row tells of this end of the chain already. */
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

/** True when a row says that this hub vouches for the key. */
export function isVouched(db: Database, keyId: string, hubKey: string): boolean {
  const found = db.prepare(
    `SELECT 1 FROM journal WHERE code = 'KEY_VOUCHED' AND sale_id IS NULL
       AND json_extract(payload, '$.keyId') = ? AND json_extract(payload, '$.hubKey') = ?`,
  )
  return found.get(keyId, hubKey) !== undefined
}

/** In a query over `journal`: rows that tell of rows lost for good. */
export const INCOMPLETE = `code = 'RESTORED' AND sale_id IS NULL AND json_extract(payload, '$.complete') = 0`

/** Rows that name a key which neither the key before nor a hub has vouched for. */
const UNEXPLAINED = `code = 'KEY_CHANGED' AND json_extract(payload, '$.previousSig') IS NULL
  AND json_extract(payload, '$.keyId') NOT IN (SELECT json_extract(payload, '$.keyId') FROM journal
    WHERE code = 'KEY_VOUCHED' AND sale_id IS NULL)`

export interface Gaps {
  open(): readonly (LostRows | NewKey)[]
  /** Unfinished sales whose last row stands before rows that are gone. */
  inDoubt(): ReadonlySet<string>
}

export function openGaps(db: Database): Gaps {
  const open = db.prepare(
    `SELECT found.seq, found.wall_utc AS foundUtc, coalesce(before.wall_utc, found.wall_utc) AS sinceUtc, found.payload
     FROM (SELECT seq, wall_utc, payload FROM journal WHERE ${INCOMPLETE} OR ${UNEXPLAINED}) AS found
     LEFT JOIN journal AS before ON before.seq = coalesce(json_extract(found.payload, '$.presentSeq'), found.seq - 1)
     WHERE found.seq NOT IN (SELECT json_extract(payload, '$.gapSeq') FROM journal
       WHERE code = 'GAP_SETTLED' AND sale_id IS NULL)
     ORDER BY found.seq`,
  )
  const inDoubt = db
    .prepare(
      `SELECT sale_id FROM sale WHERE finished = 0 AND last_seq < (SELECT max(seq) FROM journal WHERE ${INCOMPLETE})`,
    )
    .pluck()
  return {
    open: () => (open.all() as GapRow[]).map(gapOf),
    inDoubt: () => new Set(inDoubt.all() as string[]),
  }
}

interface GapRow {
  readonly seq: number
  readonly sinceUtc: string
  readonly foundUtc: string
  readonly payload: string
}

type Told =
  | { readonly keyId: string }
  | {
      readonly presentSeq: number
      readonly anchorSeq?: number
      readonly remembered?: readonly Trace[]
    }

function gapOf({ payload, ...when }: GapRow): LostRows | NewKey {
  const told = JSON.parse(payload) as Told
  if ('keyId' in told) return { kind: 'key', ...when, keyId: told.keyId }
  const { presentSeq, anchorSeq, remembered = [] } = told
  const furthest = Math.max(anchorSeq ?? 0, ...remembered.map(({ seq }) => seq))
  const by = new Set([...(anchorSeq === undefined ? [] : ['anchor' as const]), ...remembered.map((each) => each.by)])
  // What remembers another row, and none behind, tells nothing of how many there were.
  return { kind: 'rows', ...when, rows: furthest > presentSeq ? furthest - presentSeq : null, remembered: [...by] }
}

/** What something beside the ledger remembers of it: this row was written once. */
interface Trace {
  readonly by: LedgerMemory
  readonly seq: number
  /** Hash of that row, hexadecimal; left out where only its number is known. */
  readonly hash?: string
}

interface TracePlaces extends ConnectionOptions {
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
