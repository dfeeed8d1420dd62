/** Patterns that identify stands, as their colours do, and can be told apart at arm's length. */
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

/** Names of compass directions, which are shortened to their first letter. */
const side = /^(?:nord|north|sud|south|est|east|ouest|west)$/u

/**
 * Returns the pattern for a stand's code. Patterns differ for compass directions, and for up to twelve consecutive
 * letters (A to L) or numbers; other codes are hashed.
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
