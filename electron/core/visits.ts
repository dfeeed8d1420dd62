import type { BookingSession, ChosenSeat, EventOffer, SectionOffer } from '../../shared/domain/offer.ts'
import { chooseAmongSections } from '../../shared/domain/seat-choice/index.ts'
import { err, ok, type Result } from '../../shared/domain/result.ts'
import type { VenuePlan } from '../../shared/domain/venue-plan.ts'
import type { SectionReply, SeatProposal } from '../../shared/kiosk-api/views.ts'
import type { PartnerError, PartnerService, SectionDetail } from './ports.ts'

/**
 * A customer looking at one event: the open booking session, and the sections seen so far. Nothing here is money;
 * it lives in memory and is gone with the program.
 */
export interface Visit {
  readonly saleId: string
  readonly event: EventOffer
  readonly session: BookingSession
  readonly plan: VenuePlan | null
  readonly sections: Map<string, SectionDetail>
}

/** Sections asked for when seats are proposed: enough to compare, few enough to answer within a breath. */
const SECTIONS_COMPARED = 6

/** Brings the visit's picture of one section up to date; the screen gets it only when it has not got it yet. */
export async function viewSection(
  partner: PartnerService,
  visit: Visit,
  sectionId: string,
  knownRevision?: string,
): Promise<Result<SectionReply, PartnerError>> {
  const section = await refresh(partner, visit, sectionId)
  if (!section.ok) return section
  const { view } = section.value
  return ok({ section: view.revision === knownRevision ? null : view, revision: view.revision })
}

async function refresh(
  partner: PartnerService,
  visit: Visit,
  sectionId: string,
): Promise<Result<SectionDetail, PartnerError>> {
  const known = visit.sections.get(sectionId)
  const { sessionId, currency } = visit.session
  const request = { sessionId, sectionId, currency, ...(known && { knownRevision: known.view.revision }) }
  const reply = await partner.viewSection(request)
  if (!reply.ok) return reply
  if (reply.value) visit.sections.set(sectionId, reply.value)
  const current = reply.value ?? known
  return current ? ok(current) : err({ type: 'unclear', status: 304, detail: 'nothing changed, but nothing was known' })
}

export interface Wish {
  readonly count: number
  readonly zoneId?: string | undefined
  readonly sectionId?: string | undefined
  readonly maxPrice?: number | undefined
}

/** Best seats for a party out of the likeliest sections, as at most three offers of different kinds. */
export async function proposeSeats(
  partner: PartnerService,
  visit: Visit,
  wish: Wish,
): Promise<Result<readonly SeatProposal[], PartnerError>> {
  const asked = await Promise.all(
    likelySections(visit, wish).map(({ sectionId }) => refresh(partner, visit, sectionId)),
  )
  const details = asked.flatMap((reply) => (reply.ok ? [reply.value] : []))
  const failed = asked.find((reply) => !reply.ok)
  if (failed && details.length === 0) return failed
  const offers = chooseAmongSections(
    details.map(({ view }) => view),
    {
      count: wish.count,
      overview: visit.session.overview,
      plan: visit.plan,
      ...(wish.maxPrice !== undefined && { maxPrice: wish.maxPrice }),
    },
  )
  return ok(
    offers.map((offer) => {
      const seats = chosenSeats(
        visit,
        offer.sectionId,
        offer.seats.map(({ seatId }) => seatId),
      )
      const total = seats.reduce((sum, { price }) => sum + price, 0)
      return {
        sectionId: offer.sectionId,
        zoneId: offer.zoneId,
        seats,
        total,
        together: offer.together,
        reasons: offer.reasons,
      }
    }),
  )
}

/** Of each zone the sections with most seats left, zones taken in turn, so that offers of several kinds can be compared. */
function likelySections(visit: Visit, wish: Wish): readonly SectionOffer[] {
  const { overview } = visit.session
  if (wish.sectionId) return overview.sections.filter(({ sectionId }) => sectionId === wish.sectionId)
  const open = overview.sections.filter(
    (section) =>
      section.remaining > 0 &&
      (wish.zoneId === undefined || section.zoneId === wish.zoneId) &&
      (wish.maxPrice === undefined || section.price <= wish.maxPrice),
  )
  const byZone = new Map<string, SectionOffer[]>()
  for (const section of open.toSorted((a, b) => b.remaining - a.remaining)) {
    const zone = byZone.get(section.zoneId)
    if (zone) zone.push(section)
    else byZone.set(section.zoneId, [section])
  }
  const chosen: SectionOffer[] = []
  for (let turn = 0; chosen.length < Math.min(SECTIONS_COMPARED, open.length); turn++) {
    for (const zone of byZone.values()) {
      const section = zone[turn]
      if (section && chosen.length < SECTIONS_COMPARED) chosen.push(section)
    }
  }
  return chosen
}

/** Seats of a section already seen, with all that a ticket says; ids that are not in it are left out. */
export function chosenSeats(visit: Visit, sectionId: string, seatIds: readonly string[]): readonly ChosenSeat[] {
  const section = visit.sections.get(sectionId)
  if (!section) return []
  const seats = new Map(section.view.seats.map((seat) => [seat.seatId, seat]))
  const zoneName = visit.session.overview.zones.find(({ zoneId }) => zoneId === section.view.zoneId)?.name ?? ''
  return seatIds.flatMap((seatId) => {
    const seat = seats.get(seatId)
    const place = section.places.get(seatId)
    return seat && place ? [{ seatId, sectionId, zoneId: section.view.zoneId, zoneName, price: seat.price, place }] : []
  })
}
