import { type PlanSeat, planSeats, rowLength } from '../venue/venue-geometry.ts'
import type { PlanSection } from '../venue/venue-plan.ts'
import type { SeatOffer, SectionView } from './offer.ts'

/**
 * Returns the rows of a section, nearest to the pitch or stage first. A plan determines the layout if it names every
 * seat of the section. Otherwise rows are ordered by number, neighbours follow from the seat numbers, and rows are
 * aligned by their aisles, seat numbers or middles.
 */
export function seatRows(section: SectionView, plan: PlanSection | null = null): readonly SeatRow[] {
  return laidRows(section, plan).rows
}

/** Returns the rows of a section, and whether a plan determines the rows. */
export function laidRows(
  section: SectionView,
  plan: PlanSection | null,
): { readonly rows: readonly SeatRow[]; readonly byPlan: boolean } {
  const planned = plan && rowsByPlan(section, plan)
  return planned ? { rows: planned, byPlan: true } : { rows: rowsByNumber(section), byPlan: false }
}

function rowsByNumber(section: SectionView): readonly SeatRow[] {
  const groups = Map.groupBy(section.seats, (seat) => `${seat.row}\n${seat.rowLabel}`)
  const rows = numberRows([...groups.values()].toSorted(byRow)).map(({ seats, gaps }) => spread(seats, gaps))
  const shifts = alignments(rows)
  const depths = depthsOf(rows)
  const ends = rows.flatMap(({ xs }, i) => [xs[0] ?? 0, xs.at(-1) ?? 0].map((x) => x + (shifts[i] ?? 0)))
  const middle = ends.length === 0 ? 0 : (Math.min(...ends) + Math.max(...ends)) / 2
  return rows.map(({ seats, xs, joined }, row) => ({
    label: seats[0]?.rowLabel ?? '',
    depth: depths[row] ?? 0,
    seats: seats.map((seat, i) => ({
      seat,
      x: inFractions((xs[i] ?? 0) + (shifts[row] ?? 0) - middle),
      joined: joined[i] ?? false,
    })),
  }))
}

function byRow(a: readonly SeatOffer[], b: readonly SeatOffer[]): number {
  return (a[0]?.row ?? 0) - (b[0]?.row ?? 0) || ((a[0]?.rowLabel ?? '') < (b[0]?.rowLabel ?? '') ? -1 : 1)
}

/** Returns the depth of each row; a jump or repetition in row numbers counts as one row in between. */
function depthsOf(rows: readonly SpreadRow[]): readonly number[] {
  let depth = 0
  return rows.map(({ seats }, i) => {
    const step = (seats[0]?.row ?? 0) - (rows[i - 1]?.seats[0]?.row ?? 0)
    if (i > 0) depth += step > 0 && step <= 1 ? 1 : 2
    return depth
  })
}

interface SpreadRow {
  readonly seats: readonly SeatOffer[]
  readonly xs: readonly number[]
  readonly joined: readonly boolean[]
}

function spread(seats: readonly SeatOffer[], gaps: readonly number[]): SpreadRow {
  let x = 0
  const xs = seats.map((_, i) => (i === 0 ? 0 : (x += gaps[i - 1] ?? 1)))
  return { seats, xs, joined: seats.map((_, i) => gaps[i - 1] === 1) }
}

/** Rounds to 1/1024 of a seat, so that sums and differences are exact in floating point. */
function inFractions(x: number): number {
  return Math.round(x * 1024) / 1024
}

/** Returns the shift along each row that aligns the row with the section. */
function alignments(rows: readonly SpreadRow[]): readonly number[] {
  const longest = rows.reduce<SpreadRow | null>((a, b) => (a && a.seats.length >= b.seats.length ? a : b), null)
  if (!longest) return []
  const lines = aisleLines(longest)
  const firsts = new Set(rows.map((row) => Math.min(...row.seats.map((seat) => seat.number))))
  return rows.map((row) => {
    const own = aisleLines(row)
    if (own.length === lines.length && own.length > 0) {
      return own.reduce((sum, line, i) => sum + (lines[i] ?? 0) - line, 0) / own.length
    }
    return (
      (firsts.size > 1 ? shiftByNumber(row, longest) : null) ?? ((longest.xs.at(-1) ?? 0) - (row.xs.at(-1) ?? 0)) / 2
    )
  })
}

