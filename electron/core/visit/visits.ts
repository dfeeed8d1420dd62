import { err, ok, type Result } from '../../../shared/domain/result.ts'
import { keptSeats } from '../../../shared/domain/seats/hand-picking.ts'
import type { BookingSession, ChosenSeat, EventOffer, Overview } from '../../../shared/domain/seats/offer.ts'
import { renewedOverview } from '../../../shared/domain/seats/overview.ts'
import type { VenuePlan } from '../../../shared/domain/venue/venue-plan.ts'
import type { SectionReply, VisitView } from '../../../shared/kiosk-api/views.ts'
import type { PartnerError, PartnerService, SectionDetail } from '../ports/ports.ts'

/**
 * A customer looking at one event: the open booking session, and the sections seen so far. Nothing here is money;
 * it lives in memory and is gone with the program.
 */
export interface Visit {
  readonly saleId: string
  readonly event: EventOffer
  readonly session: BookingSession
  readonly plan: VenuePlan | null
  /** Places for wheelchairs were open to everybody when it began. */
  readonly released?: true
  /** The session's overview, renewed by every section read since: the interface has no call that reads it again. */
  overview: Overview
  /** The sections seen, the one read longest ago first. */
  readonly sections: Map<string, SectionDetail>
}

export function visitView({ saleId, event, session, plan, released }: Visit): VisitView {
  return { saleId, event, session, plan, ...(released && { released }) }
}

/** Whether these seats of a section already seen may be had by who did not ask for a place for a wheelchair. */
export function areOpenToAll({ sections, released }: Visit, sectionId: string, seatIds: readonly string[]): boolean {
  const section = sections.get(sectionId)
  if (!section) return true
  const kept = keptSeats(section.view, { ...(released && { released }) })
  return !seatIds.some((seatId) => kept.has(seatId))
}

/** Sections read at once to renew the overview: in turn they make the round of the venue. */
const READ_IN_TURN = 6

/** Brings the visit's picture of one section up to date; the screen gets it only when it has not got it yet. */
export async function viewSection(
  partner: PartnerService,
  visit: Visit,
  sectionId: string,
  knownRevision?: string,
): Promise<Result<SectionReply, PartnerError>> {
  const section = await readSection(partner, visit, sectionId)
  if (!section.ok) return section
  const { view } = section.value
  return ok({ section: view.revision === knownRevision ? null : view, revision: view.revision })
}

/** The section as the service has it now: an unchanged one costs its revision only. */
export async function readSection(
  partner: PartnerService,
  visit: Visit,
  sectionId: string,
): Promise<Result<SectionDetail, PartnerError>> {
  const known = visit.sections.get(sectionId)
  const { sessionId, eventId, ownerRef, currency } = visit.session
  const request = {
    sessionId,
    eventId,
    ownerRef,
    currency,
    sectionId,
    ...(known && { knownRevision: known.view.revision }),
  }
  const reply = await partner.viewSection(request)
  if (!reply.ok) return reply
  const current = reply.value ?? known
  if (!current) return err({ type: 'unclear', status: 304, detail: 'nothing changed, but nothing was known' })
  visit.sections.delete(sectionId)
  visit.sections.set(sectionId, current)
  if (reply.value) visit.overview = renewedOverview(visit.overview, current.view, current.counts)
  return ok(current)
}

/** The overview after a look at the sections that were read longest ago, if at all. */
export async function renewOverview(partner: PartnerService, visit: Visit): Promise<Result<Overview, PartnerError>> {
  const unseen = visit.overview.sections.filter(({ sectionId }) => !visit.sections.has(sectionId))
  const oldest = [...unseen.map(({ sectionId }) => sectionId), ...visit.sections.keys()].slice(0, READ_IN_TURN)
  const read = await Promise.all(oldest.map((sectionId) => readSection(partner, visit, sectionId)))
  const failed = read.find((reply) => !reply.ok)
  return failed && read.every((reply) => !reply.ok) ? failed : ok(visit.overview)
}

/** Seats of a section already seen, with all that a ticket says; ids that are not in it are left out. */
export function chosenSeats(visit: Visit, sectionId: string, seatIds: readonly string[]): readonly ChosenSeat[] {
  const section = visit.sections.get(sectionId)
  if (!section) return []
  const seats = new Map(section.view.seats.map((seat) => [seat.seatId, seat]))
  const own = visit.overview.sections.find((each) => each.sectionId === sectionId)
  const zoneId = section.view.zoneId || (own?.zoneId ?? '')
  const zoneName = visit.overview.zones.find((zone) => zone.zoneId === zoneId)?.name ?? ''
  return seatIds.flatMap((seatId) => {
    const seat = seats.get(seatId)
    const place = section.places.get(seatId)
    return seat && place ? [{ seatId, sectionId, zoneId, zoneName, price: seat.price, place }] : []
  })
}
