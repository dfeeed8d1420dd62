import { habits, isOnlySpoken, type Language, type SpeechLanguage } from '../domain/language.ts'
import { exponentOf } from '../domain/money/money.ts'
import { type Counting, type Grammar, type Noun, defaultCounting, type Words } from './grammar.ts'
import { arabicGrammar } from './grammars/ar.ts'
import { englishGrammar } from './grammars/en.ts'
import { frenchGrammar } from './grammars/fr.ts'
import { portugueseGrammar } from './grammars/pt.ts'

/** Grammars of the languages with rules of their own. */
export const grammars = {
  fr: frenchGrammar,
  en: englishGrammar,
  pt: portugueseGrammar,
  ar: arabicGrammar,
} satisfies Readonly<Partial<Record<Language, Grammar>>>

/**
 * Returns the grammar of a language. `counting`: rules from the manifest of a speech pack, for a language without a
 * grammar.
 */
export function grammarOf(tongue: SpeechLanguage, counting: Counting = defaultCounting): Grammar {
  const written: Readonly<Partial<Record<SpeechLanguage, Grammar>>> = grammars
  if (isOnlySpoken(tongue)) return spokenGrammar(counting)
  const { locale, decimal } = habits[tongue]
  return written[tongue] ?? { ...spokenGrammar(counting), locale, decimal }
}

/** Returns the key of a recorded number. For a language without a grammar, speakers record numbers shown as digits. */
export const valueKey = (value: number): string => `[${value}]`

export const hourKey = (hour: number): string => `[${hour} h]`

/** Key of the word between the parts of a number. */
export const JOINER = '[+]'

export const currencyKey = (currency: string): string => `[${currency}]`

/** Recorded thousands: 1 to 19, and every multiple of 5 below 100, because these are common in prices. */
const thousands = range(1, 99).filter((value) => value < 20 || value % 5 === 0)

/** Recorded values, which compose every number below 11 million. */
export const recordedValues: readonly number[] = [
  ...range(0, 99),
  ...range(1, 9).map((value) => value * 100),
  ...thousands.map((value) => value * 1000),
  ...range(1, 9).map((value) => value * 100_000),
  ...range(1, 10).map((value) => value * 1_000_000),
]

/** Returns the summands of a number in descending order. Numbers above 10 999 999 have no recordings. */
function partsOf(value: number): readonly number[] {
  const below = (above: number, step: number): number => Math.floor((value % above) / step)
  const inThousands = below(100_000, 1000)
  const parts = [
    Math.floor(value / 1_000_000) * 1_000_000,
    below(1_000_000, 100_000) * 100_000,
    ...(thousands.includes(inThousands) ? [inThousands] : [inThousands - (inThousands % 10), inThousands % 10]).map(
      (each) => each * 1000,
    ),
    below(1000, 100) * 100,
    value % 100,
  ].filter((part) => part > 0)
  return parts.length === 0 ? [0] : parts
}

function joined(parts: readonly Words[], joiner: Counting['joiner']): Words {
  return parts.flatMap((part, at) => {
    const isJoined = at > 0 && (joiner === 'each' || (joiner === 'last' && at === parts.length - 1))
    return isJoined ? [JOINER, ...part] : part
  })
}

const noun = (key: string): Noun => ({ gender: 'm', forms: { other: key } })
const minute = noun('[min]')
const second = noun('[s]')

const money = Object.fromEntries(
  Object.keys(frenchGrammar.money).map((currency) => [
    currency,
    { main: noun(currencyKey(currency)), minor: noun(currencyKey(`${currency} 1/${10 ** exponentOf(currency)}`)) },
  ]),
)
const isMoney = (counted: Noun): boolean => Object.values(money).some(({ main }) => main === counted)

/**
 * Returns the grammar of a language that is only spoken, for screens in French. Numbers without recordings are read in
 * French.
 */
function spokenGrammar({ joiner, counted, moneyUnit }: Counting): Grammar {
  const number = (value: number): Words =>
    joined(
      partsOf(value).map((part) => [valueKey(part)]),
      joiner,
    )
  const count = (value: number, what: Noun): Words => {
    const { other } = what.forms
    const unit = isMoney(what) ? moneyUnit : 1
    // An amount that is not a multiple of the counting unit gets a key without a recording.
    if (value % unit !== 0) return [valueKey(value / unit)]
    return counted === 'before' ? [other, ...number(value / unit)] : [...number(value / unit), other]
  }
  return {
    ...frenchGrammar,
    number,
    count,
    day: number,
    year: number,
    time: (hour, minutes) => joined([[hourKey(hour)], ...(minutes > 0 ? [count(minutes, minute)] : [])], joiner),
    hourglass: { minute, second },
    money,
    units: { s: second, min: minute },
    feminine: [],
    lender: frenchGrammar,
  }
}

function range(from: number, to: number): readonly number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index)
}
