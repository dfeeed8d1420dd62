import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { admitNamed, createDispatch, createVenuePlanHandler } from '../../electron/booking/http/dispatch.ts'
import { createHandlers } from '../../electron/booking/http/handlers.ts'
import { answerFetch } from '../../electron/booking/http/http.ts'
import { SqliteStore } from '../../electron/booking/sql/sqlite/store.ts'
import { at, holdEach, newEvent, newSession, orderFor, readyToBuy, view } from '../contract/buyers.ts'
import { type Client, contractClient } from '../contract/target.ts'
import { onEachEngine, smallVenue, sqlite, start, testClock, world } from '../booking/service.ts'

/** A cached reply may be repeated only until its content may have changed, regardless of which process changed it. */

onEachEngine((engine) => {
  test('two processes on one store never answer an old section, whatever the other does', async () => {
    const { options, clock } = await world({ holdSeconds: 60, sessionSeconds: 100_000, maxSeatsPerSession: 20 }, engine)
    const [one, other] = [(await start(options)).client, (await start(options)).client]
    const both = [one, other] as const
    const pick = fc.nat({ max: 1 })
    const act = fc.constantFrom('hold', 'hold', 'release', 'buy', 'wait')
    const step = fc.record({ at: pick, by: pick, in: pick, act })
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (steps) => {
        const event = await newEvent(one)
        const sessions = [await newSession(one, event), await newSession(other, event)]
        for (const { act, ...which } of steps) {
          const [client, session] = [both[which.at]!, sessions[which.by]!]
          const seen = await view(client, session, session.map.sections[which.in]!.id)
          const free = seen.map.seats.find(({ status }) => status === 'available')
          if (act === 'wait') clock.now += 40_000
          else if (act === 'hold')
            await client.call('holdSeats', { ...at(session), body: { seat_id: free?.id ?? '0' } })
          else if (seen.holds[0] === undefined) continue
          else if (act === 'release') {
            const params = { session_id: session.session_id, hold_id: seen.holds[0].hold_id }
            await client.succeed('releaseHold', { params })
          } else {
            const checkout = await client.succeed('readCheckout', at(session))
            await client.succeed('confirmPurchase', { body: orderFor(checkout) })
          }
          const shown = sessions.flatMap((watcher) => watcher.map.sections.map(({ id }) => [watcher, id] as const))
          const answers: unknown[] = []
          for (const asked of both) for (const [watcher, id] of shown) answers.push(await view(asked, watcher, id))
          const { client: fresh, service } = await start(options)
          const wanted: unknown[] = []
          for (const [watcher, id] of shown) wanted.push(await view(fresh, watcher, id))
          expect(answers).toEqual([...wanted, ...wanted])
          await service.close()
        }
      }),
      { numRuns: 6 },
    )
  })

  test('a hold made in the same instant shows in every view that is asked for after its reply', async () => {
    const { options } = await world({ maxSeatsPerSession: 20 }, engine)
    const [one, other] = [(await start(options)).client, (await start(options)).client]
    const event = await newEvent(one)
    const [buyer, watcher] = [await newSession(one, event), await newSession(other, event)]
    const { map } = await view(one, watcher)
    for (const { id } of map.seats) {
      const statusAt = async (client: Client) =>
        (await view(client, watcher)).map.seats.find((seat) => seat.id === id)?.status
      const views = [one, other, one].map((client) => statusAt(client))
      await holdEach(one, buyer, [{ id }])
      expect([await statusAt(one), await statusAt(other)]).toEqual(['held', 'held'])
      for (const early of await Promise.all(views)) expect(['available', 'held']).toContain(early)
    }
  })
})

