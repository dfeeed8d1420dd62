import { exactWith } from '../money/cash.ts'
import type { Minor } from '../money/money.ts'
import { planSeats, sectionOutline } from '../venue/venue-geometry.ts'
import type { PlanSection, Point, VenuePlan } from '../venue/venue-plan.ts'
import { codeSide } from '../venue/special-seats.ts'
import { isSameGate } from '../venue/way.ts'
import { arrangements, type ProposalReason } from './arrangement.ts'
import { bestSeats, type SeatChoice } from './best-seats.ts'
import { type SeatQueryOptions, reservedAccessibleSeats } from './hand-picking.ts'
import type { Overview, SeatOffer, SectionOffer, SectionView } from './offer.ts'
import { placeKey } from './seat-rows.ts'

export interface PartyRequest extends SeatQueryOptions {
  readonly count: number
  readonly maxPrice?: Minor
  readonly zoneId?: string
  /** The only sections to search; absent for all. */
  readonly sectionIds?: readonly string[]
  /**
   * Values of the available notes if no change is given: seats whose price can be paid exactly with these notes are
   * offered first.
   */
  readonly notes?: readonly Minor[]
  /** Contains the codes of the sections, by which the plan identifies them. */
  readonly overview: Overview
  readonly plan: VenuePlan | null
}

export interface SectionChoice extends SeatChoice {
  readonly sectionId: string
  readonly zoneId: string
}

/**
 * Searches a venue for the best seats when initially only the places, prices and seat counts of its sections are known.
 * Determines which sections to read, and returns the best offers among the sections read so far. Once no section is
 * worth reading, no better offer exists in the venue.
 */
interface SectionSearch {
  /** Returns the sections that may still change the offers, most promising first; empty when the search is complete. */
  worthLooking(): readonly string[]
  look(section: SectionView): void
  /**
   * Returns at most three different offers: the best place, then the cheapest if it costs less, then the best of other
   * tribunes. If an offer can be paid exactly with the notes in `wish`, such an offer is included and comes first. All
   * offers have the closest arrangement that is possible in any of them: together, otherwise two groups close to each
   * other, otherwise without single seats.
   */
  offers(): readonly SectionChoice[]
}

const MAX_OFFERS = 3

/** Maximum number of sections requested at once: few enough for a quick reply. */
const MAX_AT_ONCE = 6

/** Weight of the seats' place in the section, relative to the section's place in the venue. */
const VIEW_WEIGHT = 0.3

/**
 * Share of the range from the venue's best section to its worst within which an offer may have the reason `best-view`.
 */
const BEST_SECTIONS = 0.2

export function searchSections(wish: PartyRequest): SectionSearch {
  const { count, maxPrice = Infinity, overview, plan } = wish
  const merit = sectionScore(plan, overview)
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
   * Returns the best possible rank of a section that was not read yet. Without a plan, its tribune is that of a section
   * already read in the same zone and side, because a zone may span several tribunes.
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
    look(section) {
      const known = unseen.get(section.sectionId)
      if (!known) return
      unseen.delete(section.sectionId)
      tribunes.set(sideOf(known), section.tribune.code)
      floors.set(section.sectionId, cheapestSum(section, wish))
      const rank = { penalty: merit(section.sectionId), order: order.get(section.sectionId) ?? 0, isExact }
      candidates.push(...candidatesOf(section, wish, rank))
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

/** Returns the codes of the sections with wheelchair spaces in the plan; null if it names no such spaces. */
export function sectionsWithSpaces(plan: VenuePlan | null): ReadonlySet<string> | null {
  const named = plan?.sections.filter(({ accessible = [] }) => accessible.length > 0) ?? []
  return named.length > 0 ? new Set(named.map(({ code }) => code)) : null
}

const sideOf = ({ zoneId, code }: SectionOffer): string => `${zoneId} ${codeSide(code)}`

/** Criteria by which offers are compared. */
interface Rank {
  readonly sectionId: string
  readonly tribune: string
  /** How close the party sits: 0 if together. */
  readonly closeness: number
  /** Whether it would leave a lone seat, which outweighs any difference in view. */
  readonly lone: boolean
  readonly total: Minor
  /** Whether it can be paid exactly in notes. */
  readonly exact: boolean
  /** Distance from the best view of the venue, which is 0. */
  readonly penalty: number
  /** Position in the partner's own order, for equal offers. */
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

/** Returns the best seats of a section, and the best at its lowest price if they are different. */
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

/** Returns the price of the cheapest seats that are available to the party; Infinity if there are too few. */
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

/** The part of an offer that is compared with other offers. */
interface Compared {
  readonly choice: SeatChoice
  readonly zoneId: string
  readonly tribune: string
  readonly total: Minor
  /** Distance from the best view of the venue, which is 0. */
  readonly penalty: number
  /** Straight-line distance from the seats to their gate in metres; null without a plan. */
  readonly wayToGate: number | null
}

/**
 * Factor by which the other offers' ways to the gate must at least be longer for an offer to have the reason
 * `near-gate`.
 */
const CLEARLY_NEARER = 1.25

/**
 * Returns the reasons of each offer: its own reasons that remain true in comparison with the other offers, and those
 * that follow from the comparison.
 */
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

/**
 * Returns the section of a plan that the partner sells under this id; null without a plan, or if it has no such code.
 */
export function planSectionOf(plan: VenuePlan | null, overview: Overview, sectionId: string): PlanSection | null {
  const code = overview.sections.find((section) => section.sectionId === sectionId)?.code
  return plan?.sections.find((section) => section.code === code) ?? null
}

/**
 * Returns a function for the rank of a section in its venue, from 0 (best) to 1 (worst). With a plan it is by distance
 * from the middle of the field, without one by price, which is the venue's own ranking.
 */
function sectionScore(plan: VenuePlan | null, overview: Overview): (sectionId: string) => number {
  if (!plan) {
    const prices = new Map(overview.sections.map(({ sectionId, price }) => [sectionId, price]))
    const scale = scaleOf([...prices.values()].map((price) => -price))
    return (sectionId) => scale(-(prices.get(sectionId) ?? 0))
  }
  const field = centreOf(plan.field.outline)
  const distances = new Map(
    plan.sections.map((section) => [section, distance(centreOf(sectionOutline(section)), field)]),
  )
  const scale = scaleOf([...distances.values()])
  return (sectionId) => {
    const section = planSectionOf(plan, overview, sectionId)
    return scale((section && distances.get(section)) ?? Infinity)
  }
}

/**
 * Returns the straight-line distance from the seats to their gate in metres; null if the plan does not contain them or
 * has another gate.
 */
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
