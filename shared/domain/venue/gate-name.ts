import type { Gate } from '../seats/place.ts'

/** What services call a gate in their names for one, in any language; never shown. */
const WORDS: ReadonlySet<string> = new Set([
  'porte',
  'entrée',
  'gate',
  'entrance',
  'porta',
  'portão',
  'entrada',
  'باب',
  'بوابة',
  'البوابة',
])

/**
 * A gate as screens and paper show it beside the word for one: its name without that word, so that `Porte 5` with the
 * code `P5` is 5 everywhere; its code where it has no name.
 */
export function shownGate({ code, name }: Pick<Gate, 'code' | 'name'>): string {
  const whole = name.trim()
  const [first = '', ...rest] = whole.split(/\s+/u)
  const bare = rest.join(' ')
  return (bare !== '' && WORDS.has(first.toLowerCase()) ? bare : whole) || code
}

/** Whether a plan's gate is the one that a ticket names: by code, or by what both would show. */
export function isSameGate(one: Pick<Gate, 'code' | 'name'>, other: Pick<Gate, 'code' | 'name'>): boolean {
  return one.code === other.code || shownGate(one) === shownGate(other)
}
