import { type Picked, type PickedSeat, ROW_DISTANCE, type SeatSearch } from './arrangement.ts'
import { runsOf } from './hand-picking.ts'
import { exactly, type RowSeat, type SeatRow } from './seat-rows.ts'

/** A wheelchair space and the companion's seat, by their indices in the row. */
interface WheelchairPlace {
  readonly space: number
  /** Index of the companion's seat; null if no companion's seat is left. */
  readonly companion: number | null
}

/**
 * Returns a wheelchair space, with a companion's seat for more than one person; null if there is none. Further people
 * sit together on ordinary seats. Criteria in order of priority: further people closest to the space, best view, lowest
 * price.
 */
export function bestPlace({ rows, count, viewAt, isOffered }: SeatSearch): Picked | null {
  const blocks = count > 2 ? blocksOf({ rows, isOffered }, count - 2) : [{ seats: [], row: 0, middle: 0 }]
  const priceOf = ({ rowIndex, index }: PickedSeat): number => rows[rowIndex]?.seats[index]?.seat.price ?? 0
  let best: { seats: Picked; apart: number; penalty: number; price: number } | null = null
  for (const [rowIndex, row] of rows.entries()) {
    for (const { space, companion } of placesOf(row)) {
      const own = count === 1 ? [space] : companion === null ? [] : [space, companion]
      if (own.length === 0 || !own.every((index) => isOffered(rowIndex, index))) continue
      const x = row.seats[space]?.x ?? 0
      const { penalty } = viewAt(rowIndex, x)
      for (const block of blocks) {
        const rowsApart = Math.abs((rows[block.row]?.depth ?? 0) - row.depth)
        const apart = block.seats.length === 0 ? 0 : exactly(Math.abs(block.middle - x) + ROW_DISTANCE * rowsApart)
        if (best && apart > best.apart) continue
        const seats = [...own.map((index) => ({ rowIndex, index })), ...block.seats]
        const price = seats.reduce((sum, seat) => sum + priceOf(seat), 0)
        const difference = best ? apart - best.apart || penalty - best.penalty || price - best.price : -1
        if (difference < 0) best = { seats, apart, penalty, price }
      }
    }
  }
  return best && best.seats.toSorted((a, b) => a.rowIndex - b.rowIndex || a.index - b.index)
}

interface Block {
  readonly seats: Picked
  readonly row: number
  /** Middle of the seats along the row. */
  readonly middle: number
}

function blocksOf({ rows, isOffered }: Pick<SeatSearch, 'rows' | 'isOffered'>, size: number): readonly Block[] {
  return rows.flatMap(({ seats }, row) => {
    const isOthers = (index: number): boolean => {
      const seat = seats[index]?.seat
      return isOffered(row, index) && !seat?.accessible && !seat?.companion
    }
    return runsOf(rows[row] ?? { label: '', depth: 0, seats: [] }, isOthers).flatMap(({ from, to }) =>
      Array.from({ length: Math.max(0, to - from + 2 - size) }, (_, i): Block => {
        const taken = Array.from({ length: size }, (__, seat) => ({ rowIndex: row, index: from + i + seat }))
        const middle = ((seats[from + i]?.x ?? 0) + (seats[from + i + size - 1]?.x ?? 0)) / 2
        return { seats: taken, row, middle }
      }),
    )
  })
}

/** Returns the free wheelchair space and companion's seat that a tap selects; empty for any other seat. */
export function placeAt(rows: readonly SeatRow[], seatId: string): readonly string[] {
  return freePlaces(rows).find((seatIds) => seatIds.includes(seatId)) ?? []
}

/** Returns the ids of each wheelchair space with its companion's seat, if both are free. */
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
 * Returns each free wheelchair space of a row with its companion's seat. The companion's seat is a listed seat beside
 * the space or, if none is listed, any seat beside the space; null if none is free.
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

/** Returns the adjacent seats, without an aisle in between. */
function besideOf(seats: readonly RowSeat[], index: number): readonly number[] {
  const before = seats[index]?.joined ? [index - 1] : []
  return seats[index + 1]?.joined ? [...before, index + 1] : before
}
