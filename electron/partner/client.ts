import { z } from 'zod'
import { err, ok } from '../../shared/domain/result.ts'
import {
  checkoutReading,
  eventListReading,
  openedSessionReading,
  sectionSessionReading,
  ticketListReading,
} from '../../shared/partner-api/reading.ts'
import type { PartnerReply, PartnerService } from '../core/ports.ts'
import { createHolds } from './holds.ts'
import { checkoutOf, eventPageOf, FractionalWire, sectionOf, sessionOf, ticketReadBackOf } from './mapping.ts'
import { composePurchase, sendPurchase } from './purchase.ts'
import { call, exchange, parseJson, refusal, type PartnerConnection } from './transport.ts'

export interface PartnerOptions extends PartnerConnection {
  /** False: one seat per call with rollback, as a public partner client does; true: one call for all (decisions, "Hold"). */
  readonly batchHolds: boolean
}

/**
 * Client of the Partner Ticket Booking Service: the service over the network, or the embedded one inside this
 * process, by nothing but `fetch`. Speaks the program's own terms; money and places are converted here and nowhere else.
 */
export function createPartnerClient(options: PartnerOptions): PartnerService {
  const holds = createHolds(options)
  return {
    async listEvents({ page, limit }) {
      const query = { page: String(page), limit: String(limit) }
      return mapped(await call(options, { operation: 'listEvents', query }, eventListReading), eventPageOf)
    },

    async openSession({ eventId, accessCode }) {
      const body = JSON.stringify({ event_id: eventId, access_code: accessCode })
      return mapped(await call(options, { operation: 'openSession', body }, openedSessionReading), sessionOf)
    },

    async viewSection({ sessionId, sectionId, currency, knownRevision }) {
      const headers = knownRevision ? { 'if-none-match': `"${knownRevision}"` } : {}
      const params = { session_id: sessionId }
      const reply = await exchange(options, {
        operation: 'viewSection',
        params,
        query: { section_id: sectionId },
        headers,
      })
      if (!reply.answered) return err({ type: 'unreachable', detail: reply.detail })
      if (reply.status === 304) return ok(null)
      if (reply.status >= 500) return err({ type: 'unreachable', detail: `HTTP ${reply.status}` })
      if (reply.status >= 400) return err(refusal(reply.status, reply.body))
      const read = z.object({ data: sectionSessionReading }).safeParse(parseJson(reply.body))
      if (!read.success) return err({ type: 'unclear', status: reply.status, detail: read.error.message })
      if (knownRevision !== undefined && read.data.data.availability.revision === knownRevision) return ok(null)
      return mapped(ok(read.data.data), (data) => sectionOf(data, sectionId, currency))
    },

    holdSeats: (input) => holds.hold(input),

    async releaseHold({ sessionId, holdId }) {
      const params = { session_id: sessionId, hold_id: holdId }
      return mapped(await call(options, { operation: 'releaseHold', params }, z.unknown()), () => null)
    },

    async readCheckout({ sessionId }) {
      const params = { session_id: sessionId }
      return mapped(await call(options, { operation: 'readCheckout', params }, checkoutReading), checkoutOf)
    },

    composePurchase,
    sendPurchase: (request, expected) => sendPurchase(options, request, expected),

    async listTickets({ ownerRef }) {
      const query = { owner_ref: ownerRef }
      const reply = await call(options, { operation: 'listTickets', query }, ticketListReading)
      return mapped(reply, ({ tickets }) => tickets.map(ticketReadBackOf))
    },
  }
}

/** A fraction of the minor unit on the wire makes the whole reply unreadable: it is refused, never rounded. */
function mapped<T, U>(reply: PartnerReply<T>, map: (value: T) => U): PartnerReply<U> {
  if (!reply.ok) return reply
  try {
    return ok(map(reply.value))
  } catch (error) {
    if (error instanceof FractionalWire) return err({ type: 'unclear', status: 200, detail: error.message })
    throw error
  }
}
