import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { bestSeats } from '../../shared/domain/seats/best-seats.ts'
import { orphanSeatsAfter } from '../../shared/domain/seats/hand-picking.ts'
import { seatRows } from '../../shared/domain/seats/seat-rows.ts'
import type { PlanSection } from '../../shared/domain/venue/venue-plan.ts'
import {
  compare,
  costOf,
  lowestCost,
  planRows,
  planSection,
  type RowSketch,
  sectionOf,
  spotsOf,
  upTo,
} from './seat-choice-samples.ts'
import { amountOf } from '../support/share.ts'

const row = (states: string): RowSketch => ({ numbers: upTo(states.length), states })
const repeated = (states: string, times: number): string => Array.from({ length: times }, () => states).join('/')
const odd: RowSketch = { numbers: [1, 3, 5, 7, 9] }
/** Rows with different first numbers, in which no two adjacent seats are free. */
const offset: RowSketch[] = [
  { numbers: [7, 4, 8], states: 'ss.' },
  { numbers: [8, 7, 4, 3, 1], states: 's.ss.' },
]
const idsOf = (choice: { readonly seats: readonly { readonly seatId: string }[] } | null): string =>
  choice?.seats.map(({ seatId }) => seatId).join(' ') ?? 'none'

/** Returns rows of free and taken seats, front row first. A slash separates the rows. */
const rowsOf = (states: string): readonly RowSketch[] => states.split('/').map(row)

test.each<[string, string | readonly RowSketch[], number, string, string]>([
  ['sits in the middle of the best rows', repeated('...........', 10), 3, 'D5 D6 D7', '1, 1: in-sequence best-view'],
  ['is in the middle only if its farthest seat is', '..........', 2, 'A5 A6', '1, 1: in-sequence central'],
  ['is in the middle only if its farthest seat is', '..........', 6, 'A3 A4 A5 A6 A7 A8', '1, 1: in-sequence'],
  ['leaves nobody beside it alone', '.....', 2, 'A1 A2', '1, 1: in-sequence'],
  ['never reaches over an aisle', [{ numbers: [1, 2, 5, 6, 7] }], 3, 'A5 A6 A7', '1, 1: in-sequence'],
  ['finds its neighbours among odd numbers', [{ ...odd, states: 's...s' }], 3, 'A3 A5 A7', '1, 1: in-sequence'],
  ['leaves places for wheelchairs to those who need them', '..aaa', 2, 'A1 A2', '1, 1: in-sequence'],
  ['takes none of them', 'aaa', 1, 'none', 'null'],
  ['leaves a seat alone if nothing else is possible', '...s', 2, 'A2 A3', '1, 1: in-sequence, A1 alone'],
  ['sits behind no pillar if it can sit as close elsewhere', 'rrrrr/.rr..', 2, 'B4 B5', '1, 1: in-sequence'],
  ['sits behind no pillar if it can sit as close elsewhere', '.rr..', 2, 'A4 A5', '1, 1: in-sequence'],
  ['sits behind a pillar otherwise', '.rr..', 3, 'A1 A2 A3', '1, 1: in-sequence'],
  ['sits behind a pillar otherwise', 'rsr', 2, 'A1 A3', '2, 1: split-row'],
  ['is split into two rows, and nobody of it is alone', '.../...', 4, 'A1 A2 B1 B2', '2, 2: split-rows, A3 B3 alone'],
  ['is split into two rows, and nobody of it is alone', '.../..', 4, 'A1 A2 B1 B2', '2, 2: split-rows, A3 alone'],
  ['is split by an aisle', [{ numbers: [1, 2, 4, 5] }], 4, 'A1 A2 A4 A5', '2, 1: split-row'],
  ['is close across three seat widths', [{ numbers: [3, 9] }, ...offset], 2, 'A3 A9', '2, 1: split-row'],
  ['gets the nearest seats', '.ss.ss.ss/ss.ss.sss/.ss.ss.ss', 3, 'A7 B6 C7', '3, 3: apart'],
  ['sits in twos', repeated('.s.s..s.s.s.', 4), 8, 'A5 A6 B5 B6 C5 C6 D5 D6', '4, 4: in-groups'],
  ['sits in two distant groups', '....s.s.s.s.s.s....', 8, 'A1 A2 A3 A4 A16 A17 A18 A19', '2, 1: in-groups'],
  ['is apart over six rows', `s.s/sss/s.s/sss/${repeated('s.s', 4)}`, 6, 'A2 C2 E2 F2 G2 H2', '6, 6: apart central'],
  ['is apart from one end of the row to the other', `.${'s'.repeat(61)}.`, 2, 'A1 A63', '2, 1: apart'],
])('a party %s: %j', (_, sketch, count, ids, how) => {
  const choice = bestSeats(sectionOf(typeof sketch === 'string' ? rowsOf(sketch) : sketch), { count })
  const { groups, rows, reasons, lone } = choice ?? { groups: 0, rows: 0, reasons: [], lone: [] }
  const alone = lone.length > 0 ? `, ${lone.join(' ')} alone` : ''
  expect([idsOf(choice), choice ? `${groups}, ${rows}: ${reasons.join(' ')}${alone}` : 'null']).toEqual([ids, how])
})

