import { createHash } from 'node:crypto'
import type { EventOffer } from '../../shared/domain/seats/offer.ts'
import { parseVenuePlan, type VenuePlan } from '../../shared/domain/venue/venue-plan.ts'
import { catalogues } from '../../shared/i18n/catalogues.ts'
import { issueLines } from '../../shared/i18n/issue-text.ts'
import { parseJson } from '../../shared/json.ts'
import { VENUE_PLAN_ROUTE } from '../../shared/partner-api/operations.ts'
import { exchange, saysLater, type PartnerConnection } from './transport.ts'

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
