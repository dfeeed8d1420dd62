import type { Language } from '../../shared/domain/language.ts'

/** A thing that people or programs name, with its single term in each context. */
export interface Term {
  /** Definition in one sentence. */
  readonly thing: string
  /** Name in the code: an identifier, or a part of identifiers and file names. Null if the code has no name for it. */
  readonly code: string | null
  /** False if the term is defined but not yet implemented. Absent if the code implements it. */
  readonly isBuilt?: false
  /** Words that no identifier for the thing may contain, in lower case. */
  readonly refusedNames?: readonly string[]
  /** Field or value of the partner's interface. Null if the interface does not have the thing. */
  readonly contract: string | null
  readonly texts: Readonly<Record<Language, TermText>>
}

/**
 * The term used on screens, on paper and in command output, followed by the words that must not be used for the thing.
 */
export type TermText = readonly [term: string | SplitTerm, ...refused: readonly RefusedWord[]]

/** A thing for which customers and staff use different terms. */
export interface SplitTerm {
  readonly customers: string
  readonly staff: string
}

export interface RefusedWord {
  readonly words: RegExp
  /** Phrases in which the words are allowed. */
  readonly unless?: RegExp
  /** Places where the words are refused, as `file:line key`. If absent, they are refused everywhere. */
  readonly where?: RegExp
  /** Places where the words are allowed, in the same form as `where`. */
  readonly notWhere?: RegExp
}

/** A word of the code that never appears in a text for people. */
export interface CodeWord {
  readonly word: string
  /** Definition in one sentence. */
  readonly means: string
  /** Name in the code, or a file name. */
  readonly code: string
}

interface RefusalOptions {
  readonly unless?: string
  readonly where?: RegExp
  readonly notWhere?: RegExp
}

/** Texts that only customers read or hear. */
export const customers = /\/(?:catalogue|kiosk)\.ts|\/paper\.ts\S* (?:ticket|receipt|creditSlip|collectionSlip)\b/u

/** Texts that only staff read. The texts of `problems` are left out because customers read them, too. */
export const staff =
  /\/(?:desk|fleet|office|program|recording|setup|staff)\.ts|\/paper\.ts\S* (?:cards|report|slip)\b|\/words\.ts\S* (?!tenderNames|seatNotes|providerNames|reconcileAdvice|columns|reconciled|noShift|refusals)/u

/** Texts about faults of the settings. They name each setting as it is written in the file. */
export const settingFaults = /\/words\.ts\S* (?:config|settingForms|checks)\b/u

/** Command line and set-up texts, which name commands, files and settings. */
export const commandLine = /\/program\.ts\S* (?!settlement\b)|\/(?:setup|words)\.ts|\/staff\.ts\S* \w*Files\b/u

const isArabic = (words: string): boolean => /\p{Script=Arabic}/u.test(words)

/** Matches the conjunction, preposition and article that are joined to a word in Arabic. */
const arabicPrefix = '[وف]?(?:[بك]?ال|لل|[بكل])?'

const whole = (words: string): string =>
  `(?<![\\p{L}\\p{M}\\d_-])${isArabic(words) ? arabicPrefix : ''}(?:${words})(?![\\p{L}\\p{M}_-])`

/**
 * Refuses whole words. `words` are the alternatives of a regular expression, case-insensitive, with straight
 * apostrophes.
 */
export function not(words: string, { unless, where, notWhere }: RefusalOptions = {}): RefusedWord {
  return {
    words: new RegExp(whole(words), 'iu'),
    ...(unless !== undefined && { unless: new RegExp(whole(unless), 'giu') }),
    ...(where && { where }),
    ...(notWhere && { notWhere }),
  }
}

/** A text for people, as it is written in the source of a catalogue. */
export interface CatalogueText {
  /** File and line: `renderer/i18n/fr/desk.ts:12`. */
  readonly at: string
  /** Names of the enclosing properties, variables and cases: `problems.too-much.title`. */
  readonly key: string
  /** `{}` stands for an inserted value. Apostrophes are straight, and spaces are plain. */
  readonly text: string
}

/** Returns `term` as one text: `achat (customers), vente (staff)`. */
export const termText = (term: string | SplitTerm): string =>
  typeof term === 'string' ? term : `${term.customers} (customers), ${term.staff} (staff)`

/** Returns the refused word in a text, or null if it has none. Inserted values and addresses are ignored. */
function refusedIn({ at, key, text }: CatalogueText, { words, unless, where, notWhere }: RefusedWord): string | null {
  const place = `${at} ${key}`
  if (where && !where.test(place)) return null
  if (notWhere?.test(place)) return null
  const own = text.replaceAll(/\{\w*\}|https?:\S+/gu, '…')
  return words.exec(unless ? own.replaceAll(unless, '…') : own)?.[0] ?? null
}

/** Returns a line for each refused word in the texts of a language: place, word, term to use, and text. */
export function refusedWords(texts: readonly CatalogueText[], language: Language, terms: readonly Term[]): string[] {
  return texts.flatMap((placed) =>
    terms.flatMap(({ texts: wording }) => {
      const [term, ...refused] = wording[language]
      return refused.flatMap((each) => {
        const found = refusedIn(placed, each)
        if (found === null) return []
        return [`${placed.at} ${placed.key}: “${found}” instead of “${termText(term)}” in “${placed.text}”`]
      })
    }),
  )
}

const wordsOfName = (name: string): readonly string[] =>
  name
    .replaceAll(/(?<=[a-z\d])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/gu, ' ')
    .toLowerCase()
    .split(/[\s_$]+/u)

/** Returns a line for each identifier in a source text that names a thing by a refused word. */
export function refusedNames(path: string, source: string, terms: readonly Term[]): string[] {
  const names = new Set(source.replaceAll(/\/\/.*|'(?:[^'\\\n]|\\.)*'/gu, '').match(/[A-Za-z_$][\w$]*/gu))
  const instead = new Map(
    terms.flatMap(({ refusedNames: refused = [], code }) => refused.map((word) => [word, code] as const)),
  )
  return [...names].flatMap((name) =>
    wordsOfName(name).flatMap((word) =>
      instead.has(word) ? [`${path}: “${word}” in ${name} instead of “${instead.get(word) ?? ''}”`] : [],
    ),
  )
}