test('the best seats never exceed the maximum price', () => {
  const section = sectionOf([90_000, 40_000].map((price) => ({ numbers: upTo(4), price })))
  expect(idsOf(bestSeats(section, { count: 2, maxPrice: 50_000 }))).toBe('B1 B2')
  expect(bestSeats(section, { count: 5, maxPrice: 50_000 })).toBeNull()
})

test('a party of twenty is divided into as few groups as possible, close to each other', () => {
  const rows = rowsOf('........s/.s......./...s...../....s..../........./........s')
  const choice = bestSeats(sectionOf(rows), { count: 20 })
  expect(choice).toMatchObject({ groups: 3, reasons: ['in-groups'] })
  expect(new Set(choice?.seats.map(({ rowLabel }) => rowLabel))).toEqual(new Set(['D', 'E', 'F']))
})

test('seats on both sides of an unknown row do not count as adjacent', () => {
  const section = sectionOf(rowsOf('.././..'))
  const choice = bestSeats({ ...section, seats: section.seats.filter(({ row }) => row !== 2) }, { count: 4 })
  expect(choice?.reasons).toContain('in-groups')
})

const seatState = fc.constantFrom('.', '.', '.', '.', 's', 'h', 'b', 'a')
const rowSketch = (longest: number): fc.Arbitrary<RowSketch> =>
  fc.uniqueArray(fc.integer({ min: 1, max: longest + 3 }), { minLength: 1, maxLength: longest }).chain((numbers) =>
    fc.record({
      numbers: fc.constantFrom(
        numbers,
        numbers.toSorted((a, b) => a - b),
        upTo(numbers.length),
      ),
      states: fc.string({ unit: seatState, minLength: numbers.length, maxLength: numbers.length }),
      prices: fc.array(fc.constantFrom(40_000, 70_000), { minLength: numbers.length, maxLength: numbers.length }),
    }),
  )

describe('against an exhaustive search', () => {
  const cases = fc.record({
    rows: fc.array(rowSketch(7), { minLength: 1, maxLength: 3 }),
    count: fc.integer({ min: 1, max: 5 }),
    maxPrice: fc.constantFrom(Infinity, Infinity, 50_000),
  })

  test('no other seats are better', () => {
    const kinds = new Set<number>()
    fc.assert(
      fc.property(cases, ({ rows, count, maxPrice }) => {
        const section = sectionOf(rows)
        const choice = bestSeats(section, { count, maxPrice })
        const lowest = lowestCost(section, count, maxPrice)
        if (!choice || !lowest) {
          expect(choice).toBe(lowest)
          return
        }
        const chosen = new Set(choice.seats.map(({ seatId }) => seatId))
        const spots = spotsOf(section)
        const cost = costOf(section, spots)(spots.filter(({ seat }) => chosen.has(seat.seatId)))
        kinds.add(lowest[0] ?? -1)
        expect(chosen.size).toBe(count)
        expect(compare(cost, lowest), `${[...chosen].join(' ')}: ${cost.join()}, possible ${lowest.join()}`).toBe(0)
        expect(choice.groups === 1).toBe(lowest[0] === 0)
      }),
      { numRuns: amountOf(1_500, 500) },
    )
    expect(kinds, 'blocks, pairs, groups and scattered parties have all been seen').toEqual(new Set([0, 1, 2, 3]))
  })
})

