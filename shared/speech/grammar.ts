/** Words to be read in sequence. Each item is a separate recording. */
export type Words = readonly string[]

export type Gender = 'm' | 'f'

/** A countable noun with its plural forms (CLDR plural categories). */
export interface Noun {
  readonly gender: Gender
  readonly forms: Readonly<Partial<Record<Intl.LDMLPluralRule, string>>> & { readonly other: string }
}

interface CurrencyNouns {
  readonly main: Noun
  readonly minor: Noun
}

export interface Grammar {
  /** Locale whose names of days and months the screens use. */
  readonly locale: string
  /** Decimal separator of numbers. Thousands are separated by a comma with a decimal point, otherwise by U+00A0. */
  readonly decimal: '.' | ','
  /** Returns the words for a number from 0 to `MAX_SPOKEN_NUMBER`. */
  readonly number: (value: number, gender?: Gender) => Words
  readonly count: (value: number, noun: Noun) => Words
  /** Returns the words for the day of the month, as read before the month's name. */
  readonly day: (value: number) => Words
  readonly year: (value: number) => Words
  /** Time of day as written on screens. Groups: hour, minutes, am or pm. */
  readonly writtenTime: RegExp
  readonly time: (hour: number, minutes: number, half?: string) => Words
  readonly hourglass: { readonly minute: Noun; readonly second: Noun }
  readonly money: Readonly<Record<string, CurrencyNouns>>
  /** Word between the parts of an amount, and before the last item of a list. */
  readonly and: string
  readonly or: string
  /** Word between the integer and the decimals. */
  readonly point: string
  /** Words that appear next to dates on screens. */
  readonly beside: Words
  readonly signs: Readonly<Record<string, string>>
  readonly units: Readonly<Record<string, Noun>>
  /** Feminine nouns that follow numbers on screens. */
  readonly feminine: readonly string[]
  /** Letters with which words are spelled out. */
  readonly alphabet: string
  /** Replacement for a word that cannot be spelled out. */
  readonly unreadable: string
  /** Grammar to use for a number, an amount or a time without a recording in the language. */
  readonly lender?: Grammar
}

/** Maximum number that is read as a whole. Larger numbers are read digit by digit. */
export const MAX_SPOKEN_NUMBER = 999_999_999

const months = new Map<string, ReadonlySet<string>>()

export function monthNames(locale: string): ReadonlySet<string> {
  const known = months.get(locale)
  if (known) return known
  const named = new Set(monthsAs(locale, 'long'))
  months.set(locale, named)
  return named
}

/** Returns the names of the months: `long` as in August, `short` as in Aug. */
export const monthsAs = (locale: string, month: 'long' | 'short'): readonly string[] =>
  namesOf(locale, { month }, 12, (index) => Date.UTC(2026, index, 1))

export const weekdayNames = (locale: string): readonly string[] =>
  namesOf(locale, { weekday: 'long' }, 7, (day) => Date.UTC(2026, 5, 1 + day))

function namesOf(
  locale: string,
  options: Intl.DateTimeFormatOptions,
  count: number,
  at: (index: number) => number,
): readonly string[] {
  const format = new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' })
  return Array.from({ length: count }, (_, index) => format.format(new Date(at(index))).toLowerCase())
}

/** Position of the word for "and": between all parts of a number, before the last part, or nowhere. */
export const joiners = ['each', 'last', 'none'] as const

/** Position of the noun for francs or minutes, relative to the number. */
export const nounPlaces = ['before', 'after'] as const

/** Number of francs in the unit in which a language counts money. */
export const moneyUnits = [1, 5] as const

export interface Counting {
  readonly joiner: (typeof joiners)[number]
  readonly counted: (typeof nounPlaces)[number]
  readonly moneyUnit: (typeof moneyUnits)[number]
}

/**
 * Default counting rules for the three languages of Guinea, which say `francs`, `ten thousand`, `and`, `five hundred`.
 */
export const defaultCounting: Counting = { joiner: 'each', counted: 'before', moneyUnit: 1 }
