import type { SpecimenTexts } from '../../../shared/i18n/catalogues.ts'
import { type Roll, rolls } from '../../../shared/domain/documents/paper.ts'
import { drawFigureRow } from './receipt-layout.ts'
import { type Canvas, ink, paper, type Point } from '../pdf/canvas.ts'
import { capHeight, leading, type Typesetter } from '../pdf/typesetter.ts'
import type { Labelled, TicketContent } from '../documents/ticket-content.ts'
import {
  drawLines,
  drawPicture,
  drawPlate,
  drawQr,
  heightAt,
  qrSide,
  setBlock,
  type TicketCanvas,
} from './ticket-canvas.ts'
import { drawPattern, paintOf, patternOf } from './tribune.ts'
import { drawVenueMap, hasVenueMap } from './venue-map.ts'

/**
 * Column with a complete ticket for 80 mm rolls (72 mm printable), 58 mm rolls (48 mm) and portrait stock, in
 * millimetres. Text is only black on white or the reverse, because a thermal head dithers colours.
 */
interface Column {
  readonly width: number
  readonly margin: number
  readonly qrModule: number
}

/** Width of a QR module in millimetres: 10 dots at 203 dots per inch. */
const qrModule = 1.25
const column = (roll: Roll, margin: number): Column => ({ width: rolls[roll].width, margin, qrModule })
export const columns: Readonly<Record<Roll, Column>> = {
  'roll-80': column('roll-80', 4),
  'roll-58': column('roll-58', 5),
}

const line = 0.5
const hairline = 0.25
/** Font size (em) below which the figures are divided into two or more lines. */
const smallestFigure = 4.5

interface Strip {
  readonly x: number
  readonly width: number
}

/** Draws a ticket and returns its height, including the margins. */
export function drawColumn(canvas: Canvas, content: TicketContent, column: Column, press: TicketCanvas): number {
  const { document, brand } = press
  const { title, when, venue, tribune } = content
  const strip = { x: column.margin, width: column.width - 2 * column.margin }
  const key = (...parts: unknown[]): string => JSON.stringify([column.width, ...parts])
  let y = 4
  if (content.specimen) y = drawSpecimen(canvas, content.specimen, y, strip, press) + 5
  if (content.copyMark !== '') {
    drawPlate(canvas, content.copyMark, { ...strip, y, height: 9 }, 'framed', press)
    y += 13
  }
  if (brand.logo) {
    const height = heightAt(brand.logo, strip.width * 0.7, 14)
    drawPicture(canvas, brand.logo, { ...strip, y, height }, 'center', press)
    y += height + 4
  }
  const event = document.form(key(title, when, venue, y), (form) => drawEvent(form, content, y, strip, press))
  canvas.place(event)
  y = event.value + 4
  const band = document.form(key(tribune, y), (form) => drawTribune(form, content, y, strip, press))
  canvas.place(band)
  y = drawFigures(canvas, content, band.value + 5, strip, press) + 2
  y = drawCode(canvas, content, y, column, press) + 1
  y = drawWay(canvas, content, y, strip, press) + 4
  if (brand.sponsor) {
    const height = heightAt(brand.sponsor, strip.width, 18)
    drawPicture(canvas, brand.sponsor, { ...strip, y, height }, 'center', press)
    y += height + 4
  }
  y = drawEnd(canvas, content, y, strip, press) + 5
  if (content.specimen) y = drawSpecimen(canvas, content.specimen, y, strip, press) + 4
  return y + 2
}

function drawSpecimen(canvas: Canvas, specimen: SpecimenTexts, y: number, strip: Strip, press: TicketCanvas): number {
  drawPlate(canvas, specimen.word, { ...strip, y, height: 10 }, 'solid', press)
  const hint = { ...strip, y: y + 12, largest: 4, weight: 'bold', align: 'center' } as const
  return setBlock(canvas, press.type, specimen.hint, hint)
}

function drawEvent(canvas: Canvas, content: TicketContent, top: number, strip: Strip, press: TicketCanvas): number {
  const { type } = press
  const { title, when, venue } = content
  const name = { ...strip, y: top, height: 36, largest: 7, smallest: 4.4, weight: 'bold', role: 'H1' } as const
  const nameEnd = setBlock(canvas, type, title, name)
  const hour = setBlock(canvas, type, when, { ...strip, y: nameEnd + 3.6, height: 8, largest: 4.8, weight: 'bold' })
  return setBlock(canvas, type, venue, { ...strip, y: hour + 2.8, height: 7, largest: 4, smallest: 3 })
}

