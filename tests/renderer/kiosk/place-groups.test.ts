import { expect, test } from 'vitest'
import { gatesOf, placeGroups } from '../../../renderer/kiosk/place-groups.ts'
import { chosen, tribunes } from '../../support/fake-kiosk.ts'

const seat = (gate: string, sector: string, row: string, number: number) =>
  chosen(tribunes.ouest, gate, sector, row, number, 70_000)

test('seats of one section stand together, by row and in the order of their numbers', () => {
  const groups = placeGroups([seat('4', 'O5', 'F', 14), seat('4', 'O5', 'F', 9), seat('4', 'O5', 'G', 10)])
  expect(groups).toHaveLength(1)
  expect(groups[0]?.rows).toEqual([
    { row: 'F', numbers: ['9', '14'] },
    { row: 'G', numbers: ['10'] },
  ])
})

test.each([
  [[seat('4', 'O5', 'F', 12)], ['Porte 4', 'Secteur O5', 'Rang F', 'Place 12']],
  [
    [seat('4', 'O5', 'F', 12), seat('4', 'O5', 'F', 13)],
    ['Porte 4', 'Secteur O5', 'Rang F'],
  ],
  [
    [seat('4', 'O5', 'F', 12), seat('4', 'O5', 'G', 12)],
    ['Porte 4', 'Secteur O5'],
  ],
])('the way is told as far as all seats share it', (seats, route) => {
  expect(placeGroups(seats)[0]?.route).toEqual(route)
})

test('each gate is named once', () => {
  const groups = placeGroups([seat('4', 'O5', 'F', 1), seat('4', 'O6', 'A', 1), seat('8', 'O7', 'A', 1)])
  expect(groups).toHaveLength(3)
  expect(gatesOf(groups).map(({ code }) => code)).toEqual(['4', '8'])
})