/** Returns the middles of the gaps in a row. */
function aisleLines({ xs, joined }: SpreadRow): readonly number[] {
  return xs.flatMap((x, i) => (i > 0 && !joined[i] ? [(x + (xs[i - 1] ?? 0)) / 2] : []))
}

/** Returns the mean shift that aligns equal seat numbers with the longest row; null if no number matches. */
function shiftByNumber(row: SpreadRow, longest: SpreadRow): number | null {
  const places = new Map(longest.seats.map((seat, i) => [seat.number, longest.xs[i] ?? 0]))
  const shifts = row.seats.flatMap((seat, i) => {
    const place = places.get(seat.number)
    return place === undefined ? [] : [place - (row.xs[i] ?? 0)]
  })
  return shifts.length === 0 ? null : shifts.reduce((sum, shift) => sum + shift, 0) / shifts.length
}

interface NumberedRow {
  readonly seats: readonly SeatOffer[]
  /** `gaps[i]`: distance from seat i to seat i + 1 in seat widths; 1 if the seats are side by side. */
  readonly gaps: readonly number[]
}

/** Minimum number of seats that is needed to determine a row's own numbering scheme. */
const TELLING = 4

/** Maximum gap for a jump in the numbers: from 10 to 101 is drawn as an aisle, not as 90 missing seats. */
const WIDEST_GAP = 3

/**
 * Sorts the seats of each row in physical order. There are three numbering schemes: consecutive (1 2 3), one parity (1
 * 3 5), and two parities from the middle (5 3 1 2 4). The last scheme and the direction are visible only in the
 * partner's order; all other rows are sorted by number.
 */
function numberRows(rows: readonly (readonly SeatOffer[])[]): readonly NumberedRow[] {
  const mixed = rows.filter((seats) => parities(seats) === 2)
  const fromTheMiddle = mixed.some((seats) => seats.length >= 2 * TELLING - 2) && mixed.every(isFromTheMiddle)
  if (fromTheMiddle) return rows.map((seats) => measured(seats, middleStep))

  // A row with a step of 2 in a consecutively numbered section lacks the seats in between.
  const sectionStep = commonest(rows.map(stepOf).filter((step) => step === 1 || step === 2)) ?? 1
  return rows.map((seats) => {
    const sorted = seats.toSorted((a, b) => a.number - b.number)
    const step = seats.length >= TELLING && stepOf(seats) === 1 ? 1 : sectionStep
    return measured(isDescending(seats) ? sorted.reverse() : sorted, (a, b) => Math.abs(b.number - a.number) / step)
  })
}

function measured(seats: readonly SeatOffer[], steps: (a: SeatOffer, b: SeatOffer) => number): NumberedRow {
  const gaps: number[] = []
  for (let i = 1; i < seats.length; i++) {
    const [a, b] = [seats[i - 1], seats[i]]
    const distance = a && b ? steps(a, b) : 1
    // Repeated numbers, or numbers that do not differ by the row's step, do not prove that seats are neighbours.
    gaps.push(distance === 1 ? 1 : Math.min(Math.max(distance, 2), WIDEST_GAP))
  }
  return { seats, gaps }
}

const middleStep = (a: SeatOffer, b: SeatOffer): number => {
  const distance = Math.abs(b.number - a.number)
  return distance % 2 === 0 ? distance / 2 : (a.number + b.number - 1) / 2
}

/**
 * Returns 1 for consecutive numbers, 2 for one parity, a higher number if seats are missing, 0 for fewer than two
 * different numbers.
 */
