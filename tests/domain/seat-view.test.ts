import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  eyeOf,
  lightAt,
  type SeatAddress,
  seatFacts,
  seatView,
  type SeatView,
  sharedSeat,
} from '../../shared/domain/venue/seat-view.ts'
import { HALF_HEIGHT, isInside, planSeats, risesOf, towards } from '../../shared/domain/venue/venue-geometry.ts'
import type { Colour, Light, Step } from '../../shared/domain/venue/venue-pieces.ts'
import type { PlanSection, Point, VenuePlan } from '../../shared/domain/venue/venue-plan.ts'
import { hall, stadium } from '../seat-map/plans.ts'

const addresses = (plan: VenuePlan): readonly SeatAddress[] => plan.sections.flatMap(addressesOf)

const addressesOf = (section: PlanSection): readonly SeatAddress[] =>
  planSeats(section).map(({ rowLabel, number }) => ({ sector: section.code, row: rowLabel, seatNumber: number }))

const seen = (plan: VenuePlan, address: SeatAddress, light: Light = 'day'): SeatView => {
  const view = seatView(plan, address, light)
  if (!view) throw new Error('Nothing is seen')
  return view
}

/** Returns the seat at `share` of a row, from 0 for the first seat to 1 for the last. */
function seat(plan: VenuePlan, sector: string, row: string, share = 0.5): SeatAddress {
  const section = plan.sections.find(({ code }) => code === sector)!
  const seats = addressesOf(section).filter((address) => address.row === row)
  return seats[Math.round((seats.length - 1) * share)]!
}

/** Returns the stadium with a pitch of a different size: half its length and half its width in metres. */
function withField([u, v]: Point, more: Partial<VenuePlan['field']> = {}): VenuePlan {
  const outline: VenuePlan['field']['outline'] = [
    [-u, -v],
    [u, -v],
    [u, v],
    [-u, v],
  ]
  return { ...stadium, field: { ...stadium.field, outline, ...more } }
}

type Of<K extends Step['kind']> = Extract<Step, { readonly kind: K }>
const stepsOf = <K extends Step['kind']>({ steps }: SeatView, kind: K): readonly Of<K>[] =>
  steps.filter((step): step is Of<K> => step.kind === kind)
const colours = (view: SeatView): ReadonlySet<Colour> =>
  new Set(view.steps.flatMap((step) => ('colour' in step ? [step.colour] : [])))

/** Returns the share of the picture for which `covers` is true, on a grid of 64 by 36 points. */
function shareOf(covers: (x: number, y: number) => boolean): number {
  const [across, down] = [64, 36]
  let count = 0
  for (let i = 0; i < across; i++)
    for (let k = 0; k < down; k++)
      if (covers(((i + 0.5) / across) * 2 - 1, (((k + 0.5) / down) * 2 - 1) * HALF_HEIGHT)) count++
  return count / (across * down)
}

const heightOf = ({ field }: SeatView): number => {
  const ys = field.map(([, y]) => y)
  return Math.max(...ys) - Math.min(...ys)
}

describe.for([
  { name: 'stadium', plan: stadium, least: 0.06 },
  { name: 'hall', plan: hall, least: 0.01 },
  { name: 'stadium with rows close to the pitch', plan: withField([70, 53]), least: 0.1 },
])('$name', ({ plan, least }) => {
  test('from every seat the field is seen below the horizon, and heads in front cover little of the picture and no field', () => {
    fc.assert(
      fc.property(fc.constantFrom(...addresses(plan)), (address) => {
        const view = seen(plan, address)
        expect(view.field.every(([, y]) => y > view.horizon)).toBe(true)
        expect(Math.abs(view.horizon)).toBeLessThan(0.6 * HALF_HEIGHT)
        expect(shareOf((x, y) => isInside(view.field, [x, y]))).toBeGreaterThan(least)
        const people = stepsOf(view, 'spectator').filter(({ at: [x], size }) => Math.abs(x) < 1 && size > 0.06)
        const covered = shareOf((x, y) =>
          people.some(({ at, size }) => {
            const aside = Math.abs(x - at[0])
            const isHead = Math.hypot(aside / 0.76, y - at[1] - size / 2) < size / 2
            return isHead || (aside < size && y > at[1] + size * 0.9)
          }),
        )
        expect(covered).toBeLessThan(0.15)
        expect(people.every(({ at }) => !isInside(view.field, at))).toBe(true)
      }),
      { numRuns: 30 },
    )
  })

  test('nothing in the picture is endless, and every picture of a seat is the same', () => {
    fc.assert(
      fc.property(fc.constantFrom(...addresses(plan)), (address) => {
        const view = seen(plan, address)
        const figures = view.steps.flatMap((step) =>
          'points' in step ? step.points.flat() : 'boxes' in step ? step.boxes : [...step.at, step.size],
        )
        expect(figures.every(Number.isFinite)).toBe(true)
        expect(seen(structuredClone(plan), address)).toEqual(view)
      }),
      { numRuns: 3 },
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
      expect(Math.abs(at(0, 0)[0] ?? NaN)).toBeLessThan(1e-9)
      expect(at(0, height)[1]).toBeCloseTo(look.horizon, 9)
      expect(at(aside, 0)[0]).toBeGreaterThan(0)
      expect(at(-aside, 0)[0]).toBeLessThan(0)
      expect(at(0, 1)[1]).toBeLessThan(at(0, 0)[1] ?? NaN)
    }),
  )
})

