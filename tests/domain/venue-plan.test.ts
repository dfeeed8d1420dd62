import { readFile } from 'node:fs/promises'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { demoVenueFiles } from '../../scripts/demo-venues.ts'
import {
  availableLength,
  planSeats,
  rowLength,
  seatCount,
  sectionOutline,
} from '../../shared/domain/venue/venue-geometry.ts'
import { catalogues } from '../../shared/i18n/catalogues.ts'
import { issueLines } from '../../shared/i18n/issue-text.ts'
import { parseVenuePlan, type PlanSection, type Point, type VenuePlan } from '../../shared/domain/venue/venue-plan.ts'
import { specialSeats } from '../../shared/domain/venue/special-seats.ts'
import { hall, stadium } from '../seat-map/plans.ts'
import { planRows, planSection } from './seat-choice-samples.ts'
import { pitchMarkings } from '../../shared/domain/venue/pitch.ts'
import { type Place, isSameGate, shownGate, wayBeyondNames } from '../../shared/domain/seats/place.ts'

const files = ['stadium.json', 'concert-hall.json'] as const
const venues = [
  ['stadium', stadium],
  ['hall', hall],
] as const

function fileText(file: string): Promise<string> {
  return readFile(new URL(`../../resources/venues/${file}`, import.meta.url), 'utf8')
}

describe('demo venues', () => {
  test('the files are what the script computes', async () => {
    const computed = await demoVenueFiles()
    expect(Object.keys(computed)).toEqual([...files])
    for (const file of files) expect(await fileText(file)).toBe(computed[file])
  })

  test('the stadium: 25,000 seats, four tribunes, 12 gates, 60 sections, uneven rows', () => {
    expect(total(stadium)).toBe(25_000)
    expect(stadium.tribunes).toHaveLength(4)
    expect(new Set(stadium.tribunes.map((tribune) => tribune.color)).size).toBe(4)
    expect(stadium.gates).toHaveLength(12)
    expect(stadium.sections).toHaveLength(60)
    const even = stadium.sections.filter(
      (section) => new Set(section.rows.map((row) => row.blocks.join('+'))).size === 1,
    )
    expect(even.map((section) => section.code)).toEqual([])
    expect(new Set(stadium.sections.map((section) => section.numbering.scheme)).size).toBe(3)
    expect(new Set(stadium.sections.map((section) => section.gate)).size).toBe(12)
  })

  test('the concert hall: 1,200 seats', () => {
    expect(total(hall)).toBe(1_200)
  })

  test.each(venues)('%s: rows fit, numbers are unique in a row, no two seats touch', (_, venue) => {
    const cells = new Map<string, Point[]>()
    for (const section of venue.sections) {
      const overflowing = section.rows.filter((row, index) => rowLength(section, row) > availableLength(section, index))
      expect(overflowing).toEqual([])
      const seats = planSeats(section)
      expect(seats).toHaveLength(seatCount(section))
      expect(new Set(seats.map((seat) => `${seat.rowLabel}-${seat.number}`)).size).toBe(seats.length)
      for (const { at } of seats) {
        const near = neighbourhood(cells, at)
        const touching = near.filter((other) => Math.hypot(at[0] - other[0], at[1] - other[1]) < 0.45)
        expect(touching).toEqual([])
        cells.set(cellOf(at), [...(cells.get(cellOf(at)) ?? []), at])
      }
    }
  })

  test.each(venues)('%s: every seat lies in its own outline and in no other', (_, venue) => {
    const isInside = venue.sections.map((section) => insideOf(sectionOutline(section, 0.5)))
    const strays = venue.sections.flatMap((section, own) =>
      planSeats(section).filter(({ at }) => isInside.some((isIn, index) => isIn(at) !== (index === own))),
    )
    expect(strays).toEqual([])
  })
})

