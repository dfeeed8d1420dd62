// All texts that customer screens can speak: the texts of the catalogues and the names of the demo.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { demoEventDrafts } from '../../electron/booking/demo-events.ts'
import { createI18n } from '../../renderer/i18n/i18n.ts'
import { nameOf } from '../../renderer/i18n/languages.ts'
import {
  isOnlySpoken,
  languages,
  textLanguageOf,
  type Language,
  type SpeechLanguage,
} from '../../shared/domain/language.ts'
import { venuePlan } from '../../shared/domain/venue/venue-plan.ts'
import { grammarOf } from '../../shared/speech/grammars.ts'
import { catalogues } from '../../shared/i18n/catalogues.ts'
import { isFree } from '../../shared/domain/money/tender.ts'
import type { Line, LinePlace } from '../../shared/speech/line.ts'
import { keyOf, phrasesOf } from '../../shared/speech/tokens.ts'
import { spokenVocabulary, vocabularyOf } from '../../shared/speech/vocabulary.ts'
import { textsIn, type SourceText } from './source-texts.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

const catalogueFiles = ['catalogue.ts', 'kiosk.ts', 'problems.ts']

export interface SpokenLine extends Line {
  readonly voice: string
}

/** Returns the synthesiser's voice for a language. */
const voiceOf = (language: Language): string => (language === 'en' ? 'en-gb' : language)

/** Returns every line to record for a language of the screens. A line that several sources contain is recorded once. */
export function linesOf(language: Language): readonly SpokenLine[] {
  const inVoice = (voice: string, lines: readonly Line[]) => lines.map((line) => ({ ...line, voice }))
  const grammar = grammarOf(language)
  const vocabulary = grammar.lender ? spokenVocabulary(grammar) : vocabularyOf(grammar)
  const lines: readonly SpokenLine[] = [
    ...inVoice(voiceOf('fr'), demoNames(language)),
    ...languages.flatMap((named) => inVoice(voiceOf(named), namesOf([nameOf(named)], language))),
    ...inVoice(voiceOf(language), [...vocabulary, ...screenTexts(language, () => true)]),
  ]
  return eachOnce(lines)
}

/** Returns the lines to record. For a spoken-only language, returns only the lines that customers hear. */
export function textsOf(tongue: SpeechLanguage): readonly Line[] {
  if (!isOnlySpoken(tongue))
    return linesOf(tongue).map(({ key, text, group, where, context }) => ({ key, text, group, where, context }))
  const language = textLanguageOf(tongue)
  const own = { ...lineOf(nameOf(tongue), language), group: 'screens', where: 'everywhere' } as const
  return eachOnce([own, ...screenTexts(language, isForBuyers), ...spokenVocabulary(grammarOf(tongue))])
}

const eachOnce = <T extends Line>(lines: readonly T[]): readonly T[] => [
  ...new Map(lines.map((line) => [line.key, line])).values(),
]

/** Returns the phrases of a language's catalogues, split where a value is inserted: `Choose`, `seats side by side`. */
function screenTexts(language: Language, isWanted: (text: SourceText) => boolean): readonly Line[] {
  const folder = join(root, 'renderer/i18n', language)
  const written = catalogueFiles.flatMap((file) => textsIn(join(folder, file)))
  const { tenders, toPay, left, inCash } = createI18n(language).t.desk
  const { seatNotes } = catalogues[language]
  const named = (texts: readonly string[], ...names: readonly string[]): readonly SourceText[] =>
    texts.map((text) => ({ text, whole: text, names }))
  const texts = [
    ...written,
    // Tenders that involve no payment are never announced as payment methods.
    ...named(
      Object.entries(tenders).flatMap(([kind, name]) => (isFree(kind) ? [] : [name])),
      'paying',
    ),
    ...named([toPay, left, inCash], 'fr', 'display'),
    ...named(Object.values(seatNotes), 'map'),
  ]
  return texts.filter(isWanted).flatMap(({ text, whole, names }) => {
    const [where = 'everywhere'] = names.flatMap((name) => placeOf[name.replace(ofLanguage, '')] ?? [])
    return phrases(text, language).map((phrase): Line => ({
      ...lineOf(phrase, language),
      group: 'screens',
      where,
      ...(whole.trim() !== phrase && { context: whole.trim() }),
    }))
  })
}

/** Matches the language in a name such as `frPaying`. */
const ofLanguage = new RegExp(`^(?:${languages.join('|')})(?=[A-Z])`, 'u')

