import { expect, test } from 'vitest'
import { gatesOf, placeGroups, priceLines } from '../../../renderer/kiosk/place-groups.ts'
import { chosen, tribunes } from '../../world/scenes/answers.ts'

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

test('rows stand as in the venue, in whatever order the seats are named', () => {
  const rows = ['AA', 'P', '10', '9'].map((row) => seat('4', 'O5', row, 1))
  expect(placeGroups(rows)[0]?.rows.map(({ row }) => row)).toEqual(['9', 'P', '10', 'AA'])
})

test('no way is told where its steps only name the seats once more', () => {
  expect(placeGroups([seat('4', 'O5', 'F', 12)])[0]?.route).toEqual([])
})

test('a way that says more is told as far as all seats share it', () => {
  const climbing = [12, 13].map((number) => {
    const chosenSeat = seat('4', 'O5', 'F', number)
    const route = ['Porte 4', 'Escalier B', 'Secteur O5', 'Rang F', `Place ${number}`]
    return { ...chosenSeat, place: { ...chosenSeat.place, route } }
  })
  expect(placeGroups(climbing)[0]?.route).toEqual([
    { kind: 'gate', text: '4' },
    { kind: 'words', text: 'Escalier B' },
    { kind: 'sector', text: 'O5' },
    { kind: 'row', text: 'F' },
  ])
})

test('each gate is named once', () => {
  const groups = placeGroups([seat('4', 'O5', 'F', 1), seat('4', 'O6', 'A', 1), seat('8', 'O7', 'A', 1)])
  expect(groups).toHaveLength(3)
  expect(gatesOf(groups).map(({ code }) => code)).toEqual(['4', '8'])
})

test('each category has a line for each price in it, in the order of the seats', () => {
  const cheap = { ...seat('4', 'O5', 'F', 3), price: 50_000 }
  const other = { ...seat('4', 'O5', 'G', 1), zoneName: 'Virage', price: 50_000 }
  const { zoneName } = cheap
  expect(priceLines([other, seat('4', 'O5', 'F', 2), cheap, seat('4', 'O5', 'F', 1)])).toEqual([
    { zoneName, count: 2, price: 70_000, sum: 140_000 },
    { zoneName, count: 1, price: 50_000, sum: 50_000 },
    { zoneName: 'Virage', count: 1, price: 50_000, sum: 50_000 },
  ])
})
