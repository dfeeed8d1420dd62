import { exactWith } from '../money/cash.ts'
import type { Minor } from '../money/money.ts'
import { planSeats, sectionOutline } from '../venue/venue-geometry.ts'
import type { PlanSection, Point, VenuePlan } from '../venue/venue-plan.ts'
import { codeSide } from '../venue/special-seats.ts'
import { isSameGate } from './place.ts'
import { arrangements, type ProposalReason } from './arrangement.ts'
import { bestSeats, type SeatChoice } from './best-seats.ts'
import { type SeatQueryOptions, reservedAccessibleSeats } from './hand-picking.ts'
import type { ChosenSeat, Overview, SeatOffer, SectionOffer, SectionView } from './offer.ts'
import { placeKey } from './seat-rows.ts'

export interface PartyRequest extends SeatQueryOptions {
  readonly count: number
  readonly maxPrice?: Minor
  readonly zoneId?: string
  /** Sections to search; absent for all sections. */
  readonly sectionIds?: readonly string[]
  /** Values of the available notes if no change is given; offers payable exactly in notes come first. */
  readonly notes?: readonly Minor[]
  /** Seats that the party already has. These seats are not offered again; offers near these seats come first. */
  readonly beside?: readonly ChosenSeat[]
  /** Whether sections near `beside` come first, in any zone. */
  readonly nearby?: boolean
  readonly overview: Overview
  readonly plan: VenuePlan | null
}

export interface SectionChoice extends SeatChoice {
  readonly sectionId: string
  readonly zoneId: string
}

/** Finds the best seats of a venue; once `worthLooking` returns no section, no better offer exists. */
interface SectionSearch {
  /** Returns the sections that may still change the offers, most promising first. */
  worthLooking(): readonly string[]
  look(section: SectionView): void
  /**
   * Returns at most three offers with the closest possible arrangement: the best place, the cheapest if it costs less,
   * then the best of other stands. An offer that can be paid exactly with the notes in `wish` comes first.
   */
  offers(): readonly SectionChoice[]
}

const MAX_OFFERS = 3

/** Maximum number of sections requested at once, small enough for a quick reply. */
const MAX_AT_ONCE = 6

/** Weight of the seats' place in the section, relative to the section's place in the venue. */
const VIEW_WEIGHT = 0.3

/** Share of the range from best to worst section within which an offer may be `best-view`. */
const BEST_SECTIONS = 0.2

export function searchSections(wish: PartyRequest): SectionSearch {
  const { count, maxPrice = Infinity, overview, plan, beside = [] } = wish
  const merit = beside.length > 0 ? scoreBeside(beside, wish) : sectionScore(plan, overview)
  const only = wish.sectionIds && new Set(wish.sectionIds)
  const withSpaces = wish.wheelchair ? sectionsWithSpaces(plan) : null
  const mayHavePlaces = ({ code }: SectionOffer): boolean => withSpaces === null || withSpaces.has(code)
  const open = overview.sections.filter(
    (section) =>
      section.remaining >= count &&
      section.price <= maxPrice &&
      (wish.zoneId === undefined || section.zoneId === wish.zoneId) &&
      (!only || only.has(section.sectionId)) &&
      mayHavePlaces(section),
  )
  const unseen = new Map(open.map((section) => [section.sectionId, section]))
  const order = new Map(overview.sections.map(({ sectionId }, index) => [sectionId, index]))
  const tribunes = new Map<string, string>()
  const candidates: Candidate[] = []
  const isExact = wish.notes ? exactWith(wish.notes) : () => true
  /** Minimum price of `count` seats in each section. */
  const floors = new Map(open.map(({ sectionId, price }) => [sectionId, price * count]))

  /**
   * Returns the best possible rank of an unread section. Without a plan, the stand is inferred from a section already
   * read in the same zone and on the same side.
   */
  function hope(section: SectionOffer): Rank {
    const { sectionId, price } = section
    return {
      sectionId,
      tribune:
        planSectionOf(plan, overview, sectionId)?.tribune ?? tribunes.get(sideOf(section)) ?? `side ${sideOf(section)}`,
      closeness: 0,
      lone: false,
      total: price * count,
      exact: isExact(price * count),
      penalty: merit(sectionId),
      order: order.get(sectionId) ?? 0,
    }
  }

  return {
    worthLooking() {
      const hopes = new Map([...unseen].map(([sectionId, section]) => [sectionId, hope(section)]))
      const asked: string[] = []
      while (asked.length < MAX_AT_ONCE) {
        const hopeful = pick<Rank>([...candidates, ...hopes.values()]).filter((rank) => !('choice' in rank))
        if (hopeful.length === 0) break
        for (const { sectionId } of hopeful) {
          hopes.delete(sectionId)
          asked.push(sectionId)
        }
      }
      return asked.slice(0, MAX_AT_ONCE)
    },
    look(whole) {
      const known = unseen.get(whole.sectionId)
      if (!known) return
      const own = beside.filter(({ sectionId }) => sectionId === whole.sectionId)
      const section = own.length > 0 ? withHeld(whole, new Set(own.map(({ seatId }) => seatId))) : whole
      unseen.delete(section.sectionId)
      tribunes.set(sideOf(known), section.tribune.code)
      floors.set(section.sectionId, cheapestSum(section, wish))
      const rank = { penalty: merit(section.sectionId), order: order.get(section.sectionId) ?? 0, isExact }
      candidates.push(...candidatesOf(section, { ...wish, beside: own }, rank))
    },
    offers() {
      const offers = pick(candidates)
      const dearest = Math.max(...candidates.map(({ total }) => total), ...open.map(({ price }) => price * count))
      const reasons = proposalReasons(offers, { lowest: Math.min(...floors.values()), dearest })
      return offers.map(({ choice, sectionId, zoneId }, i) => ({
        ...choice,
        sectionId,
        zoneId,
        reasons: reasons[i] ?? [],
      }))
    },
  }
}

