/** Every language that the screens have texts in. */
export const languages = ['fr', 'en', 'pt', 'ar'] as const

export type Language = (typeof languages)[number]

/** French where the text names no language of ours. */
export function languageOf(text: string): Language {
  return languages.find((language) => language === text) ?? 'fr'
}

/** Languages that are heard and not read here, by ISO 639-3: Susu, Pular, Maninka. People recorded what they say. */
export const spokenLanguages = ['sus', 'fuf', 'emk'] as const

export type SpokenLanguage = (typeof spokenLanguages)[number]

export const tongues = [...languages, ...spokenLanguages] as const

/** What a customer may choose to hear: each language of the screens, and those that are only spoken. */
export type Tongue = Language | SpokenLanguage

export const isOnlySpoken = (tongue: Tongue): tongue is SpokenLanguage =>
  spokenLanguages.some((spoken) => spoken === tongue)

/** What is read on the screens, tickets and in the books while it is heard: French, where it is not written here. */
export const writtenIn = (tongue: Tongue): Language => (isOnlySpoken(tongue) ? 'fr' : tongue)
