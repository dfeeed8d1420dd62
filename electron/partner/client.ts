import { createHash } from 'node:crypto'
import type { Buyer } from '../../shared/domain/customer.ts'
import { err, ok } from '../../shared/domain/result.ts'
import { contradiction, type Names } from '../../shared/domain/seats/belonging.ts'
import type { BookingSession, EventOffer } from '../../shared/domain/seats/offer.ts'
import { parseVenuePlan, type VenuePlan } from '../../shared/domain/venue/venue-plan.ts'
import { catalogues } from '../../shared/i18n/catalogues.ts'
import { issueLines } from '../../shared/i18n/issue-text.ts'
import { parseJson } from '../../shared/json.ts'
import { VENUE_PLAN_ROUTE } from '../../shared/partner-api/operations.ts'
import {
  cancellationReading,
  eventListReading,
  openedSessionReading,
  sectionSessionReading,
  ticketListReading,
} from '../../shared/partner-api/reading.ts'
import { CANCELLED } from '../../shared/partner-api/schemas.ts'
import type { CancellationReply, PartnerReply, PartnerService } from '../core/ports/ports.ts'
import { createHolds, type HoldDialect, readCheckout } from './holds.ts'
import {
  bookingNames,
  checkoutOf,
  eventPageOf,
  FractionalWire,
  namesOfOpened,
  namesOfSection,
  type OnLeftOut,
  sectionOf,
  sessionOf,
  ticketReadBackOf,
} from './mapping.ts'
import { composePurchase, sendPurchase } from './purchase.ts'
import { belonging, call, exchange, type PartnerConnection, readReply, refusal, saysLater } from './transport.ts'

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

/** A service that does not know the call. A gateway before it may say so in its own way. */
const NOT_KNOWN: ReadonlySet<number> = new Set([404, 405, 501])

/** The key or the clock is wrong, on either side: the same request may be taken later. */
const NOT_SIGNED = 401

/** Beyond the specification. Done is only what the reply says of every ticket; what cannot be read is asked again. */
async function cancelTickets(
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

/** A plan and what tells it from its other versions: the SHA-256 of its text, in hexadecimal. */
export interface VersionedPlan {
  readonly sha256: string
  readonly plan: VenuePlan
}

export type VenuePlanReply =
  | { readonly type: 'plan'; readonly found: VersionedPlan }
  /** What is known is still right. */
  | { readonly type: 'unchanged' }
  /** The service has none, as most have not, or what it sent is none. */
  | { readonly type: 'none'; readonly detail: string }
  | { readonly type: 'unreachable' }

/** Of the plan, as text: a stadium of a hundred thousand seats has a fifth of it. */
const MOST_CHARACTERS = 2 * 1024 * 1024

/** Asks the booking service for the plan of an event's venue. `known`: the version that is here already. */
export async function readVenuePlan(
  connection: PartnerConnection,
  { eventId, venue }: Pick<EventOffer, 'eventId' | 'venue'>,
  known: string | null,
): Promise<VenuePlanReply> {
  const reply = await exchange(connection, {
    route: VENUE_PLAN_ROUTE,
    params: { event_id: eventId },
    headers: known === null ? {} : { 'if-none-match': `"${known}"` },
  })
  if (!reply.answered || saysLater(reply.status)) return { type: 'unreachable' }
  const { status, body } = reply
  if (status === 304 && known !== null) return { type: 'unchanged' }
  if (status !== 200) return none(`HTTP ${status}`)
  if (body.length > MOST_CHARACTERS) return none(`longer than ${MOST_CHARACTERS} characters`)
  const read = parseVenuePlan(parseJson(body))
  if (!read.ok) return none(issueLines(read.error.issues.slice(0, 3), catalogues.en.values).join('; '))
  if (read.value.venue.name !== venue.name) return none(`it is of ${read.value.venue.name}`)
  return { type: 'plan', found: { sha256: createHash('sha256').update(body).digest('hex'), plan: read.value } }
}

const none = (detail: string): VenuePlanReply => ({ type: 'none', detail })
