export { inNumerals, type Numerals } from '../../shared/domain/language.ts'

/** Keeps a name or a code of any script in one piece among words of another direction (Unicode FSI … PDI). */
export function isolated(text: string): string {
  return `\u2068${text}\u2069`
}
