import type { Minor } from '../../../shared/domain/money/money.ts'
import { err, ok, type Result } from '../../../shared/domain/result.ts'
import { type PartyWish, searchSections } from '../../../shared/domain/seats/section-choice.ts'
import type { SeatProposal } from '../../../shared/kiosk-api/views.ts'
import type { Clock, PartnerError, PartnerService } from '../ports/ports.ts'
import { chosenSeats, readSection, type Visit } from './visits.ts'

export interface Wish {
  readonly count: number
  readonly zoneId?: string | undefined
  readonly sectionIds?: readonly string[] | undefined
  readonly maxPrice?: number | undefined
  readonly wheelchair?: true | undefined
  /** Notes that the machine takes now. */
  readonly notes?: readonly Minor[]
}

/** Best seats for a party, as at most three offers of different kinds, out of the whole venue. */
export interface Proposals {
  /** What was found within a breath, or as soon as there is anything. Once. */
  first(): Promise<Result<readonly SeatProposal[], PartnerError>>
  /** Better offers than the last ones, once there are any; null when there is nothing better. */
  better(): Promise<readonly SeatProposal[] | null>
}

/** Sooner than this nothing is shown that the rest of the venue may better: offers had rather stay as they are. */
const BREATH_MS = 700

/**
 * Looks into sections, the likeliest first and only where something better can be, a few at a time and only while it is
 * asked: a venue of 300 sections has its best offers after two or three questions each, and all of it is looked into
 * where nothing less will do.
 */
export function startProposals(
  { partner, clock }: { readonly partner: PartnerService; readonly clock: Clock },
  visit: Visit,
  { count, zoneId, sectionIds, maxPrice, wheelchair, notes = [] }: Wish,
  wanted: () => boolean,
): Proposals {
  const wish: PartyWish = {
    count,
    overview: visit.overview,
    plan: visit.plan,
    ...(zoneId !== undefined && { zoneId }),
    ...(sectionIds !== undefined && { sectionIds }),
    ...(maxPrice !== undefined && { maxPrice }),
    ...(wheelchair && { wheelchair }),
    ...(notes.length > 0 && { notes }),
    ...(visit.released && { released: true }),
  }
  const search = searchSections(wish)
  let failure: PartnerError | null = null
  let found: readonly SeatProposal[] = []
  let seen = 0

  /** One round of questions; false when there was nothing left to ask. A service that fails is not asked for the rest. */
  async function look(): Promise<boolean> {
    const asked = failure ? [] : search.worthLooking()
    const replies = await Promise.all(asked.map((id) => readSection(partner, visit, id)))
    for (const reply of replies) {
      if (reply.ok) search.look(reply.value.view)
      else failure ??= reply.error
    }
    seen += replies.filter(({ ok: answered }) => answered).length
    found = search.offers().map((offer) => {
      const seatIds = offer.seats.map((seat) => seat.seatId)
      const seats = chosenSeats(visit, offer.sectionId, seatIds)
      const total = seats.reduce((sum, { price }) => sum + price, 0)
      const { sectionId, zoneId, groups, rows, reasons } = offer
      return { sectionId, zoneId, seats, total, groups, rows, reasons }
    })
    return asked.length > 0
  }

  return {
    async first() {
      const breath = clock.now().monoMs + BREATH_MS
      while (await look()) {
        if (found.length > 0 && clock.now().monoMs >= breath) break
      }
      return failure && seen === 0 ? err(failure) : ok(found)
    },
    async better() {
      const before = described(found)
      while (wanted() && (await look())) {
        if (described(found) !== before) return found
      }
      return null
    },
  }
}

/** Seats and reasons of offers: what a customer would see changed. */
function described(offers: readonly SeatProposal[]): string {
  return offers.map(({ seats, reasons }) => [...seats.map(({ seatId }) => seatId), ...reasons].join()).join(' ')
}
