import { monthsAs, weekdayNames } from './calendar.ts'
import { clipKey, letterKey } from './compose.ts'
import type { Grammar, Noun } from './grammar.ts'
import { keyOf } from './tokens.ts'

/** What is recorded once: the text that is read out, and the key its clip has in the manifest. */
export interface Line {
  readonly key: string
  readonly text: string
}

/** All that a grammar can say of figures, amounts, dates, hours and letters, each once. */
export function vocabularyOf(grammar: Grammar): readonly Line[] {
  const { number, count, day, year, time, hourglass, money, units, signs, locale, and, or, point } = grammar
  const counts = range(0, 999)
  const scales = [...counts.map((value) => value * 1000), ...counts.map((value) => value * 1_000_000)]
  const nouns: readonly Noun[] = [
    hourglass.minute,
    hourglass.second,
    ...Object.values(units),
    ...Object.values(money).flatMap(({ main, minor }) => [main, minor]),
  ]
  const words = [
    ...[...counts, ...scales].flatMap((value) => [...number(value), ...number(value, 'f')]),
    ...[...range(0, 201), 1000, 2000, 1_000_000, 2_000_000].flatMap((value) =>
      nouns.flatMap((noun) => count(value, noun)),
    ),
    ...counts
      .filter((value) => value < 100)
      .flatMap((value) => [...number(1100 + value), ...number(1_000_000 + value)]),
    ...range(1, 100).flatMap((value) => nouns.flatMap((noun) => count(value * 100, noun))),
    // An `and` that is one with the word behind it.
    ...(and === 'و' ? firstWords(grammar, nouns, [...counts, ...scales]).map((word) => `${and}${word}`) : []),
    ...range(1, 31).flatMap(day),
    ...range(2000, 2099).flatMap(year),
    ...range(0, 23).flatMap((hour) => range(0, 59).flatMap((minutes) => time(hour, minutes, hour < 12 ? 'am' : 'pm'))),
    ...weekdayNames(locale),
    ...monthsAs(locale, 'long'),
    ...grammar.beside,
    and,
    or,
    point,
    grammar.unreadable,
    ...Object.values(signs),
  ]
  const said = new Map(words.map((word) => [clipKey(word, grammar), word]))
  const months = monthsAs(locale, 'long')
  const inShort = monthsAs(locale, 'short').map((word, month) => ({
    key: keyOf(word, grammar),
    text: months[month] ?? '',
  }))
  const letters = grammar.alphabet.split('').map((letter) => ({ key: letterKey(letter), text: letter.toUpperCase() }))
  return [...inShort, ...[...said].map(([key, text]) => ({ key, text })), ...letters]
}

const firstWords = (
  { number, count }: Grammar,
  nouns: readonly Noun[],
  values: readonly number[],
): readonly string[] => [
  ...values.flatMap((value) => [...number(value).slice(0, 1), ...number(value, 'f').slice(0, 1)]),
  ...[200, 2000, 2_000_000].flatMap((value) => nouns.flatMap((noun) => count(value, noun).slice(0, 1))),
  ...nouns.flatMap(({ forms }) => Object.values(forms)),
]

const range = (from: number, to: number): readonly number[] =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index)
