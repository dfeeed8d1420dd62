import type { SeatOffer, SectionView } from '../offer.ts'
import { planSeats, rowLength, type PlanSeat } from '../../venue/venue-geometry.ts'
import type { PlanSection } from '../../venue/venue-plan.ts'
import type { RowSeat, SeatRow } from './seat-row.ts'

/**
 * Rows of a section as its plan lays them; null when the plan does not name every seat, or names one twice: half a plan
 * would put neighbours where there are none.
 */
export function rowsByPlan(section: SectionView, plan: PlanSection): readonly SeatRow[] | null {
  const offers = new Map(section.seats.map((seat) => [placeKey(seat.rowLabel, seat.number), seat]))
  const places = Map.groupBy(planSeats(plan), ({ row }) => row)
  const rows = plan.rows.map((row, index) => {
    const length = rowLength(plan, row) / plan.seatPitch
    const aisle = (row.aisleWidth ?? plan.aisleWidth) / plan.seatPitch
    const clockwise = (places.get(index) ?? []).map((place, position) => ({
      place,
      position,
      x: length / 2 - 0.5 - position - place.block * aisle,
    }))
    // Clockwise seen from above is right to left for someone who looks at the field.
    return { label: row.label, depth: index, seats: joinedSeats(clockwise.toReversed(), offers) }
  })
  const found = rows.reduce((sum, { seats }) => sum + seats.length, 0)
  return found === section.seats.length ? rows.filter(({ seats }) => seats.length > 0) : null
}

function joinedSeats(
  places: readonly { readonly place: PlanSeat; readonly position: number; readonly x: number }[],
  offers: ReadonlyMap<string, SeatOffer>,
): readonly RowSeat[] {
  const seats: RowSeat[] = []
  let before: { readonly place: PlanSeat; readonly position: number } | null = null
  for (const { place, position, x } of places) {
    const seat = offers.get(placeKey(place.rowLabel, place.number))
    if (!seat) continue
    seats.push({ seat, x, joined: before?.place.block === place.block && before.position === position + 1 })
    before = { place, position }
  }
  return seats
}

export function placeKey(rowLabel: string, number: number): string {
  return `${rowLabel}\n${number}`
}
