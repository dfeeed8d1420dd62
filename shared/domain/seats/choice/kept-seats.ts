import type { SeatOffer, SectionView } from '../offer.ts'

/** Whether a party asked for a place for a wheelchair, and whether such places are open to everybody by now. */
export interface Asking {
  readonly wheelchair?: boolean
  readonly released?: boolean
}

/**
 * Ids of the free seats of a section that a party may not have: spaces for wheelchairs and companions' seats, which are
 * kept for who asks for them. Others get them once the venue released them, or once no other seat of the section is
 * free or held; a section that has no other seats waits for the release.
 */
export function keptSeats({ seats }: SectionView, { wheelchair, released }: Asking): ReadonlySet<string> {
  if (wheelchair || released) return new Set()
  const others = seats.filter((seat) => !isReserved(seat))
  const isGone = others.length > 0 && others.every(({ status }) => status !== 'available' && status !== 'held')
  if (isGone) return new Set()
  return new Set(seats.filter((seat) => isReserved(seat) && seat.status === 'available').map(({ seatId }) => seatId))
}

/** The seats as who chooses by hand may have them: what they may not is not for sale to them. */
export function openTo(section: SectionView, mayHave: (seat: SeatOffer) => boolean): SectionView {
  const isShut = (seat: SeatOffer): boolean => seat.status === 'available' && !mayHave(seat)
  if (!section.seats.some(isShut)) return section
  return { ...section, seats: section.seats.map((seat) => (isShut(seat) ? { ...seat, status: 'blocked' } : seat)) }
}

function isReserved({ accessible, companion }: SeatOffer): boolean {
  return accessible === true || companion === true
}
