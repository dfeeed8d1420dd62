import type { Database } from 'better-sqlite3'
import { isHexCode, qrKey } from '../../../shared/domain/documents/qr-code.ts'
import type { Ticket } from '../../../shared/domain/seats/offer.ts'
import type { Sale } from '../../../shared/domain/sale/sale.ts'
import type { SaleLedger } from '../../core/ports/ports.ts'
import { openAfterSales } from '../books/after-sales.ts'

/** Whether other sales have what a sale is about to call its own. */
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

/** Of one code: a hexadecimal one is the same in small letters and in capitals, any other is itself. */
function writings(qrCode: string): readonly [string, string, string] {
  return isHexCode(qrCode) ? [qrCode, qrCode.toLowerCase(), qrCode.toUpperCase()] : [qrCode, qrCode, qrCode]
}
