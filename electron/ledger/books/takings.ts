import type { Database } from 'better-sqlite3'
import {
  sumOf,
  type Takings,
  takingsOf,
  type TradedPrice,
  type TradedTicket,
} from '../../../shared/domain/money/trade.ts'
import { type Books, type Range, type ShiftSums, zonesOf } from './shift-sums.ts'

/** Price of one seat, with the row that sold or returned it. */
interface SeatPrice extends TradedPrice {
  readonly seq: number
  readonly saleId: string
  readonly seatId: string
  readonly eventId: string
}

/** Returns tickets refunded or voided in the range, whichever shift sold them. */
export function returnedTickets(db: Database, { firstSeq, lastSeq }: Range): readonly SeatPrice[] {
  return db
    .prepare(
      `SELECT journal.seq, ticket.sale_id AS saleId, ticket.seat_id AS seatId, ticket.event_id AS eventId, ticket.currency, ticket.price
       FROM journal, json_each(journal.payload, '$.ticketIds') AS returned JOIN ticket ON ticket.ticket_id = returned.value
       WHERE journal.sale_id IS NULL AND code IN ('TICKETS_REFUNDED', 'TICKETS_VOIDED') AND journal.seq BETWEEN ? AND ?
       ORDER BY journal.seq`,
    )
    .all(firstSeq, lastSeq) as readonly SeatPrice[]
}

/** Returns the seats of sales that staff settled by hand in the range. This machine issued no tickets for them. */
export function seatsByHand({ db, find }: Books, { firstSeq, lastSeq }: Range): readonly (SeatPrice & TradedTicket)[] {
  const rows = db
    .prepare(
      `SELECT posting.seq, posting.sale_id AS saleId, wall_utc AS atUtc FROM posting JOIN journal USING (seq)
       WHERE posting.seq BETWEEN ? AND ? AND account = 'organiser-payable' AND credit > 0 AND posting.sale_id IS NOT NULL
         AND NOT EXISTS (SELECT 1 FROM ticket WHERE ticket.sale_id = posting.sale_id AND ticket.seq = posting.seq)
       ORDER BY posting.seq`,
    )
    .all(firstSeq, lastSeq) as readonly { readonly seq: number; readonly saleId: string; readonly atUtc: string }[]
  return rows.flatMap((row) => {
    const sale = find(row.saleId)
    if (!sale || !('order' in sale)) return []
    const { currency, event } = sale
    return sale.order.seats.map(({ seatId, price, place: { tribune } }) => ({
      ...row,
      seatId,
      eventId: event.eventId,
      currency,
      price,
      tribune: { name: tribune.name, color: tribune.color },
      byHand: true as const,
    }))
  })
}

/**
 * Takings of the range by event id and zone, for the given currency. `issued` are the tickets as the closure signed
 * them; seats settled by hand and tickets that came back are read from the rows.
 */
export function takingsByZone(
  books: Books,
  range: Range,
): (currency: string, issued: ShiftSums['events']) => Readonly<Record<string, Readonly<Record<string, Takings>>>> {
  const zones = zonesOf(books)
  const withZone = (seat: SeatPrice) => ({ ...seat, zone: zones(seat.saleId, seat.seatId) })
  const [byHand, returned] = [seatsByHand(books, range), returnedTickets(books.db, range)].map((seats) =>
    seats.map(withZone),
  ) as [ReturnType<typeof withZone>[], ReturnType<typeof withZone>[]]
  return (currency, issued) => {
    const moved = [...byHand, ...returned].filter((seat) => seat.currency === currency)
    const eventIds = new Set([...Object.keys(issued), ...moved.map(({ eventId }) => eventId)])
    const ofEvent = (eventId: string): Record<string, Takings> => {
      const inEvent = issued[eventId] ?? {}
      const names = new Set([
        ...Object.keys(inEvent),
        ...moved.flatMap((seat) => (seat.eventId === eventId ? [seat.zone] : [])),
      ])
      return Object.fromEntries(
        [...names].map((zone) => {
          const here = (seat: (typeof moved)[number]): boolean =>
            seat.currency === currency && seat.eventId === eventId && seat.zone === zone
          const { tickets = 0, amount = 0 } = inEvent[zone] ?? {}
          const sold = { tickets, amount: amount + sumOf(byHand.filter(here)).amount }
          return [zone, takingsOf(sold, sumOf(returned.filter(here)))]
        }),
      )
    }
    return Object.fromEntries([...eventIds].map((eventId) => [eventId, ofEvent(eventId)]))
  }
}

/** A sale whose tickets were issued, or that staff settled by hand, in the range. */
interface SoldSale {
  readonly currency: string
  /** Staff id of the cashier who took the last payment, otherwise of the last one recorded; empty if there is none. */
  readonly cashier: string
}

export function salesIn(db: Database, { firstSeq, lastSeq }: Range): readonly SoldSale[] {
  return db
    .prepare(
      `WITH sold AS (
         SELECT sale_id, max(seq) AS seq FROM (
           SELECT sale_id, seq FROM ticket WHERE seq BETWEEN $first AND $last
           UNION SELECT sale_id, seq FROM posting
             WHERE seq BETWEEN $first AND $last AND account = 'organiser-payable' AND credit > 0 AND sale_id IS NOT NULL)
         GROUP BY sale_id)
       SELECT sale.currency, coalesce((
         SELECT staff_id FROM journal
         WHERE journal.seq BETWEEN sale.first_seq AND sold.seq AND journal.sale_id = sold.sale_id
         ORDER BY EXISTS (
           SELECT 1 FROM posting WHERE posting.seq = journal.seq AND account = 'customer-deposits' AND credit > 0) DESC,
           staff_id IS NOT NULL DESC, journal.seq DESC
         LIMIT 1), '') AS cashier
       FROM sold JOIN sale USING (sale_id) ORDER BY sold.seq`,
    )
    .all({ first: firstSeq, last: lastSeq }) as readonly SoldSale[]
}
