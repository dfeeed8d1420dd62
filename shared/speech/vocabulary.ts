import { type Grammar, monthsAs, type Noun, weekdayNames } from './grammar.ts'
import { clipKey, letterKey } from './compose.ts'
import { currencyKey, hourKey, JOINER, recordedValues, valueKey } from './grammars.ts'
import type { Line, LineGroup } from './line.ts'
import { keyOf } from './tokens.ts'

/** Returns all words that a grammar can use for numbers, amounts, dates, times and letters, without duplicates. */
export function vocabularyOf(grammar: Grammar): readonly Line[] {
  const { locale } = grammar
  const dates = new Set([...weekdayNames(locale), ...monthsAs(locale, 'long')].map((word) => clipKey(word, grammar)))
  const said = new Map(saidWords(grammar).map((word) => [clipKey(word, grammar), word]))
  const groupOf = (key: string): LineGroup => (dates.has(key) ? 'dates' : 'numbers')
  const words = [...said].map(([key, text]) => ({ key, text, group: groupOf(key) }))
  return [...monthsInShort(grammar), ...words, ...lettersOf(grammar)]
}

/** Currencies in use where the recorded languages are spoken. */
const spokenCurrencies = ['GNF', 'XOF'] as const

/** Returns the words and numbers to record for a language that is only spoken and whose screens are in French. */
export function spokenVocabulary(grammar: Grammar): readonly Line[] {
  const { locale, and, or, point, signs, unreadable, money } = grammar
  const { lender = grammar } = grammar
  const written = new Intl.NumberFormat(locale)
  const word = (text: string, group: LineGroup): Line => ({ key: keyOf(text, grammar), text, group })
  const nounOf = (currency: string): string => lender.money[currency]?.main.forms.other ?? currency
  return [
    ...spokenCurrencies
      .filter((currency) => money[currency])
      .map((currency): Line => ({ key: currencyKey(currency), text: nounOf(currency), group: 'money' })),
    ...recordedValues.map((value): Line => {
      const text = written.format(value)
      return { key: valueKey(value), text, group: value < 1000 ? 'numbers' : 'money' }
    }),
    { key: JOINER, text: 'et', group: 'numbers', context: '20 000 … 500' },
    ...[and, or, point, unreadable, ...Object.values(signs)].map((text) => word(text, 'numbers')),
    ...range(0, 23).map((hour): Line => ({ key: hourKey(hour), text: `${hour}\u00a0h`, group: 'dates' })),
    { key: '[min]', text: 'minutes', group: 'dates' },
    { key: '[s]', text: 'secondes', group: 'dates' },
    ...[...weekdayNames(locale), ...monthsAs(locale, 'long')].map((text) => word(text, 'dates')),
    ...lettersOf(grammar),
  ]
}

const lettersOf = ({ alphabet }: Grammar): readonly Line[] =>
  alphabet.split('').map((letter) => ({ key: letterKey(letter), text: letter.toUpperCase(), group: 'letters' }))

function monthsInShort(grammar: Grammar): readonly Line[] {
  const months = monthsAs(grammar.locale, 'long')
  return monthsAs(grammar.locale, 'short').map((word, month) => ({
    key: keyOf(word, grammar),
    text: months[month] ?? '',
    group: 'dates',
  }))
}

function saidWords(grammar: Grammar): readonly string[] {
  const { number, count, day, year, time, hourglass, money, units, signs, locale, and, or, point } = grammar
  const counts = range(0, 999)
  const scales = [...counts.map((value) => value * 1000), ...counts.map((value) => value * 1_000_000)]
  const nouns: readonly Noun[] = [
    hourglass.minute,
    hourglass.second,
    ...Object.values(units),
    ...Object.values(money).flatMap(({ main, minor }) => [main, minor]),
  ]
  return [
    ...[...counts, ...scales].flatMap((value) => [...number(value), ...number(value, 'f')]),
    ...[...range(0, 201), 1000, 2000, 1_000_000, 2_000_000].flatMap((value) =>
      nouns.flatMap((noun) => count(value, noun)),
    ),
    ...counts
      .filter((value) => value < 100)
      .flatMap((value) => [...number(1100 + value), ...number(1_000_000 + value)]),
    ...range(1, 100).flatMap((value) => nouns.flatMap((noun) => count(value * 100, noun))),
    // Words that are joined with a preceding `and`.
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
