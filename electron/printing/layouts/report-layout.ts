import { isRoll, type Paper, type Roll, rolls, sheetOf } from '../../../shared/domain/documents/paper.ts'
import type { ReportContent, ReportLine, ReportSection } from '../documents/report-content.ts'
import type { Canvas, Size } from '../pdf/canvas.ts'
import { inOneLine, type Weight } from '../pdf/printable-text.ts'
import { capHeight } from '../pdf/typesetter.ts'
import { a4 } from './a4-layout.ts'
import { qrModuleWithin, qrQuietZone, qrSymbolOf } from './qr.ts'
import { columns } from './roll-layout.ts'
import { drawPicture, drawPlate, drawSpecimenSheet, heightAt, setBlock, type TicketCanvas } from './ticket-canvas.ts'

type DrawReportPage = (canvas: Canvas) => Size

/** Position and size of a report's text. All lengths are millimetres. */
interface Frame extends ReportColumn {
  readonly paperWidth: number
  readonly margin: number
  readonly columns: number
  /** Height of a sheet; null on rolls, which are as long as the report. */
  readonly height: number | null
}

const footer = 8
const betweenColumns = 10

/** Returns functions that draw the pages of a shift report: one page on a roll, several on sheets. */
export function reportPages(paper: Paper, content: ReportContent, press: TicketCanvas): readonly DrawReportPage[] {
  const frame = frameOf(paper)
  const blocks = new ReportSetter(frame, press).blocks(content)
  const room = frame.height === null ? Infinity : frame.height - 2 * frame.margin - footer
  const columns = fill(blocks, room, press)
  const pages = Array.from({ length: Math.ceil(columns.length / frame.columns) }, (_, page) =>
    columns.slice(page * frame.columns, (page + 1) * frame.columns),
  )
  return pages.map((page, index) => (canvas) => {
    if (frame.height !== null && content.specimen)
      drawSpecimenSheet(canvas, content.specimen, { width: frame.paperWidth, height: frame.height }, press)
    const ends = page.map((column, place) => {
      const x = frame.margin + place * (frame.width + betweenColumns)
      return column.reduce((y, block) => block.draw(canvas, x, y), frame.margin)
    })
    if (pages.length > 1) drawFooter(canvas, content, content.page(index + 1, pages.length), frame, press)
    return { width: frame.paperWidth, height: frame.height ?? Math.ceil(Math.max(...ends) + frame.margin) }
  })
}

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

