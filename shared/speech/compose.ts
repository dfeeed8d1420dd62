import { exponentOf } from '../domain/money/money.ts'
import { type Gender, type Grammar, monthNames, MAX_SPOKEN_NUMBER, type Words } from './grammar.ts'
import { keyOf, type Token, tokensOf } from './tokens.ts'

/** A step of the audio player: a clip to play, by its key in the manifest, or a pause in seconds. */
export type Part = { readonly clip: string } | { readonly silence: number }

interface Composed {
  readonly parts: readonly Part[]
  /** Words that are spelled out because no phrase is recorded for them. */
  readonly spelled: readonly string[]
  /** Keys without a clip in the speech pack. */
  readonly missing: readonly string[]
}

export type Composer = (text: string) => Composed

const silences = { comma: 0.12, end: 0.3, letter: 0.04 } as const

/** Returns the key for the name of a letter, which never equals the key of a phrase. */
export const letterKey = (letter: string): string => `[${letter}]`

export const clipKey = (said: string, grammar: Grammar): string => (said.startsWith('[') ? said : keyOf(said, grammar))

/**
 * Creates a function that composes a text from recorded phrases, and from the grammar for numbers, amounts, times and
 * codes. A word without a phrase is spelled out.
 */
export function createComposer(grammar: Grammar, clips: ReadonlySet<string>): Composer {
  const longest = phrasesByFirstWord(clips)
  return (text) => {
    const tokens = tokensOf(text, grammar)
    const parts: Part[] = []
    const spelled: string[] = []
    const missing: string[] = []
    const clip = (key: string): void => {
      if (clips.has(key)) parts.push({ clip: key })
      else missing.push(key)
    }
    const pause = (token: Token | undefined): void => {
      if (token && token.pause !== 'none') parts.push({ silence: silences[token.pause] })
    }
    for (let at = 0; at < tokens.length;) {
      const token = tokens[at] as Token
      const phrase = phraseAt(longest, tokens, at)
      if (phrase) {
        clip(phrase.key)
        at += phrase.length
      } else if (token.is === 'word') {
        const words = unknownAt(longest, tokens, at)
        spelled.push(...words.filter((word) => !isCode(word)))
        const letters = words.length > MAX_SPELLED ? null : spell(words, grammar)
        for (const letter of letters ?? []) {
          clip(letterKey(letter))
          parts.push({ silence: silences.letter })
        }
        if (letters === null) clip(keyOf(grammar.unreadable, grammar))
        at += words.length
      } else {
        const { keys, length } = slotOf(tokens, at, grammar, clips)
        for (const key of keys) clip(key)
        at += length
      }
      pause(tokens[at - 1])
    }
    return { parts, spelled, missing }
  }
}

/** Maximum number of consecutive words that are spelled out; listeners could not follow more. */
const MAX_SPELLED = 3

/** Returns the words from position `at` to the end of the clause, or up to a token that begins a phrase. */
function unknownAt(
  longest: ReadonlyMap<string, readonly Phrase[]>,
  tokens: readonly Token[],
  at: number,
): readonly string[] {
  const words: string[] = []
  for (let each = at; each < tokens.length; each += 1) {
    const token = tokens[each] as Token
    if (token.is !== 'word' || (each > at && phraseAt(longest, tokens, each))) break
    words.push(token.text)
    if (token.pause === 'end') break
  }
  return words
}

interface Phrase {
  readonly key: string
  readonly words: readonly string[]
}

function phrasesByFirstWord(clips: ReadonlySet<string>): ReadonlyMap<string, readonly Phrase[]> {
  const found = new Map<string, Phrase[]>()
  for (const key of clips) {
    const words = key.split(' ')
    const [first = ''] = words
    const others = found.get(first)
    if (others) others.push({ key, words })
    else found.set(first, [{ key, words }])
  }
  for (const phrases of found.values()) phrases.sort((a, b) => b.words.length - a.words.length)
  return found
}

/**
 * Returns the longest phrase that begins at `at`; null if there is none. Single numbers are left to the grammar. The
 * letter of a row or a gate never begins a phrase: the "A" in "Row A, seat 5" is not the "a" in "a seat".
 */
function phraseAt(
  longest: ReadonlyMap<string, readonly Phrase[]>,
  tokens: readonly Token[],
  at: number,
): { readonly key: string; readonly length: number } | null {
  const token = tokens[at] as Token
  const [first = ''] = token.key.split(' ')
  for (const { key, words } of longest.get(first) ?? []) {
    const length = reach(words, tokens, at)
    if (length === 0) continue
    if (length === 1 && (token.is !== 'word' || isCapital(token))) continue
    if (isCapital(token) && (token.pause !== 'none' || tokens[at - 1]?.pause === 'none')) continue
    return { key, length }
  }
  return null
}

const isCapital = (token: Token): boolean => token.is === 'word' && /^[A-Z]$/u.test(token.text)

/** Returns the number of tokens that match a phrase; 0 for a mismatch or a sentence end within the phrase. */
function reach(words: readonly string[], tokens: readonly Token[], at: number): number {
  let word = 0
  let token = at
  for (; word < words.length; token += 1) {
    const own = tokens[token]
    if (!own || (token > at && tokens[token - 1]?.pause === 'end')) return 0
    for (const each of own.key.split(' ')) {
      if (words[word] !== each) return 0
      word += 1
    }
  }
  return token - at
}

