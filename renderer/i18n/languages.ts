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

/**
 * Returns the exports of the files of all languages. `files`: the result of `import.meta.glob`, so that a page loads
 * only the texts that it shows. Throws if a language has no such file.
 */
export function byLanguage<Texts>(files: Readonly<Record<string, Texts>>): Readonly<Record<Language, Texts>> {
  const found = languages.map((language): [Language, Texts] => {
    const path = Object.keys(files).find((path) => path.includes(`/${language}/`))
    if (path === undefined) throw new Error(`no file for ${language} beside ${Object.keys(files)[0]}`)
    return [language, files[path] as Texts]
  })
  return Object.fromEntries(found) as Record<Language, Texts>
}

const namesIn = (locale: Language) => {
  const names = new Intl.DisplayNames(localeOf(locale), { type: 'language', fallback: 'code' })
  return (code: Language): string => names.of(code) ?? code
}

/** Names of the languages in the texts of `locale`, each with a capital: `French`. */
export function languageNames(locale: Language): Readonly<Record<Language, string>> {
  const nameOf = namesIn(locale)
  const capital = (name: string): string => `${name.charAt(0).toLocaleUpperCase(localeOf(locale))}${name.slice(1)}`
  return Object.fromEntries(languages.map((code) => [code, capital(nameOf(code))])) as Record<Language, string>
}

/** Returns the names of a setting with one value per language, in the texts of `locale`: `Refund rule in French`. */
export function inEachLanguage<Setting extends string>(
  locale: Language,
  setting: Setting,
  name: (language: string) => string,
): Readonly<Record<`${Setting}.${Language}`, string>> {
  const nameOf = namesIn(locale)
  return Object.fromEntries(languages.map((code) => [`${setting}.${code}`, name(nameOf(code))])) as Record<
    `${Setting}.${Language}`,
    string
  >
}
