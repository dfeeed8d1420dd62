import { folded } from './folded.ts'

/** What cashiers type for a space for a wheelchair: in the languages of the screens, one spelling each is enough. */
const words: ReadonlySet<string> = new Set(['pmr', 'fauteuil', 'wheelchair', 'cadeira', 'كرسي'].map(folded))

/** Whether a word of a line, as it is compared, asks for a space for a wheelchair. */
export function asksWheelchair(word: string): boolean {
  return words.has(word)
}
