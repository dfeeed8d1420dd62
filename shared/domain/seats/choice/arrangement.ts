import type { SeatRow } from './seat-row.ts'
import type { Picked } from './seat-search.ts'
import { WIDEST_BETWEEN } from './two-groups.ts'

/** How close a party sits, the closest first. */
export const arrangements = ['together', 'two-groups', 'in-groups', 'apart'] as const

/**
 * All joined in one row; two groups close to each other, in one row or in rows that follow each other; groups, farther
 * from each other or more of them, in which nobody is alone; or else.
 */
export type Arrangement = (typeof arrangements)[number]

export interface Arranged {
  readonly arrangement: Arrangement
  /** How many groups of joined seats; a seat alone is one. */
  readonly groups: number
  readonly rows: number
}

/** Seats by row and index, in that order. */
export function arrangedAs(rows: readonly SeatRow[], picked: Picked): Arranged {
  const groups = groupsOf(rows, picked)
  const counts = { groups: groups.length, rows: new Set(groups.map(({ depth }) => depth)).size }
  const [a, b] = groups
  if (groups.length === 1) return { arrangement: 'together', ...counts }
  if (groups.length === 2 && a && b && isClose(a, b)) return { arrangement: 'two-groups', ...counts }
  return { arrangement: groups.every(({ size }) => size > 1) ? 'in-groups' : 'apart', ...counts }
}

interface Group {
  readonly depth: number
  readonly left: number
  right: number
  size: number
}

function groupsOf(rows: readonly SeatRow[], picked: Picked): readonly Group[] {
  const groups: Group[] = []
  for (const [i, { rowIndex, index }] of picked.entries()) {
    const row = rows[rowIndex]
    const seat = row?.seats[index]
    const before = picked[i - 1]
    const last = groups.at(-1)
    if (!row || !seat) continue
    if (last && seat.joined && before?.rowIndex === rowIndex && before.index === index - 1) {
      last.right = seat.x
      last.size += 1
    } else groups.push({ depth: row.depth, left: seat.x, right: seat.x, size: 1 })
  }
  return groups
}

function isClose(a: Group, b: Group): boolean {
  return Math.abs(a.depth - b.depth) <= 1 && Math.max(b.left - a.right, a.left - b.right) <= WIDEST_BETWEEN
}
