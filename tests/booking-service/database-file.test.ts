import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { createBookingService } from '../../electron/booking-service/booking-service.ts'
import { at, newEvent, readyToBuy } from '../contract/buyers.ts'
import { brokenInvariants, inProcessClient, smallVenue, start, world } from './service.ts'

describe('the database file', () => {
  test('is kept in WAL mode', async () => {
    const here = await world()
    const { options, database } = here
    const service = await createBookingService(options)
    await newEvent(inProcessClient(service))
    await service.close()
    const db = new Sqlite(database, { readonly: true })
    expect(db.pragma('journal_mode', { simple: true })).toBe('wal')
    db.close()
  })

  test('of a newer program is refused and left alone', async () => {
    const here = await world()
    const { options, database } = here
    await (await createBookingService(options)).close()
    const db = new Sqlite(database)
    db.pragma('user_version = 99')
    db.close()
    await expect(createBookingService(options)).rejects.toThrow('newer program')
    const after = new Sqlite(database, { readonly: true })
    expect(after.pragma('user_version', { simple: true })).toBe(99)
    after.close()
  })

  test('that is not a database is refused', async () => {
    const { options, folder } = await world()
    const database = join(folder, 'plan.json')
    writeFileSync(database, JSON.stringify(smallVenue))
    await expect(createBookingService({ ...options, database })).rejects.toThrow()
  })
})

test('a database that somebody else keeps locked: 503, nothing changed, and it goes on afterwards', async () => {
  const here = await world()
  const { options, database, faults } = here
  const { client } = await start(options)
  const event = await newEvent(client)
  const { order, session } = await readyToBuy(client, 2, event)
  const other = new Sqlite(database)
  other.exec('BEGIN IMMEDIATE')
  await client.refused('UNAVAILABLE', 'confirmPurchase', { body: order })
  expect(faults).toHaveLength(1)
  other.exec('ROLLBACK')
  other.close()
  expect((await client.succeed('readCheckout', at(session))).items).toHaveLength(2)
  await client.succeed('confirmPurchase', { body: order })
  expect(await brokenInvariants(here)).toEqual([])
})

test('keeps synchronous = FULL after holds and purchases, in a new file and in an old one', async () => {
  const closed: { readonly wrote: boolean; readonly synchronous: unknown }[] = []
  const close = Reflect.get(Sqlite.prototype, 'close')
  // Records the state of each connection just before it closes, with all its writes done.
  const spy = vi.spyOn(Sqlite.prototype, 'close').mockImplementation(function (this: Sqlite.Database) {
    if (this.open && !this.readonly) {
      const wrote = Number(this.prepare('SELECT total_changes()').pluck().get()) > 0
      closed.push({ wrote, synchronous: this.pragma('synchronous', { simple: true }) })
    }
    return close.call(this)
  })
  onTestFinished(() => spy.mockRestore())
  const { options } = await world()
  for (const file of ['new', 'old']) {
    const service = await createBookingService(options)
    const client = inProcessClient(service)
    const { order } = await readyToBuy(client, 2, await newEvent(client, { event_name: file }))
    await client.succeed('confirmPurchase', { body: order })
    await service.close()
  }
  expect(closed).toEqual([
    { wrote: true, synchronous: 2 },
    { wrote: true, synchronous: 2 },
  ])
})
