import { cancellationReading } from '../../shared/partner-api/reading.ts'
import { CANCELLED } from '../../shared/partner-api/schemas.ts'
import type { CancellationReply, PartnerService } from '../core/ports/ports.ts'
import { exchange, type PartnerConnection, readReply, refusal } from './transport.ts'

/** A service that does not know the call. A gateway before it may say so in its own way. */
const NOT_KNOWN: ReadonlySet<number> = new Set([404, 405, 501])

/** The key or the clock is wrong, on either side: the same request may be taken later. */
const NOT_SIGNED = 401

/** Beyond the specification. Done is only what the reply says of every ticket; what cannot be read is asked again. */
export async function cancelTickets(
  connection: PartnerConnection,
  { requestId, ownerRef, ticketIds, reason }: Parameters<PartnerService['cancelTickets']>[0],
): Promise<CancellationReply> {
  const body = JSON.stringify({ request_id: requestId, owner_ref: ownerRef, ticket_ids: ticketIds, reason })
  const answer = await exchange(connection, { operation: 'cancelTickets', body })
  if (!answer.answered) return { outcome: 'unanswered', detail: answer.detail }
  const { status } = answer
  const { code } = refusal(status, answer.body)
  if (NOT_KNOWN.has(status) && code !== 'TICKET_NOT_FOUND') return { outcome: 'not-offered', detail: `HTTP ${status}` }
  if (status === NOT_SIGNED) return { outcome: 'unanswered', detail: `HTTP ${status} ${code}`.trim() }
  const reply = readReply(answer, cancellationReading)
  if (!reply.ok) {
    const { error } = reply
    if (error.type === 'refused') return { outcome: 'refused', detail: `HTTP ${error.status} ${error.code}`.trim() }
    return { outcome: 'unanswered', detail: error.detail }
  }
  const done = new Set(reply.value.tickets.filter((ticket) => ticket.status === CANCELLED).map(({ id }) => id))
  const missing = ticketIds.filter((ticketId) => !done.has(ticketId))
  return missing.length === 0
    ? { outcome: 'cancelled', detail: '' }
    : { outcome: 'unanswered', detail: `nothing is said of ticket ${missing.join(', ')}` }
}
