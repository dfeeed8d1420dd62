import { crc32, deflateSync } from 'node:zlib'
import type { Clock } from '../../kiosk/ports/ports.ts'
import {
  type Bitmap,
  blankBitmap,
  bytesPerRow,
  cropped,
  drawPage,
  inkExtent,
  isBlack,
} from '../../printing/escpos/bitmap.ts'

export interface MechanismState {
  readonly coverOpen: boolean
  readonly jammed: boolean
  readonly offline: boolean
  /** Paper left on the roll, in dots. */
  readonly paperDots: number
  /** Print speed in dots per second; null for maximum speed. */
  readonly dotsPerSecond: number | null
}

/** Remaining paper in dots (1 m) below which the near-end sensor reports low paper. */
const nearEndDots = 8_000

/** Distance between lines, in dots, unless characters are higher. */
const lineDots = 30

/** Shorter sleeps would make the printer slower than its set speed. */
const shortestSleepMs = 10

interface Style {
  readonly page: number
  readonly side: 'left' | 'center' | 'right'
  readonly wide: number
  readonly high: number
  readonly bold: boolean
}

const defaultStyle: Style = { page: 0, side: 'left', wide: 1, high: 1, bold: false }

interface MechanismOptions {
  readonly clock: Clock
  readonly width: PaperWidth
  readonly paperDots: number
  readonly dotsPerSecond: number | null
  readonly stopping: AbortSignal
  readonly onPiece: (piece: Piece) => void
  readonly onChange: () => void
  /**
   * Called after each row with the number of the piece of paper and the count of its rows that have passed the head.
   */
  readonly onRow: (piece: number, rows: number) => void
}

/** Head, paper and cutter. Executes commands that move paper, and stops during a fault. */
export class Mechanism {
  private readonly options: MechanismOptions
  /** Rows of the paper since the last cut, up to the head. */
  private readonly rows: (Uint8Array | null)[] = freshPaper()
  private current: MechanismState
  private changed = Promise.withResolvers<void>()
  private clearings = 0
  private owedMs = 0
  private style = defaultStyle
  /** Codes of the characters not yet printed, and text lines of the current piece. */
  private line: number[] = []
  private readonly text: string[] = []
  private pieces = 0

  constructor(options: MechanismOptions) {
    const { paperDots, dotsPerSecond, stopping } = options
    this.options = options
    this.current = { coverOpen: false, jammed: false, offline: false, paperDots, dotsPerSecond }
    stopping.addEventListener('abort', () => this.changed.resolve())
  }

  get state(): MechanismState {
    return this.current
  }

  get paperOut(): boolean {
    return this.current.paperDots === 0
  }

  get paperLow(): boolean {
    return this.current.paperDots < nearEndDots
  }

  /** Whether the printer is off-line to the host, by its button or because of a fault. */
  get offline(): boolean {
    const { coverOpen, jammed, offline } = this.current
    return coverOpen || jammed || offline || this.paperOut
  }

  change(change: Partial<MechanismState>): void {
    if (change.paperDots !== undefined && change.paperDots > 0) this.takeOut('paper-end')
    if (change.jammed === false && this.current.jammed) this.takeOut('removed')
    this.current = { ...this.current, ...change }
    this.wake()
    this.options.onChange()
  }

  clear(): void {
    this.clearings += 1
    this.line = []
    this.wake()
  }

  initialise(): void {
    this.style = defaultStyle
    this.line = []
  }

  set(style: Partial<Style>): void {
    this.style = { ...this.style, ...style }
  }

  async character(code: number): Promise<void> {
    this.line.push(code)
    if ((this.line.length + 1) * characterWidth * this.style.wide > this.widths.head) await this.endLine()
  }

  async feedLines(lines: number): Promise<void> {
    await this.endLine()
    await this.feed((lines - 1) * lineDots)
  }

  async feedDots(dots: number): Promise<void> {
    if (this.line.length > 0) await this.endLine()
    await this.feed(dots)
  }

