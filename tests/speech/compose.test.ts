import { describe, expect, test } from 'vitest'
import { createI18n } from '../../renderer/i18n/i18n.ts'
import { clipKey, createComposer } from '../../shared/speech/compose.ts'
import { monthNames, weekdayNames } from '../../shared/speech/grammar.ts'
import { grammars } from '../../shared/speech/grammars.ts'
import { createRandom } from '../simulation/random.ts'
import { isSample } from '../support/share.ts'
import { vocabularyOf } from '../../shared/speech/vocabulary.ts'
import { composerOf } from '../support/speech-pack.ts'

type SpokenByRules = keyof typeof grammars
const languages = Object.keys(grammars) as readonly SpokenByRules[]

/** Spoken words for numbers (also with feminine nouns), francs, days of a month, and minutes after midnight. */
const spoken: Readonly<Record<SpokenByRules, Readonly<Record<'m' | 'f' | 'francs' | 'day' | 'time', string>>>> = {
  fr: {
    m: `
      0 zéro | 1 un | 2 deux | 3 trois | 4 quatre | 5 cinq | 6 six | 7 sept | 8 huit | 9 neuf | 10 dix |
      11 onze | 12 douze | 13 treize | 14 quatorze | 15 quinze | 16 seize | 17 dix-sept | 18 dix-huit |
      19 dix-neuf | 20 vingt | 21 vingt et un | 22 vingt-deux | 30 trente | 40 quarante | 50 cinquante |
      60 soixante | 70 soixante-dix | 71 soixante et onze | 72 soixante-douze | 80 quatre-vingts |
      81 quatre-vingt-un | 90 quatre-vingt-dix | 91 quatre-vingt-onze | 99 quatre-vingt-dix-neuf | 100 cent | 101 cent un |
      180 cent quatre-vingts | 200 deux cents | 201 deux cent un | 280 deux cent quatre-vingts | 1000 mille |
      1001 mille un | 1100 mille cent | 2000 deux mille | 80000 quatre-vingt mille |
      81000 quatre-vingt-un mille | 100000 cent mille | 200000 deux cent mille |
      210300 deux cent dix mille trois cents | 1000000 un million | 1001000 un million mille | 3000001 trois millions un |
      10080000 dix millions quatre-vingt mille | 80000000 quatre-vingts millions`,
    f: `
      1 une | 21 vingt et une | 81 quatre-vingt-une | 1001 mille une`,
    francs: `
      0 zéro franc guinéen | 1 un franc guinéen | 2 deux francs guinéens | 21 vingt et un francs guinéens |
      2000 deux mille francs guinéens |
      1000000 un million de francs guinéens | 1500000 un million cinq cent mille francs guinéens |
      2000000 deux millions de francs guinéens`,
    day: `
      1 premier | 2 deux | 21 vingt et un | 31 trente et un`,
    time: `
      0 zéro heure | 65 une heure cinq | 121 deux heures une | 662 onze heures deux | 750 douze heures trente |
      1200 vingt heures | 1271 vingt et une heures onze`,
  },
  en: {
    m: `
      0 zero | 1 one | 2 two | 3 three | 4 four | 5 five | 6 six | 7 seven | 8 eight | 9 nine | 10 ten |
      11 eleven | 12 twelve | 13 thirteen | 14 fourteen | 15 fifteen | 16 sixteen | 17 seventeen | 18 eighteen |
      19 nineteen | 20 twenty | 21 twenty-one | 30 thirty | 40 forty | 50 fifty | 60 sixty | 70 seventy |
      80 eighty | 90 ninety | 99 ninety-nine | 100 one hundred | 101 one hundred and one |
      180 one hundred and eighty | 1000 one thousand | 1001 one thousand and one |
      1100 one thousand one hundred | 21000 twenty-one thousand | 101000 one hundred and one thousand |
      210300 two hundred and ten thousand three hundred | 1000000 one million | 3000001 three million and one |
      10080000 ten million eighty thousand`,
    f: '1 one',
    francs: `
      0 zero Guinean francs | 1 one Guinean franc | 2 two Guinean francs | 21 twenty-one Guinean francs |
      2000 two thousand Guinean francs`,
    day: `
      1 first | 2 second | 3 third | 4 fourth | 5 fifth | 6 sixth | 7 seventh | 8 eighth | 9 ninth | 10 tenth |
      11 eleventh | 12 twelfth | 13 thirteenth | 14 fourteenth | 15 fifteenth | 16 sixteenth | 17 seventeenth |
      18 eighteenth | 19 nineteenth | 20 twentieth | 21 twenty-first | 30 thirtieth | 31 thirty-first`,
    time: `
      0 twelve a.m. | 65 one oh five a.m. | 121 two oh one a.m. | 662 eleven oh two a.m. |
      750 twelve thirty p.m. | 1200 eight p.m. | 1271 nine eleven p.m.`,
  },
  pt: {
    m: `
      0 zero | 1 um | 2 dois | 3 três | 4 quatro | 5 cinco | 6 seis | 7 sete | 8 oito | 9 nove | 10 dez |
      11 onze | 12 doze | 13 treze | 14 catorze | 15 quinze | 16 dezasseis | 17 dezassete | 18 dezoito |
      19 dezanove | 20 vinte | 21 vinte e um | 30 trinta | 40 quarenta | 50 cinquenta | 60 sessenta |
      70 setenta | 80 oitenta | 90 noventa | 99 noventa e nove | 100 cem | 101 cento e um | 200 duzentos |
      280 duzentos e oitenta | 300 trezentos | 400 quatrocentos | 500 quinhentos | 600 seiscentos |
      700 setecentos | 800 oitocentos | 900 novecentos | 999 novecentos e noventa e nove | 1000 mil |
      1001 mil e um | 1100 mil e cem | 1230 mil duzentos e trinta | 2000 dois mil | 101000 cento e um mil |
      200000 duzentos mil | 210300 duzentos e dez mil e trezentos | 1000000 um milhão |
      1001000 um milhão e mil | 1100000 um milhão e cem mil | 1101000 um milhão cento e um mil | 3000001 três milhões e um |
      10080000 dez milhões e oitenta mil`,
    f: `
      1 uma | 2 duas | 21 vinte e uma | 200 duzentas | 280 duzentas e oitenta | 2000 duas mil |
      2000000 dois milhões`,
    francs: `
      0 zero francos guineenses | 1 um franco guineense | 2 dois francos guineenses |
      21 vinte e um francos guineenses |      2000 dois mil francos guineenses | 1000000 um milhão de francos guineenses |
      2000000 dois milhões de francos guineenses`,
    day: `
      1 primeiro | 2 dois | 21 vinte e um | 31 trinta e um`,
    time: `
      0 zero horas | 65 uma hora e cinco | 121 duas horas e um | 662 onze horas e dois |
      750 doze horas e trinta | 1200 vinte horas | 1271 vinte e uma horas e onze`,
  },
  ar: {
    m: `
      0 صفر | 1 واحد | 2 اثنان | 3 ثلاثة | 4 أربعة | 5 خمسة | 6 ستة | 7 سبعة | 8 ثمانية | 9 تسعة | 10 عشرة |
      11 أحد عشر | 12 اثنا عشر | 13 ثلاثة عشر | 14 أربعة عشر | 15 خمسة عشر | 16 ستة عشر | 17 سبعة عشر |
      18 ثمانية عشر | 19 تسعة عشر | 20 عشرون | 21 واحد وعشرون | 28 ثمانية وعشرون | 30 ثلاثون | 40 أربعون |
      50 خمسون | 60 ستون | 70 سبعون | 80 ثمانون | 90 تسعون | 99 تسعة وتسعون | 100 مئة | 101 مئة وواحد |
      110 مئة وعشرة | 200 مئتان | 201 مئتان وواحد | 300 ثلاثمئة | 400 أربعمئة | 500 خمسمئة | 600 ستمئة |
      700 سبعمئة | 800 ثمانمئة | 900 تسعمئة | 1000 ألف | 1001 ألف وواحد | 2000 ألفان | 3000 ثلاثة آلاف |
      11000 أحد عشر ألفًا | 100000 مئة ألف | 101000 مئة ألف وألف | 102000 مئة ألف وألفان | 200000 مئتا ألف |
      210300 مئتان وعشرة آلاف وثلاثمئة | 1000000 مليون | 2000000 مليونان | 3000001 ثلاثة ملايين وواحد |
      10080000 عشرة ملايين وثمانون ألفًا | 11000000 أحد عشر مليونًا`,
    f: `
      1 واحدة | 2 اثنتان | 3 ثلاث | 4 أربع | 5 خمس | 6 ست | 7 سبع | 8 ثماني | 9 تسع | 10 عشر | 11 إحدى عشرة |
      12 اثنتا عشرة | 13 ثلاث عشرة | 18 ثماني عشرة | 21 إحدى وعشرون | 22 اثنتان وعشرون | 28 ثمانٍ وعشرون | 99 تسع وتسعون | 3000 ثلاثة آلاف`,
    francs: `
      0 صفر فرنك غيني | 1 فرنك غيني واحد | 2 فرنكان غينيان | 3 ثلاثة فرنكات غينية | 10 عشرة فرنكات غينية |
      11 أحد عشر فرنكًا غينيًا | 100 مئة فرنك غيني | 102 مئة واثنان فرنك غيني | 200 مئتا فرنك غيني |
      1200 ألف ومئتا فرنك غيني |      2000 ألفا فرنك غيني | 1000000 مليون فرنك غيني | 2000000 مليونا فرنك غيني`,
    day: `
      1 واحد | 2 اثنان | 21 واحد وعشرون | 31 واحد وثلاثون`,
    time: `
      0 الصفر | 60 الواحدة | 120 الثانية | 180 الثالثة | 240 الرابعة | 300 الخامسة | 360 السادسة | 420 السابعة |
      480 الثامنة | 540 التاسعة | 600 العاشرة | 660 الحادية عشرة | 720 الثانية عشرة | 780 الثالثة عشرة |
      840 الرابعة عشرة | 900 الخامسة عشرة | 960 السادسة عشرة | 1020 السابعة عشرة | 1080 الثامنة عشرة |
      1140 التاسعة عشرة | 1200 العشرون | 1260 الحادية والعشرون | 1320 الثانية والعشرون | 1380 الثالثة والعشرون |
      65 الواحدة وخمس دقائق | 121 الثانية ودقيقة واحدة | 662 الحادية عشرة ودقيقتان |
      750 الثانية عشرة وثلاثون دقيقة | 1271 الحادية والعشرون وإحدى عشرة دقيقة`,
  },
}

