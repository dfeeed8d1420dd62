/**
 * Patterns of tribunes, which have the same meaning as the tribunes' colours on paper and on every screen. The patterns
 * differ in direction, roundness or density, so that they can be told apart at arm's length.
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

/** Names of compass directions, which are reduced to their first letter. */
const side = /^(?:nord|north|sud|south|est|east|ouest|west)$/u

/**
 * Returns the pattern for a tribune's code: the same on every ticket, screen and machine. Patterns of compass
 * directions differ, and so do those of up to twelve consecutive letters (A to L) or numbers. The pattern of any other
 * code is derived from its letters.
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
