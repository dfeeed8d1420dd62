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
import { addToAudit } from './audit.ts'
import type { Catalog, EventEdition } from './catalog.ts'
import { lockOrder, nothing, type Database, type Queries } from './database.ts'
import type { EventWrite, SeatBook } from './seat-book.ts'
import { TICKET_COLUMNS } from './tickets.ts'
import type { Transactions } from './transactions.ts'

type SoldRow = TicketRow & EventEdition & Pick<SoldTicket, 'holdNo' | 'sessionNo' | 'ownerRef' | 'partnerCode'>

interface Parts {
  readonly database: Database
  readonly transactions: Transactions
  readonly catalog: Catalog
  readonly seats: SeatBook
}

/** Tickets are cancelled. */
export function createCancellations({
  database,
  transactions,
  catalog,
  seats,
}: Parts): Pick<BookingStore, 'cancelTickets'> {
  async function known(queries: Queries, { ticketIds }: Cancellation): Promise<ReadonlyMap<number, SoldTicket>> {
    const rows = await queries.rows<SoldRow>(
      `SELECT hold_no AS "holdNo", ticket.session_no AS "sessionNo", owner_ref AS "ownerRef",
         partner_code AS "partnerCode", ${TICKET_COLUMNS} WHERE ticket_id = ANY ($1::bigint[])`,
      [ticketIds.map((text) => numericId(text) ?? 0)],
    )
    const found = new Map<number, SoldTicket>()
    for (const { holdNo, sessionNo, ownerRef, partnerCode, edition, ...row } of rows) {
      const ticket = ticketOf(row, await catalog.salesEvent(queries, { eventId: row.eventId, edition }))
      found.set(row.ticketId, { holdNo, sessionNo, ownerRef, partnerCode, ticket })
    }
    return found
  }

  async function cancel(write: EventWrite, input: Cancellation): ReturnType<BookingStore['cancelTickets']> {
    const { now, eventId } = write
    const found = ticketsToCancel(input, eventId, await known(write, input))
    if (!found.ok) return found
    if (!(await claimRequest(write, input))) return err({ type: 'request-differs' })
    const good = found.value.filter(({ ticket }) => ticket.cancelledAt === null)
    if (good.length > 0) {
      await free(write, good)
      const changes = good.map(({ ticket: { section, seatId } }) => {
        return { sectionId: section.sectionId, seatId, from: SOLD, to: AVAILABLE }
      })
      seats.record(
        write,
        good.map(({ sessionNo }) => sessionNo),
        changes,
      )
      const facts = cancellationFacts(good, input)
      await addToAudit(write, { at: now, by: input.by, act: 'tickets-cancelled', eventId, facts })
    }
    return ok(cancelledAt(found.value, now))
  }

  return {
    async cancelTickets(input) {
      const [text = ''] = input.ticketIds
      const one = (await known(database, input)).get(numericId(text) ?? 0)
      const eventId = one?.ticket.event.eventId ?? 0
      const first = async (queries: Queries): Promise<void> => {
        if ('requestId' in input.of) await lockOrder(queries, input.of.partnerCode, input.of.requestId)
      }
      const done = await transactions.writeEvent({ durable: true, eventId, first, look: nothing }, (write) =>
        cancel(write, input),
      )
      return done ?? err({ type: 'tickets-unknown', ticketIds: input.ticketIds })
    },
  }
}

/** False where the partner asked for something else by this id. */
async function claimRequest({ rows, run }: Queries, input: Cancellation): Promise<boolean> {
  const { of } = input
  if ('eventId' in of) return true
  const hash = cancellationHash(of, input)
  const [before] = await rows<{ hash: string }>(
    'SELECT content_sha256 AS hash FROM cancellation WHERE partner_code = $1 AND request_id = $2',
    [of.partnerCode, of.requestId],
  )
  if (before !== undefined) return before.hash === hash
  await run('INSERT INTO cancellation (partner_code, request_id, content_sha256) VALUES ($1, $2, $3)', [
    of.partnerCode,
    of.requestId,
    hash,
  ])
  return true
}

async function free({ run, now }: EventWrite, good: readonly SoldTicket[]): Promise<void> {
  const holdNos = good.map(({ holdNo }) => holdNo)
  await run('UPDATE ticket SET cancelled_at = $1 WHERE ticket_id = ANY ($2::bigint[])', [
    now,
    good.map(({ ticket }) => ticket.ticketId),
  ])
  await run("UPDATE hold SET state = 'released' WHERE hold_no = ANY ($1::bigint[])", [holdNos])
  const freed = await run('DELETE FROM claim WHERE hold_no = ANY ($1::bigint[])', [holdNos])
  if (freed !== good.length) throw new Error(`of ${good.length} sold seats ${freed} could be freed`)
}
