import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ProposalReason } from '../../shared/domain/seats/arrangement.ts'
import type { SeatOffer, SeatStatus, SectionView } from '../../shared/domain/seats/offer.ts'
import { searchSections, type SectionChoice } from '../../shared/domain/seats/section-choice.ts'
import { planSeats, sectionOutline } from '../../shared/domain/venue/venue-geometry.ts'
import type { PlanSection, Point, VenuePlan } from '../../shared/domain/venue/venue-plan.ts'
import { stadium } from '../seat-map/plans.ts'
import { amountOf } from '../support/share.ts'
import { isRestGone, overviewOf, planRows, planSection } from './seat-choice-samples.ts'

/** Input and result of the search. Rows are numbered from 1 at the front, seats from 1 in steps of `step`. */
interface Searched {
  readonly sections: readonly SectionView[]
  /** Plan used by the search. Null if the search had only row and seat numbers. */
  readonly plan: VenuePlan | null
  readonly step: 1 | 2
  readonly count: number
  readonly offers: readonly SectionChoice[]
}

interface Sat {
  readonly offer: SeatOffer
  readonly row: number
  /** Distance along the row from the middle of the section, in seat widths. */
  readonly along: number
  /** Number of the seat block between aisles, equal for all seats if the aisles are unknown. */
  readonly block: number
  readonly at: Point | null
}

/**
 * Returns the reasons in an offer that are untrue. Checks each reason against seats and plan, without using the code
 * under test.
 */
function untrueReasons(searched: Searched): readonly string[] {
  return searched.offers.flatMap((offer, i) =>
    offer.reasons
      .filter((reason) => !isTrue[reason](offer, searched, i))
      .map((reason) => `${offer.sectionId} ${reason}`),
  )
}

type Check = (offer: SectionChoice, searched: Searched, index: number) => boolean

const isTrue: Readonly<Record<ProposalReason, Check>> = {
  together: (offer, searched) => searched.plan !== null && groupsOf(offer, searched).length === 1,
  'in-sequence': (offer, searched) => groupsOf(offer, searched).length === 1,
  'split-row': (offer, searched) => rowsOf(offer).length === 1 && areTwoClose(groupsOf(offer, searched)),
  'split-rows': (offer, searched) => {
    const [front = 0, back = 0, ...others] = rowsOf(offer)
    return back - front === 1 && others.length === 0 && areTwoClose(groupsOf(offer, searched))
  },
  'in-groups': (offer, searched) =>
    groupsOf(offer, searched).every((group) => group.length > 1) && countsAreTrue(offer, searched),
  apart: (offer, searched) =>
    groupsOf(offer, searched).some((group) => group.length === 1) && countsAreTrue(offer, searched),
  central: isCentral,
  'near-gate': (offer, searched) => {
    const ways = searched.offers.map((each) => wayToGate(each, searched))
    return ways.length > 1 && ways.every(Number.isFinite) && Math.min(...ways) === wayToGate(offer, searched)
  },
  'lowest-price': ({ total }, { sections, count }) =>
    sections.every((section) => cheapest(section, count) >= total) &&
    sections.some((section) => section.seats.some((seat) => isOnSale(seat, section) && seat.price * count > total)),
  'best-view': (offer, searched) =>
    isCentral(offer, searched) &&
    rowsOf(offer).every((row) => isGoodRow(row, offer, searched)) &&
    isAmongBestSections(offer, searched) &&
    searched.offers.every((other) => other.total === offer.total || !other.reasons.includes('best-view')),
  'front-rows': (offer, searched) => {
    const numbers = viewOf(offer, searched).seats.map(({ row }) => row)
    const [first, last] = searched.plan
      ? [1, planOf(offer, searched)?.rows.length ?? 0]
      : [Math.min(...numbers), Math.max(...numbers)]
    return rowsOf(offer).every((row) => row - first < Math.max(2, (last - first + 1) * 0.15))
  },
  'dearer-zone': (offer, { offers }) =>
    offers.some(({ total, zoneId }) => total < offer.total && zoneId !== offer.zoneId),
  'other-tribune': (offer, searched, index) =>
    index > 0 &&
    searched.offers.slice(0, index).every((each) => tribuneOf(each, searched) !== tribuneOf(offer, searched)),
}

