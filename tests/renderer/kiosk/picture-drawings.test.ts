import { describe, expect, test } from 'vitest'
import { clockOf, nightsUntil } from '../../../renderer/kiosk/pictured/drawings/day-and-hour.ts'
import { noteColour } from '../../../renderer/components/money/note-colours.ts'
import { cashPieces } from '../../../shared/domain/money/cash.ts'
import { contrast } from '../../support/contrast.ts'

describe('the nights until an event', () => {
  test.each([
    ['2027-05-15T16:00:00', 0],
    ['2027-05-16T00:10:00', 1],
    ['2027-06-01T16:30:00', 17],
    ['2027-05-14T20:00:00', null],
    ['le 3 mai', null],
  ])('%s: %s', (local, nights) => {
    expect(nightsUntil(local, '2027-05-15T23:50:00')).toBe(nights)
  })
})

test.each([
  ['2027-05-15T16:30:00', { hour: 16, minute: 30, sun: true }],
  ['2027-05-15T18:30:00', { hour: 18, minute: 30, sun: false }],
  ['2027-05-15T05:59:00', { hour: 5, minute: 59, sun: false }],
  ['2027-05-15', null],
])('the clock of %s', (local, clock) => {
  expect(clockOf(local)).toEqual(clock)
})

describe.each(['GNF', 'XOF', 'XAF', 'EUR', 'GBP'])('the notes of %s', (currency) => {
  const colours = cashPieces(currency).flatMap(({ kind, value }) =>
    kind === 'note' ? [noteColour(value, currency)] : [],
  )

  test('no two have the same colour', () => {
    expect(new Set(colours).size).toBe(colours.length)
  })

  test('white is legible on each', () => {
    expect(colours.filter((colour) => contrast(colour, '#ffffff') < 4.5)).toEqual([])
  })
})
