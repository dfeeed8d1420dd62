// What the customer's screens can say: every text of the catalogues, and the demo's names.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseSync } from 'vite'
import { demoEventDrafts } from '../../electron/booking-service/demo/events.ts'
import { createI18n } from '../../renderer/i18n/i18n.ts'
import { nameOf } from '../../renderer/i18n/languages.ts'
import { languages, type Language } from '../../shared/domain/language.ts'
import { venuePlan } from '../../shared/domain/venue/venue-plan.ts'
import { grammars } from '../../shared/speech/grammars/grammars.ts'
import { catalogues } from '../../shared/i18n/catalogues.ts'
import { keyOf, phrasesOf } from '../../shared/speech/tokens.ts'
import { vocabularyOf, type Line } from '../../shared/speech/vocabulary.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Those of the customer's screens; what staff read is not said. */
const catalogueFiles = ['catalogue.ts', 'paying.ts', 'pictures.ts', 'problems.ts', 'seat-map.ts']

/** A line, and the voice of the synthesiser that reads it. */
export interface SpokenLine extends Line {
  readonly voice: string
}

const voices: Readonly<Record<Language, string>> = { fr: 'fr', en: 'en-gb', pt: 'pt', ar: 'ar' }

/** All that is recorded for a language. What two of its sources have is read once, as the screens have it. */
export function linesOf(language: Language): readonly SpokenLine[] {
  const inVoice = (voice: string, lines: readonly Line[]) => lines.map((line) => ({ ...line, voice }))
  const lines: readonly SpokenLine[] = [
    ...inVoice(voices.fr, demoNames(language)),
    ...languages.flatMap((named) => inVoice(voices[named], inPhrases([nameOf(named)], language))),
    ...inVoice(voices[language], [...vocabularyOf(grammars[language]), ...screenTexts(language)]),
  ]
  return [...new Map(lines.map((line) => [line.key, line])).values()]
}

/**
 * The phrases of a language's catalogues. A text that is put together by a function is there in its pieces, as they
 * stand in the source between what is put in: `Choose`, `seats side by side`.
 */
function screenTexts(language: Language): readonly Line[] {
  const folder = join(root, 'renderer/i18n', language)
  const written = catalogueFiles.flatMap((file) => textsIn(join(folder, file)))
  const { tenders, toPay, left, inCash } = createI18n(language).t.desk
  const { seatNotes } = catalogues[language]
  // Of a desk's words, those that its customer hears.
  const heard = [...Object.values(tenders), toPay, left, inCash]
  return inPhrases([...written, ...heard, ...Object.values(seatNotes)], language)
}

/** Titles, teams and places of the demo, which are French in every language. */
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
  return inPhrases([...placeWords, ...whole, ...events], language)
}

/** Of which names of places are made, so that a venue with others than the demo's is not spelled whole. */
const placeWords =
  'Stade Tribune Virage Gradin Secteur Porte Bloc Loge Loges Balcon Parterre Palais Théâtre Arena Nord Sud Est Ouest Centre honneur d’honneur centrale latérale couverte basse haute populaire présidentielle officielle VIP du de des la le les l et'.split(
    ' ',
  )

/** `Porte A`: letters and figures are said by the grammar. */
const withoutCode = (name: string): string => name.replace(/ [A-Z]?\d*$/u, '')

function inPhrases(texts: readonly string[], language: Language): readonly Line[] {
  const grammar = grammars[language]
  const unitFirst = new RegExp(`^(?:${Object.keys(grammar.units).join('|')})(?![\\p{L}\\p{M}’])`, 'u')
  const lines = texts
    .flatMap(phrasesOf)
    // A unit is said with the figure before it: `30 s`.
    .map((text) => text.replace(unitFirst, ''))
    .filter((text) => /\p{L}/u.test(text))
    .map((text) => ({ key: keyOf(text, grammar), text }))
  return [...new Map(lines.map((line) => [line.key, line])).values()]
}

interface Node {
  readonly type: string
  readonly [key: string]: unknown
}

/** Every literal text of a source file that can reach a screen. */
function textsIn(file: string): readonly string[] {
  const { program, errors } = parseSync(file, readFileSync(file, 'utf8'))
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`)
  const found: string[] = []
  gather(program as unknown as Node, found)
  return found
}

/** Texts that only tell cases apart, or name a module or a way of Intl's, are none of a screen's. */
const unsaid: Readonly<Record<string, readonly string[]>> = {
  ImportDeclaration: ['source'],
  Property: ['key'],
  BinaryExpression: ['left', 'right'],
  SwitchCase: ['test'],
  NewExpression: ['arguments'],
  MemberExpression: ['property'],
}

function gather(node: Node, found: string[]): void {
  if (node.type === 'Literal' && typeof node['value'] === 'string') found.push(node['value'])
  if (node.type === 'TemplateElement') found.push((node['value'] as { readonly cooked: string }).cooked)
  if (node.type.startsWith('TS') && !/^TS(?:As|Satisfies|NonNull)/u.test(node.type)) return
  for (const [name, child] of Object.entries(node)) {
    const children = (Array.isArray(child) ? child : [child]).filter(isNode)
    if (isMethodCall(node) && name === 'arguments') continue
    const texts = unsaid[node.type]?.includes(name) ? children.filter(({ type }) => type !== 'Literal') : children
    for (const each of texts) gather(each, found)
  }
}

/** `text.replace('a', 'b')`: what it is given is no text of its own. */
const isMethodCall = ({ type, callee }: Node): boolean =>
  type === 'CallExpression' && (callee as Node).type === 'MemberExpression'

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as { readonly type?: unknown }).type === 'string'
