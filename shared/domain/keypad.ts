import { digitOf, type PressedKey } from './typed-digits.ts'

/** Up and down go from stop to stop, the others one by one. */
export const walkMoves = ['previous', 'next', 'up', 'down', 'left', 'right'] as const
export type WalkMove = (typeof walkMoves)[number]

/** For who listens: they change how the screen is heard, and nothing on it. */
export const hearingMoves = ['again', 'silent', 'louder', 'quieter', 'faster', 'slower', 'dark'] as const
export type HearingMove = (typeof hearingMoves)[number]

/** What a keypad with a jack of its own sends when headphones go in and out. */
const jackMoves = ['plugged', 'unplugged'] as const

/** What a key does for somebody who buys by hand alone. */
export const keyMoves = [...walkMoves, 'select', 'back', 'help', ...hearingMoves, ...jackMoves] as const
export type KeyMove = (typeof keyMoves)[number]

export function isHearingMove(move: KeyMove | null): move is HearingMove {
  return hearingMoves.some((each) => each === move)
}

/**
 * `arrows`: keyboards, and keypads that send the same. `twelve-keys`: figures, star and hash, as on a telephone.
 * `one-switch`: a single button that sends Enter or Space; choices are lit turn by turn for it.
 */
export const keypadNames = ['arrows', 'twelve-keys', 'one-switch'] as const

/** Keys by their names in browsers: where they are (`KeyboardEvent.code`), or what they write (`KeyboardEvent.key`). */
export type KeysOfMoves = Readonly<Partial<Record<KeyMove, readonly string[]>>>

export type Keypad = (typeof keypadNames)[number] | KeysOfMoves

/** At every kiosk, whatever keypad it has. */
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

/** Keys that a keypad's setting may name: those of browsers and desktops are not among them. */
const nameable =
  /^(?:[\p{L}\p{N}\p{P}\p{S}]|F[1-9]|F1[3-9]|F2[0-4]|Numpad\w+|Digit\d|Key[A-Z]|Arrow(?:Up|Down|Left|Right)|Home|End|PageUp|PageDown|Insert|Delete|Pause|ScrollLock)$/u

export function isKeypadKey(name: string): boolean {
  return nameable.test(name)
}

export function keysOf(keypad: Keypad): KeysOfMoves {
  if (keypad === 'arrows' || keypad === 'one-switch') return {}
  return keypad === 'twelve-keys' ? twelveKeys : keypad
}

/** Keys that stand for two moves; empty: none does. */
export function keysTwice(keys: KeysOfMoves): readonly string[] {
  const all = Object.values(keys).flat()
  return all.filter((key, index) => all.indexOf(key) !== index)
}

/** What a key does here; null: nothing. The keypad's own keys come first. */
export function moveOf(pressed: PressedKey, keypad: Keypad): KeyMove | null {
  const { key, code, shiftKey, ctrlKey, altKey, metaKey } = pressed
  if (ctrlKey || altKey || metaKey) return null
  if (key === 'Tab' && shiftKey) return 'previous'
  const own = keysOf(keypad)
  const among = (keys: KeysOfMoves, ...names: readonly (string | null)[]): KeyMove | undefined =>
    keyMoves.find((move) => keys[move]?.some((name) => names.includes(name)))
  return among(own, key, code) ?? among(own, digitOf(pressed)) ?? among(always, key, code) ?? null
}