function stepOf(seats: readonly SeatOffer[]): number {
  const numbers = seats.map((seat) => seat.number).toSorted((a, b) => a - b)
  let step = 0
  for (let i = 1; i < numbers.length; i++) step = greatestCommonDivisor(step, (numbers[i] ?? 0) - (numbers[i - 1] ?? 0))
  return step
}

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b)
}

function commonest(values: readonly number[]): number | undefined {
  const counts = new Map<number, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return [...counts].toSorted((a, b) => b[1] - a[1] || a[0] - b[0])[0]?.[0]
}

const parities = (seats: readonly SeatOffer[]): number => new Set(seats.map((seat) => Math.abs(seat.number) % 2)).size

function isDescending(seats: readonly SeatOffer[]): boolean {
  return seats.every((seat, i) => i === 0 || seat.number < (seats[i - 1]?.number ?? Infinity))
}

/** Returns whether the numbers fall in one parity, then rise in the other. */
function isFromTheMiddle(seats: readonly SeatOffer[]): boolean {
  const turn = seats.findIndex((seat, i) => i > 0 && (seat.number - (seats[i - 1]?.number ?? 0)) % 2 !== 0)
  const [left, right] = [seats.slice(0, turn), seats.slice(turn)]
  return (
    left.length > 0 &&
    parities(left) === 1 &&
    parities(right) === 1 &&
    isDescending(left) &&
    isDescending(right.toReversed())
  )
}

/** Returns the rows as laid out in the plan; null if the plan does not name every seat exactly once. */
function rowsByPlan(section: SectionView, plan: PlanSection): readonly SeatRow[] | null {
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
    // Clockwise, as seen from above, is right to left for a person who faces the field.
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

/** One row in physical order, left to right for a seated person. */
export interface SeatRow {
  readonly label: string
  /** Number of rows in front; consecutive rows differ by 1, other rows by more. */
  readonly depth: number
  readonly seats: readonly RowSeat[]
}

export interface RowSeat {
  readonly seat: SeatOffer
  /** Position along the row in seat widths; 0 is the middle of the section. */
  readonly x: number
  /** Whether the previous seat in the row is adjacent, without an aisle or a gap. */
  readonly joined: boolean
}

/** Returns half the width of the widest row in seat widths, at least 1. */
export function halfWidth(rows: readonly SeatRow[]): number {
  let widest = 1
  for (const { seats } of rows) widest = Math.max(widest, Math.abs(seats[0]?.x ?? 0), Math.abs(seats.at(-1)?.x ?? 0))
  return widest
}

/** Rounds a length, because equal distances would otherwise differ in their last bits. */
export function exactly(length: number): number {
  return Math.round(length * 1e6) / 1e6
}

/** Depth of the best rows between first (0) and last (1): above heads and barriers, but not far away. */
const BEST_DEPTH = 0.35
const CENTRE_WEIGHT = 0.6
const ROW_WEIGHT = 1 - CENTRE_WEIGHT

/** Quality of the view from a place in a section; 0 is the best, 1 the worst. */
export interface View {
  /** Distance from the middle line: 0 on the line, 1 at the section's edge. */
  readonly offCentre: number
  /** Distance from the best rows: 0 in the best rows, 1 farthest away. */
  readonly offRow: number
  readonly penalty: number
}

/** Returns a function for the view from a position along a row. */
export function viewOf(rows: readonly SeatRow[]): (rowIndex: number, x: number) => View {
  const half = halfWidth(rows)
  const last = Math.max(rows.length - 1, 1)
  return (rowIndex, x) => {
    const offCentre = Math.abs(x) / half
    const offRow = Math.abs(rowIndex / last - BEST_DEPTH) / (1 - BEST_DEPTH)
    return { offCentre, offRow, penalty: exactly(CENTRE_WEIGHT * offCentre + ROW_WEIGHT * offRow) }
  }
}
