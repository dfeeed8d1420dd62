import type { Database } from 'better-sqlite3'
import { isHexCode, qrKey } from '../../shared/domain/documents/qr-code.ts'
import { isDocument, type TenderKind } from '../../shared/domain/money/tender.ts'
import type { ShiftTrade, TradedTicket } from '../../shared/domain/money/trade.ts'
import type { Sale } from '../../shared/domain/sale/sale.ts'
import type { Ticket, TicketReadBack } from '../../shared/domain/seats/offer.ts'
import type { Place } from '../../shared/domain/seats/place.ts'
import type { JournalLine } from '../../shared/api/kiosk/office-views.ts'
import type { RecordedAccountPayment, UnconfirmedEntry } from '../kiosk/ports/devices.ts'
import type { RefusedPurchase } from '../kiosk/ports/ports.ts'
import { openAfterSales } from './accounts/after-sales.ts'
import { type Books, type Range, rangeOfShift, returnedTickets, seatsByHand } from './accounts/shift-sums.ts'
import type { AccountPaid } from '../../shared/domain/money/drawer.ts'

/** Returns the tickets sold and returned in a shift, or null. `shiftNo`: null for the running shift. */
export function shiftTrade(books: Books, shiftNo: number | null): ShiftTrade | null {
  const { db } = books
  const range = rangeOfShift(db, shiftNo)
  if (!range) return null
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
    .all(firstSeq, lastSeq) as (Pick<TradedTicket, 'atUtc' | 'currency' | 'price'> &
    Readonly<Record<'name' | 'color', string | null>>)[]
  return rows.map(({ name, color, ...ticket }) => ({ ...ticket, tribune: { name: name ?? '', color: color ?? '' } }))
}

/** Fields that are truncated, so that no entry code can be read from the screen. */
const CUT_SHORT: ReadonlySet<string> = new Set(['qrCode', 'checkoutToken', 'sessionId'])

/** Returns the rows before row `before`, newest first. If `before` is null, begins with the last row. */
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

/**
 * Returns the number of the last duplicate that this machine printed of a ticket sold at another machine; 0 if it
 * printed none.
 */
export function purchaseCopies(db: Database, ticketNumber: string): number {
  const copies = db.prepare(
    `SELECT coalesce(max(payload ->> '$.copyNumber'), 0) FROM journal
     WHERE sale_id IS NULL AND code = 'PURCHASE_COPIED' AND CASE WHEN json_valid(payload) THEN payload ->> '$.ticketNumber' END = ?`,
  )
  return copies.pluck().get(ticketNumber) as number
}

/** Returns the given holds that belong to another sale. */
export function conflictingHolds(db: Database, saleId: string, holdIds: readonly string[]): readonly string[] {
  const holder = db.prepare('SELECT 1 FROM sale_seat WHERE hold_id = ? AND sale_id <> ?')
  return holdIds.filter((holdId) => holder.get(holdId, saleId) !== undefined)
}

type SaleSeats = Pick<Sale, 'saleId' | 'event'>

/** Returns the given seats for which another sale has a valid ticket. */
export function seatsSoldHere(db: Database, { saleId, event }: SaleSeats, seatIds: readonly string[]) {
  const ofSeat = db.prepare(
    'SELECT ticket_id AS ticketId, sale_id AS saleId FROM ticket WHERE event_id = ? AND seat_id = ? AND sale_id <> ?',
  )
  const afterSales = openAfterSales(db)
  return seatIds.filter((seatId) => {
    const tickets = ofSeat.all(event.eventId, seatId, saleId) as { ticketId: string; saleId: string }[]
    return tickets.some(
      (ticket) => !afterSales(ticket.saleId).returns.some(({ ticketIds }) => ticketIds.includes(ticket.ticketId)),
    )
  })
}

/** Returns the ids of tickets whose id, QR code or seat belongs to another sale or is listed twice. */
export function conflictingTickets(db: Database, sale: Sale, tickets: readonly Ticket[]): readonly string[] {
  const owner = db.prepare('SELECT 1 FROM ticket WHERE (ticket_id = ? OR qr_code IN (?, ?, ?)) AND sale_id <> ?')
  const sold = seatsSoldHere(
    db,
    sale,
    tickets.map(({ seatId }) => seatId),
  )
  const names = [
    ({ ticketId }: Ticket) => ticketId,
    ({ qrCode }: Ticket) => qrKey(qrCode),
    ({ seatId }: Ticket) => seatId,
  ]
  const conflicting = tickets.filter(
    (ticket) =>
      sold.includes(ticket.seatId) ||
      owner.get(ticket.ticketId, ...writings(ticket.qrCode), sale.saleId) !== undefined ||
      names.some((name) => tickets.some((other) => other !== ticket && name(other) === name(ticket))),
  )
  return conflicting.map(({ ticketId }) => ticketId)
}

/** Returns the ids of listed tickets that belong to other sales of the owner; null if the owner has no other sale. */
export function othersOfOwner(db: Database, { saleId, ownerRef }: Sale, listed: readonly TicketReadBack[]) {
  const others = db.prepare('SELECT 1 FROM sale WHERE owner_ref = ? AND sale_id <> ? ORDER BY rowid DESC LIMIT 1')
  if (others.get(ownerRef, saleId) === undefined) return null
  const codeOf = db.prepare(
    'SELECT qr_code FROM ticket JOIN sale USING (sale_id) WHERE ticket_id = ? AND seat_id = ? AND owner_ref = ? AND sale_id <> ?',
  )
  const known = listed.filter(({ ticketId, seatId, qrCode }) => {
    const code = codeOf.pluck().get(ticketId, seatId, ownerRef, saleId) as string | undefined
    return code !== undefined && qrKey(code) === qrKey(qrCode)
  })
  return new Set(known.map(({ ticketId }) => ticketId))
}

