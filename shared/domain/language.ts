interface LanguageHabits {
  /** Name of the language in the language itself. */
  readonly name: string
  readonly direction: 'ltr' | 'rtl'
  readonly locale: string
  readonly day: (weekday: string, day: number, month: string) => string
  /** `minutes` has two digits. */
  readonly time: (hour: number, minutes: string) => string
  /** List separator and decimal sign of spreadsheets (Windows regional settings). */
  readonly list: string
  readonly decimal: '.' | ','
  /** The comma between a date and a time. */
  readonly comma: string
  /** Words between the comma and the time of an event. */
  readonly at?: string
  /** True if the setting `numerals` determines the digits in the texts of the language. */
  readonly hasNumerals?: true
}

/** Languages of the screens, in the order of display. */
const entries = {
  fr: {
    name: 'Français',
    direction: 'ltr',
    locale: 'fr-FR',
    list: ';',
    decimal: ',',
    comma: ',',
    day: (weekday, day, month) => `${weekday} ${day === 1 ? '1er' : day} ${month}`,
    time: (hour, minutes) => (minutes === '00' ? `${hour}\u00a0h` : `${hour}\u00a0h\u00a0${minutes}`),
  },
  en: {
    name: 'English',
    direction: 'ltr',
    locale: 'en-GB',
    list: ',',
    decimal: '.',
    comma: ',',
    day: (weekday, day, month) => `${weekday} ${day} ${month}`,
    time(hour, minutes) {
      const twelve = hour % 12 === 0 ? 12 : hour % 12
      const half = hour < 12 ? 'am' : 'pm'
      return minutes === '00' ? `${twelve}\u00a0${half}` : `${twelve}:${minutes}\u00a0${half}`
    },
  },
  pt: {
    name: 'Português',
    direction: 'ltr',
    locale: 'pt-PT',
    list: ';',
    decimal: ',',
    comma: ',',
    day: (weekday, day, month) => `${weekday}, ${day} de ${month}`,
    time: (hour, minutes) => (minutes === '00' ? `${hour}h` : `${hour}h${minutes}`),
  },
  ar: {
    name: 'العربية',
    direction: 'rtl',
    locale: 'ar-u-nu-latn',
    list: ';',
    decimal: '.',
    comma: '،',
    at: 'الساعة\u00a0',
    hasNumerals: true,
    day: (weekday, day, month) => `${weekday} ${day} ${month}`,
    time: (hour, minutes) => `${hour}:${minutes}`,
  },
} as const satisfies Readonly<Record<string, LanguageHabits>>

export type Language = keyof typeof entries

export const habits: Readonly<Record<Language, LanguageHabits>> = entries

export const languages = Object.keys(habits) as readonly string[] as readonly [Language, ...Language[]]

/** Returns the language of a code; French if the code is unknown. */
export function languageOf(text: string): Language {
  return languages.find((language) => language === text) ?? 'fr'
}

/** Languages for which only recordings exist, by ISO 639-3: Susu, Pular, Maninka. */
export const spokenLanguages = ['sus', 'fuf', 'emk'] as const

export type SpokenLanguage = (typeof spokenLanguages)[number]

export const tongues = [...languages, ...spokenLanguages] as const

export type SpeechLanguage = Language | SpokenLanguage

export const isOnlySpoken = (tongue: SpeechLanguage): tongue is SpokenLanguage =>
  spokenLanguages.some((spoken) => spoken === tongue)

/** Returns the language of screens, tickets and ledger; French for a language that is only spoken. */
export const textLanguageOf = (tongue: SpeechLanguage): Language => (isOnlySpoken(tongue) ? 'fr' : tongue)

/** Bidirectional controls of Unicode (UAX #9, section 2), and the noncharacters U+FDD0 to U+FDEF. */
const controls = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufdd0-\ufdef]/gu

/** Returns a name or title without the characters that change the display order of its letters. */
export const withoutBidiControls = (text: string): string => text.replace(controls, '')

/** Digits of Arabic texts; texts printed on doors, rows and seats are not converted. */
export type Numerals = 'western' | 'arabic'

/** Returns the digits of a language: the digits from the setting if the language allows a choice. */
export const numeralsOf = (language: Language, chosen: Numerals): Numerals =>
  habits[language].hasNumerals === true ? chosen : 'western'

const ARABIC_ZERO = 0x0660

/** Converts digits and separators to Arabic numerals: `7:05` → `٧:٠٥`, `70,000` → `٧٠٬٠٠٠`. */
export function inNumerals(text: string, numerals: Numerals): string {
  if (numerals === 'western') return text
  return text
    .replace(/(?<=\d),(?=\d)/gu, '٬')
    .replace(/(?<=\d)\.(?=\d)/gu, '٫')
    .replace(/\d/gu, (digit) => String.fromCodePoint(ARABIC_ZERO + Number(digit)))
}

/** Converts Arabic digits to western digits: `٧:٠٥` → `7:05`. */
export function inWesternDigits(text: string): string {
  return text.replaceAll(/[٠-٩]/gu, (digit) => String(digit.charCodeAt(0) - ARABIC_ZERO))
}

/** Returns a function that formats a count with its noun, by the plural rules of the language. */
export function countWithNoun(language: 'en' | 'fr' | 'pt-PT') {
  const rules = new Intl.PluralRules(language)
  return (count: number, one: string, many: string): string => `${count} ${rules.select(count) === 'one' ? one : many}`
}

/**
 * Applies French typography to a catalogue of texts and text functions: U+00A0 before `? ! : ;` and inside guillemets,
 * and a curly apostrophe. U+202F becomes U+00A0, since few fonts have a glyph for U+202F.
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
