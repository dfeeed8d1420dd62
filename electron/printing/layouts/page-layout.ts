import {
  isRoll,
  rolls,
  sheetOf,
  type Paper,
  type Roll,
  type UnusablePaper,
} from '../../../shared/domain/documents/paper.ts'
import { ok, type Result } from '../../../shared/domain/result.ts'
import { a4, drawA4 } from './a4-layout.ts'
import { drawLandscape } from './landscape-layout.ts'
import type { Canvas } from '../pdf/canvas.ts'
import type { ReceiptContent } from '../documents/receipt-content.ts'
import { drawReceipt } from './receipt-layout.ts'
import { drawColumn, columns, type Column } from './roll-layout.ts'
import type { TicketContent } from '../documents/ticket-content.ts'
import { drawSpecimenSheet, type TicketPress } from './ticket-press.ts'
import { drawEdges, drawTestPage, heightOfTestPage, type TestPage } from './test-page.ts'
import { drawPortrait } from './portrait-layout.ts'

/** Draws a ticket and says how large its page is, in millimetres. */
export type PageLayout = (
  canvas: Canvas,
  content: TicketContent,
  press: TicketPress,
) => { readonly width: number; readonly height: number }

/** How a ticket is laid out on a paper. */
export function layoutOf(paper: Paper): Result<PageLayout, UnusablePaper> {
  if (paper === 'a4') {
    return ok((canvas, content, press) => {
      drawA4(canvas, content, press)
      return a4
    })
  }
  if (isRoll(paper)) return ok(onRoll(columns[paper]))
  const sheet = sheetOf(paper)
  if (!sheet.ok) return sheet
  const draw = sheet.value.shape === 'portrait' ? drawPortrait : drawLandscape
  return ok((canvas, content, press) => {
    draw(canvas, content, sheet.value, press)
    return sheet.value
  })
}

const largest = columns['roll-80']

/** Rolls are as long as the receipt. On a sheet it is as large as fits, up to the size it has on a roll of 80 mm. */
export function drawReceiptOn(
  paper: Paper,
  canvas: Canvas,
  content: ReceiptContent,
  press: TicketPress,
): { readonly width: number; readonly height: number } {
  if (isRoll(paper)) {
    const column = columns[paper]
    return { width: column.width, height: Math.ceil(drawReceipt(canvas, content, column, press)) }
  }
  const { width, height } = measuresOf(paper)
  drawSpecimenSheet(canvas, content, { width, height }, press)
  const scale = Math.min(1, height / drawReceipt(press.document.canvas(), content, largest, press))
  canvas.scaled(scale, () => drawReceipt(canvas, content, largest, press))
  return { width, height }
}

export function drawTestPageOn(
  paper: Paper,
  canvas: Canvas,
  page: TestPage,
  press: TicketPress,
): { readonly width: number; readonly height: number } {
  const measures = isRoll(paper)
    ? { width: rolls[paper].width, height: heightOfTestPage(page, rolls[paper].width, press) }
    : measuresOf(paper)
  drawTestPage(canvas, page, measures, press)
  drawEdges(canvas, measures.width, measures.height)
  return measures
}

function measuresOf(paper: Exclude<Paper, Roll>): { readonly width: number; readonly height: number } {
  const sheet = sheetOf(paper)
  if (!sheet.ok) throw new RangeError(`${paper}: ${sheet.error.type}`)
  return sheet.value
}

function onRoll(column: Column): PageLayout {
  return (canvas, content, press) => ({
    width: column.width,
    height: Math.ceil(drawColumn(canvas, content, column, press)),
  })
}
