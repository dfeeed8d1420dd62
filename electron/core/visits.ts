import type { BookingSession, ChosenSeat, EventOffer } from '../../shared/domain/offer.ts'
import { searchSections } from '../../shared/domain/seat-choice/index.ts'
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

/** Rounds of questions to the service before seats are proposed: what is not found by then is not waited for. */
const MOST_ROUNDS = 5

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

/**
 * Best seats for a party, as at most three offers of different kinds. Sections are looked into until none of the others
 * can have anything better, the likeliest at once.
 */
export async function proposeSeats(
  partner: PartnerService,
  visit: Visit,
  { count, zoneId, sectionId, maxPrice }: Wish,
): Promise<Result<readonly SeatProposal[], PartnerError>> {
  const search = searchSections({
    count,
    overview: visit.session.overview,
    plan: visit.plan,
    ...(zoneId !== undefined && { zoneId }),
    ...(sectionId !== undefined && { sectionId }),
    ...(maxPrice !== undefined && { maxPrice }),
  })
  let failure: PartnerError | null = null
  let seen = 0
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const asked = search.worthLooking()
    if (asked.length === 0) break
    await Promise.all(
      asked.map(async (id) => {
        const reply = await refresh(partner, visit, id)
        if (reply.ok) {
          search.look(reply.value.view)
          seen += 1
        } else {
          search.pass(id)
          failure ??= reply.error
        }
      }),
    )
    // A service that does not answer is not asked for the rest of the venue.
    if (failure) break
  }
  if (failure && seen === 0) return err(failure)
  return ok(
    search.offers().map((offer) => {
      const ids = offer.seats.map(({ seatId }) => seatId)
      const seats = chosenSeats(visit, offer.sectionId, ids)
      const total = seats.reduce((sum, { price }) => sum + price, 0)
      const { zoneId, together, reasons } = offer
      return { sectionId: offer.sectionId, zoneId, seats, total, together, reasons }
    }),
  )
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
