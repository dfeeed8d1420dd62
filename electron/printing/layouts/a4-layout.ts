import type { TicketContent } from '../documents/ticket-content.ts'
import { type Canvas, ink, type Paint, paper, type Size } from '../pdf/canvas.ts'
import { inOneLine } from '../pdf/printable-text.ts'
import { capHeight } from '../pdf/typesetter.ts'
import { drawFigureRow } from './receipt-layout.ts'
import {
  drawRotatedLabel,
  drawLines,
  drawPicture,
  drawPlate,
  drawQr,
  qrSide,
  radius,
  setBlock,
  type TicketCanvas,
} from './ticket-canvas.ts'
import { drawPattern, paintOf, patternOf, readableOn } from './tribune.ts'
import { drawVenueMap, hasVenueMap } from './venue-map.ts'

/**
 * A4 ticket, folded once: body and stub in the upper half, route to the seat in the lower half. All lengths are
 * millimetres. Parts that are equal on all tickets of an order are drawn as forms.
 */
export const a4 = { width: 210, height: 297 }

const panel = { x: 10, y: 10, width: 190, height: 128 }
const right = panel.x + panel.width
const bottom = panel.y + panel.height
const perforation = 144
const field = { ...panel, height: 36 }
const fieldEnd = field.y + field.height
const body = { x: panel.x + 8, width: perforation - panel.x - 16 }
const logoWidth = 30
const logoX = body.x + body.width - logoWidth
const stub = { x: perforation + 4, width: right - perforation - 8 }
/** Width of a QR module in millimetres: 11 dots at 203 dots per inch. */
const qrModule = 1.375
const line = 0.4
const hairline = 0.2

export function drawA4(canvas: Canvas, content: TicketContent, press: TicketCanvas): Size {
  const { document } = press
  const { title, when, venue, tribune, figures } = content
  const key = JSON.stringify
  const { specimen } = content
  if (specimen) canvas.place(document.form(key(specimen), (form) => drawWatermark(form, specimen.word, press)))
  canvas.place(document.form(key([title, when, venue]), (form) => drawEvent(form, content, press)))
  canvas.place(document.form(key([tribune, figures[0]]), (form) => drawPanel(form, content, press)))
  drawFigureRow(canvas, figures, { x: body.x, y: 91, width: body.width, height: 28, largest: 24, label: 4.2 }, press)
  drawBodyEnd(canvas, content, press)
  drawStub(canvas, content, press)
  drawWay(canvas, content, press)
  return a4
}

function drawWatermark(canvas: Canvas, word: string, press: TicketCanvas): void {
  drawRotatedLabel(canvas, word, { x: 76, y: 86, width: 135, largest: 22, degrees: -16 }, press)
  drawRotatedLabel(canvas, word, { x: 76, y: 232, width: 135, largest: 24, degrees: -16 }, press)
}

function drawPanel(canvas: Canvas, { tribune, figures }: TicketContent, press: TicketCanvas): void {
  const { type } = press
  const color = paintOf(tribune.color)
  const onColor = readableOn(color)
  const pattern = { x: 98, y: field.y, width: perforation - 98, height: field.height }
  canvas.clipped(panel, radius, () => {
    canvas.fillRect(field, color)
    canvas.clipped(pattern, 0, () => drawPattern(canvas, patternOf(tribune.code), pattern, 9, onColor))
    canvas.line([panel.x, fieldEnd], [right, fieldEnd], line)
  })
  const [gate] = figures
  for (const { x, width, label, value } of [
    { x: body.x, width: pattern.x - body.x - 5, label: tribune.label, value: tribune.name },
    { ...stub, label: gate?.label ?? '', value: gate?.value ?? '' },
  ]) {
    setBlock(canvas, type, label, { x, y: field.y + 7.5, width, largest: 4.6, paint: onColor })
    const name = { x, y: field.y + 13.5, width, height: 19, largest: 18, weight: 'bold', paint: onColor } as const
    setBlock(canvas, type, value, name)
  }
  canvas.strokeRounded(panel, radius, ink, line)
  drawPerforation(canvas, onColor)
}

