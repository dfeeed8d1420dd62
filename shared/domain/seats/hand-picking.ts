import type { SeatOffer, SectionView } from './offer.ts'
import type { SeatRow } from './seat-rows.ts'

/** Returns the ids of the free seats that a selection would leave without a free neighbour. */
export function orphanSeatsAfter(rows: readonly SeatRow[], selectedIds: ReadonlySet<string>): readonly string[] {
  return rows.flatMap((row) => {
    if (!row.seats.some(({ seat }) => selectedIds.has(seat.seatId))) return []
    const isSelected = (index: number): boolean => selectedIds.has(row.seats[index]?.seat.seatId ?? '')
    const alone = orphanSeats(row, (index) => isFree(row.seats[index]?.seat), isSelected)
    return alone.flatMap((index) => row.seats[index]?.seat.seatId ?? [])
  })
}

function isFree(seat: SeatOffer | undefined): boolean {
  return seat?.status === 'available'
}

/** Range of seats in a row by index, both ends included. */
export interface SeatSpan {
  readonly from: number
  readonly to: number
}

type SeatTest = (index: number) => boolean

/** Returns the longest runs of adjacent seats that all pass the test. */
export function runsOf(row: SeatRow, passes: SeatTest): readonly SeatSpan[] {
  const runs: { from: number; to: number }[] = []
  for (let i = 0; i < row.seats.length; i++) {
    if (!passes(i)) continue
    const last = runs.at(-1)
    if (last && last.to === i - 1 && row.seats[i]?.joined) last.to = i
    else runs.push({ from: i, to: i })
  }
  return runs
}

/**
 * Returns the indices of the free seats that would lose their last free neighbour. Seats across an aisle are not
 * neighbours.
 */
export function orphanSeats(row: SeatRow, isFree: SeatTest, isTaken: SeatTest): readonly number[] {
  const stays: SeatTest = (index) => isFree(index) && !isTaken(index)
  const alone: number[] = []
  for (const { from, to } of runsOf(row, isFree)) {
    if (from === to) continue
    for (let i = from; i <= to; i++) {
      const hasCompany = (i > from && stays(i - 1)) || (i < to && stays(i + 1))
      if (stays(i) && !hasCompany) alone.push(i)
    }
  }
  return alone
}

/** Counts the lone seats that a taken span leaves, at most one on either side. */
export function countOrphansBeside(row: SeatRow, isFree: SeatTest, { from, to }: SeatSpan): number {
  return (isLoneBeyond(row, isFree, from, -1) ? 1 : 0) + (isLoneBeyond(row, isFree, to, 1) ? 1 : 0)
}

function isLoneBeyond(row: SeatRow, isFree: SeatTest, end: number, side: -1 | 1): boolean {
  const joinsOn = (index: number): boolean => row.seats[side === 1 ? index + 1 : index]?.joined === true
  const beyond = end + side
  return joinsOn(end) && isFree(beyond) && !(joinsOn(beyond) && isFree(beyond + side))
}

/** `released`: whether wheelchair spaces are already on sale to everyone. */
export interface SeatQueryOptions {
  readonly wheelchair?: boolean
  readonly released?: boolean
}

/**
 * Returns the ids of the free wheelchair spaces and companions' seats that are reserved for other parties. Every party
 * may have these seats once the venue releases them, or once no other seat of the section is free or held. In a section
 * that has only such seats, other parties may have them only after the release.
 */
export function reservedAccessibleSeats(
  { seats }: SectionView,
  { wheelchair, released }: SeatQueryOptions,
): ReadonlySet<string> {
  if (wheelchair || released) return new Set()
  const others = seats.filter((seat) => !isReserved(seat))
  const isGone = others.length > 0 && others.every(({ status }) => status !== 'available' && status !== 'held')
  if (isGone) return new Set()
  return new Set(seats.filter((seat) => isReserved(seat) && seat.status === 'available').map(({ seatId }) => seatId))
}

/** Returns the section for selection by hand; seats not available to the customer are marked as blocked. */
export function openTo(section: SectionView, mayHave: (seat: SeatOffer) => boolean): SectionView {
  const isShut = (seat: SeatOffer): boolean => seat.status === 'available' && !mayHave(seat)
  if (!section.seats.some(isShut)) return section
  return { ...section, seats: section.seats.map((seat) => (isShut(seat) ? { ...seat, status: 'blocked' } : seat)) }
}

function isReserved({ accessible, companion }: SeatOffer): boolean {
  return accessible === true || companion === true
}
