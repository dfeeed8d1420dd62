import type { Database } from 'better-sqlite3'
import { type CountedPiece, countedTotal } from '../../../shared/domain/money/cash.ts'
import type { CashMove, DrawerAct, DrawerCount, DrawerState, ShiftState } from '../../../shared/domain/money/drawer.ts'
import type { HubAttestation } from '../../../shared/domain/money/credit-voucher.ts'
import { type JournalEntry, rowCode } from '../journal.ts'
import { rowCodes } from '../../../shared/ledger-format/rows.ts'
import { AFTER_SALE_CODES } from './after-sales.ts'
import { type Account, accountPaidPostings, drawerPostings, type Posting } from './entries.ts'
import { owedAt } from './shift-sums.ts'

/** Contra account of each cash movement; the sign is 1 for cash into the drawer and -1 for cash out of it. */
const MOVES: Readonly<Record<CashMove, readonly [other: Account, sign: 1 | -1]>> = {
  'paid-in': ['paid-in', 1],
  'paid-out': ['paid-out', -1],
  'cash-dropped': ['safe', -1],
}

export interface DrawerPayload {
  readonly currency: string
  /** Present in SHIFT_OPENED and in rows of cash movements. */
  readonly amount?: number
  /** Present in DRAWER_OPENED and in rows of cash movements. */
  readonly reason?: string
  readonly second?: string
  /** Present in SLIP_PAID_OUT; `reference` and `word` are present only if a hub was queried. */
  readonly slipId?: string
  readonly reference?: string
  readonly word?: HubAttestation
  /** Present in ACCOUNT_PAID: the tender of the payment. */
  readonly tender?: string
  /** Present in DRAWER_COUNTED: the counted amount and the expected amount according to the books. */
  readonly pieces?: readonly CountedPiece[]
  readonly total?: number
  readonly expected?: number
  readonly receiver?: string
  readonly postings?: readonly Posting[]
}

export function drawerEntry(db: Database, act: DrawerAct, staffId: string | null): JournalEntry {
  return { code: rowCode(act.type), saleId: null, staffId, payload: payloadOf(db, act) }
}

function payloadOf(db: Database, act: DrawerAct): object {
  const { shiftNo, firstSeq } = runningShift(db)
  switch (act.type) {
    case 'shift-opened': {
      const { currency, amount } = act
      return { shiftNo, currency, amount, postings: drawerPostings(amount, 'float') }
    }
    case 'paid-in':
    case 'paid-out':
    case 'cash-dropped': {
      const { type, currency, amount, reason, second } = act
      const who = second === undefined ? {} : { second }
      const [other, sign] = MOVES[type]
      return { currency, amount, reason, ...who, postings: drawerPostings(sign * amount, other) }
    }
    case 'slip-paid-out': {
      const { slipId, currency, amount, second, word } = act
      const byHub = word && { reference: word.reference, word }
      return { slipId, currency, amount, second, ...byHub, postings: drawerPostings(-amount, 'credit-slips') }
    }
    case 'account-paid': {
      const { type: _, ...paid } = act
      return { ...paid, postings: accountPaidPostings(paid) }
    }
    case 'drawer-opened':
      return { reason: act.reason, ...(act.second !== undefined && { second: act.second }) }
    case 'drawer-counted': {
      const { currency, receiver } = act
      const pieces = act.pieces.filter(({ count }) => count > 0)
      const [total, expected] = [countedTotal(pieces), drawerBalance(db, currency, firstSeq)]
      const handedOver = receiver === undefined ? {} : { receiver }
      const postings = drawerPostings(total - expected, 'over-short')
      return { currency, pieces, total, expected, ...handedOver, postings }
    }
  }
}

export function runningShift(db: Database): { readonly shiftNo: number; readonly firstSeq: number } {
  const sql = 'SELECT shift_no AS shiftNo, first_seq AS firstSeq FROM shift WHERE last_seq IS NULL'
  return db.prepare(sql).get() as { shiftNo: number; firstSeq: number }
}

/** Returns the amount in the drawer according to the books, in minor units. */
function drawerBalance(db: Database, currency: string, firstSeq: number): number {
  return db
    .prepare(
      `SELECT coalesce(sum(debit) - sum(credit), 0) FROM posting WHERE seq >= ? AND account = 'drawer' AND currency = ?`,
    )
    .pluck()
    .get(firstSeq, currency) as number
}

export interface DrawerRow {
  readonly seq: number
  readonly code: string
  readonly staffId: string | null
  readonly atUtc: string
  readonly payload: DrawerPayload
}

