import { drawFigureRow } from './figure-row.ts'
import { ink, type Canvas } from './pdf/canvas.ts'
import { leading } from './pdf/typesetter.ts'
import type { TicketContent } from './ticket-content.ts'
import { drawPlate, drawQr, qrSide, setBlock, type TicketPress } from './ticket-press.ts'
import { paintOf } from './tribune-color.ts'
import { drawPattern, patternOf } from './tribune-pattern.ts'

/**
 * An 80 mm roll, of which a thermal head reaches the middle 72 mm; as long as its content. Text is always ink on bare
 * paper or the other way round: a thermal head turns colours into dots that would eat into letters. The tribune's
 * colour stands beside its pattern, for printers that have it. All lengths are millimetres.
 */
export const rollWidth = 80

const margin = 4
const width = rollWidth - 2 * margin
const right = margin + width
const column = { x: margin, width }
/** 10 dots at 203 dots an inch: modules fall on whole dots. */
const qrModule = 1.25
const line = 0.5
const hairline = 0.25

/** Returns the page's height, in whole millimetres. */
export function drawRoll(canvas: Canvas, content: TicketContent, press: TicketPress): number {
  const { document } = press
  const { title, when, venue, tribune } = content
  const key = JSON.stringify
  let y = 4
  if (content.demo) y = drawSpecimen(canvas, y, press) + 5
  if (content.copyMark !== '') {
    drawPlate(canvas, content.copyMark, { ...column, y, height: 9 }, 'framed', press)
    y += 13
  }
  const event = document.form(key([title, when, venue, y]), (form) => drawEvent(form, content, y, press))
  canvas.place(event)
  y = event.value + 4
  const band = document.form(key([tribune, y]), (form) => drawTribune(form, content, y, press))
  canvas.place(band)
  y = drawFigures(canvas, content, band.value + 5, press) + 2
  y = drawCode(canvas, content, y, press) + 1
  y = drawRoute(canvas, content, y, press) + 4
  y = drawEnd(canvas, content, y, press) + 5
  if (content.demo) y = drawSpecimen(canvas, y, press) + 4
  return Math.ceil(y + 2)
}

function drawSpecimen(canvas: Canvas, y: number, press: TicketPress): number {
  const { texts, type } = press
  drawPlate(canvas, texts.specimen, { ...column, y, height: 10 }, 'solid', press)
  return setBlock(canvas, type, texts.specimenHint, {
    ...column,
    y: y + 12,
    largest: 4,
    weight: 'bold',
    align: 'center',
  })
}

function drawEvent(canvas: Canvas, { title, when, venue }: TicketContent, top: number, { type }: TicketPress): number {
  const name = setBlock(canvas, type, title, {
    ...column,
    y: top,
    height: 36,
    largest: 7,
    smallest: 4.4,
    weight: 'bold',
  })
  const hour = setBlock(canvas, type, when, { ...column, y: name + 3.6, height: 8, largest: 4.8, weight: 'bold' })
  return setBlock(canvas, type, venue, {
    ...column,
    y: hour + 2.8,
    height: 7,
    largest: 4,
    smallest: 3,
    weight: 'regular',
  })
}

function drawTribune(canvas: Canvas, { tribune }: TicketContent, top: number, { type }: TicketPress): number {
  const frame = { ...column, y: top, height: 21 }
  const pattern = { ...frame, width: 22 }
  const stripe = { x: pattern.x + pattern.width, y: top + 16, width: width - pattern.width, height: 5 }
  canvas.clipped(pattern, 0, () => drawPattern(canvas, patternOf(tribune.code), pattern, 6, ink))
  canvas.fillRect(stripe, paintOf(tribune.color))
  canvas.line([stripe.x, top], [stripe.x, top + frame.height], line)
  canvas.line([stripe.x, stripe.y], [right, stripe.y], line)
  canvas.strokeRect(frame, ink, line)
  const text = { x: stripe.x + 3, width: stripe.width - 5 }
  setBlock(canvas, type, tribune.label, { ...text, y: top + 2.6, largest: 3.8, weight: 'regular' })
  setBlock(canvas, type, tribune.name, { ...text, y: top + 7, height: 6.6, largest: 9.8, weight: 'bold' })
  return top + frame.height
}

