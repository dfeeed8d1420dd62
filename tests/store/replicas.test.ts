import { describe, expect, inject, onTestFinished, test } from 'vitest'
import { HELD, SOLD, StoreUnavailable } from '../../electron/booking-service/store/store.ts'
import { postgres } from '../booking-service/engines.ts'
import { openStoreOf } from '../booking-service/service.ts'
import { newSchema, postgresRows } from '../support/postgres-schema.ts'
import { startPostgres } from '../support/postgres-server.ts'
import { sale, valueOf } from './sale.ts'

/** What only shows comes from replicas, and is never older than the primary. */
describe.skipIf(inject('postgres') === null)('a hub that reads from a replica', () => {
  test('shows each hold and each sale of another hub at once', async () => {
    const { buyers, shown, hub, reads } = await cluster()
    for (const [sold, buyer] of buyers.entries()) {
      const order = await buyer.order()
      expect(await shown()).toEqual({ held: 1, sold })
      valueOf(await hub.completePurchase(order, () => 'sold'))
      expect(await shown()).toEqual({ held: 0, sold: sold + 1 })
    }
    // A purchase is on disk, and with that at the replica, when it is answered; a hold is there a moment later.
    expect(reads.replica).toBeGreaterThan(0)
  })

  test('reads there what nobody has changed for a moment: sections, events, plans', async () => {
    const { reader, shown, reads, eventId } = await cluster()
    // The server's own chores write now and then.
    await expect
      .poll(async () => {
        const before = { ...reads }
        await shown()
        await reader.listEvents({ page: 1, limit: 10 })
        expect(await reader.findVenuePlan({ eventId })).not.toBeNull()
        return { primary: reads.primary - before.primary, replica: reads.replica - before.replica }
      })
      .toEqual({ primary: 0, replica: 3 })
  })

  test('reads from the primary while the replica is behind, and from the replica when it has caught up', async () => {
    const { replica, seats, buyers, shown, hub, reads } = await cluster()
    await postgresRows(replica, 'SELECT pg_wal_replay_pause()')
    valueOf(await hub.holdSeats({ ...buyers[0]!.key, seatIds: seats.slice(-1) }))
    const before = { ...reads }
    expect(await shown()).toEqual({ held: 1, sold: 0 })
    expect(reads.replica).toBe(before.replica)
    await postgresRows(replica, 'SELECT pg_wal_replay_resume()')
    await expect.poll(async () => (await shown(), reads.replica)).toBeGreaterThan(before.replica)
  })

  test('reads from the primary where the replica is gone, and says so', async () => {
    const { server, shown, here, reads } = await cluster()
    await server.crash()
    const before = { ...reads }
    expect(await shown()).toEqual({ held: 0, sold: 0 })
    expect(await shown()).toEqual({ held: 0, sold: 0 })
    expect(reads.replica).toBe(before.replica)
    expect(here.faults).not.toEqual([])
  })

  test('says that it cannot now where its primary only reads, whatever the replica has', async () => {
    const { primary, reader, shown } = await cluster()
    await shown()
    await primary.crash()
    await primary.startReading()
    // Connections to the server as it was are gone with it.
    await expect.poll(() => reader.check().catch(() => 'gone')).not.toBe('gone')
    await expect(shown()).rejects.toBeInstanceOf(StoreUnavailable)
  })

  test('does not read from a server that follows nobody any more', async () => {
    const { replica, shown, reads } = await cluster()
    await postgresRows(replica, 'SELECT pg_promote()')
    const before = { ...reads }
    expect(await shown()).toEqual({ held: 0, sold: 0 })
    expect(reads.replica).toBe(before.replica)
  })
})

/** A primary, a replica, a hub on the primary alone, and one that reads from the replica. */
async function cluster() {
  const primary = await startPostgres()
  if (primary === null) throw new Error('there is no PostgreSQL of its own')
  onTestFinished(() => primary.stop())
  // As the recipe has it: what is committed without waiting for the disk is sent on after that time.
  await postgresRows(primary.url, "ALTER SYSTEM SET wal_writer_delay = '10ms'")
  await postgresRows(primary.url, 'SELECT pg_reload_conf()')
  const database = await newSchema(primary.url)
  const server = await primary.replica()
  onTestFinished(() => server.stop())
  const replica = database.replace(primary.url, server.url)

  const { store: hub, here, buyers, seats, eventId, sectionIds } = await sale({ ...postgres, database: () => database })
  const reads = { primary: 0, replica: 0 }
  const reader = await openStoreOf(here, { replicas: replica, onRead: (from) => void (reads[from] += 1) })
  /** How many seats of the buyers' section are taken. */
  async function shown(): Promise<{ readonly held: number; readonly sold: number }> {
    const { statuses } = valueOf(await reader.viewSection({ ...buyers[0]!.key, sectionId: sectionIds[1] ?? '' }))
    const count = (wanted: number): number => statuses.filter((status) => status === wanted).length
    return { held: count(HELD), sold: count(SOLD) }
  }
  return { server, primary, replica, hub, reader, here, buyers, seats, eventId, reads, shown }
}
