import type { SectionLayout } from './section-layout.ts'

/**
 * The seat that a key leads to: along the row with the side arrows, to the seat nearest in the next row with the others,
 * to the row's ends with Home and End. From nowhere (-1) to the seat nearest to the middle of the section.
 */
export function seatBeside(layout: SectionLayout, from: number, key: string): number {
  if (from < 0) return middleSeat(layout)
  const rowIndex = layout.rows.findIndex(({ first, last }) => first <= from && from <= last)
  const row = layout.rows[rowIndex]
  if (!row) return from
  switch (key) {
    case 'ArrowLeft':
      return Math.max(row.first, from - 1)
    case 'ArrowRight':
      return Math.min(row.last, from + 1)
    case 'Home':
      return row.first
    case 'End':
      return row.last
    case 'ArrowUp':
      return nearestInRow(layout, rowIndex - 1, from)
    case 'ArrowDown':
      return nearestInRow(layout, rowIndex + 1, from)
    default:
      return from
  }
}

function nearestInRow({ rows, xs }: SectionLayout, rowIndex: number, from: number): number {
  const row = rows[rowIndex]
  if (!row) return from
  const x = xs[from] ?? 0
  let best = row.first
  for (let seat = row.first; seat <= row.last; seat++) {
    if (Math.abs((xs[seat] ?? 0) - x) < Math.abs((xs[best] ?? 0) - x)) best = seat
  }
  return best
}

function middleSeat({ xs, ys, bounds }: SectionLayout): number {
  const [x, y] = [(bounds.left + bounds.right) / 2, (bounds.top + bounds.bottom) / 2]
  let best = 0
  for (let seat = 1; seat < xs.length; seat++) {
    const distance = Math.hypot((xs[seat] ?? 0) - x, (ys[seat] ?? 0) - y)
    if (distance < Math.hypot((xs[best] ?? 0) - x, (ys[best] ?? 0) - y)) best = seat
  }
  return best
}
