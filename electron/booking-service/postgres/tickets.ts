import { boughtOf, numericId, ticketOf, type BoughtRow, type TicketRow } from '../rules/seats.ts'
import type { StoreAdministration } from '../store/administration.ts'
import type { BookingStore, Ticket } from '../store/store.ts'
import type { Catalog, EventEdition } from './catalog.ts'
import type { Database } from './database.ts'
import type { Ask } from './shared-reads.ts'

const FROM = `FROM ticket JOIN hold USING (hold_no) JOIN session ON session.session_no = ticket.session_no
  JOIN event ON event.event_id = session.event_id`

export const TICKET_COLUMNS = `ticket_id AS "ticketId", ticket_code AS "ticketCode", ticket_reference AS "ticketReference",
  qr_code AS "qrCode", hold_id AS "holdId", ticket.seat_id AS "seatId", ticket.price,
  cancelled_at AS "cancelledAt", event.event_id AS "eventId", edition ${FROM}`

/** Of the reference `a` that the partner `b` opened a session with; of the ticket `c` alone where that is given. */
const TICKETS = `SELECT json_agg(json_build_object('ticketId', ticket_id, 'ticketCode', ticket_code,
    'ticketReference', ticket_reference, 'qrCode', qr_code, 'holdId', hold_id, 'seatId', ticket.seat_id,
    'price', ticket.price, 'cancelledAt', cancelled_at, 'eventId', event.event_id, 'edition', edition)
    ORDER BY ticket_id)
  ${FROM} WHERE owner_ref = a AND partner_code = b AND (c IS NULL OR ticket_id = c::bigint)`

export function createTickets(
  database: Database,
  ask: Ask,
  catalog: Catalog,
): Pick<BookingStore, 'listTickets' | 'findTicket'> & Pick<StoreAdministration, 'listBought'> {
  const tickets = ask<readonly (TicketRow & EventEdition)[]>(TICKETS)

  async function read(...asked: string[]): Promise<Ticket[]> {
    const { found } = await tickets(...asked)
    const all: Ticket[] = []
    for (const { edition, ...row } of found ?? []) {
      all.push(ticketOf(row, await catalog.salesEvent(database, { eventId: row.eventId, edition })))
    }
    return all
  }

  return {
    async listBought({ eventId: text }) {
      const eventId = numericId(text) ?? 0
      const bought = await database.rows<BoughtRow>(
        `SELECT ticket_id AS "ticketId", seat_id AS "seatId", price, purchase.partner_code AS "partnerCode",
           order_id AS "orderId", customer_name AS name, customer_phone AS phone, customer_email AS email
         FROM session JOIN ticket USING (session_no) JOIN purchase USING (purchase_id)
         WHERE event_id = $1 AND cancelled_at IS NULL ORDER BY seat_id`,
        [eventId],
      )
      if (bought.length === 0) return []
      const event = await catalog.salesEvent(database, { eventId, edition: 0 })
      return bought.map((row) => boughtOf(row, event))
    },

    listTickets: ({ ownerRef, partnerCode }) => read(ownerRef, partnerCode),
    findTicket: async ({ ticketId, ownerRef, partnerCode }) =>
      (await read(ownerRef, partnerCode, String(numericId(ticketId) ?? 0)))[0] ?? null,
  }
}