/** Returns the codes of the sections with wheelchair spaces; null if the plan names no wheelchair spaces. */
export function sectionsWithSpaces(plan: VenuePlan | null): ReadonlySet<string> | null {
  const named = plan?.sections.filter(({ accessible = [] }) => accessible.length > 0) ?? []
  return named.length > 0 ? new Set(named.map(({ code }) => code)) : null
}

const sideOf = ({ zoneId, code }: SectionOffer): string => `${zoneId} ${codeSide(code)}`

interface Rank {
  readonly sectionId: string
  readonly tribune: string
  /** Index in `arrangements`; 0 if the party sits together. */
  readonly closeness: number
  /** Whether the offer would leave a lone seat, which outweighs any difference in view. */
  readonly lone: boolean
  readonly total: Minor
  /** Whether the offer can be paid exactly in notes. */
  readonly exact: boolean
  /** Distance from the best view of the venue, which has the value 0. */
  readonly penalty: number
  /** Position in the partner's order, which decides between equal offers. */
  readonly order: number
}

interface Candidate extends Rank {
  readonly zoneId: string
  readonly choice: SeatChoice
  /** Straight-line distance from the seats to their gate in metres; null without a plan. */
  readonly wayToGate: number | null
}

const manners = ({ lone }: Rank): number => (lone ? 1 : 0)

function pick<R extends Rank>(all: readonly R[]): readonly R[] {
  const closest = Math.min(...all.map(({ closeness }) => closeness))
  const candidates = all.filter(({ closeness }) => closeness === closest)
  const byMerit = candidates.toSorted(
    (a, b) => manners(a) - manners(b) || a.penalty - b.penalty || a.total - b.total || a.order - b.order,
  )
  const [best] = byMerit
  if (!best) return []
  const offers = [best]
  const cheapest = candidates.toSorted(
    (a, b) => a.total - b.total || manners(a) - manners(b) || a.penalty - b.penalty || a.order - b.order,
  )[0]
  if (cheapest && cheapest.total < best.total) offers.push(cheapest)
  for (const candidate of byMerit) {
    if (offers.length === MAX_OFFERS) break
    if (offers.every(({ tribune }) => tribune !== candidate.tribune)) offers.push(candidate)
  }
  const exact = byMerit.find((candidate) => candidate.exact)
  if (exact && !offers.some((offer) => offer.exact)) offers.splice(MAX_OFFERS - 1, 1, exact)
  return offers.toSorted((a, b) => Number(b.exact) - Number(a.exact))
}

