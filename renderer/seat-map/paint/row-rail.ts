import type { SectionLayout } from '../layout/section-layout.ts'
import { fittingSize, write, type TextStyle } from './text.ts'
import type { MapTheme } from './theme.ts'

/** Where a row crosses the left edge of the view, in CSS pixels. */
export interface RailRow {
  readonly label: string
  readonly y: number
}

/** Width of the edge in which names then stand, and the least distance of rows that have names, in sizes of the text. */
export const RAIL = 1.7
export const NAMED_ROWS = 0.8

/**
 * Rows whose name has left the view to the left although seats of them are in sight: the name then stands at the edge.
 * `toScreen` gives CSS pixels, `textSize` is in them, `scale` is how many make a metre.
 */
export function railRows(
  { rows, xs, ys, pitch, depth }: SectionLayout,
  toScreen: (x: number, y: number) => readonly [number, number],
  scale: number,
  textSize: number,
): readonly RailRow[] {
  if (depth * scale < textSize * NAMED_ROWS) return []
  const edge = textSize * RAIL
  return rows.flatMap(({ label, first, last }) => {
    const xOf = (seat: number): number => toScreen(xs[seat] ?? 0, ys[seat] ?? 0)[0]
    const isNameInSight = xOf(first) >= (pitch * scale) / 2 + textSize * 1.1
    if (isNameInSight || xOf(last) < edge) return []
    let [low, high] = [first, last]
    while (low < high) {
      const middle = (low + high) >> 1
      if (xOf(middle) < edge) low = middle + 1
      else high = middle
    }
    return [{ label, y: toScreen(xs[low] ?? 0, ys[low] ?? 0)[1] }]
  })
}

export function paintRail(
  pen: CanvasRenderingContext2D,
  rows: readonly RailRow[],
  theme: MapTheme,
  ratio: number,
): void {
  const { width, height } = pen.canvas
  pen.clearRect(0, 0, width, height)
  const style: TextStyle = { family: theme.codeFont, size: theme.textSize * ratio, weight: 800 }
  const half = style.size * 0.72
  for (const { label, y } of rows) {
    const middle = y * ratio
    if (middle < -half || middle > height + half) continue
    pen.fillStyle = theme.paper
    pen.strokeStyle = theme.line
    pen.lineWidth = ratio
    pen.beginPath()
    pen.roundRect(-half, middle - half, width + half - ratio, 2 * half, half * 0.5)
    pen.fill()
    pen.stroke()
    const size = fittingSize(pen, label, style, width * 0.8, 0.5) ?? style.size * 0.5
    write(pen, label, width / 2, middle, { ...style, size }, theme.ink)
  }
}