  /** `feedDots`: null to cut the paper at its current position. */
  async cut(feedDots: number | null): Promise<void> {
    if (feedDots !== null) await this.feed(cutterDots + feedDots)
    await this.whenAble()
    // The paper between cutter and head becomes the beginning of the next piece.
    this.finish('cut', this.rows.splice(0, Math.max(0, this.rows.length - cutterDots)))
  }

  async endLine(): Promise<void> {
    const { page, side, wide, high, bold } = this.style
    const text = this.line
      .splice(0)
      .map((code) => characterOf(code, page))
      .join('')
    if (text === '') return this.feed(lineDots)
    const { clearings } = this
    const picture = enlarged(await drawText(text, bold), wide, high)
    await this.whenAble(clearings)
    const room = this.widths.head - picture.width
    const left = side === 'left' ? 0 : side === 'right' ? room : Math.floor(room / 2)
    const { width, height, data } = cropped(picture, -left, 0, this.widths.head, picture.height)
    const stride = bytesPerRow(width)
    for (let y = 0; y < height; y++) await this.advance(data.subarray(y * stride, (y + 1) * stride))
    this.text.push(text)
    await this.feed(lineDots - characterHeight)
  }

  private async feed(dots: number): Promise<void> {
    for (let row = 0; row < dots; row++) await this.advance(null)
  }

  /** Prints one line of dots, or advances by a blank line. Dots outside the head's reach are lost. */
  async advance(row: Uint8Array | null): Promise<void> {
    await this.whenAble()
    const { paperDots, dotsPerSecond } = this.current
    this.rows.push(row && Uint8Array.from(row.subarray(0, bytesPerRow(this.widths.head))))
    if (paperDots === 1 || paperDots === nearEndDots) this.change({ paperDots: paperDots - 1 })
    else this.current = { ...this.current, paperDots: paperDots - 1 }
    this.options.onRow(this.pieces + 1, this.rows.length)
    if (dotsPerSecond === null) return
    this.owedMs += 1000 / dotsPerSecond
    if (this.owedMs < shortestSleepMs) return
    await this.options.clock.sleep(this.owedMs, this.options.stopping)
    this.owedMs = 0
  }

  /** Resolves once there is no fault. Rejects if the buffers are cleared or the printer stops meanwhile. */
  async whenAble(clearings = this.clearings): Promise<void> {
    const { stopping } = this.options
    while (this.offline && !stopping.aborted && clearings === this.clearings) await this.changed.promise
    if (stopping.aborted || clearings !== this.clearings) throw new BuffersCleared()
  }

  private get widths() {
    return paperWidths[this.options.width]
  }

  private wake(): void {
    this.changed.resolve()
    this.changed = Promise.withResolvers()
  }

  /** Removes the paper in its current state; a piece without ink is not reported. */
  private takeOut(ended: 'paper-end' | 'removed'): void {
    this.finish(ended, this.rows.splice(0, this.rows.length, ...freshPaper()))
  }

  private finish(ended: Piece['ended'], rows: readonly (Uint8Array | null)[]): void {
    const { paper, head } = this.widths
    const picture = blankBitmap(paper, rows.length)
    const margin = (paper - head) / 16
    for (const [y, row] of rows.entries()) {
      if (row) picture.data.set(row, y * bytesPerRow(paper) + margin)
    }
    if (ended !== 'cut' && !inkExtent(picture)) return
    this.pieces += 1
    this.options.onPiece({ number: this.pieces, ended, picture, text: this.text.splice(0) })
  }
}

/** Thrown when the buffers are cleared while a command waits for bytes, which will never arrive. */
export class BuffersCleared extends Error {
  override readonly name = 'BuffersCleared'
}

export interface Piece {
  /** Number of the piece, counted from 1. */
  readonly number: number
  /** `cut`: by the printer · `paper-end`: end of the roll · `removed`: by a person who cleared a jam. */
  readonly ended: 'cut' | 'paper-end' | 'removed'
  readonly picture: Bitmap
  readonly text: readonly string[]
}

/** Width of the paper and of the head's reach, in dots: 72 of 80 mm, 48 of 58 mm. */
export const paperWidths = { 80: { paper: 640, head: 576 }, 58: { paper: 464, head: 384 } } as const
export type PaperWidth = keyof typeof paperWidths

