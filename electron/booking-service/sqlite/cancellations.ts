import type { Database } from 'better-sqlite3'
import { err, ok } from '../../../shared/domain/result.ts'
import {
  cancellationFacts,
  cancellationHash,
  cancelledAt,
  ticketsToCancel,
  type SoldTicket,
} from '../rules/cancellations.ts'
import { numericId, ticketOf, type TicketRow } from '../rules/seats.ts'
import { AVAILABLE, SOLD, type BookingStore, type Cancellation } from '../store/store.ts'
import type { Audit } from './audit.ts'
import type { Catalog } from './catalog.ts'
import type { Claims } from './claims.ts'
import type { SeatBook } from './seat-book.ts'
import { TICKET_COLUMNS } from './tickets.ts'
import type { Transaction } from './write-queue.ts'

type SoldRow = TicketRow & Pick<SoldTicket, 'holdNo' | 'sessionNo' | 'ownerRef' | 'partnerCode'>

interface Parts {
  readonly catalog: Catalog
  readonly claims: Claims
  readonly seats: SeatBook
  readonly audit: Audit
}

/** Tickets are cancelled: one piece of work within a transaction. */
export function createCancellations(db: Database, { catalog, claims, seats, audit }: Parts) {
  const request = db
    .prepare<[partnerCode: string, requestId: string], string>(
      'SELECT content_sha256 FROM cancellation WHERE partner_code = ? AND request_id = ?',
    )
    .pluck()
  const keepRequest = db.prepare<[partnerCode: string, requestId: string, contentSha256: string]>(
    'INSERT INTO cancellation (partner_code, request_id, content_sha256) VALUES (?, ?, ?)',
  )
  const sold = db.prepare<[ticketId: number], SoldRow>(
    `SELECT hold_no AS holdNo, ticket.session_no AS sessionNo, owner_ref AS ownerRef, partner_code AS partnerCode,
       ${TICKET_COLUMNS} WHERE ticket_id = ?`,
  )
  const cancel = db.prepare<[now: number, ticketId: number]>('UPDATE ticket SET cancelled_at = ? WHERE ticket_id = ?')

  function find(text: string): SoldTicket | null {
    const row = sold.get(numericId(text) ?? 0)
    if (row === undefined) return null
    const { holdNo, sessionNo, ownerRef, partnerCode, ...ticket } = row
    return { holdNo, sessionNo, ownerRef, partnerCode, ticket: ticketOf(ticket, catalog.salesEvent(row.eventId)) }
  }

  /** False where the partner asked for something else by this id. */
  function claimRequest(input: Cancellation): boolean {
    const { of } = input
    if ('eventId' in of) return true
    const hash = cancellationHash(of, input)
    const before = request.get(of.partnerCode, of.requestId)
    if (before === undefined) keepRequest.run(of.partnerCode, of.requestId, hash)
    return before === undefined || before === hash
  }

  return {
    cancel(
      input: Cancellation,
      now: number,
      transaction: Transaction,
    ): Awaited<ReturnType<BookingStore['cancelTickets']>> {
      const known = input.ticketIds.flatMap((text) => find(text) ?? [])
      const eventId = known[0]?.ticket.event.eventId ?? 0
      const found = ticketsToCancel(input, eventId, new Map(known.map((one) => [one.ticket.ticketId, one])))
      if (!found.ok) return found
      if (!claimRequest(input)) return err({ type: 'request-differs' })
      const good = found.value.filter(({ ticket }) => ticket.cancelledAt === null)
      if (good.length === 0) return ok(cancelledAt(found.value, now))
      for (const { ticket, holdNo } of good) {
        cancel.run(now, ticket.ticketId)
        claims.release({ holdNo, seatId: ticket.seatId })
      }
      const changes = good.map(({ ticket: { section, seatId } }) => {
        return { sectionId: section.sectionId, seatId, from: SOLD, to: AVAILABLE }
      })
      const sessionNos = new Set(good.map(({ sessionNo }) => sessionNo))
      seats.record({ eventId, sessionNos, now }, changes, transaction)
      const facts = cancellationFacts(good, input)
      audit.add({ at: now, by: input.by, act: 'tickets-cancelled', eventId, facts })
      return ok(cancelledAt(found.value, now))
    },
  }
}
