import { inWesternDigits } from './language.ts'

/** `up` and `down` skip controls that share a tab stop, such as the seats of a row. */
const walkMoves = ['previous', 'next', 'up', 'down', 'left', 'right'] as const
export type WalkMove = (typeof walkMoves)[number]

/**
 * Commands for customers who use audio output: speech, volume and a dark screen, but no change of the screen's content.
 */
const hearingMoves = ['again', 'silent', 'louder', 'quieter', 'faster', 'slower', 'dark'] as const
export type SpeechKey = (typeof hearingMoves)[number]

/** Signals of a keypad with its own jack, sent when headphones are plugged in or unplugged. */
const jackMoves = ['plugged', 'unplugged'] as const

export const keyMoves = [...walkMoves, 'select', 'back', 'help', ...hearingMoves, ...jackMoves] as const
export type KeyMove = (typeof keyMoves)[number]

export function isHearingMove(move: KeyMove | null): move is SpeechKey {
  return hearingMoves.some((each) => each === move)
}

/**
 * `arrows`: keyboards, and keypads that send the same keys as keyboards. `twelve-keys`: as on a telephone.
 * `one-switch`: a single button that sends Enter or Space while the choices are highlighted in turn.
 */
export const keypadNames = ['arrows', 'twelve-keys', 'one-switch'] as const

/** Keys by their names in browsers: position (`KeyboardEvent.code`) or character (`KeyboardEvent.key`). */
type KeysOfMoves = Readonly<Partial<Record<KeyMove, readonly string[]>>>

export type Keypad = (typeof keypadNames)[number] | KeysOfMoves

/** Keys that work on every kiosk, whatever its keypad. */
const always: KeysOfMoves = {
  next: ['Tab'],
  up: ['ArrowUp'],
  down: ['ArrowDown'],
  left: ['ArrowLeft'],
  right: ['ArrowRight'],
  select: ['Enter', ' '],
  back: ['Escape', 'Backspace'],
  help: ['F1', 'Help'],
  again: ['F2'],
  silent: ['F3'],
  slower: ['F6'],
  faster: ['F7'],
  dark: ['F8'],
  louder: ['+'],
  quieter: ['-'],
}

const twelveKeys: KeysOfMoves = {
  up: ['2', 'Numpad2'],
  left: ['4', 'Numpad4'],
  select: ['5', 'Numpad5'],
  right: ['6', 'Numpad6'],
  down: ['8', 'Numpad8'],
  next: ['#'],
  back: ['*', 'NumpadMultiply'],
  help: ['0', 'Numpad0'],
  again: ['1', 'Numpad1'],
  louder: ['3', 'Numpad3'],
  silent: ['7', 'Numpad7'],
  quieter: ['9', 'Numpad9'],
}

/** Keys allowed in the setting of a keypad; keys used by browsers and desktops are excluded. */
const nameable =
  /^(?:[\p{L}\p{N}\p{P}\p{S}]|F[1-9]|F1[3-9]|F2[0-4]|Numpad\w+|Digit\d|Key[A-Z]|Arrow(?:Up|Down|Left|Right)|Home|End|PageUp|PageDown|Insert|Delete|Pause|ScrollLock)$/u

export function isKeypadKey(name: string): boolean {
  return nameable.test(name)
}

export function keysOf(keypad: Keypad): KeysOfMoves {
  if (keypad === 'arrows' || keypad === 'one-switch') return {}
  return keypad === 'twelve-keys' ? twelveKeys : keypad
}

/** Returns the keys that are assigned to two moves; empty if there are none. */
export function keysTwice(keys: KeysOfMoves): readonly string[] {
  const all = Object.values(keys).flat()
  return all.filter((key, index) => all.indexOf(key) !== index)
}

/** Returns the move assigned to a key; null if there is none. The keypad's own keys take precedence. */
export function moveOf(pressed: PressedKey, keypad: Keypad): KeyMove | null {
  const { key, code, shiftKey, ctrlKey, altKey, metaKey } = pressed
  if (ctrlKey || altKey || metaKey) return null
  if (key === 'Tab' && shiftKey) return 'previous'
  const own = keysOf(keypad)
  const among = (keys: KeysOfMoves, ...names: readonly (string | null)[]): KeyMove | undefined =>
    keyMoves.find((move) => keys[move]?.some((name) => names.includes(name)))
  return among(own, key, code) ?? among(own, digitOf(pressed)) ?? among(always, key, code) ?? null
}

export interface PressedKey {
  readonly key: string
  readonly code: string
  readonly shiftKey: boolean
  readonly ctrlKey: boolean
  readonly altKey: boolean
  readonly metaKey: boolean
}

/**
 * Returns the digit that a key means in a numeric field; null for all other keys. Without Shift, a French keyboard
 * writes `&é"'(-è_çà` with its digit keys, so digit keys are identified by position.
 */
export function digitOf({ key, code, shiftKey, ctrlKey, altKey, metaKey }: PressedKey): string | null {
  if (ctrlKey || altKey || metaKey) return null
  const digit = inWesternDigits(key)
  if (/^\d$/u.test(digit)) return digit
  // A telephone keypad sends `*` and `#` for the keys below its digits.
  if (key === '*' || key === '#') return null
  if (shiftKey || Array.from(key).length !== 1) return null
  return /^Digit(\d)$/u.exec(code)?.[1] ?? null
}

/** The digits 0 to 9 as typed on a French keyboard without Shift. */
const UNSHIFTED = 'à&é"\'(-è_ç'
/** An unshifted 6 types `-`, which joins two seats, so a 6 has to be typed with Shift. */
const SIGN = '[6&é"\'(è_çà]'
const LIST = new RegExp(`^${SIGN}+(?:[,;-]${SIGN}+)*$`, 'iu')
const AMOUNT = new RegExp(`^${SIGN}+(?:[.,:/h]${SIGN}+)*[hkm]?\\+?$`, 'iu')
const PHONE = new RegExp(`^\\+?(?:${SIGN}{2,}[./]?)+$`, 'iu')
/** Groups of digits in Swiss format: 6'666. */
const GROUPED = /\d'\d/u

function digitsIn(word: string): string {
  return word.toLowerCase().replaceAll(/[&é"'(è_çà]/gu, (sign) => String(UNSHIFTED.indexOf(sign)))
}

/** Converts a line typed without Shift to digits if each of its words can only be a number. */
export function digitsInNumber(line: string): string {
  const words = line.trim().split(/\s+/u)
  const isNumber = (word: string): boolean => /^[\d.,:/h]*[km]?\+?$/iu.test(word) || AMOUNT.test(word)
  return words.every(isNumber) && !GROUPED.test(line) ? digitsIn(line) : line
}

/** Converts the words that can only be numbers to digits, in each search of a desk's line. */
export function digitsInCommand(line: string): string {
  return line.split('+').map(digitsInSearch).join('+')
}

/**
 * Converts the words of one search: `é nord` becomes `2 nord`. A single character, such as the word `à`, is left
 * unchanged if another number of the search was typed with Shift.
 */
function digitsInSearch(line: string): string {
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

/** Converts the groups of a customer's number to digits; a note after `#` is left unchanged. */
export function digitsInCustomer(line: string): string {
  const [who = '', ...note] = line.split('#')
  if (who.includes(')')) return line
  const words = who.split(/(\s+)/u).map((word) => (PHONE.test(word) ? digitsIn(word) : word))
  return [words.join(''), ...note].join('#')
}
