import { inWesternDigits } from '../domain/language.ts'
import type { Grammar } from './grammar.ts'

/** A piece of a text with the length of the pause after it. `key`: normalised form for comparison with phrases. */
export type Token = { readonly key: string; readonly pause: Pause } & (
  | { readonly is: 'word'; readonly text: string }
  | { readonly is: 'number'; readonly value: string }
  | { readonly is: 'amount'; readonly value: string; readonly currency: string }
  | { readonly is: 'time'; readonly hour: number; readonly minutes: number; readonly half: string | undefined }
  | { readonly is: 'left'; readonly minutes: number; readonly seconds: number }
  | { readonly is: 'first' }
  | { readonly is: 'sign'; readonly sign: string }
)

/** `end`: pause at the end of a sentence or a clause. A phrase never extends across an `end`. */
type Pause = 'none' | 'comma' | 'end'

/** Directional controls. */
const unseen = /[\u200e\u200f\u2066-\u2069]/gu
const word = /\p{L}[\p{L}\p{M}]*(?:['’\-.](?=\p{L})[\p{L}\p{M}]+)*/uy
const gap = /[^\p{L}\p{M}\p{N}/%+&−]+|\p{M}/uy
const signs = /[/%+&−]/uy
const left = /(\d{1,2}):(\d{2})(?!\d)/uy
const first = /1er(?!\p{L})/uy

/** Patterns for numbers, by the decimal separator of the language. */
const figures = { '.': figuresWith('.', ','), ',': figuresWith(',', '\u00a0') } as const

function figuresWith(decimal: string, thousands: string) {
  const figure = `(?:\\d{1,3}(?:${thousands}\\d{3})+(?!\\d)|\\d+)(?:[${decimal}]\\d+)?`
  const number = new RegExp(figure, 'uy')
  const amount = new RegExp(`(${figure})[\u00a0 ]([A-Z]{3})(?!\\p{L})`, 'uy')
  return { thousands, number, amount }
}

function plainText(text: string): string {
  return inWesternDigits(text.normalize('NFC').replace(unseen, ''))
    .replaceAll("'", '’')
    .replaceAll('\u202f', '\u00a0')
    .replaceAll('٬', ',')
    .replaceAll('٫', '.')
    .replace(/(^|[\s\u00a0(])[-−](?=\d)/gu, '$1−')
}

export function tokensOf(text: string, { decimal, writtenTime }: Grammar): readonly Token[] {
  const { thousands, number, amount } = figures[decimal]
  const plainFigure = (written: string): string => written.replaceAll(thousands, '').replace(decimal, '.')
  const source = plainText(text)
  const found: Token[] = []
  let at = 0
  const read = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at
    return pattern.exec(source)
  }
  while (at < source.length) {
    const [match, token] = nextOf()
    at += Math.max(1, match.length)
    if (token) found.push({ ...token, key: match.toLowerCase().replaceAll('\u00a0', ' ') })
  }
  return found

  function nextOf(): readonly [string, Unkeyed | null] {
    let match: RegExpExecArray | null
    if ((match = read(amount))) {
      const [whole, value = '', currency = ''] = match
      return [whole, { is: 'amount', value: plainFigure(value), currency, pause: 'none' }]
    }
    if ((match = read(writtenTime))) {
      const [whole, hour, minutes = '0', half] = match
      return [whole, { is: 'time', hour: Number(hour), minutes: Number(minutes), half, pause: 'none' }]
    }
    if ((match = read(left)))
      return [match[0], { is: 'left', minutes: Number(match[1]), seconds: Number(match[2]), pause: 'none' }]
    if ((match = read(first))) return [match[0], { is: 'first', pause: 'none' }]
    if ((match = read(number))) return [match[0], { is: 'number', value: plainFigure(match[0]), pause: 'none' }]
    if ((match = read(word))) return [match[0], { is: 'word', text: match[0], pause: 'none' }]
    if ((match = read(signs))) return [match[0], { is: 'sign', sign: match[0], pause: 'none' }]
    const between = read(gap)?.[0] ?? source.charAt(at)
    const last = found.at(-1)
    if (last) found[found.length - 1] = { ...last, pause: longer(last.pause, pauseOf(between)) }
    return [between, null]
  }
}

type Unkeyed = { [T in Token['is']]: Omit<Extract<Token, { readonly is: T }>, 'key'> }[Token['is']]

/** Only a hyphen with spaces around it is a pause, so that a code is not split. */
function pauseOf(between: string): Pause {
  if (/[.!?…؟:;؛\n]|\s[–—-]\s|[–—]/u.test(between)) return 'end'
  return /[,،()«»“”]/u.test(between) ? 'comma' : 'none'
}

const longer = (one: Pause, other: Pause): Pause => (one === 'end' || other === 'none' ? one : other)

export function keyOf(phrase: string, grammar: Grammar): string {
  return tokensOf(phrase, grammar)
    .map(({ key }) => key)
    .join(' ')
}

/** Splits a text into the pieces that are recorded: sentences and clauses. */
export function phrasesOf(text: string): readonly string[] {
  return plainText(text)
    .split(/(?<=[.!?…؟:;؛])[\s\u00a0]+|\s[–—-]\s|\n/u)
    .map((piece) => piece.trim())
    .filter((piece) => /\p{L}/u.test(piece))
}
