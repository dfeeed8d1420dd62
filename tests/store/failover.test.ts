import { describe, expect, inject, onTestFinished, test } from 'vitest'
import { StoreUnavailable } from '../../electron/booking/sql/store.ts'
import { postgres } from '../booking/service.ts'
import { newSchema, postgresRows, startPostgres } from '../support/postgres-server.ts'
import { sale } from './sale.ts'

/** While another database server becomes the primary, a hub confirms only commits that the new primary also has. */
describe.skipIf(inject('postgres') === null)('a database whose commits wait for a replica', () => {
  test('a wait that is cancelled is no purchase; asked again, it is one once a replica has it', async () => {
    const { store, here, buyers, replicas } = await cluster()
    const order = await buyers[0]!.order()
    await replicas('nobody')
    const first = settled(store.completePurchase(order, () => 'first'))
    await cancelled(here.database)
    expect((await first).reason).toBeInstanceOf(StoreUnavailable)

    const again = settled(insist(() => store.completePurchase(order, () => 'second')))
    await waiting(here.database)
    await replicas('')
    expect((await again).value).toEqual({ ok: true, value: 'first' })
  })

  test('what a restarted server shows is answered once a replica has it', async () => {
    const { server, store, here, buyers, replicas } = await cluster()
    const order = await buyers[0]!.order()
    await replicas('nobody')
    const first = settled(store.completePurchase(order, () => 'first'))
    await waiting(here.database)
    await Promise.all([store.check(), store.check()])
    await server.crash()
    expect((await first).reason).toBeInstanceOf(StoreUnavailable)
    await server.start()

    const again = settled(insist(() => store.completePurchase(order, () => 'second')))
    const confirming = waiting(here.database)
    await Promise.race([confirming, again.then(({ value }) => expect.fail(`answered ${JSON.stringify(value)}`))])
    await replicas('')
    expect((await again).value).toEqual({ ok: true, value: 'first' })
    // Errors on connections that ended while idle are reported without the `client` property.
    expect(here.faults).not.toEqual([])
    for (const fault of here.faults) expect(fault).not.toHaveProperty('client')
  })

  test('a refusal waits like a purchase: on either, money is moved', async () => {
    const { store, here, buyers, replicas } = await cluster()
    const order = await buyers[0]!.order()
    const unknown = { ...order, orderId: 'ffffffff-ffff-4fff-8fff-ffffffffffff', holdIds: ['none'] }
    for (const refused of [unknown, { ...order, amount: 1 }]) {
      await replicas('nobody')
      const answer = settled(insist(() => store.completePurchase(refused, () => 'never')))
      await Promise.race([waiting(here.database), answer.then(() => expect.fail('answered'))])
      await replicas('')
      expect((await answer).value).toMatchObject({ ok: false })
    }
  })

  test('a server that follows another one answers no purchase, not even one that it has; promoted, it does', async () => {
    const { server, store, buyers } = await cluster()
    const order = await buyers[0]!.order()
    expect(await store.completePurchase(order, () => 'first')).toEqual({ ok: true, value: 'first' })
    await server.crash()
    await server.startReading()
    const unknown = { ...order, orderId: 'ffffffff-ffff-4fff-8fff-ffffffffffff', holdIds: ['none'] }
    for (const asked of [order, unknown])
      await expect(store.completePurchase(asked, () => 'second')).rejects.toBeInstanceOf(StoreUnavailable)
    await postgresRows(server.url, 'SELECT pg_promote()')
    const again = await insist(() => store.completePurchase(order, () => 'third'))
    expect(again).toEqual({ ok: true, value: 'first' })
  })

  test('a connection to a server that only reads is given up, and the next one sells', async () => {
    const { server, store, here, buyers } = await cluster()
    const order = await buyers[0]!.order()
    const before = await connections(here.database)
    await setting(server.url, 'default_transaction_read_only', 'on')
    await expect(store.completePurchase(order, () => 'first')).rejects.toBeInstanceOf(StoreUnavailable)
    await expect.poll(async () => (await connections(here.database)).length).toBeLessThan(before.length)
    await setting(server.url, 'default_transaction_read_only', 'off')
    expect(await store.completePurchase(order, () => 'second')).toEqual({ ok: true, value: 'second' })
  })
})

async function cluster() {
  const server = await startPostgres()
  if (server === null) throw new Error('there is no PostgreSQL of its own')
  onTestFinished(() => server.stop())
  const on = await sale({ ...postgres, database: () => newSchema(server.url) })
  return { ...on, server, replicas: (names: string) => setting(server.url, 'synchronous_standby_names', names) }
}

/** Changes a setting of the server without waiting for a replica. Resolves when the setting has taken effect. */
async function setting(url: string, name: string, value: string): Promise<void> {
  await postgresRows(url, `ALTER SYSTEM SET ${name} = '${value}'`)
  await postgresRows(url, 'SELECT pg_reload_conf()')
  await expect.poll(() => postgresRows(url, `SELECT current_setting('${name}') AS value`)).toEqual([{ value }])
}

const OF_HUB = "FROM pg_stat_activity WHERE application_name = 'guichet-hub'"

const connections = (database: string) => postgresRows(database, `SELECT pid ${OF_HUB}`)

async function waiting(database: string): Promise<void> {
  await expect.poll(() => postgresRows(database, `SELECT pid ${OF_HUB} AND wait_event = 'SyncRep'`)).not.toEqual([])
}

async function cancelled(database: string): Promise<void> {
  await waiting(database)
  await postgresRows(database, `SELECT pg_cancel_backend(pid) ${OF_HUB} AND wait_event = 'SyncRep'`)
}

async function insist<T>(ask: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await ask()
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error
    }
  }
}

async function settled<T>(asked: Promise<T>): Promise<{ readonly value?: T; readonly reason?: unknown }> {
  try {
    return { value: await asked }
  } catch (reason) {
    return { reason }
  }
}