const viewOf = (offer: SectionChoice, { sections }: Searched): SectionView =>
  sections.find(({ sectionId }) => sectionId === offer.sectionId)!

const planOf = (offer: SectionChoice, { plan }: Searched): PlanSection | undefined =>
  plan?.sections.find(({ code }) => offer.sectionId === `id-${code}`)

const tribuneOf = (offer: SectionChoice, searched: Searched): string => viewOf(offer, searched).tribune.code

const isOnSale = ({ status, accessible }: SeatOffer, section: SectionView): boolean =>
  status === 'available' && (accessible !== true || isRestGone(section))

const rowsOf = ({ seats }: SectionChoice): readonly number[] =>
  [...new Set(seats.map(({ row }) => row))].toSorted((a, b) => a - b)

function sat(offer: SeatOffer, choice: SectionChoice, searched: Searched): Sat {
  const plan = planOf(choice, searched)
  if (!plan) {
    const numbers = viewOf(choice, searched)
      .seats.filter(({ row }) => row === offer.row)
      .map((seat) => seat.number)
    const middle = (Math.min(...numbers) + Math.max(...numbers)) / 2
    return { offer, row: offer.row, along: (offer.number - middle) / searched.step, block: 0, at: null }
  }
  const place = planSeats(plan).find(({ rowLabel, number }) => rowLabel === offer.rowLabel && number === offer.number)!
  const { front } = plan
  if (front.kind !== 'line') throw new Error('rows are straight here')
  const [dx, dy] = [front.to[0] - front.from[0], front.to[1] - front.from[1]]
  const [x, y] = [place.at[0] - (front.from[0] + front.to[0]) / 2, place.at[1] - (front.from[1] + front.to[1]) / 2]
  const along = (x * dx + y * dy) / Math.hypot(dx, dy) / plan.seatPitch
  return { offer, row: offer.row, along, block: place.block, at: place.at }
}

const seatsOf = (choice: SectionChoice, searched: Searched): readonly Sat[] =>
  choice.seats.map((seat) => sat(seat, choice, searched))

function groupsOf(choice: SectionChoice, searched: Searched): readonly (readonly Sat[])[] {
  const groups: Sat[][] = []
  for (const seat of seatsOf(choice, searched).toSorted((a, b) => a.row - b.row || a.along - b.along)) {
    const last = groups.at(-1)
    if (last && isBeside(last.at(-1), seat, searched)) last.push(seat)
    else groups.push([seat])
  }
  return groups
}

const isBeside = (a: Sat | undefined, b: Sat, { step }: Searched): boolean =>
  a?.row === b.row && a.block === b.block && Math.abs(a.offer.number - b.offer.number) === step

function areTwoClose(groups: readonly (readonly Sat[])[]): boolean {
  const [a = [], b = [], ...others] = groups.map((group) => group.map(({ along }) => along))
  const between = Math.max(Math.min(...b) - Math.max(...a), Math.min(...a) - Math.max(...b))
  return others.length === 0 && between <= 3 + 1e-6
}

const countsAreTrue = (offer: SectionChoice, searched: Searched): boolean =>
  offer.groups === groupsOf(offer, searched).length && offer.rows === rowsOf(offer).length

function isCentral(offer: SectionChoice, searched: Searched): boolean {
  const all = viewOf(offer, searched).seats.map((seat) => Math.abs(sat(seat, offer, searched).along))
  const half = Math.max(1, ...all)
  return seatsOf(offer, searched).every(({ along }) => Math.abs(along) <= half / 4 + 1e-6)
}

/**
 * Returns true if the row is close to the ideal row, about a third of the way back. "Close" means within a quarter of
 * the greatest possible distance.
 */
function isGoodRow(row: number, offer: SectionChoice, searched: Searched): boolean {
  const rows = [...new Set(viewOf(offer, searched).seats.map((seat) => seat.row))].toSorted((a, b) => a - b)
  return Math.abs(rows.indexOf(row) / Math.max(1, rows.length - 1) - 0.35) <= 0.65 / 4 + 1e-6
}

