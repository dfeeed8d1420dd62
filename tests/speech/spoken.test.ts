import { expect, test } from 'vitest'
import { missingTexts } from '../../electron/app/speech.ts'
import { createI18n } from '../../renderer/i18n/i18n.ts'
import { linesOf, textsOf } from '../../scripts/speech/screen-texts.ts'
import { spokenLanguages, type SpokenLanguage } from '../../shared/domain/language.ts'
import { createComposer, type Composer } from '../../shared/speech/compose.ts'
import { grammarOf } from '../../shared/speech/grammars.ts'
import { defaultCounting, type Counting } from '../../shared/speech/grammar.ts'
import { createRandom } from '../simulation/random.ts'
import { isSample } from '../support/share.ts'

const { money, date, t } = createI18n('fr')
const own = new Set(textsOf('sus').map(({ key }) => key))
const french = linesOf('fr').map(({ key }) => key)

const composers = new Map<string, Composer>()

function composerOf(counting: Partial<Counting>, clips: ReadonlySet<string>): Composer {
  const name = `${JSON.stringify(counting)} ${clips.size}`
  const composer = composers.get(name) ?? createComposer(grammarOf('sus', { ...defaultCounting, ...counting }), clips)
  composers.set(name, composer)
  return composer
}

function clipsOf(text: string, counting: Partial<Counting> = {}, clips: ReadonlySet<string> = own): readonly string[] {
  const { parts, missing, spelled } = composerOf(counting, clips)(text)
  if (missing.length + spelled.length > 0) throw new Error(`${text}: ${[...missing, ...spelled].join(', ')}`)
  return parts.flatMap((part) => ('clip' in part ? [part.clip] : []))
}

const valueOf = (clip: string): number => Number(/^\[(\d+)\]$/u.exec(clip)?.[1])

/**
 * Returns the sum of the numbers in the clips. NaN if the numbers do not decrease or the joining words are not where
 * `joiner` requires them.
 */
function addedUp(clips: readonly string[], joiner: Counting['joiner']): number {
  const values = clips.filter((clip) => clip !== '[+]').map(valueOf)
  const joined = clips.flatMap((clip, at) => (clip === '[+]' ? [at] : []))
  const between = values.slice(1).map((_, at) => 2 * at + 1)
  const wanted = { each: between, last: values.length > 1 ? [values.length - 1] : [], none: [] }[joiner]
  const falls = values.every((value, at) => at === 0 || value < (values[at - 1] ?? 0))
  if (!falls || joined.join(' ') !== wanted.join(' ')) return Number.NaN
  return values.reduce((sum, value) => sum + value, 0)
}

const random = createRandom(91)
const prices = Array.from({ length: isSample ? 500 : 10_000 }, (_, at) => {
  if (at % 3 === 0) return random.below(10_999_999)
  return at % 3 === 1 ? random.between(1, 2000) * 5000 : random.below(3000)
})

test.each(['each', 'last', 'none'] as const)('amounts: prices add up to what the screen shows: %s', (joiner) => {
  const wrong = prices.filter((price) => {
    const [francs, ...rest] = clipsOf(money(price, 'GNF'), { joiner })
    return francs !== '[GNF]' || addedUp(rest, joiner) !== price
  })
  expect(wrong).toEqual([])
})

test('amounts: the word for francs comes after the number where the language has it so', () => {
  expect(clipsOf(money(25_500, 'GNF'), { counted: 'after' })).toEqual(['[25000]', '[+]', '[500]', '[GNF]'])
})

test('amounts: money that is counted by the piece of five francs', () => {
  expect(clipsOf(money(25_500, 'XOF'), { moneyUnit: 5 })).toEqual(['[XOF]', '[5000]', '[+]', '[100]'])
  expect(clipsOf('25 billets', { moneyUnit: 5 })[0]).toBe('[25]')
})

test.each([
  ['more than is recorded', money(60_000_000, 'GNF'), 'millions'],
  ['of a currency without a word', money(2500, 'EUR'), 'euros'],
  ['less than a piece of five francs', money(7, 'GNF'), 'francs guinéens'],
])('amounts: what is %s is said in French, never left out', (_, text, word) => {
  const clips = clipsOf(text, { moneyUnit: 5 }, new Set([...french, ...own]))
  expect(clips.join(' ')).toContain(word)
  expect(clips.filter((clip) => clip.startsWith('['))).toEqual([])
})

test('dates: the day, the month, the hour and the minutes, each of its own', () => {
  for (let round = 0; round < (isSample ? 200 : 2_500); round += 1) {
    const at = new Date(Date.UTC(2026, 0, 1 + random.below(730), random.below(24), random.below(60)))
    const clips = clipsOf(date(at.toISOString()).full)
    const hour = `[${at.getUTCHours()} h]`
    const minutes = at.getUTCMinutes()
    expect(valueOf(clips[1] ?? '')).toBe(at.getUTCDate())
    expect(clips.slice(clips.indexOf(hour))).toEqual(minutes === 0 ? [hour] : [hour, '[+]', '[min]', `[${minutes}]`])
  }
})

test('a row and a seat are said by their letter and number', () => {
  const seat = { row: 'Q', number: 105, look: 'available', price: '', gate: '', accessible: false, note: '' } as const
  expect(clipsOf(t.seatMap.spokenSeat(seat))).toEqual(expect.arrayContaining(['[q]', '[100]', '[+]', '[5]']))
})

const manifest = (tongue: SpokenLanguage, keys: readonly string[]) => ({
  format: 'guichet-speech/1' as const,
  language: tongue,
  voice: { synthetic: false, by: 'Mariama Bah' },
  licence: 'CC-BY-4.0',
  clips: Object.fromEntries(keys.map((key) => [key, { file: 'a.wav' }])),
})

test.each(spokenLanguages)('a pack is whole: %s: with every text that is to be recorded, and no sooner', (tongue) => {
  const texts = textsOf(tongue)
  const keys = texts.map(({ key }) => key)
  expect(missingTexts(tongue, [manifest(tongue, keys)], texts)).toEqual([])
  const without = keys.filter((key) => key !== 'prenez votre billet' && key !== '[25000]')
  const missing = missingTexts(tongue, [manifest(tongue, without)], texts).map(({ text }) => text)
  expect(missing).toEqual(['Prenez votre billet', '25\u202f000'])
})

test('a pack is whole: an evening is enough: so many recordings', () => {
  expect(textsOf('sus').length).toBeLessThan(1_100)
})
