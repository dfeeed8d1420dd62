import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { nextInDirection, sectionLayout } from '../../renderer/seat-map/layout/section-layout.ts'
import { isInside, planSeats } from '../../shared/domain/venue/venue-geometry.ts'
import { clearance, overlap } from '../../renderer/seat-map/layout/shapes.ts'
import { venueLayout, type VenueLayout } from '../../renderer/seat-map/layout/venue-layout.ts'
import { type Overview, renewedOverview } from '../../shared/domain/seats/offer.ts'
import { demoSection, demoVisit } from './demo-venue.ts'
import { hall, stadium } from './plans.ts'

const idsOf = (layout: VenueLayout): string[] =>
  layout.sections.flatMap(({ offer }) => (offer ? [offer.sectionId] : []))

describe.for([
  { name: 'stadium', plan: stadium },
  { name: 'hall', plan: hall },
])('$name by its plan', ({ plan }) => {
  const { overview } = demoVisit(plan).session

  test.for([0.5, 1, 1.8])(
    'every section on sale stands once, in sight, apart from the others, at aspect %d',
    (aspect) => {
      const layout = venueLayout(plan, overview, aspect)
      expect(idsOf(layout).toSorted((a, b) => a.localeCompare(b))).toEqual(
        overview.sections.map(({ sectionId }) => sectionId).toSorted((a, b) => a.localeCompare(b)),
      )
      const { left, top, right, bottom } = layout.bounds
      for (const { outline, middle } of layout.sections) {
        expect(outline.every(([x, y]) => x >= left && x <= right && y >= top && y <= bottom)).toBe(true)
        const homes = layout.sections.filter((one) => isInside(one.outline, middle))
        expect(homes).toHaveLength(1)
        expect(homes[0]?.outline).toBe(outline)
      }
    },
  )

  test('a section lies around its seats', () => {
    const layout = venueLayout(plan, overview, 2)
    for (const { plan: section, outline, capacity } of layout.sections) {
      const seats = section ? planSeats(section) : []
      expect(capacity).toBe(seats.length)
      expect(seats.filter(({ at }) => !isInside(outline, at))).toEqual([])
    }
  })

  test('a plan that lacks a section on sale is not used', () => {
    const unplanned = { ...overview.sections[0]!, sectionId: 'x', code: 'XX9' }
    const layout = venueLayout(plan, { ...overview, sections: [...overview.sections, unplanned] }, 1)
    expect(layout.field).toBeNull()
    expect(idsOf(layout)).toContain('x')
  })
})

test('a venue lies as in its plan whatever the shape of the glass; the gate of the machine is known', () => {
  const { overview } = demoVisit(stadium).session
  const [wide, high] = [venueLayout(stadium, overview, 2, 'H'), venueLayout(stadium, overview, 0.5, 'X')]
  expect(high.sections.map(({ outline }) => outline)).toEqual(wide.sections.map(({ outline }) => outline))
  expect(high.bounds).toEqual(wide.bounds)
  expect(wide.gates.filter(({ isHere }) => isHere).map(({ shown }) => shown)).toEqual(['H'])
  expect(high.gates.some(({ isHere }) => isHere)).toBe(false)
})

test('dearer zones of a tribune are darker', () => {
  const layout = venueLayout(stadium, demoVisit(stadium).session.overview, 2)
  const shadeOf = (code: string): number | undefined => layout.sections.find((one) => one.offer?.code === code)?.shade
  expect([shadeOf('S5'), shadeOf('S1'), shadeOf('S15')]).toEqual([0, 1, 2])
})

test('without a plan: a tile has its tribune’s colour once its section was read', () => {
  const { overview } = demoVisit(stadium).session
  const [code = ''] = overview.sections.map((section) => section.code)
  const { tribune } = demoSection(stadium, code)
  const read = renewedOverview(overview, demoSection(stadium, code), [])
  const tileOf = (known: typeof overview) =>
    venueLayout(null, known, 1).sections.find(({ offer }) => offer?.code === code)?.tribune
  expect([tileOf(overview), tileOf(read)]).toEqual([null, tribune])
})

