import type { PlanSeat } from '../../../shared/domain/venue/venue-geometry.ts'

/** A stream of numbers in [0, 1) that a text decides: the same text, the same stream (FNV-1a, then mulberry32). */
export function seededNumbers(seed: string): () => number {
  let state = 0x811c9dc5
  for (const byte of Buffer.from(seed)) state = Math.imul(state ^ byte, 0x01000193)
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** How many people come together, and how often. */
const PARTIES = [
  [1, 0.14],
  [2, 0.4],
  [3, 0.17],
  [4, 0.19],
  [5, 0.06],
  [6, 0.04],
] as const

/**
 * A section as real sales leave it: parties side by side, the front half and the middle of a row first, lone seats in
 * between. Gives indexes into `seats`, as many as `share` of them.
 */
export function soldSeats(seats: readonly PlanSeat[], share: number, random: () => number): number[] {
  const target = Math.round(seats.length * share)
  const sold = new Set<number>()
  const rows = [...Map.groupBy(seats.keys(), (index) => seats[index]?.row ?? 0).values()]
  const tries = target * 4
  for (let attempt = 0; attempt < tries && sold.size < target; attempt++) {
    // The mean of two draws prefers the middle; a power of one prefers the front.
    const row = rows[Math.floor(random() ** 1.5 * rows.length)] ?? []
    const start = Math.floor(((random() + random()) / 2) * row.length)
    for (const index of freeTogether(seats, row, start, partySize(random), sold)) {
      if (sold.size < target) sold.add(index)
    }
  }
  // Nearly full: only single seats are left.
  for (let index = 0; sold.size < target; index++) sold.add(index)
  return [...sold].toSorted((a, b) => a - b)
}

/** `size` free seats of one block, the next ones at or after `start`, going around the row once; or none. */
function freeTogether(
  seats: readonly PlanSeat[],
  row: readonly number[],
  start: number,
  size: number,
  sold: ReadonlySet<number>,
): readonly number[] {
  for (let step = 0; step < row.length; step++) {
    const from = (start + step) % row.length
    if (areFree(seats, row, from, size, sold)) return row.slice(from, from + size)
  }
  return []
}

function areFree(
  seats: readonly PlanSeat[],
  row: readonly number[],
  from: number,
  size: number,
  sold: ReadonlySet<number>,
): boolean {
  if (from + size > row.length) return false
  const block = seats[row[from] ?? -1]?.block
  for (let at = from; at < from + size; at++) {
    const index = row[at] ?? -1
    if (sold.has(index) || seats[index]?.block !== block) return false
  }
  return true
}

function partySize(random: () => number): number {
  let left = random()
  for (const [size, share] of PARTIES) {
    left -= share
    if (left < 0) return size
  }
  return 2
}