/** Returns the best seats of a section, and the best seats at its lowest price if they are different. */
function candidatesOf(
  section: SectionView,
  wish: PartyRequest,
  { penalty, order, isExact }: Pick<Rank, 'penalty' | 'order'> & { readonly isExact: (sum: Minor) => boolean },
): readonly Candidate[] {
  const { count, maxPrice = Infinity, overview, plan } = wish
  const own = planSectionOf(plan, overview, section.sectionId)
  const lowest = section.seats.reduce(
    (low, { status, price }) => (status === 'available' ? Math.min(low, price) : low),
    Infinity,
  )
  const best = bestSeats(section, { ...wish, plan: own })
  const cheap =
    best && best.total > lowest * count
      ? bestSeats(section, { ...wish, plan: own, maxPrice: Math.min(lowest, maxPrice) })
      : null
  return [best, cheap].flatMap((choice) => {
    if (!choice) return []
    // Without a plan, the best view of the venue is unknown.
    const reasons =
      own !== null && penalty <= BEST_SECTIONS
        ? choice.reasons
        : choice.reasons.map((reason) => (reason === 'best-view' ? 'central' : reason))
    return {
      choice: { ...choice, reasons },
      closeness: arrangements.indexOf(choice.arrangement),
      lone: choice.lone.length > 0,
      total: choice.total,
      exact: isExact(choice.total),
      sectionId: section.sectionId,
      zoneId: section.zoneId,
      tribune: section.tribune.code,
      penalty:
        penalty + VIEW_WEIGHT * (choice.seats.some(({ restrictedView }) => restrictedView) ? 1 : choice.view.penalty),
      order,
      wayToGate: own && wayToGate(choice, section, own, plan),
    }
  })
}

/** Returns the price of the cheapest seats available to the party; `Infinity` if there are too few seats. */
function cheapestSum(section: SectionView, { count, ...asking }: PartyRequest): Minor {
  const kept = reservedAccessibleSeats(section, asking)
  const isMeant = ({ accessible, companion }: SeatOffer): boolean =>
    !asking.wheelchair || count > 2 || Boolean(accessible ?? companion)
  const prices = section.seats.flatMap((seat) =>
    seat.status === 'available' && !kept.has(seat.seatId) && isMeant(seat) ? [seat.price] : [],
  )
  if (prices.length < count) return Infinity
  return prices
    .toSorted((a, b) => a - b)
    .slice(0, count)
    .reduce((sum, price) => sum + price, 0)
}

interface Compared {
  readonly choice: SeatChoice
  readonly zoneId: string
  readonly tribune: string
  readonly total: Minor
  readonly penalty: number
  readonly wayToGate: number | null
}

/** Factor by which the distance to the gate must be longer in all other offers for the reason `near-gate`. */
const CLEARLY_NEARER = 1.25

/** Returns the reasons of each offer that are true in comparison with the other offers. */
function proposalReasons(
  offers: readonly Compared[],
  prices: { readonly lowest: Minor; readonly dearest: Minor },
): readonly (readonly ProposalReason[])[] {
  const [bestView] = offers.toSorted((a, b) => a.penalty - b.penalty || a.total - b.total)
  const nearest = nearestToGate(offers)
  return offers.map((offer, i) => {
    const { choice, total, zoneId, tribune } = offer
    const isBest = offer.penalty === bestView?.penalty && total === bestView.total
    const reasons = choice.reasons.map((reason) => (reason === 'best-view' && !isBest ? 'central' : reason))
    if (offers.some((other) => other.total < total && other.zoneId !== zoneId)) reasons.push('dearer-zone')
    if (total <= prices.lowest && total < prices.dearest) reasons.push('lowest-price')
    if (offer === nearest) reasons.push('near-gate')
    if (i > 0 && offers.slice(0, i).every((before) => before.tribune !== tribune)) reasons.push('other-tribune')
    return reasons
  })
}

function nearestToGate(offers: readonly Compared[]): Compared | null {
  const ways = offers
    .flatMap((offer) => (offer.wayToGate === null ? [] : [{ offer, way: offer.wayToGate }]))
    .toSorted((a, b) => a.way - b.way)
  const [first, second] = ways
  if (!first || !second || ways.length < offers.length) return null
  return second.way >= CLEARLY_NEARER * first.way ? first.offer : null
}