describe('picking by hand', () => {
  const rowsOf = (...sketch: RowSketch[]) => seatRows(sectionOf(sketch))

  test('a selection that leaves a lone seat names it', () => {
    const rows = rowsOf(row('.....s'), { numbers: upTo(3) })
    expect(orphanSeatsAfter(rows, new Set(['A3', 'A4']))).toEqual(['A5'])
    expect(orphanSeatsAfter(rows, new Set(['A2', 'A4']))).toEqual(['A1', 'A3', 'A5'])
    expect(orphanSeatsAfter(rows, new Set(['A1', 'A2', 'B1', 'B2']))).toEqual(['B3'])
  })

  test('a seat that was alone before is nobody’s doing', () => {
    expect(orphanSeatsAfter(rowsOf(row('.s..')), new Set(['A3', 'A4']))).toEqual([])
  })
})

/** Returns rows as text with a space between adjacent seats and a bar at an aisle: `1 2|3`. */
const shown = (rows: readonly RowSketch[], plan: PlanSection | null = null): string[] =>
  seatRows(sectionOf(rows), plan).map(({ seats }) =>
    seats.map(({ seat, joined }, i) => `${i === 0 ? '' : joined ? ' ' : '|'}${seat.number}`).join(''),
  )

describe('neighbours by number', () => {
  /** In these texts, a slash separates rows. */
  test.each([
    ['running numbers', '1 2 3 4', '1 2 3 4'],
    ['an order of the wire that means nothing', '1 10 2 3 4 5 6 7 8 9', '1 2 3 4 5 6 7 8 9 10'],
    ['falling numbers, which run from the right', '4 3 2 1', '4 3 2 1'],
    ['one parity', '1 3 5 7 11 13/2 4 6 8', '1 3 5 7|11 13/2 4 6 8'],
    ['both parities from the middle', '5 3 1 2 4 6/7 3 1 4 6 8', '5 3 1 2 4 6/7|3 1|4 6 8'],
    ['a missing number, which is an aisle', '1 2 3 6 7/1 2 3 101 102', '1 2 3|6 7/1 2 3|101 102'],
    ['a short row, by the scheme of its section', '1 2 3 4 5/1 3', '1 2 3 4 5/1|3'],
    ['a short row of one parity', '1 3 5 7/1 3', '1 3 5 7/1 3'],
    ['every other seat missing', '1 2 3 4 5 6 7 8/1 3 5 7/1 4 7 10', '1 2 3 4 5 6 7 8/1|3|5|7/1|4|7|10'],
    ['every third seat alone', '1 4 7 10', '1|4|7|10'],
    ['a number given twice, beside nobody', '1 2 2 3', '1 2|2 3'],
  ])('%s', (_, given, text) => {
    const rows = given.split('/').map((numbers) => ({ numbers: numbers.split(' ').map(Number) }))
    expect(shown(rows).join('/')).toBe(text)
  })

  test('rows stand in the order of their numbers, whatever order the wire has', () => {
    const section = sectionOf([
      { label: '10', numbers: [1] },
      { label: '9', numbers: [1] },
    ])
    const rows = seatRows({ ...section, seats: section.seats.toReversed() })
    expect(rows.map(({ label }) => label)).toEqual(['10', '9'])
  })
})