function isAmongBestSections(offer: SectionChoice, searched: Searched): boolean {
  const { plan } = searched
  const own = planOf(offer, searched)
  if (!plan || !own) return false
  const field = centre(plan.field.outline)
  const distances = plan.sections.map((section) => distance(centre(sectionOutline(section)), field))
  const [nearest, farthest] = [Math.min(...distances), Math.max(...distances)]
  return distance(centre(sectionOutline(own)), field) <= nearest + (farthest - nearest) / 5 + 1e-6
}

/** Returns the distance from the middle of the party to the gate on its tickets. Infinity if unknown. */
function wayToGate(offer: SectionChoice, searched: Searched): number {
  const view = viewOf(offer, searched)
  const codes = new Set(offer.seats.map(({ gate }) => view.gates[gate]?.code))
  const gate = searched.plan?.gates.find(({ code }) => codes.size === 1 && codes.has(code))
  const places = seatsOf(offer, searched).flatMap(({ at }) => (at ? [at] : []))
  return gate && places.length > 0 ? distance(centre(places), gate.at) : Infinity
}

function cheapest(section: SectionView, count: number): number {
  const prices = section.seats.filter((seat) => isOnSale(seat, section)).map(({ price }) => price)
  if (prices.length < count) return Infinity
  return prices
    .toSorted((a, b) => a - b)
    .slice(0, count)
    .reduce((sum, price) => sum + price, 0)
}

const centre = (points: readonly Point[]): Point => [
  points.reduce((sum, [x]) => sum + x, 0) / points.length,
  points.reduce((sum, [, y]) => sum + y, 0) / points.length,
]

const distance = (a: Point, b: Point): number => Math.hypot(a[0] - b[0], a[1] - b[1])

const gates = ['A', 'B', 'C'].map((code, i) => ({
  code,
  name: `Porte ${code}`,
  label: `Porte ${code}`,
  at: [60 * i - 60, -60] as [number, number],
}))

const ground: VenuePlan = { ...stadium, gates, sections: [] }

const sectionSketch = fc.record({
  x: fc.integer({ min: -60, max: 60 }),
  y: fc.constantFrom(-40, -44, -70),
  tribune: fc.constantFrom('N', 'S', 'E'),
  zone: fc.constantFrom('HON', 'BAS', 'HAUT'),
  gate: fc.constantFrom('A', 'B', 'C'),
  sameGate: fc.constantFrom(true, true, true, false),
  direction: fc.constantFrom('clockwise' as const, 'counterclockwise' as const),
  price: fc.constantFrom(40_000, 70_000, 100_000),
  blocks: fc.constantFrom([9], [14], [4, 4], [6, 6], [3, 3, 3]),
  rowCount: fc.integer({ min: 1, max: 9 }),
  /** Percentage of seats that are taken. */
  taken: fc.constantFrom(0, 30, 55, 75, 90),
  withheld: fc.subarray([0, 1, 2, 4, 6]),
  dice: fc.infiniteStream(fc.nat({ max: 99 })),
})

const venueSketch = fc.record({
  sections: fc.array(sectionSketch, { minLength: 1, maxLength: 5 }),
  odd: fc.boolean(),
  planned: fc.boolean(),
  count: fc.integer({ min: 1, max: 9 }),
  looked: fc.constantFrom(1, 1, 0.5),
})

type SectionSketch = typeof sectionSketch extends fc.Arbitrary<infer S> ? S : never

const planned = (sketch: SectionSketch, index: number, odd: boolean): PlanSection =>
  planSection({
    code: `${sketch.tribune}${index}`,
    tribune: sketch.tribune,
    zone: sketch.zone,
    gate: sketch.gate,
    numbering: { scheme: odd ? 'odd' : 'consecutive', direction: sketch.direction },
    front: { kind: 'line', from: [sketch.x - 10, sketch.y], to: [sketch.x + 10, sketch.y] },
    rows: planRows(Array.from({ length: sketch.rowCount }, () => sketch.blocks)),
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
      const accessible = throwDice() < 5 && ({ accessible: true } as const)
      return { seatId: code, code, row: row + 1, rowLabel, number, status, price, gate: 0, ...accessible }
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
      for (const { reasons } of offers)
        expect(reasons.filter((reason) => seating.has(reason))).toHaveLength(count > 1 ? 1 : 0)
    }),
    { numRuns: amountOf(1500, 250), seed: 19 },
  )
  expect(heard.size, [...heard].join(' ')).toBe(13)
})
