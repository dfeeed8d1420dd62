import { ink, paper, type Canvas } from '../pdf/canvas.ts'
import { capHeight, leading } from '../pdf/typesetter.ts'
import type { TicketContent } from '../documents/ticket-content.ts'
import { drawPicture, setBlock, type TicketPress } from './ticket-press.ts'
import { paintOf } from './tribune-color.ts'
import { drawVenueMap, hasVenueMap } from './venue-map.ts'

const left = 18
const right = 200
const fold = 148.5
const hairline = 0.2
const grey = 0.35
/** Where a map is drawn the steps leave it this much. */
const half = { x: 98, width: 102 }
const steps = { x: left + 5, textX: left + 17, y: 187 }
/** The small print begins here; a sponsor's band stands above it. */
const end = 276.5
const sponsor = { x: left, y: 257, width: right - left, height: 17 }

/** The lower half of an A4 ticket: the way to the seat, what tells the ticket from others, and the small print. */
export function drawWay(canvas: Canvas, content: TicketContent, press: TicketPress): void {
  const { document, type, brand } = press
  const { color } = content.tribune
  const bottom = brand.sponsor ? sponsor.y - 4 : end - 3
  const mapped = hasVenueMap(content.spot, press)
  const width = (mapped ? half.x - 6 : right) - steps.textX
  const step = Math.min(25, (bottom - 4.8 - steps.y) / Math.max(1, content.route.length - 1))
  const key = JSON.stringify(['way', color, content.route.length])
  canvas.place(document.form(key, (form) => drawStops(form, color, content.route.length, step, press)))
  for (const [index, text] of content.route.entries()) {
    const hint = index === 0 ? content.gateHint : ''
    const { lines, size } = type.fit(text, 'bold', { width, height: 12, largest: 7.4, smallest: 4 })
    const baseline = steps.y + index * step + (size * capHeight) / 2 - (hint === '' ? 0 : 2.2)
    canvas.tagged('P', text, () => {
      for (const [row, line] of lines.entries()) {
        canvas.text(line, { x: steps.textX, y: baseline + row * size * leading, size })
      }
    })
    const under = {
      x: steps.textX,
      y: baseline + (lines.length - 1) * size * leading + 2.4,
      width,
      largest: 4,
      smallest: 3,
    } as const
    if (hint !== '') setBlock(canvas, type, hint, { ...under, weight: 'regular' })
  }
  if (brand.sponsor) drawPicture(canvas, brand.sponsor, sponsor, 'center', press)
  const factsEnd = drawFacts(canvas, content, press)
  if (!mapped) return
  const y = factsEnd + 7
  const box = { ...half, y, height: bottom - y }
  const place = JSON.stringify(['map', content.spot, box])
  canvas.place(document.form(place, (form) => drawVenueMap(form, content.spot, box, 'colour', press)))
}

/** Fold, headings, and the stops of a line in the tribune's colour, gate first. */
function drawStops(canvas: Canvas, color: string, count: number, step: number, press: TicketPress): void {
  const { type, texts, brand } = press
  for (const x of [4, right + 1]) canvas.line([x, fold], [x + 5, fold], hairline)
  canvas.line([10, fold], [right, fold], hairline, [0.4, 1.6])
  const foldHint = { x: 10, y: fold - 3.6, width: right - 10, largest: 2.8, weight: 'regular' } as const
  setBlock(canvas, type, texts.fold, { ...foldHint, align: 'center', paint: grey })
  setBlock(canvas, type, texts.wayIn, { x: left, y: 163, width: 110, largest: 9, weight: 'bold', role: 'H2' })
  canvas.line([left, end], [right, end], hairline)
  const notice = { x: left, y: end + 3.4, width: right - left, height: 6, largest: 3.6, weight: 'regular' } as const
  setBlock(canvas, type, brand.notice ?? texts.keep, notice)

  const { x, y: top } = steps
  const way = { x: x - 2, y: top, width: 4, height: step * (count - 1) }
  canvas.fillRect(way, paintOf(color))
  canvas.strokeRect(way, ink, hairline)
  for (let index = 0; index < count; index++) {
    const y = top + index * step
    if (index > 0)
      canvas.fillTriangle([x - 3.6, y - step / 2 - 1.2], [x + 3.6, y - step / 2 - 1.2], [x, y - step / 2 + 3], ink)
    canvas.fillCircle(x, y, 4.8, ink)
    canvas.text(type.set(String(index + 1), 'bold'), { x, y: y + 1.7, size: 5, align: 'center', paint: paper })
  }
}

/** Returns where the facts end. */
function drawFacts(canvas: Canvas, content: TicketContent, { type }: TicketPress): number {
  const order = { x: left, y: 287, width: right - left, largest: 3.2, weight: 'regular', paint: grey } as const
  setBlock(canvas, type, content.order, order)
  const column = half.width / 2
  let end = 163
  for (const [index, { label, value }] of content.facts.entries()) {
    const x = half.x + (index % 2) * column
    const y = 163 + Math.floor(index / 2) * 12.5
    const head = { x, y, width: column - 3, largest: 3.2, weight: 'regular', paint: grey } as const
    const named = setBlock(canvas, type, label, head)
    const below = { x, y: named + 2, width: column - 3, largest: 4.6, smallest: 2.8, weight: 'bold' } as const
    end = setBlock(canvas, type, value, below)
  }
  return end
}