/**
 * Returns the order that was paid with the approval number in the running shift; null if there is no such order. If
 * `kind` is a document, searches all shifts.
 */
export function orderPaidBy(db: Database, kind: TenderKind, approval: string): string | null {
  const order = db.prepare(
    `SELECT tender.order_id FROM tender JOIN sale USING (sale_id)
     WHERE approval = ? AND kind = ? AND (? OR last_seq >= (SELECT first_seq FROM shift WHERE last_seq IS NULL)) LIMIT 1`,
  )
  return (order.pluck().get(approval, kind, Number(isDocument(kind))) as string | undefined) ?? null
}

/** Returns the spellings of a ticket code; hexadecimal codes are valid in lower and upper case. */
function writings(qrCode: string): readonly [string, string, string] {
  return isHexCode(qrCode) ? [qrCode, qrCode.toLowerCase(), qrCode.toUpperCase()] : [qrCode, qrCode, qrCode]
}

/** Returns the refused purchases, oldest first. A PURCHASING_RESUMED row applies to all refused purchases before it. */
export function refusedPurchases(db: Database): readonly RefusedPurchase[] {
  const rows = db
    .prepare(
      `SELECT payload, seq < (SELECT coalesce(max(seq), 0) FROM journal WHERE code = 'PURCHASING_RESUMED') AS resumed
       FROM journal WHERE code = 'PURCHASING_SUSPENDED' AND sale_id IS NULL ORDER BY seq`,
    )
    .all() as { readonly payload: string; readonly resumed: number }[]
  return rows.map(({ payload, resumed }) => {
    const { status, code, saleId } = JSON.parse(payload) as Omit<RefusedPurchase, 'resumed'>
    return { status, code, saleId, resumed: resumed === 1 }
  })
}

/** Normalises a typed seat such as `n3-f-12` to the form of the column `seat_key`, without blanks and dashes. */
export function seatKey(text: string): string {
  return text.replaceAll(/[ -]/gu, '')
}

export function placeKey({ sector, row, seatNumber }: Place): string {
  return seatKey(`${sector}${row}${seatNumber}`)
}

const UNCONFIRMED = `NOT IN (SELECT payload ->> '$.reference' FROM journal
  WHERE sale_id IS NULL AND code = 'ACCOUNT_ENTRY_CONFIRMED' AND json_valid(payload))`

/** Returns the refunds of sales on account and the payments of customers that the hub has not confirmed. */
export function unconfirmedEntries(db: Database): readonly UnconfirmedEntry[] {
  const unsold = db
    .prepare(
      `SELECT 'credit' AS kind, approval AS account, refund_reference AS reference, received - change_given AS amount, currency,
         tender.order_id AS receipt, json_array(reference) AS payments
       FROM tender JOIN sale USING (sale_id)
       WHERE kind = 'account' AND tender.state = 'refunded' AND refund_reference ${UNCONFIRMED}`,
    )
    .all()
  const returned = db
    .prepare(
      `SELECT 'credit' AS kind, max(approval) AS account, payload ->> '$.reference' AS reference, payload ->> '$.amount' AS amount,
         payload ->> '$.currency' AS currency, max(order_id) AS receipt, json_group_array(tender.reference) AS payments
       FROM journal JOIN tender ON tender.sale_id = payload ->> '$.saleId' AND tender.kind = 'account' AND tender.state = 'approved'
       WHERE journal.sale_id IS NULL AND code = 'REFUND_PAID' AND json_valid(payload) AND payload ->> '$.kind' = 'account'
         AND payload ->> '$.reference' ${UNCONFIRMED}
       GROUP BY journal.seq ORDER BY journal.seq`,
    )
    .all()
  const credits = [...unsold, ...returned] as (Omit<UnconfirmedEntry, 'items' | 'payments'> & { payments: string })[]
  const paid = db
    .prepare(
      `SELECT payload FROM journal
       WHERE sale_id IS NULL AND code = 'ACCOUNT_PAID' AND json_valid(payload)
         AND payload ->> '$.reference' ${UNCONFIRMED} ORDER BY seq`,
    )
    .pluck()
    .all() as string[]
  return [
    ...credits.map((credit) => ({ ...credit, items: [], payments: JSON.parse(credit.payments) as string[] })),
    ...paid.map((payload): UnconfirmedEntry => {
      const { reference, account, currency, amount, items } = JSON.parse(payload) as AccountPaid
      return {
        kind: 'payment',
        account,
        reference,
        amount,
        currency,
        receipt: reference.slice(0, 8),
        items,
        payments: [],
      }
    }),
  ]
}

export function accountPayment(db: Database, reference: string): RecordedAccountPayment | null {
  const row = db
    .prepare(
      `SELECT payload, wall_utc AS atUtc, staff_id AS staffId FROM journal
       WHERE sale_id IS NULL AND code = 'ACCOUNT_PAID' AND json_valid(payload) AND payload ->> '$.reference' = ?`,
    )
    .get(reference) as { readonly payload: string; readonly atUtc: string; readonly staffId: string } | undefined
  if (!row) return null
  const { payload, ...rest } = row
  return { ...(JSON.parse(payload) as AccountPaid), ...rest }
}
