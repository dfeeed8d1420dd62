import type { Minor } from '../money/money.ts'
import type { ChosenSeat } from './offer.ts'
import {
  type Gate,
  inSeatOrder,
  type SeatNote,
  seatNotes,
  type Tribune,
  shownGate,
  wayBeyondNames,
  type WayStep,
} from './place.ts'

/** Seats of one section that are reached through one gate by one route. */
export interface PlaceGroup {
  readonly key: string
  readonly gate: Gate
  readonly tribune: Tribune
  readonly sector: string
  readonly seats: readonly ChosenSeat[]
  readonly rows: readonly SeatsInRow[]
  /** Start of the route that all seats of the group share; empty if it only repeats the names of the seats. */
  readonly route: readonly WayStep[]
  readonly notes: readonly NotedSeats[]
}

interface NotedSeats {
  readonly note: SeatNote
  readonly numbers: readonly string[]
}

export interface SeatsInRow {
  readonly row: string
  readonly numbers: readonly string[]
}

export function placeGroups(seats: readonly ChosenSeat[]): readonly PlaceGroup[] {
  return grouped(inSeatOrder(seats), ({ place }) => `${shownGate(place.gate)}/${place.sector}`).map(
    ([key, first, ...others]) => {
      const { gate, tribune, sector } = first.place
      const group = [first, ...others]
      const rows = grouped(group, ({ place }) => place.row).map(([row, ...inRow]) => ({
        row,
        numbers: inRow.map(({ place }) => String(place.seatNumber)),
      }))
      const shared = sharedStart(group.map(({ place }) => place.route))
      const notes = seatNotes.flatMap((note): NotedSeats[] => {
        const noted = group.filter(({ place }) => place[note])
        return noted.length > 0 ? [{ note, numbers: noted.map(({ place }) => String(place.seatNumber)) }] : []
      })
      return { key, gate, tribune, sector, seats: group, rows, route: wayBeyondNames(shared, first.place), notes }
    },
  )
}

interface PriceLine {
  readonly zoneName: string
  readonly count: number
  readonly price: Minor
  /** Total price of all seats in the line. */
  readonly sum: Minor
}

/** Returns one line for each combination of zone and price, in the order of the seats. */
export function priceLines(seats: readonly ChosenSeat[]): readonly PriceLine[] {
  return grouped(inSeatOrder(seats), ({ zoneName, price }) => `${price}/${zoneName}`).map(([, first, ...others]) => {
    const count = 1 + others.length
    return { zoneName: first.zoneName, count, price: first.price, sum: count * first.price }
  })
}

export function gatesOf(groups: readonly PlaceGroup[]): readonly Gate[] {
  return [...new Map(groups.map(({ gate }) => [shownGate(gate), gate])).values()]
}

function grouped(
  seats: readonly ChosenSeat[],
  keyOf: (seat: ChosenSeat) => string,
): readonly (readonly [key: string, first: ChosenSeat, ...others: ChosenSeat[]])[] {
  const groups = new Map<string, [ChosenSeat, ...ChosenSeat[]]>()
  for (const seat of seats) {
    const key = keyOf(seat)
    const group = groups.get(key)
    if (group) group.push(seat)
    else groups.set(key, [seat])
  }
  return [...groups].map(([key, group]) => [key, ...group] as const)
}

function sharedStart(routes: readonly (readonly string[])[]): readonly string[] {
  const [first = [], ...others] = routes
  const differs = first.findIndex((step, index) => others.some((route) => route[index] !== step))
  return differs < 0 ? first : first.slice(0, differs)
}
