import type { ChosenSeat, EventOffer } from '../../shared/domain/seats/offer.ts'
import type { Place } from '../../shared/domain/seats/place.ts'

export function playsTeams({ homeTeam, awayTeam }: EventOffer): boolean {
  return homeTeam !== '' && awayTeam !== ''
}

export function titleLines(event: EventOffer): readonly string[] {
  return playsTeams(event) ? [event.homeTeam, event.awayTeam] : [event.title]
}

export const titleInOneLine = (event: EventOffer): string => titleLines(event).join(' – ')

export function rowsOf(
  seats: readonly ChosenSeat[],
): readonly { readonly row: string; readonly numbers: readonly string[] }[] {
  const rows = Map.groupBy(seats, ({ place }) => place.row)
  return [...rows].map(([row, members]) => ({
    row,
    numbers: members
      .map(({ place }) => place.seatNumber)
      .toSorted((a, b) => a - b)
      .map(String),
  }))
}

/** Returns the places in short form, such as `N3 F 12–14, 16`. */
export function seatsInShort(places: readonly Place[]): string {
  const rows = Map.groupBy(places, ({ sector, row }) => `${sector} ${row}`)
  return [...rows].map(([where, members]) => `${where} ${spansOf(members)}`).join(' · ')
}

function spansOf(places: readonly Place[]): string {
  const numbers = places.map(({ seatNumber }) => seatNumber).toSorted((a, b) => a - b)
  const spans: { readonly from: number; to: number }[] = []
  for (const number of numbers) {
    const last = spans.at(-1)
    if (last?.to === number - 1) last.to = number
    else spans.push({ from: number, to: number })
  }
  return spans.map(({ from, to }) => (from === to ? String(from) : `${from}–${to}`)).join(', ')
}
