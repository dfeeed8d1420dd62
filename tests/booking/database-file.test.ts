import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { createBookingService } from '../../electron/booking/booking-service.ts'
import { migrate, schemaSteps } from '../../electron/booking/sql/sqlite/schema.ts'
import { at, newEvent, readyToBuy } from '../contract/buyers.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { eventAt, gridVenue } from '../bench/venues.ts'
import { inProcessClient, openStoreOf, smallVenue, start, world } from './service.ts'

describe('the database file', () => {
  test('of version 0.1, which had no application id, or of another program is refused and left alone', async () => {
    const { options, database } = await world()
    await (await createBookingService(options)).close()
    for (const change of ['application_id = 0; PRAGMA user_version = 5', 'application_id = 7']) {
      new Sqlite(database).exec(`PRAGMA ${change}`).close()
      const before = readFileSync(database)
      await expect(createBookingService(options)).rejects.toThrow(
        `${database} was written by version 0.1 or by another program`,
      )
      expect(readFileSync(database).equals(before)).toBe(true)
    }
  })

  test('of a newer schema is refused and left alone by this program, which goes on from the copy made before', async () => {
    const here = await world()
    const { options, database, folder } = here
    const copy = join(folder, 'copy.db')
    const store = await openStoreOf(here)
    const { eventId } = await store.createEvent(eventAt(gridVenue(1, 2, 5)))
    expect(await store.backUp(copy)).toMatchObject({ ok: true })
    await store.close()

    const db = new Sqlite(database)
    migrate(db, [...schemaSteps, 'CREATE TABLE more (a INTEGER) STRICT'])
    db.exec('INSERT INTO more VALUES (1)')
    expect(db.pragma('user_version', { simple: true })).toBe(2)
    db.close()
    const before = readFileSync(database)
    await expect(createBookingService(options)).rejects.toThrow('newer program (schema 2, this one knows 1)')
    expect(readFileSync(database).equals(before)).toBe(true)

    const again = await openStoreOf({ ...here, database: copy })
    expect(await again.createEvent(eventAt(gridVenue(1, 2, 5)))).toMatchObject({ eventId: eventId + 1 })
  })

  test('that is not a database is refused', async () => {
    const database = join(temporaryFolder(), 'plan.json')
    writeFileSync(database, JSON.stringify(smallVenue))
    await expect(createBookingService({ database, venues: [smallVenue] })).rejects.toThrow('file is not a database')
  })
})

test('a database that somebody else keeps locked: 503, nothing changed, and it goes on afterwards', async () => {
  const { options, database, faults } = await world()
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
})

test('keeps WAL mode and synchronous = FULL after holds and purchases, in a new file and in an old one', async () => {
  const closed: unknown[] = []
  const close = Reflect.get(Sqlite.prototype, 'close')
  const spy = vi.spyOn(Sqlite.prototype, 'close').mockImplementation(function (this: Sqlite.Database) {
    if (this.open && !this.readonly) {
      const wrote = Number(this.prepare('SELECT total_changes()').pluck().get()) > 0
      const [journal, synchronous] = ['journal_mode', 'synchronous'].map((name) => this.pragma(name, { simple: true }))
      closed.push({ wrote, journal, synchronous })
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
  const safe = { wrote: true, journal: 'wal', synchronous: 2 }
  expect(closed).toEqual([safe, safe])
})
