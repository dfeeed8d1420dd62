import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isInside } from '../../shared/domain/venue/venue-geometry.ts'
import { seatBeside, sectionLayout, type SectionLayout } from '../../renderer/seat-map/layout/section-layout.ts'
import type { SectionView } from '../../shared/domain/seats/offer.ts'
import { sectionOf, upTo } from '../domain/seat-choice-samples.ts'
import { demoSection } from './demo-venue.ts'
import { hall, stadium } from './plans.ts'

const everyPlanned = [stadium, hall].flatMap((plan) =>
  plan.sections.map((section) => ({ plan, section, view: demoSection(plan, section.code) })),
)

function expectSound(layout: SectionLayout, section: SectionView): void {
  const { seats, xs, ys, rows, pitch, depth, outline, bounds } = layout
  expect(new Set(seats.map(({ seatId }) => seatId))).toEqual(new Set(section.seats.map(({ seatId }) => seatId)))
  expect(seats).toHaveLength(section.seats.length)
  for (let i = 0; i < seats.length; i++) {
    const at = [xs[i] ?? NaN, ys[i] ?? NaN] as const
    expect(isInside(outline, at), `${seats[i]?.seatId} is in its section`).toBe(true)
    expect(at[0] > bounds.left && at[0] < bounds.right && at[1] > bounds.top && at[1] < bounds.bottom).toBe(true)
    for (let j = 0; j < i; j++) {
      const [dx, dy] = [Math.abs(at[0] - (xs[j] ?? 0)), Math.abs(at[1] - (ys[j] ?? 0))]
      // Drawn seats are at most 0.9 of the pitch wide and 0.82 of the depth high; on a curve they are slanted.
      if (dx < pitch * 0.9 && dy < depth * 0.82) expect.fail(`${seats[i]?.seatId} lies on ${seats[j]?.seatId}`)
    }
  }
  expect(rows.flatMap(({ first, last }) => seats.slice(first, last + 1))).toEqual(seats)
  for (const { label, first, last } of rows) {
    expect(seats.slice(first, last + 1).every(({ rowLabel }) => rowLabel === label)).toBe(true)
    for (let i = first + 1; i <= last; i++) expect(xs[i]).toBeGreaterThan(xs[i - 1] ?? Infinity)
  }
}

test.for(everyPlanned)(
  'by a plan: $section.code: no seat on another, all inside, rows in order',
  ({ section, view }) => {
    const layout = sectionLayout(view, section)
    expect(layout.fromPlan).not.toBeNull()
    expectSound(layout, view)
    expect(layout.rows.map(({ label }) => label)).toEqual(section.rows.map(({ label }) => label))
  },
)

test.for(everyPlanned)(
  'by a plan: $section.code: the field is above, numbers run as the plan says',
  ({ plan, section, view }) => {
    const { fromPlan, ys, rows, seats, front, back } = sectionLayout(view, section)
    if (!fromPlan) throw new Error('not laid out by its plan')
    const field = plan.field.outline.map((point) => fromPlan(point)[1])
    const middle = field.reduce((sum, y) => sum + y, 0) / field.length
    expect(middle).toBeLessThan(Math.min(...ys))
    expect(Math.max(...front.map(([, y]) => y))).toBeLessThan(Math.max(...back.map(([, y]) => y)))
    for (const { first, last } of rows) {
      const numbers = seats.slice(first, last + 1).map(({ number }) => number)
      // Clockwise seen from above is right to left for the spectators in the section.
      const rising = section.numbering.direction === 'counterclockwise'
      expect(numbers).toEqual(numbers.toSorted((a, b) => (rising ? a - b : b - a)))
    }
  },
)

const row = fc.record({ numbers: fc.uniqueArray(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 25 }) })

test('without a plan: whatever the numbers are: no seat on another, all inside, rows in order', () => {
  fc.assert(
    fc.property(fc.array(row, { minLength: 1, maxLength: 8 }), (rows) => {
      const section = sectionOf(rows)
      expectSound(sectionLayout(section, null), section)
    }),
    { numRuns: 60 },
  )
})

test('without a plan: an empty section is laid out too', () => {
  expect(sectionLayout(sectionOf([]), null).seats).toEqual([])
})

const layout = sectionLayout(sectionOf([{ numbers: upTo(3) }, { numbers: [1, 2, 5, 6] }]), null)
const walk = (...keys: string[]): (string | undefined)[] => {
  let seat = layout.indexOf.get('A1') ?? -1
  return keys.map((key) => layout.seats[(seat = seatBeside(layout, seat, key))]?.seatId)
}

test('keys move along the row, over an aisle, and stop at its ends', () => {
  expect(walk('ArrowRight', 'ArrowRight', 'ArrowRight', 'Home', 'ArrowLeft')).toEqual(['A2', 'A3', 'A3', 'A1', 'A1'])
  expect(walk('ArrowDown', 'ArrowRight', 'ArrowRight', 'End')).toEqual(['B2', 'B5', 'B6', 'B6'])
})

test('keys move to the nearest seat of the next row, and stop at the last', () => {
  expect(walk('End', 'ArrowDown', 'ArrowDown', 'ArrowUp', 'ArrowUp')).toEqual(['A3', 'B5', 'B5', 'A3', 'A3'])
})

test('keys begin in the middle', () => {
  const wide = sectionLayout(sectionOf(Array.from({ length: 5 }, () => ({ numbers: upTo(5) }))), null)
  expect(wide.seats[seatBeside(wide, -1, 'ArrowDown')]?.seatId).toBe('C3')
})
