import { describe, expect, test } from 'vitest'
import { createBookingService } from '../../electron/booking/booking-service.ts'
import { demoEventDrafts, seededNumbers, soldSeats, weekdayAfter } from '../../electron/booking/demo-events.ts'
import { planSeats } from '../../shared/domain/venue/venue-geometry.ts'
import { planRows, planSection } from '../domain/seat-choice-samples.ts'
import { view } from '../contract/buyers.ts'
import type { Client } from '../contract/target.ts'
import { inProcessClient, onEachEngine, start, world } from '../booking/service.ts'
import { hall, stadium } from '../seat-map/plans.ts'

const demo = { venues: [hall, stadium], seed: true }

const listed = async (client: Client) => (await client.succeed('listEvents', { query: { limit: '100' } })).events

onEachEngine((engine) => {
  describe('demo events', () => {
    test('several, in GNF, in both venues, all still to come, soonest first; nothing about them contradicts itself', async () => {
      const { options, clock } = await world(demo, engine)
      const { client } = await start(options)
      const events = await listed(client)
      expect(events.length).toBeGreaterThanOrEqual(4)
      expect(new Set(events.map((event) => event.venue.name)).size).toBe(2)
      expect(new Set(events.map((event) => event.currency))).toEqual(new Set(['GNF']))
      const now = new Date(clock.now).toISOString().slice(0, 19)
      expect(events.every((event) => event.starts_at > now && event.ends_at > event.starts_at)).toBe(true)
      expect(events.map((event) => event.starts_at)).toEqual(events.map((event) => event.starts_at).toSorted())
      expect(events.every((event) => event.min_price >= 20_000 && event.min_price <= 200_000)).toBe(true)
    })

    test('their codes open them; seats are sold already, one event nearly all, some sections all', async () => {
      const { options } = await world(demo, engine)
      const { service, client } = await start(options)
      const codes = await service.accessCodes()
      const events = await listed(client)
      expect(Object.keys(codes).toSorted()).toEqual(events.map((event) => event.id).toSorted())
      const sessions = await Promise.all(
        events.map(async ({ id }) => client.succeed('openSession', { body: { event_id: id, access_code: codes[id] } })),
      )
      const seats = (session: (typeof sessions)[number]): number => (session.map.sections.length > 20 ? 25_000 : 1_200)
      const shares = sessions.map((session) => 1 - session.availability.remaining / seats(session))
      expect(shares.every((share) => share > 0.03)).toBe(true)
      expect(Math.max(...shares)).toBeGreaterThan(0.95)
      expect(Math.max(...shares)).toBeLessThan(1)
      expect(Math.min(...shares)).toBeLessThan(0.2)
      const soldOut = sessions.filter((session) =>
        session.availability.sections.some((section) => section.remaining === 0),
      )
      expect(soldOut.length).toBeGreaterThanOrEqual(2)
    })

    test('are the same in every new database', async () => {
      const seen = await Promise.all(
        [1, 2].map(async () => {
          const { options } = await world(demo, engine)
          const { service, client } = await start(options)
          const [event] = await listed(client)
          const access_code = (await service.accessCodes())[event?.id ?? '']
          const session = await client.succeed('openSession', { body: { event_id: event?.id, access_code } })
          const { map } = await view(client, session)
          return { events: await listed(client), overview: session.availability.sections, seats: map.seats }
        }),
      )
      expect(seen[0]).toEqual(seen[1])
    })

    test('stay as they are at a restart', async () => {
      const { options, clock } = await world(demo, engine)
      const first = await createBookingService(options)
      const before = await listed(inProcessClient(first))
      const codes = await first.accessCodes()
      await first.close()
      clock.now += 60_000
      const { service, client } = await start(options)
      expect(await listed(client)).toEqual(before)
      expect(await service.accessCodes()).toEqual(codes)
    })

    test('past ones make room for new ones as the days go by, at a restart and while running; old sessions are told', async () => {
      const { options, clock } = await world(demo, engine)
      const { service, client } = await start(options)
      const before = await listed(client)
      const [first] = before
      const code = (await service.accessCodes())[first?.id ?? '']
      clock.now = Date.parse(`${first?.ends_at}Z`) + 86_400_000
      const after = await listed(client)
      const today = new Date(clock.now).toISOString().slice(0, 19)
      expect(after).toHaveLength(before.length)
      expect(after.every((event) => event.starts_at > today)).toBe(true)
      expect(after.map((event) => event.title).toSorted()).toEqual(before.map((event) => event.title).toSorted())
      await client.refused('EVENT_NOT_FOUND', 'openSession', { body: { event_id: first?.id, access_code: code } })
      await service.close()

      clock.now += 30 * 86_400_000
      const restarted = await start(options)
      const later = new Date(clock.now).toISOString().slice(0, 19)
      const events = await listed(restarted.client)
      expect(events).toHaveLength(before.length)
      expect(events.every((event) => event.starts_at > later)).toBe(true)
    })
  })
})

describe('sold seats', () => {
  const rows = planRows(Array.from({ length: 20 }, () => [12, 12]))
  const seats = planSeats(planSection({ front: { kind: 'line', from: [0, 0], to: [20, 0] }, rows }))

  test.each([0, 0.1, 0.5, 0.9, 0.99, 1])('share %f: exactly so many, each once', (share) => {
    const sold = soldSeats(seats, share, seededNumbers('any'))
    expect(sold).toHaveLength(Math.round(seats.length * share))
    expect(new Set(sold).size).toBe(sold.length)
  })

  test('people sit together: few sold seats have no sold neighbour', () => {
    const sold = new Set(soldSeats(seats, 0.4, seededNumbers('any')))
    const alone = [...sold].filter((index) => !sold.has(index - 1) && !sold.has(index + 1))
    expect(alone.length / sold.size).toBeLessThan(0.15)
  })

  test('the front half is fuller than the back half', () => {
    const sold = soldSeats(seats, 0.4, seededNumbers('any'))
    const front = sold.filter((index) => (seats[index]?.row ?? 0) < 10).length
    expect(front / sold.length).toBeGreaterThan(0.55)
  })

  test('the same text gives the same numbers, another text others', () => {
    const take = (seed: string): number[] => Array.from({ length: 5 }, seededNumbers(seed))
    expect(take('a')).toEqual(take('a'))
    expect(take('a')).not.toEqual(take('b'))
    expect(take('a').every((number) => number >= 0 && number < 1)).toBe(true)
  })
})

test.each([
  ['2026-03-10', 1, 6, '2026-03-14'],
  ['2026-03-14', 1, 6, '2026-03-21'],
  ['2026-12-30', 5, 0, '2027-01-10'],
  ['2028-02-28', 1, 2, '2028-02-29'],
])('from %s at least %i days on, weekday %i: %s', (day, days, weekday, expected) => {
  expect(weekdayAfter(day, days, weekday)).toBe(expected)
})

test('the demo’s events come in one order, whatever day of the week it is', () => {
  const days = ['2026-11-23', '2026-11-24', '2026-11-25', '2026-11-26', '2026-11-27', '2026-11-28', '2026-11-29']
  const orders = days.map((today) =>
    demoEventDrafts([hall, stadium], today)
      .toSorted((a, b) => a.startsAt.localeCompare(b.startsAt))
      .map(({ title }) => title)
      .join(),
  )
  expect(new Set(orders).size).toBe(1)
})
