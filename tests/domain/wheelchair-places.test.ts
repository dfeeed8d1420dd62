import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { bestSeats } from '../../shared/domain/seats/best-seats.ts'
import { reservedAccessibleSeats, openTo } from '../../shared/domain/seats/hand-picking.ts'
import { seatRows } from '../../shared/domain/seats/seat-rows.ts'
import { searchSections } from '../../shared/domain/seats/section-choice.ts'
import { freePlaces, placeAt } from '../../shared/domain/seats/wheelchair-places.ts'
import { amountOf } from '../support/share.ts'
import { overviewOf, type RowSketch, sectionOf, upTo } from './seat-choice-samples.ts'

const row = (states: string): RowSketch => ({ numbers: upTo(states.length), states })
const chosenIn = (rows: readonly RowSketch[], party: Parameters<typeof bestSeats>[1]): string =>
  bestSeats(sectionOf(rows), party)
    ?.seats.map(({ seatId }) => seatId)
    .join(' ') ?? 'none'

describe('who asks for a place for a wheelchair', () => {
  const ask = { count: 2, wheelchair: true }

  test('gets a space with the seat of the companion beside it', () => {
    expect(chosenIn([row('.....'), row('ac...')], ask)).toBe('B1 B2')
    expect(chosenIn([row('..cs'), row('.s.ca')], ask)).toBe('B4 B5')
  })

  test('never the companion of another space', () => {
    expect(chosenIn([row('acac')], ask)).toBe('A3 A4')
    expect(freePlaces(seatRows(sectionOf([row('acacca')])))).toEqual([
      ['A1', 'A2'],
      ['A3', 'A4'],
      ['A6', 'A5'],
    ])
    expect(chosenIn([row('aca')], ask)).toBe('A1 A2')
    expect(chosenIn([row('sca')], ask)).toBe('A2 A3')
  })

  test('gets a free seat beside it where the venue lists none for companions', () => {
    expect(chosenIn([row('s.as')], ask)).toBe('A2 A3')
    expect(chosenIn([row('as..')], ask)).toBe('none')
  })

  test('gets the space alone when nobody comes along', () => {
    expect(chosenIn([row('..ac')], { count: 1, wheelchair: true })).toBe('A3')
  })

  test('sits with the rest of a family near, who take no space and no companion’s seat', () => {
    const family = { count: 4, wheelchair: true }
    expect(chosenIn([row('ac.ac'), row('.....')], family)).toBe('A4 A5 B3 B4')
    expect(chosenIn([row('...ac'), row('sssss')], family)).toBe('A2 A3 A4 A5')
    expect(chosenIn([row('acac'), row('s.s.')], family)).toBe('none')
    expect(chosenIn([row('acac')], family)).toBe('none')
  })

  test('takes both with one touch on either', () => {
    const rows = seatRows(sectionOf([row('.ac.')]))
    expect(placeAt(rows, 'A2')).toEqual(['A2', 'A3'])
    expect(placeAt(rows, 'A3')).toEqual(['A2', 'A3'])
    expect(placeAt(rows, 'A1')).toEqual([])
  })
})

describe('everybody else', () => {
  test('gets such places once the rest of the section is sold, or the venue released them', () => {
    expect(chosenIn([row('.acs')], { count: 2 })).toBe('none')
    expect(chosenIn([row('hacs')], { count: 2 })).toBe('none')
    expect(chosenIn([row('sacb')], { count: 2 })).toBe('A2 A3')
    expect(chosenIn([row('.acs')], { count: 2, released: true })).toBe('A2 A3')
  })

  test('waits for the release where a section has nothing else', () => {
    expect(chosenIn([row('acac')], { count: 2 })).toBe('none')
    expect(chosenIn([row('acac')], { count: 2, released: true })).not.toBe('none')
  })

  test('never gets one before, whatever is sold and however it is chosen', () => {
    const state = fc.constantFrom('.', '.', '.', 's', 'h', 'b', 'a', 'c', 'ac', 'ca')
    const seats = fc.array(state, { minLength: 1, maxLength: 8 }).map((states) => row(states.join('')))
    const rows = fc.array(seats, { minLength: 1, maxLength: 4 })
    fc.assert(
      fc.property(rows, fc.integer({ min: 1, max: 6 }), (sketches, count) => {
        const section = sectionOf(sketches)
        const isOther = (state: string): boolean => !['a', 'c'].includes(state)
        const states = sketches.flatMap((sketch) => Array.from(sketch.states ?? ''))
        const rest = states.filter(isOther)
        fc.pre(rest.length === 0 || rest.some((each) => ['.', 'h'].includes(each)))
        const search = searchSections({ count, overview: overviewOf([section]), plan: null })
        search.look(section)
        const byHand = openTo(section, ({ seatId }) => !reservedAccessibleSeats(section, {}).has(seatId))
        const taken = [
          ...(bestSeats(section, { count })?.seats ?? []),
          ...search.offers().flatMap(({ seats }) => seats),
          ...byHand.seats.filter(({ status }) => status === 'available'),
        ]
        expect(taken.filter(({ accessible, companion }) => accessible ?? companion)).toEqual([])
      }),
      { numRuns: amountOf(2000, 700) },
    )
  })

  test('and who asks always gets a space and one seat beside it', () => {
    const state = fc.constantFrom('.', 's', 'a', 'c', 'ac', 'ca')
    fc.assert(
      fc.property(fc.array(state, { minLength: 1, maxLength: 10 }), (states) => {
        const choice = bestSeats(sectionOf([row(states.join(''))]), { count: 2, wheelchair: true })
        if (choice === null) return
        const [first, second] = choice.seats
        expect((second?.number ?? 0) - (first?.number ?? 0)).toBe(1)
        expect(choice.seats.filter(({ accessible }) => accessible)).toHaveLength(1)
      }),
    )
  })
})