function drawPerforation(canvas: Canvas, onColor: Paint): void {
  const notch = 2.4
  const dashes = [1.6, 1.6]
  canvas.line([perforation, panel.y + 4], [perforation, fieldEnd], 0.6, dashes, onColor)
  canvas.line([perforation, fieldEnd], [perforation, bottom - 4], 0.6, dashes)
  for (const y of [panel.y, bottom]) {
    const round = { x: perforation - notch, y: y - notch, width: notch * 2, height: notch * 2 }
    canvas.fillRounded(round, notch, paper)
    canvas.clipped(panel, 0, () => canvas.strokeRounded(round, notch, ink, line))
  }
}

function drawEvent(canvas: Canvas, content: TicketContent, press: TicketCanvas): void {
  const [top, end] = [fieldEnd + 5, 86]
  const { logo } = press.brand
  if (logo) drawPicture(canvas, logo, { x: logoX, y: top, width: logoWidth, height: end - top - 1 }, 'right', press)
  const used = setEvent(press.document.canvas(), content, top, press) - top
  setEvent(canvas, content, top + (end - top - used) / 2, press)
}

function setEvent(canvas: Canvas, content: TicketContent, top: number, { type, brand }: TicketCanvas): number {
  const { title, when, venue } = content
  const { x } = body
  const width = brand.logo ? logoX - x - 5 : body.width
  const name = { x, y: top, width, height: 19.5, largest: 10.4, smallest: 4.4, weight: 'bold', role: 'H1' } as const
  const nameEnd = setBlock(canvas, type, title, name)
  const whenEnd = setBlock(canvas, type, when, { x, y: nameEnd + 4.6, width, largest: 6.2, weight: 'bold' })
  return setBlock(canvas, type, venue, { x, y: whenEnd + 3.2, width, largest: 4.6, smallest: 3.2 })
}

function drawBodyEnd(canvas: Canvas, content: TicketContent, { type }: TicketCanvas): void {
  canvas.line([body.x, 124], [body.x + body.width, 124], hairline)
  const row = { y: 128.2, largest: 4.6 }
  setBlock(canvas, type, content.price, { ...row, x: body.x, width: 36, weight: 'bold' })
  setBlock(canvas, type, content.zone, { ...row, x: body.x + 38, width: 50, smallest: 3.2 })
  const position = { ...row, x: body.x + 90, width: body.width - 90, weight: 'bold', align: 'right' } as const
  setBlock(canvas, type, content.position, position)
}

function drawStub(canvas: Canvas, content: TicketContent, press: TicketCanvas): void {
  const { type, texts, encodeQr } = press
  const side = qrSide(qrModule)
  const corner = { x: stub.x + (stub.width - side) / 2, y: 46.5 }
  canvas.tagged('Figure', content.number, () => drawQr(canvas, encodeQr(content.qrCode), corner, qrModule))
  const centred = { ...stub, align: 'center' } as const
  setBlock(canvas, type, texts.atTheGate, { ...centred, y: 99.4, largest: 3.6 })
  setBlock(canvas, type, content.number, { ...centred, y: 105, largest: 5, weight: 'bold' })
  const [, ...places] = content.figures
  const seat = places.map(({ label, value }) => inOneLine(label, value, '\u00a0')).join('\u00a0· ')
  setBlock(canvas, type, seat, { ...centred, y: 111.2, height: 5.5, largest: 3.6 })
  let y = 118.6
  if (content.copyMark !== '') {
    drawPlate(canvas, content.copyMark, { ...stub, y, height: 7.5 }, 'framed', press)
    y += 9
  }
  if (content.specimen) drawPlate(canvas, content.specimen.hint, { ...stub, y, height: 7.5 }, 'solid', press)
  if (content.copyMark !== '')
    drawPlate(canvas, content.copyMark, { x: 102, y: 22, width: 38, height: 12 }, 'framed', press)
}