/**
 * Distance from head to cutter in dots. After a cut without feeding, the paper between head and cutter becomes the
 * start of the next piece.
 */
export const cutterDots = 96

/** When a roll is loaded, its end protrudes from the cutter. */
const freshPaper = (): (Uint8Array | null)[] => Array.from({ length: cutterDots }, () => null)

/** Font A of receipt printers: 12 × 24 dots per character. */
const characterWidth = 12
const characterHeight = 24

const upperHalves: ReadonlyMap<number, string> = new Map([
  [
    0,
    'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0',
  ],
  [16, new TextDecoder('windows-1252').decode(Uint8Array.from({ length: 128 }, (_, i) => i + 128))],
  [
    19,
    'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈ€ÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0',
  ],
])

/** Returns a character of a code page (0: PC437, 16: Windows-1252, 19: PC858); `?` for an unknown page. */
function characterOf(code: number, page: number): string {
  return code < 0x80 ? String.fromCharCode(code) : (upperHalves.get(page)?.[code - 0x80] ?? '?')
}

const pointsPerDot = 72 / 203.2

/** Draws a line of text in dots, each character in its cell. Courier replaces the printer's own font. */
async function drawText(text: string, bold: boolean): Promise<Bitmap> {
  if (text.trim() === '') return blankBitmap(characterWidth * text.length, characterHeight)
  const { default: Pdf } = await import('pdfkit')
  const size: [number, number] = [text.length * characterWidth * pointsPerDot, characterHeight * pointsPerDot]
  const pdf = new Pdf({ size, margin: 0, font: bold ? 'Courier-Bold' : 'Courier' })
  const chunks: Buffer[] = []
  pdf.on('data', (chunk: Buffer) => chunks.push(chunk))
  const ended = new Promise((resolve) => pdf.once('end', resolve))
  // Courier's characters are 0.6 em wide.
  pdf.fontSize((characterWidth * pointsPerDot) / 0.6).text(text, 0, 1, { lineBreak: false })
  pdf.end()
  await ended
  const page = await drawPage(Buffer.concat(chunks))
  if (!page.ok) throw new Error(`a line of text that cannot be drawn: ${page.error.detail}`)
  return page.value
}

function enlarged(bitmap: Bitmap, wide: number, high: number): Bitmap {
  if (wide === 1 && high === 1) return bitmap
  const large = blankBitmap(bitmap.width * wide, bitmap.height * high)
  const stride = bytesPerRow(large.width)
  for (let y = 0; y < large.height; y++) {
    for (let x = 0; x < large.width; x++) {
      if (!isBlack(bitmap, Math.floor(x / wide), Math.floor(y / high))) continue
      const at = y * stride + (x >> 3)
      large.data[at] = (large.data[at] ?? 0) | (0x80 >> (x & 7))
    }
  }
  return large
}

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

/** Returns a PNG of one bit per pixel (RFC 2083), 8 dots per millimetre. */
export function pngOf({ width, height, data }: Bitmap): Uint8Array {
  const stride = bytesPerRow(width)
  const lines = Buffer.alloc((stride + 1) * height)
  // Each line begins with its filter type, 0 for no filter. In a PNG, 1 is white.
  for (let y = 0; y < height; y++) {
    for (let i = 0; i < stride; i++) lines[y * (stride + 1) + 1 + i] = ~(data[y * stride + i] ?? 0) & 0xff
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([1, 0, 0, 0, 0], 8)
  const perMetre = Buffer.alloc(9)
  perMetre.writeUInt32BE(8000, 0)
  perMetre.writeUInt32BE(8000, 4)
  perMetre[8] = 1
  const end = Buffer.alloc(0)
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('pHYs', perMetre),
    chunk('IDAT', deflateSync(lines)),
    chunk('IEND', end),
  ])
}

function chunk(type: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), content])
  const framed = Buffer.alloc(body.length + 8)
  framed.writeUInt32BE(content.length, 0)
  framed.set(body, 4)
  framed.writeUInt32BE(crc32(body), body.length + 4)
  return framed
}
