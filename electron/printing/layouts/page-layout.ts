import {
  isRoll,
  type Paper,
  type Roll,
  rolls,
  sheetOf,
  type UnusablePaper,
} from '../../../shared/domain/documents/paper.ts'
import { ok, type Result } from '../../../shared/domain/result.ts'
import type { SpecimenTexts } from '../../../shared/i18n/catalogues.ts'
import type { ReceiptContent } from '../documents/receipt-content.ts'
import type { TicketContent } from '../documents/ticket-content.ts'
import { type Box, Canvas, ink, type Size } from '../pdf/canvas.ts'
import { inOneLine } from '../pdf/printable-text.ts'
import { drawA4 } from './a4-layout.ts'
import { drawFigureRow, drawReceipt } from './receipt-layout.ts'
import { columns, drawColumn } from './roll-layout.ts'
import { drawEdges, drawTestPage, heightOfTestPage, type TestPage } from './test-page.ts'
import {
  drawRotatedLabel,
  drawPicture,
  drawPlate,
  drawQr,
  drawSpecimenSheet,
  qrSide,
  setBlock,
  type TicketCanvas,
} from './ticket-canvas.ts'
import { drawPattern, paintOf, patternOf } from './tribune.ts'
import { drawVenueMap, hasVenueMap } from './venue-map.ts'

/** Draws a ticket and returns the size of its page in millimetres. */
type PageLayout = (canvas: Canvas, content: TicketContent, press: TicketCanvas) => Size

export function layoutOf(paper: Paper): Result<PageLayout, UnusablePaper> {
  if (paper === 'a4') return ok(drawA4)
  if (isRoll(paper)) {
    const column = columns[paper]
    return ok((canvas, content, press) => ({
      width: column.width,
      height: Math.ceil(drawColumn(canvas, content, column, press)),
    }))
  }
  const sheet = sheetOf(paper)
  if (!sheet.ok) return sheet
  const draw = sheet.value.shape === 'portrait' ? drawPortrait : drawLandscape
  return ok((canvas, content, press) => {
    draw(canvas, content, sheet.value, press)
    return sheet.value
  })
}

const largest = columns['roll-80']

/** Column of an invoice on A4, in millimetres. `top`: space for the edge on which printers cannot print. */
const invoiceColumn = { width: 210, margin: 20, top: 12 }

/**
 * Draws a receipt or an invoice. On a sheet, the drawing is at most as large as on an 80 mm roll, but an invoice on A4
 * fills the width of the sheet.
 */
export function drawReceiptOn(paper: Paper, canvas: Canvas, content: ReceiptContent, press: TicketCanvas): Size {
  if (isRoll(paper)) {
    const column = columns[paper]
    return { width: column.width, height: Math.ceil(drawReceipt(canvas, content, column, press)) }
  }
  const { width, height } = measuresOf(paper)
  if (content.specimen) drawSpecimenSheet(canvas, content.specimen, { width, height }, press)
  const { top, ...column } = content.buyer && paper === 'a4' ? invoiceColumn : { ...largest, top: 0 }
  const scale = Math.min(1, (height - top) / drawReceipt(press.document.canvas(), content, column, press))
  canvas.turned(0, top, 0, () => canvas.scaled(scale, () => drawReceipt(canvas, content, column, press)))
  return { width, height }
}

/** Size of a badge in millimetres: an upright ID-1 card (ISO/IEC 7810). */
const badge = { width: 54, height: 85.6 }
const badgeMargin = 5
/** Width of a QR module in millimetres: 9 dots at 203 dots per inch. */
const badgeModule = 1.125

export interface BadgeContent {
  readonly title: string
  readonly name: string
  readonly code: string
  readonly notice: string
  readonly specimen: SpecimenTexts | null
}

/** Draws a badge with an outline to cut along. Rotates the badge by 90° on a sheet that is not high enough. */
export function drawBadgeOn(paper: Paper, canvas: Canvas, content: BadgeContent, press: TicketCanvas): Size {
  const sheet = isRoll(paper) ? { width: rolls[paper].width, height: badge.height + 2 * margin } : measuresOf(paper)
  const isRotated = sheet.height < badge.height + 2 * margin
  const x = isRoll(paper) ? (sheet.width - badge.width) / 2 : isRotated ? margin + badge.height : margin
  canvas.turned(x, margin, isRotated ? 90 : 0, () => drawBadge(canvas, content, press))
  return sheet
}

