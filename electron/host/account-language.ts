import { languages, type Language } from '../../shared/domain/language.ts'

/** Returns the language of the account that runs this program; French if that language is not supported. */
export function accountLanguage(): Language {
  const named = process.env['LC_ALL'] || process.env['LC_MESSAGES'] || process.env['LANG'] || ''
  return languages.find((each) => named.startsWith(each)) ?? 'fr'
}
