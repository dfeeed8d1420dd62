import type { Face } from './face.ts'

export type Weight = 'regular' | 'bold'

/** One line of set text; sizes are in ems until it is placed. */
export interface Line {
  readonly width: number
  /** Operators between BT and ET, for a text matrix whose unit is the em; glyphs may be written by `glyphFor`. */
  readonly operators: string
  readonly faces: readonly Face[]
  /** The text as readers copy it; absent if letters are joined, mirrored or boxes, which readers may order differently. */
  readonly plainText?: string
}

/** UTF-16, big end first, in hexadecimal: how a PDF writes any text. */
export function utf16Hex(text: string): string {
  let hex = ''
  for (let index = 0; index < text.length; index++) hex += text.charCodeAt(index).toString(16).padStart(4, '0')
  return hex
}

export function glyphHex(glyph: number): string {
  return glyph.toString(16).padStart(4, '0')
}

/**
 * A glyph that stands for `text`, not for the character that the face has it for: a form that several letters share, a
 * box. `withGlyphCodes` gives it a code of its own in each document.
 */
export const glyphFor = (resource: string, glyph: number, text: string): string =>
  `{${resource} ${glyph} ${utf16Hex(text)}}`

/** Writes the codes of a document in place of what `glyphFor` wrote. */
export function withGlyphCodes(
  operators: string,
  codeOf: (resource: string, glyph: number, textHex: string) => number,
): string {
  if (!operators.includes('{')) return operators
  return operators.replace(
    /\{(\w+) (\d+) ([0-9a-f]*)\}/gu,
    (_, resource: string, glyph: string, textHex: string) => `<${glyphHex(codeOf(resource, Number(glyph), textHex))}>`,
  )
}
