import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Overview, SectionView } from '../../shared/domain/seats/offer.ts'
import type { Gate } from '../../shared/domain/seats/place.ts'
import { planSectionOf, searchSections, type SectionChoice } from '../../shared/domain/seats/section-choice.ts'
import type { PlanSection, VenuePlan } from '../../shared/domain/venue/venue-plan.ts'
import { demoSection, demoVisit } from '../seat-map/demo-venue.ts'
import { stadium } from '../seat-map/plans.ts'
import { seats } from './sale-samples.ts'
import { overviewOf, planRows, planSection, type RowSketch, sectionOf, upTo } from './seat-choice-samples.ts'
import { amountOf } from '../support/share.ts'

interface SectionSketch {
  readonly code: string
  readonly price: number
  readonly rows: readonly RowSketch[]
  readonly gate: Gate | undefined
}

const plain: readonly RowSketch[] = Array.from({ length: 8 }, () => ({ numbers: upTo(9) }))

/** Sketches a section. The first letter of the section's code is the code of its tribune. */
const sketch = (code: string, price: number, rows = plain, gate?: Gate): SectionSketch => ({ code, price, rows, gate })

function venueOf(sketches: readonly SectionSketch[]): { sections: SectionView[]; overview: Overview } {
  const sections = sketches.map(({ code, price, rows, gate }) => {
    const [tribune = ''] = code
    const place = { sectionId: `id-${code}`, zoneId: `zone-${tribune}`, ...(gate && { gates: [gate] }) }
    const priced = rows.map((row) => ({ price, ...row }))
    return sectionOf(priced, { ...place, tribune: { code: tribune, name: tribune, color: '#0b6e4f' } })
  })
  const overview = overviewOf(sections)
  const priced = overview.sections.map((section, i) => ({ ...section, price: sketches[i]!.price }))
  return { sections, overview: { ...overview, sections: priced } }
}

const shown = (
  sketches: readonly SectionSketch[],
  count: number,
  plan: VenuePlan | null = null,
  maxPrice = Infinity,
  notes?: readonly number[],
) => {
  const { sections, overview } = venueOf(sketches)
  const search = searchSections({ count, overview, plan, maxPrice, ...(notes && { notes }) })
  for (const section of sections) search.look(section)
  return search
    .offers()
    .map(({ sectionId, reasons, total }) => ({ section: sectionId.slice(3), total, reasons: reasons.join(' ') }))
}

const halfSold = () => ({
  sections: stadium.sections.map(({ code }) => demoSection(stadium, code, 0.5)),
  session: demoVisit(stadium).session,
})

const single = (states: string): readonly RowSketch[] => [{ numbers: upTo(states.length), states }]

