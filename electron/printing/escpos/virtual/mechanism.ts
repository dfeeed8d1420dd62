import type { Clock } from '../../../core/ports/ports.ts'
import { cropped, bytesPerRow, type Bitmap } from '../bitmap.ts'
import { BuffersCleared } from './byte-queue.ts'
import type { Command } from './command-reader.ts'
import { cutterDots, PaperRoll, type PaperWidth, type Piece } from './paper-roll.ts'
import { characterHeight, characterOf, characterWidth, drawText, enlarged } from './text-line.ts'

export interface MechanismState {
  readonly coverOpen: boolean
  readonly jammed: boolean
  readonly offline: boolean
  /** Paper left on the roll, in dots. */
  readonly paperDots: number
  /** Null: as fast as can be. */
  readonly dotsPerSecond: number | null
}

/** Less than a metre: the near-end sensor sees it. */
const nearEndDots = 8_000

/** Distance from line to line unless characters are higher. */
const lineDots = 30

/** Sleeping for less would only make the printer slower than its speed. */
const shortestSleepMs = 10

const defaultStyle = { page: 0, side: 'left', wide: 1, high: 1, bold: false } as const

interface Style {
  readonly page: number
  readonly side: 'left' | 'center' | 'right'
  readonly wide: number
  readonly high: number
  readonly bold: boolean
}

/** Head, paper and cutter: carries out what moves paper, and stands still while something is wrong. */
export class Mechanism {
  readonly roll: PaperRoll
  private readonly clock: Clock
  private readonly stopping: AbortSignal
  private readonly onChange: () => void
  private current: MechanismState
  private changed = Promise.withResolvers<void>()
  private clearings = 0
  private owedMs = 0
  private style: Style = defaultStyle
  private line: number[] = []
  /** Called after each row with the number of the piece and the rows of it that have passed. */
  onRow: (piece: number, rows: number) => void = () => {}

  constructor(options: {
    readonly clock: Clock
    readonly width: PaperWidth
    readonly paperDots: number
    readonly dotsPerSecond: number | null
    readonly stopping: AbortSignal
    readonly onPiece: (piece: Piece) => void
    readonly onChange: () => void
  }) {
    const { clock, width, paperDots, dotsPerSecond } = options
    this.clock = clock
    this.stopping = options.stopping
    this.onChange = options.onChange
    this.roll = new PaperRoll(width, options.onPiece)
    this.current = { coverOpen: false, jammed: false, offline: false, paperDots, dotsPerSecond }
    this.stopping.addEventListener('abort', () => this.changed.resolve())
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

  /** Off-line to the host, by the button or for a cause. */
  get offline(): boolean {
    const { coverOpen, jammed, offline } = this.current
    return coverOpen || jammed || offline || this.paperOut
  }

  change(change: Partial<MechanismState>): void {
    if (change.paperDots !== undefined && change.paperDots > 0) this.roll.takeOut('paper-end')
    if (change.jammed === false && this.current.jammed) this.roll.takeOut('removed')
    this.current = { ...this.current, ...change }
    this.changed.resolve()
    this.changed = Promise.withResolvers()
    this.onChange()
  }

  /** Whatever is under way is given up; paper and settings stay. */
  clear(): void {
    this.clearings += 1
    this.line = []
    this.changed.resolve()
    this.changed = Promise.withResolvers()
  }

  async carryOut(command: Command): Promise<void> {
    switch (command.type) {
      case 'initialise':
        this.style = defaultStyle
        this.line = []
        return
      case 'dots':
        return this.advance(command.row)
      case 'character':
        this.line.push(command.code)
        if ((this.line.length + 1) * characterWidth * this.style.wide > this.roll.headDots) await this.endLine()
        return
      case 'end-of-line':
        return this.endLine()
      case 'feed-lines':
        await this.endLine()
        return this.feed((command.lines - 1) * lineDots)
      case 'feed-dots':
        if (this.line.length > 0) await this.endLine()
        return this.feed(command.dots)
      case 'cut':
        if (command.feedDots !== null) await this.feed(cutterDots + command.feedDots)
        await this.whenAble()
        return this.roll.cut()
      case 'code-page':
        this.style = { ...this.style, page: command.page }
        return
      case 'align':
        this.style = { ...this.style, side: command.side }
        return
      case 'size':
        this.style = { ...this.style, wide: command.wide, high: command.high }
        return
      case 'bold':
        this.style = { ...this.style, bold: command.on }
        return
      // These are questions and the drawer's: nothing moves.
      case 'drawer':
      case 'ask-process':
      case 'ask-status':
      case 'report-changes':
        return this.whenAble()
    }
  }

  private async endLine(): Promise<void> {
    const { page, side, wide, high, bold } = this.style
    const text = this.line
      .splice(0)
      .map((code) => characterOf(code, page))
      .join('')
    if (text === '') return this.feed(lineDots)
    const picture = enlarged(await drawText(text, bold), wide, high)
    const room = this.roll.headDots - picture.width
    const left = side === 'left' ? 0 : side === 'right' ? room : Math.floor(room / 2)
    await this.print(cropped(picture, -left, 0, this.roll.headDots, picture.height))
    this.roll.note(text)
    await this.feed(lineDots - characterHeight)
  }

  private async print({ width, height, data }: Bitmap): Promise<void> {
    const stride = bytesPerRow(width)
    for (let y = 0; y < height; y++) await this.advance(data.subarray(y * stride, (y + 1) * stride))
  }

  private async feed(dots: number): Promise<void> {
    for (let row = 0; row < dots; row++) await this.advance(null)
  }

  private async advance(row: Uint8Array | null): Promise<void> {
    await this.whenAble()
    const { paperDots, dotsPerSecond } = this.current
    this.roll.advance(row)
    if (paperDots === 1 || paperDots === nearEndDots) this.change({ paperDots: paperDots - 1 })
    else this.current = { ...this.current, paperDots: paperDots - 1 }
    this.onRow(this.roll.piece, this.roll.length)
    if (dotsPerSecond === null) return
    this.owedMs += 1000 / dotsPerSecond
    if (this.owedMs < shortestSleepMs) return
    await this.clock.sleep(this.owedMs, this.stopping)
    this.owedMs = 0
  }

  /** Resolves once nothing is wrong; rejects when the buffers are cleared or the printer goes meanwhile. */
  private async whenAble(): Promise<void> {
    const { clearings } = this
    while (this.offline && !this.stopping.aborted && clearings === this.clearings) await this.changed.promise
    if (this.stopping.aborted || clearings !== this.clearings) throw new BuffersCleared()
  }
}
