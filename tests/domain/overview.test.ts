import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { renewedOverview, sameOverview } from '../../shared/domain/seats/overview.ts'
import { demoSection, demoVisit } from '../seat-map/demo-venue.ts'
import { stadium } from '../seat-map/plans.ts'

const { overview } = demoVisit(stadium).session
const codes = stadium.sections.map(({ code }) => code)
const sectionOf = (code: string, from = overview) => from.sections.find((section) => section.code === code)!

describe('an overview', () => {
  test('takes the count and the prices of a section that was read', () => {
    const [code = ''] = codes
    const view = demoSection(stadium, code, 0.5)
    const dear = view.seats.find(({ status }) => status === 'available')!
    const seats = view.seats.map((seat) => (seat === dear ? { ...seat, price: 999_000 } : seat))
    const after = sectionOf(code, renewedOverview(overview, { ...view, seats }, []))
    expect(after).toMatchObject({ remaining: view.remaining, price: sectionOf(code).price, highestPrice: 999_000 })
  })

  test('keeps the price on the board of a section that is sold out', () => {
    const [code = ''] = codes
    const view = demoSection(stadium, code, 1)
    const after = renewedOverview(overview, view, [])
    expect(sectionOf(code, after)).toEqual({ ...sectionOf(code), remaining: 0, tribune: view.tribune })
    expect(sameOverview(overview, after)).toBe(false)
  })

  test('takes counts of other sections that came with it, but no prices', () => {
    const [code = '', other = ''] = codes
    const view = demoSection(stadium, code, 0.5)
    const after = renewedOverview(overview, view, [{ sectionId: `id-${other}`, remaining: 3 }])
    expect(sectionOf(other, after)).toEqual({ ...sectionOf(other), remaining: 3 })
  })

  test('keeps its sums, whatever is read in whatever order', () => {
    const read = fc.record({ code: fc.constantFrom(...codes), taken: fc.constantFrom(0, 0.3, 0.8, 1) })
    fc.assert(
      fc.property(fc.array(read, { maxLength: 12 }), (reads) => {
        let now = overview
        for (const { code, taken } of reads) now = renewedOverview(now, demoSection(stadium, code, taken), [])
        const sum = now.sections.reduce((total, { remaining }) => total + remaining, 0)
        expect([now.remaining, now.zones.reduce((total, { remaining }) => total + remaining, 0)]).toEqual([sum, sum])
      }),
      { numRuns: 50 },
    )
  })

  test('is the same one where nothing has changed', () => {
    const view = demoSection(stadium, codes[1]!, 0.5)
    const once = renewedOverview(overview, view, [])
    expect(renewedOverview(once, view, [])).toBe(once)
    expect(sameOverview(overview, once)).toBe(false)
    expect(sameOverview(once, structuredClone(once))).toBe(true)
  })
})