describe('an unchanged section on SQLite', () => {
  async function hub() {
    const clock = testClock()
    const store = new SqliteStore({
      databasePath: await sqlite.database(),
      clock: clock.read,
      random: randomBytes,
      holdSeconds: 60,
      sessionSeconds: 600,
      maxSeatsPerSession: 4,
      timeZone: 'UTC',
    })
    onTestFinished(() => store.close())
    const asked = vi.spyOn(store, 'viewSection')
    const handle = createDispatch({
      handlers: createHandlers({ store, random: randomBytes, venues: [smallVenue], paymentDomain: '' }),
      venuePlan: createVenuePlanHandler(store),
      admission: admitNamed(new Set(['demo', 'autre'])),
      demo: true,
      report: (fault) => {
        throw new Error('the service met a fault of its own', { cause: fault })
      },
    })
    const as = (partnerCode: string): Client =>
      contractClient({ baseUrl: 'http://hub.internal', partnerCode }, (request) => answerFetch(handle, request))
    return { clock, client: as('demo'), stranger: as('autre'), asked: () => asked.mock.calls.length }
  }

  test('is answered without a question to the store, at the moment’s own time; 304, too', async () => {
    const { client, clock, asked } = await hub()
    const session = await newSession(client)
    const first = await view(client, session)
    clock.now += 30_000
    const second = await view(client, session)
    const moment = new Date(clock.now).toISOString()
    expect(second).toEqual({ ...first, availability: { ...first.availability, generated_at: moment } })
    const call = { ...at(session), query: { section_id: session.map.sections[0]?.id ?? '' } }
    const headers = { 'if-none-match': `"${first.availability.revision}"` }
    expect((await client.call('viewSection', { ...call, headers })).status).toBe(304)
    expect(asked()).toBe(1)
  })

  test('stands while others are let in and another zone sells; a hold in its own zone ends that', async () => {
    const { client, asked } = await hub()
    const event = await newEvent(client)
    const session = await newSession(client, event)
    await view(client, session)
    const buyer = await newSession(client, event)
    const elsewhere = await view(client, buyer, buyer.map.sections[1]?.id)
    await holdEach(client, buyer, elsewhere.map.seats.slice(0, 1))
    const before = asked()
    await view(client, session)
    expect(asked()).toBe(before)
    await readyToBuy(client, 1, event)
    const between = asked()
    expect((await view(client, session)).availability.remaining).toBe(9)
    expect(asked()).toBe(between + 1)
  })

  test('ends with a hold of its own session in another zone, and when a hold of anybody runs out', async () => {
    const { client, clock } = await hub()
    const event = await newEvent(client)
    const [session, buyer, watcher] = [
      await newSession(client, event),
      await newSession(client, event),
      await newSession(client, event),
    ]
    const { map } = await view(client, buyer, buyer.map.sections[1]?.id)
    await view(client, session)
    await holdEach(client, session, map.seats.slice(0, 1))
    expect((await view(client, session)).holds).toHaveLength(1)
    await holdEach(client, buyer, (await view(client, buyer)).map.seats.slice(0, 1))
    clock.now += 59_000
    expect((await view(client, watcher)).availability.remaining).toBe(9)
    clock.now += 1_000
    expect((await view(client, watcher)).availability.remaining).toBe(10)
    expect((await view(client, session)).holds).toEqual([])
  })

  test('is kept for the partner whose session it is, and not beyond the session’s end', async () => {
    const { client, stranger, clock } = await hub()
    const session = await newSession(client)
    const call = { ...at(session), query: { section_id: session.map.sections[0]?.id ?? '' } }
    await client.succeed('viewSection', call)
    await stranger.refused('SESSION_NOT_FOUND', 'viewSection', call)
    await client.succeed('viewSection', call)
    clock.now += 600_000
    await client.refused('SESSION_EXPIRED', 'viewSection', call)
  })

  test('the seconds left of a hold go down as the clock does', async () => {
    const { client, clock } = await hub()
    const { session } = await readyToBuy(client, 1)
    const left = async () => (await view(client, session)).holds[0]?.remaining_seconds
    const counted: unknown[] = []
    for (const more of [0, 1, 999, 1, 57_999]) {
      clock.now += more
      counted.push(await left())
    }
    expect(counted).toEqual([60, 59, 59, 58, 1])
  })
})
