import type { Minor } from '../money.ts'
import type { Overview, SectionView } from '../offer.ts'
import { planSeats, sectionOutline } from '../venue-geometry.ts'
import type { PlanSection, Point, VenuePlan } from '../venue-plan.ts'
import { bestSeats, type SeatChoice } from './best-seats.ts'
import { placeKey } from './plan-rows.ts'
import type { ProposalReason } from './proposal-reason.ts'

export interface SectionSearch {
  readonly count: number
  readonly maxPrice?: Minor
  /** Names the sections' codes, by which the plan knows them. */
  readonly overview: Overview
  readonly plan: VenuePlan | null
}

export interface SectionChoice extends SeatChoice {
  readonly sectionId: string
  readonly zoneId: string
}

const MOST_OFFERS = 3

/** A section's place in the venue weighs more than the seats' place in the section. */
const VIEW_WEIGHT = 0.3

/** Share of the way from the venue's best section to its worst within which "best view" is no boast. */
const BEST_SECTIONS = 0.2

/** An offer is near its gate when the others' ways are longer by at least this factor. */
const CLEARLY_NEARER = 1.25

/**
 * At most three offers out of several sections, each of another kind: the best place first, then the cheapest where it
 * costs less, then the best of other tribunes. Parties sit together in all offers where they can in one.
 */
export function chooseAmongSections(sections: readonly SectionView[], search: SectionSearch): readonly SectionChoice[] {
  const merit = meritOf(sections, search)
  const all = sections.flatMap((section) => candidatesOf(section, search, merit(section)))
  const candidates = all.some(({ choice }) => choice.together) ? all.filter(({ choice }) => choice.together) : all

  const byMerit = candidates.toSorted((a, b) => manners(a) - manners(b) || a.penalty - b.penalty || a.total - b.total)
  const [best] = byMerit
  if (!best) return []
  const offers = [best]
  const cheapest = candidates.toSorted(
    (a, b) => a.total - b.total || manners(a) - manners(b) || a.penalty - b.penalty,
  )[0]
  if (cheapest && cheapest.total < best.total) offers.push(cheapest)
  for (const candidate of byMerit) {
    if (offers.length === MOST_OFFERS) break
    if (offers.every(({ tribune }) => tribune !== candidate.tribune)) offers.push(candidate)
  }

  const dearest = Math.max(...candidates.map(({ total }) => total))
  const nearest = nearestToGate(offers)
  return offers.map((offer, i) => {
    const reasons: ProposalReason[] = [...offer.choice.reasons]
    if (offer.total === cheapest?.total && offer.total < dearest) reasons.push('lowest-price')
    if (offer === nearest) reasons.push('near-gate')
    if (offers.slice(0, i).every(({ tribune }) => tribune !== offer.tribune) && i > 0) reasons.push('other-tribune')
    return { ...offer.choice, sectionId: offer.sectionId, zoneId: offer.zoneId, reasons }
  })
}

/** The section of a plan that the partner sells under this id; null without a plan, or where it has no such code. */
export function planSectionOf(plan: VenuePlan | null, overview: Overview, sectionId: string): PlanSection | null {
  const code = overview.sections.find((section) => section.sectionId === sectionId)?.code
  return plan?.sections.find((section) => section.code === code) ?? null
}

interface Candidate {
  readonly sectionId: string
  readonly zoneId: string
  readonly tribune: string
  readonly choice: SeatChoice
  readonly total: Minor
  /** Of the venue: 0 is the best. */
  readonly penalty: number
  /** Metres from the seats to their gate as the crow flies; null without a plan. */
  readonly wayToGate: number | null
}

/** Leaving a lone seat is worse than any difference in view. */
const manners = ({ choice }: Candidate): number => (choice.lone.length > 0 ? 1 : 0)

/** The best of a section, and the best of its lowest price where that is not the same. */
function candidatesOf(section: SectionView, search: SectionSearch, merit: number): readonly Candidate[] {
  const { count, maxPrice = Infinity, overview } = search
  const plan = planSectionOf(search.plan, overview, section.sectionId)
  const lowest = section.seats.reduce(
    (low, { status, price }) => (status === 'available' ? Math.min(low, price) : low),
    Infinity,
  )
  const best = bestSeats(section, { count, plan, maxPrice })
  const cheap =
    best && best.total > lowest * count
      ? bestSeats(section, { count, plan, maxPrice: Math.min(lowest, maxPrice) })
      : null
  return [best, cheap].flatMap((choice) => {
    if (!choice) return []
    const reasons =
      merit <= BEST_SECTIONS
        ? choice.reasons
        : choice.reasons.map((reason) => (reason === 'best-view' ? 'central' : reason))
    return {
      choice: { ...choice, reasons },
      total: choice.total,
      sectionId: section.sectionId,
      zoneId: section.zoneId,
      tribune: section.tribune.code,
      penalty: merit + VIEW_WEIGHT * choice.view.penalty,
      wayToGate: plan && wayToGate(choice, plan, search.plan),
    }
  })
}

/**
 * What a section is worth in its venue, 0 the best and 1 the worst: with a plan by its distance from the middle of the field,
 * without one by its price, which is how the house itself ranks it.
 */
function meritOf(
  sections: readonly SectionView[],
  { plan, overview }: SectionSearch,
): (section: SectionView) => number {
  if (!plan) {
    const prices = new Map(overview.sections.map(({ sectionId, price }) => [sectionId, price]))
    const scale = scaleOf(sections.map(({ sectionId }) => -(prices.get(sectionId) ?? 0)))
    return ({ sectionId }) => scale(-(prices.get(sectionId) ?? 0))
  }
  const field = centreOf(plan.field.outline)
  const distances = new Map(
    plan.sections.map((section) => [section, distance(centreOf(sectionOutline(section)), field)]),
  )
  const scale = scaleOf([...distances.values()])
  return ({ sectionId }) => {
    const section = planSectionOf(plan, overview, sectionId)
    return scale((section && distances.get(section)) ?? Infinity)
  }
}

function scaleOf(values: readonly number[]): (value: number) => number {
  const [low, high] = [Math.min(...values), Math.max(...values)]
  return (value) => (high > low ? Math.min((value - low) / (high - low), 1) : 0)
}

function wayToGate(choice: SeatChoice, section: PlanSection, plan: VenuePlan | null): number | null {
  const gate = plan?.gates.find(({ code }) => code === section.gate)
  const places = new Map(planSeats(section).map((place) => [placeKey(place.rowLabel, place.number), place.at]))
  const at = choice.seats.flatMap((seat) => {
    const place = places.get(placeKey(seat.rowLabel, seat.number))
    return place ? [place] : []
  })
  return gate && at.length > 0 ? distance(centreOf(at), gate.at) : null
}

function nearestToGate(offers: readonly Candidate[]): Candidate | null {
  const ways = offers
    .filter(({ wayToGate }) => wayToGate !== null)
    .toSorted((a, b) => (a.wayToGate ?? 0) - (b.wayToGate ?? 0))
  const [first, second] = ways
  return first && second && (second.wayToGate ?? 0) >= CLEARLY_NEARER * (first.wayToGate ?? 0) ? first : null
}

function centreOf(points: readonly Point[]): Point {
  const sum = points.reduce<[number, number]>(([x, y], point) => [x + point[0], y + point[1]], [0, 0])
  return [sum[0] / points.length, sum[1] / points.length]
}

function distance(a: Point, b: Point): number {
  return Math.hypot(a[0] - b[0], a[1] - b[1])
}