export function drawerRows(db: Database, firstSeq: number, lastSeq: number): readonly DrawerRow[] {
  const codes = rowCodes.drawer.map((code) => `'${code}'`).join(', ')
  const rows = db
    .prepare(
      `SELECT seq, code, staff_id AS staffId, wall_utc AS atUtc, payload FROM journal
       WHERE sale_id IS NULL AND code IN (${codes}) AND seq BETWEEN ? AND ? ORDER BY seq`,
    )
    .all(firstSeq, lastSeq) as (Omit<DrawerRow, 'payload'> & { readonly payload: string })[]
  return rows.map(({ payload, ...row }) => ({ ...row, payload: JSON.parse(payload) as DrawerPayload }))
}

/** Returns the currencies whose drawer had movements in the given rows and was not counted afterwards. */
export function uncountedDrawers(
  db: Database,
  { firstSeq, lastSeq }: { readonly firstSeq: number; readonly lastSeq: number },
  rows: readonly DrawerRow[],
): ReadonlySet<string> {
  const moved = db
    .prepare(
      `SELECT currency, max(seq) AS seq FROM posting WHERE account = 'drawer' AND seq BETWEEN ? AND ? GROUP BY currency`,
    )
    .all(firstSeq, lastSeq) as { readonly currency: string; readonly seq: number }[]
  const countedAfter = (currency: string, seq: number): boolean =>
    rows.some((row) => row.code === 'DRAWER_COUNTED' && row.payload.currency === currency && row.seq >= seq)
  return new Set(moved.flatMap(({ currency, seq }) => (countedAfter(currency, seq) ? [] : [currency])))
}

export function countsIn(rows: readonly DrawerRow[]): readonly DrawerCount[] {
  let difference = 0
  return rows.flatMap(({ code, atUtc, staffId, payload }) => {
    const { total = 0, expected = 0, pieces = [], receiver } = payload
    if (code !== 'DRAWER_COUNTED') return []
    // Each count adjusts the books, so differences are added up; after a recount that corrects an error, the sum is 0.
    difference += total - expected
    return [{ atUtc, staffId, ...(receiver !== undefined && { receiver }), total, difference, pieces }]
  })
}

export function shiftState(db: Database): ShiftState {
  const { shiftNo, firstSeq } = runningShift(db)
  const lastSeq = Number.MAX_SAFE_INTEGER
  const rows = drawerRows(db, firstSeq, lastSeq)
  const uncounted = uncountedDrawers(db, { firstSeq, lastSeq }, rows)
  const drawers = new Map<string, DrawerState>()
  const drawerOf = (currency: string): DrawerState =>
    drawers.get(currency) ?? { currency, float: null, counted: null, uncounted: uncounted.has(currency) }
  for (const currency of uncounted) drawers.set(currency, drawerOf(currency))
  for (const [currency, ofCurrency] of Map.groupBy(rows, ({ payload }) => payload.currency)) {
    const opened = ofCurrency.findLast(({ code }) => code === 'SHIFT_OPENED')
    const counted = countsIn(ofCurrency).at(-1)
    if (!opened && !counted) continue
    drawers.set(currency, {
      ...drawerOf(currency),
      ...(opened && { float: opened.payload.amount ?? 0 }),
      ...(counted && { counted }),
    })
  }
  const since = db.prepare('SELECT wall_utc FROM journal WHERE seq = ?').pluck().get(firstSeq) as string | undefined
  // Excludes sales in state `choosing`, which have no seats because the booking service refused their hold.
  const open = db.prepare("SELECT count(*) FROM sale WHERE finished = 0 AND state <> 'choosing'")
  const openSales = open.pluck().get() as number
  const owed = [...owedAt(db, lastSeq)].map(([currency, amount]) => ({ currency, amount }))
  return {
    shiftNo,
    sinceUtc: since ?? null,
    activeSinceUtc: activeSince(db, firstSeq),
    drawers: [...drawers.values()],
    openSales,
    owed,
  }
}

/** Codes of journal rows that count as activity, even without postings. */
const SHOWN_CODES = [...rowCodes.drawer, ...AFTER_SALE_CODES, ...rowCodes.cashbox]

function activeSince(db: Database, firstSeq: number): string | null {
  const codes = SHOWN_CODES.map((code) => `'${code}'`).join(', ')
  const first = db.prepare(
    `SELECT wall_utc FROM journal
     WHERE seq >= ? AND (sale_id IS NOT NULL OR code IN (${codes}) OR EXISTS (SELECT 1 FROM posting WHERE posting.seq = journal.seq))
     ORDER BY seq LIMIT 1`,
  )
  return (first.pluck().get(firstSeq) as string | undefined) ?? null
}