describe('offers of several sections', () => {
  test('the best, the cheapest, and another tribune', () => {
    const offers = shown([sketch('N1', 90_000), sketch('N2', 80_000), sketch('S1', 30_000), sketch('E1', 60_000)], 3)
    expect(offers).toEqual([
      { section: 'N1', total: 270_000, reasons: 'in-sequence central dearer-zone' },
      { section: 'S1', total: 90_000, reasons: 'in-sequence central lowest-price other-tribune' },
      { section: 'E1', total: 180_000, reasons: 'in-sequence central dearer-zone other-tribune' },
    ])
  })

  test('what the notes of a device pay exactly comes first, and is there even if three others are better', () => {
    const sketches = [sketch('N1', 92_000), sketch('N2', 80_000), sketch('S1', 63_000), sketch('E1', 32_000)]
    const notes = [5_000, 20_000]
    const totals = (offers: readonly { total: number }[]) => offers.map(({ total }) => total)
    expect(totals(shown(sketches, 1))).toEqual([92_000, 32_000, 63_000])
    expect(totals(shown(sketches, 1, null, Infinity, notes))).toEqual([80_000, 92_000, 32_000])
    // For five seats, every total can be paid exactly in notes of 5,000.
    expect(totals(shown(sketches, 5, null, Infinity, notes))).toEqual(totals(shown(sketches, 5)))
  })

  test('of equal sections the first of the partner’s list, in whatever order they were looked into', () => {
    const equal = ['S1', 'E1', 'O1'].map((code) => sketch(code, 30_000))
    const { sections, overview } = venueOf([sketch('N1', 90_000), ...equal])
    const search = searchSections({ count: 2, overview, plan: null })
    for (const section of sections.toReversed()) search.look(section)
    expect(search.offers().map(({ sectionId }) => sectionId)).toEqual(['id-N1', 'id-S1', 'id-E1'])
  })

  test('a zone that reaches over two sides hides neither: what was not looked into may be another tribune', () => {
    const { sections, overview } = venueOf(['N1', 'N2', 'S1', 'S2'].map((code) => sketch(code, 50_000)))
    const oneZone = { ...overview, sections: overview.sections.map((section) => ({ ...section, zoneId: 'zone' })) }
    const search = searchSections({ count: 2, overview: oneZone, plan: null })
    search.look({ ...sections[0]!, zoneId: 'zone' })
    expect(search.worthLooking()).toContain('id-S1')
    search.look({ ...sections[2]!, zoneId: 'zone' })
    expect(search.offers().map(({ sectionId }) => sectionId)).toEqual(['id-N1', 'id-S1'])
  })

  const twoPrices = [sketch('N1', 90_000, [...plain.slice(1), { numbers: upTo(9), price: 40_000 }])]
  const cheapSold = [sketch('N1', 90_000, [{ numbers: upTo(4), states: '...s', prices: [9e4, 9e4, 9e4, 4e4] }])]
  const samePrice = [sketch('N1', 50_000), sketch('S1', 50_000)]
  const both = (north: string, south: string) => [
    sketch('N1', 90_000, single(north)),
    sketch('S1', 30_000, single(south)),
  ]

  test.each<[string, readonly SectionSketch[], number, string]>([
    ['one price everywhere: nothing is called cheap', samePrice, 2, 'N1 100, S1 100'],
    ['the cheaper seats of a section are an offer of their own', twoPrices, 2, 'N1 180, N1 80 cheap'],
    ['the price of a seat that is gone makes no offer cheaper', cheapSold, 2, 'N1 180'],
    ['a section where the party sits apart is not offered beside another', both('..s..', '....s'), 4, 'S1 120 cheap'],
    ['a better section waits if a lone seat would be left in it', both('...', '....'), 2, 'S1 60 cheap, N1 180'],
    ['groups without a lone person come before scattered seats', both('.s.s.s.s.', '..ssss..ss'), 4, 'S1 120 cheap'],
    ['nothing free, nothing offered', both('sss', 's'), 1, ''],
  ])('%s', (_, sketches, count, expected) => {
    const offers = shown(sketches, count).map(({ section, total, reasons }) =>
      [section, total / 1000, ...(reasons.includes('lowest-price') ? ['cheap'] : [])].join(' '),
    )
    expect(offers.join(', ')).toBe(expected)
  })

  test('the lowest price is not named where others are cheaper, though the party would sit apart there', () => {
    const apart = sketch('E1', 30_000, single('.s.s.s.s.'))
    const [dear, cheaper] = [90_000, 40_000].map((price, at) => sketch(`${at}`, price, single('....')))
    const offers = shown([dear!, cheaper!, apart], 4)
    expect(offers.map(({ section, reasons }) => [section, reasons.includes('lowest-price')])).toEqual([
      ['0', false],
      ['1', false],
    ])
  })

  test('no offer exceeds the maximum price', () => {
    expect(shown([sketch('N1', 90_000), sketch('S1', 30_000)], 2, null, 30_000).map(({ section }) => section)).toEqual([
      'S1',
    ])
  })
})

test('a party that already has seats is offered adjacent seats, otherwise seats in the same section or zone', () => {
  const { sections, overview } = venueOf([sketch('N1', 90_000), sketch('N2', 20_000), sketch('S1', 30_000)])
  const has = (section: string, ...seatIds: readonly string[]) =>
    seatIds.map((seatId) => {
      const { sectionId, zoneId } = sections.find((each) => each.sectionId === `id-${section}`)!
      return { ...seats[0], seatId, sectionId, zoneId }
    })
  const best = (beside: ReturnType<typeof has>, only: readonly string[]) => {
    const sectionIds = only.map((code) => `id-${code}`)
    const search = searchSections({ count: 2, overview, plan: null, beside, sectionIds })
    for (const section of sections) search.look(section)
    const [offer] = search.offers()
    return [offer?.sectionId.slice(3), ...(offer?.seats.map(({ seatId }) => seatId) ?? [])]
  }
  const everywhere = ['N1', 'N2', 'S1']
  expect(best(has('S1', 'H1', 'H2'), everywhere)).toEqual(['S1', 'H3', 'H4'])
  expect(best(has('N2', 'A5'), everywhere)).toEqual(['N2', 'A3', 'A4'])
  expect(best(has('N2', 'A5'), ['N1', 'S1'])[0]).toBe('N1')
  expect(best(has('S1', 'H1'), ['N1', 'N2'])).toEqual(best([], ['N1', 'N2']))
})

function searched(venue: ReturnType<typeof venueOf>, count: number, plan: VenuePlan | null = null) {
  const search = searchSections({ count, overview: venue.overview, plan })
  const views = new Map(venue.sections.map((section) => [section.sectionId, section]))
  let looks = 0
  for (let asked = search.worthLooking(); asked.length > 0; asked = search.worthLooking()) {
    expect(asked.length).toBeLessThanOrEqual(6)
    for (const sectionId of asked) {
      search.look(views.get(sectionId)!)
      looks += 1
    }
  }
  return { offers: search.offers(), looks }
}

