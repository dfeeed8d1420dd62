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

const files = ['stadium.json', 'concert-hall.json'] as const

function fileText(file: string): Promise<string> {
  return readFile(new URL(`../../resources/venues/${file}`, import.meta.url), 'utf8')
}

async function plan(file: string): Promise<VenuePlan> {
  const parsed = parseVenuePlan(JSON.parse(await fileText(file)))
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.error.issues))
  return parsed.value
}

describe('demo venues', () => {
  test('the files are what the script computes', async () => {
    const computed = await demoVenueFiles()
    expect(Object.keys(computed)).toEqual([...files])
    for (const file of files) expect(await fileText(file)).toBe(computed[file])
  })

  test('the stadium: 25,000 seats, four tribunes, 12 gates, 60 sections, uneven rows', async () => {
    const stadium = await plan('stadium.json')
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

  test('the concert hall: 1,200 seats', async () => {
    expect(total(await plan('concert-hall.json'))).toBe(1_200)
  })

  test.each(files)('%s: rows fit, numbers are unique in a row, no two seats touch', async (file) => {
    const venue = await plan(file)
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

  test.each(files)('%s: every seat lies in its own outline and in no other', async (file) => {
    const venue = await plan(file)
    const outlines = venue.sections.map((section) => sectionOutline(section, 0.5))
    const strays = venue.sections.flatMap((section, own) =>
      planSeats(section).filter(({ at }) => outlines.some((outline, index) => inside(outline, at) !== (index === own))),
    )
    expect(strays).toEqual([])
  })
})

describe('geometry', () => {
  const section = (change: Partial<PlanSection>): PlanSection => ({
    code: 'X1',
    name: 'X1',
    tribune: 'X',
    zone: 'X',
    gate: 'X',
    numbering: { scheme: 'consecutive', direction: 'clockwise' },
    front: { kind: 'line', from: [0, 0], to: [10, 0] },
    rowDepth: 1,
    seatPitch: 0.5,
    aisleWidth: 1,
    rows: [{ label: 'A', blocks: [2, 3] }],
    ...change,
  })

  test('a line: seats run from `from` to `to`, centred, rows outward on the left hand', () => {
    const rows = [
      { label: 'A', blocks: [2, 3] },
      { label: 'B', blocks: [1] },
    ]
    const seats = planSeats(section({ rows }))
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
    const seats = planSeats(
      section({
        front,
        rows: [
          { label: 'A', blocks: [2] },
          { label: 'B', blocks: [1] },
        ],
      }),
    )
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
          const seats = planSeats(section({ front, rows: [{ label: 'A', blocks }] }))
          seats.slice(1).forEach((seat, index) => {
            const before = seats[index]
            if (before === undefined) throw new Error('no seat before')
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
  test('names every problem with its place', async () => {
    const broken = structuredClone(await plan('concert-hall.json'))
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

  test.each([[null], [{}], [{ format: 'guichet-venue-plan/2' }], ['text']])('refuses %j', (content) => {
    expect(parseVenuePlan(content).ok).toBe(false)
  })
})

function total(venue: VenuePlan): number {
  return venue.sections.reduce((sum, section) => sum + seatCount(section), 0)
}

function cellOf([x, y]: Point): string {
  return `${Math.floor(x)},${Math.floor(y)}`
}

function neighbourhood(cells: ReadonlyMap<string, Point[]>, [x, y]: Point): Point[] {
  const steps = [-1, 0, 1]
  return steps.flatMap((dx) => steps.flatMap((dy) => cells.get(cellOf([x + dx, y + dy])) ?? []))
}

/** Ray casting. */
function inside(outline: readonly Point[], [x, y]: Point): boolean {
  let within = false
  outline.forEach(([ax, ay], index) => {
    const [bx, by] = outline[(index + 1) % outline.length] ?? [ax, ay]
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) within = !within
  })
  return within
}
