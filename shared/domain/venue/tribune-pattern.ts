/**
 * A tribune's pattern says without colour what its colour says with it, on paper and on every screen. Each is told from
 * the others at arm's length: direction, roundness or density differ.
 */
export const tribunePatterns = [
  'diamonds',
  'chevrons',
  'bars',
  'rising',
  'bands',
  'dots',
  'lattice',
  'checks',
  'rings',
  'waves',
  'pennants',
  'falling',
] as const

export type TribunePattern = (typeof tribunePatterns)[number]

/** The sides of the compass, by their first letter. */
const side = /^(?:nord|north|sud|south|est|east|ouest|west)$/u

/**
 * The pattern of a tribune's code: the same on every ticket, screen and machine. Sides of the compass differ, and so do
 * up to twelve neighbouring letters (A to L) or numbers; other codes are spread by their letters.
 */
export function patternOf(code: string): TribunePattern {
  const plain = code
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^a-z0-9]/gu, '')
    .replace(/^trib(?:une)?/u, '')
  const short = side.test(plain) ? plain.slice(0, 1) : plain
  const spread = Array.from(short).reduce((sum, character) => Math.imul(sum, 31) + (character.codePointAt(0) ?? 0), 0)
  const place = /^\d+$/u.test(short) ? Number(short) : spread >>> 0
  return tribunePatterns[place % tribunePatterns.length] ?? 'bars'
}
