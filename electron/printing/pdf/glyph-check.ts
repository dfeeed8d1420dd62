import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FaceMetrics } from './face.ts'
import { charactersOf, hasNoGlyph, isPlain, printable } from './printable-text.ts'

/**
 * Returns a function that lists the characters of a text that no shipped face has, each once: papers show a box in place
 * of each. The faces are read at the first text that is not Latin-1.
 */
export function createGlyphCheck(fontsDirectory: string): (text: string) => readonly string[] {
  let drawn: ReadonlySet<number> | null = null
  const isDrawn = (character: string): boolean => {
    drawn ??= codePointsOf(fontsDirectory)
    return hasNoGlyph(character) || drawn.has(character.codePointAt(0) ?? 0)
  }
  return (text) => {
    if (isPlain(text)) return []
    return [...new Set(charactersOf(printable(text)).filter((each) => !Array.from(each).every(isDrawn)))]
  }
}

function codePointsOf(fontsDirectory: string): ReadonlySet<number> {
  const files = readdirSync(fontsDirectory).filter((name) => name.endsWith('.json'))
  return new Set(
    files.flatMap((name) => {
      const { codePoints } = JSON.parse(readFileSync(join(fontsDirectory, name), 'utf8')) as FaceMetrics
      return codePoints
    }),
  )
}
