import { beforeEach, expect, test, vi } from 'vitest'
import { startMachine, type Machine } from '../world/kiosk.ts'
import { need } from '../world/small-kiosk.ts'
import { stadium } from '../seat-map/plans.ts'

/** Three days before the stadium's first match: `spaceReleaseMinutes` is at most seven days. */
const WEDNESDAY = new Date('2026-03-11T12:00:00Z')

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: WEDNESDAY })
  return () => void vi.useRealTimers()
})

/** A visit of the stadium's first event, and the best space for a wheelchair there with its companion's seat. */
async function ask({ api }: Machine) {
  const { events } = need(await api.listEvents({ page: 1, limit: 100 }))
  const event = events.find(({ venue }) => venue.name === stadium.venue.name)
  const visit = need(await api.startVisit({ eventId: event?.eventId ?? '', language: 'fr' }))
  const { saleId } = visit
  const [offer] = need(await api.proposeSeats({ saleId, count: 2, wheelchair: true }))
  const seatIds = offer?.seats.map(({ seatId }) => seatId) ?? []
  const space = offer?.seats.find(({ place }) => place.accessible)?.seatId ?? ''
  const companion = offer?.seats.find(({ place }) => place.companion)?.seatId ?? ''
  return { visit, saleId, place: { saleId, sectionId: offer?.sectionId ?? '', seatIds }, space, companion }
}

test('who asks is told that such places are left, and holds a space with its companion’s seat', async () => {
  const kiosk = await startMachine({})
  const { saleId, place, space, companion } = await ask(kiosk)
  expect(need(await kiosk.api.viewWheelchairPlaces({ saleId }))).toEqual({ left: true })
  expect([space, companion].toSorted()).toEqual(place.seatIds.toSorted())
  need(await kiosk.api.holdSeats({ ...place, wheelchair: true }))
  expect(await kiosk.sales.settled(saleId)).toMatchObject({ state: 'priced' })

  // Who comes alone gives the companion's seat back; the space alone is never what goes.
  expect(await kiosk.api.removeSeat({ saleId, seatId: space })).toMatchObject({ error: { type: 'seat-unknown' } })
  need(await kiosk.api.removeSeat({ saleId, seatId: companion }))
  const sale = await kiosk.sales.settled(saleId)
  expect('order' in sale && sale.order.seats.map(({ seatId }) => seatId)).toEqual([space])
})

test('who did not ask is refused them, until the venue releases them', async () => {
  const kiosk = await startMachine({})
  const kept = await ask(kiosk)
  expect(kept.visit).not.toHaveProperty('released')
  expect(await kiosk.api.holdSeats(kept.place)).toMatchObject({ error: { type: 'seat-unknown' } })

  const late = await startMachine({ spaceReleaseMinutes: 10_080 })
  const released = await ask(late)
  expect(released.visit.released).toBe(true)
  need(await late.api.holdSeats(released.place))
  expect(await late.sales.settled(released.saleId)).toMatchObject({ state: 'priced' })
})

test('a family is offered one place, with ordinary seats near it for the others', async () => {
  const kiosk = await startMachine({})
  const { saleId } = await ask(kiosk)
  const [offer] = need(await kiosk.api.proposeSeats({ saleId, count: 5, wheelchair: true }))
  const places = offer?.seats.map(({ place }) => place) ?? []
  const counts = (['accessible', 'companion'] as const).map((note) => places.filter((place) => place[note]).length)
  expect([places.length, ...counts]).toEqual([5, 1, 1])
  const seatIds = offer?.seats.map(({ seatId }) => seatId) ?? []
  need(await kiosk.api.holdSeats({ saleId, sectionId: offer?.sectionId ?? '', seatIds, wheelchair: true }))
  expect(await kiosk.sales.settled(saleId)).toMatchObject({ state: 'priced' })
})
