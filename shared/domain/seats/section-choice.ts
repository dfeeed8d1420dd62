import { exactWith } from '../money/cash.ts'
import type { Minor } from '../money/money.ts'
import { planSeats, sectionOutline } from '../venue/venue-geometry.ts'
import type { PlanSection, Point, VenuePlan } from '../venue/venue-plan.ts'
import { codeSide } from '../venue/special-seats.ts'
import { isSameGate } from '../venue/way.ts'
import { arrangements, type ProposalReason } from './arrangement.ts'
import { bestSeats, type SeatChoice } from './best-seats.ts'
import { type Asking, keptSeats } from './hand-picking.ts'
import type { Overview, SeatOffer, SectionOffer, SectionView } from './offer.ts'
import { placeKey } from './seat-rows.ts'

export interface PartyWish extends Asking {
  readonly count: number
  readonly maxPrice?: Minor
  readonly zoneId?: string
  /** Only these. */
  readonly sectionIds?: readonly string[]
  /** The notes that can be paid with, where no change is given: what they pay exactly is offered first. */
  readonly notes?: readonly Minor[]
  /** Names the sections' codes, by which the plan knows them. */
  readonly overview: Overview
  readonly plan: VenuePlan | null
}

export interface SectionChoice extends SeatChoice {
  readonly sectionId: string
  readonly zoneId: string
}

/**
 * The search for the best seats of a venue of which only the sections' places, prices and counts are known: it says which
 * sections have to be looked into, and offers what is best among those it was shown. Once nothing is worth looking at any
 * more, no section of the venue has anything better.
 */
interface SectionSearch {
  /** Sections that may still change the offers, the likeliest first; none when the search is over. */
  worthLooking(): readonly string[]
  look(section: SectionView): void
  /**
   * At most three offers, each of another kind: the best place first, then the cheapest where it costs less, then the best
   * of other tribunes. One that the wish's notes pay exactly is among them if there is any, and comes first. Parties sit as close in all offers as they can in one: together, else in two groups close to each
   * other, else nobody alone.
   */
  offers(): readonly SectionChoice[]
}

const MOST_OFFERS = 3

/** Asked for at once: few enough to answer within a breath. */
const MOST_AT_ONCE = 6

/** A section's place in the venue weighs more than the seats' place in the section. */
const VIEW_WEIGHT = 0.3

/** Share of the way from the venue's best section to its worst within which "best view" is no boast. */
const BEST_SECTIONS = 0.2

export function searchSections(wish: PartyWish): SectionSearch {
  const { count, maxPrice = Infinity, overview, plan } = wish
  const merit = meritOf(plan, overview)
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
  /** What as many seats cost in each section, at the least. */
  const floors = new Map(open.map(({ sectionId, price }) => [sectionId, price * count]))

  /**
   * As good as a section can be that nobody has looked into. Without a plan its tribune is that of a section of its zone and
   * side that was seen: a zone may reach over several.
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
      while (asked.length < MOST_AT_ONCE) {
        const hopeful = pick<Rank>([...candidates, ...hopes.values()]).filter((rank) => !('choice' in rank))
        if (hopeful.length === 0) break
        for (const { sectionId } of hopeful) {
          hopes.delete(sectionId)
          asked.push(sectionId)
        }
      }
      return asked.slice(0, MOST_AT_ONCE)
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
      const reasons = reasonsAmong(offers, { lowest: Math.min(...floors.values()), dearest })
      return offers.map(({ choice, sectionId, zoneId }, i) => ({
        ...choice,
        sectionId,
        zoneId,
        reasons: reasons[i] ?? [],
      }))
    },
  }
}

/** Codes of the sections that have spaces for wheelchairs by the plan; null where it names none at all. */
export function sectionsWithSpaces(plan: VenuePlan | null): ReadonlySet<string> | null {
  const named = plan?.sections.filter(({ accessible = [] }) => accessible.length > 0) ?? []
  return named.length > 0 ? new Set(named.map(({ code }) => code)) : null
}

const sideOf = ({ zoneId, code }: SectionOffer): string => `${zoneId} ${codeSide(code)}`

/** What offers are compared by. */
interface Rank {
  readonly sectionId: string
  readonly tribune: string
  /** How close the party sits: 0 is together. */
  readonly closeness: number
  /** It would leave a seat alone, which is worse than any difference in view. */
  readonly lone: boolean
  readonly total: Minor
  /** Nothing is over when it is paid in notes. */
  readonly exact: boolean
  /** Of the venue: 0 is the best. */
  readonly penalty: number
  /** Equals go by the partner's own order. */
  readonly order: number
}

interface Candidate extends Rank {
  readonly zoneId: string
  readonly choice: SeatChoice
  /** Metres from the seats to their gate as the crow flies; null without a plan. */
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
    if (offers.length === MOST_OFFERS) break
    if (offers.every(({ tribune }) => tribune !== candidate.tribune)) offers.push(candidate)
  }
  const exact = byMerit.find((candidate) => candidate.exact)
  if (exact && !offers.some((offer) => offer.exact)) offers.splice(MOST_OFFERS - 1, 1, exact)
  return offers.toSorted((a, b) => Number(b.exact) - Number(a.exact))
}

/** The best of a section, and the best of its lowest price where that is not the same. */
function candidatesOf(
  section: SectionView,
  wish: PartyWish,
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
    // Without a plan nobody knows whose view is the best of the venue.
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

/** What the cheapest seats cost that the party may have; Infinity where there are too few. */
function cheapestSum(section: SectionView, { count, ...asking }: PartyWish): Minor {
  const kept = keptSeats(section, asking)
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

/** An offer as far as others are compared with it. */
interface Compared {
  readonly choice: SeatChoice
  readonly zoneId: string
  readonly tribune: string
  readonly total: Minor
  /** Of the venue: 0 is the best. */
  readonly penalty: number
  /** Metres from the seats to their gate as the crow flies; null without a plan. */
  readonly wayToGate: number | null
}

/** An offer is near its gate when the others' ways are longer by at least this factor. */
const CLEARLY_NEARER = 1.25

/** Why each offer is made: what is true of it alone, as far as it is beside the others, and what only the others show. */
function reasonsAmong(
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

/** The section of a plan that the partner sells under this id; null without a plan, or where it has no such code. */
export function planSectionOf(plan: VenuePlan | null, overview: Overview, sectionId: string): PlanSection | null {
  const code = overview.sections.find((section) => section.sectionId === sectionId)?.code
  return plan?.sections.find((section) => section.code === code) ?? null
}

/**
 * What a section is worth in its venue, 0 the best and 1 the worst: with a plan by its distance from the middle of the field,
 * without one by its price, which is how the house itself ranks it.
 */
function meritOf(plan: VenuePlan | null, overview: Overview): (sectionId: string) => number {
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

/** Metres from the seats to their gate as the crow flies; null where the plan does not show them, or has another gate. */
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
