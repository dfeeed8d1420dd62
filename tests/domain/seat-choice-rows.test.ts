import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { seatRows } from '../../shared/domain/seats/choice/index.ts'
import { sectionOf, upTo, type RowSketch } from './seat-choice-sections.ts'
import type { PlanSection } from '../../shared/domain/venue/venue-plan.ts'

/** Rows as text: neighbours stand together, an aisle is a bar: `1 2|3`. */
const shown = (rows: readonly RowSketch[], plan: PlanSection | null = null): string[] =>
  seatRows(sectionOf(rows), plan).map(({ seats }) =>
    seats.map(({ seat, joined }, i) => `${i === 0 ? '' : joined ? ' ' : '|'}${seat.number}`).join(''),
  )

describe('neighbours by number', () => {
  test('running numbers', () => expect(shown([{ numbers: [1, 2, 3, 4] }])).toEqual(['1 2 3 4']))

  test('an order of the wire that means nothing is not taken for one', () => {
    expect(shown([{ numbers: [1, 10, 2, 3, 4, 5, 6, 7, 8, 9] }])).toEqual(['1 2 3 4 5 6 7 8 9 10'])
  })

  test('falling numbers run from the right', () => expect(shown([{ numbers: [4, 3, 2, 1] }])).toEqual(['4 3 2 1']))

  test('one parity', () => {
    expect(shown([{ numbers: [1, 3, 5, 7, 11, 13] }, { numbers: [2, 4, 6, 8] }])).toEqual(['1 3 5 7|11 13', '2 4 6 8'])
  })

  test('both parities from the middle', () => {
    expect(shown([{ numbers: [5, 3, 1, 2, 4, 6] }, { numbers: [7, 3, 1, 4, 6, 8] }])).toEqual([
      '5 3 1 2 4 6',
      '7|3 1|4 6 8',
    ])
  })

  test('a missing number is an aisle', () => {
    expect(shown([{ numbers: [1, 2, 3, 6, 7] }, { numbers: [1, 2, 3, 101, 102] }])).toEqual([
      '1 2 3|6 7',
      '1 2 3|101 102',
    ])
  })

  test('a short row keeps to the scheme of its section', () => {
    const long = { numbers: [1, 2, 3, 4, 5] }
    expect(shown([long, { numbers: [1, 3] }])).toEqual(['1 2 3 4 5', '1|3'])
    expect(shown([{ numbers: [1, 3, 5, 7] }, { numbers: [1, 3] }])).toEqual(['1 3 5 7', '1 3'])
  })

  test('a row of which every other seat is missing is no row of one parity', () => {
    expect(shown([{ numbers: upTo(8) }, { numbers: [1, 3, 5, 7] }, { numbers: [1, 4, 7, 10] }])).toEqual([
      '1 2 3 4 5 6 7 8',
      '1|3|5|7',
      '1|4|7|10',
    ])
    expect(shown([{ numbers: [1, 4, 7, 10] }])).toEqual(['1|4|7|10'])
  })

  test('a number given twice makes nobody a neighbour of nobody', () => {
    expect(shown([{ numbers: [1, 2, 2, 3] }])).toEqual(['1 2|2 3'])
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
    // Its row has no aisle to line up with.
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
  const plan = (numbering: PlanSection['numbering'], blocks: readonly number[][]): PlanSection => ({
    code: 'N1',
    name: 'Secteur N1',
    tribune: 'N',
    zone: 'Z',
    gate: 'C',
    numbering,
    front: { kind: 'line', from: [-10, -40], to: [10, -40] },
    rowDepth: 0.8,
    seatPitch: 0.5,
    aisleWidth: 1,
    rows: blocks.map((row, i) => ({ label: String.fromCharCode(65 + i), blocks: [...row] })),
  })

  test('its aisles part seats whose numbers follow each other', () => {
    const consecutive = plan({ scheme: 'consecutive', direction: 'counterclockwise' }, [[2, 3]])
    expect(shown([{ numbers: upTo(5) }])).toEqual(['1 2 3 4 5'])
    expect(shown([{ numbers: upTo(5) }], consecutive)).toEqual(['1 2 3|4 5'])
  })

  test('numbers that run clockwise stand from right to left for those who sit there', () => {
    expect(shown([{ numbers: upTo(5) }], plan({ scheme: 'consecutive', direction: 'clockwise' }, [[2, 3]]))).toEqual([
      '5 4 3|2 1',
    ])
  })

  test('an aisle is as wide as the plan says, in seat widths', () => {
    const rows = seatRows(
      sectionOf([{ numbers: upTo(4) }]),
      plan({ scheme: 'consecutive', direction: 'counterclockwise' }, [[2, 2]]),
    )
    expect(rows[0]?.seats.map(({ x }) => x)).toEqual([-2.5, -1.5, 1.5, 2.5])
  })

  test('a seat that the partner does not sell is a gap', () => {
    const odd = plan({ scheme: 'odd', direction: 'counterclockwise' }, [[5]])
    expect(shown([{ numbers: [1, 3, 7, 9] }], odd)).toEqual(['1 3|7 9'])
  })

  test('a plan that does not know a seat is not used at all', () => {
    const short = plan({ scheme: 'consecutive', direction: 'clockwise' }, [[2, 2]])
    expect(shown([{ numbers: upTo(5) }], short)).toEqual(['1 2 3 4 5'])
  })
})
