import type { Database } from 'better-sqlite3'
import type { RecordedSale } from '../../../shared/domain/sale/reconcile.ts'
import { type ConnectionOptions, readLedger } from '../connection.ts'

export interface RecordedShift {
  readonly register: string
  readonly shiftNo: number
  readonly sales: readonly RecordedSale[]
}

/**
 * Returns the sales with rows in a shift, or in the running one if `shiftNo` is null, that may have tickets at the
 * service. Null if there is no such shift. A sale that spans two shifts is in both. A sale whose tickets were returned
 * in a later shift is also in that one.
 */
export function recordedSales(db: Database, shiftNo: number | null): RecordedShift | null {
  const shift = db
    .prepare(
      `SELECT shift_no, first_seq, coalesce(last_seq, ${Number.MAX_SAFE_INTEGER}) AS last_seq FROM shift
       WHERE shift_no = coalesce(?, (SELECT max(shift_no) FROM shift))`,
    )
    .get(shiftNo) as { shift_no: number; first_seq: number; last_seq: number } | undefined
  if (!shift) return null
  const payload = db.prepare('SELECT payload FROM journal WHERE seq = ?').pluck()
  const ticketsOf = db.prepare(
    `SELECT ticket_id AS ticketId, ticket_number AS ticketNumber, qr_code AS qrCode, seat_id AS seatId, price, seq
     FROM ticket WHERE sale_id = ? ORDER BY seq, ticket_id`,
  )
  const returns = db
    .prepare(
      `SELECT seq, payload FROM journal
       WHERE sale_id IS NULL AND code IN ('TICKETS_REFUNDED', 'TICKETS_VOIDED') ORDER BY seq`,
    )
    .all() as { readonly seq: number; readonly payload: string }[]
  const returned = new Set<string>()
  const broughtBack = new Set<string>()
  for (const { seq, payload: text } of returns) {
    const { saleId, ticketIds } = JSON.parse(text) as Returned
    for (const ticketId of ticketIds) returned.add(ticketId)
    if (seq >= shift.first_seq && seq <= shift.last_seq) broughtBack.add(saleId)
  }
  const rows = db
    .prepare(
      `SELECT sale_id AS saleId, owner_ref AS ownerRef, event_id AS eventId, state, order_id AS orderId, currency,
         coalesce(amount, 0) AS amount, first_seq AS firstSeq FROM sale
       WHERE (last_seq >= ? AND first_seq <= ? OR sale_id IN (SELECT value FROM json_each(?)))
         AND (order_id IS NOT NULL OR state = 'needs-staff') ORDER BY first_seq`,
    )
    .all(shift.first_seq, shift.last_seq, JSON.stringify([...broughtBack])) as SaleRow[]
  const shared = new Set(db.prepare('SELECT owner_ref FROM sale GROUP BY owner_ref HAVING count(*) > 1').pluck().all())
  const seatsOf = db
    .prepare(
      `SELECT seat_id FROM sale_seat WHERE order_id = ? AND NOT EXISTS (
         SELECT 1 FROM ticket WHERE (event_id, seat_id) = (sale_seat.event_id, sale_seat.seat_id) AND sale_id <> sale_seat.sale_id)`,
    )
    .pluck()
  const read = (seq: number): Opened & Issued => {
    const text = payload.get(seq) as string | undefined
    return text === undefined ? {} : (JSON.parse(text) as Opened & Issued)
  }
  const sales = rows.map((row): RecordedSale => {
    const { orderId, firstSeq, ...sale } = row
    const tickets = ticketsOf.all(sale.saleId) as TicketRow[]
    const [issued] = tickets
    const places = new Map(
      (issued ? (read(issued.seq).tickets ?? []) : []).map(({ ticketId, place }) => [ticketId, place.seatCode]),
    )
    return {
      ...sale,
      reference: orderId ?? sale.ownerRef,
      sharedOwner: shared.has(sale.ownerRef),
      seatIds: seatsOf.all(orderId) as string[],
      eventTitle: read(firstSeq).opened?.event.title ?? '',
      tickets: tickets.map(({ seq: _, ...ticket }) => ({
        ...ticket,
        seatCode: places.get(ticket.ticketId) ?? '',
        returned: returned.has(ticket.ticketId),
      })),
    }
  })
  const register = db.prepare('SELECT register FROM ledger').pluck().get() as string
  return { register, shiftNo: shift.shift_no, sales }
}

/** Returns the same from a ledger file that another program may be using. */
export function readRecordedSales({
  path,
  shiftNo,
  ...options
}: { readonly path: string; readonly shiftNo: number | null } & ConnectionOptions): RecordedShift | null {
  return readLedger(path, options, (db) => recordedSales(db, shiftNo))
}

type SaleRow = Pick<RecordedSale, 'saleId' | 'ownerRef' | 'eventId' | 'state' | 'currency' | 'amount'> & {
  readonly orderId: string | null
  readonly firstSeq: number
}

type TicketRow = Omit<RecordedSale['tickets'][number], 'seatCode' | 'returned'> & { readonly seq: number }

interface Issued {
  readonly tickets?: readonly { readonly ticketId: string; readonly place: { readonly seatCode: string } }[]
}

interface Returned {
  readonly saleId: string
  readonly ticketIds: readonly string[]
}

interface Opened {
  readonly opened?: { readonly event: { readonly title: string } }
}

/**
 * Returns the ids of the sales that have a ticket or an order of this number; none if the ledger has no such sale. Reads
 * a ledger file that another program may be using.
 */
export function readSalesOf({
  path,
  number,
  ...options
}: { readonly path: string; readonly number: string } & ConnectionOptions): readonly string[] {
  const sql = `SELECT sale_id FROM ticket WHERE ? IN (ticket_number, ticket_id)
    UNION SELECT sale_id FROM sale WHERE ? IN (sale_id, order_id)`
  return readLedger(path, options, (db) => db.prepare(sql).pluck().all(number, number) as string[])
}
