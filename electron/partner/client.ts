import { createHash } from 'node:crypto'
import type { Buyer } from '../../shared/domain/customer.ts'
import { err, ok } from '../../shared/domain/result.ts'
import { type BookingSession, type EventOffer, contradiction, type Names } from '../../shared/domain/seats/offer.ts'
import { parseVenuePlan, type VenuePlan } from '../../shared/domain/venue/venue-plan.ts'
import { catalogues } from '../../shared/i18n/catalogues.ts'
import { issueLines } from '../../shared/i18n/issue-text.ts'
import { parseJson } from '../../shared/json.ts'
import { VENUE_PLAN_ROUTE } from '../../shared/api/partner/operations.ts'
import {
  cancellationReading,
  eventListReading,
  openedSessionReading,
  sectionSessionReading,
  ticketListReading,
} from '../../shared/api/partner/reading.ts'
import { CANCELLED } from '../../shared/api/partner/schemas.ts'
import type { CancellationReply, PartnerReply, PartnerService } from '../kiosk/ports/ports.ts'
import { type HoldDialect, holdSeats, readCheckout, releaseHold } from './holds.ts'
import {
  bookingNames,
  checkoutOf,
  eventPageOf,
  FractionalWire,
  namesOfOpened,
  namesOfSection,
  type OnSkipped,
  sectionOf,
  sessionOf,
  ticketReadBackOf,
} from './mapping.ts'
import { composePurchase, sendPurchase } from './purchase.ts'
import { belonging, call, exchange, type PartnerConnection, readReply, refusal, saysLater } from './transport.ts'

export interface PartnerOptions extends PartnerConnection {
  readonly hold: HoldDialect
  readonly anonymousCustomer: Buyer
  readonly onSkipped?: OnSkipped | undefined
}

/** Characters of an entity tag (RFC 9110, 8.8.3). Revisions with other characters are never sent. */
const ENTITY_TAG = /^[\x21\x23-\x7e]+$/u

/**
 * Client of the Partner Ticket Booking Service, over the network or embedded. Converts money and places to the
 * program's own types. Methods are declared as properties, because callers copy the client and replace some methods.
 */
export class PartnerClient implements PartnerService {
  readonly #options: PartnerOptions

  constructor(options: PartnerOptions) {
    this.#options = options
  }

  readonly listEvents: PartnerService['listEvents'] = async ({ page, limit }) => {
    const query = { page: String(page), limit: String(limit) }
    const reply = await call(this.#options, { operation: 'listEvents', query }, eventListReading)
    return mapped(reply, (data) => eventPageOf(data, this.#options.onSkipped))
  }

  readonly openSession: PartnerService['openSession'] = async ({ eventId, accessCode }) => {
    const body = JSON.stringify({ event_id: eventId, access_code: accessCode })
    const request = { operation: 'openSession', body, secrets: [accessCode] } as const
    const reply = await call(this.#options, request, openedSessionReading)
    const ours = (currency: string): Names => ({ event: eventId, currency })
    const opened = mapped(
      belonging(reply, (data) => contradiction(ours(data.event.currency), ...namesOfOpened(data))),
      (data) => sessionOf(data, this.#options.onSkipped),
    )
    return opened.ok && opened.value.ownerRef === '' ? ok(await withOwner(this.#options, opened.value)) : opened
  }

  readonly viewSection: PartnerService['viewSection'] = async ({ sectionId, knownRevision, ...booking }) => {
    const reply = await exchange(this.#options, {
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
    return mapped(read, (data) => sectionOf(data, sectionId, booking.currency, this.#options.onSkipped))
  }

  readonly holdSeats: PartnerService['holdSeats'] = (input) => holdSeats(this.#options, input)

  readonly releaseHold: PartnerService['releaseHold'] = ({ sessionId, holdId }) =>
    releaseHold(this.#options, sessionId, holdId)

  readonly readCheckout: PartnerService['readCheckout'] = async (booking) =>
    mapped(await readCheckout(this.#options, booking), checkoutOf)

  readonly composePurchase: PartnerService['composePurchase'] = (...purchases) =>
    composePurchase(purchases, this.#options.anonymousCustomer)

  readonly sendPurchase: PartnerService['sendPurchase'] = (request, expected) =>
    sendPurchase(this.#options, request, expected)

  readonly listTickets: PartnerService['listTickets'] = async ({ ownerRef }) => {
    const query = { owner_ref: ownerRef }
    const reply = await call(this.#options, { operation: 'listTickets', query }, ticketListReading)
    return mapped(reply, ({ tickets }) => tickets.map(ticketReadBackOf))
  }

  readonly cancelTickets: PartnerService['cancelTickets'] = (input) => cancelTickets(this.#options, input)
}

/**
 * Adds the customer reference to the session, because some partners return the reference only with the seats (step 3).
 * The reference must be known before a purchase, because without it, the tickets of an unanswered purchase cannot be
 * found. The reference is empty if the partner returns none.
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

/** Fractions of the minor unit are never rounded; a reply with a fraction counts as unreadable. */
function mapped<T, U>(reply: PartnerReply<T>, map: (value: T) => U): PartnerReply<U> {
  if (!reply.ok) return reply
  try {
    return ok(map(reply.value))
  } catch (error) {
    if (error instanceof FractionalWire) return err({ type: 'unclear', status: 200, detail: error.message })
    throw error
  }
}

/** Statuses returned by a service, or by a gateway in front of it, that does not support the call. */
const NOT_KNOWN: ReadonlySet<number> = new Set([404, 405, 501])

/** Status 401: a key or a clock is wrong on one of the two sides, so the same request may be accepted later. */
const NOT_SIGNED = 401

/**
 * Cancels tickets with a call that is not part of the specification. The tickets count as cancelled only if the reply
 * confirms every ticket. Calls with unreadable replies are retried.
 */
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
    : { outcome: 'unanswered', detail: `the reply lacks ticket ${missing.join(', ')}` }
}

export interface VersionedPlan {
  readonly sha256: string
  readonly plan: VenuePlan
}

export type VenuePlanReply =
  | { readonly type: 'plan'; readonly found: VersionedPlan }
  | { readonly type: 'unchanged' }
  /** The service has no venue plan, which is the usual case, or sent an invalid plan. */
  | { readonly type: 'none'; readonly detail: string }
  | { readonly type: 'unreachable' }

/** Maximum length of a venue plan; the plan of a stadium with 100,000 seats needs about a fifth of it. */
const MAX_CHARACTERS = 2 * 1024 * 1024

/** `known`: SHA-256 of the stored version of the plan. */
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
  if (body.length > MAX_CHARACTERS) return none(`longer than ${MAX_CHARACTERS} characters`)
  const read = parseVenuePlan(parseJson(body))
  if (!read.ok) return none(issueLines(read.error.issues.slice(0, 3), catalogues.en.values).join('; '))
  if (read.value.venue.name !== venue.name) return none(`it is of ${read.value.venue.name}`)
  return { type: 'plan', found: { sha256: createHash('sha256').update(body).digest('hex'), plan: read.value } }
}

const none = (detail: string): VenuePlanReply => ({ type: 'none', detail })
