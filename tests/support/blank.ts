import { PNG } from 'pngjs'

/** Side of a cell in pixels. A cell is blank if all its pixels have one colour. */
const CELL = 8
const FUZZ = 6
const NONE = -1

export interface Blank {
  /** Share of the picture, from 0 to 1. */
  readonly share: number
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** Returns the largest rectangle of one colour in a screenshot, exact to 8 pixels. */
export function largestBlank(png: Buffer): Blank {
  const { width, height, data } = PNG.sync.read(png)
  const [columns, rows] = [Math.floor(width / CELL), Math.floor(height / CELL)]
  // A colour is stored as the offset of a pixel with this colour; NONE if the cell has several colours.
  const alike = (a: number, b: number): boolean => {
    if (a === NONE || b === NONE) return false
    for (let part = 0; part < 3; part++) if (Math.abs(data[a + part]! - data[b + part]!) > FUZZ) return false
    return true
  }
  const colourOf = (column: number, row: number): number => {
    const colour = (row * CELL * width + column * CELL) * 4
    for (let y = 0; y < CELL; y++)
      for (let x = 0; x < CELL; x++) if (!alike(colour, colour + (y * width + x) * 4)) return NONE
    return colour
  }
  let above: { readonly colour: number; readonly depth: number }[] = []
  let best: Blank = { share: 0, x: 0, y: 0, width: 0, height: 0 }
  for (let row = 0; row < rows; row++) {
    const here = Array.from({ length: columns }, (_, column) => {
      const colour = colourOf(column, row)
      const { colour: before = NONE, depth = 0 } = above[column] ?? {}
      return { colour, depth: colour === NONE ? 0 : alike(colour, before) ? depth + 1 : 1 }
    })
    for (const [left, { colour, depth }] of here.entries()) {
      let least = depth
      for (let right = left; right < columns && alike(colour, here[right]!.colour); right++) {
        least = Math.min(least, here[right]!.depth)
        const [across, down] = [(right - left + 1) * CELL, least * CELL]
        const share = (across * down) / (width * height)
        if (share > best.share)
          best = { share, x: left * CELL, y: (row + 1) * CELL - down, width: across, height: down }
      }
    }
    above = here
  }
  return best
}
