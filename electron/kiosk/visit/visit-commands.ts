import type { Minor } from '../../../shared/domain/money/money.ts'
import { err, ok, type Result } from '../../../shared/domain/result.ts'
import { asChosen } from '../../../shared/domain/sale/sale-transition.ts'
import { reservedAccessibleSeats } from '../../../shared/domain/seats/hand-picking.ts'
import { type ChosenSeat, mayTakeOut, type SeatOffer } from '../../../shared/domain/seats/offer.ts'
import { type PartyRequest, searchSections, sectionsWithSpaces } from '../../../shared/domain/seats/section-choice.ts'
import type { PartnerFailure } from '../../../shared/api/kiosk/failures.ts'
import type { SeatProposal } from '../../../shared/api/kiosk/views.ts'
import type { Commands } from '../access.ts'
import type { NotesWatch } from '../payment/notes.ts'
import type { Clock, PartnerError, PartnerService } from '../ports/ports.ts'
import type { SaleService } from '../sale/sale-service.ts'
import type { SaleScreen } from '../screen/sale-screen.ts'
import type { WatchedPorts } from '../monitors/partner-watch.ts'
import {
  chosenSeats,
  countIn,
  readSection,
  refreshOverview,
  seatsOfGroups,
  seatsToHold,
  viewSection,
  type Visit,
  visitView,
} from './visits.ts'

export function visitCommands(
  ports: Pick<WatchedPorts, 'partner' | 'clock'>,
  { visitOf, waiting, act }: SaleScreen,
  maxSeats: number,
  notes: NotesWatch,
  /**
   * Returns the service's limit of seats per session, null if it is unknown. Undefined if a sale must use one session.
   */
  perSession: (() => number | null) | undefined,
) {
  const { partner } = ports
  let proposals: Proposals | null = null

  return {
    async viewVisit({ saleId }) {
      const visit = visitOf(saleId)
      return visit ? ok(visitView(visit)) : err({ type: 'unknown-sale' })
    },

    async viewSection({ saleId, sectionId, knownRevision }) {
      const visit = visitOf(saleId)
      if (!visit) return err({ type: 'unknown-sale' })
      const reply = await viewSection(partner, visit, sectionId, knownRevision)
      return reply.ok ? reply : err(sessionFailure(reply.error))
    },

    async refreshOverview({ saleId }) {
      const visit = visitOf(saleId)
      if (!visit) return err({ type: 'unknown-sale' })
      const reply = await refreshOverview(partner, visit)
      return reply.ok ? reply : err(sessionFailure(reply.error))
    },

    async proposeSeats({ saleId, chosen = [], ...wish }) {
      const visit = visitOf(saleId)
      if (!visit) return err({ type: 'unknown-sale' })
      if (wish.count + countIn(chosen) > maxSeats) return err({ type: 'too-many-seats', limit: maxSeats })
      const beside = seatsOfGroups(visit, chosen)
      if (!beside) return err({ type: 'seat-unknown' })
      const known = { ...wish, beside, notes: notes.values(visit.session.currency) }
      const mine: Proposals = startProposals(ports, visit, known, () => proposals === mine && visitOf(saleId) === visit)
      proposals = mine
      const reply = await mine.first()
      if (!reply.ok) return err(sessionFailure(reply.error))
      return ok(reply.value.length > 0 ? reply.value : await spreadParty(ports, visit, known))
    },

    async refineProposals({ saleId }) {
      return visitOf(saleId) ? ok((await proposals?.better()) ?? null) : err({ type: 'unknown-sale' })
    },

    async viewWheelchairPlaces({ saleId }) {
      const visit = visitOf(saleId)
      if (!visit) return err({ type: 'unknown-sale' })
      // Without a plan, only the sections that were read are searched, not the whole venue.
      const sectionIds = sectionsWithSpaces(visit.plan) ? undefined : [...visit.sections.keys()]
      if (sectionIds?.length === 0) return ok({ left: false })
      const reply = await searchOnce(ports, visit, { count: 2, wheelchair: true, sectionIds })
      return reply.ok ? ok({ left: reply.value.length > 0 }) : err(sessionFailure(reply.error))
    },

    async holdSeats({ saleId, groups }) {
      const sale = waiting(saleId, 'choosing')
      const visit = visitOf(saleId)
      if (!sale.ok) return sale
      if (!visit) return err({ type: 'unknown-sale' })
      if (countIn(groups) > maxSeats) return err({ type: 'too-many-seats', limit: maxSeats })
      const seats = seatsToHold(visit, groups)
      if (!seats) return err({ type: 'seat-unknown' })
      if (!partner.isUp()) return err({ type: 'partner-unreachable' })
      return ok(act(saleId, { type: 'seats-chosen', seats, ...(perSession && { perSession: perSession() }) }))
    },

    async changeSeats({ saleId }) {
      const sale = waiting(saleId, 'priced')
      if (!sale.ok) return sale
      // Seats with partial payments cannot be changed.
      if (sale.value.parts) return err({ type: 'invalid-state', stage: 'paying' })
      return ok(act(saleId, { type: 'seats-changed' }))
    },

    async removeSeat({ saleId, seatId }) {
      const sale = waiting(saleId, 'priced')
      if (!sale.ok) return sale
      if (sale.value.parts) return err({ type: 'invalid-state', stage: 'paying' })
      const held = sale.value.order.seats
      const seats = held.filter((seat) => seat.seatId !== seatId).map(asChosen)
      if (seats.length !== held.length - 1 || seats.length === 0 || !mayTakeOut(held, seatId))
        return err({ type: 'seat-unknown' })
      if (!partner.isUp()) return err({ type: 'partner-unreachable' })
      return ok(act(saleId, { type: 'seats-changed', seats }))
    },
  } satisfies Partial<Commands>
}

