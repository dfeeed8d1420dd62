import type { ChosenSeat } from '../../shared/domain/seats/offer.ts'
import type { TicketPrintView } from '../../shared/kiosk-api/views.ts'
import { seatsInShort } from '../app/seats-in-short.ts'

/** The seats whose tickets are in one of these states, in short; empty where none is. */
export function seatsOf(
  tickets: readonly TicketPrintView[],
  seats: readonly ChosenSeat[],
  ...states: readonly TicketPrintView['state'][]
): string {
  const codes = tickets.filter(({ state }) => states.includes(state)).map(({ seatCode }) => seatCode)
  const places = seats.map(({ place }) => place).filter(({ seatCode }) => codes.includes(seatCode))
  const known = new Set(places.map(({ seatCode }) => seatCode))
  const others = codes.filter((code) => !known.has(code))
  return [...(places.length > 0 ? [seatsInShort(places)] : []), ...others].join(' · ')
}
