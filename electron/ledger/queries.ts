import type { Database } from 'better-sqlite3'
import { isHexCode, qrKey } from '../../shared/domain/documents/qr-code.ts'
import type { ShiftTrade, TradedTicket } from '../../shared/domain/money/trade.ts'
import type { Sale } from '../../shared/domain/sale/sale.ts'
import type { Ticket } from '../../shared/domain/seats/offer.ts'
import type { Place } from '../../shared/domain/seats/place.ts'
import type { JournalLine } from '../../shared/kiosk-api/office-views.ts'
import type { RefusedPurchase, SaleLedger } from '../core/ports/ports.ts'
import { openAfterSales } from './books/after-sales.ts'
import { type Books, type Range, returnedTickets, seatsByHand } from './books/shift-sums.ts'

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

/** Fields that are truncated, so that a person who reads the screen does not get an entry code from it. */
const CUT_SHORT: ReadonlySet<string> = new Set(['qrCode', 'checkoutToken', 'sessionId'])

/** Returns the rows before the given one, or the last ones, newest first. */
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

/** Checks whether other sales already have what a sale is about to claim. */
export type Conflicts = Pick<
  SaleLedger,
  'conflictingHolds' | 'conflictingTickets' | 'seatsSoldHere' | 'othersOfOwner' | 'approvedAs'
>

export function openConflicts(db: Database): Conflicts {
  const owner = db.prepare('SELECT sale_id FROM ticket WHERE (ticket_id = ? OR qr_code IN (?, ?, ?)) AND sale_id <> ?')
  const ofSeat = db.prepare(
    'SELECT ticket_id AS ticketId, sale_id AS saleId FROM ticket WHERE event_id = ? AND seat_id = ? AND sale_id <> ?',
  )
  const afterSales = openAfterSales(db)
  const sameOwner = db.prepare('SELECT 1 FROM sale WHERE owner_ref = ? AND sale_id <> ? ORDER BY rowid DESC LIMIT 1')
  const ownedTicket = db
    .prepare(
      'SELECT qr_code FROM ticket JOIN sale USING (sale_id) WHERE ticket_id = ? AND seat_id = ? AND owner_ref = ? AND sale_id <> ?',
    )
    .pluck()
  const holder = db.prepare('SELECT sale_id FROM sale_seat WHERE hold_id = ? AND sale_id <> ?')
  const approved = db
    .prepare(
      `SELECT tender.order_id FROM tender JOIN sale USING (sale_id)
       WHERE approval = ? AND kind = ? AND last_seq >= (SELECT first_seq FROM shift WHERE last_seq IS NULL) LIMIT 1`,
    )
    .pluck()

  function isSoldHere({ saleId, event }: Pick<Sale, 'saleId' | 'event'>, seatId: string): boolean {
    const tickets = ofSeat.all(event.eventId, seatId, saleId) as {
      readonly ticketId: string
      readonly saleId: string
    }[]
    return tickets.some(
      (ticket) => !afterSales(ticket.saleId).returns.some(({ ticketIds }) => ticketIds.includes(ticket.ticketId)),
    )
  }

  return {
    seatsSoldHere: (sale, seatIds) => seatIds.filter((seatId) => isSoldHere(sale, seatId)),
    conflictingHolds: (saleId, holdIds) => holdIds.filter((holdId) => holder.get(holdId, saleId) !== undefined),
    conflictingTickets(sale, tickets) {
      const twice = (ticket: Ticket, name: (of: Ticket) => string): boolean =>
        tickets.some((other) => other !== ticket && name(other) === name(ticket))
      const taken = ({ ticketId, qrCode, seatId }: Ticket): boolean =>
        owner.get(ticketId, ...writings(qrCode), sale.saleId) !== undefined || isSoldHere(sale, seatId)
      const names = [
        ({ ticketId }: Ticket) => ticketId,
        ({ qrCode }: Ticket) => qrKey(qrCode),
        ({ seatId }: Ticket) => seatId,
      ]
      return tickets
        .filter((ticket) => taken(ticket) || names.some((name) => twice(ticket, name)))
        .map(({ ticketId }) => ticketId)
    },
    othersOfOwner({ saleId, ownerRef }, listed) {
      if (sameOwner.get(ownerRef, saleId) === undefined) return null
      const known = listed.filter(({ ticketId, seatId, qrCode }) => {
        const code = ownedTicket.get(ticketId, seatId, ownerRef, saleId) as string | undefined
        return code !== undefined && qrKey(code) === qrKey(qrCode)
      })
      return new Set(known.map(({ ticketId }) => ticketId))
    },
    approvedAs: (kind, approval) => (approved.get(approval, kind) as string | undefined) ?? null,
  }
}

/**
 * Returns the spellings of a code: a hexadecimal code is the same in lower and upper case, any other has one spelling.
 */
function writings(qrCode: string): readonly [string, string, string] {
  return isHexCode(qrCode) ? [qrCode, qrCode.toLowerCase(), qrCode.toUpperCase()] : [qrCode, qrCode, qrCode]
}

/** Returns the refused purchases in the journal, oldest first. A later PURCHASES_RESUMED applies to all before it. */
export function refusedPurchases(db: Database): readonly RefusedPurchase[] {
  const rows = db
    .prepare(
      `SELECT payload, seq < (SELECT coalesce(max(seq), 0) FROM journal WHERE code = 'PURCHASES_RESUMED') AS resumed
       FROM journal WHERE code = 'PURCHASES_REFUSED' AND sale_id IS NULL ORDER BY seq`,
    )
    .all() as { readonly payload: string; readonly resumed: number }[]
  return rows.map(({ payload, resumed }) => {
    const { status, code, saleId } = JSON.parse(payload) as Omit<RefusedPurchase, 'resumed'>
    return { status, code, saleId, resumed: resumed === 1 }
  })
}

/**
 * Normalises a seat as people type it, `N3 F 12` or `n3-f-12`: removes blanks and dashes. The column `seat_key`
 * contains this form.
 */
export function seatKey(text: string): string {
  return text.replaceAll(/[ -]/gu, '')
}

export function placeKey({ sector, row, seatNumber }: Place): string {
  return seatKey(`${sector}${row}${seatNumber}`)
}