/** Divides the blocks into columns. `withNext` keeps a block in the column of the next block. */
function fill(blocks: readonly ReportBlock[], room: number, press: TicketCanvas): readonly (readonly ReportBlock[])[] {
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

function drawFooter(canvas: Canvas, content: ReportContent, page: string, frame: Frame, { type }: TicketCanvas): void {
  const y = (frame.height ?? 0) - frame.margin
  const width = frame.paperWidth - 2 * frame.margin
  const strip = { x: frame.margin, y, width, largest: frame.size * 0.85 }
  const [register, shift] = content.facts
  const words = [content.title, register?.value, shift && inOneLine(shift.label, shift.value)].join(' · ')
  setBlock(canvas, type, words, { ...strip, width: width * 0.7 })
  setBlock(canvas, type, page, { ...strip, align: 'right' })
}

interface ReportColumn {
  readonly width: number
  readonly size: number
}

/** A block that is never broken across two columns. `draw` returns the y where the block ends. */
interface ReportBlock {
  readonly draw: (canvas: Canvas, x: number, y: number) => number
  readonly withNext: boolean
}

const hairline = 0.25
const gap = 4
const longestWhole = 8

interface Columns {
  readonly count: number
  readonly value: number
}

const block = (draw: ReportBlock['draw'], withNext = false): ReportBlock => ({ draw, withNext })

class ReportSetter {
  readonly #width: number
  readonly #size: number
  readonly #press: TicketCanvas

  constructor({ width, size }: ReportColumn, press: TicketCanvas) {
    this.#width = width
    this.#size = size
    this.#press = press
  }

  blocks(content: ReportContent): readonly ReportBlock[] {
    const [width, size, press] = [this.#width, this.#size, this.#press]
    const { specimen, signatures } = content
    const plate = (word: string, withNext: boolean): ReportBlock =>
      block((canvas, x, y) => {
        drawPlate(canvas, word, { x, y, width, height: 9 }, 'solid', press)
        return y + 9 + gap
      }, withNext)
    const logo = block((canvas, x, y) => {
      const { logo: picture } = press.brand
      if (!picture) return y
      const height = heightAt(picture, Math.min(50, width * 0.7), 14)
      drawPicture(canvas, picture, { x, y, width, height }, 'left', press)
      return y + height + gap
    }, true)
    const seller = (content.seller ?? []).map((line, index) =>
      block((canvas, x, y) => {
        const words = { x, y, width, height: size * 3, largest: size * (index === 0 ? 1.15 : 0.9) }
        const weight = index === 0 ? 'bold' : 'regular'
        return setBlock(canvas, press.type, line, { ...words, weight }) + size * 0.45
      }, true),
    )
    const heading = block((canvas, x, start) => {
      const y = start + (seller.length > 0 ? gap : 0)
      const title = { x, y, width, largest: size * 2.2, weight: 'bold', role: 'H1' } as const
      const end = setBlock(canvas, press.type, content.title, title)
      const hint = { x, y: end + gap * 0.9, width, height: size * 4, largest: size }
      return setBlock(canvas, press.type, content.hint, hint) + gap
    }, true)
    const anchorHint = block((canvas, x, y) => {
      const hint = { x, y: y + gap / 2, width, height: size * 5, largest: size * 0.85 }
      return setBlock(canvas, press.type, content.anchorHint, hint) + gap
    })
    return [
      ...(specimen ? [plate(specimen.word, true)] : []),
      logo,
      ...seller,
      heading,
      ...content.facts.map((line) => this.#fact(line)),
      ...content.sections.flatMap((section) => this.#section(section)),
      ...(content.code ? this.#code(content.code) : []),
      anchorHint,
      ...signatures.map((name, at) => this.#signature(name, at < signatures.length - 1)),
      ...(specimen ? [plate(specimen.word, false)] : []),
    ]
  }

  #fact({ label, value }: ReportLine): ReportBlock {
    const [width, size, { type }] = [this.#width, this.#size, this.#press]
    const labels = Math.min(24, width * 0.3)
    return block((canvas, x, y) => {
      setBlock(canvas, type, label, { x, y, width: labels, largest: size, smallest: size * 0.8 })
      const text = { x: x + labels + 2, y, width: width - labels - 2, height: size * 3, largest: size }
      return setBlock(canvas, type, value, { ...text, smallest: size * 0.8, weight: 'bold' }) + size * 0.75
    }, true)
  }

  #section({ heading, lines }: ReportSection): readonly ReportBlock[] {
    const [width, size, { type }] = [this.#width, this.#size, this.#press]
    const widest = (texts: readonly string[]): number =>
      Math.max(0, ...texts.map((text) => type.set(text, 'bold').width * size))
    const sums = lines.filter(({ kind }) => kind !== 'code')
    const columns: Columns = {
      count: widest(sums.map(({ count = '' }) => count)),
      value: widest(sums.map(({ value }) => value)),
    }
    const rule = block((canvas, x, y) => {
      const top = y + gap * 0.6
      canvas.line([x, top], [x + width, top], heading === '' ? hairline : 0.5)
      if (heading === '') return top + gap * 0.8
      const words = { x, y: top + gap * 0.8, width, largest: size * 1.1, weight: 'bold' } as const
      return setBlock(canvas, type, heading, words) + gap * 0.9
    }, lines.length > 0)
    // Only a long list may be divided between columns.
    const whole = lines.length <= longestWhole
    return [
      rule,
      ...lines.map((line, index) =>
        block(
          line.kind === 'code' ? this.#codeLine(line) : this.#line(line, columns),
          index < lines.length - 1 && (whole || lines[index + 1]?.kind === 'part'),
        ),
      ),
    ]
  }

  #line({ label, count = '', value, kind, above }: ReportLine, columns: Columns): ReportBlock['draw'] {
    const [width, size, { type }] = [this.#width, this.#size, this.#press]
    return (canvas, x, y) => {
      const right = x + width
      const weight: Weight = kind === 'sum' || above !== undefined ? 'bold' : 'regular'
      const indent = kind === 'part' ? 3 : 0
      const words = { x: x + indent, width: width - indent, largest: size, height: size * 4.4, weight }
      let top = y
      if (kind === 'sum') {
        canvas.line([right - columns.value, y], [right, y], hairline)
        top += size * 0.5
      }
      if (above !== undefined) top = setBlock(canvas, type, above, { ...words, y: top + size * 0.4 }) + size * 0.5
      const named: Weight = above === undefined ? weight : 'regular'
      const beside = words.width - columns.value - (columns.count > 0 ? columns.count + gap : 0) - gap / 2
      const below = type.set(label, named).width * size > beside && beside < words.width * 0.5
      const name = { ...words, y: top, width: below ? words.width : beside, weight: named }
      const end = setBlock(canvas, type, label, name)
      const baseline = (below ? end + size * 0.5 : top) + size * capHeight
      const summed = { x: right, y: baseline, size, align: 'right' } as const
      canvas.tagged('P', value, () => canvas.text(type.set(value, weight), summed))
      const counted = { x: right - columns.value - gap, y: baseline, size, align: 'right' } as const
      if (count !== '') canvas.tagged('P', count, () => canvas.text(type.set(count, weight), counted))
      return Math.max(end, baseline) + size * 0.75
    }
  }

  #codeLine({ label, value }: ReportLine): ReportBlock['draw'] {
    const [width, size, { type }] = [this.#width, this.#size, this.#press]
    return (canvas, x, y) => {
      const end = setBlock(canvas, type, label, { x, y, width, largest: size })
      const code = { x, y: end + size * 0.45, width, height: size * 8, largest: size * 0.9, weight: 'bold' } as const
      return setBlock(canvas, type, value, code) + size * 0.75
    }
  }

  #code({ label, text }: NonNullable<ReportContent['code']>): readonly ReportBlock[] {
    const [width, size, { type }] = [this.#width, this.#size, this.#press]
    // Correction level M, because parts of a printed report may become unreadable over years of storage.
    const symbol = qrSymbolOf(text, 'M')
    const module = qrModuleWithin(symbol, width)
    const [side, quiet] = [symbol.size * module, qrQuietZone * module]
    const words = block((canvas, x, y) => {
      return setBlock(canvas, type, label, { x, y: y + gap / 4, width, height: size * 3, largest: size })
    }, true)
    const code = block((canvas, x, y) => {
      const [left, top] = [onDot(x), onDot(y + quiet)]
      canvas.fillUnits({ x: left, y: top, width: side, height: side }, module, symbol.path)
      return top + side + quiet
    })
    return [words, code]
  }

  #signature(name: string, withNext: boolean): ReportBlock {
    const [width, size, { type }] = [this.#width, this.#size, this.#press]
    return block((canvas, x, y) => {
      const line = y + 14
      canvas.line([x, line], [x + width, line], hairline)
      return setBlock(canvas, type, name, { x, y: line + 1.6, width, largest: size * 0.85 }) + 1
    }, withNext)
  }
}

/** Rounds up to a whole printer dot, so that modules are printed in their exact width. */
function onDot(millimetres: number): number {
  return Math.ceil(millimetres * 8) / 8
}