describe('geometry', () => {
  const clockwise = { numbering: { scheme: 'consecutive', direction: 'clockwise' }, rowDepth: 1 } as const
  const section = (change: Partial<PlanSection>): PlanSection =>
    planSection({
      ...clockwise,
      front: { kind: 'line', from: [0, 0], to: [10, 0] },
      rows: planRows([[2, 3]]),
      ...change,
    })

  test('a line: seats run from `from` to `to`, centred, rows outward on the left hand', () => {
    const seats = planSeats(section({ rows: planRows([[2, 3], [1]]) }))
    expect(seats.map((seat) => seat.at)).toEqual([
      [3.5, 0],
      [4, 0],
      [5.5, 0],
      [6, 0],
      [6.5, 0],
      [5, -1],
    ])
    expect(seats.map((seat) => seat.block)).toEqual([0, 0, 1, 1, 1, 0])
  })

  test('an arc: clockwise on a screen, further rows on larger radii', () => {
    const front = { kind: 'arc', center: [0, 0], radius: 10, from: -120, to: -60 } as const
    const seats = planSeats(section({ front, rows: planRows([[2], [1]]) }))
    const [left, right, behind] = seats.map((seat) => seat.at)
    expect(left?.[0]).toBeCloseTo(-0.25, 3)
    expect(right?.[0]).toBeCloseTo(0.25, 3)
    expect(behind?.[0]).toBeCloseTo(0, 9)
    expect(behind?.[1]).toBeCloseTo(-11, 9)
  })

  test.each([
    ['consecutive', 'clockwise', [1, 2, 3, 4, 5]],
    ['consecutive', 'counterclockwise', [5, 4, 3, 2, 1]],
    ['odd', 'clockwise', [1, 3, 5, 7, 9]],
    ['even', 'counterclockwise', [10, 8, 6, 4, 2]],
  ] as const)('numbering %s %s', (scheme, direction, numbers) => {
    expect(planSeats(section({ numbering: { scheme, direction } })).map((seat) => seat.number)).toEqual(numbers)
  })

  test('neighbours in a block are one seat pitch apart along the row, over an aisle further', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 1, maxLength: 4 }),
        fc.double({ min: 20, max: 200, noNaN: true }),
        (blocks, radius) => {
          const front = { kind: 'arc', center: [3, -4], radius, from: 10, to: 350 } as const
          const seats = planSeats(section({ front, rows: planRows([blocks]) }))
          seats.slice(1).forEach((seat, index) => {
            const before = seats[index]!
            const chord = Math.hypot(seat.at[0] - before.at[0], seat.at[1] - before.at[1])
            const arc = 2 * radius * Math.asin(chord / (2 * radius))
            expect(arc).toBeCloseTo(seat.block === before.block ? 0.5 : 1.5, 6)
          })
        },
      ),
    )
  })
})

describe('reading a plan', () => {
  test('names every problem with its place', () => {
    const broken = structuredClone(hall)
    const [first, second] = broken.sections
    if (first === undefined || second === undefined) throw new Error('no sections')
    first.gate = '99'
    second.code = first.code
    const parsed = parseVenuePlan(broken)
    expect(parsed.ok ? [] : issueLines(parsed.error.issues, catalogues.en.values)).toEqual([
      `sections.1.code: there are two sections ${first.code}`,
      `sections.0.gate: section ${first.code}: there is no gate 99`,
    ])
  })

  test('refuses more than 500,000 seats, before it counts them one by one', () => {
    const others = total(stadium) - seatCount(stadium.sections.find(({ code }) => code === 'N1')!)
    const withBlock = (block: number) => problemsWith({ rows: [{ label: 'A', blocks: [block] }] })
    expect(withBlock(500_001 - others)).toEqual([expect.stringMatching(/^sections: .*500,?001/u)])
    expect(withBlock(500_000 - others).filter((line) => line.startsWith('sections: '))).toEqual([])
  })

  test.each([[null], [{}], [{ format: 'guichet-venue-plan/2' }], ['text']])('refuses %j', (content) => {
    expect(parseVenuePlan(content).ok).toBe(false)
  })
})

const total = (venue: VenuePlan): number => venue.sections.reduce((sum, section) => sum + seatCount(section), 0)

const cellOf = ([x, y]: Point): string => `${Math.floor(x)},${Math.floor(y)}`

function neighbourhood(cells: ReadonlyMap<string, Point[]>, [x, y]: Point): Point[] {
  const steps = [-1, 0, 1]
  return steps.flatMap((dx) => steps.flatMap((dy) => cells.get(cellOf([x + dx, y + dy])) ?? []))
}

function insideOf(outline: readonly Point[]): (point: Point) => boolean {
  const [xs, ys] = [outline.map(([x]) => x), outline.map(([, y]) => y)]
  const [left, right, low, high] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)]
  return ([x, y]) => x >= left && x <= right && y >= low && y <= high && rayCast(outline, [x, y])
}

function rayCast(outline: readonly Point[], [x, y]: Point): boolean {
  let within = false
  outline.forEach(([ax, ay], index) => {
    const [bx, by] = outline[(index + 1) % outline.length] ?? [ax, ay]
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) within = !within
  })
  return within
}

function problemsWith(changed: Partial<PlanSection>): readonly string[] {
  const sections = stadium.sections.map((section) => (section.code === 'N1' ? { ...section, ...changed } : section))
  const parsed = parseVenuePlan({ ...stadium, sections })
  return parsed.ok ? [] : issueLines(parsed.error.issues, catalogues.en.values)
}

describe('seats that are not like the others', () => {
  test('are found by row and number', () => {
    const section = stadium.sections.find(({ code }) => code === 'N2')!
    const [isAccessible, isCompanion] = [specialSeats(section, 'accessible'), specialSeats(section, 'companion')]
    const [first = 0] = section.accessible?.[0]?.numbers ?? []
    expect([isAccessible('A', first), isCompanion('A', first), isAccessible('B', first)]).toEqual([true, false, false])
  })

  test('a companion sits beside a space for a wheelchair, without an aisle between', () => {
    const numbering = { scheme: 'consecutive', direction: 'clockwise' } as const
    const rows = [{ label: 'A', blocks: [3, 3] }]
    const listed = (accessible: number[], companion: number[]): Partial<PlanSection> => {
      const [own, beside] = [accessible, companion].map((numbers) => [{ row: 'A', numbers }])
      return { numbering, rows, accessible: own!, companion: beside! }
    }
    expect(problemsWith(listed([2, 5], [1, 3, 6]))).toEqual([])
    expect(problemsWith(listed([3], [4]))).toEqual([
      'sections.0.companion.0.numbers.0: section N1: there is no wheelchair space beside the companion seat A 4',
    ])
    expect(problemsWith(listed([3], [1]))).toEqual([
      'sections.0.companion.0.numbers.0: section N1: there is no wheelchair space beside the companion seat A 1',
    ])
    expect(problemsWith(listed([3, 4], [3]))).toEqual([
      'sections.0.companion.0.numbers.0: section N1: the companion seat A 3 is a wheelchair space',
    ])
  })

  test('a seat that does not exist is named', () => {
    expect(problemsWith({ restrictedView: [{ row: 'A', numbers: [999] }] })).toEqual([
      'sections.0.restrictedView.0.numbers.0: section N1: there is no seat A 999',
    ])
  })
})