/** Returns the plan's section for the partner's section id; null if there is none. */
export function planSectionOf(plan: VenuePlan | null, overview: Overview, sectionId: string): PlanSection | null {
  const code = overview.sections.find((section) => section.sectionId === sectionId)?.code
  return plan?.sections.find((section) => section.code === code) ?? null
}

function withHeld(section: SectionView, seatIds: ReadonlySet<string>): SectionView {
  const seats = section.seats.map((seat) => (seatIds.has(seat.seatId) ? { ...seat, status: 'held' as const } : seat))
  return { ...section, seats }
}

/**
 * Returns a function that ranks the sections of the party's own seats first, then those of the same zones, then all
 * others. If the request names no zone or section, the other sections nearest to these seats come first.
 */
function scoreBeside(
  beside: readonly ChosenSeat[],
  { plan, overview, zoneId, sectionIds, nearby }: PartyRequest,
): (sectionId: string) => number {
  const own = new Set(beside.map((seat) => seat.sectionId))
  const zones = new Set(beside.map((seat) => seat.zoneId))
  const inZone = new Set(overview.sections.flatMap((each) => (zones.has(each.zoneId) ? [each.sectionId] : [])))
  const score = sectionScore(plan, overview)
  const near = plan ? sectionScore(plan, overview, beside.at(-1)?.sectionId) : score
  const elsewhere = nearby || (zoneId === undefined && sectionIds === undefined) ? near : score
  return (sectionId) => {
    if (own.has(sectionId)) return 0
    return inZone.has(sectionId) ? 1 + near(sectionId) : 2 + elsewhere(sectionId)
  }
}

/**
 * Returns a function that ranks sections from 0 (best) to 1: by distance from the field or from the section `origin`,
 * or by price.
 */
function sectionScore(plan: VenuePlan | null, overview: Overview, origin?: string): (sectionId: string) => number {
  if (!plan) {
    const prices = new Map(overview.sections.map(({ sectionId, price }) => [sectionId, price]))
    const scale = scaleOf([...prices.values()].map((price) => -price))
    return (sectionId) => scale(-(prices.get(sectionId) ?? 0))
  }
  const from = origin === undefined ? null : planSectionOf(plan, overview, origin)
  const field = centreOf(from ? sectionOutline(from) : plan.field.outline)
  const distances = new Map(
    plan.sections.map((section) => [section, distance(centreOf(sectionOutline(section)), field)]),
  )
  const scale = scaleOf([...distances.values()])
  return (sectionId) => {
    const section = planSectionOf(plan, overview, sectionId)
    return scale((section && distances.get(section)) ?? Infinity)
  }
}

/** Returns the straight-line distance to the gate in metres; null if the plan lacks the seats or the gate. */
function wayToGate(
  { seats }: SeatChoice,
  { gates }: SectionView,
  section: PlanSection,
  plan: VenuePlan | null,
): number | null {
  const gate = plan?.gates.find(({ code }) => code === section.gate)
  const isTheirs = (index: number): boolean => {
    const own = gates[index]
    return gate !== undefined && own !== undefined && isSameGate(own, gate)
  }
  if (!gate || !seats.every((seat) => isTheirs(seat.gate))) return null
  const places = new Map(planSeats(section).map((place) => [placeKey(place.rowLabel, place.number), place.at]))
  const at = seats.flatMap((seat) => {
    const place = places.get(placeKey(seat.rowLabel, seat.number))
    return place ? [place] : []
  })
  return at.length > 0 ? distance(centreOf(at), gate.at) : null
}

function scaleOf(values: readonly number[]): (value: number) => number {
  const [low, high] = [Math.min(...values), Math.max(...values)]
  return (value) => (high > low ? Math.min((value - low) / (high - low), 1) : 0)
}

function centreOf(points: readonly Point[]): Point {
  const sum = points.reduce<[number, number]>(([x, y], point) => [x + point[0], y + point[1]], [0, 0])
  return [sum[0] / points.length, sum[1] / points.length]
}

function distance(a: Point, b: Point): number {
  return Math.hypot(a[0] - b[0], a[1] - b[1])
}