const placeOf: Readonly<Record<string, LinePlace>> = {
  ...placed('events', 'attract', 'events'),
  ...placed('seats', 'coupon', 'party', 'wheelchair', 'offers', 'wishes', 'map', 'SeatMap', 'Reasons'),
  ...placed('paying', 'review', 'paying', 'Paying', 'card', 'Device', 'cash', 'Notes'),
  ...placed('tickets', 'confirming', 'printing', 'printProblem', 'PrintStates', 'PrinterReasons', 'done'),
  ...placed('help', 'around', 'collecting', 'Collected', 'refundDue', 'needsStaff', 'StaffReasons', 'staff'),
  ...placed('trouble', 'ended', 'outOfService', 'idle', 'startOver', 'Problems'),
  ...placed('desk', 'display'),
  ...placed('everywhere', 'common', 'tools', 'access', 'keys'),
}

function placed(where: LinePlace, ...names: readonly string[]): Readonly<Record<string, LinePlace>> {
  return Object.fromEntries(names.map((name) => [name, where]))
}

/** Texts that only staff see: at a cashier desk, in its office, or when staff take cash at the kiosk. */
const staffs: Readonly<Record<string, ReadonlySet<string>>> = {
  frProblems: wordsOf(
    'too-much tickets-turned-up approval-known payer-needed too-many-parked signed-out wrong-pin pin-locked too-little invalid-answer hub-decides training-not-offered quit-not-offered no-report not-allowed approval-required second-person weak-pin number-taken no-such-number last-supervisor refund-not-offered refund-over no-such-ticket ticket-returned tickets-cancelled nothing-to-invoice nothing-to-close other-shift other-tender unreadable-report no-shift unknown-currency float-known unknown-piece write-failed unknown-printer access-code-refused setting-refused not-saved',
  ),
  cash: wordsOf('pin demoPin pinEntered received exact change missing next take much takeMuch'),
  fr: wordsOf('display'),
  tools: wordsOf('training'),
}

function wordsOf(words: string): ReadonlySet<string> {
  return new Set(words.split(' '))
}

/** Excludes texts such as `1,5 s` and `1`, which are spoken as numbers. */
const isForBuyers = ({ text, names }: SourceText): boolean =>
  /\p{L}{2}/u.test(text) && text !== 'conjunction' && !names.some((name, at) => staffs[names[at - 1] ?? '']?.has(name))

/** Returns the titles, teams and places of the demo, which are French in every language. */
function demoNames(language: Language): readonly Line[] {
  const venues = join(root, 'resources/venues')
  const plans = readdirSync(venues).map((file) => venuePlan.parse(JSON.parse(readFileSync(join(venues, file), 'utf8'))))
  const places = plans.flatMap(({ venue, tribunes, zones, gates, sections }) => [
    venue.name,
    venue.city,
    ...[...tribunes, ...zones, ...gates, ...sections].map(({ name }) => name),
    ...gates.map(({ label }) => label),
  ])
  const events = demoEventDrafts(plans, '2026-01-01').flatMap(({ title, category, description, homeTeam, awayTeam }) =>
    [title, category, description, homeTeam, awayTeam].filter((text) => typeof text === 'string'),
  )
  const whole = places.flatMap((name) => name.split(', ')).map(withoutCode)
  return namesOf([...placeWords, ...nationalTeams, ...whole, ...events], language)
}

/** Common words in names of places, so that the names of most venues are not spelled out. */
const placeWords =
  'Stade Tribune Virage Gradin Secteur Porte Bloc Loge Loges Balcon Parterre Palais Théâtre Arena Nord Sud Est Ouest Centre honneur d’honneur centrale latérale couverte basse haute populaire présidentielle officielle VIP du de des la le les l et'.split(
    ' ',
  )

/**
 * National teams that are most likely to play in the stadiums of Conakry. Venues record the names of other teams
 * themselves.
 */
const nationalTeams = ['Guinée', 'Sénégal', 'Mali', 'Côte d’Ivoire', 'Sierra Leone']

/** Removes the code from a name such as `Porte A`, because letters and numbers have their own recordings. */
const withoutCode = (name: string): string => name.replace(/ [A-Z]?\d*$/u, '')

const namesOf = (texts: readonly string[], language: Language): readonly Line[] =>
  texts.flatMap((text) => phrases(text, language)).map((text) => ({ ...lineOf(text, language), group: 'names' }))

const lineOf = (text: string, language: Language) => ({ key: keyOf(text, grammarOf(language)), text })

function phrases(text: string, language: Language): readonly string[] {
  const units = Object.keys(grammarOf(language).units).join('|')
  const unitFirst = new RegExp(`^(?:${units})(?![\\p{L}\\p{M}’])`, 'u')
  return (
    phrasesOf(text)
      // A unit is spoken with the number before it: `30 s`.
      .map((phrase) => phrase.replace(unitFirst, '').replace(/^[\s,]+/u, ''))
      .filter((phrase) => /\p{L}/u.test(phrase))
  )
}
