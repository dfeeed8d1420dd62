import { expect, test } from 'vitest'
import { isSameGate, shownGate } from '../../shared/domain/venue/gate-name.ts'

test.each([
  ['P5', 'Porte 5', '5'],
  ['5', 'PORTE 5', '5'],
  ['P5', '', 'P5'],
  ['P5', 'P5', 'P5'],
  ['C', ' Gate  C ', 'C'],
  ['H', 'Porte d’honneur', 'd’honneur'],
  ['H', 'Porte', 'Porte'],
  ['N', 'Nord', 'Nord'],
  ['A', 'البوابة A', 'A'],
  ['', '', ''],
])('code %j, name %j is shown as %j', (code, name, shown) => {
  expect(shownGate({ code, name })).toBe(shown)
})

test('a ticket and a plan mean one gate where code or what is shown is the same', () => {
  expect(isSameGate({ code: 'P5', name: 'Porte 5' }, { code: '5', name: '5' })).toBe(true)
  expect(isSameGate({ code: 'P5', name: 'Porte 5' }, { code: 'P5', name: 'Entrée nord' })).toBe(true)
  expect(isSameGate({ code: 'P5', name: 'Porte 5' }, { code: 'P6', name: 'Porte 6' })).toBe(false)
})
