import type { Box, Canvas } from '../pdf/canvas.ts'
import type { Labelled } from '../documents/ticket-content.ts'
import { setBlock, type TicketPress } from './ticket-press.ts'

export interface FigureRow extends Box {
  readonly largest: number
  /** The labels' em. */
  readonly label: number
}

const gap = 6
const hairline = 0.2

/** Below this share of the largest size a long value no longer sets the size of the others: it breaks into lines. */
const comfortable = 0.55

/**
 * Gate, sector, row and seat side by side, all figures on one baseline and of one size while that stays large. Columns
 * are as wide as their figures; what is left is shared out.
 */
export function drawFigureRow(canvas: Canvas, figures: readonly Labelled[], row: FigureRow, press: TicketPress): void {
  const { type } = press
  const labels = figures.map(({ label }) => type.set(label, 'regular').width * row.label)
  const natural = figures.map(({ value }) => type.set(value, 'bold').width)
  const available = row.width - gap * (figures.length - 1)
  const size = Math.min(row.largest, available / sum(natural))
  const roomy = size >= row.largest * comfortable
  const figureSize = roomy ? size : row.largest * comfortable
  const fair = available / figures.length
  const wanted = natural.map((width, index) => Math.max(labels[index] ?? 0, width * figureSize))
  const short = wanted.filter((width) => width <= fair)
  const long = figures.length - short.length
  const widths =
    roomy || long === 0
      ? wanted.map((width) => width + (available - sum(wanted)) / figures.length)
      : wanted.map((width) => (width <= fair ? width : (available - sum(short)) / long))
  let x = row.x
  for (const [index, { label, value }] of figures.entries()) {
    const width = widths[index] ?? fair
    const top = row.y + row.label * 1.9
    if (index > 0) canvas.line([x - gap / 2, row.y], [x - gap / 2, row.y + row.height], hairline)
    setBlock(canvas, type, label, { x, y: row.y, width, largest: row.label, weight: 'regular' })
    if (roomy || (wanted[index] ?? 0) <= fair) {
      const at = { x, y: row.y + row.height, size: Math.min(figureSize, width / (natural[index] ?? 1)) }
      canvas.tagged('P', value, () => canvas.text(type.set(value, 'bold'), at))
    } else {
      setBlock(canvas, type, value, {
        x,
        y: top,
        width,
        height: row.y + row.height - top,
        largest: figureSize,
        weight: 'bold',
      })
    }
    x += width + gap
  }
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
