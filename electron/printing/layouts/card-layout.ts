import type { Canvas } from '../pdf/canvas.ts'
import type { Weight } from '../pdf/printable-text.ts'
import { capHeight } from '../pdf/typesetter.ts'
import type { CardContent, CardSection } from '../documents/card-content.ts'
import { a4 } from './a4-layout.ts'
import { drawLines, drawPlate, setBlock, type TicketCanvas } from './ticket-canvas.ts'

const margin = 14
const between = 10
const hairline = 0.25
const width = (a4.width - 2 * margin - between) / 2
const bottom = a4.height - margin
/** Sizes of body text in millimetres; the first size that fits the page is used. */
const sizes = [5.6, 5.2, 4.9, 4.6, 4.3, 4, 3.7, 3.4]

/** Draws a reference card as large as possible. Throws a `RangeError` if an A4 page is too small. */
export function drawCard(canvas: Canvas, content: CardContent, press: TicketCanvas): typeof a4 {
  const top = drawHeading(canvas, content, press)
  const heightAt = (size: number): number => drawColumns(press.document.canvas(), content, top, size, press)
  const size = sizes.find((each) => heightAt(each) <= bottom)
  if (size === undefined) throw new RangeError(`the card does not fit on a page: ${content.title}`)
  drawColumns(canvas, content, top, size, press)
  return a4
}

function drawHeading(canvas: Canvas, { title, hint, machine }: CardContent, press: TicketCanvas): number {
  const { type } = press
  const whole = a4.width - 2 * margin
  const name = { x: margin + whole * 0.7, y: margin + 2, width: whole * 0.3, largest: 5, weight: 'bold' } as const
  setBlock(canvas, type, machine, { ...name, align: 'right' })
  const head = { x: margin, y: margin, width: whole * 0.68, largest: 9, weight: 'bold', role: 'H1' } as const
  const end = setBlock(canvas, type, title, head)
  const y = setBlock(canvas, type, hint, { x: margin, y: end + 3.5, width: whole, largest: 4.3 }) + 4
  canvas.line([margin, y], [a4.width - margin, y], 0.7)
  return y + 6
}

/** Returns the y where the longer column ends. */
function drawColumns(canvas: Canvas, { columns }: CardContent, top: number, size: number, press: TicketCanvas): number {
  const ends = columns.map((sections, place) => {
    const x = margin + place * (width + between)
    return sections.reduce((y, section) => drawSection(canvas, section, { x, y, size }, press), top)
  })
  return Math.max(...ends)
}

function drawSection(canvas: Canvas, section: CardSection, { x, y, size }: Place, press: TicketCanvas): number {
  const words = (text: string, left: number, at: number, weight: Weight): number =>
    drawWords(canvas, text, { x: left, y: at, width: x + width - left, size, weight }, press)
  const heading = { x, y, width, largest: size * 1.35, weight: 'bold', role: 'H2' } as const
  let at = setBlock(canvas, press.type, section.heading, heading) + size * 1.1
  switch (section.kind) {
    case 'steps':
      for (const [index, row] of section.rows.entries()) {
        words(String(index + 1), x, at, 'bold')
        at = words(row, x + size * 1.4, at, 'regular') + size * 0.75
      }
      break
    case 'keys':
      at = drawKeys(canvas, section.rows, { x, y: at, size }, press)
      break
    case 'cases':
      for (const [what, then] of section.rows) {
        at = words(what, x, at, 'bold') + size * 0.55
        at = words(then, x, at, 'regular') + size * 1.1
      }
      break
    case 'blanks':
      for (const row of section.rows) {
        words(row, x, at + size, 'regular')
        const line = at + size * (1 + capHeight) + 0.8
        canvas.line([x + width * 0.38, line], [x + width, line], hairline)
        at = line + size * 0.9
      }
  }
  return at + size * 1.1
}

type Rows = readonly (readonly [string, string])[]

function drawKeys(canvas: Canvas, rows: Rows, { x, y, size }: Place, press: TicketCanvas): number {
  const { type } = press
  const widest = Math.max(...rows.map(([key]) => type.set(key, 'bold').width * size))
  const plate = { width: widest + 6, height: size * 1.7 }
  const left = x + plate.width + 3
  let at = y
  for (const [key, does] of rows) {
    drawPlate(canvas, key, { x, y: at, ...plate }, 'framed', press)
    const first = at + (plate.height - size * capHeight) / 2
    const end = drawWords(canvas, does, { x: left, y: first, width: x + width - left, size, weight: 'regular' }, press)
    at = Math.max(at + plate.height, end) + size * 0.4
  }
  return at
}

interface Place {
  readonly x: number
  readonly y: number
  readonly size: number
}

type Words = Place & { readonly width: number; readonly weight: Weight }

function drawWords(canvas: Canvas, text: string, { x, y, width, size, weight }: Words, { type }: TicketCanvas): number {
  const lines = type.wrap(text, weight, size, width)
  return drawLines(canvas, text, lines, { x, y: y + size * capHeight, size })
}
