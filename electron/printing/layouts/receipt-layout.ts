import type { ReceiptContent } from '../documents/receipt-content.ts'
import type { Labelled } from '../documents/ticket-content.ts'
import type { Box, Canvas } from '../pdf/canvas.ts'
import { inOneLine } from '../pdf/printable-text.ts'
import { qrQuietZone, qrSymbolOf } from './qr.ts'
import { drawPicture, drawPlate, heightAt, setBlock, type TicketCanvas } from './ticket-canvas.ts'

/** Column of a receipt, in millimetres on an 80 mm roll; scaled for other papers. */
interface Column {
  readonly width: number
  readonly margin: number
}

type Strip = Pick<Box, 'x' | 'y' | 'width'>

const hairline = 0.25

/** Draws a receipt and returns its height, including the margins. */
export function drawReceipt(canvas: Canvas, content: ReceiptContent, column: Column, press: TicketCanvas): number {
  const { type, brand } = press
  const strip = { x: column.margin, width: column.width - 2 * column.margin }
  const right = strip.x + strip.width
  const pair = ({ label, value }: Labelled, y: number, size: number, weight: 'regular' | 'bold'): number => {
    const most = strip.width * 0.62
    const amount = type.fit(value, weight, { width: most, largest: size })
    const length = Math.max(...amount.lines.map((line) => line.width)) * amount.size
    const words = { x: strip.x, y, width: strip.width - length - 4, largest: size, smallest: size * 0.55, weight }
    const end = setBlock(canvas, type, label, { ...words, height: size * 2.2 })
    setBlock(canvas, type, value, { x: right - most, width: most, y, largest: size, weight, align: 'right' })
    return end
  }
  let y = 4
  const { specimen } = content
  if (specimen) {
    drawPlate(canvas, specimen.word, { ...strip, y, height: 9 }, 'solid', press)
    y += 13
  }
  if (brand.logo) {
    const height = heightAt(brand.logo, strip.width * 0.7, 14)
    drawPicture(canvas, brand.logo, { ...strip, y, height }, 'left', press)
    y += height + 4
  }
  for (const [index, line] of content.seller.entries()) {
    const size = index === 0 ? ({ largest: 4.6, weight: 'bold' } as const) : { largest: 3.6 }
    y = setBlock(canvas, type, line, { ...strip, y, height: 12, ...size }) + 1.8
  }
  if (content.seller.length > 0) y += 3
  y = setBlock(canvas, type, content.heading, { ...strip, y, largest: 8, weight: 'bold', role: 'H1' }) + 4.6
  if (content.copyMark !== undefined) {
    drawPlate(canvas, content.copyMark, { ...strip, y, height: 9 }, 'framed', press)
    y += 13
  }
  if (content.code) y = drawCode(canvas, content.code, { ...strip, y }, press) + 4
  for (const { label, value } of content.facts) {
    y = setBlock(canvas, type, inOneLine(label, value), { ...strip, y, height: 8, largest: 3.6 }) + 2.4
  }
  if (content.buyer) y = drawBuyer(canvas, content.buyer, { ...strip, y: y + 1.6 }, press)
  y += 1.6
  canvas.line([strip.x, y], [right, y], hairline)
  const title = { ...strip, y: y + 4, height: 20, largest: 5.4, smallest: 3.6, weight: 'bold', role: 'H2' } as const
  y = setBlock(canvas, type, content.title, title) + 2.8
  y = setBlock(canvas, type, content.when, { ...strip, y, height: 8, largest: 4 }) + 2.4
  y = setBlock(canvas, type, content.venue, { ...strip, y, height: 8, largest: 4 }) + 4
  canvas.line([strip.x, y], [right, y], hairline)
  if (content.lines.length > 0) y += 4
  for (const [at, line] of content.lines.entries())
    y = pair(line, y, 4, 'regular') + (at + 1 < content.lines.length ? 2.6 : 4)
  canvas.line([strip.x, y], [right, y], 0.5)
  y = pair(content.total, y + 4, 6.4, 'bold') + 3.6
  for (const line of content.taxes) y = pair(line, y, 4, 'regular') + 2.6
  if (content.taxes.length > 0) {
    canvas.line([strip.x, y], [right, y], hairline)
    y += 3.6
  }
  for (const line of content.payment) y = pair(line, y, 4, 'regular') + 2.6
  canvas.line([strip.x, y + 1.4], [right, y + 1.4], hairline, [1.5, 1.5])
  y = setBlock(canvas, type, content.noTicket, { ...strip, y: y + 5.4, height: 9, largest: 3.6, weight: 'bold' }) + 2.8
  y = setBlock(canvas, type, content.order, { ...strip, y, largest: 3 })
  if (content.terminal) y = drawTerminal(canvas, content.terminal, { ...strip, y: y + 3 }, press)
  y = drawFoot(canvas, content, { ...strip, y }, press)
  if (specimen) {
    drawPlate(canvas, specimen.word, { ...strip, y: y + 4, height: 9 }, 'solid', press)
    y += 13
  }
  return y + 7
}

