import { expect, test } from 'vitest'
import { digitOf, digitsInCommand, digitsInCustomer, digitsInNumber } from '../../shared/domain/typed-digits.ts'
import { press } from './press.ts'

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
  ['(à ààà+', '50 000+'],
  ['&,(m', '1,5m'],
  ['(àk', '50k'],
  ['6àààà', '60000'],
  ['&\':"à', '14:30'],
  ["1'000", "1'000"],
  ["6'666", "6'666"],
  ['éééé-&', 'éééé-&'],
  ['MP260521', 'MP260521'],
  ['imprimante à vide', 'imprimante à vide'],
])('a line for a number: %s is %s', (typed, meant) => {
  expect(digitsInNumber(typed)).toBe(meant)
})

test.each([
  ['é nord', '2 nord'],
  ["nord '", 'nord 4'],
  ['& pmr', '1 pmr'],
  ['N3 F &é-&(', 'N3 F 12-15'],
  ['N3 F &é,&(', 'N3 F 12,15'],
  ['é max (àààà', '2 max 50000'],
  ['2 max é', '2 max 2'],
  ['é <(àk', '2 <50k'],
  ['N3 F 12-15', 'N3 F 12-15'],
  ['4 à nord', '4 à nord'],
  ['4 é', '4 é'],
  ['N3 F 4 & 5', 'N3 F 4 & 5'],
  ['4 (nord)', '4 (nord)'],
  ["4 l'est", "4 l'est"],
  ['4 -', '4 -'],
])('a command of the desk: %s is %s', (typed, meant) => {
  expect(digitsInCommand(typed)).toBe(meant)
})

test.each([
  ['Bah 6éé && éé ""', 'Bah 622 11 22 33'],
  ['éé"\'(è_ç Bah', '22345789 Bah'],
  ['Bah & fils 622112233', 'Bah & fils 622112233'],
  ['Chez à 622112233', 'Chez à 622112233'],
  ['Bah (66 44 55 66 7)', 'Bah (66 44 55 66 7)'],
  ['Bah (622', 'Bah (622'],
  ['Bah -éé&&', 'Bah -éé&&'],
  ['Bah # éé places', 'Bah # éé places'],
])('a customer: %s is %s', (typed, meant) => {
  expect(digitsInCustomer(typed)).toBe(meant)
})
