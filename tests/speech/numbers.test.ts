import { describe, expect, test } from 'vitest'
import { languages, type Language } from '../../shared/domain/language.ts'
import type { Gender } from '../../shared/speech/grammar.ts'
import { grammars } from '../../shared/speech/grammars/grammars.ts'
import { vocabularyOf } from '../../shared/speech/vocabulary.ts'
import { clipKey } from '../../shared/speech/compose.ts'
import { createRandom } from '../simulation/random.ts'
import { readArabic } from './arabic-reader.ts'
import { readEnglish } from './english-reader.ts'
import { readFrench } from './french-reader.ts'
import { readPortuguese } from './portuguese-reader.ts'

const readers: Readonly<Record<Language, (words: string, gender: Gender) => number>> = {
  fr: readFrench,
  en: readEnglish,
  pt: readPortuguese,
  ar: (words, gender) => readArabic(words, gender, false),
}

/** As many small as large: prices are round, seats are not. */
function numbers(count: number): readonly number[] {
  const random = createRandom(20)
  return Array.from({ length: count }, (_, at) => {
    const digits = 1 + (at % 8)
    const value = random.below(Math.min(10 ** digits, 10_000_001))
    return at % 3 === 0 ? Math.min(10_000_000, value * 10 ** random.below(8)) : value
  })
}

describe.each(languages)('%s', (language) => {
  const grammar = grammars[language]
  test('10,000 numbers are said so that a reader of its grammar has them back', () => {
    const faults: string[] = []
    for (const value of [...Array.from({ length: 1200 }, (_, each) => each), ...numbers(10_000), 10_000_000])
      for (const gender of ['m', 'f'] as const) {
        const words = grammar.number(value, gender).join(' ')
        const back = readBack(() => readers[language](words, gender))
        if (back !== value) faults.push(`${value} ${gender}: ${words} (${back})`)
      }
    expect(faults).toEqual([])
  })

  test('the words of every number are in the vocabulary that packs are made of', () => {
    const known = new Set(vocabularyOf(grammar).map(({ key }) => key))
    const said = numbers(10_000).flatMap((value) => [...grammar.number(value), ...grammar.number(value, 'f')])
    expect(said.filter((word) => !known.has(clipKey(word, grammar)))).toEqual([])
  })
})

function readBack(read: () => number): number | string {
  try {
    return read()
  } catch (error) {
    return String(error)
  }
}