type Buyer = NonNullable<ReceiptContent['buyer']>

function drawBuyer(canvas: Canvas, { label, lines }: Buyer, strip: Strip, { type }: TicketCanvas): number {
  canvas.line([strip.x, strip.y], [strip.x + strip.width, strip.y], hairline)
  let y = setBlock(canvas, type, label, { ...strip, y: strip.y + 3.2, largest: 3.6 }) + 1.8
  for (const [index, line] of lines.entries()) {
    const size = index === 0 ? ({ largest: 4.6, weight: 'bold' } as const) : { largest: 3.6 }
    y = setBlock(canvas, type, line, { ...strip, y, height: 16, ...size }) + 1.8
  }
  return y + 0.8
}

function drawFoot(canvas: Canvas, content: ReceiptContent, strip: Strip, { type }: TicketCanvas): number {
  const { notice, terms, signatures = [] } = content
  let end = strip.y
  const below = (text: string, height: number) =>
    setBlock(canvas, type, text, { ...strip, y: end + 4, height, largest: 3.6 })
  if (notice !== undefined) end = below(notice, 40)
  if (terms !== undefined) end = below(terms, 20)
  for (const name of signatures) {
    end += 15
    canvas.line([strip.x, end], [strip.x + strip.width, end], hairline)
    end = setBlock(canvas, type, name, { ...strip, y: end + 1.6, largest: 3.2 })
  }
  return end
}

function drawTerminal(canvas: Canvas, lines: readonly string[], strip: Strip, { type }: TicketCanvas): number {
  canvas.line([strip.x, strip.y], [strip.x + strip.width, strip.y], hairline, [1.5, 1.5])
  let end = strip.y + 2
  for (const line of lines) end = setBlock(canvas, type, line, { ...strip, y: end, height: 7, largest: 3.2 }) + 1.6
  return end
}

/** Module of the code: six dots of a receipt printer. */
const codeModule = 0.75
const LONG = 100

/** Length from which a code is not typed by hand, such as a fiscal signature. Its text stays smaller than the title. */
const UNTYPED = 16

type Code = NonNullable<ReceiptContent['code']>

function drawCode(canvas: Canvas, { label, value, text }: Code, strip: Strip, { type }: TicketCanvas): number {
  const { x, width } = strip
  const named = setBlock(canvas, type, label, { ...strip, largest: 3.6 }) + 2.4
  const largest = value.length < UNTYPED ? 15 : 4.6
  const end = setBlock(canvas, type, value, { ...strip, y: named, largest, weight: 'bold' })
  // A signed text needs little error correction, because its signature reveals reading errors.
  const symbol = qrSymbolOf(text, text.length > LONG ? 'L' : 'Q')
  const module = Math.min(codeModule, width / (symbol.size + 2 * qrQuietZone))
  const [side, quiet] = [symbol.size * module, qrQuietZone * module]
  const box = { x, y: end + quiet, width: side, height: side }
  canvas.tagged('Figure', value, () => canvas.fillUnits(box, module, symbol.path))
  return end + side + 2 * quiet
}

interface FigureRow extends Box {
  readonly largest: number
  readonly label: number
}

const gap = 6
const figureRule = 0.2

/**
 * Smallest size, as a share of the largest, to which all figures shrink together before a value is broken into lines.
 */
const comfortable = 0.55

/** Draws gate, sector, row and seat on one baseline, all in one size unless it would be too small. */
export function drawFigureRow(canvas: Canvas, figures: readonly Labelled[], row: FigureRow, press: TicketCanvas): void {
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
    if (index > 0) canvas.line([x - gap / 2, row.y], [x - gap / 2, row.y + row.height], figureRule)
    setBlock(canvas, type, label, { x, y: row.y, width, largest: row.label })
    if (roomy || (wanted[index] ?? 0) <= fair) {
      const at = { x, y: row.y + row.height, size: Math.min(figureSize, width / (natural[index] ?? 1)) }
      canvas.tagged('P', value, () => canvas.text(type.set(value, 'bold'), at))
    } else {
      const height = row.y + row.height - top
      setBlock(canvas, type, value, { x, y: top, width, height, largest: figureSize, weight: 'bold' })
    }
    x += width + gap
  }
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
