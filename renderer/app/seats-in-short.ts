import type { Place } from '../../shared/domain/seats/place.ts'

/** Where these seats are, as short as people write it: `N3 F 12–14, 16`. */
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