describe('rows beside each other', () => {
  const places = (rows: readonly RowSketch[]): Record<string, number> =>
    Object.fromEntries(seatRows(sectionOf(rows)).flatMap(({ seats }) => seats.map(({ seat, x }) => [seat.seatId, x])))

  test('rows of unequal length are centred', () => {
    const at = places([{ numbers: upTo(4) }, { numbers: upTo(6) }])
    expect([at['A1'], at['A4'], at['B1'], at['B6']]).toEqual([-1.5, 1.5, -2.5, 2.5])
  })

  test('rows with as many aisles have them in line', () => {
    const at = places([{ numbers: [1, 2, 5, 6, 7] }, { numbers: [1, 2, 3, 6, 7, 8] }])
    expect(((at['A2'] ?? 0) + (at['A5'] ?? 0)) / 2).toBeCloseTo(((at['B3'] ?? 0) + (at['B6'] ?? 0)) / 2)
  })

  test('an aisle lies in the middle between the seats beside it', () => {
    const at = places([{ numbers: [1, 2, 5, 6] }, { numbers: [1, 2, 3, 4, 7, 8] }])
    expect([at['A2'], at['A5']]).toEqual([at['B4'], at['B7']])
  })

  test('the longest row leads, and of equally long ones the front one', () => {
    const [early, late] = [{ numbers: [1, 2, 5, 6, 7] }, { numbers: [1, 2, 3, 6, 7] }] as const
    const among = places([early, { numbers: upTo(9) }, late])
    expect([among['A1'], among['C1']]).toEqual([among['B2'], among['B2']])
    const alike = places([early, { numbers: upTo(5) }, late])
    expect([alike['B1']! - alike['A1']!, alike['C1']! - alike['A1']!]).toEqual([1, -1])
  })

  test('a section without seats has no rows', () => expect(places([])).toEqual({}))

  test('rows that begin at other numbers stand under the same ones', () => {
    const at = places([{ numbers: [4, 5, 6, 7] }, { numbers: upTo(8) }])
    expect(at['A4']).toBe(at['B4'])
  })
})

test('every seat stands once, in its row, at least a seat width from the next', () => {
  const row = fc
    .uniqueArray(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 20 })
    .map((numbers) => ({ numbers }))
  fc.assert(
    fc.property(fc.array(row, { minLength: 1, maxLength: 6 }), (sketch) => {
      const section = sectionOf(sketch)
      const rows = seatRows(section)
      const found = rows.flatMap(({ label, seats }) => seats.map(({ seat }) => `${label} ${seat.seatId}`))
      expect(new Set(found)).toEqual(new Set(section.seats.map((seat) => `${seat.rowLabel} ${seat.seatId}`)))
      expect(found).toHaveLength(section.seats.length)
      for (const { seats } of rows) {
        for (const [i, { x, joined }] of seats.entries()) {
          const before = seats[i - 1]
          expect(joined).toBe(before !== undefined && Math.abs(x - before.x - 1) < 1e-9)
          if (before) expect(x - before.x).toBeGreaterThan(1 - 1e-9)
        }
      }
    }),
  )
})

describe('with a plan', () => {
  const plan = (numbering: PlanSection['numbering'], blocks: readonly number[][]): PlanSection =>
    planSection({ numbering, rows: planRows(blocks) })
  const left = { scheme: 'consecutive', direction: 'counterclockwise' } as const
  const right = { scheme: 'consecutive', direction: 'clockwise' } as const

  test('its aisles part seats whose numbers follow each other; clockwise is from right to left for who sits there', () => {
    const five = [{ numbers: upTo(5) }]
    const expected = [['1 2 3 4 5'], ['1 2 3|4 5'], ['5 4 3|2 1']]
    expect([shown(five), shown(five, plan(left, [[2, 3]])), shown(five, plan(right, [[2, 3]]))]).toEqual(expected)
  })

  test('an aisle is as wide as the plan says, in seat widths', () => {
    const rows = seatRows(sectionOf([{ numbers: upTo(4) }]), plan(left, [[2, 2]]))
    expect(rows[0]?.seats.map(({ x }) => x)).toEqual([-2.5, -1.5, 1.5, 2.5])
  })

  test('a seat that the partner does not sell is a gap', () => {
    const odd = plan({ scheme: 'odd', direction: 'counterclockwise' }, [[5]])
    expect(shown([{ numbers: [1, 3, 7, 9] }], odd)).toEqual(['1 3|7 9'])
  })

  test('a plan that does not know a seat is not used at all', () => {
    const short = plan(right, [[2, 2]])
    expect(shown([{ numbers: upTo(5) }], short)).toEqual(['1 2 3 4 5'])
  })
})
