import type { Database } from 'better-sqlite3'
import { type CountedPiece, countedTotal } from '../../shared/domain/cash.ts'
import type { DrawerAct, DrawerState, ShiftState } from '../../shared/domain/drawer.ts'
import type { JournalEntry } from './journal.ts'
import { drawerPostings, type Posting } from './postings.ts'

export const DRAWER_CODES: ReadonlySet<string> = new Set([
  'SHIFT_OPENED',
  'PAID_IN',
  'PAID_OUT',
  'DRAWER_OPENED',
  'DRAWER_COUNTED',
])

/** The payload of a row that moved the drawer's money, or may have. */
export interface DrawerPayload {
  readonly currency: string
  /** Of SHIFT_OPENED, PAID_IN and PAID_OUT. */
  readonly amount?: number
  /** Of PAID_IN, PAID_OUT and DRAWER_OPENED, which has nothing else. */
  readonly reason?: string
  /** Of DRAWER_COUNTED: what was found, and what the books say. */
  readonly pieces?: readonly CountedPiece[]
  readonly total?: number
  readonly expected?: number
  readonly postings?: readonly Posting[]
}

/** The row that an act becomes, in the running shift. */
export function drawerEntry(db: Database, act: DrawerAct, staffId: string | null): JournalEntry {
  const code = act.type.replaceAll('-', '_').toUpperCase()
  return { code, saleId: null, staffId, payload: payloadOf(db, act) }
}

function payloadOf(db: Database, act: DrawerAct): object {
  const { shiftNo, firstSeq } = runningShift(db)
  switch (act.type) {
    case 'shift-opened': {
      const { currency, amount } = act
      return { shiftNo, currency, amount, postings: drawerPostings(amount, 'float') }
    }
    case 'paid-in':
    case 'paid-out': {
      const { type, currency, amount, reason } = act
      return { currency, amount, reason, postings: drawerPostings(type === 'paid-in' ? amount : -amount, type) }
    }
    case 'drawer-opened':
      return { reason: act.reason }
    case 'drawer-counted': {
      const { currency } = act
      const pieces = act.pieces.filter(({ count }) => count > 0)
      const [total, expected] = [countedTotal(pieces), drawerBalance(db, currency, firstSeq)]
      return { currency, pieces, total, expected, postings: drawerPostings(total - expected, 'over-short') }
    }
  }
}

function runningShift(db: Database): { readonly shiftNo: number; readonly firstSeq: number } {
  return db.prepare('SELECT shift_no AS shiftNo, first_seq AS firstSeq FROM shift WHERE last_seq IS NULL').get() as {
    readonly shiftNo: number
    readonly firstSeq: number
  }
}

/** What the books say is in the drawer. */
function drawerBalance(db: Database, currency: string, firstSeq: number): number {
  return db
    .prepare(
      `SELECT coalesce(sum(debit) - sum(credit), 0) FROM posting WHERE seq >= ? AND account = 'drawer' AND currency = ?`,
    )
    .pluck()
    .get(firstSeq, currency) as number
}

/** A row of `DRAWER_CODES`. */
export interface DrawerRow {
  readonly code: string
  readonly staffId: string | null
  readonly atUtc: string
  readonly payload: DrawerPayload
}

export function drawerRows(db: Database, firstSeq: number, lastSeq: number): readonly DrawerRow[] {
  const codes = [...DRAWER_CODES].map((code) => `'${code}'`).join(', ')
  const rows = db
    .prepare(
      `SELECT code, staff_id, wall_utc, payload FROM journal
       WHERE sale_id IS NULL AND code IN (${codes}) AND seq BETWEEN ? AND ? ORDER BY seq`,
    )
    .all(firstSeq, lastSeq) as { code: string; staff_id: string | null; wall_utc: string; payload: string }[]
  return rows.map(({ code, staff_id, wall_utc, payload }) => ({
    code,
    staffId: staff_id,
    atUtc: wall_utc,
    payload: JSON.parse(payload) as DrawerPayload,
  }))
}

export function shiftState(db: Database): ShiftState {
  const { shiftNo, firstSeq } = runningShift(db)
  const rows = drawerRows(db, firstSeq, Number.MAX_SAFE_INTEGER)
  const drawers = new Map<string, DrawerState>()
  for (const { code, atUtc, payload } of rows) {
    const { currency, amount = 0, total = 0, expected = 0 } = payload
    const known = drawers.get(currency) ?? { currency, float: null, counted: null }
    if (code === 'SHIFT_OPENED') drawers.set(currency, { ...known, float: amount })
    if (code === 'DRAWER_COUNTED')
      drawers.set(currency, { ...known, counted: { atUtc, total, difference: total - expected } })
  }
  const since = db.prepare('SELECT wall_utc FROM journal WHERE seq = ?').pluck().get(firstSeq) as string | undefined
  return { shiftNo, sinceUtc: since ?? null, drawers: [...drawers.values()] }
}
