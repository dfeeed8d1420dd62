/** What is said one after the other; each is a recording of its own. */
export type Words = readonly string[]

export type Gender = 'm' | 'f'

/** Something that is counted, in the forms that its language counts with (CLDR plural categories). */
export interface Noun {
  readonly gender: Gender
  readonly forms: Readonly<Partial<Record<Intl.LDMLPluralRule, string>>> & { readonly other: string }
}

export interface CurrencyNouns {
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