/** Gate, sector, row and seat on one line, or on two where one would make them small. */
function drawFigures(canvas: Canvas, { figures }: TicketContent, top: number, press: TicketPress): number {
  const row = { ...column, y: top, height: 17, largest: 15.5, label: 4 }
  const ems = figures.reduce((sum, { value }) => sum + press.type.set(value, 'bold').width, 0)
  if (ems * 10 < width - 18) {
    drawFigureRow(canvas, figures, row, press)
    return top + row.height
  }
  drawFigureRow(canvas, figures.slice(0, 2), row, press)
  const next = top + row.height + 4
  canvas.line([margin, next], [right, next], hairline)
  drawFigureRow(canvas, figures.slice(2), { ...row, y: next + 4 }, press)
  return next + 4 + row.height
}

/** The code, its quiet zone partly on the margin that no head reaches, and beside it what tells this ticket from others. */
function drawCode(canvas: Canvas, content: TicketContent, top: number, press: TicketPress): number {
  const { type, texts, encodeQr } = press
  const side = qrSide(qrModule)
  drawQr(canvas, encodeQr(content.qrCode), { x: 0, y: top }, qrModule)
  const place = { x: side + 1, width: right - side - 1 }
  let y = setBlock(canvas, type, texts.atTheGate, { ...place, y: top + 5, largest: 3.2, weight: 'regular' }) + 3.2
  for (const { label, value } of content.facts) {
    setBlock(canvas, type, label, { ...place, y, largest: 2.8, weight: 'regular' })
    y = setBlock(canvas, type, value, { ...place, y: y + 3.2, largest: 3.6, weight: 'bold' }) + 2.8
  }
  return top + side
}

/** The steps one after another, an arrow before each but the first. */
function drawRoute(canvas: Canvas, content: TicketContent, top: number, { type, texts }: TicketPress): number {
  canvas.line([margin, top], [right, top], hairline)
  const head = setBlock(canvas, type, texts.wayIn, { ...column, y: top + 3.6, largest: 3.8, weight: 'regular' })
  const arrow = 9
  let [x, y] = [margin, head + 6.4]
  for (const [index, text] of content.route.entries()) {
    const { lines, size } = type.fit(text, 'bold', { width: width - arrow, height: 9, largest: 5, smallest: 3.4 })
    const length = Math.max(...lines.map((set) => set.width)) * size
    if (index > 0 && x + arrow + length > right) [x, y] = [margin, y + 7.4]
    if (index > 0) {
      drawArrow(canvas, x === margin ? x : x + 1.8, y - 1.7)
      x += x === margin ? arrow - 1.8 : arrow
    }
    for (const [row, set] of lines.entries()) {
      if (row > 0) y += size * leading
      canvas.text(set, { x, y, size })
    }
    x += length
  }
  if (content.gateHint === '') return y
  const hint = [content.route[0] ?? '', content.gateHint].join(' : ')
  return setBlock(canvas, type, hint, { ...column, y: y + 3, largest: 3.6, weight: 'regular' })
}

function drawArrow(canvas: Canvas, x: number, y: number): void {
  canvas.line([x, y], [x + 4, y], 0.7)
  canvas.fillTriangle([x + 3, y - 1.5], [x + 5.4, y], [x + 3, y + 1.5], ink)
}

function drawEnd(canvas: Canvas, content: TicketContent, top: number, { type }: TicketPress): number {
  canvas.line([margin, top], [right, top], hairline, [1.5, 1.5])
  const row = { y: top + 4, largest: 4.6, weight: 'bold' } as const
  setBlock(canvas, type, content.price, { ...row, x: margin, width: width / 2 })
  const end = setBlock(canvas, type, content.position, {
    ...row,
    x: right - width / 2,
    width: width / 2,
    align: 'right',
  })
  return setBlock(canvas, type, content.order, { ...column, y: end + 3, largest: 3, weight: 'regular' })
}
