import type { Face } from './face.ts'

export type Weight = 'regular' | 'bold'

/** One line of set text; sizes are in ems until it is placed. */
export interface Line {
  readonly width: number
  /** Operators between BT and ET, for a text matrix whose unit is the em. */
  readonly operators: string
  readonly faces: readonly Face[]
}

/** UTF-16, big end first, in hexadecimal: how a PDF writes any text. */
export function utf16Hex(text: string): string {
  let hex = ''
  for (let index = 0; index < text.length; index++) hex += text.charCodeAt(index).toString(16).padStart(4, '0')
  return hex
}

/** The operators of a line that readers copy and search as `text` (ISO 32000-1, 14.9.4). */
export const withActualText = (text: string, operators: string): string =>
  `/Span <</ActualText <feff${utf16Hex(text)}>>> BDC ${operators} EMC`

export function glyphHex(glyph: number): string {
  return glyph.toString(16).padStart(4, '0')
}
