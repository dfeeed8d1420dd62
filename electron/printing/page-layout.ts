import { err, ok, type Result } from '../../shared/domain/result.ts'
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

export interface UnusablePaper {
  readonly type: 'unusable-paper'
  readonly detail: string
}

const a6 = { width: 105, height: 148 }

const named = /^(?:a4|a6|roll-80|roll-58|[1-9]\d{1,2}x[1-9]\d{1,2})$/u

/** A paper as people write it in the settings. */
export function parsePaper(text: string): Result<Paper, UnusablePaper> {
  const detail = 'expected "a4", "a6", "roll-80", "roll-58", or width and height in millimetres as "210x74"'
  if (!named.test(text)) return err({ type: 'unusable-paper', detail })
  const paper = text as Paper
  const layout = layoutOf(paper)
  return layout.ok ? ok(paper) : layout
}

/** How a ticket is laid out on a paper; refused where its code would get too small to read or its words too narrow. */
export function layoutOf(paper: Paper): Result<PageLayout, UnusablePaper> {
  if (paper === 'a4') {
    return ok((canvas, content, press) => {
      drawA4(canvas, content, press)
      return a4
    })
  }
  if (paper === 'roll-80') return ok(onRoll(roll80))
  if (paper === 'roll-58') return ok(onRoll(roll58))
  const [width = 0, height = 0] = paper === 'a6' ? [a6.width, a6.height] : paper.split('x').map(Number)
  const sheet = { width, height }
  const within = Math.max(width, height) <= 420
  if (within && height >= 1.25 * width && width >= 74) {
    return ok((canvas, content, press) => {
      drawUpright(canvas, content, sheet, press)
      return sheet
    })
  }
  if (within && width >= 1.4 * height && width >= 140 && height >= 60) {
    return ok((canvas, content, press) => {
      drawLying(canvas, content, sheet, press)
      return sheet
    })
  }
  const detail =
    'expected upright stock (from 74 mm wide, at least 1.25 times as high) or lying stock (from 140x60, at least 1.4 times as wide as high), up to 420 mm'
  return err({ type: 'unusable-paper', detail })
}

function onRoll(column: Column): PageLayout {
  return (canvas, content, press) => ({
    width: column.width,
    height: Math.ceil(drawColumn(canvas, content, column, press)),
  })
}
