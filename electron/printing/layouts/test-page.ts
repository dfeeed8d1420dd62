import { catalogues } from '../../../shared/i18n/catalogues.ts'
import type { Language } from '../../../shared/domain/language.ts'
import { ink, type Canvas, type Size } from '../pdf/canvas.ts'
import { withPlainZeros } from '../pdf/printable-text.ts'
import { drawQr, qrSide, setBlock, type TicketCanvas } from './ticket-canvas.ts'
import { drawPattern, tribunePatterns } from './tribune.ts'

const scripts = [
  `Àâçéèêëîïôœùûüÿ « Porte » n° 1 – ${withPlainZeros('70 000 GNF')}`,
  'مباراة هوريا 2025',
  'ߞߏߣߊߞߙߌ',
  'Ɓɓ Ɗɗ Ɛɛ Ɔɔ Ɲɲ Ŋŋ Ƴƴ',
]

/** Code on a test page; no ticket has this code. */
export const testCode = '0'.repeat(32)

export interface TestPage {
  readonly printer: string
  readonly paper: string
  readonly language: Language
}

/** Returns the texts on the page, so that their fonts and modules can be loaded in advance. */
export function wordsOfTestPage(page: TestPage): readonly string[] {
  const { title, edges, code } = catalogues[page.language].paper.testPage
  return [title, page.printer, page.paper, edges, code, ...scripts]
}

const margin = 8
const hairline = 0.2
/** Width of a QR module in millimetres: whole dots at 203 dots per inch, as on tickets. */
const qrModule = 1.25
const column = { most: 60, gap: 4 }

type Part = (canvas: Canvas, x: number, y: number, width: number) => number

/**
 * Draws size, margins, code, smallest print, patterns and scripts at true size, in as many columns as necessary. Parts
 * that do not fit are omitted.
 */
export function drawTestPage(canvas: Canvas, page: TestPage, sheet: Size, press: TicketCanvas): void {
  const bottom = sheet.height - margin + 1
  const columns = Math.max(1, Math.floor((sheet.width - 2 * margin + column.gap) / (column.most + column.gap)))
  const width = Math.min(column.most, (sheet.width - 2 * margin - column.gap * (columns - 1)) / columns)
  let [x, y, left] = [margin, margin + 1, columns]
  for (const part of partsOf(page, press, bottom - margin - 1)) {
    const height = part(press.document.canvas(), 0, 0, width)
    if (y + height > bottom && left > 1) {
      ;[x, y, left] = [x + width + column.gap, margin + 1, left - 1]
    }
    if (y + height > bottom) continue
    y = part(canvas, x, y, width) + 4
  }
}

export function heightOfTestPage(page: TestPage, width: number, press: TicketCanvas): number {
  const heights = partsOf(page, press, Infinity).map((part) => part(press.document.canvas(), 0, 0, width - 2 * margin))
  return Math.ceil(heights.reduce((sum, height) => sum + height + 4, 2 * margin))
}

function partsOf(page: TestPage, press: TicketCanvas, most: number): readonly Part[] {
  const { type, encodeQr } = press
  const words = catalogues[page.language].paper.testPage
  const lines =
    (list: readonly (readonly [text: string, size: number, weight: 'regular' | 'bold'])[]): Part =>
    (canvas, x, y, width) =>
      list.reduce((top, [text, size, weight], index) => {
        const block = { x, y: index === 0 ? y : top + 3, width, height: size * 3.6, largest: size, weight }
        return setBlock(canvas, type, text, { ...block, smallest: size * 0.8 })
      }, y)
  const heading = lines([
    [words.title, 7, 'bold'],
    [`${page.printer} · ${page.paper}`, 3.8, 'bold'],
    [words.edges, 3.2, 'regular'],
  ])
  const ruler: Part = (canvas, x, y, width) => {
    const length = Math.min(50, Math.floor(width / 10) * 10)
    drawRuler(canvas, x, y, length)
    return lines([[withPlainZeros(words.ruler(length)), 3.2, 'regular']])(canvas, x, y + 6, width)
  }
  const code: Part = (canvas, x, y, width) => {
    const module = Math.min(qrModule, Math.floor(((most - 6) / qrSide(1)) * 8) / 8)
    const side = qrSide(module)
    drawQr(canvas, encodeQr(testCode), { x: x + Math.min(0, (width - side) / 2), y: y - 3 }, module)
    return lines([[words.code, 3.2, 'regular']])(canvas, x, y + side - 4, width)
  }
  const small = lines([3, 2.6, 2].map((size) => [`${size} mm – ABC abc 0123456789`, size, 'regular'] as const))
  return [heading, ruler, code, small, drawPatterns, lines(scripts.map((text) => [text, 4, 'regular'] as const))]
}

export function drawEdges(canvas: Canvas, width: number, height: number): void {
  for (const edge of [2, 4, 6]) {
    canvas.strokeRect({ x: edge, y: edge, width: width - 2 * edge, height: height - 2 * edge }, ink, 0.3)
  }
}

function drawRuler(canvas: Canvas, x: number, y: number, length: number): void {
  for (let at = 0; at <= length; at++) canvas.line([x + at, y], [x + at, y + (at % 5 === 0 ? 4 : 2)], hairline)
  canvas.line([x, y], [x + length, y], hairline)
}

function drawPatterns(canvas: Canvas, x: number, y: number, width: number): number {
  const [columns, gap, height] = [5, 1.5, 7]
  const side = (width - gap * (columns - 1)) / columns
  const cell = (index: number) => ({
    x: x + (index % columns) * (side + gap),
    y: y + Math.floor(index / columns) * (height + gap),
    width: side,
    height,
  })
  for (const [index, pattern] of tribunePatterns.entries()) {
    const box = cell(index)
    canvas.clipped(box, 0, () => drawPattern(canvas, pattern, box, 4, ink))
    canvas.strokeRect(box, ink, hairline)
  }
  for (const [index, tint] of [0.75, 0.5, 0.25].entries()) {
    canvas.fillRect(cell(tribunePatterns.length + index), tint)
    canvas.strokeRect(cell(tribunePatterns.length + index), ink, hairline)
  }
  return y + 3 * height + 2 * gap
}