const left = 18
const rightEdge = 200
const fold = 148.5
const grey = 0.35
/** Space to the right of the route's steps, for the map and the ticket's facts. */
const half = { x: 98, width: 102 }
const steps = { x: left + 5, textX: left + 17, y: 187 }
const end = 276.5
const sponsor = { x: left, y: 257, width: rightEdge - left, height: 17 }

function drawWay(canvas: Canvas, content: TicketContent, press: TicketCanvas): void {
  const { document, type, brand } = press
  const { color } = content.tribune
  const bottom = brand.sponsor ? sponsor.y - 4 : end - 3
  const mapped = hasVenueMap(content.spot, press)
  const width = (mapped ? half.x - 6 : rightEdge) - steps.textX
  const step = Math.min(25, (bottom - 4.8 - steps.y) / Math.max(1, content.route.length - 1))
  const key = JSON.stringify(['way', color, content.route.length])
  canvas.place(document.form(key, (form) => drawStops(form, color, content.route.length, step, press)))
  for (const [index, text] of content.route.entries()) {
    const hint = index === 0 ? content.gateHint : ''
    const { lines, size } = type.fit(text, 'bold', { width, height: 12, largest: 7.4, smallest: 4 })
    const baseline = steps.y + index * step + (size * capHeight) / 2 - (hint === '' ? 0 : 2.2)
    const last = drawLines(canvas, text, lines, { x: steps.textX, y: baseline, size })
    if (hint !== '') setBlock(canvas, type, hint, { x: steps.textX, y: last + 2.4, width, largest: 4, smallest: 3 })
  }
  if (brand.sponsor) drawPicture(canvas, brand.sponsor, sponsor, 'center', press)
  const factsEnd = drawFacts(canvas, content, press)
  if (!mapped) return
  const y = factsEnd + 7
  const box = { ...half, y, height: bottom - y }
  const place = JSON.stringify(['map', content.spot, box])
  canvas.place(document.form(place, (form) => drawVenueMap(form, content.spot, box, 'colour', press)))
}

function drawStops(canvas: Canvas, color: string, count: number, step: number, press: TicketCanvas): void {
  const { type, texts, brand } = press
  for (const x of [4, rightEdge + 1]) canvas.line([x, fold], [x + 5, fold], hairline)
  canvas.line([10, fold], [rightEdge, fold], hairline, [0.4, 1.6])
  const foldHint = { x: 10, y: fold - 3.6, width: rightEdge - 10, largest: 2.8 }
  setBlock(canvas, type, texts.fold, { ...foldHint, align: 'center', paint: grey })
  setBlock(canvas, type, texts.wayIn, { x: left, y: 163, width: 110, largest: 9, weight: 'bold', role: 'H2' })
  canvas.line([left, end], [rightEdge, end], hairline)
  const notice = { x: left, y: end + 3.4, width: rightEdge - left, height: 6, largest: 3.6 }
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

/** Draws the ticket's facts, and returns the y where they end. */
function drawFacts(canvas: Canvas, content: TicketContent, { type }: TicketCanvas): number {
  const order = { x: left, y: 287, width: rightEdge - left, largest: 3.2, paint: grey }
  setBlock(canvas, type, content.order, order)
  const column = half.width / 2
  let end = 163
  for (const [index, { label, value }] of content.facts.entries()) {
    const x = half.x + (index % 2) * column
    const y = 163 + Math.floor(index / 2) * 12.5
    const named = setBlock(canvas, type, label, { x, y, width: column - 3, largest: 3.2, paint: grey })
    const below = { x, y: named + 2, width: column - 3, largest: 4.6, smallest: 2.8, weight: 'bold' } as const
    end = setBlock(canvas, type, value, below)
  }
  return end
}
