import type { Database } from 'better-sqlite3'
import type { LedgerGap } from '../core/ports.ts'
import type { AnchorMark } from './anchor.ts'
import type { Journal } from './journal.ts'

/** The anchor knows a later or another end of the chain than the file has. */
export interface MissingRows {
  /** Last row the anchor vouches for. */
  readonly anchorSeq: number
  /** Last row that is still there. */
  readonly presentSeq: number
}

/** Why a register's RESTORED row was written. */
export interface Restoration {
  readonly reason: string
  readonly salvagedRows: number
  /** Last row from before. */
  readonly presentSeq: number
}

/** What the anchor says is missing. */
export function missingRows(journal: Journal, tip: AnchorMark | null, presentSeq: number): MissingRows | null {
  if (tip === null || journal.hashOf(tip.seq) === tip.hash) return null
  return { anchorSeq: tip.seq, presentSeq }
}

/**
 * Payload of the register's RESTORED row. `complete`: the anchor vouches for the very row that is the last one from
 * before, so nothing can have followed it.
 */
export function restoredPayload(restoration: Restoration, tip: AnchorMark | null, missing: MissingRows | null) {
  const complete = missing === null && tip?.seq === restoration.presentSeq
  return { ...restoration, complete, ...(missing && tip && { anchorSeq: tip.seq, anchorHash: tip.hash }) }
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

/** Rows that tell of rows lost for good. */
const INCOMPLETE = `code = 'RESTORED' AND sale_id IS NULL AND json_extract(payload, '$.complete') = 0`

export interface Gaps {
  open(): readonly LedgerGap[]
  /** Unfinished sales whose last row stands before rows that are gone. */
  inDoubt(): ReadonlySet<string>
}

export function openGaps(db: Database): Gaps {
  const open = db.prepare(
    `SELECT found.seq, found.wall_utc AS foundUtc, coalesce(before.wall_utc, found.wall_utc) AS sinceUtc,
       json_extract(found.payload, '$.anchorSeq') - json_extract(found.payload, '$.presentSeq') AS rows
     FROM (SELECT seq, wall_utc, payload FROM journal WHERE ${INCOMPLETE}) AS found
     LEFT JOIN journal AS before ON before.seq = json_extract(found.payload, '$.presentSeq')
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
    open: () => open.all() as LedgerGap[],
    inDoubt: () => new Set(inDoubt.all() as string[]),
  }
}
