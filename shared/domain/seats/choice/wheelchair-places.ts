import type { RowSeat, SeatRow } from './seat-row.ts'
import type { Picked, SeatSearch } from './seat-search.ts'

/** A space for a wheelchair and the seat of who comes along, by their indices in the row. */
interface WheelchairPlace {
  readonly space: number
  /** Null where none is left for it. */
  readonly companion: number | null
}

/** The space for a wheelchair with the best view and the lowest price, with a companion's seat for a party of two. */
export function bestPlace({ rows, count, viewAt, isOffered }: SeatSearch): Picked | null {
  let best: { picked: Picked; penalty: number; price: number } | null = null
  for (const [rowIndex, row] of rows.entries()) {
    for (const { space, companion } of placesOf(row)) {
      const seats = count === 1 ? [space] : count === 2 && companion !== null ? [space, companion] : []
      if (seats.length === 0 || !seats.every((index) => isOffered(rowIndex, index))) continue
      const { penalty } = viewAt(rowIndex, row.seats[space]?.x ?? 0)
      const price = seats.reduce((sum, index) => sum + (row.seats[index]?.seat.price ?? 0), 0)
      const difference = best ? penalty - best.penalty || price - best.price : -1
      const picked = seats.toSorted((a, b) => a - b).map((index) => ({ rowIndex, index }))
      if (difference < 0) best = { picked, penalty, price }
    }
  }
  return best?.picked ?? null
}

/** The free space and its free companion's seat that a touch on either of them takes; none elsewhere. */
export function placeAt(rows: readonly SeatRow[], seatId: string): readonly string[] {
  return freePlaces(rows).find((seatIds) => seatIds.includes(seatId)) ?? []
}

/** Ids of what can be taken as a space with its companion's seat, both free. */
export function freePlaces(rows: readonly SeatRow[]): readonly (readonly string[])[] {
  return rows.flatMap((row) =>
    placesOf(row).flatMap(({ space, companion }) => {
      const seats = companion === null ? [] : [row.seats[space], row.seats[companion]]
      const isFree = seats.length > 0 && seats.every((each) => each?.seat.status === 'available')
      return isFree ? [seats.flatMap((each) => each?.seat.seatId ?? [])] : []
    }),
  )
}

/**
 * Each free space of a row with the seat of its companion: the one listed beside it, of two the free one, and none twice. Where
 * nobody listed one, any free seat beside it.
 */
function placesOf({ seats }: SeatRow): readonly WheelchairPlace[] {
  const given = new Set<number>()
  const isFree = (index: number): boolean => seats[index]?.seat.status === 'available'
  return seats.flatMap(({ seat }, space) => {
    if (!seat.accessible || !isFree(space)) return []
    const beside = besideOf(seats, space).filter((index) => seats[index]?.seat.accessible !== true)
    const listed = beside.filter((index) => seats[index]?.seat.companion)
    const open = (listed.length > 0 ? listed : beside).filter((index) => !given.has(index))
    const companion = open.find(isFree) ?? null
    if (companion !== null) given.add(companion)
    return [{ space, companion }]
  })
}

/** What stands beside a seat, with no aisle between. */
function besideOf(seats: readonly RowSeat[], index: number): readonly number[] {
  const before = seats[index]?.joined ? [index - 1] : []
  return seats[index + 1]?.joined ? [...before, index + 1] : before
}
