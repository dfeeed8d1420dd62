/** Every language that the screens have texts in. */
export const languages = ['fr', 'en', 'pt', 'ar'] as const

export type Language = (typeof languages)[number]

/** French where the text names no language of ours. */
export function languageOf(text: string): Language {
  return languages.find((language) => language === text) ?? 'fr'
}
