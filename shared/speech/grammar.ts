/** What is said one after the other; each is a recording of its own. */
export type Words = readonly string[]

export type Gender = 'm' | 'f'

/** Something that is counted, in the forms that its language counts with (CLDR plural categories). */
export interface Noun {
  readonly gender: Gender
  readonly forms: Readonly<Partial<Record<Intl.LDMLPluralRule, string>>> & { readonly other: string }
}

interface CurrencyNouns {
  readonly main: Noun
  readonly minor: Noun
}

/** How a language says what screens write in figures and signs. */
export interface Grammar {
  /** Whose names of days and months the screens show. */
  readonly locale: string
  /** The decimal sign of its figures; thousands are parted by the other one, or by U+00A0. */
  readonly decimal: '.' | ','
  /** From 0 to `MOST_SAID`. */
  readonly number: (value: number, gender?: Gender) => Words
  readonly count: (value: number, noun: Noun) => Words
  /** The day before the name of its month. */
  readonly day: (value: number) => Words
  readonly year: (value: number) => Words
  /** An hour of the day as screens write it: the first group is the hour, the second the minutes, the third am or pm. */
  readonly writtenTime: RegExp
  readonly time: (hour: number, minutes: number, half?: string) => Words
  readonly hourglass: { readonly minute: Noun; readonly second: Noun }
  readonly money: Readonly<Record<string, CurrencyNouns>>
  /** Between the parts of an amount, and before the last of a list. */
  readonly and: string
  readonly or: string
  /** Between whole and decimals. */
  readonly point: string
  /** Words that screens put beside dates. */
  readonly beside: Words
  /** What a sign says among words. */
  readonly signs: Readonly<Record<string, string>>
  /** Units behind a figure. */
  readonly units: Readonly<Record<string, Noun>>
  /** Of what screens count, what is not masculine. */
  readonly feminine: readonly string[]
  /** Letters by which a word is spelled. */
  readonly alphabet: string
  /** Said for a word that not even its letters can be said of. */
  readonly unreadable: string
  /** Whose words say a figure, an amount or an hour that this one has no recording of. */
  readonly lender?: Grammar
}

/** Beyond it figures are said one by one. */
export const MOST_SAID = 999_999_999

const months = new Map<string, ReadonlySet<string>>()

/** The names of the months as screens of a locale write them in dates, in small letters. */
export function monthNames(locale: string): ReadonlySet<string> {
  const known = months.get(locale)
  if (known) return known
  const named = new Set(monthsAs(locale, 'long'))
  months.set(locale, named)
  return named
}

/** `long`: August, `short`: Aug. */
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

/** Between which values of a number its "and" is said: between each two, before the last, or nowhere. */
export const joiners = ['each', 'last', 'none'] as const

/** Where the word for francs and minutes stands: before the number or after it. */
export const nounPlaces = ['before', 'after'] as const

/** How many francs there are to the piece that money is counted by. */
export const moneyUnits = [1, 5] as const

/** How a language that is only spoken puts numbers together: what somebody who speaks it has to say of it. */
export interface Counting {
  readonly joiner: (typeof joiners)[number]
  readonly counted: (typeof nounPlaces)[number]
  readonly moneyUnit: (typeof moneyUnits)[number]
}

/** As the three of Guinea have it: `francs`, `ten thousand`, `and`, `five hundred`. */
export const usualCounting: Counting = { joiner: 'each', counted: 'before', moneyUnit: 1 }