const overviewOf = (sizes: readonly number[]): Overview => ({
  revision: 'r',
  soldOut: false,
  remaining: 0,
  zones: sizes
    .slice(1)
    .map((_, i) => ({ zoneId: `z${i + 1}`, name: `Zone ${i + 1}`, code: '', price: 1, remaining: 1 })),
  sections: sizes.flatMap((size, zone) =>
    Array.from({ length: size }, (_, i) => {
      return { sectionId: `${zone}-${i}`, zoneId: `z${zone}`, code: `${zone}${i}`, name: '', price: 1, remaining: 1 }
    }),
  ),
})

test('without a plan: a side of the venue begins a line of its own, and sections that have names of their own do not', () => {
  const linesOf = (codes: readonly string[]): readonly string[] => {
    const overview = overviewOf([codes.length])
    const named = overview.sections.map((section, i) => ({ ...section, code: codes[i] ?? '' }))
    const { sections } = venueLayout(null, { ...overview, sections: named }, 8)
    const lines = Map.groupBy(sections, ({ bounds }) => bounds.top)
    return [...lines.values()].map((line) => line.map(({ offer }) => offer?.code).join(' '))
  }
  expect(linesOf(['NORD1', 'NORD2', 'SUD1', 'SUD2'])).toEqual(['NORD1 NORD2', 'SUD1 SUD2'])
  expect(linesOf(['A', 'B', 'C', 'D'])).toEqual(['A B C D'])
  expect(linesOf(['101', '102', '201', '202'])).toEqual(['101 102 201 202'])
})

test('without a plan: every section has a tile of its own in sight, also of a zone that nobody named', () => {
  fc.assert(
    fc.property(
      fc.array(fc.nat({ max: 30 }), { minLength: 1, maxLength: 6 }),
      fc.double({ min: 0.3, max: 3, noNaN: true }),
      (sizes, aspect) => {
        const overview = overviewOf(sizes)
        const { sections, bounds, captions } = venueLayout(null, overview, aspect)
        expect(sections).toHaveLength(overview.sections.length)
        expect(new Set(sections.map(({ offer }) => offer))).toEqual(new Set(overview.sections))
        expect(captions).toHaveLength(sizes.filter((size) => size > 0).length)
        for (const [i, { bounds: tile }] of sections.entries()) {
          expect(tile.left >= bounds.left && tile.right <= bounds.right).toBe(true)
          expect(tile.top >= bounds.top && tile.bottom <= bounds.bottom).toBe(true)
          expect(sections.slice(0, i).some((other) => overlap(other.bounds, tile))).toBe(false)
        }
      },
    ),
    { numRuns: 50 },
  )
})

test('arrow keys reach every section of the stadium from any other', () => {
  const { sections } = venueLayout(stadium, demoVisit(stadium).session.overview, 2)
  const start = sections[0]!
  const reached = new Set([start])
  for (const section of reached) {
    for (const key of ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown']) {
      const next = nextInDirection(sections, ({ middle }) => middle, section, key)
      if (next) reached.add(next)
    }
  }
  expect(reached.size).toBe(sections.length)
})

test('clearance is what fits around a place', () => {
  const corner = (x: number, y: number) => [x, y] as const
  const square = [corner(0, 0), corner(4, 0), corner(4, 2), corner(0, 2)]
  expect(clearance(square, [1, 1], 'across')).toBe(2)
  expect(clearance(square, [2, 0.5], 'down')).toBe(1)
  expect(clearance(square, [5, 1], 'across')).toBe(0)
})

test('a section knows the way from the plan to itself', () => {
  const section = stadium.sections[0]!
  const { at, rowLabel, number } = planSeats(section)[0]!
  const layout = sectionLayout(demoSection(stadium, section.code), section)
  const [x, y] = layout.fromPlan?.(at) ?? [0, 0]
  const index = layout.indexOf.get(`${section.code}-${rowLabel}-${number}`) ?? -1
  expect([layout.xs[index], layout.ys[index]]).toEqual([expect.closeTo(x, 3), expect.closeTo(y, 3)])
})
