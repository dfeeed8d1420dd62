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

const alone = { count: 1, wheelchair: true }
const two = { ...alone, count: 2 }
const family = { ...alone, count: 4 }
const others = { count: 2 }
const released = { ...others, released: true }

test.each<[string, string, Parameters<typeof bestSeats>[1], string]>([
  ['a wheelchair user gets a space with the seat of the companion beside it', '...../ac...', two, 'B1 B2'],
  ['a wheelchair user gets a space with the seat of the companion beside it', '..cs/.s.ca', two, 'B4 B5'],
  ['a wheelchair user never gets the companion seat of another space', 'acac', two, 'A3 A4'],
  ['a wheelchair user never gets the companion seat of another space', 'aca', two, 'A1 A2'],
  ['a wheelchair user never gets the companion seat of another space', 'sca', two, 'A2 A3'],
  ['a wheelchair user gets a free seat beside the space if there is no companion seat', 's.as', two, 'A2 A3'],
  ['a wheelchair user gets a free seat beside the space if there is no companion seat', 'as..', two, 'none'],
  ['a wheelchair user who comes alone gets the space alone', '..ac', alone, 'A3'],
  ['a family sits near, and takes no space and no companion seat', 'ac.ac/.....', family, 'A4 A5 B3 B4'],
  ['a family sits near, and takes no space and no companion seat', '...ac/sssss', family, 'A2 A3 A4 A5'],
  ['a family sits near, and takes no space and no companion seat', 'acac/s.s.', family, 'none'],
  ['a family sits near, and takes no space and no companion seat', 'acac', family, 'none'],
  ['others get spaces once the rest of the section is sold', '.acs', others, 'none'],
  ['others get spaces once the rest of the section is sold', 'hacs', others, 'none'],
  ['others get spaces once the rest of the section is sold', 'sacb', others, 'A2 A3'],
  ['others get spaces once they are released', '.acs', released, 'A2 A3'],
  ['others wait for the release if a section has only spaces', 'acac', others, 'none'],
  ['others wait for the release if a section has only spaces', 'acac', released, 'A1 A2'],
])('%s: %s', (_, states, party, ids) => {
  expect(chosenIn(states.split('/').map(row), party)).toBe(ids)
})

test('each space has its own companion seat, and selecting either selects both', () => {
  expect(freePlaces(seatRows(sectionOf([row('acacca')])))).toEqual([
    ['A1', 'A2'],
    ['A3', 'A4'],
    ['A6', 'A5'],
  ])
  const rows = seatRows(sectionOf([row('.ac.')]))
  expect(placeAt(rows, 'A2')).toEqual(['A2', 'A3'])
  expect(placeAt(rows, 'A3')).toEqual(['A2', 'A3'])
  expect(placeAt(rows, 'A1')).toEqual([])
})

describe('everybody else', () => {
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
      { numRuns: amountOf(2000, 300) },
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
