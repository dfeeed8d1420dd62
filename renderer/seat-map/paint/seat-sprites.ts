import { drawSeat, type SeatBox, type SeatColors } from './seat-drawing.ts'
import { readMark, type SeatMark } from './seat-marks.ts'

/** Drawings of seats at one size, each made once when first needed and then copied. */
export class SeatSprites {
  readonly #sprites = new Map<SeatMark, OffscreenCanvas>()
  readonly #colors: SeatColors
  readonly #ratio: number
  /** Of a place, and of a seat in it (device pixels). */
  readonly #place: SeatBox
  readonly #seat: SeatBox

  /** `pitch` and `depth`: from seat to seat and from row to row, in device pixels. */
  constructor(pitch: number, depth: number, colors: SeatColors, ratio: number) {
    this.#colors = colors
    this.#ratio = ratio
    const gap = pitch < 4 ? 0 : Math.max(1, pitch * 0.1)
    const width = Math.max(1, Math.round(pitch - gap))
    const height = Math.max(1, Math.min(Math.round(depth * 0.82), Math.round(width * 1.14)))
    this.#seat = { width, height }
    this.#place = { width: Math.max(1, Math.round(pitch)), height }
  }

  get seat(): SeatBox {
    return this.#seat
  }

  spriteOf(mark: SeatMark): OffscreenCanvas {
    const known = this.#sprites.get(mark)
    if (known) return known
    const box = readMark(mark).look === 'selected' ? this.#place : this.#seat
    const sprite = new OffscreenCanvas(box.width, box.height)
    const pen = sprite.getContext('2d')
    if (pen) drawSeat(pen, mark, box, this.#colors, this.#ratio)
    this.#sprites.set(mark, sprite)
    return sprite
  }
}
