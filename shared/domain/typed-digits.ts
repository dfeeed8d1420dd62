import { inWesternDigits } from './numerals.ts'

/** A key press as browsers report it. */
export interface PressedKey {
  readonly key: string
  readonly code: string
  readonly shiftKey: boolean
  readonly ctrlKey: boolean
  readonly altKey: boolean
  readonly metaKey: boolean
}

/**
 * Returns the digit that a key means in a field of digits; null if it means none. The keys above the letters are known by
 * their place: without Shift, a French keyboard writes `&é"'(-è_çà` with them. With Shift, other keyboards write `+` there.
 */
export function digitOf({ key, code, shiftKey, ctrlKey, altKey, metaKey }: PressedKey): string | null {
  if (ctrlKey || altKey || metaKey) return null
  const digit = inWesternDigits(key)
  if (/^\d$/u.test(digit)) return digit
  // The keys below the digits of a telephone keypad, which reports them as keys of a keyboard.
  if (key === '*' || key === '#') return null
  if (shiftKey || Array.from(key).length !== 1) return null
  return /^Digit(\d)$/u.exec(code)?.[1] ?? null
}

/** The digits 0 to 9 as a French keyboard writes them without Shift. */
const UNSHIFTED = 'à&é"\'(-è_ç'
/** A sign or digit of a number typed without Shift. `-` may join two seats, so a 6 has to be typed with Shift. */
const SIGN = '[6&é"\'(è_çà]'
const LIST = new RegExp(`^${SIGN}+(?:[,;-]${SIGN}+)*$`, 'iu')
const AMOUNT = new RegExp(`^${SIGN}+(?:[.,:/h]${SIGN}+)*[hkm]?\\+?$`, 'iu')
const PHONE = new RegExp(`^\\+?(?:${SIGN}{2,}[./]?)+$`, 'iu')
/** Groups of digits as in Switzerland: 6'666. */
const GROUPED = /\d'\d/u

function digitsIn(word: string): string {
  return word.toLowerCase().replaceAll(/[&é"'(è_çà]/gu, (sign) => String(UNSHIFTED.indexOf(sign)))
}

/** Returns the line with digits if each of its words can only be a number; else as it is. */
export function digitsInNumber(line: string): string {
  const words = line.trim().split(/\s+/u)
  const isNumber = (word: string): boolean => /^[\d.,:/h]*[km]?\+?$/iu.test(word) || AMOUNT.test(word)
  return words.every(isNumber) && !GROUPED.test(line) ? digitsIn(line) : line
}

/**
 * Returns a desk command with digits in the words that can only be numbers: `é nord` is `2 nord`. One sign alone, such as
 * the word `à`, is left as it is if another number of the line was typed with Shift.
 */
export function digitsInCommand(line: string): string {
  const words = line.split(/(\s+)/u)
  const isLimit = (at: number): boolean => /^(?:max|[<≤])=?$/iu.test(words[at - 2] ?? '')
  const hasDigits = words.some((word, at) => /^\d+$/u.test(word) && !isLimit(at))
  return words
    .map((word, at) => {
      const [, mark = '', amount = ''] = /^([<≤]?=?)(.*)$/u.exec(word) ?? []
      if (mark !== '' || isLimit(at)) return AMOUNT.test(amount) && !GROUPED.test(word) ? mark + digitsIn(amount) : word
      return LIST.test(word) && !(hasDigits && word.length === 1) ? digitsIn(word) : word
    })
    .join('')
}

/** Returns a customer's name and number with digits in the groups of the number; a note behind `#` stays as it is. */
export function digitsInCustomer(line: string): string {
  const [who = '', ...note] = line.split('#')
  if (who.includes(')')) return line
  const words = who.split(/(\s+)/u).map((word) => (PHONE.test(word) ? digitsIn(word) : word))
  return [words.join(''), ...note].join('#')
}
