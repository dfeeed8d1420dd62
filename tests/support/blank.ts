import { PNG } from 'pngjs'

/** Side of a cell in pixels. A cell is blank if all its pixels have one colour. */
const CELL = 8
const FUZZ = 6

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
  const at = (x: number, y: number): readonly number[] => [
    ...data.subarray((y * width + x) * 4, (y * width + x) * 4 + 3),
  ]
  const alike = (a: readonly number[] | null, b: readonly number[] | null): boolean =>
    a !== null && b !== null && a.every((part, i) => Math.abs(part - (b[i] ?? 0)) <= FUZZ)
  const colourOf = (column: number, row: number): readonly number[] | null => {
    const [left, top] = [column * CELL, row * CELL]
    const colour = at(left, top)
    for (let y = top; y < top + CELL; y++)
      for (let x = left; x < left + CELL; x++) if (!alike(colour, at(x, y))) return null
    return colour
  }
  let above: { readonly colour: readonly number[] | null; readonly depth: number }[] = []
  let best: Blank = { share: 0, x: 0, y: 0, width: 0, height: 0 }
  for (let row = 0; row < rows; row++) {
    const here = Array.from({ length: columns }, (_, column) => {
      const colour = colourOf(column, row)
      const before = above[column]
      return {
        colour,
        depth: colour === null ? 0 : alike(colour, before?.colour ?? null) ? (before?.depth ?? 0) + 1 : 1,
      }
    })
    for (const [left, { colour, depth }] of here.entries()) {
      let least = depth
      for (let right = left; right < columns && alike(colour, here[right]?.colour ?? null); right++) {
        least = Math.min(least, here[right]?.depth ?? 0)
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
