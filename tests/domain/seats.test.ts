import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  isEventOver,
  mayTakeOut,
  upcomingEvents,
  renewedOverview,
  sameOverview,
  contradiction,
  responseMismatches,
} from '../../shared/domain/seats/offer.ts'
import { inSeatOrder } from '../../shared/domain/seats/place.ts'
import { transition } from '../../shared/domain/sale/sale-transition.ts'
import { at, choosing, seats, states, tickets } from './sale-samples.ts'
import { demoSection, demoVisit } from '../seat-map/demo-venue.ts'
import { stadium } from '../seat-map/plans.ts'

const evening = '2026-05-16T20:00:00'

describe('an event is over', () => {
  test.each([
    ['at its end', evening, '2026-05-16T22:30:00', '2026-05-16T22:30'],
    ['at the end of the last of several days', '2026-05-15', '2026-05-17', '2026-05-18T00:00'],
    ['at its end, if the start cannot be read', 'samedi', '2026-05-16T22:30:00', '2026-05-16T22:30'],
    ['six hours after an evening start without an end', evening, '', '2026-05-17T02:00'],
    ['at the end of the day after a morning start without an end', '2026-05-16T09:00:00', '', '2026-05-17T00:00'],
    ['at the end of a day without an hour', '2026-05-16', '', '2026-05-17T00:00'],
    ['six hours after the start, if the end is the start', evening, evening, '2026-05-17T02:00'],
    ['six hours after the start, if the end cannot be read', evening, '22 h 30', '2026-05-17T02:00'],
  ])('%s', (_, startsAt, endsAt, over) => {
    const before = new Date(Date.parse(`${over}Z`) - 60_000).toISOString().slice(0, 19)
    expect([before, over].map((now) => isEventOver({ startsAt, endsAt }, now))).toEqual([false, true])
  })

  test('never, if neither time can be read', () =>
    expect(isEventOver({ startsAt: 'samedi', endsAt: '' }, '2099-01-01T00:00:00')).toBe(false))
})

test('upcoming events come soonest first, those without a readable start last', () => {
  const at = (startsAt: string) => ({ startsAt, endsAt: '' })
  const listed = ['samedi', '2026-05-18', evening, '2026-05-14T20:00:00', '2026-05-17T20:00:00'].map(at)
  const upcoming = upcomingEvents(listed, '2026-05-16T21:00:00')
  expect(upcoming.map(({ startsAt }) => startsAt)).toEqual([evening, '2026-05-17T20:00:00', '2026-05-18', 'samedi'])
})

test('seats stand by section, row and number', () => {
  const names = ['N12 A 1', 'N3 AA 2', 'N3 Z 9', 'N3 Z 10', 'N3 F 63', 'N3 F 1']
  const named = names.map((name) => {
    const [sector = '', row = '', number = ''] = name.split(' ')
    return { name, place: { sector, row, seatNumber: Number(number) } }
  })
  const sorted = inSeatOrder(named).map(({ name }) => name)
  expect(sorted.join(', ')).toBe('N3 F 1, N3 F 63, N3 Z 9, N3 Z 10, N3 AA 2, N12 A 1')
})

test('tickets come out as their seats stand, in whatever order the service names them', () => {
  const confirmed = transition(states.confirming, { type: 'purchase-confirmed', tickets: tickets.toReversed() }, at(0))
  const printing = transition(confirmed, { type: 'print-queued', saved: '' }, at(0))
  expect('jobs' in printing && printing.jobs.map(({ ticketId }) => ticketId)).toEqual(['t11', 't12'])
})

test('an order lists its seats as they stand, in whatever order they were chosen', () => {
  const numbers = ['9', '10'].map((row) => ({ ...seats[0], seatId: row, place: { ...seats[0].place, row } }))
  const holding = transition(choosing, { type: 'seats-chosen', seats: numbers.toReversed() }, at(0))
  expect('seats' in holding && holding.seats.map(({ place }) => place.row)).toEqual(['9', '10'])
})

const ours = { event: '501', session: 'ab-1', owner: 'demo-1', currency: 'GNF' }

test.each([
  ['the same', { event: '501', currency: 'GNF' }],
  ['the same in capitals', { session: 'AB-1' }],
  ['nothing', {}],
  ['something left empty', { event: '', session: undefined }],
  ['something that we have no name for', { order: 'order-2' }],
])('a reply that names %s contradicts nothing', (_, said) => {
  expect(responseMismatches(ours, said)).toEqual([])
  expect(contradiction(ours, {}, said)).toBe(null)
})

test('a reply about another sale is told by what it names, and shows no more of it than that', () => {
  const said = { event: '502', session: 'ab-1', owner: 'x'.repeat(500) }
  expect(responseMismatches(ours, said)).toEqual([
    { name: 'event', ours: '501', theirs: '502' },
    { name: 'owner', ours: 'demo-1', theirs: 'x'.repeat(64) },
  ])
  expect(contradiction(ours, {}, said)).toBe('another event: 502')
})

test('a wheelchair space cannot be released while a companion seat in its row needs it', () => {
  const held = ['N1 A 1 accessible', 'N1 A 2 companion', 'N1 B 1 accessible', 'N2 A 1 accessible'].map((seat) => {
    const [sector = '', row = '', number = '', trait = ''] = seat.split(' ')
    return { seatId: seat, place: { ...seats[0].place, sector, row, seatNumber: Number(number), [trait]: true } }
  })
  expect(held.map(({ seatId }) => mayTakeOut(held, seatId))).toEqual([false, true, true, true])
})

describe('an overview', () => {
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
})
