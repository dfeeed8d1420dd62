import { inkOn } from '../../components/drawn/tribune-colors.ts'
import { cushionOf, drawSeat, hasSign, numberMiddle, type SeatBox, type SeatColors } from './seat-drawing.ts'
import { readMark, type SeatMark } from './seat-marks.ts'

export interface SpriteStyle {
  /** Device pixels in a CSS pixel. */
  readonly ratio: number
  /** Seats are large enough for their numbers. */
  readonly isNumbered: boolean
}

/** A chosen seat with a number is so many times as high as another: its tick stands above the number. */
const TALLER = 1.3

/** Drawings of seats at one size, each made once when first needed and then copied. */
export class SeatSprites {
  readonly isNumbered: boolean
  readonly #sprites = new Map<SeatMark, OffscreenCanvas>()
  readonly #colors: SeatColors
  readonly #ratio: number
  /** Of a seat, and of one that is chosen, which fills its place (device pixels). */
  readonly #seat: SeatBox
  readonly #chosen: SeatBox

  /** `pitch` and `depth`: from seat to seat and from row to row, in device pixels. */
  constructor(pitch: number, depth: number, colors: SeatColors, { ratio, isNumbered }: SpriteStyle) {
    this.#colors = colors
    this.#ratio = ratio
    this.isNumbered = isNumbered
    const gap = pitch < 4 ? 0 : Math.max(1, pitch * 0.1)
    const width = Math.max(1, Math.round(pitch - gap))
    const height = Math.max(1, Math.min(Math.round(depth * 0.82), Math.round(width * 1.14)))
    this.#seat = { width, height }
    const high = isNumbered ? Math.round(Math.min(height * TALLER, depth * 0.96)) : height
    this.#chosen = { width: Math.max(1, Math.round(pitch)), height: high }
  }

  get seat(): SeatBox {
    return this.#seat
  }

  spriteOf(mark: SeatMark): OffscreenCanvas {
    const known = this.#sprites.get(mark)
    if (known) return known
    const box = this.#boxOf(mark)
    const sprite = new OffscreenCanvas(box.width, box.height)
    const pen = sprite.getContext('2d')
    const { theme } = this.#colors
    if (pen) drawSeat(pen, mark, box, this.#colors, this.#ratio, this.isNumbered ? theme.textSize * this.#ratio : 0)
    this.#sprites.set(mark, sprite)
    return sprite
  }

  /** How far below the middle of its seat a number has its own. */
  numberAt(mark: SeatMark): number {
    const box = this.#boxOf(mark)
    const letters = this.#colors.theme.textSize * this.#ratio
    return numberMiddle(box, hasSign(mark) ? letters : 0, this.#ratio) - box.height / 2
  }

  /** Colour of a free seat's number; `back` where the seat stands back. */
  numberInk(back: boolean): string {
    return inkOn(cushionOf(this.#colors, back))
  }

  #boxOf(mark: SeatMark): SeatBox {
    return readMark(mark).look === 'selected' ? this.#chosen : this.#seat
  }
}
