import { isOnlySpoken, type Language, type SpokenLanguage, type Tongue } from '../../shared/domain/language.ts'

interface LanguageHabits {
  /** Name in the language itself, for readers of no other language. */
  readonly name: string
  /** Direction of the text. */
  readonly direction: 'ltr' | 'rtl'
  readonly locale: string
  readonly day: (weekday: string, day: number, month: string) => string
  /** Formats a time of day. `minutes` has two digits. */
  readonly time: (hour: number, minutes: string) => string
}

/** Name and formats of each language. */
export const habits: Readonly<Record<Language, LanguageHabits>> = {
  fr: {
    name: 'Français',
    direction: 'ltr',
    locale: 'fr-FR',
    day: (weekday, day, month) => `${weekday} ${day === 1 ? '1er' : day} ${month}`,
    time: (hour, minutes) => (minutes === '00' ? `${hour}\u00a0h` : `${hour}\u00a0h\u00a0${minutes}`),
  },
  en: {
    name: 'English',
    direction: 'ltr',
    locale: 'en-GB',
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
    day: (weekday, day, month) => `${weekday}, ${day} de ${month}`,
    time: (hour, minutes) => (minutes === '00' ? `${hour}h` : `${hour}h${minutes}`),
  },
  ar: {
    name: 'العربية',
    direction: 'rtl',
    locale: 'ar-u-nu-latn',
    day: (weekday, day, month) => `${weekday} ${day} ${month}`,
    time: (hour, minutes) => `${hour}:${minutes}`,
  },
}

/** Names that the speakers use, in Latin letters. */
const spokenNames: Readonly<Record<SpokenLanguage, string>> = { sus: 'Sosoxui', fuf: 'Pular', emk: 'Maninkakan' }

export const nameOf = (tongue: Tongue): string => (isOnlySpoken(tongue) ? spokenNames[tongue] : habits[tongue].name)

export const directionOf = (language: Language): 'ltr' | 'rtl' => habits[language].direction

export const localeOf = (language: Language): string => habits[language].locale
