import { expect, test } from 'vitest'
import type { Place } from '../../shared/domain/seats/place.ts'
import { wayBeyondNames } from '../../shared/domain/venue/way.ts'

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
