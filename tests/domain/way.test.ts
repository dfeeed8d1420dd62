import { expect, test } from 'vitest'
import type { Place } from '../../shared/domain/seats/place.ts'
import { wayBeyondNames } from '../../shared/domain/venue/way.ts'
import { isSameGate, shownGate } from '../../shared/domain/venue/gate-name.ts'

const place: Place = {
  seatCode: 'O5-F-12',
  sector: 'O5',
  row: 'F',
  seatNumber: 12,
  gate: { code: 'P4', name: 'Porte 4', label: 'Porte 4, avenue de la République' },
  tribune: { code: 'OUEST', name: 'Tribune Ouest', color: '#c81d25' },
  route: [],
  disputeCode: '',
}

test.each([
  [['Porte 4', 'Secteur O5', 'Rang F', 'Place 12']],
  [['Gate 4', 'Section O5', 'Row F', 'Seat 12']],
  [['Tribune Ouest', 'Porte 4']],
  [['4', 'O5', 'F', '12']],
  [[]],
])('%j says no more than the names of the seat', (route) => {
  expect(wayBeyondNames(route, place)).toEqual([])
})

test.each(['Escalier F', 'Porte 5', 'Rang G', 'Suivez la ligne rouge'])('%s says more', (step) => {
  expect(wayBeyondNames(['Porte 4', step], place)).toEqual([
    { kind: 'gate', text: '4' },
    { kind: 'words', text: step },
  ])
})

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