/**
 * Returns a getter for the service's limit of seats per session, learned from its refusals since the program started.
 * The limit is null before the first such refusal.
 */
export function watchSeatLimit(sales: Pick<SaleService, 'subscribe'>): () => number | null {
  let known: number | null = null
  sales.subscribe((_, event) => {
    if (event?.type === 'seat-limit-found') known = event.limit
    // The service may have a lower limit by now.
    const notice = event?.type === 'hold-failed' ? event.notice : null
    if (known !== null && notice?.type === 'hold-refused' && notice.limit) known = Math.min(known, notice.limit)
  })
  return () => known
}

function sessionFailure(error: PartnerError): PartnerFailure | { readonly type: 'session-expired' } {
  return error.type === 'refused' && error.status === 410 ? { type: 'session-expired' } : partnerFailure(error)
}

export function partnerFailure(error: PartnerError): PartnerFailure {
  if (error.type === 'unreachable') return { type: 'partner-unreachable' }
  if (error.type === 'unclear') return { type: 'partner-unclear' }
  if (error.code === 'EVENT_ENDED') return { type: 'event-ended' }
  return { type: 'partner-refused', status: error.status, code: error.code }
}

interface Wish {
  readonly count: number
  readonly zoneId?: string | undefined
  readonly sectionIds?: readonly string[] | undefined
  readonly maxPrice?: number | undefined
  readonly wheelchair?: true | undefined
  readonly beside?: readonly ChosenSeat[]
  readonly nearby?: true
  readonly notes?: readonly Minor[]
}

type Proposals = ReturnType<typeof startProposals>

/** Minimum search time in milliseconds before offers are shown, so that offers rarely change afterwards. */
const BREATH_MS = 700

/**
 * Searches seats for a party, with at most three offers of different kinds. Reads a few sections at a time, the most
 * promising first, as long as they may have better seats.
 */