describe('the markings of a pitch', () => {
  const rectangle = (left: number, top: number, width: number, height: number): readonly Point[] => [
    [left, top],
    [left + width, top],
    [left + width, top + height],
    [left, top + height],
  ]

  const pitches = fc.record({
    long: fc.double({ min: 90, max: 120, noNaN: true }),
    wide: fc.double({ min: 45, max: 89, noNaN: true }),
    left: fc.double({ min: -60, max: 60, noNaN: true }),
    top: fc.double({ min: -60, max: 60, noNaN: true }),
  })

  test('all but the goals lies on the pitch, and the goals stand 2 m behind its short sides', () => {
    fc.assert(
      fc.property(pitches, fc.boolean(), ({ long, wide, left, top }, lying) => {
        const [width, height] = lying ? [long, wide] : [wide, long]
        const markings = pitchMarkings(rectangle(left, top, width, height))
        const points = markings?.lines.flat() ?? []
        const [xs, ys] = [points.map(([x]) => x - left), points.map(([, y]) => y - top)]
        const [behind, aside] = lying ? [xs, ys] : [ys, xs]
        expect(Math.min(...behind)).toBeCloseTo(-2, 6)
        expect(Math.max(...behind)).toBeCloseTo(long + 2, 6)
        expect(Math.min(...aside)).toBeCloseTo(0, 6)
        expect(Math.max(...aside)).toBeCloseTo(wide, 6)
      }),
    )
  })

  test('the circle is 9.15 m around the middle, the marks lie 11 m from the goal lines', () => {
    const markings = pitchMarkings(rectangle(-52.5, -34, 105, 68))
    const circle = markings?.lines.find((line) => line.length > 100) ?? []
    expect(circle.every(([x, y]) => Math.abs(Math.hypot(x, y) - 9.15) < 1e-9)).toBe(true)
    expect(markings?.spots).toEqual([
      [0, 0],
      [41.5, 0],
      [-41.5, 0],
    ])
  })

  test('what is too narrow for a penalty area is no pitch', () => {
    expect(pitchMarkings(rectangle(0, 0, 28, 15))).toBeNull()
    expect(pitchMarkings([])).toBeNull()
  })
})

describe('the way to a seat', () => {
  const place: Place = {
    seatCode: 'O5-F-12',
    sector: 'O5',
    row: 'F',
    seatNumber: 12,
    gate: { code: 'P4', name: 'Porte 4', label: 'Porte 4, avenue de la République' },
    tribune: { code: 'OUEST', name: 'Tribune Ouest', color: '#c81d25' },
    route: [],
    disputeCode: '',
  }

  test.each([[['Porte 4', 'Secteur O5', 'Rang F', 'Place 12']], [['4', 'O5', 'F', '12']], [[]]])(
    '%j says no more than the names of the seat',
    (route) => {
      expect(wayBeyondNames(route, place)).toEqual([])
    },
  )

  test.each(['Escalier F', 'Porte 5', 'Rang G', 'Suivez la ligne rouge'])('%s says more', (step) => {
    expect(wayBeyondNames(['Porte 4', step], place)).toEqual([
      { kind: 'gate', text: '4' },
      { kind: 'words', text: step },
    ])
  })

  test.each([
    ['P5', 'Porte 5', '5'],
    ['5', 'PORTE 5', '5'],
    ['P5', '', 'P5'],
    ['C', ' Gate  C ', 'C'],
    ['H', 'Porte d’honneur', 'd’honneur'],
    ['N', 'Nord', 'Nord'],
    ['A', 'البوابة A', 'A'],
    ['', '', ''],
  ])('code %j, name %j is shown as %j', (code, name, shown) => {
    expect(shownGate({ code, name })).toBe(shown)
  })

  test('a ticket and a plan mean one gate where code or what is shown is the same', () => {
    expect(isSameGate({ code: 'P5', name: 'Porte 5' }, { code: '5', name: '5' })).toBe(true)
    expect(isSameGate({ code: 'P5', name: 'Porte 5' }, { code: 'P5', name: 'Entrée nord' })).toBe(true)
    expect(isSameGate({ code: 'P5', name: 'Porte 5' }, { code: 'P6', name: 'Porte 6' })).toBe(false)
  })
})
