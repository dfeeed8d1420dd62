import { hashOf } from './seed.ts'

export const crestPatterns = ['stripes', 'hoops', 'halves', 'sash', 'chevron', 'quarters'] as const
export const emblemPatterns = ['rays', 'rings', 'waves'] as const

/** Two colours of a flag or a shirt, which stand out against each other. */
export interface Colours {
  /** White is legible on it. */
  readonly deep: string
  readonly light: string
}

/** What a team without a crest of its own is known by. */
export interface CrestDesign extends Colours {
  readonly pattern: (typeof crestPatterns)[number]
  /** At most three letters, as a scoreboard has them; empty where the name has none. */
  readonly initials: string
}

/** The same of an event that no teams play. */
export interface EmblemDesign extends Colours {
  readonly pattern: (typeof emblemPatterns)[number]
}

const DEEP = [
  '#8f0d1f',
  '#b3001b',
  '#0b3d91',
  '#0a5c36',
  '#17224d',
  '#51207a',
  '#141414',
  '#7a3300',
  '#00566b',
] as const
const LIGHT = ['#ffffff', '#ffd23f', '#a8dcff', '#f6e7c6', '#ffb347'] as const

/**
 * Drawn from the name alone: a team looks the same at every kiosk and every day. Against a team of the same colour it comes in
 * the next one, as guests do.
 */
export function crestDesign(name: string, host = ''): CrestDesign {
  const hash = hashOf(plain(name))
  const isAlike = host !== '' && hashOf(plain(host)) % DEEP.length === hash % DEEP.length
  const deep = pick(DEEP, isAlike ? hash + 2 : hash)
  return { deep, light: lightOf(hash), pattern: pick(crestPatterns, hash >>> 20), initials: initialsOf(name) }
}

export function emblemDesign(title: string): EmblemDesign {
  const hash = hashOf(plain(title))
  return { deep: pick(DEEP, hash), light: lightOf(hash), pattern: pick(emblemPatterns, hash >>> 20) }
}

function lightOf(hash: number): string {
  return pick(LIGHT, hash >>> 10)
}

function pick<T>(all: readonly [T, ...T[]], hash: number): T {
  return all[hash % all.length] ?? all[0]
}

/** However it was typed. */
function plain(name: string): string {
  return name.normalize('NFC').trim().replace(/\s+/gu, ' ').toLocaleLowerCase('fr')
}

const unsaid = new Set(['de', 'du', 'des', 'da', 'do', 'dos', 'la', 'le', 'les', 'el', 'al', 'et', 'the', 'of', 'and'])

/** `Hamana AC` → `HAC`, `Sénégal` → `SEN`, `République démocratique du Congo` → `RDC`. */
function initialsOf(name: string): string {
  const words = name.normalize('NFC').match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  const telling = words.filter((word) => !unsaid.has(word.toLocaleLowerCase('fr')))
  const [first = '', ...others] = telling.length > 0 ? telling : words
  // Letters that join look broken next to each other: one is enough.
  if (!/^[\p{Script=Latin}\p{N}\p{M}]+$/u.test(first)) return Array.from(first.replace(/^ال/u, '')).at(0) ?? ''
  const letters = others.length === 0 ? bare(first) : [first, ...others].map(shortened).join('')
  // A letter may have two or three as its capitals.
  return Array.from(letters.toLocaleUpperCase('fr')).slice(0, 3).join('')
}

/** `AC` is said as it is, a word by its first letter. */
function shortened(word: string): string {
  return /^\p{Lu}{2,3}$/u.test(word) ? word : (Array.from(bare(word)).at(0) ?? '')
}

function bare(word: string): string {
  return word.normalize('NFD').replace(/\p{M}+/gu, '')
}
