/**
 * Returns a function that writes a count with its noun, in the singular where the language has it: 0 is singular in
 * French, and plural in English and in European Portuguese.
 */
export function countedIn(language: 'en' | 'fr' | 'pt-PT') {
  const rules = new Intl.PluralRules(language)
  return (count: number, one: string, many: string): string => `${count} ${rules.select(count) === 'one' ? one : many}`
}
