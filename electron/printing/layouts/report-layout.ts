import { isRoll, rolls, sheetOf, type Paper, type Roll } from '../../../shared/domain/documents/paper.ts'
import { a4 } from './a4-layout.ts'
import type { Canvas } from '../pdf/canvas.ts'
import { inOneLine } from '../pdf/printable-text.ts'
import { reportBlocks, type ReportBlock, type ReportColumn } from './report-blocks.ts'
import type { ReportContent } from '../documents/report-content.ts'
import { columns } from './roll-layout.ts'
import { drawSpecimenSheet, setBlock, type TicketPress } from './ticket-press.ts'

export interface ReportPage {
  /** In millimetres. */
  readonly width: number
  readonly height: number
  readonly draw: (canvas: Canvas) => void
}

/** Where a report's text stands. All lengths are millimetres. */
interface Frame extends ReportColumn {
  readonly paperWidth: number
  readonly margin: number
  /** Columns of text side by side. */
  readonly columns: number
  /** Of a sheet; null on rolls, which are as long as the report. */
  readonly height: number | null
}

const footer = 8
const betweenColumns = 10

/** The pages of a shift's report: one on a roll, as many as it takes on sheets. */
export function reportPages(paper: Paper, content: ReportContent, press: TicketPress): readonly ReportPage[] {
  const frame = frameOf(paper)
  const blocks = reportBlocks(content, frame, press)
  const room = frame.height === null ? Infinity : frame.height - 2 * frame.margin - footer
  const columns = fill(blocks, room, press)
  const pages = Array.from({ length: Math.ceil(columns.length / frame.columns) }, (_, page) =>
    columns.slice(page * frame.columns, (page + 1) * frame.columns),
  )
  return pages.map((page, index) => {
    const draw = (canvas: Canvas): number => {
      if (frame.height !== null)
        drawSpecimenSheet(canvas, content, { width: frame.paperWidth, height: frame.height }, press)
      const ends = page.map((column, place) => {
        const x = frame.margin + place * (frame.width + betweenColumns)
        return column.reduce((y, block) => block.draw(canvas, x, y), frame.margin)
      })
      if (pages.length > 1) drawFooter(canvas, content, index + 1, pages.length, frame, press)
      return Math.max(...ends)
    }
    const height = frame.height ?? Math.ceil(draw(press.document.canvas()) + frame.margin)
    return { width: frame.paperWidth, height, draw: (canvas) => void draw(canvas) }
  })
}

/** Of the words, in millimetres. */
const rollSizes: Readonly<Record<Roll, number>> = { 'roll-80': 3.8, 'roll-58': 3.2 }

function frameOf(paper: Paper): Frame {
  const frame = (paperWidth: number, margin: number, size: number, height: number | null, columns = 1): Frame => {
    const width = (paperWidth - 2 * margin - (columns - 1) * betweenColumns) / columns
    return { paperWidth, margin, size, height, columns, width }
  }
  if (isRoll(paper)) return frame(rolls[paper].width, columns[paper].margin, rollSizes[paper], null)
  if (paper === 'a4') return frame(a4.width, 16, 4, a4.height, 2)
  const sheet = sheetOf(paper)
  if (!sheet.ok) throw new RangeError(`${paper}: ${sheet.error.type}`)
  const { width, height, shape } = sheet.value
  return frame(width, 6, 3.6, height, shape === 'landscape' ? 2 : 1)
}

/** Parts one column with what fits in it from the next; a part goes with the one behind it where it has to. */
function fill(blocks: readonly ReportBlock[], room: number, press: TicketPress): readonly (readonly ReportBlock[])[] {
  const heights = blocks.map((block) => block.draw(press.document.canvas(), 0, 0))
  const columns: ReportBlock[][] = [[]]
  let used = 0
  for (const [index, block] of blocks.entries()) {
    let needed = heights[index] ?? 0
    for (let at = index; blocks[at]?.withNext; at++) needed += heights[at + 1] ?? 0
    if (used + Math.min(needed, room) > room && used > 0) {
      columns.push([])
      used = 0
    }
    columns.at(-1)?.push(block)
    used += heights[index] ?? 0
  }
  return columns
}

function drawFooter(
  canvas: Canvas,
  content: ReportContent,
  page: number,
  count: number,
  frame: Frame,
  { type }: TicketPress,
): void {
  const y = (frame.height ?? 0) - frame.margin
  const width = frame.paperWidth - 2 * frame.margin
  const strip = { x: frame.margin, y, width, largest: frame.size * 0.85, weight: 'regular' } as const
  const [register, shift] = content.facts
  const words = [content.title, register?.value, shift && inOneLine(shift.label, shift.value)].join(' · ')
  setBlock(canvas, type, words, { ...strip, width: width * 0.7 })
  setBlock(canvas, type, content.page(page, count), { ...strip, align: 'right' })
}
