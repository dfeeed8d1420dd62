import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, inject, onTestFinished, test } from 'vitest'
import { HELD, SOLD, StoreUnavailable } from '../../electron/booking/sql/store.ts'
import { openStoreOf, postgres } from '../booking/service.ts'
import { answering, newSchema, postgresRows, serverUser, startPostgres } from '../support/postgres-server.ts'
import { sale, valueOf } from './sale.ts'
import { findProgram } from '../cluster/programs.ts'
import { besideHub, partner } from '../hub/hub.ts'
import { freePort } from '../support/free-port.ts'

/** Read-only requests are served by replicas and never return older data than the primary. */
describe.skipIf(inject('postgres') === null)('a hub that reads from a replica', () => {
  test('shows each hold and each sale of another hub at once', async () => {
    const { buyers, shown, hub, reads } = await cluster()
    for (const [sold, buyer] of buyers.entries()) {
      const order = await buyer.order()
      expect(await shown()).toEqual({ held: 1, sold })
      valueOf(await hub.completePurchase(order, () => 'sold'))
      expect(await shown()).toEqual({ held: 0, sold: sold + 1 })
    }
    // A confirmed purchase is on disk and therefore already on the replica. A hold reaches the replica a moment later.
    expect(reads.replica).toBeGreaterThan(0)
  })

  test('reads there what nobody has changed for a moment: sections, events, plans', async () => {
    const { reader, shown, reads, eventId } = await cluster()
    // Background tasks of the server sometimes write, so the check is repeated.
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

async function cluster() {
  const primary = await startPostgres()
  if (primary === null) throw new Error('there is no PostgreSQL of its own')
  onTestFinished(() => primary.stop())
  // Commits that do not wait for the disk are sent to replicas after the `wal_writer_delay`, set as in
  // docs/operating/cluster.md.
  await postgresRows(primary.url, "ALTER SYSTEM SET wal_writer_delay = '10ms'")
  await postgresRows(primary.url, 'SELECT pg_reload_conf()')
  const database = await newSchema(primary.url)
  const server = await primary.replica()
  onTestFinished(() => server.stop())
  const replica = database.replace(primary.url, server.url)

  const { store: hub, here, buyers, seats, eventId, sectionIds } = await sale({ ...postgres, database: () => database })
  const reads = { primary: 0, replica: 0 }
  const reader = await openStoreOf(here, { replicas: replica, onRead: (from) => void (reads[from] += 1) })
  async function shown(): Promise<{ readonly held: number; readonly sold: number }> {
    const { statuses } = valueOf(await reader.viewSection({ ...buyers[0]!.key, sectionId: sectionIds[1] ?? '' }))
    const count = (wanted: number): number => statuses.filter((status) => status === wanted).length
    return { held: count(HELD), sold: count(SOLD) }
  }
  return { server, primary, replica, hub, reader, here, buyers, seats, eventId, reads, shown }
}

describe('a pooler', () => {
  const postgres = inject('postgres')
  const pgbouncer = findProgram('pgbouncer')

  describe.skipIf(postgres === null || pgbouncer === null)('a hub behind PgBouncer', () => {
    test('names the setting to change where each transaction may have another session', async () => {
      const url = await behindPgBouncer('transaction')
      await expect(besideHub(url, (store) => store.listPartners())).rejects.toThrow(/pool_mode = session/u)
    })

    test('works with one session for each connection', async () => {
      const url = await behindPgBouncer('session')
      const codes = await besideHub(url, async (store) => {
        await store.keepPartner(partner('nongo'))
        await Promise.all(Array.from({ length: 8 }, () => store.listPartners()))
        return (await store.listPartners()).map(({ code }) => code)
      })
      expect(codes).toEqual(['nongo'])
    })
  })

  /** Returns the URL of an empty database behind a new PgBouncer, with default settings except for the pool mode. */
  async function behindPgBouncer(poolMode: 'session' | 'transaction'): Promise<string> {
    const { hostname, port, username } = new URL(postgres!)
    const database = `pooled_${poolMode}`
    await postgresRows(postgres!, `CREATE DATABASE ${database}`)
    const folder = mkdtempSync(join(tmpdir(), 'guichet-pgbouncer-'))
    const own = await freePort()
    const file = join(folder, 'pgbouncer.ini')
    const lines = [
      '[databases]',
      `${database} = host=${hostname} port=${port} user=${username}`,
      '[pgbouncer]',
      `listen_addr = 127.0.0.1\nlisten_port = ${own}\nunix_socket_dir =\nauth_type = any\npool_mode = ${poolMode}`,
    ]
    writeFileSync(file, `${lines.join('\n')}\n`)
    const user = serverUser() ?? undefined
    if (user) for (const path of [folder, file]) chownSync(path, user.uid, user.gid)
    const child = spawn(pgbouncer!, ['-q', file], { ...user, stdio: 'ignore' })
    onTestFinished(async () => {
      child.kill('SIGINT')
      if (child.exitCode === null) await once(child, 'exit')
      rmSync(folder, { recursive: true })
      await postgresRows(postgres!, `DROP DATABASE ${database} WITH (FORCE)`)
    })
    const url = `postgres://${username}@127.0.0.1:${own}/${database}`
    await answering(url)
    return url
  }
})
