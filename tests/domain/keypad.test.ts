import { expect, test } from 'vitest'
import { isHearingMove, isKeypadKey, keysTwice, moveOf, type Keypad } from '../../shared/domain/keypad.ts'
import { press } from './press.ts'

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
  expect(moves('twelve-keys')).toEqual([
    'up',
    'left',
    'select',
    'right',
    'down',
    'back',
    'help',
    'next',
    'again',
    'louder',
    'silent',
    'quieter',
  ])
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
