import { sheetOf, type UnusablePaper } from '../../shared/domain/paper.ts'
import { ok, type Result } from '../../shared/domain/result.ts'
import type { Paper } from '../../shared/domain/ticket-document.ts'
import { a4, drawA4 } from './a4-layout.ts'
import { drawLying } from './lying-layout.ts'
import type { Canvas } from './pdf/canvas.ts'
import { drawColumn, roll58, roll80, type Column } from './roll-layout.ts'
import type { TicketContent } from './ticket-content.ts'
import type { TicketPress } from './ticket-press.ts'
import { drawUpright } from './upright-layout.ts'

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
  if (paper === 'roll-80') return ok(onRoll(roll80))
  if (paper === 'roll-58') return ok(onRoll(roll58))
  const sheet = sheetOf(paper)
  if (!sheet.ok) return sheet
  const draw = sheet.value.shape === 'upright' ? drawUpright : drawLying
  return ok((canvas, content, press) => {
    draw(canvas, content, sheet.value, press)
    return sheet.value
  })
}

function onRoll(column: Column): PageLayout {
  return (canvas, content, press) => ({
    width: column.width,
    height: Math.ceil(drawColumn(canvas, content, column, press)),
  })
}