/**
 * Returns the recording keys from the language's own grammar, or from its `lender` if only that grammar has all
 * recordings.
 */
function slotOf(tokens: readonly Token[], at: number, grammar: Grammar, clips: ReadonlySet<string>) {
  const by = (own: Grammar) => {
    const { words, length } = slotAt(tokens, at, own)
    return { keys: words.map((word) => clipKey(word, own)), length }
  }
  const own = by(grammar)
  const isSaid = ({ keys }: typeof own): boolean => keys.every((key) => clips.has(key))
  const lent = grammar.lender === undefined || isSaid(own) ? own : by(grammar.lender)
  return isSaid(lent) ? lent : own
}

interface Slot {
  readonly words: Words
  readonly length: number
}

function slotAt(tokens: readonly Token[], at: number, grammar: Grammar): Slot {
  const token = tokens[at] as Exclude<Token, { readonly is: 'word' }>
  const one = (words: Words): Slot => ({ words, length: 1 })
  switch (token.is) {
    case 'number':
      return numberSlot(token.value, tokens, at, grammar)
    case 'amount':
      return one(amountWords(token.value, token.currency, grammar))
    case 'time':
      return one(grammar.time(token.hour, token.minutes, token.half))
    case 'left':
      return one(timeLeftWords(token.minutes, token.seconds, grammar))
    case 'first':
      return one(grammar.day(1))
    case 'sign':
      return one([grammar.signs[token.sign] ?? grammar.unreadable])
  }
}

function numberSlot(value: string, tokens: readonly Token[], at: number, grammar: Grammar): Slot {
  const next = tokens[at + 1]
  const unit = next?.is === 'word' && tokens[at]?.pause === 'none' ? grammar.units[next.key] : undefined
  if (unit && isWhole(value)) return { words: grammar.count(Number(value), unit), length: 2 }
  const months = monthNames(grammar.locale)
  const follows = (offset: number): boolean => months.has(tokens[at + offset]?.key ?? '')
  if (follows(1) || (tokens[at + 1]?.key === 'de' && follows(2)))
    return { words: grammar.day(Number(value)), length: 1 }
  if (/^(?:19|20)\d\d$/u.test(value) && follows(-1)) return { words: grammar.year(Number(value)), length: 1 }
  const gender: Gender = grammar.feminine.includes(next?.key ?? '') ? 'f' : 'm'
  return { words: figureWords(value, grammar, gender), length: 1 }
}

const isWhole = (value: string): boolean => /^(?:0|[1-9]\d*)$/u.test(value) && Number(value) <= MAX_SPOKEN_NUMBER

/** Reads numbers with a leading 0, such as telephone numbers, and numbers above `MAX_SPOKEN_NUMBER` digit by digit. */
function figureWords(value: string, grammar: Grammar, gender: Gender = 'm'): Words {
  const [whole = '', decimals] = value.split('.')
  const oneByOne = (figures: string): Words => figures.split('').flatMap((figure) => grammar.number(Number(figure)))
  const before = isWhole(whole) ? grammar.number(Number(whole), gender) : oneByOne(whole)
  return decimals === undefined ? before : [...before, grammar.point, ...oneByOne(decimals)]
}

function amountWords(value: string, currency: string, grammar: Grammar): Words {
  const nouns = grammar.money[currency]
  const [whole = '', decimals = ''] = value.split('.')
  if (!nouns || !isWhole(whole))
    return [...figureWords(value, grammar), ...currency.toLowerCase().split('').map(letterKey)]
  const main = grammar.count(Number(whole), nouns.main)
  const minor = Number(decimals.padEnd(exponentOf(currency), '0'))
  if (minor === 0) return main
  const rest = grammar.count(minor, nouns.minor)
  return grammar.and === 'و' ? [...main, `و${rest[0]}`, ...rest.slice(1)] : [...main, grammar.and, ...rest]
}

function timeLeftWords(minutes: number, seconds: number, { count, hourglass }: Grammar): Words {
  return [
    ...(minutes > 0 ? count(minutes, hourglass.minute) : []),
    ...(seconds > 0 || minutes === 0 ? count(seconds, hourglass.second) : []),
  ]
}

/** Whether the text is a code such as `AC`, or the N of `N12`, which is always spelled out. */
const isCode = (text: string): boolean => /^[A-Z]{1,3}$/u.test(text)

/** Returns the letters of the words without accents; null if the alphabet lacks a letter. */
function spell(words: readonly string[], { alphabet }: Grammar): readonly string[] | null {
  const letters = words
    .join('')
    .toLowerCase()
    .split('')
    .filter((letter) => /\p{L}/u.test(letter) && letter !== 'ـ')
    .flatMap((letter) =>
      alphabet.includes(letter) ? [letter] : letter.normalize('NFD').replace(/\p{M}/gu, '').split(''),
    )
  return letters.every((letter) => alphabet.includes(letter)) ? letters : null
}
