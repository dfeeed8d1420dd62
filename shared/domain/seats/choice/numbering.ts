import type { SeatOffer } from '../offer.ts'

/** Seats of one row as people walk past them, and where two neighbours by number are not neighbours by body. */
export interface NumberedRow {
  readonly seats: readonly SeatOffer[]
  /** `gaps[i]` lies between seat i and i + 1, in seat widths to walk: 1 = side by side, more = seats that are not there. */
  readonly gaps: readonly number[]
}

/** Below this a row is too short to tell its own scheme and takes the section's. */
const TELLING = 4

/** Longest way the numbers may jump on the map: from 10 to 101 is an aisle, not a hall. */
const WIDEST_GAP = 3

/**
 * Puts the rows of one section in their physical order. Numbers tell it, with three schemes: 1 2 3 (or 3 2 1), one parity
 * only (1 3 5), and both parities from the middle (5 3 1 2 4 6). The latter and the running direction are visible only in the
 * order in which the partner lists the seats; any other order there says nothing, and the numbers rule.
 */
export function numberRows(rows: readonly (readonly SeatOffer[])[]): readonly NumberedRow[] {
  const mixed = rows.filter((seats) => parities(seats) === 2)
  const fromTheMiddle = mixed.some((seats) => seats.length >= 2 * TELLING - 2) && mixed.every(isFromTheMiddle)
  if (fromTheMiddle) return rows.map((seats) => measured(seats, middleStep))

  // A row whose others are numbered one by one lacks the seats between: its step of 2 is no scheme.
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
    // A number given twice, or one between two steps, is no proof of a neighbour.
    gaps.push(distance === 1 ? 1 : Math.min(Math.max(distance, 2), WIDEST_GAP))
  }
  return { seats, gaps }
}

const middleStep = (a: SeatOffer, b: SeatOffer): number => {
  const distance = Math.abs(b.number - a.number)
  return distance % 2 === 0 ? distance / 2 : (a.number + b.number - 1) / 2
}

/** 1 for running numbers, 2 for one parity, larger where most seats are missing; 0 when the row has fewer than two numbers. */
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

/** One parity falling, then the other rising. */
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