/** Returns the clips of a text. Throws if the pack cannot speak all of it. */
function clipsOf(language: SpokenByRules, text: string): readonly string[] {
  const { parts, missing, spelled } = composerOf(language)(text)
  const lacking = [...missing, ...spelled]
  if (lacking.length > 0) throw new Error(`${text}: ${lacking.join(', ')}`)
  return parts.flatMap((part) => ('clip' in part ? [part.clip] : []))
}

const random = createRandom(77)
const AMOUNTS = isSample ? 400 : 10_000
const DATES = isSample ? 200 : 2_500

function price(at: number): number {
  const kind = at % 4
  if (kind === 0) return random.below(10_000_001)
  if (kind === 1) return random.between(1, 10_000) * 1000
  return kind === 2 ? random.below(3000) : random.between(1, 10) * 1_000_000
}

const seat = (row: string, number: number) =>
  ({ row, number, look: 'available', price: '', gate: '', accessible: false, note: '' }) as const

describe.each(languages)('%s', (language) => {
  const { money, t, date } = createI18n(language)
  const grammar = grammars[language]
  const timeOf = (hour: number, minutes: number): readonly string[] =>
    language === 'en' ? grammar.time(hour % 12 || 12, minutes, hour < 12 ? 'am' : 'pm') : grammar.time(hour, minutes)
  const keysOf = (words: readonly string[]): readonly string[] => words.map((word) => clipKey(word, grammar))

  test.each([
    ['m', (value: number) => grammar.number(value)],
    ['f', (value: number) => grammar.number(value, 'f')],
    ['francs', (value: number) => grammar.count(value, grammar.money['GNF']!.main)],
    ['day', grammar.day],
    ['time', (value: number) => timeOf(Math.floor(value / 60), value % 60)],
  ] as const)('numbers are said by the rules of the language: %s', (kind, say) => {
    const wanted = spoken[language][kind].split('|').map((line) => line.trim().replaceAll(/\s+/gu, ' '))
    expect(wanted.map((line) => Number.parseInt(line)).map((value) => `${value} ${say(value).join(' ')}`)).toEqual(
      wanted,
    )
  })

  test('prices as the screens write them are counted in francs', () => {
    const prices = Array.from({ length: AMOUNTS }, (_, at) => price(at))
    const wrong = prices.filter((value) => {
      const words = keysOf(grammar.count(value, grammar.money['GNF']!.main))
      return clipsOf(language, money(value, 'GNF')).join('|') !== words.join('|')
    })
    expect(wrong).toEqual([])
  })

  test('rows and seats: the letters, then the number of the seat', () => {
    const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
    const before = clipsOf(language, t.seatMap.spokenSeat(seat('Q', 5))).indexOf('[q]')
    for (let round = 0; round < AMOUNTS; round += 1) {
      const row = letters.charAt(random.below(26))
      const number = random.between(1, 999)
      const clips = clipsOf(language, t.seatMap.spokenSeat(seat(row, number)))
      expect(clips[before]).toBe(`[${row.toLowerCase()}]`)
      expect(clips.slice(before + 2)).toEqual(keysOf(grammar.number(number)))
    }
  })

  test('dates: the day of the week, the day, the month, the hour and the minutes', () => {
    // The weekday names begin with Monday.
    const [weekdays, months] = [weekdayNames(grammar.locale), [...monthNames(grammar.locale)]]
    for (let round = 0; round < DATES; round += 1) {
      const at = new Date(Date.UTC(2026, 0, 1 + random.below(730), random.below(24), random.below(60)))
      const said = clipsOf(language, date(at.toISOString()).full)
      const words = [
        weekdays[(at.getUTCDay() + 6) % 7] ?? '',
        ...grammar.day(at.getUTCDate()),
        months[at.getUTCMonth()] ?? '',
        ...timeOf(at.getUTCHours(), at.getUTCMinutes()),
      ]
      expect(said.filter((clip) => !grammar.beside.includes(clip))).toEqual(keysOf(words))
      expect(said.filter((clip) => grammar.beside.includes(clip))).toEqual(grammar.beside)
    }
  })

  test('no two numbers are said alike, and packs are made of the words of all of them', () => {
    const known = new Set(vocabularyOf(grammar).map(({ key }) => key))
    const length = isSample ? 2_000 : 10_000
    const numbers = [...new Set(Array.from({ length }, (_, at) => (at < 1200 ? at : price(at))))]
    for (const gender of ['m', 'f'] as const) {
      const said = numbers.map((value) => grammar.number(value, gender))
      expect(new Set(said.map((words) => words.join(' '))).size).toBe(numbers.length)
      expect(said.flat().filter((word) => !known.has(clipKey(word, grammar)))).toEqual([])
    }
  })
})

const compose = createComposer(grammars.fr, new Set(['votre porte', '[k]', '[o]', '[z]', 'un mot écrit à l’écran']))

test('a pack lacks it: a word that no phrase has is spelled, and named', () => {
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

test('a pack lacks it: a word that has no letters here, and a text of many unknown words, are said to stand on the screen', () => {
  const unreadable = { parts: [{ clip: 'un mot écrit à l’écran' }], missing: [] }
  expect(compose('Москва')).toEqual({ ...unreadable, spelled: ['Москва'] })
  expect(compose('ko zo ok oz')).toEqual({ ...unreadable, spelled: ['ko', 'zo', 'ok', 'oz'] })
})

test('a pack lacks it: a clip that is missing is named', () => {
  expect(compose('Votre porte 12')).toEqual({ parts: [{ clip: 'votre porte' }], spelled: [], missing: ['douze'] })
})
