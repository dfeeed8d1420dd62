import { describe, expect, test } from 'vitest'
import { createI18n } from '../../renderer/i18n/i18n.ts'
import { clipKey, createComposer } from '../../shared/speech/compose.ts'
import type { Gender } from '../../shared/speech/grammar.ts'
import { grammars } from '../../shared/speech/grammars.ts'
import { createRandom } from '../simulation/random.ts'
import { readArabic } from './arabic-reader.ts'
import { readEnglish } from './english-reader.ts'
import { readFrench } from './french-reader.ts'
import { readPortuguese } from './portuguese-reader.ts'
import { vocabularyOf } from '../../shared/speech/vocabulary.ts'
import { composerOf } from '../support/speech-pack.ts'

type SpokenByRules = keyof typeof grammars
const languages = Object.keys(grammars) as readonly SpokenByRules[]

/** Returns the clips of a text. Throws if the pack cannot speak all of it. */
function clipsOf(language: SpokenByRules, text: string): readonly string[] {
  const { parts, missing, spelled } = composerOf(language)(text)
  const lacking = [...missing, ...spelled]
  if (lacking.length > 0) throw new Error(`${text}: ${lacking.join(', ')}`)
  return parts.flatMap((part) => ('clip' in part ? [part.clip] : []))
}

const read: Readonly<Record<SpokenByRules, (words: readonly string[], gender: Gender) => number>> = {
  fr: (words) => readFrench(words.join(' ')),
  en: (words) => readEnglish(words.join(' ')),
  pt: (words, gender) => readPortuguese(words.join(' '), gender),
  ar: (words, gender) => readArabic(words.join(' '), gender, false),
}

/**
 * Converts spoken amounts in Guinean francs to numbers, independently of the program. Returns NaN if the noun does not
 * fit the number.
 */
const francs: Readonly<Record<SpokenByRules, (clips: readonly string[]) => number>> = {
  fr(clips) {
    const value = readFrench(clips.slice(0, -1).join(' '))
    const round = value > 0 && value % 1_000_000 === 0
    const noun = value < 2 ? 'franc guinéen' : 'francs guinéens'
    return clips.at(-1) === (round ? `de ${noun}` : noun) ? value : Number.NaN
  },
  en(clips) {
    const value = readEnglish(clips.slice(0, -1).join(' '))
    return clips.at(-1) === (value === 1 ? 'guinean franc' : 'guinean francs') ? value : Number.NaN
  },
  pt(clips) {
    const round = clips.at(-2) === 'de'
    const value = readPortuguese(clips.slice(0, round ? -2 : -1).join(' '), 'm')
    const noun = value === 1 ? 'franco guineense' : 'francos guineenses'
    return clips.at(-1) === noun && round === (value > 0 && value % 1_000_000 === 0) ? value : Number.NaN
  },
  ar(clips) {
    const noun = clips.at(-1) ?? ''
    if (clips.length === 1) return ['فرنك غيني واحد', 'فرنكان غينيان'].indexOf(noun) + 1
    const value = readArabic(clips.slice(0, -1).join(' '), 'm', true)
    const rest = value % 100
    const many = rest >= 3 && rest <= 10 ? 'فرنكات غينية' : rest > 10 ? 'فرنكًا غينيًا' : 'فرنك غيني'
    return noun === many ? value : Number.NaN
  },
}

const random = createRandom(77)

function price(at: number): number {
  const kind = at % 4
  if (kind === 0) return random.below(10_000_001)
  if (kind === 1) return random.between(1, 10_000) * 1000
  return kind === 2 ? random.below(3000) : random.between(1, 10) * 1_000_000
}

