import Sqlite, { type Database } from 'better-sqlite3'
import type { RecordedSale } from '../../../shared/domain/sale/reconcile.ts'
import type { Sale } from '../../../shared/domain/sale/sale.ts'
import type { ConnectionOptions } from '../connection.ts'

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
  const ticketsOf = db.prepare('SELECT * FROM ticket WHERE sale_id = ? ORDER BY seq, ticket_id')
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
      `SELECT sale_id, owner_ref, event_id, state, order_id, currency, amount, first_seq FROM sale
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
    const tickets = ticketsOf.all(row.sale_id) as TicketRow[]
    const [issued] = tickets
    const places = new Map(
      (issued ? (read(issued.seq).tickets ?? []) : []).map(({ ticketId, place }) => [ticketId, place.seatCode]),
    )
    return {
      saleId: row.sale_id,
      reference: row.order_id ?? row.owner_ref,
      ownerRef: row.owner_ref,
      sharedOwner: shared.has(row.owner_ref),
      seatIds: seatsOf.all(row.order_id) as string[],
      state: row.state,
      eventId: row.event_id,
      eventTitle: read(row.first_seq).opened?.event.title ?? '',
      currency: row.currency,
      amount: row.amount ?? 0,
      tickets: tickets.map((ticket) => ({
        ticketId: ticket.ticket_id,
        ticketNumber: ticket.ticket_number,
        qrCode: ticket.qr_code,
        seatId: ticket.seat_id,
        seatCode: places.get(ticket.ticket_id) ?? '',
        price: ticket.price,
        returned: returned.has(ticket.ticket_id),
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
  nativeBinding,
}: { readonly path: string; readonly shiftNo: number | null } & ConnectionOptions): RecordedShift | null {
  const db = new Sqlite(path, { readonly: true, fileMustExist: true, ...(nativeBinding && { nativeBinding }) })
  try {
    return recordedSales(db, shiftNo)
  } finally {
    db.close()
  }
}

interface SaleRow {
  readonly sale_id: string
  readonly owner_ref: string
  readonly event_id: string
  readonly state: Sale['state']
  readonly order_id: string | null
  readonly currency: string
  readonly amount: number | null
  readonly first_seq: number
}

interface TicketRow {
  readonly ticket_id: string
  readonly ticket_number: string
  readonly qr_code: string
  readonly seat_id: string
  readonly price: number
  readonly seq: number
}

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
  nativeBinding,
}: { readonly path: string; readonly number: string } & ConnectionOptions): readonly string[] {
  const db = new Sqlite(path, { readonly: true, fileMustExist: true, ...(nativeBinding && { nativeBinding }) })
  try {
    return db
      .prepare(
        `SELECT sale_id FROM ticket WHERE ? IN (ticket_number, ticket_id)
         UNION SELECT sale_id FROM sale WHERE ? IN (sale_id, order_id)`,
      )
      .pluck()
      .all(number, number) as string[]
  } finally {
    db.close()
  }
}
