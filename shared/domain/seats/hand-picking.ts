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

/**
 * Returns the seats that one tap selects for a party: up to `count` joined free seats around the tapped seat. Criteria
 * in order of priority: fewest lone seats left, closest to the tapped seat. `except`: seats that the party already has.
 */
export function blockAt(
  rows: readonly SeatRow[],
  seatId: string,
  count: number,
  except: ReadonlySet<string> = new Set(),
): readonly string[] {
  for (const row of rows) {
    const tapped = row.seats.findIndex(({ seat }) => seat.seatId === seatId)
    if (tapped >= 0) return blockInRow(row, tapped, count, except)
  }
  return []
}

/** Returns the ids of the free seats in runs shorter than `count`; empty if no run is long enough. */
export function seatsInShortRuns(rows: readonly SeatRow[], count: number): ReadonlySet<string> {
  const runs = rows.flatMap((row) =>
    runsOf(row, (index) => isFree(row.seats[index]?.seat)).map(({ from, to }) => row.seats.slice(from, to + 1)),
  )
  if (runs.every(({ length }) => length < count)) return new Set()
  const short = runs.filter(({ length }) => length < count).flat()
  return new Set(short.map(({ seat }) => seat.seatId))
}

function blockInRow(row: SeatRow, tapped: number, count: number, except: ReadonlySet<string>): readonly string[] {
  const idAt = (index: number): string => row.seats[index]?.seat.seatId ?? ''
  const free = (index: number): boolean => isFree(row.seats[index]?.seat)
  const run = runsOf(row, (index) => free(index) && !except.has(idAt(index))).find(
    ({ from, to }) => from <= tapped && tapped <= to,
  )
  if (!run) return []
  const size = Math.min(count, run.to - run.from + 1)
  let best: (SeatSpan & { readonly lone: number; readonly off: number }) | null = null
  for (let from = Math.max(run.from, tapped - size + 1); from <= tapped && from + size - 1 <= run.to; from++) {
    const to = from + size - 1
    const lone = orphanSeats(row, free, (index) => (from <= index && index <= to) || except.has(idAt(index))).length
    const off = Math.abs((from + to) / 2 - tapped)
    const difference = best ? lone - best.lone || off - best.off : -1
    if (difference < 0) best = { from, to, lone, off }
  }
  return best ? row.seats.slice(best.from, best.to + 1).map(({ seat }) => seat.seatId) : []
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
 * without other seats, only the release makes them available.
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
