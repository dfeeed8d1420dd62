import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  eyeOf,
  risesOf,
  type SeatAddress,
  seatView,
  type SeatView,
  towards,
} from '../../shared/domain/venue/seat-view.ts'
import { planSeats } from '../../shared/domain/venue/venue-geometry.ts'
import type { VenuePlan } from '../../shared/domain/venue/venue-plan.ts'
import { hall, stadium } from '../seat-map/plans.ts'
import { drawn } from '../../renderer/seat-map/miniature.tsx'

const addresses = (plan: VenuePlan): readonly SeatAddress[] =>
  plan.sections.flatMap((section) =>
    planSeats(section).map(({ rowLabel, number }) => ({ sector: section.code, row: rowLabel, seatNumber: number })),
  )

const seen = (plan: VenuePlan, address: SeatAddress): SeatView => seatView(plan, address)!

const heightOf = ({ field }: SeatView): number => {
  const ys = field.map(([, y]) => y)
  return Math.max(...ys) - Math.min(...ys)
}

describe.for([
  { name: 'stadium', plan: stadium },
  { name: 'hall', plan: hall },
])('$name', ({ plan }) => {
  test('from every seat the field is seen, below the horizon, and nothing is endless', () => {
    fc.assert(
      fc.property(fc.constantFrom(...addresses(plan)), (address) => {
        const view = seen(plan, address)
        expect(view.field.length).toBeGreaterThan(2)
        expect(view.field.every(([, y]) => y > view.horizon)).toBe(true)
        const points = [...view.field, ...view.lines.flat(), ...view.stands.flatMap(({ outline }) => outline)]
        expect(points.flat().every(Number.isFinite)).toBe(true)
      }),
      { numRuns: 60 },
    )
  })

  test('every row sits higher than the one before it', () => {
    for (const section of plan.sections) {
      const [first, ...others] = planSeats(section).filter(({ row }, i, all) => row !== all[i - 1]?.row)
      const heights = [first, ...others].map(
        (seat) => eyeOf(plan, { sector: section.code, row: seat?.rowLabel ?? '', seatNumber: seat?.number ?? 0 })?.[2],
      )
      expect(heights.slice(1).every((height, i) => (height ?? 0) > (heights[i] ?? Infinity))).toBe(true)
    }
  })
})

test('an upper tier begins above the last row of the one before it', () => {
  const rises = risesOf(stadium)
  const top = (code: string): number => {
    const { foot = 0, step = 0 } = rises.get(code) ?? {}
    return foot + step * (stadium.sections.find((section) => section.code === code)?.rows.length ?? 0)
  }
  const tiers = { N5: 'N15', N1: 'N11', E3: 'E13', S5: 'S15', O6: 'O16' }
  for (const [lower, upper] of Object.entries(tiers)) expect(rises.get(upper)?.foot).toBeGreaterThan(top(lower))
})

test('a plan that tells how its rows rise is believed, and lifts the tier behind', () => {
  const steeper = {
    ...stadium,
    sections: stadium.sections.map((section) => (section.code === 'S5' ? { ...section, rowRise: 0.9 } : section)),
  }
  const rises = risesOf(steeper)
  expect(rises.get('S5')?.step).toBe(0.9)
  const added = (stadium.sections.find(({ code }) => code === 'S5')?.rows.length ?? 0) * 0.9
  expect(rises.get('S15')?.foot).toBeGreaterThan(added)
  expect(rises.get('S15')?.foot).toBeGreaterThan(risesOf(stadium).get('S15')?.foot ?? Infinity)
  expect(rises.get('N5')).toEqual(risesOf(stadium).get('N5'))
})

test('straight ahead is the middle, what is on the right stands right, what is higher stands higher', () => {
  const size = fc.double({ min: 1, max: 60, noNaN: true })
  fc.assert(
    fc.property(size, size, size, fc.double({ min: 0, max: 360, noNaN: true }), (height, far, aside, degrees) => {
      const [cos, sin] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)]
      const away = far + 20
      const look = towards([0, 0, height], [cos * away, sin * away])
      const at = (right: number, up: number): readonly number[] =>
        look.line([
          [cos * away, sin * away, 0],
          [cos * away - sin * right, sin * away + cos * right, up],
        ])[0]?.[1] ?? []
      const [x = NaN, y = NaN] = at(0, 0)
      expect(Math.hypot(x, y)).toBeLessThan(1e-9)
      expect(at(aside, 0)[0]).toBeGreaterThan(0)
      expect(at(-aside, 0)[0]).toBeLessThan(0)
      expect(at(0, 1)[1]).toBeLessThan(0)
    }),
  )
})

test('from the south stand the east goal is at the right hand, from the north stand at the left', () => {
  const east = (address: SeatAddress): number => {
    const eye = eyeOf(stadium, address)!
    return towards(eye, [0, 0]).shape([
      [52.5, 0, 0],
      [52.5, 1, 0],
      [51.5, 1, 0],
    ])[0]![0]
  }
  expect(east({ sector: 'S5', row: 'M', seatNumber: 12 })).toBeGreaterThan(0)
  expect(east({ sector: 'N5', row: 'P', seatNumber: 12 })).toBeLessThan(0)
})