function drawTribune(canvas: Canvas, content: TicketContent, top: number, strip: Strip, press: TicketCanvas): number {
  const { type } = press
  const { tribune } = content
  const right = strip.x + strip.width
  const frame = { ...strip, y: top, height: 21 }
  const pattern = { ...frame, width: Math.min(22, strip.width * 0.3) }
  const stripe = { x: pattern.x + pattern.width, y: top + 16, width: strip.width - pattern.width, height: 5 }
  canvas.clipped(pattern, 0, () => drawPattern(canvas, patternOf(tribune.code), pattern, 6, ink))
  canvas.fillRect(stripe, paintOf(tribune.color))
  canvas.line([stripe.x, top], [stripe.x, top + frame.height], line)
  canvas.line([stripe.x, stripe.y], [right, stripe.y], line)
  canvas.strokeRect(frame, ink, line)
  const text = { x: stripe.x + 3, width: stripe.width - 5 }
  setBlock(canvas, type, tribune.label, { ...text, y: top + 2.6, largest: 3.8 })
  setBlock(canvas, type, tribune.name, { ...text, y: top + 7, height: 7.6, largest: 9.8, weight: 'bold' })
  return top + frame.height
}

function drawFigures(canvas: Canvas, content: TicketContent, top: number, strip: Strip, press: TicketCanvas): number {
  const { figures } = content
  const row = { ...strip, height: 17, largest: 15.5, label: 4 }
  const fits = (some: readonly Labelled[], size: number): boolean =>
    some.reduce((sum, { value }) => sum + press.type.set(value, 'bold').width, 0) * size <
    strip.width - 6 * (some.length - 1)
  const pairs = [figures.slice(0, 2), figures.slice(2)]
  const rows = fits(figures, 10)
    ? [figures]
    : pairs.flatMap((pair) => (fits(pair, smallestFigure) ? [pair] : pair.map((figure) => [figure])))
  let y = top
  for (const [index, some] of rows.entries()) {
    if (index > 0) {
      canvas.line([strip.x, y + 4], [strip.x + strip.width, y + 4], hairline)
      y += 8
    }
    drawFigureRow(canvas, some, { ...row, y }, press)
    y += row.height
  }
  return y
}

/** Minimum width of the identifying text beside the code; in a narrower column it is below the code. */
const besideCode = 20
const twoFacts = 60

/** The margin that the print head cannot reach serves as part of the code's quiet zone. */
function drawCode(canvas: Canvas, content: TicketContent, top: number, column: Column, press: TicketCanvas): number {
  const { type, texts, encodeQr } = press
  const side = qrSide(column.qrModule)
  const right = column.width - column.margin
  const quiet = Math.min(column.margin, (column.width - side) / 2)
  const x = column.margin - quiet
  const beside = right - x - side - 1 >= besideCode
  const corner = { x: beside ? x : (column.width - side) / 2, y: top }
  canvas.tagged('Figure', content.number, () => drawQr(canvas, encodeQr(content.qrCode), corner, column.qrModule))
  const place = beside
    ? { x: x + side + 1, width: right - x - side - 1 }
    : { x: column.margin, width: right - column.margin }
  const head = { ...place, y: beside ? top + 5 : top + side - 1, largest: 3.2 }
  let y = setBlock(canvas, type, texts.atTheGate, { ...head, align: beside ? 'left' : 'center' }) + 3.2
  const across = place.width >= twoFacts ? 2 : 1
  let end = y
  for (const [index, { label, value }] of content.facts.entries()) {
    if (index % across === 0) y = end
    const cell = { x: place.x + ((index % across) * place.width) / across, width: place.width / across - 2 }
    const named = setBlock(canvas, type, label, { ...cell, y, largest: 2.8 })
    end = setBlock(canvas, type, value, { ...cell, y: named + 1.3, largest: 3.6, weight: 'bold' }) + 2.8
  }
  return beside ? Math.max(top + side, end) : end
}

