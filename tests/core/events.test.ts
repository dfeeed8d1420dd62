import { expect, it, test } from 'vitest'
import { listAllEvents } from '../../electron/core/ports/event-list.ts'
import type { PartnerReply } from '../../electron/core/ports/ports.ts'
import { err, ok } from '../../shared/domain/result.ts'
import type { EventPage } from '../../shared/domain/seats/offer.ts'
import { events as samples } from '../world/scenes/answers.ts'
import { onlyCode } from '../support/plain-kiosk.ts'
import { need, pin, startSmallKiosk } from '../world/small-kiosk.ts'

const event = (number: number) => ({ ...samples[0]!, eventId: String(number) })
const numbers = (from: number, count: number) => Array.from({ length: count }, (_, index) => from + index)

/** A service with that many events, in pages of at most `most`; what it answers may be changed. */
function service(count: number, { most = 100, change = (page: EventPage): PartnerReply<EventPage> => ok(page) } = {}) {
  const asked: number[] = []
  return {
    asked,
    async listEvents({ page, limit: wanted }: { readonly page: number; readonly limit: number }) {
      asked.push(page)
      const limit = Math.min(wanted, most)
      const from = (page - 1) * limit
      const events = numbers(from + 1, Math.max(0, Math.min(limit, count - from))).map(event)
      return change({ events, page, limit, total: count, totalPages: Math.ceil(count / limit) })
    },
  }
}

const idsOf = (reply: Awaited<ReturnType<typeof listAllEvents>>) =>
  reply.ok && reply.value.events.map((one) => one.eventId)

test.each([
  [0, 100, 1],
  [100, 100, 1],
  [101, 100, 2],
  [37, 12, 4],
])('%i events in pages of %i are all listed, by %i requests', async (count, most, requests) => {
  const partner = service(count, { most })
  const listed = await listAllEvents(partner)
  expect(idsOf(listed)).toEqual(numbers(1, count).map(String))
  expect(listed).toMatchObject({ value: { total: count } })
  expect(partner.asked).toHaveLength(requests)
})

test('an event that moves to the next page meanwhile is listed once', async () => {
  const change = (page: EventPage) =>
    ok({ ...page, events: page.page === 2 ? [event(100), ...page.events] : page.events })
  expect(idsOf(await listAllEvents(service(150, { change })))).toEqual(numbers(1, 150).map(String))
})

test('a service that answers each page with the first is asked twice', async () => {
  const partner = service(100, { change: (page) => ok({ ...page, events: numbers(1, 100).map(event), totalPages: 9 }) })
  expect(idsOf(await listAllEvents(partner))).toHaveLength(100)
  expect(partner.asked).toEqual([1, 2])
})

test('more pages than are read leave a total that is larger than the list', async () => {
  const partner = service(6_000)
  expect(await listAllEvents(partner)).toMatchObject({ value: { total: 6_000, events: { length: 5_000 } } })
  expect(partner.asked).toHaveLength(50)
})

test('a page that fails fails the list', async () => {
  const gone = err({ type: 'unreachable', detail: 'timeout' } as const)
  const change = (page: EventPage) => (page.page === 2 ? gone : ok(page))
  expect(await listAllEvents(service(150, { change }))).toEqual(gone)
})

const who = { staff: 'cashier', pin }
const MINUTES = 60_000

const sessionsIn = (asked: readonly string[]): number =>
  asked.filter((request) => request === 'POST /booking-sessions').length

it('tells the seats left of an event: asked once, then known for five minutes, and whenever somebody looks at it', async () => {
  const kiosk = await startSmallKiosk()
  const { api, eventId, asked } = kiosk
  const sessions = (): number => sessionsIn(asked)
  const left = async () => need(await api.viewEventSeats({ ...who, eventIds: [eventId] }))
  expect(await left()).toEqual([{ eventId, remaining: 24 }])
  const first = sessions()
  expect(first).toBe(1)
  await left()
  expect(sessions()).toBe(first)
  kiosk.pass(4 * MINUTES)
  need(await api.startVisit({ eventId, language: 'fr' }))
  kiosk.pass(4 * MINUTES)
  expect(await left()).toEqual([{ eventId, remaining: 24 }])
  expect(sessions()).toBe(first + 1)
  kiosk.pass(2 * MINUTES)
  await left()
  expect(sessions()).toBe(first + 2)
})

it('asks about five events at a time, once for two who ask together, and is silent about those without a code', async () => {
  const eventIds = Array.from({ length: 20 }, (_, index) => `event-${index}`)
  const kiosk = await startSmallKiosk({
    settings: {
      accessCodes: {
        ...onlyCode('7'),
        of: async (eventId) => (eventId === 'event-0' ? [] : [{ code: '7', source: 'settings' }]),
      },
    },
  })
  const { api, asked } = kiosk
  const before = sessionsIn(asked)
  const answers = await Promise.all([1, 2].map(() => api.viewEventSeats({ ...who, eventIds })))
  expect(answers.map(need)).toEqual([[], []])
  expect(sessionsIn(asked) - before).toBe(4)
})
