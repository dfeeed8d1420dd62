import type { Database } from 'better-sqlite3'
import type { OrderedHold } from '../rules/purchases.ts'
import { boughtOf, numericId, ticketOf, type BoughtRow, type TicketRow } from '../rules/seats.ts'
import type { BoughtTicket } from '../store/administration.ts'
import { hexCode, readableCode, type Random } from '../store/random.ts'
import type { BookingStore, Ticket } from '../store/store.ts'
import type { Catalog } from './catalog.ts'

export const TICKET_COLUMNS = `ticket_id AS ticketId, ticket_code AS ticketCode, ticket_reference AS ticketReference,
  qr_code AS qrCode, hold_id AS holdId, ticket.seat_id AS seatId, ticket.price,
  cancelled_at AS cancelledAt, event_id AS eventId
  FROM ticket JOIN hold USING (hold_no) JOIN session ON session.session_no = ticket.session_no`

export type Tickets = ReturnType<typeof createTickets>

export function createTickets(db: Database, catalog: Catalog, random: Random) {
  const addTicket = db.prepare<[Record<string, string | number>]>(
    `INSERT INTO ticket (purchase_id, session_no, hold_no, seat_id, price, ticket_code, ticket_reference, qr_code)
     VALUES (@purchaseId, @sessionNo, @holdNo, @seatId, @price, @ticketCode, @ticketReference, @qrCode)`,
  )
  // `+?`: planned once; see the session's holds.
  const ofOwner = db.prepare<[ownerRef: string, partnerCode: string], TicketRow>(
    `SELECT ${TICKET_COLUMNS} WHERE owner_ref = +? AND partner_code = +? ORDER BY ticket_id`,
  )
  const ownTicket = db.prepare<[ticketId: number, ownerRef: string, partnerCode: string], TicketRow>(
    `SELECT ${TICKET_COLUMNS} WHERE ticket_id = +? AND owner_ref = +? AND partner_code = +?`,
  )
  const ofPurchase = db.prepare<[purchaseId: number], TicketRow>(
    `SELECT ${TICKET_COLUMNS} WHERE purchase_id = +? ORDER BY ticket_id`,
  )

  const ofEvent = db.prepare<[eventId: number], BoughtRow>(
    `SELECT ticket_id AS ticketId, seat_id AS seatId, price, purchase.partner_code AS partnerCode, order_id AS orderId,
       customer_name AS name, customer_phone AS phone, customer_email AS email
     FROM session JOIN ticket USING (session_no) JOIN purchase USING (purchase_id)
     WHERE event_id = ? AND cancelled_at IS NULL ORDER BY seat_id`,
  )

  const read = (row: TicketRow): Ticket => ticketOf(row, catalog.salesEvent(row.eventId))

  return {
    /** One ticket for each hold of a purchase. */
    issue(
      holds: readonly OrderedHold[],
      { transactionId, transactionCode }: { readonly transactionId: number; readonly transactionCode: string },
    ): Ticket[] {
      holds.forEach(({ sessionNo, holdNo, seatId, price }, index) => {
        addTicket.run({
          purchaseId: transactionId,
          sessionNo,
          holdNo,
          seatId,
          price,
          ticketCode: `TCK-${readableCode(random, 12)}`,
          ticketReference: `${transactionCode}-${index + 1}`,
          qrCode: hexCode(random, 16),
        })
      })
      return ofPurchase.all(transactionId).map(read)
    },

    bought(eventId: number): BoughtTicket[] {
      const rows = ofEvent.all(eventId)
      return rows.map((row) => boughtOf(row, catalog.salesEvent(eventId)))
    },

    list: ({ partnerCode, ownerRef }: Parameters<BookingStore['listTickets']>[0]): Ticket[] =>
      ofOwner.all(ownerRef, partnerCode).map(read),

    find({ partnerCode, ownerRef, ticketId }: Parameters<BookingStore['findTicket']>[0]): Ticket | null {
      const id = numericId(ticketId)
      const row = id === null ? undefined : ownTicket.get(id, ownerRef, partnerCode)
      return row === undefined ? null : read(row)
    },
  }
}
