/** A file that comes in pieces, one file at a time. */
export interface ReportPieces {
  /** The whole file with its last piece; `more`: it is not there yet. Null: this piece is not the next one. */
  take(piece: Uint8Array, at: number, size: number): Uint8Array | 'more' | null
}

export function collectPieces(): ReportPieces {
  let pieces: readonly Uint8Array[] = []

  return {
    take(piece, at, size) {
      const before = at === 0 ? [] : pieces
      const known = lengthOf(before)
      pieces = []
      if (at !== known || known + piece.length > size || (piece.length === 0 && size > 0)) return null
      const now = [...before, piece]
      if (lengthOf(now) < size) {
        pieces = now
        return 'more'
      }
      return Buffer.concat(now)
    },
  }
}

const lengthOf = (pieces: readonly Uint8Array[]): number => pieces.reduce((sum, { length }) => sum + length, 0)