function startProposals(
  { partner, clock }: { readonly partner: PartnerService; readonly clock: Clock },
  visit: Visit,
  { count, zoneId, sectionIds, maxPrice, wheelchair, beside = [], nearby, notes = [] }: Wish,
  wanted: () => boolean,
) {
  const wish: PartyRequest = {
    count,
    beside,
    overview: visit.overview,
    plan: visit.plan,
    ...(zoneId !== undefined && { zoneId }),
    ...(sectionIds !== undefined && { sectionIds }),
    ...(maxPrice !== undefined && { maxPrice }),
    ...(wheelchair && { wheelchair }),
    ...(nearby && { nearby }),
    ...(notes.length > 0 && { notes }),
    ...(visit.released && { released: true }),
  }
  const search = searchSections(wish)
  let failure: PartnerError | null = null
  let found: readonly SeatProposal[] = []
  let seen = 0

  /** Reads the next sections. Returns false if no sections are left or the partner failed. */
  async function look(): Promise<boolean> {
    const asked = failure ? [] : search.worthLooking()
    const replies = await Promise.all(asked.map((id) => readSection(partner, visit, id)))
    for (const reply of replies) {
      if (reply.ok) search.look(reply.value.view)
      else failure ??= reply.error
    }
    seen += replies.filter(({ ok: answered }) => answered).length
    found = search.offers().map((offer) => {
      const { sectionId, groups, rows, reasons } = offer
      const seatIds = offer.seats.map((seat) => seat.seatId)
      const seats = [...beside, ...chosenSeats(visit, sectionId, seatIds)]
      const total = seats.reduce((sum, { price }) => sum + price, 0)
      // The reasons describe only the seats found by this search, so an offer that also contains other seats has no
      // reasons.
      return { seats, total, groups, rows, reasons: beside.length > 0 ? [] : reasons }
    })
    return asked.length > 0
  }

  return {
    /** Returns the first offers. Called once. */
    async first(): Promise<Result<readonly SeatProposal[], PartnerError>> {
      const breath = clock.now().monoMs + BREATH_MS
      while (await look()) {
        if (found.length > 0 && clock.now().monoMs >= breath) break
      }
      return failure && seen === 0 ? err(failure) : ok(found)
    },
    /** Resolves with improved offers, or with null if no improvement is found. */
    async better(): Promise<readonly SeatProposal[] | null> {
      const before = described(found)
      while (wanted() && (await look())) {
        if (described(found) !== before) return found
      }
      return null
    },
  }
}

function searchOnce(ports: Parameters<typeof startProposals>[0], visit: Visit, wish: Wish) {
  return startProposals(ports, visit, wish, () => false).first()
}

/** Returns a text that is equal for offers that look the same to the customer. */
function described(offers: readonly SeatProposal[]): string {
  return offers.map(({ seats, reasons }) => [...seats.map(({ seatId }) => seatId), ...reasons].join()).join(' ')
}

/** Maximum number of sections over which a party is spread, with at least two seats in each. */
const MAX_SPREAD_SECTIONS = 5

/**
 * Returns an offer for a party that fits in no section: the largest possible part in one section, and each further part
 * in a section near it. A requested wheelchair space is in the first part. Returns an empty offer if the party does not
 * fit in `MAX_SPREAD_SECTIONS` sections.
 */
async function spreadParty(
  ports: Parameters<typeof startProposals>[0],
  visit: Visit,
  wish: Wish,
): Promise<readonly SeatProposal[]> {
  let parts: readonly SeatProposal[] = []
  let left = wish.count
  let limit = left - 1
  while (left > 0 && parts.length < MAX_SPREAD_SECTIONS) {
    const beside = parts.at(-1)?.seats ?? wish.beside ?? []
    const searched = parts.length === 0 ? wish : { ...wish, wheelchair: undefined }
    const most = Math.min(limit, maxFreeSeats(visit, searched, beside))
    // Takes one seat fewer, so that the last part does not consist of a single seat.
    const count = left - most === 1 ? most - 1 : most
    if (count < 2) return []
    const reply = await searchOnce(ports, visit, { ...searched, count, beside, nearby: true })
    if (!reply.ok) return []
    const [part] = reply.value
    if (part) {
      parts = [...parts, part]
      left -= count
    }
    limit = part ? left : count - 1
  }
  const last = parts.at(-1)
  if (!last || left > 0) return []
  const sum = (of: 'groups' | 'rows'): number => parts.reduce((total, part) => total + part[of], 0)
  return [{ ...last, groups: sum('groups'), rows: sum('rows') }]
}

/** Returns the largest number of free seats in a section of the search, according to the data read so far. */
function maxFreeSeats(
  visit: Visit,
  { zoneId, sectionIds, maxPrice = Infinity, wheelchair }: Wish,
  beside: readonly ChosenSeat[],
): number {
  const own = new Set(beside.map(({ seatId }) => seatId))
  const open = visit.overview.sections.filter(
    (section) =>
      section.price <= maxPrice &&
      (zoneId === undefined || section.zoneId === zoneId) &&
      (!sectionIds || sectionIds.includes(section.sectionId)),
  )
  const free = open.map(({ sectionId, remaining }) => {
    const view = visit.sections.get(sectionId)?.view
    if (!view) return remaining
    const kept = reservedAccessibleSeats(view, {
      ...(visit.released && { released: true }),
      ...(wheelchair && { wheelchair }),
    })
    const isOpen = ({ seatId, status, price }: SeatOffer): boolean =>
      status === 'available' && price <= maxPrice && !own.has(seatId) && !kept.has(seatId)
    return view.seats.filter(isOpen).length
  })
  return Math.max(0, ...free)
}
