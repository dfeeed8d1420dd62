import type { Database } from 'better-sqlite3'
import type { RecordedSale } from '../../../shared/domain/sale/reconcile.ts'
import type { SessionPurchase } from '../../../shared/domain/sale/sale.ts'
import { rangeOfShift } from '../accounts/shift-sums.ts'
import { type ConnectionOptions, readLedger } from '../connection.ts'

export interface RecordedShift {
  readonly register: string
  readonly shiftNo: number
  readonly sales: readonly RecordedSale[]
}

/**
 * Returns the sales of a shift that may have tickets at the booking service; null for an unknown shift. A sale belongs
 * to each shift from its first to its last row, and to each shift in which its tickets were returned.
 */
export function recordedSales(db: Database, shiftNo: number | null): RecordedShift | null {
  const shift = rangeOfShift(db, shiftNo)
  if (!shift) return null
  const { firstSeq, lastSeq } = shift
  const ticketsOf = db.prepare(
    `SELECT ticket_id AS ticketId, ticket_number AS ticketNumber, qr_code AS qrCode, seat_id AS seatId,
       seat_code AS seatCode, price FROM ticket WHERE sale_id = ? ORDER BY seq, ticket_id`,
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
    if (seq >= firstSeq && seq <= lastSeq) broughtBack.add(saleId)
  }
  const rows = db
    .prepare(
      `SELECT sale_id AS saleId, owner_ref AS ownerRef, event_id AS eventId, state, order_id AS orderId, currency,
         CASE WHEN json_valid(body) AND body ->> '$.sessions' IS NOT NULL THEN (
           SELECT payload ->> '$.order.purchases' FROM journal
           WHERE seq BETWEEN first_seq AND last_seq AND journal.sale_id = sale.sale_id
             AND code = 'CHECKOUT_READY' AND json_valid(payload) ORDER BY seq DESC LIMIT 1) END AS purchases,
         coalesce(amount, 0) AS amount, coalesce(
           (SELECT payload ->> '$.opened.event.title' FROM journal WHERE seq = first_seq), '') AS eventTitle
       FROM sale
       WHERE (last_seq >= ? AND first_seq <= ? OR sale_id IN (SELECT value FROM json_each(?)))
         AND (order_id IS NOT NULL OR state = 'needs-staff') ORDER BY first_seq`,
    )
    .all(firstSeq, lastSeq, JSON.stringify([...broughtBack])) as SaleRow[]
  const shared = new Set(db.prepare('SELECT owner_ref FROM sale GROUP BY owner_ref HAVING count(*) > 1').pluck().all())
  const seatsOf = db
    .prepare(
      `SELECT seat_id FROM sale_seat WHERE order_id = ? AND NOT EXISTS (
         SELECT 1 FROM ticket WHERE (event_id, seat_id) = (sale_seat.event_id, sale_seat.seat_id) AND sale_id <> sale_seat.sale_id)`,
    )
    .pluck()
  const sales = rows.flatMap(bySession).map(({ orderId, own, ...sale }): RecordedSale => ({
    ...sale,
    reference: orderId ?? sale.ownerRef,
    sharedOwner: own !== undefined || shared.has(sale.ownerRef),
    seatIds: seatsOf.all(orderId) as string[],
    tickets: (ticketsOf.all(sale.saleId) as TicketRow[])
      .filter(({ seatId }) => own?.includes(seatId) ?? true)
      .map((ticket) => ({ ...ticket, returned: returned.has(ticket.ticketId) })),
  }))
  const register = db.prepare('SELECT register FROM ledger').pluck().get() as string
  return { register, shiftNo: shift.shiftNo, sales }
}

/** Returns the recorded sales of a shift. The ledger file may be in use. */
export function readRecordedSales(
  path: string,
  shiftNo: number | null,
  options: ConnectionOptions = {},
): RecordedShift | null {
  return readLedger(path, options, (db) => recordedSales(db, shiftNo))
}

interface OwnSale extends Omit<RecordedSale, 'reference' | 'sharedOwner' | 'seatIds' | 'tickets'> {
  readonly orderId: string | null
  /** Seats of one of several purchases; absent if the sale has one purchase. */
  readonly own?: readonly string[]
}

/** `purchases`: JSON text; null if the sale has one purchase. */
type SaleRow = OwnSale & { readonly purchases: string | null }

/** Returns a sale with several purchases once for each, because the service lists their tickets separately. */
function bySession({ purchases, ...sale }: SaleRow): readonly OwnSale[] {
  if (purchases === null) return [sale]
  return (JSON.parse(purchases) as readonly SessionPurchase[]).map(({ ownerRef, orderId, amount, seatIds }) => {
    return { ...sale, ownerRef, orderId, amount, own: seatIds }
  })
}

type TicketRow = Omit<RecordedSale['tickets'][number], 'returned'>

interface Returned {
  readonly saleId: string
  readonly ticketIds: readonly string[]
}

/** Returns the ids of sales with a ticket or order of the given number. The ledger file may be in use. */
export function readSalesOf(path: string, number: string, options: ConnectionOptions): readonly string[] {
  const sql = `SELECT sale_id FROM ticket WHERE ? IN (ticket_number, ticket_id)
    UNION SELECT sale_id FROM sale WHERE ? IN (sale_id, order_id)`
  return readLedger(path, options, (db) => db.prepare(sql).pluck().all(number, number) as string[])
}