function drawBadge(canvas: Canvas, content: BadgeContent, press: TicketCanvas): void {
  const { type, encodeQr } = press
  const { title, name, code, notice: below, specimen } = content
  const strip = { x: badgeMargin, width: badge.width - 2 * badgeMargin, align: 'center' } as const
  canvas.strokeRounded({ x: 0, y: 0, ...badge }, 3, ink, hairline)
  let y = setBlock(canvas, type, title, { ...strip, y: badgeMargin, largest: 4, role: 'H1' }) + 3
  setBlock(canvas, type, name, { ...strip, y, height: 13, largest: 6, weight: 'bold' })
  y = 28
  const side = qrSide(badgeModule)
  const place = { x: (badge.width - side) / 2, y: y - 3 }
  canvas.tagged('Figure', title, () => drawQr(canvas, encodeQr(code), place, badgeModule))
  y += side - 3
  if (specimen) drawPlate(canvas, specimen.word, { ...strip, y: y + 7, height: 8 }, 'solid', press)
  setBlock(canvas, type, below, { ...strip, y, height: specimen ? 6 : 14, largest: 2.8, smallest: 2 })
}

export function drawTestPageOn(paper: Paper, canvas: Canvas, page: TestPage, press: TicketCanvas): Size {
  const measures = isRoll(paper)
    ? { width: rolls[paper].width, height: heightOfTestPage(page, rolls[paper].width, press) }
    : measuresOf(paper)
  drawTestPage(canvas, page, measures, press)
  drawEdges(canvas, measures.width, measures.height)
  return measures
}

function measuresOf(paper: Exclude<Paper, Roll>): Size {
  const sheet = sheetOf(paper)
  if (!sheet.ok) throw new RangeError(`${paper}: ${sheet.error.type}`)
  return sheet.value
}

/**
 * Minimum size for which the landscape layout is drawn before it is scaled to the sheet. All lengths are millimetres,
 * and a code's module is 1.25 mm before scaling. Text is black on unprinted paper.
 */
const leastLandscape = { width: 150, height: 74 }

const margin = 3.5
const edge = { pattern: 8.5, color: 5.5 }
const bodyX = margin + edge.pattern + edge.color + 4
const stubWidth = 51
/** Maximum width of the stand's name beside the figures, in ems. A longer name has its own line. */
const longestFigure = 4
const line = 0.4
const hairline = 0.2
const qrModule = 1.25

function drawLandscape(canvas: Canvas, content: TicketContent, sheet: Size, press: TicketCanvas): void {
  const scale = Math.min(sheet.width / leastLandscape.width, sheet.height / leastLandscape.height)
  const inner = { width: sheet.width / scale, height: sheet.height / scale }
  canvas.scaled(scale, () => {
    const { document } = press
    const { title, when, venue, tribune, specimen, copyMark } = content
    const key = JSON.stringify(['landscape', inner, title, when, venue, tribune, content.spot, specimen, copyMark])
    canvas.place(document.form(key, (form) => drawShared(form, content, inner, press)))
    drawBody(canvas, content, inner, press)
    drawStub(canvas, content, inner, press)
  })
}

function bodyOf({ width }: Size): { readonly x: number; readonly width: number } {
  return { x: bodyX, width: width - margin - stubWidth - 8 - bodyX }
}

function drawShared(canvas: Canvas, content: TicketContent, sheet: Size, press: TicketCanvas): void {
  const body = bodyOf(sheet)
  if (content.specimen) {
    const middle = { x: body.x + body.width / 2, y: sheet.height / 2 }
    drawRotatedLabel(canvas, content.specimen.word, { ...middle, width: body.width, largest: 20, degrees: -12 }, press)
  }
  drawEdge(canvas, content, sheet)
  const perforation = body.x + body.width + 4
  canvas.line([perforation, margin], [perforation, sheet.height - margin], 0.5, [1.5, 1.5])
  drawEvent(canvas, content, { ...body, y: margin + 2, height: sheet.height - 50.5 }, press)
}

