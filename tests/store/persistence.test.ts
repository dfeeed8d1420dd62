import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { describe, expect, inject, onTestFinished, test } from 'vitest'
import { createBookingService } from '../../electron/booking/booking-service.ts'
import { Database } from '../../electron/booking/sql/postgres/database.ts'
import { migrate, schemaSteps } from '../../electron/booking/sql/postgres/schema.ts'
import { at, newEvent, readyToBuy } from '../contract/buyers.ts'
import { inProcessClient, onEachEngine, openStoreOf, postgres, start, world } from '../booking/service.ts'
import { eventAt, gridVenue } from '../bench/venues.ts'
import { checkConformance } from '../../shared/api/partner/conformance/conformance.ts'
import { answerOf } from '../conformance/mutants.ts'

onEachEngine((engine) => {
  test('after a restart, sessions, holds and their time, sold seats, tickets and replies are as they were', async () => {
    const { options, clock } = await world({ holdSeconds: 480 }, engine)
    const first = await createBookingService(options)
    const client = inProcessClient(first)
    const event = await newEvent(client)
    const bought = await readyToBuy(client, 2, event)
    const reply = await client.call('confirmPurchase', { body: bought.order })
    const waiting = await readyToBuy(client, 3, event)
    await first.close()

    clock.now += 80_000
    const { client: next } = await start(options)
    const checkout = await next.succeed('readCheckout', at(waiting.session))
    expect(checkout.items.map((item) => item.hold_id)).toEqual(waiting.order.hold_ids)
    expect(checkout.items[0]?.remaining_seconds).toBe(400)
    expect((await next.call('confirmPurchase', { body: bought.order })).text).toBe(reply.text)
    const { tickets } = await next.succeed('listTickets', { query: { owner_ref: bought.session.owner_ref } })
    expect(tickets).toHaveLength(2)
    await next.refused('SEAT_CONFLICT', 'holdSeats', { ...at(waiting.session), body: { seat_id: bought.seats[0]?.id } })
    await next.succeed('confirmPurchase', { body: waiting.order })
  })

  test('closed, the service answers 503, and closing twice is nothing', async () => {
    const { options } = await world({}, engine)
    const service = await createBookingService(options)
    const client = inProcessClient(service)
    const running = client.call('listEvents')
    await service.close()
    expect((await running).status).toBe(200)
    await client.refused('UNAVAILABLE', 'listEvents')
    await service.close()
  })
})

describe.skipIf(inject('postgres') === null)('two hubs in schemas of their own in one PostgreSQL database', () => {
  test('one opens and puts an event on sale while the other cannot', async () => {
    const [held, free] = [await world({}, postgres), await world({}, postgres)]
    const stuck = await openStoreOf(held)
    const other = await otherUser(held.database)
    await other.query('BEGIN; LOCK TABLE event IN EXCLUSIVE MODE')
    const waiting = Promise.allSettled([stuck.createEvent(eventAt(gridVenue(1, 2, 5)))])
    await expect.poll(async () => (await other.query(WAITS_FOR_A_TABLE)).rowCount).toBe(1)
    const store = await openStoreOf(free)
    expect(await store.createEvent(eventAt(gridVenue(1, 2, 5)))).toMatchObject({ eventId: 1 })
    await other.query('COMMIT')
    await waiting
  })
})

describe.skipIf(inject('postgres') === null)('a PostgreSQL database', () => {
  test('of version 0.1 is refused and left alone', async () => {
    const database = await postgres.database()
    await postgres.rows(database, 'CREATE TABLE schema_version AS SELECT 4 AS version')
    await expect(start({ database, venues: [] })).rejects.toThrow('made by version 0.1 of this program')
    expect(await postgres.rows(database, TABLES)).toEqual([{ tablename: 'schema_version' }])
  })

  test('of a newer schema is refused; the step that leads there is made once', async () => {
    const here = await world({}, postgres)
    const store = await openStoreOf(here)
    await store.createEvent(eventAt(gridVenue(1, 2, 5)))
    const database = new Database(here.database, 1, () => undefined)
    const trial = [...schemaSteps, 'CREATE TABLE more (a bigint)']
    for (const _twice of [1, 2]) await database.transaction({ durable: true }, (queries) => migrate(queries, trial))
    await database.close()
    await expect(openStoreOf(here)).rejects.toThrow('made by a newer version of this program (schema 2)')
    expect(await postgres.rows(here.database, 'SELECT event_id FROM event')).toHaveLength(1)
  })
})

const TABLES = 'SELECT tablename FROM pg_tables WHERE schemaname = current_schema()'

const WAITS_FOR_A_TABLE = "SELECT 1 FROM pg_locks WHERE NOT granted AND relation = 'event'::regclass"

async function otherUser(database: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: database })
  await client.connect()
  onTestFinished(() => client.end())
  return client
}

onEachEngine((engine) => {
  test('every rule of the conformance suite passes', async () => {
    const { options, faults } = await world({}, engine)
    const { service } = await start(options)
    const results = await checkConformance({ exchange: answerOf(service), partnerCode: 'demo', uuid: randomUUID })
    expect(results.filter(({ verdict }) => verdict !== 'pass')).toEqual([])
    expect(faults).toEqual([])
  })
})