describe.each(languages)('%s', (language) => {
  const { money, t, date } = createI18n(language)

  test('10,000 prices as the screens write them are counted in francs', () => {
    const prices = Array.from({ length: 10_000 }, (_, at) => price(at))
    const wrong = prices.filter((value) => francs[language](clipsOf(language, money(value, 'GNF'))) !== value)
    expect(wrong).toEqual([])
  })

  test('10,000 rows and seats: the letters, then the number of the seat', () => {
    const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
    const before = clipsOf(language, t.seatMap.spokenSeat(seat('Q', 5))).indexOf('[q]')
    for (let round = 0; round < 10_000; round += 1) {
      const row = letters.charAt(random.below(26))
      const number = random.between(1, 999)
      const clips = clipsOf(language, t.seatMap.spokenSeat(seat(row, number)))
      expect(clips[before]).toBe(`[${row.toLowerCase()}]`)
      expect(read[language](clips.slice(before + 2), 'm')).toBe(number)
    }
  })

  // Only 10,000 dates over the four languages, because formatting a date takes longer than composing its speech.
  test('2,500 dates: the day of the week, the day, the month, the hour and the minutes', () => {
    for (let round = 0; round < 2500; round += 1) {
      const at = new Date(Date.UTC(2026, 0, 1 + random.below(730), random.below(24), random.below(60)))
      const clips = clipsOf(language, date(at.toISOString()).full)
      const hour = at.getUTCHours()
      expect({ said: dateOf[language](clips), clips }).toEqual({
        said: {
          weekday: at.getUTCDay(),
          day: at.getUTCDate(),
          month: at.getUTCMonth(),
          hour,
          minutes: at.getUTCMinutes(),
        },
        clips,
      })
    }
  })
})

const seat = (row: string, number: number) =>
  ({ row, number, look: 'available', price: '', gate: '', accessible: false, note: '' }) as const

interface SaidDate {
  readonly weekday: number
  readonly day: number
  readonly month: number
  readonly hour: number
  readonly minutes: number
}

const inFrench = {
  weekdays: 'dimanche lundi mardi mercredi jeudi vendredi samedi'.split(' '),
  months: 'janvier février mars avril mai juin juillet août septembre octobre novembre décembre'.split(' '),
}
const inEnglish = {
  weekdays: 'sunday monday tuesday wednesday thursday friday saturday'.split(' '),
  months: 'january february march april may june july august september october november december'.split(' '),
  ordinals:
    'first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth twenty-first twenty-second twenty-third twenty-fourth twenty-fifth twenty-sixth twenty-seventh twenty-eighth twenty-ninth thirtieth thirty-first'.split(
      ' ',
    ),
}
const inPortuguese = {
  weekdays: 'domingo segunda-feira terça-feira quarta-feira quinta-feira sexta-feira sábado'.split(' '),
  months: 'janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro'.split(' '),
}
const inArabic = {
  weekdays: 'الأحد الاثنين الثلاثاء الأربعاء الخميس الجمعة السبت'.split(' '),
  months: 'يناير فبراير مارس أبريل مايو يونيو يوليو أغسطس سبتمبر أكتوبر نوفمبر ديسمبر'.split(' '),
  ones: 'الصفر الواحدة الثانية الثالثة الرابعة الخامسة السادسة السابعة الثامنة التاسعة العاشرة'.split(' '),
}

