import fc from 'fast-check'
import { expect, test } from 'vitest'
import { searchSections } from '../../shared/domain/seats/choice/index.ts'
import type { Overview, SeatOffer, SeatStatus, SectionView } from '../../shared/domain/seats/offer.ts'
import { planSeats } from '../../shared/domain/venue/venue-geometry.ts'
import type { PlanSection, VenuePlan } from '../../shared/domain/venue/venue-plan.ts'
import { untrueReasons } from './offer-truth.ts'

const gates = ['A', 'B', 'C'].map((code, i) => ({
  code,
  name: `Porte ${code}`,
  label: `Porte ${code}`,
  at: [60 * i - 60, -60] as [number, number],
}))

/** A venue without its sections. */
const ground: VenuePlan = {
  format: 'guichet-venue-plan/1',
  venue: { name: 'Stade', city: 'Conakry', country: 'Guinée' },
  field: {
    kind: 'pitch',
    outline: [
      [-50, -30],
      [50, -30],
      [50, 30],
      [-50, 30],
    ].map(([x = 0, y = 0]) => [x, y] as const),
  },
  tribunes: [],
  zones: [],
  gates,
  sections: [],
}

const sectionSketch = fc.record({
  x: fc.integer({ min: -60, max: 60 }),
  y: fc.constantFrom(-40, -44, -70),
  tribune: fc.constantFrom('N', 'S', 'E'),
  zone: fc.constantFrom('HON', 'BAS', 'HAUT'),
  gate: fc.constantFrom('A', 'B', 'C'),
  /** Whether the service names the plan's gate. */
  sameGate: fc.constantFrom(true, true, true, false),
  direction: fc.constantFrom('clockwise' as const, 'counterclockwise' as const),
  price: fc.constantFrom(40_000, 70_000, 100_000),
  blocks: fc.constantFrom([9], [14], [4, 4], [6, 6], [3, 3, 3]),
  rowCount: fc.integer({ min: 1, max: 9 }),
  /** How much is taken, in percent. */
  taken: fc.constantFrom(0, 30, 55, 75, 90),
  /** Rows that the service does not sell. */
  withheld: fc.subarray([0, 1, 2, 4, 6]),
  dice: fc.infiniteStream(fc.nat({ max: 99 })),
})

const venueSketch = fc.record({
  sections: fc.array(sectionSketch, { minLength: 1, maxLength: 5 }),
  odd: fc.boolean(),
  planned: fc.boolean(),
  count: fc.integer({ min: 1, max: 9 }),
  /** Share of the sections that were looked into when the offers are asked for. */
  looked: fc.constantFrom(1, 1, 0.5),
})

type SectionSketch = typeof sectionSketch extends fc.Arbitrary<infer S> ? S : never

const planned = (sketch: SectionSketch, index: number, odd: boolean): PlanSection => ({
  code: `${sketch.tribune}${index}`,
  name: 'Secteur',
  tribune: sketch.tribune,
  zone: sketch.zone,
  gate: sketch.gate,
  numbering: { scheme: odd ? 'odd' : 'consecutive', direction: sketch.direction },
  front: { kind: 'line', from: [sketch.x - 10, sketch.y], to: [sketch.x + 10, sketch.y] },
  rowDepth: 0.8,
  seatPitch: 0.5,
  aisleWidth: 1,
  rows: Array.from({ length: sketch.rowCount }, (_, i) => ({
    label: String.fromCharCode(65 + i),
    blocks: [...sketch.blocks],
  })),
})

function onSale(plan: PlanSection, sketch: SectionSketch): SectionView {
  const throwDice = (): number => {
    const thrown = sketch.dice.next()
    return thrown.done ? 0 : thrown.value
  }
  const seats = planSeats(plan)
    .filter(({ row }) => !sketch.withheld.includes(row) || sketch.rowCount <= 2)
    .map(({ row, rowLabel, number }): SeatOffer => {
      const status: SeatStatus = throwDice() < sketch.taken ? 'sold' : 'available'
      const code = `${plan.code}-${rowLabel}-${number}`
      const price = sketch.price + (row % 4 === 3 ? 10_000 : 0)
      return {
        seatId: code,
        code,
        row: row + 1,
        rowLabel,
        number,
        status,
        price,
        gate: 0,
        ...(throwDice() < 5 && { accessible: true }),
      }
    })
  const gate = sketch.sameGate ? gates.find(({ code }) => code === sketch.gate)! : { code: 'Z', name: 'Z', label: 'Z' }
  return {
    sectionId: `id-${plan.code}`,
    zoneId: sketch.zone,
    revision: 'r1',
    remaining: seats.filter(({ status }) => status === 'available').length,
    tribune: { code: sketch.tribune, name: sketch.tribune, color: '#0b6e4f' },
    gates: [gate],
    seats,
  }
}

function overviewOf(sections: readonly SectionView[]): Overview {
  return {
    revision: 'r1',
    soldOut: false,
    remaining: sections.reduce((sum, { remaining }) => sum + remaining, 0),
    zones: [],
    sections: sections.map(({ sectionId, zoneId, seats, remaining }) => ({
      sectionId,
      zoneId,
      code: sectionId.slice(3),
      name: sectionId,
      price: Math.min(...seats.flatMap(({ status, price }) => (status === 'available' ? [price] : [])), 900_000),
      remaining,
    })),
  }
}

test('no reason of any offer is untrue', () => {
  const heard = new Set<string>()
  fc.assert(
    fc.property(venueSketch, ({ sections: sketches, odd, planned: isPlanned, count, looked }) => {
      const plans = sketches.map((sketch, i) => planned(sketch, i, odd))
      const sections = plans.map((section, i) => onSale(section, sketches[i]!))
      const plan = isPlanned ? { ...ground, sections: plans } : null
      const search = searchSections({ count, overview: overviewOf(sections), plan })
      for (const section of sections.slice(0, Math.ceil(sections.length * looked))) search.look(section)
      const offers = search.offers()
      for (const { reasons } of offers) for (const reason of reasons) heard.add(reason)
      expect(untrueReasons({ sections, plan, step: odd ? 2 : 1, count, offers })).toEqual([])
      const seating = new Set(['together', 'in-sequence', 'split-row', 'split-rows', 'in-groups', 'apart'])
      for (const { reasons } of offers) {
        expect(reasons.filter((reason) => seating.has(reason))).toHaveLength(count > 1 ? 1 : 0)
      }
    }),
    { numRuns: 1500, seed: 19 },
  )
  expect(heard.size, [...heard].join(' ')).toBe(13)
})
