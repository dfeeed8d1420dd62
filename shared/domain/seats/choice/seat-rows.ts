import type { SeatOffer, SectionView } from '../offer.ts'
import type { PlanSection } from '../../venue/venue-plan.ts'
import { numberRows } from './numbering.ts'
import { rowsByPlan } from './plan-rows.ts'
import type { SeatRow } from './seat-row.ts'

/**
 * Rows of a section, the one nearest to pitch or stage first. A plan tells all when it names every seat of the section;
 * otherwise rows go by their number, neighbours by the numbering, and rows of unequal length stand over each other by
 * what they share: their aisles where each has as many of them, the seats' numbers where rows begin at different ones (a
 * stair mouth cuts the lower rows), their middles else.
 */
export function seatRows(section: SectionView, plan: PlanSection | null = null): readonly SeatRow[] {
  return laidRows(section, plan).rows
}

/** The same, and whether the plan tells: otherwise nobody knows of aisles that the numbers do not show. */
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

/** Where the rows' numbers jump, or are the same, nobody knows what lies between: a row at least. */
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

/**
 * Rounds to 1/1024 of a seat, so that sums and differences are exact in floating point. Seats exactly three widths
 * apart then compare as such.
 */
function inFractions(x: number): number {
  return Math.round(x * 1024) / 1024
}

/** How far each row moves along so that the section reads as one. */
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

/** Middles of the gaps of a row. */
function aisleLines({ xs, joined }: SpreadRow): readonly number[] {
  return xs.flatMap((x, i) => (i > 0 && !joined[i] ? [(x + (xs[i - 1] ?? 0)) / 2] : []))
}

/** Puts the row's seats over those of the same numbers in the longest row, as nearly as all of them allow. */
function shiftByNumber(row: SpreadRow, longest: SpreadRow): number | null {
  const places = new Map(longest.seats.map((seat, i) => [seat.number, longest.xs[i] ?? 0]))
  const shifts = row.seats.flatMap((seat, i) => {
    const place = places.get(seat.number)
    return place === undefined ? [] : [place - (row.xs[i] ?? 0)]
  })
  return shifts.length === 0 ? null : shifts.reduce((sum, shift) => sum + shift, 0) / shifts.length
}