const dateOf: Readonly<Record<SpokenByRules, (clips: readonly string[]) => SaidDate>> = {
  fr([weekday = '', day = '', month = '', hour = '', , ...minutes]) {
    return {
      weekday: inFrench.weekdays.indexOf(weekday),
      day: day === 'premier' ? 1 : readFrench(day),
      month: inFrench.months.indexOf(month),
      hour: readFrench(hour),
      minutes: minutes.length === 0 ? 0 : readFrench(minutes.join(' ')),
    }
  },
  en([weekday = '', day = '', month = '', hour = '', ...rest]) {
    const half = rest.at(-1)
    const minutes = rest.slice(0, -1).filter((word) => word !== 'oh')
    const twelve = readEnglish(hour) % 12
    return {
      weekday: inEnglish.weekdays.indexOf(weekday),
      day: inEnglish.ordinals.indexOf(day) + 1,
      month: inEnglish.months.indexOf(month),
      hour: half === 'p.m' ? twelve + 12 : half === 'a.m' ? twelve : Number.NaN,
      minutes: minutes.length === 0 ? 0 : readEnglish(minutes.join(' ')),
    }
  },
  pt([weekday = '', day = '', of = '', month = '', hour = '', , and, ...minutes]) {
    return {
      weekday: inPortuguese.weekdays.indexOf(weekday),
      day: day === 'primeiro' ? 1 : readPortuguese(day, 'm'),
      month: of === 'de' ? inPortuguese.months.indexOf(month) : -1,
      hour: readPortuguese(hour, 'f'),
      minutes: and === 'e' ? readPortuguese(minutes.join(' '), 'm') : 0,
    }
  },
  ar(clips) {
    const monthAt = clips.findIndex((clip) => inArabic.months.includes(clip))
    const [hour = '', ...minutes] = clips.slice(clips.indexOf('الساعة') + 1)
    return {
      weekday: inArabic.weekdays.indexOf(clips[0] ?? ''),
      day: readArabic(clips.slice(1, monthAt).join(' '), 'm', false),
      month: inArabic.months.indexOf(clips[monthAt] ?? ''),
      hour: arabicHour(hour),
      minutes: minutes.length === 0 ? 0 : arabicMinutes(minutes),
    }
  },
}

function arabicHour(words: string): number {
  if (words === 'العشرون') return 20
  if (words.endsWith(' والعشرون')) return 20 + arabicUnit(words.replace(' والعشرون', ''))
  if (words.endsWith(' عشرة')) return 10 + arabicUnit(words.replace(' عشرة', ''))
  return inArabic.ones.indexOf(words)
}

const arabicUnit = (word: string): number => (word === 'الحادية' ? 1 : inArabic.ones.indexOf(word))

function arabicMinutes(words: readonly string[]): number {
  const plain = words.join(' ').replace(/^و/u, '')
  if (plain === 'دقيقة واحدة') return 1
  if (plain === 'دقيقتان') return 2
  const value = readArabic(plain.replace(/ (?:دقائق|دقيقة)$/u, ''), 'f', true)
  return plain.endsWith(value <= 10 ? ' دقائق' : ' دقيقة') ? value : Number.NaN
}

describe('what a pack has not', () => {
  const compose = createComposer(grammars.fr, new Set(['votre porte', '[k]', '[o]', '[z]', 'un mot écrit à l’écran']))

  test('a word that no phrase has is spelled, and named', () => {
    expect(compose('Votre porte : Zoko')).toEqual({
      parts: [
        { clip: 'votre porte' },
        { silence: 0.3 },
        ...['[z]', '[o]', '[k]', '[o]'].flatMap((clip) => [{ clip }, { silence: 0.04 }]),
      ],
      spelled: ['Zoko'],
      missing: [],
    })
  })

  test('a word that has no letters here, and a text of many unknown words, are said to stand on the screen', () => {
    const unreadable = { parts: [{ clip: 'un mot écrit à l’écran' }], missing: [] }
    expect(compose('Москва')).toEqual({ ...unreadable, spelled: ['Москва'] })
    expect(compose('ko zo ok oz')).toEqual({ ...unreadable, spelled: ['ko', 'zo', 'ok', 'oz'] })
  })

  test('a clip that is missing is named', () => {
    expect(compose('Votre porte 12')).toEqual({ parts: [{ clip: 'votre porte' }], spelled: [], missing: ['douze'] })
  })
})

const readers: Readonly<Record<SpokenByRules, (words: string, gender: Gender) => number>> = {
  fr: readFrench,
  en: readEnglish,
  pt: readPortuguese,
  ar: (words, gender) => readArabic(words, gender, false),
}

/**
 * Returns equal shares of small and large numbers. A third of the numbers are multiplied by a power of ten, because
 * prices are round and seat numbers are not.
 */
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