function drawWay(canvas: Canvas, content: TicketContent, top: number, strip: Strip, press: TicketCanvas): number {
  canvas.line([strip.x, top], [strip.x + strip.width, top], hairline)
  const { document } = press
  const map = { width: Math.min(42, strip.width * 0.55), height: 32 }
  if (!hasVenueMap(content.spot, press)) return drawRoute(canvas, content, top, strip, press)
  const beside = strip.width - map.width >= 28
  const steps = beside ? { x: strip.x, width: strip.width - map.width - 3 } : strip
  const end = drawRoute(canvas, content, top, steps, press)
  const box = beside
    ? { ...map, x: strip.x + strip.width - map.width, y: top + 2.5 }
    : { ...strip, height: map.height, y: end + 3 }
  const key = JSON.stringify(['map', content.spot, box])
  canvas.place(document.form(key, (form) => drawVenueMap(form, content.spot, box, 'thermal', press)))
  return Math.max(end, box.y + box.height)
}

function drawRoute(canvas: Canvas, content: TicketContent, top: number, strip: Strip, press: TicketCanvas): number {
  const { type, texts, document } = press
  const head = setBlock(canvas, type, texts.wayIn, { ...strip, y: top + 3.6, largest: 3.8, role: 'H2' })
  const across = strip.width >= 110 ? 4 : strip.width >= 76 ? 2 : 1
  const [pitch, width] = [7, strip.width / across]
  const stops: Point[] = []
  let [y, rowEnd] = [head + 5.4, head + 5.4]
  for (const [index, step] of content.route.entries()) {
    const x = strip.x + (index % across) * width
    if (index > 0 && index % across === 0) y = rowEnd + pitch
    const room = { width: width - 8.5, largest: 5, smallest: 3.4 }
    const one = type.fit(step, 'bold', { width: room.width, largest: room.largest })
    const { lines, size } = one.size >= room.smallest ? one : type.fit(step, 'bold', { ...room, height: 9 })
    stops.push([x + 2, y])
    const first = y + (size * capHeight) / 2
    drawLines(canvas, step, lines, { x: x + 6.5, y: first, size })
    rowEnd = Math.max(rowEnd, y + (lines.length - 1) * size * leading)
  }
  canvas.place(document.form(JSON.stringify(['stops', stops]), (form) => drawStops(form, stops, type)))
  if (content.gateHint === '') return rowEnd + 2
  return setBlock(canvas, type, content.gateLabel, { ...strip, y: rowEnd + 4, height: 8, largest: 3.6 })
}

function drawStops(canvas: Canvas, stops: readonly Point[], type: Typesetter): void {
  const radius = 1.7
  for (const [index, [x, y]] of stops.entries()) {
    const before = stops[index - 1]
    if (before?.[0] === x) drawArrow(canvas, x, before[1] + radius + 0.4, y - radius - 0.3)
    canvas.fillCircle(x, y, radius, ink)
    const figure = type.set(String(index + 1), 'bold')
    canvas.text(figure, { x, y: y + 0.85, size: 2.6, align: 'center', paint: paper })
  }
}

function drawArrow(canvas: Canvas, x: number, from: number, to: number): void {
  canvas.line([x, from], [x, to - 1], 0.6)
  canvas.fillTriangle([x - 1.1, to - 1.5], [x + 1.1, to - 1.5], [x, to + 0.1], ink)
}

function drawEnd(canvas: Canvas, content: TicketContent, top: number, strip: Strip, press: TicketCanvas): number {
  const { type, brand } = press
  const right = strip.x + strip.width
  canvas.line([strip.x, top], [right, top], hairline, [1.5, 1.5])
  const row = { y: top + 4, largest: 4.6, weight: 'bold' } as const
  setBlock(canvas, type, content.price, { ...row, x: strip.x, width: strip.width / 2 - 2 })
  const position = { ...row, x: right - strip.width / 2, width: strip.width / 2, align: 'right' } as const
  const end = setBlock(canvas, type, content.position, position)
  const order = { ...strip, y: end + 3, largest: 3 }
  const orderEnd = setBlock(canvas, type, content.order, order)
  if (!brand.notice) return orderEnd
  return setBlock(canvas, type, brand.notice, { ...order, y: orderEnd + 3, height: 16, largest: 3.2, smallest: 2.6 })
}
