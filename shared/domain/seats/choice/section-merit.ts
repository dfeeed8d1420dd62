import type { Overview, SectionView } from '../offer.ts'
import { isSameGate } from '../../venue/gate-name.ts'
import { planSeats, sectionOutline } from '../../venue/venue-geometry.ts'
import type { PlanSection, Point, VenuePlan } from '../../venue/venue-plan.ts'
import type { SeatChoice } from './best-seats.ts'
import { placeKey } from './plan-rows.ts'

/** The section of a plan that the partner sells under this id; null without a plan, or where it has no such code. */
export function planSectionOf(plan: VenuePlan | null, overview: Overview, sectionId: string): PlanSection | null {
  const code = overview.sections.find((section) => section.sectionId === sectionId)?.code
  return plan?.sections.find((section) => section.code === code) ?? null
}

/**
 * What a section is worth in its venue, 0 the best and 1 the worst: with a plan by its distance from the middle of the field,
 * without one by its price, which is how the house itself ranks it.
 */
export function meritOf(plan: VenuePlan | null, overview: Overview): (sectionId: string) => number {
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
export function wayToGate(
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