/** Draws pattern and colour side by side, for printers with and without colour. */
function drawEdge(canvas: Canvas, { tribune }: TicketContent, { height }: Size): void {
  const pattern = { x: margin, y: margin, width: edge.pattern, height: height - 2 * margin }
  const color = { ...pattern, x: margin + edge.pattern, width: edge.color }
  canvas.clipped(pattern, 0, () => drawPattern(canvas, patternOf(tribune.code), pattern, 6, ink))
  canvas.fillRect(color, paintOf(tribune.color))
  canvas.line([color.x, color.y], [color.x, color.y + color.height], line)
  canvas.strokeRect({ ...pattern, width: edge.pattern + edge.color }, ink, line)
}

function drawEvent(canvas: Canvas, content: TicketContent, box: Box, press: TicketCanvas): void {
  const { type, brand } = press
  let { width } = box
  const right = (taken: number): Box => {
    width -= taken + 3
    return { ...box, x: box.x + width + 3, width: taken }
  }
  const roomy = box.width >= 100
  if (roomy && hasVenueMap(content.spot, press)) {
    drawVenueMap(canvas, content.spot, right(Math.min(box.height * 1.3, 44)), 'thermal', press)
  }
  if (brand.logo) drawPicture(canvas, brand.logo, right(roomy ? 24 : 16), 'right', press)
  let { y } = box
  if (content.copyMark !== '') {
    drawPlate(canvas, content.copyMark, { x: box.x, y, width: Math.min(44, width), height: 7 }, 'framed', press)
    y += 9.5
  }
  const bottom = box.y + box.height
  const strip = { x: box.x, width }
  const name = { ...strip, y, height: bottom - y - 11, largest: 8, smallest: 3.6, weight: 'bold', role: 'H1' } as const
  const nameEnd = setBlock(canvas, type, content.title, name)
  const when = { ...strip, y: nameEnd + 3.2, height: 5, largest: 4.4, weight: 'bold' } as const
  const whenEnd = setBlock(canvas, type, content.when, when)
  const venue = { ...strip, y: whenEnd + 2.4, largest: 3.6, smallest: 2.6 }
  setBlock(canvas, type, content.venue, venue)
}

function drawBody(canvas: Canvas, content: TicketContent, sheet: Size, press: TicketCanvas): void {
  const { type, texts, brand } = press
  const body = bodyOf(sheet)
  const { height } = sheet
  const { tribune, figures, facts } = content
  const row = { ...body, y: height - 42, height: 17.5, largest: 14, label: 3.4 }
  if (body.width >= 90 && type.set(tribune.name, 'bold').width <= longestFigure) {
    drawFigureRow(canvas, [{ label: tribune.label, value: tribune.name }, ...figures], row, press)
  } else {
    setBlock(canvas, type, tribune.whole, { ...body, y: row.y, largest: 4.6, smallest: 3, weight: 'bold' })
    drawFigureRow(canvas, figures, { ...row, y: row.y + 5.4, height: row.height - 5.4, largest: 10.5 }, press)
  }
  const way = [content.route.join(' › '), content.gateHint].filter((part) => part !== '').join(' · ')
  setBlock(canvas, type, way, { ...body, y: height - 21.8, height: 5, largest: 3.8, smallest: 2.2, weight: 'bold' })
  canvas.line([body.x, height - 15.8], [body.x + body.width, height - 15.8], hairline)
  const end = { y: height - 13.6, largest: 4.4 }
  const third = body.width / 3
  const sponsor = brand.sponsor
  setBlock(canvas, type, content.price, { ...end, x: body.x, width: third - 2, weight: 'bold' })
  const middle = { ...end, x: body.x + third, width: third - 2, height: 5, smallest: 2 }
  if (sponsor) drawPicture(canvas, sponsor, { ...middle, y: height - 15, height: 6 }, 'center', press)
  else setBlock(canvas, type, content.zone, middle)
  const last = { ...end, x: body.x + 2 * third, width: third, weight: 'bold', align: 'right' } as const
  setBlock(canvas, type, content.position, last)
  const told = facts
    .filter(({ label }) => label !== texts.number)
    .map(({ label, value }) => inOneLine(label, value, '\u00a0'))
  // The facts and the order number stay on one line each, because codes must not be broken at their hyphens.
  const small = { ...body, largest: 2.7 }
  setBlock(canvas, type, told.join(' · '), { ...small, y: height - 8.7 })
  setBlock(canvas, type, content.order, { ...small, y: height - 5 })
}

