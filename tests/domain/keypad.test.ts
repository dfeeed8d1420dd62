import { expect, test } from 'vitest'
import {
  digitOf,
  digitsInCommand,
  digitsInCustomer,
  digitsInNumber,
  isHearingMove,
  isKeypadKey,
  type Keypad,
  keysTwice,
  moveOf,
  type PressedKey,
} from '../../shared/domain/keypad.ts'

const unheld = { shiftKey: false, ctrlKey: false, altKey: false, metaKey: false }
const press = (key: string, more: Partial<PressedKey> = {}): PressedKey => ({ key, code: '', ...unheld, ...more })

test.each<[string, Keypad]>([
  ['arrows', 'arrows'],
  ['twelve keys', 'twelve-keys'],
  ['keys of its own', { next: ['F17'] }],
])('the arrows, Enter and Escape work beside %s', (_, keypad) => {
  const moves = ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'Enter', ' ', 'Escape', 'F1', 'x'].map((key) =>
    moveOf(press(key), keypad),
  )
  expect(moves).toEqual(['up', 'down', 'left', 'right', 'select', 'select', 'back', 'help', null])
})

test('figures move on twelve keys alone, and four of them are for who listens', () => {
  const moves = (keypad: Keypad) => '24568*0#1379'.split('').map((key) => moveOf(press(key), keypad))
  expect(moves('twelve-keys').join(' ')).toBe('up left select right down back help next again louder silent quieter')
  expect(moves('arrows').every((move) => move === null)).toBe(true)
})

test('twelve keys that a French keyboard writes as signs move as their digits do', () => {
  const moves = (keypad: Keypad) =>
    Array.from("é'(-_", (key, index) => moveOf(press(key, { code: `Digit${'24568'.charAt(index)}` }), keypad))
  expect(moves('twelve-keys')).toEqual(['up', 'left', 'select', 'right', 'down'])
  expect(moves('arrows')).toEqual([null, null, null, 'quieter', null])
})

test('a key is known by what it writes and by where it is, and goes before what it does elsewhere', () => {
  const keypad: Keypad = { select: ['F17'], back: ['ArrowLeft'] }
  expect(moveOf(press('Unidentified', { code: 'F17' }), keypad)).toBe('select')
  expect(moveOf(press('ArrowLeft', { code: 'ArrowLeft' }), keypad)).toBe('back')
})

test('no chord means anything, but Tab goes back with Shift', () => {
  for (const held of ['ctrlKey', 'altKey', 'metaKey'])
    expect(moveOf(press('Enter', { [held]: true }), 'arrows')).toBe(null)
  expect(moveOf(press('Tab', { shiftKey: true }), 'arrows')).toBe('previous')
})

test('keys of browsers and desktops cannot be a keypad’s', () => {
  expect(['F11', 'F12', 'F10', 'PrintScreen', 'BrowserBack', 'Meta', 'Ctrl+W', ''].filter(isKeypadKey)).toEqual([])
  expect(['F9', 'F13', 'F24', '*', '5', 'KeyA', 'Numpad8', 'ArrowUp'].every(isKeypadKey)).toBe(true)
  expect(keysTwice({ next: ['F17', 'F18'], back: ['F17'] })).toEqual(['F17'])
})

test('who listens has keys on every keyboard, and a keypad may tell of its own jack', () => {
  const moves = ['F2', 'F3', 'F6', 'F7', 'F8', '+', '-'].map((key) => moveOf(press(key), 'arrows'))
  expect(moves).toEqual(['again', 'silent', 'slower', 'faster', 'dark', 'louder', 'quieter'])
  expect(moves.every(isHearingMove)).toBe(true)
  const keypad: Keypad = { plugged: ['F15'], unplugged: ['F16'] }
  const jack = ['F15', 'F16'].map((code) => moveOf(press('Unidentified', { code }), keypad))
  expect(jack).toEqual(['plugged', 'unplugged'])
  expect(jack.some(isHearingMove)).toBe(false)
})

test('the keys above the letters mean digits by their place, whatever they write', () => {
  const azerty = Array.from('à&é"\'(-è_ç', (key, digit) => digitOf(press(key, { code: `Digit${digit}` })))
  expect(azerty).toEqual(Array.from('0123456789'))
  expect(digitOf(press('É', { code: 'Digit2' }))).toBe('2')
  expect(digitOf(press('7', { code: 'Digit7', shiftKey: true }))).toBe('7')
  expect(digitOf(press('7', { code: 'Numpad7' }))).toBe('7')
  expect(digitOf(press('٣', { code: 'Digit3' }))).toBe('3')
})

test('no other key means a digit, nor does a chord, a dead key, or the + that a Swiss keyboard writes with Shift', () => {
  expect(digitOf(press('a', { code: 'KeyQ' }))).toBe(null)
  expect(digitOf(press('-', { code: 'Minus' }))).toBe(null)
  expect(digitOf(press('é', { code: 'Digit2', ctrlKey: true }))).toBe(null)
  expect(digitOf(press('Dead', { code: 'Digit6' }))).toBe(null)
  expect(digitOf(press('+', { code: 'Digit1', shiftKey: true }))).toBe(null)
})

test.each([
  ['é', '2'],
  ['(àààà', '50000'],
  ['&,(m', '1,5m'],
  ['6àààà', '60000'],
  ['&\':"à', '14:30'],
  ["1'000", "1'000"],
  ['éééé-&', 'éééé-&'],
  ['MP260521', 'MP260521'],
  ['imprimante à vide', 'imprimante à vide'],
])('a line for a number: %s is %s', (typed, meant) => {
  expect(digitsInNumber(typed)).toBe(meant)
})

test.each([
  ['é nord', '2 nord'],
  ["nord '", 'nord 4'],
  ['N3 F &é-&(', 'N3 F 12-15'],
  ['é max (àààà', '2 max 50000'],
  ['2 max é', '2 max 2'],
  ['é <(àk', '2 <50k'],
  ['N3 F 12-15', 'N3 F 12-15'],
  ['4 é', '4 é'],
  ['N3 F 4 & 5', 'N3 F 4 & 5'],
  ["4 l'est", "4 l'est"],
])('a command of the desk: %s is %s', (typed, meant) => {
  expect(digitsInCommand(typed)).toBe(meant)
})

test.each([
  ['Bah 6éé && éé ""', 'Bah 622 11 22 33'],
  ['éé"\'(è_ç Bah', '22345789 Bah'],
  ['Chez à 622112233', 'Chez à 622112233'],
  ['Bah (66 44 55 66 7)', 'Bah (66 44 55 66 7)'],
  ['Bah -éé&&', 'Bah -éé&&'],
  ['Bah # éé places', 'Bah # éé places'],
])('a customer: %s is %s', (typed, meant) => {
  expect(digitsInCustomer(typed)).toBe(meant)
})
