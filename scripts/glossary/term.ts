import type { Language } from '../../shared/domain/language.ts'

/** A concept with exactly one term in each context. */
export interface Term {
  readonly thing: string
  /** Name in the code: part of an identifier or of a file name. Null if the code has no name for the term. */
  readonly code: string | null
  /** False if the term is defined but not yet implemented. Absent for an implemented term. */
  readonly isBuilt?: false
  /** Words that identifiers for the term must not contain, in lower case. */
  readonly refusedNames?: readonly string[]
  /** Field or value of the partner's interface. Null if the interface does not have the term. */
  readonly contract: string | null
  /** Words for the term, by language. A newly added language has no words until they are listed here. */
  readonly texts: Readonly<Record<'fr' | 'en' | 'pt' | 'ar', TermText> & Partial<Record<Language, TermText>>>
}

/** The term used on screens, on paper and in command output, followed by the words that must not replace it. */
export type TermText = readonly [term: string | SplitTerm, ...refused: readonly RefusedWord[]]

/** A concept for which customers and staff use different terms. */
export interface SplitTerm {
  readonly customers: string
  readonly staff: string
}

export interface RefusedWord {
  readonly words: RegExp
  readonly unless?: RegExp
  /** Places where the words are refused, as `file:line key`. If absent, the words are refused everywhere. */
  readonly where?: RegExp
  /** Places where the words are allowed, as `file:line key`. */
  readonly notWhere?: RegExp
}

/** A word that appears in the code but never in a text for customers or staff. */
export interface CodeWord {
  readonly word: string
  readonly means: string
  readonly code: string
}

interface RefusalOptions {
  readonly unless?: string
  readonly where?: RegExp
  readonly notWhere?: RegExp
}

export const customers = /\/(?:catalogue|kiosk)\.ts|\/paper\.ts\S* (?:ticket|receipt|creditSlip|collectionSlip)\b/u

/** Texts that only staff read. Excludes the texts of `problems`, because customers also read them. */
export const staff =
  /\/(?:desk|fleet|office|program|recording|setup|staff)\.ts|\/paper\.ts\S* (?:cards|report|slip)\b|\/words\.ts\S* (?!tenderNames|seatNotes|providerNames|reconcileAdvice|columns|reconciled|noShift|refusals)/u

/** Texts about configuration errors, which name each setting as it is written in the file. */
export const settingFaults = /\/words\.ts\S* (?:config|settingForms|checks)\b/u

export const commandLine = /\/program\.ts\S* (?!settlement\b)|\/(?:setup|words)\.ts|\/staff\.ts\S* \w*Files\b/u

const isArabic = (words: string): boolean => /\p{Script=Arabic}/u.test(words)

/** Matches the Arabic conjunction, preposition and article that are joined to a word. */
const arabicPrefix = '[وف]?(?:[بك]?ال|لل|[بكل])?'

const whole = (words: string): string =>
  `(?<![\\p{L}\\p{M}\\d_-])${isArabic(words) ? arabicPrefix : ''}(?:${words})(?![\\p{L}\\p{M}_-])`

/**
 * Returns a rule that refuses whole words. `words` is a case-insensitive regular expression with straight apostrophes.
 */
export function not(words: string, { unless, where, notWhere }: RefusalOptions = {}): RefusedWord {
  return {
    words: new RegExp(whole(words), 'iu'),
    ...(unless !== undefined && { unless: new RegExp(whole(unless), 'giu') }),
    ...(where && { where }),
    ...(notWhere && { notWhere }),
  }
}

export interface CatalogueText {
  /** File and line, for example `renderer/i18n/fr/desk.ts:12`. */
  readonly at: string
  /** Names of the enclosing properties, variables and cases, for example `problems.too-much.title`. */
  readonly key: string
  /** Text with `{}` for each inserted value, straight apostrophes and plain spaces. */
  readonly text: string
}

/** Returns the term as one text, for example `achat (customers), vente (staff)`. */
export const termText = (term: string | SplitTerm): string =>
  typeof term === 'string' ? term : `${term.customers} (customers), ${term.staff} (staff)`

/** Returns the refused word in a text, or null if the text has none. Ignores inserted values and addresses. */
function refusedIn({ at, key, text }: CatalogueText, { words, unless, where, notWhere }: RefusedWord): string | null {
  const place = `${at} ${key}`
  if (where && !where.test(place)) return null
  if (notWhere?.test(place)) return null
  const own = text.replaceAll(/\{\w*\}|https?:\S+/gu, '…')
  return words.exec(unless ? own.replaceAll(unless, '…') : own)?.[0] ?? null
}

/** Returns a line for each refused word in the texts of a language: place, word, preferred term, and text. */
export function refusedWords(texts: readonly CatalogueText[], language: Language, terms: readonly Term[]): string[] {
  return texts.flatMap((placed) =>
    terms.flatMap(({ texts: wording }) => {
      const worded = wording[language]
      if (!worded) return []
      const [term, ...refused] = worded
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
