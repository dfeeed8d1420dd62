import type { Database } from 'better-sqlite3'
import type { ShiftTrade, TradedTicket } from '../../../shared/domain/money/trade.ts'
import type { JournalLine } from '../../../shared/kiosk-api/office-views.ts'
import type { Books, Range } from './shift-sums.ts'
import { returnedTickets, seatsByHand } from './takings.ts'

/** Returns the tickets sold and returned in a shift; in the current one if `shiftNo` is null. Null if there is no such shift. */
export function shiftTrade(books: Books, shiftNo: number | null): ShiftTrade | null {
  const { db } = books
  const shift = db
    .prepare('SELECT first_seq, last_seq FROM shift WHERE shift_no = coalesce(?, (SELECT max(shift_no) FROM shift))')
    .get(shiftNo) as { first_seq: number; last_seq: number | null } | undefined
  if (!shift) return null
  const range = { firstSeq: shift.first_seq, lastSeq: shift.last_seq ?? Number.MAX_SAFE_INTEGER }
  const byHand = seatsByHand(books, range).map(({ atUtc, price, currency, tribune }) => ({
    atUtc,
    price,
    currency,
    tribune,
    byHand: true as const,
  }))
  const returned = returnedTickets(db, range).map(({ price, currency }) => ({ price, currency }))
  return { sold: [...issuedTickets(db, range), ...byHand], returned }
}

function issuedTickets(db: Database, { firstSeq, lastSeq }: Range): readonly TradedTicket[] {
  const rows = db
    .prepare(
      `SELECT journal.wall_utc AS atUtc, sale.currency, json_extract(each.value, '$.price') AS price,
         json_extract(each.value, '$.place.tribune.name') AS name, json_extract(each.value, '$.place.tribune.color') AS color
       FROM journal JOIN sale USING (sale_id), json_each(journal.payload, '$.tickets') AS each
       WHERE journal.seq IN (SELECT seq FROM ticket WHERE seq BETWEEN ? AND ?) ORDER BY journal.seq`,
    )
    .all(firstSeq, lastSeq) as {
    readonly atUtc: string
    readonly currency: string
    readonly price: number
    readonly name: string | null
    readonly color: string | null
  }[]
  return rows.map(({ name, color, ...ticket }) => ({ ...ticket, tribune: { name: name ?? '', color: color ?? '' } }))
}

/** Somebody who reads over a shoulder must not get in with them. */
const CUT_SHORT: ReadonlySet<string> = new Set(['qrCode', 'checkoutToken', 'sessionId'])

/** Rows before that one, or the last ones, newest first. */
export function journalLines(
  db: Database,
  { before, saleId, limit }: { readonly before: number | null; readonly saleId: string | null; readonly limit: number },
): readonly JournalLine[] {
  const rows = db
    .prepare(
      `SELECT seq, wall_utc AS atUtc, code, sale_id AS saleId, sale.currency, staff_id AS staffId, payload
       FROM journal LEFT JOIN sale USING (sale_id)
       WHERE seq < ? AND (? IS NULL OR sale_id = ?) ORDER BY seq DESC LIMIT ?`,
    )
    .all(before ?? Number.MAX_SAFE_INTEGER, saleId, saleId, limit) as (Omit<JournalLine, 'details'> & {
    readonly payload: string
  })[]
  return rows.map(({ payload, ...row }) => ({ ...row, details: shortened(payload) }))
}

function shortened(payload: string): string {
  const cut = (key: string, value: unknown): unknown =>
    CUT_SHORT.has(key) && typeof value === 'string' ? `${value.slice(0, 4)}…` : value
  return JSON.stringify(JSON.parse(payload, cut))
}
