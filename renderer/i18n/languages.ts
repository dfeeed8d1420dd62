import {
  habits,
  isOnlySpoken,
  type Language,
  languages,
  type SpokenLanguage,
  type SpeechLanguage,
} from '../../shared/domain/language.ts'

/** Native names of the languages, in Latin letters. */
const spokenNames: Readonly<Record<SpokenLanguage, string>> = { sus: 'Sosoxui', fuf: 'Pular', emk: 'Maninkakan' }

export const nameOf = (tongue: SpeechLanguage): string =>
  isOnlySpoken(tongue) ? spokenNames[tongue] : habits[tongue].name

export const directionOf = (language: Language): 'ltr' | 'rtl' => habits[language].direction

export const localeOf = (language: Language): string => habits[language].locale

/** Returns the names of a setting with one value per language, in the texts of `locale`: `Refund rule in French`. */
export function inEachLanguage<Setting extends string>(
  locale: Language,
  setting: Setting,
  name: (language: string) => string,
): Readonly<Record<`${Setting}.${Language}`, string>> {
  const names = new Intl.DisplayNames(localeOf(locale), { type: 'language', fallback: 'code' })
  return Object.fromEntries(languages.map((code) => [`${setting}.${code}`, name(names.of(code) ?? code)])) as Record<
    `${Setting}.${Language}`,
    string
  >
}
