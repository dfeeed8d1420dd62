import type { Database } from 'better-sqlite3'
import type { LostRows, NewKey } from '../../core/ports/ports.ts'
import type { AnchorMark } from './anchor.ts'
import type { Journal } from '../chain/journal.ts'
import type { Trace } from './traces.ts'

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
export interface Restoration {
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
