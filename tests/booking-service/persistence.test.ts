import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { describe, expect, test } from 'vitest'
import { createBookingService } from '../../electron/booking-service/booking-service.ts'
import { at, holdEach, newEvent, newSession, readyToBuy, view } from '../contract/buyers.ts'
import { brokenInvariants, inProcessClient, start, world } from './service.ts'

describe('after a restart', () => {
  test('sessions, holds and their time, sold seats, tickets and replies are as they were', async () => {
    const { options, clock, databasePath } = world({ holdSeconds: 480 })
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
    expect(brokenInvariants(databasePath)).toEqual([])
  })

  test('owner references are not given out twice', async () => {
    const { options } = world()
    const first = await createBookingService(options)
    const event = await newEvent(inProcessClient(first))
    const before = await newSession(inProcessClient(first), event)
    await first.close()
    const { client } = await start(options)
    expect((await newSession(client, event)).owner_ref).not.toBe(before.owner_ref)
  })
})

test('two services on one file see each other’s holds and sales at once', async () => {
  const { options, databasePath } = world()
  const [one, two] = [(await start(options)).client, (await start(options)).client]
  const event = await newEvent(one)
  const [mine, other] = [await newSession(one, event), await newSession(two, event)]
  // Both have the section in memory before anything changes.
  await Promise.all([view(one, mine), view(two, other)])
  const { map } = await view(one, mine)
  const [first, second, third] = map.seats
  if (!first || !second || !third) throw new Error('no seats')
  await holdEach(one, mine, [first])
  expect((await view(two, other)).map.seats[0]?.status).toBe('held')
  await two.refused('SEAT_CONFLICT', 'holdSeats', { ...at(other), body: { seat_id: first.id } })
  // The first service changes the section again before it has looked at what the second one did.
  await holdEach(two, other, [second])
  await holdEach(one, mine, [third])
  for (const seen of [await view(one, mine), await view(two, other)]) {
    expect(seen.map.seats.slice(0, 4).map((seat) => seat.status)).toEqual(['held', 'held', 'held', 'available'])
    expect(seen.availability.remaining).toBe(7)
  }
  expect(brokenInvariants(databasePath)).toEqual([])
})

describe('the database file', () => {
  test('keeps what it acknowledges: WAL and synchronous=FULL on a reopened file', async () => {
    const { options, databasePath } = world()
    const service = await createBookingService(options)
    await newEvent(inProcessClient(service))
    await service.close()
    const db = new Sqlite(databasePath, { readonly: true })
    expect(db.pragma('journal_mode', { simple: true })).toBe('wal')
    db.close()
  })

  test('of a newer program is refused and left alone', async () => {
    const { options, databasePath } = world()
    await (await createBookingService(options)).close()
    const db = new Sqlite(databasePath)
    db.pragma('user_version = 99')
    db.close()
    await expect(createBookingService(options)).rejects.toThrow('newer version')
    const after = new Sqlite(databasePath, { readonly: true })
    expect(after.pragma('user_version', { simple: true })).toBe(99)
    after.close()
  })

  test('that is not a database is refused', async () => {
    const { options, venuesDirectory } = world()
    await expect(createBookingService({ ...options, databasePath: `${venuesDirectory}/small.json` })).rejects.toThrow()
  })
})

test('a venue file that is no plan stops the start and is named', async () => {
  const { options, venuesDirectory } = world()
  writeFileSync(join(venuesDirectory, 'broken.json'), JSON.stringify({ format: 'guichet-venue-plan/1' }))
  await expect(createBookingService(options)).rejects.toThrow(/broken\.json: venue: /u)
})

test('closed, the service answers 503, and closing twice is nothing', async () => {
  const { options } = world()
  const service = await createBookingService(options)
  const client = inProcessClient(service)
  const running = client.call('listEvents')
  await service.close()
  expect((await running).status).toBe(200)
  await client.refused('UNAVAILABLE', 'listEvents')
  await service.close()
})

test('a database that somebody else keeps locked: 503, nothing changed, and it goes on afterwards', async () => {
  const { options, databasePath, faults } = world()
  const { client } = await start(options)
  const event = await newEvent(client)
  const { order, session } = await readyToBuy(client, 2, event)
  const other = new Sqlite(databasePath)
  other.exec('BEGIN IMMEDIATE')
  await client.refused('UNAVAILABLE', 'confirmPurchase', { body: order })
  expect(faults).toHaveLength(1)
  other.exec('ROLLBACK')
  other.close()
  expect((await client.succeed('readCheckout', at(session))).items).toHaveLength(2)
  await client.succeed('confirmPurchase', { body: order })
  expect(brokenInvariants(databasePath)).toEqual([])
})