function drawStub(canvas: Canvas, content: TicketContent, sheet: Size, press: TicketCanvas): void {
  const { type, texts, encodeQr } = press
  const stub = { x: sheet.width - margin - stubWidth, width: stubWidth, align: 'center' } as const
  const side = qrSide(qrModule)
  const top = Math.max(1, (sheet.height - 74) / 2 + 1)
  const corner = { x: stub.x + (stubWidth - side) / 2, y: top }
  canvas.tagged('Figure', content.number, () => drawQr(canvas, encodeQr(content.qrCode), corner, qrModule))
  let y = top + side - 2
  y = setBlock(canvas, type, texts.atTheGate, { ...stub, y, largest: 3 }) + 2.4
  y = setBlock(canvas, type, content.number, { ...stub, y, largest: 4.4, weight: 'bold' }) + 2.4
  const seat = content.figures.map(({ label, value }) => inOneLine(label, value, '\u00a0')).join(' · ')
  y = setBlock(canvas, type, seat, { ...stub, y, largest: 3.4 }) + 2.2
  const height = 5.6
  if (content.copyMark !== '') {
    drawPlate(canvas, content.copyMark, { ...stub, y, height }, 'framed', press)
    y += height + 0.8
  }
  if (content.specimen) drawPlate(canvas, content.specimen.hint, { ...stub, y, height }, 'solid', press)
}

/**
 * Draws a ticket on portrait stock (A6 and similar) in the layout of rolls. The column is drawn wider and scaled down
 * until it is no taller than the sheet. If the ticket is still too long, the sponsor's band is omitted, then the
 * venue's logo and notice, then the map.
 */
function drawPortrait(canvas: Canvas, content: TicketContent, sheet: Size, press: TicketCanvas): void {
  const bare: TicketCanvas = { ...press, planOf: () => null, brand: { logo: null, sponsor: null, notice: null } }
  const noSponsor = { ...press, brand: { ...press.brand, sponsor: null } }
  const ways = [press, noSponsor, { ...press, brand: bare.brand }, bare]
  for (const way of ways) {
    for (const width of way === bare ? [...widths, ...lastWidths] : widths) {
      const column = columnOf(width, sheet.width)
      const scale = sheet.width / width
      const last = way === bare && width === lastWidths.at(-1)
      if (!last && measure(content, column, way) * scale > sheet.height) continue
      canvas.scaled(scale, () => drawColumn(canvas, content, column, way))
      return
    }
  }
}

/** Column widths to try; a wider column has smaller print. At the widest, an A6 code is 26 mm wide. */
const widths = Array.from({ length: 17 }, (_, at) => 80 + at * 4)
const widest = 144
/** Column widths to try only if no other part can be omitted. The code is as large as at `widest`. */
const lastWidths = Array.from({ length: 6 }, (_, at) => 148 + at * 4)

const dotsPerMillimetre = 8
const module = 1.25

function columnOf(width: number, sheetWidth: number) {
  const scale = sheetWidth / width
  const shrunk = sheetWidth / Math.min(width, widest)
  const onPaper = Math.floor(module * shrunk * dotsPerMillimetre) / dotsPerMillimetre
  return { width, margin: 5, qrModule: onPaper / scale }
}

/** Measurements of forms by document, because tickets of an order share most forms. */
const measuredForms = new WeakMap<TicketCanvas['document'], Map<string, unknown>>()

function measure(content: TicketContent, column: ReturnType<typeof columnOf>, press: TicketCanvas): number {
  const known = measuredForms.get(press.document) ?? new Map<string, unknown>()
  measuredForms.set(press.document, known)
  const canvas = (): Canvas => new Canvas(() => undefined)
  const nowhere: TicketCanvas['document'] = {
    canvas,
    form: <T>(key: string, draw: (form: Canvas) => T) => {
      if (!known.has(key)) known.set(key, draw(canvas()))
      return { value: known.get(key) as T, parts: [] }
    },
    picture: () => '',
  }
  return drawColumn(canvas(), content, column, { ...press, document: nowhere })
}
