import pg from 'pg'
import { describe, expect, inject, onTestFinished, test } from 'vitest'
import { openStoreOf, postgres } from '../booking/service.ts'
import { sale, valueOf } from './sale.ts'

const GATE = 7_001

const WAITING = `
  WITH RECURSIVE behind AS (
    SELECT pid FROM pg_stat_activity WHERE pg_backend_pid() = ANY (pg_blocking_pids(pid))
    UNION
    SELECT one.pid FROM pg_stat_activity AS one JOIN behind ON behind.pid = ANY (pg_blocking_pids(one.pid)))
  SELECT count(*)::integer AS count FROM behind`

/**
 * Starts two hubs on one database. An advisory lock (`gate`) stops each transaction after it has claimed a section
 * (`claimed`) or updated the seat counts (`counted`).
 */
async function twoHubs(gate: 'claimed' | 'counted' = 'claimed', more: { maxSeatsPerSession?: number } = {}) {
  const sold = await sale(postgres, more)
  const { here, sectionIds } = sold
  const client = new pg.Client({ connectionString: here.database })
  await client.connect()
  onTestFinished(() => client.end())
  await client.query(`
    CREATE FUNCTION gate() RETURNS trigger LANGUAGE plpgsql AS
      'BEGIN PERFORM pg_advisory_xact_lock(${GATE}); RETURN NULL; END';
    CREATE TRIGGER gate AFTER ${gate === 'claimed' ? 'INSERT ON claim' : 'UPDATE ON event'} FOR EACH ROW
      WHEN (${gate === 'claimed' ? `NEW.section_id = ${sectionIds[0]}` : 'true'}) EXECUTE FUNCTION gate()`)
  await client.query('SELECT pg_advisory_lock($1)', [GATE])
  /** Resolves when `count` transactions wait for the gate, directly or behind another waiting transaction. */
  async function waiting(count: number): Promise<void> {
    await expect.poll(async () => (await client.query<{ count: number }>(WAITING)).rows[0]?.count).toBe(count)
  }
  const openGate = async () => void (await client.query('SELECT pg_advisory_unlock($1)', [GATE]))
  return { ...sold, other: await openStoreOf(here, more), waiting, openGate }
}

describe.skipIf(inject('postgres') === null)('two hubs that sell one event', () => {
  test('sell different sections side by side: none waits until the other has committed', async () => {
    const { store, other, buyers, seats, waiting, openGate } = await twoHubs()
    const first = store.holdSeats({ ...buyers[0]!.key, seatIds: [seats[0]!] })
    await waiting(1)
    expect(await other.holdSeats({ ...buyers[1]!.key, seatIds: [seats[79]!] })).toMatchObject({ ok: true, value: [{}] })
    await openGate()
    expect(await first).toMatchObject({ ok: true, value: [{}] })
  })

  test('that want the same seats at once: one has them, and the other is told which are taken', async () => {
    const { store, other, buyers, seats, waiting, openGate } = await twoHubs()
    const wanted = [seats[3]!, seats[1]!, seats[2]!]
    const first = store.holdSeats({ ...buyers[0]!.key, seatIds: wanted })
    await waiting(1)
    const second = other.holdSeats({ ...buyers[1]!.key, seatIds: wanted.toReversed() })
    const beside = other.holdSeats({ ...buyers[2]!.key, seatIds: [seats[4]!] })
    await waiting(2)
    await openGate()
    expect(await first).toMatchObject({ ok: true, value: [{}, {}, {}] })
    expect(await second).toMatchObject({ ok: false, error: { type: 'seats-taken', seats: [{}, {}, {}] } })
    expect(await beside).toMatchObject({ ok: true, value: [{}] })
  })

  test('and are asked for one session at once: it has no more seats than it may', async () => {
    const { store, other, buyers, seats, waiting, openGate } = await twoHubs('claimed', { maxSeatsPerSession: 3 })
    const { key } = buyers[0]!
    const first = store.holdSeats({ ...key, seatIds: seats.slice(0, 2) })
    await waiting(1)
    const second = other.holdSeats({ ...key, seatIds: seats.slice(78, 80) })
    await waiting(2)
    await openGate()
    expect(await first).toMatchObject({ ok: true, value: [{}, {}] })
    expect(await second).toMatchObject({ ok: false, error: { type: 'seat-limit' } })
  })

  test('a seat whose hold has expired is sold by one while the other still writes for that hold’s session', async () => {
    const { store, other, here, buyers, seats, waiting, openGate } = await twoHubs()
    const [last, next] = [buyers[0]!.key, buyers[1]!.key]
    expect(await store.holdSeats({ ...last, seatIds: [seats[79]!] })).toMatchObject({ ok: true })
    const first = store.holdSeats({ ...last, seatIds: [seats[0]!] })
    await waiting(1)
    here.clock.now += 480_000
    const second = other.holdSeats({ ...next, seatIds: [seats[79]!] })
    await waiting(2)
    await openGate()
    expect(await first).toMatchObject({ ok: true, value: [{}] })
    expect(await second).toMatchObject({ ok: true, value: [{}] })
  })

  test('that count one after the other: each knows what the other one changed in the same section', async () => {
    const { store, other, buyers, seats, sectionIds, waiting, openGate } = await twoHubs('counted')
    const [one, next] = [buyers[0]!.key, buyers[1]!.key]
    const takenIn = async (): Promise<number[]> => {
      const { statuses } = valueOf(await other.viewSection({ ...next, sectionId: sectionIds[0]! }))
      return [...statuses.keys()].filter((place) => statuses[place] !== 0)
    }
    expect(await takenIn()).toEqual([])
    const first = store.holdSeats({ ...one, seatIds: [seats[2]!] })
    await waiting(1)
    const second = other.holdSeats({ ...next, seatIds: [seats[5]!] })
    await waiting(2)
    await openGate()
    expect(await first).toMatchObject({ ok: true })
    expect(await second).toMatchObject({ ok: true })
    expect(await takenIn()).toEqual([2, 5])
  })

  test('a hold that one frees while the other buys it: either, and never both', async () => {
    const { store, other, buyers } = await twoHubs()
    const { key, order } = buyers[0]!
    const ordered = await order()
    const [released, bought] = await Promise.all([
      store.releaseHold({ ...key, holdId: ordered.holdIds[0]! }),
      other.completePurchase(ordered, () => 'bought'),
    ])
    expect(released.ok).not.toBe(bought.ok)
  })

  test('a change of the event waits for seats that are under way, and they for it', async () => {
    const { store, other, buyers, seats, eventId, waiting, openGate } = await twoHubs()
    const first = store.holdSeats({ ...buyers[0]!.key, seatIds: [seats[0]!] })
    await waiting(1)
    const withheld = other.withholdSeats({ eventId, zones: [], places: ['N2'], reason: 'camera', by: 'test' })
    await waiting(2)
    const next = other.holdSeats({ ...buyers[1]!.key, seatIds: [seats[79]!] })
    await waiting(3)
    await openGate()
    expect(await first).toMatchObject({ ok: true, value: [{}] })
    expect(await withheld).toMatchObject({ ok: true, value: { seats: 40 } })
    expect(await next).toMatchObject({ ok: false, error: { type: 'seats-taken' } })
  })
})