test('from the south stand the east goal is at the right hand, from the north stand at the left', () => {
  const east = (address: SeatAddress): number => {
    const eye = eyeOf(stadium, address)
    if (!eye) throw new Error('No such seat')
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
  expect(seatView(stadium, { sector: 'Z9', row: 'A', seatNumber: 1 }, 'day')).toBeNull()
  expect(seatView(stadium, { sector: 'S5', row: 'ZZ', seatNumber: 1 }, 'day')).toBeNull()
  expect(seatView(stadium, { sector: 'S5', row: 'A', seatNumber: 900 }, 'day')).toBeNull()
})

test('row A has the rail in front, later rows have people in front', () => {
  const [first, sixth] = [seen(stadium, seat(stadium, 'S5', 'A')), seen(stadium, seat(stadium, 'S5', 'F'))]
  expect(colours(first)).toContain('rail')
  expect(stepsOf(first, 'spectator')).toEqual([])
  expect(stepsOf(sixth, 'spectator').length).toBeGreaterThan(6)
})

test('behind a goal the near goal is larger than either goal from the side', () => {
  /** Returns the width of the widest goal. Only goals are lines of four points. */
  const goalFrom = (address: SeatAddress): number => {
    const goals = stepsOf(seen(stadium, address), 'line').filter(
      ({ colour, points }) => colour === 'chalk' && points.length === 4,
    )
    return Math.max(...goals.map(({ points }) => Math.abs(points[3]![0] - points[0]![0])))
  }
  expect(goalFrom(seat(stadium, 'E3', 'F'))).toBeGreaterThan(2 * goalFrom(seat(stadium, 'S5', 'F')))
})

test('a running track is drawn where the plan names it or leaves room for it', () => {
  const from = (plan: VenuePlan): ReadonlySet<Colour> => colours(seen(plan, seat(plan, 'S5', 'A')))
  expect(from(stadium)).toContain('track')
  expect(from(withField([52.5, 34], { surround: 'apron' }))).not.toContain('track')
  expect(from(withField([60, 45]))).not.toContain('track')
  expect(from(withField([60, 45], { surround: 'track' }))).toContain('track')
})

test('a roof is drawn where the plan names one, and from the upper tier the own roof is above', () => {
  const bare = {
    ...stadium,
    tribunes: stadium.tribunes.map(({ code, name, color, label }) => ({ code, name, color, label })),
  }
  const address = seat(stadium, 'S15', '10')
  expect(colours(seen(bare, address))).not.toContain('roof')
  const roof = stepsOf(seen(stadium, address), 'area').filter(({ colour }) => colour === 'roof')
  expect(Math.min(...roof.flatMap(({ points }) => points.map(([, y]) => y)))).toBeLessThan(-0.9 * HALF_HEIGHT)
})

test('a seat with a restricted view has a pillar in front of the field', () => {
  const section = stadium.sections.find(({ restrictedView }) => restrictedView)!
  const [{ row, numbers }] = section.restrictedView as [{ row: string; numbers: number[] }]
  const address = { sector: section.code, row, seatNumber: numbers[Math.floor(numbers.length / 2)]! }
  const wide = stepsOf(seen(stadium, address), 'line').filter(({ width }) => width > 0.1)
  expect(wide.map(({ colour }) => colour)).toEqual(['pillar'])
})

test('the light is that of the hour of the event', () => {
  expect(
    ['2026-12-05T16:00:00', '2026-12-05T17:00:00', '2026-12-05T18:30:00', '2026-12-05T19:00:00'].map(lightAt),
  ).toEqual(['day', 'warm', 'warm', 'night'])
  const [day, warm, night] = (['day', 'warm', 'night'] as const).map((light) =>
    seen(stadium, seat(stadium, 'S5', 'M'), light),
  )
  const shadows = (view = day!): number => stepsOf(view, 'area').filter(({ colour }) => colour === 'shadow').length
  expect(stepsOf(day!, 'glow')).toEqual([])
  expect(stepsOf(night!, 'glow').length).toBeGreaterThan(0)
  expect(shadows(night)).toBeGreaterThan(shadows(day))
  expect(warm).not.toEqual(day)
})

test('the quiet form has field, lines and stands only', () => {
  const view = seatView(stadium, seat(stadium, 'S5', 'F'), 'day', true)!
  expect(new Set(view.steps.map(({ kind }) => kind))).toEqual(new Set(['area', 'line']))
  const drawn = [...colours(view)].filter((colour) => !colour.startsWith('#'))
  expect(drawn.filter((colour) => !['grass', 'chalk', 'rail'].includes(colour))).toEqual([])
})

test('distance, height and side of a seat', () => {
  const facts = { kind: 'pitch', distance: 63, height: 4, side: 'middle' }
  expect(seatFacts(stadium, seat(stadium, 'S5', 'F'))).toEqual(facts)
  const sides = (codes: readonly string[]) => codes.map((code) => seatFacts(stadium, seat(stadium, code, 'A'))?.side)
  const codes = ['S7', 'S3', 'N7', 'N3', 'E3', 'O4', 'N1']
  expect(sides(codes).join(' ')).toBe('left right left right goal goal corner')
  expect(seatFacts(hall, seat(hall, 'P2', 'F'))?.side).toBe('middle')
  expect(seatFacts(hall, seat(hall, 'L1', '1'))?.side).toBe('right')
  expect(seatFacts(stadium, { sector: 'Z9', row: 'A', seatNumber: 1 })).toBeNull()
})

test('neighbours share a picture, which is drawn from a seat within 3 m', () => {
  const seats = addressesOf(stadium.sections.find(({ code }) => code === 'S5')!)
  for (const address of seats) {
    const shared = sharedSeat(stadium, address)!
    const [[x, y], [sx, sy]] = [eyeOf(stadium, address)!, eyeOf(stadium, shared)!]
    expect(Math.hypot(x - sx, y - sy)).toBeLessThan(3)
  }
  const pictures = new Set(seats.map((address) => JSON.stringify(sharedSeat(stadium, address))))
  expect(pictures.size).toBeLessThan(seats.length / 4)
})
