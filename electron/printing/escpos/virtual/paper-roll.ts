import { blankBitmap, bytesPerRow, inkExtent, type Bitmap } from '../bitmap.ts'

/** A piece of paper that came out. */
export interface Piece {
  /** From 1. */
  readonly number: number
  /** `cut` by the printer; `paper-end`: the roll ended in it; `removed` by a person who cleared a jam. */
  readonly ended: 'cut' | 'paper-end' | 'removed'
  /** As wide as the paper. */
  readonly picture: Bitmap
  /** Lines that were sent as characters. */
  readonly text: readonly string[]
}

/** Paper that the head reaches, in dots: 72 of 80 mm, 48 of 58 mm. */
export const paperWidths = { 80: { paper: 640, head: 576 }, 58: { paper: 464, head: 384 } } as const
export type PaperWidth = keyof typeof paperWidths

/** From head to cutter: paper that a cut without feeding leaves under the head, and every piece begins with. */
export const cutterDots = 96

/** A roll is loaded with its end sticking out of the cutter. */
const freshPaper = (): (Uint8Array | null)[] => Array.from({ length: cutterDots }, () => null)

/** The paper between head and cutter, and what has been printed on it. */
export class PaperRoll {
  private readonly width: PaperWidth
  private readonly onPiece: (piece: Piece) => void
  private readonly rows: (Uint8Array | null)[] = freshPaper()
  private text: string[] = []
  private pieces = 0

  constructor(width: PaperWidth, onPiece: (piece: Piece) => void) {
    this.width = width
    this.onPiece = onPiece
  }

  get headDots(): number {
    return paperWidths[this.width].head
  }

  /** The number that the piece now under the head will have. */
  get piece(): number {
    return this.pieces + 1
  }

  /** Rows of that piece that have passed the head. */
  get length(): number {
    return this.rows.length
  }

  /** One row further; dots that no head reaches are lost. */
  advance(dots: Uint8Array | null): void {
    this.rows.push(dots && Uint8Array.from(dots.subarray(0, bytesPerRow(this.headDots))))
  }

  note(line: string): void {
    this.text.push(line)
  }

  /** Cuts at the cutter; what is between it and the head begins the next piece. */
  cut(): void {
    const at = Math.max(0, this.rows.length - cutterDots)
    this.finish('cut', this.rows.splice(0, at))
  }

  /** The paper is taken out as it is; a piece without ink is not worth a picture. */
  takeOut(ended: 'paper-end' | 'removed'): void {
    this.finish(ended, this.rows.splice(0, this.rows.length, ...freshPaper()))
  }

  private finish(ended: Piece['ended'], rows: readonly (Uint8Array | null)[]): void {
    const { paper, head } = paperWidths[this.width]
    const picture = blankBitmap(paper, rows.length)
    const margin = (paper - head) / 16
    for (const [y, row] of rows.entries()) {
      if (row) picture.data.set(row, y * bytesPerRow(paper) + margin)
    }
    if (ended !== 'cut' && !inkExtent(picture)) return
    this.pieces += 1
    this.onPiece({ number: this.pieces, ended, picture, text: this.text.splice(0) })
  }
}
