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

/** Unicode's direction marks, embeddings, overrides and isolates (UAX #9, section 2), and noncharacters beside Arabic. */
const controls = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufdd0-\ufdef]/gu

/** Returns a name or title without the characters that change the order in which its letters are shown. */
export const withoutBidiControls = (text: string): string => text.replace(controls, '')

/** Digits of Arabic texts. What is written on doors, rows and seats keeps the digits it has there. */
export type Numerals = 'western' | 'arabic'

const ARABIC_ZERO = 0x0660

/** `7:05` → `٧:٠٥`, `70,000` → `٧٠٬٠٠٠` */
export function inNumerals(text: string, numerals: Numerals): string {
  if (numerals === 'western') return text
  return text
    .replace(/(?<=\d),(?=\d)/gu, '٬')
    .replace(/(?<=\d)\.(?=\d)/gu, '٫')
    .replace(/\d/gu, (digit) => String.fromCodePoint(ARABIC_ZERO + Number(digit)))
}

/** As a keyboard of either writes them: `٧:٠٥` → `7:05` */
export function inWesternDigits(text: string): string {
  return text.replaceAll(/[٠-٩]/gu, (digit) => String(digit.charCodeAt(0) - ARABIC_ZERO))
}

/**
 * Returns a function that writes a count with its noun, in the singular where the language has it: 0 is singular in
 * French, and plural in English and in European Portuguese.
 */
export function countedIn(language: 'en' | 'fr' | 'pt-PT') {
  const rules = new Intl.PluralRules(language)
  return (count: number, one: string, many: string): string => `${count} ${rules.select(count) === 'one' ? one : many}`
}

/**
 * French typography for a whole catalogue: U+00A0 before `? ! : ;`, inside guillemets and large figures (U+202F is in
 * few fonts), and a curly apostrophe, in texts and in what functions of texts return. The shape stays the same.
 */
export function frenchSpacing<T>(catalogue: T): T {
  return spaced(catalogue) as T
}

function spaced(value: unknown): unknown {
  if (typeof value === 'string') {
    return value
      .replaceAll("'", '\u2019')
      .replaceAll('\u202f', '\u00a0')
      .replace(/ ([?!:;»])/gu, '\u00a0$1')
      .replace(/« /gu, '«\u00a0')
  }
  if (typeof value === 'function') {
    const text = value as (...parameters: unknown[]) => unknown
    return (...parameters: unknown[]) => spaced(text(...parameters))
  }
  if (Array.isArray(value)) return value.map(spaced)
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, spaced(inner)]))
  }
  return value
}
