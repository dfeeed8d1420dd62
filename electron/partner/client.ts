import { contradiction, type Names } from '../../shared/domain/seats/belonging.ts'
import type { Buyer } from '../../shared/domain/customer.ts'
import type { BookingSession } from '../../shared/domain/seats/offer.ts'
import { err, ok } from '../../shared/domain/result.ts'
import {
  eventListReading,
  openedSessionReading,
  sectionSessionReading,
  ticketListReading,
} from '../../shared/partner-api/reading.ts'
import type { PartnerReply, PartnerService } from '../core/ports/ports.ts'
import { cancelTickets } from './cancellation.ts'
import { createHolds, type HoldDialect } from './holds.ts'
import type { OnLeftOut } from './left-out.ts'
import { checkoutOf, eventPageOf, FractionalWire, sectionOf, sessionOf, ticketReadBackOf } from './mapping.ts'
import { bookingNames, namesOfOpened, namesOfSection } from './names.ts'
import { composePurchase, sendPurchase } from './purchase.ts'
import { readCheckout } from './checkout.ts'
import { belonging, call, exchange, readReply, type PartnerConnection } from './transport.ts'

export interface PartnerOptions extends PartnerConnection {
  readonly hold: HoldDialect
  /** Goes into a purchase where the customer does not say who they are. */
  readonly anonymousCustomer: Buyer
  /** Told what of the partner's replies is not offered because it cannot be read. */
  readonly onLeftOut?: OnLeftOut | undefined
}

/** What an entity tag may hold (RFC 9110, 8.8.3); a revision of other signs is compared in the reply only. */
const ENTITY_TAG = /^[\x21\x23-\x7e]+$/u

/**
 * Client of the Partner Ticket Booking Service: the service over the network, or the embedded one inside this
 * process, by nothing but `fetch`. Speaks the program's own terms; money and places are converted here and nowhere else.
 */
export function createPartnerClient(options: PartnerOptions): PartnerService {
  const holds = createHolds(options)
  return {
    async listEvents({ page, limit }) {
      const query = { page: String(page), limit: String(limit) }
      const reply = await call(options, { operation: 'listEvents', query }, eventListReading)
      return mapped(reply, (data) => eventPageOf(data, options.onLeftOut))
    },

    async openSession({ eventId, accessCode }) {
      const body = JSON.stringify({ event_id: eventId, access_code: accessCode })
      const reply = await call(options, { operation: 'openSession', body, secrets: [accessCode] }, openedSessionReading)
      const ours = (currency: string): Names => ({ event: eventId, currency })
      const opened = mapped(
        belonging(reply, (data) => contradiction(ours(data.event.currency), ...namesOfOpened(data))),
        (data) => sessionOf(data, options.onLeftOut),
      )
      return opened.ok && opened.value.ownerRef === '' ? ok(await withOwner(options, opened.value)) : opened
    },

    async viewSection({ sectionId, knownRevision, ...booking }) {
      const reply = await exchange(options, {
        operation: 'viewSection',
        params: { session_id: booking.sessionId },
        query: { section_id: sectionId },
        headers: knownRevision && ENTITY_TAG.test(knownRevision) ? { 'if-none-match': `"${knownRevision}"` } : {},
      })
      if (!reply.answered) return err({ type: 'unreachable', detail: reply.detail })
      if (reply.status === 304) return ok(null)
      const ours = { ...bookingNames(booking), section: sectionId }
      const read = belonging(readReply(reply, sectionSessionReading), (data) =>
        contradiction(ours, ...namesOfSection(data)),
      )
      if (read.ok && knownRevision !== undefined && read.value.availability.revision === knownRevision) return ok(null)
      return mapped(read, (data) => sectionOf(data, sectionId, booking.currency, options.onLeftOut))
    },

    holdSeats: (input) => holds.hold(input),

    releaseHold: ({ sessionId, holdId }) => holds.release(sessionId, holdId),

    readCheckout: async (booking) => mapped(await readCheckout(options, booking), checkoutOf),

    composePurchase: (purchase) => composePurchase(purchase, options.anonymousCustomer),
    sendPurchase: (request, expected) => sendPurchase(options, request, expected),

    async listTickets({ ownerRef }) {
      const query = { owner_ref: ownerRef }
      const reply = await call(options, { operation: 'listTickets', query }, ticketListReading)
      return mapped(reply, ({ tickets }) => tickets.map(ticketReadBackOf))
    },

    cancelTickets: (input) => cancelTickets(options, input),
  }
}

/**
 * Some partners name the customer reference not at the opening but with the seats (step 3). It has to be known before
 * anything is bought: by it alone the tickets of an unanswered purchase can be read back. Nowhere named: empty.
 */
async function withOwner(options: PartnerOptions, session: BookingSession): Promise<BookingSession> {
  const [section] = session.overview.sections
  if (!section) return session
  const params = { session_id: session.sessionId }
  const query = { section_id: section.sectionId }
  const reply = await call(options, { operation: 'viewSection', params, query }, sectionSessionReading)
  const ours = bookingNames(session)
  const seen = belonging(reply, (data) => contradiction(ours, ...namesOfSection(data)))
  return seen.ok ? { ...session, ownerRef: seen.value.owner_ref } : session
}

/** A fraction of the minor unit on the wire makes a checkout unreadable: it is refused, never rounded. */
function mapped<T, U>(reply: PartnerReply<T>, map: (value: T) => U): PartnerReply<U> {
  if (!reply.ok) return reply
  try {
    return ok(map(reply.value))
  } catch (error) {
    if (error instanceof FractionalWire) return err({ type: 'unclear', status: 200, detail: error.message })
    throw error
  }
}