test('who sits nearer, at the same height of the eye, sees a larger field', () => {
  fc.assert(
    fc.property(
      fc.double({ min: 40, max: 150, noNaN: true }),
      fc.double({ min: 2, max: 50, noNaN: true }),
      (near, more) => {
        const goal = [
          [-3.66, 0, 0],
          [3.66, 0, 0],
        ] as const
        const width = (away: number): number => {
          const [line = []] = towards([0, away, 10], [0, 0]).line(goal)
          return Math.abs((line[1]?.[0] ?? 0) - (line[0]?.[0] ?? 0))
        }
        expect(width(near)).toBeGreaterThan(width(near + more))
      },
    ),
  )
})

test('from the last row more of the field opens than from the first', () => {
  const from = (row: string): number => heightOf(seen(stadium, { sector: 'S5', row, seatNumber: 12 }))
  expect(from('M')).toBeGreaterThan(from('A'))
})

test('nothing is seen from a seat that the plan does not have', () => {
  expect(seatView(stadium, { sector: 'Z9', row: 'A', seatNumber: 1 })).toBeNull()
  expect(seatView(stadium, { sector: 'S5', row: 'ZZ', seatNumber: 1 })).toBeNull()
  expect(seatView(stadium, { sector: 'S5', row: 'A', seatNumber: 900 })).toBeNull()
})

/** Golden pictures, one for each seat. `GUICHET_GOLDEN=write npx vitest run tests/domain/seat-view.test.ts` updates them. */
const folder = fileURLToPath(new URL('seat-views/', import.meta.url))

/** Returns the seat at `share` of a row, from 0 for the first seat to 1 for the last. */
function seat(plan: VenuePlan, sector: string, rowLabel: string, share: number): SeatAddress {
  const section = plan.sections.find(({ code }) => code === sector)
  const row = section ? planSeats(section).filter((each) => each.rowLabel === rowLabel) : []
  const { number } = row[Math.round((row.length - 1) * share)] ?? { number: NaN }
  return { sector, row: rowLabel, seatNumber: number }
}

/** Stadium: both tiers, a corner and the end of a row. Hall: a far and a lateral seat. */
const seats = [
  ['stadium', seat(stadium, 'S5', 'M', 0.5)],
  ['stadium', seat(stadium, 'N1', 'A', 0)],
  ['stadium', seat(stadium, 'E3', 'F', 1)],
  ['stadium', seat(stadium, 'O16', '7', 0.5)],
  ['hall', seat(hall, 'B2', 'C', 0.5)],
  ['hall', seat(hall, 'L1', '1', 0)],
] as const

function picture(plan: VenuePlan, address: SeatAddress): string {
  const view = seatView(plan, address)!
  const color = (tribune: string): string | undefined => plan.tribunes.find(({ code }) => code === tribune)?.color
  const shapes = [
    `<rect x="-1" y="${view.horizon.toFixed(3)}" width="2" height="3" fill="#cfc8b8"/>`,
    `<path d="${drawn(view.field, true, 3)}" fill="${view.kind === 'stage' ? '#8a5a2b' : '#3f8f4f'}"/>`,
    ...view.lines.map((line) => `<path d="${drawn(line, false, 3)}" fill="none" stroke="#fff" stroke-width="0.006"/>`),
    ...view.stands.map(({ tribune, outline }) => `<path d="${drawn(outline, true, 3)}" fill="${color(tribune)}"/>`),
  ]
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-1 -0.5625 2 1.125">\n${shapes.join('\n')}\n</svg>\n`
}

const figuresOf = (svg: string): readonly number[] => (svg.match(/-?\d+(?:\.\d+)?/gu) ?? []).map(Number)
const withoutFigures = (svg: string): string => svg.replaceAll(/-?\d+(?:\.\d+)?/gu, '#')

test.each(seats)('the picture from a seat is as it was: %s, %o', (venue, address) => {
  const now = picture(venue === 'stadium' ? stadium : hall, address)
  const file = `${folder}${venue}-${address.sector}-${address.row}-${address.seatNumber}.svg`
  if (process.env['GUICHET_GOLDEN'] === 'write') {
    mkdirSync(folder, { recursive: true })
    writeFileSync(file, now)
  }
  const before = readFileSync(file, 'utf8')
  expect(withoutFigures(now)).toBe(withoutFigures(before))
  // The last digits of sines differ between computers, so figures are compared with a tolerance.
  const [figures, known] = [figuresOf(now), figuresOf(before)]
  const most = Math.max(...figures.map((figure, i) => Math.abs(figure - known[i]!) / Math.max(1, Math.abs(figure))))
  expect(most).toBeLessThanOrEqual(0.002)
})
