import type { OrderedHold } from '../rules/purchases.ts'
import { numericId, ticketOf, type TicketRow } from '../rules/seats.ts'
import { hexCode, readableCode, type Random } from '../store/random.ts'
import type { BookingStore, Ticket } from '../store/store.ts'
import type { Catalog, EventEdition } from './catalog.ts'
import type { Queries } from './database.ts'

export const TICKET_COLUMNS = `ticket_id AS "ticketId", ticket_code AS "ticketCode", ticket_reference AS "ticketReference",
  qr_code AS "qrCode", hold_id AS "holdId", ticket.seat_id AS "seatId", ticket.price,
  cancelled_at AS "cancelledAt", event.event_id AS "eventId", edition
  FROM ticket JOIN hold USING (hold_no) JOIN session ON session.session_no = ticket.session_no
    JOIN event ON event.event_id = session.event_id`

export type Tickets = ReturnType<typeof createTickets>

export function createTickets(catalog: Catalog, random: Random) {
  async function read(queries: Queries, rows: readonly (TicketRow & EventEdition)[]): Promise<Ticket[]> {
    const tickets: Ticket[] = []
    for (const { edition, ...row } of rows) {
      tickets.push(ticketOf(row, await catalog.salesEvent(queries, { eventId: row.eventId, edition })))
    }
    return tickets
  }

  return {
    /** One ticket for each hold of a purchase. */
    async issue(
      { rows, run }: Queries,
      holds: readonly [OrderedHold, ...OrderedHold[]],
      { transactionId, transactionCode }: { readonly transactionId: number; readonly transactionCode: string },
    ): Promise<Ticket[]> {
      await run(
        `INSERT INTO ticket (purchase_id, session_no, hold_no, seat_id, price, ticket_code, ticket_reference, qr_code)
         SELECT $1::bigint, $2::bigint, hold_no, seat_id, price, ticket_code, $3 || '-' || place, qr_code
         FROM unnest($4::bigint[], $5::bigint[], $6::bigint[], $7::text[], $8::text[])
           WITH ORDINALITY AS one (hold_no, seat_id, price, ticket_code, qr_code, place) ORDER BY place`,
        [
          transactionId,
          holds[0].sessionNo,
          transactionCode,
          holds.map(({ holdNo }) => holdNo),
          holds.map(({ seatId }) => seatId),
          holds.map(({ price }) => price),
          holds.map(() => `TCK-${readableCode(random, 12)}`),
          holds.map(() => hexCode(random, 16)),
        ],
      )
      const issued = await rows<TicketRow & EventEdition>(
        `SELECT ${TICKET_COLUMNS} WHERE purchase_id = $1 ORDER BY ticket_id`,
        [transactionId],
      )
      return read({ rows, run }, issued)
    },

    async list(
      queries: Queries,
      { ownerRef, partnerCode }: Parameters<BookingStore['listTickets']>[0],
    ): Promise<Ticket[]> {
      const rows = await queries.rows<TicketRow & EventEdition>(
        `SELECT ${TICKET_COLUMNS} WHERE owner_ref = $1 AND partner_code = $2 ORDER BY ticket_id`,
        [ownerRef, partnerCode],
      )
      return read(queries, rows)
    },

    async find(
      queries: Queries,
      { ticketId, ownerRef, partnerCode }: Parameters<BookingStore['findTicket']>[0],
    ): Promise<Ticket | null> {
      const rows = await queries.rows<TicketRow & EventEdition>(
        `SELECT ${TICKET_COLUMNS} WHERE ticket_id = $1 AND owner_ref = $2 AND partner_code = $3`,
        [numericId(ticketId) ?? 0, ownerRef, partnerCode],
      )
      return (await read(queries, rows))[0] ?? null
    },
  }
}