describe('a search of the whole venue', () => {
  const row = fc.record({ states: fc.stringMatching(/^[.s]{1,6}$/u), dearer: fc.constantFrom(0, 0, 5_000) })
  const section = fc.record({
    tribune: fc.constantFrom('N', 'S', 'E', 'O'),
    price: fc.constantFrom(30_000, 50_000, 90_000),
    rows: fc.array(row, { minLength: 1, maxLength: 3 }),
  })

  test('offers what it would have offered had it looked into every section', () => {
    fc.assert(
      fc.property(
        fc.array(section, { minLength: 1, maxLength: 24 }),
        fc.integer({ min: 1, max: 4 }),
        (drawn, count) => {
          const venue = venueOf(
            drawn.map(({ tribune, price, rows }, index) =>
              sketch(
                `${tribune}${index}`,
                price,
                rows.map(({ states, dearer }) => ({ numbers: upTo(states.length), states, price: price + dearer })),
              ),
            ),
          )
          const everything = searchSections({ count, overview: venue.overview, plan: null })
          for (const each of venue.sections) everything.look(each)
          const seatsOf = (offers: readonly SectionChoice[]): unknown =>
            offers.map(({ sectionId, seats }) => [sectionId, ...seats.map(({ seatId }) => seatId)])
          expect(seatsOf(searched(venue, count).offers)).toEqual(seatsOf(everything.offers()))
        },
      ),
      { numRuns: amountOf(500, 200) },
    )
  })

  test('looks into few sections of a stadium that is half sold', () => {
    const { sections, session } = halfSold()
    const venue = { sections, overview: session.overview }
    for (const count of [1, 2, 4, 8]) {
      const { offers, looks } = searched(venue, count, stadium)
      expect(offers.length).toBe(3)
      expect(looks).toBeLessThanOrEqual(12)
    }
  })
})

describe('with a plan', () => {
  const section = (code: string, gate: string, from: [number, number], to: [number, number]): PlanSection =>
    planSection({ code, gate, front: { kind: 'line', from, to }, rows: planRows(plain.map(() => [9])) })
  const [gateA, gateB] = [
    { code: 'A', name: 'Porte A', label: 'Porte A' },
    { code: 'B', name: 'Porte B', label: 'Porte B' },
  ]
  const plan: VenuePlan = {
    ...stadium,
    gates: [
      { ...gateA, at: [0, -60] },
      { ...gateB, at: [0, 120] },
    ],
    sections: [
      section('N1', 'A', [-3, -40], [3, -40]),
      section('N9', 'A', [60, -40], [66, -40]),
      section('S1', 'B', [3, 44], [-3, 44]),
    ],
  }

  test('the middle of the field is the best place, whatever it costs, and the shorter way is named', () => {
    const offers = shown(
      [sketch('N9', 90_000), sketch('N1', 60_000, plain, gateA), sketch('S1', 60_000, plain, gateB)],
      2,
      plan,
    )
    expect(offers).toEqual([
      { section: 'N1', total: 120_000, reasons: 'together best-view lowest-price near-gate' },
      { section: 'S1', total: 120_000, reasons: 'together central lowest-price other-tribune' },
    ])
  })

  test('nothing is said of a way to a gate that is not the plan’s, nor where one of the ways is unknown', () => {
    for (const gate of [undefined, gateA]) {
      const offers = shown([sketch('N1', 60_000, plain, gateA), sketch('S1', 60_000, plain, gate)], 2, plan)
      expect(offers.map(({ reasons }) => reasons.includes('near-gate'))).toEqual([false, false])
    }
  })

  test('of two offers at two prices one has the best view, and the dearer one names its zone', () => {
    const twins = { ...plan, sections: [plan.sections[0]!, section('S1', 'B', [3, 40], [-3, 40]), plan.sections[1]!] }
    expect(shown([sketch('S1', 100_000), sketch('N1', 40_000)], 2, twins)).toEqual([
      { section: 'N1', total: 80_000, reasons: 'together best-view lowest-price' },
      { section: 'S1', total: 200_000, reasons: 'together central dearer-zone other-tribune' },
    ])
  })

  test('a section is known by its code', () => {
    const { overview } = venueOf([sketch('N9', 1), sketch('X7', 1)])
    expect(planSectionOf(plan, overview, 'id-N9')?.code).toBe('N9')
    expect(planSectionOf(plan, overview, 'id-X7')).toBeNull()
    expect(planSectionOf(null, overview, 'id-N9')).toBeNull()
  })
})
