import { describe, expect, test } from 'vitest'
import { markOf, priceCategories, readMark } from '../../renderer/seat-map/paint/seat-marks.ts'
import { type PickRules, pickSeat } from '../../renderer/seat-map/use-section-choice.ts'
import { seatRows } from '../../shared/domain/seats/seat-rows.ts'
import { sectionOf, upTo } from '../domain/seat-choice-samples.ts'

const rows = seatRows(sectionOf([{ numbers: upTo(10), states: '......s...' }, { numbers: upTo(4) }]))

const pick = (selected: string, seatId: string, rules: Partial<PickRules> = {}) => {
  const result = pickSeat(rows, new Set(selected.split(' ').filter(Boolean)), seatId, { maxSeats: 8, ...rules })
  return result.type === 'changed' ? result.seatIds.join(' ') : result.reason
}

describe('one seat at a tap', () => {
  test('adds it', () => expect(pick('A1 A2 A3', 'B1')).toBe('A1 A2 A3 B1'))
  test('gives it back', () => expect(pick('A1 A2', 'A1')).toBe('A2'))
  test('stops at the limit, but still gives back', () => {
    expect(pick('A1 A2', 'A3', { maxSeats: 2 })).toBe('limit')
    expect(pick('A1 A2', 'A2', { maxSeats: 2 })).toBe('A1')
  })
  test('does not take a sold seat', () => expect(pick('A1', 'A7')).toBe('taken'))
})

test('a mark says all that a drawing needs', () => {
  const seat = { status: 'sold', accessible: true } as const
  const always = { accessible: true, short: false }
  expect(readMark(markOf(seat, false, true, 2))).toEqual({ ...always, look: 'sold', lone: true, category: 2 })
  expect(readMark(markOf(seat, true, false, 9))).toEqual({ ...always, look: 'selected', lone: false, category: 3 })
  expect(readMark(markOf({ status: 'available' }, false, false, 3, true))).toMatchObject({ category: 3, short: true })
  expect(markOf({ status: 'blocked', accessible: true }, false, true, 9, true)).toBeLessThan(256)
})

test('price categories run from the dearest', () => {
  expect(priceCategories(sectionOf([{ numbers: upTo(3), prices: [20, 50, 20] }]).seats)).toEqual([50, 20])
})
