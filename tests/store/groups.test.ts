import { randomUUID } from 'node:crypto'
import { describe, expect, inject, onTestFinished, test } from 'vitest'
import { StoreUnavailable } from '../../electron/booking/sql/store.ts'
import { brokenInvariants, onEachEngine, openStoreOf, postgres, world } from '../booking/service.ts'
import { newSchema, postgresRows, startPostgres } from '../support/postgres-server.ts'
import { sale, valueOf } from './sale.ts'
import type { HubSlip, VoucherRequester } from '../../shared/domain/money/credit-voucher.ts'

/** Simultaneous writers share a transaction, but each has its own outcome. */
onEachEngine((engine) => {
  test('one whose reply cannot be made is told so, and sells nothing; those beside it are sold', async () => {
    const { store, here, buyers } = await sale(engine)
    const orders = await Promise.all(buyers.map(({ order }) => order()))
    const sold = await Promise.allSettled(
      orders.map((order, index) =>
        store.completePurchase(order, () => {
          if (index === 7) throw new Error('no reply')
          return `reply ${index}`
        }),
      ),
    )
    expect(sold[7]).toMatchObject({ status: 'rejected', reason: { message: 'no reply' } })
    for (const [index, one] of sold.entries()) {
      if (index !== 7) expect(one).toEqual({ status: 'fulfilled', value: { ok: true, value: `reply ${index}` } })
    }
    expect(await brokenInvariants(here)).toEqual([])
    expect(await store.completePurchase(orders[7]!, () => 'later')).toEqual({ ok: true, value: 'later' })
    for (const { tickets } of buyers) expect(await tickets()).toHaveLength(1)
  })

  test('of many who want the same seats at once, one has each, and the others are told which are taken', async () => {
    const { store, buyers, seats } = await sale(engine)
    const wanted = seats.slice(0, 3)
    const held = await Promise.all(buyers.map(({ key }) => store.holdSeats({ ...key, seatIds: wanted })))
    expect(held.filter(({ ok }) => ok)).toHaveLength(1)
    for (const one of held) if (!one.ok) expect(one.error).toMatchObject({ type: 'seats-taken', seats: [{}, {}, {}] })
  })

  test('one session that asks for several seats at once has no more than it may', async () => {
    const { store, buyers, seats } = await sale(engine, { maxSeatsPerSession: 5 })
    const { key } = buyers[0]!
    const held = await Promise.all(seats.slice(0, 12).map((seat) => store.holdSeats({ ...key, seatIds: [seat] })))
    expect(held.filter(({ ok }) => ok)).toHaveLength(5)
    const [first] = held.flatMap((one) => (one.ok ? one.value : []))
    const order = { ...(await buyers[1]!.order()), holdIds: [first!.holdId] }
    const [released, bought] = await Promise.all([
      store.releaseHold({ ...key, holdId: first!.holdId }),
      store.completePurchase(order, () => 'bought'),
    ])
    expect(released.ok).not.toBe(bought.ok)
  })

  test('the same order at once, for one event and for another: completed once, and told so to each', async () => {
    const { store, buyers, elsewhere } = await sale(engine)
    const order = await buyers[0]!.order()
    const other = { ...(await elsewhere.order()), orderId: order.orderId.toUpperCase() }
    const asked = [order, order, other, other, order]
    const answers = await Promise.all(asked.map((one, index) => store.completePurchase(one, () => `reply ${index}`)))
    const replies = new Set(answers.flatMap((answer) => (answer.ok ? answer.value : [])))
    expect(replies.size).toBe(1)
    for (const answer of answers) if (!answer.ok) expect(answer.error).toEqual({ type: 'order-differs' })
    expect([2, 3]).toContain(answers.filter(({ ok }) => ok).length)
  })
})

describe.skipIf(inject('postgres') === null)('what a process remembers', () => {
  test('of a session that the database has lost is no session: nothing is held for it, nor for who has its number now', async () => {
    const { store, here, buyers, seats } = await sale(postgres)
    const [lost, next] = [buyers[0]!.key, buyers[1]!.key]
    const ask = (sql: string): Promise<readonly object[]> => postgresRows(here.database, sql)
    const [row] = await ask(`DELETE FROM session WHERE session_id = '${lost.sessionId}' RETURNING session_no`)
    const { session_no: number } = row as { readonly session_no: string }
    await ask(`UPDATE session SET session_no = ${number} WHERE session_id = '${next.sessionId}'`)
    const [first] = seats
    const held = await store.holdSeats({ ...lost, seatIds: [first!] })
    expect(held).toEqual({ ok: false, error: { type: 'session-unknown' } })
    expect(await ask(`SELECT 1 FROM hold WHERE session_no = ${number}`)).toEqual([])
    expect(await store.holdSeats({ ...buyers[2]!.key, seatIds: [first!] })).toMatchObject({ ok: true })
  })
})

describe.skipIf(inject('postgres') === null)('connections that end in the middle of a sale', () => {
  test('what was answered is there, what was not is asked again and comes to the same; no seat is sold twice', async () => {
    const server = await startPostgres()
    if (server === null) throw new Error('there is no PostgreSQL of its own')
    onTestFinished(() => server.stop())
    const { store, buyers, seats } = await sale({ ...postgres, database: () => newSchema(server.url) })
    const cut = (): Promise<unknown> =>
      postgresRows(
        server.url,
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'guichet-hub'",
      )
    let answered = 0
    let refused = 0
    async function insist<T>(ask: () => Promise<T>): Promise<T> {
      for (;;) {
        try {
          const answer = await ask()
          answered += 1
          return answer
        } catch (error) {
          if (!(error instanceof StoreUnavailable)) throw error
          refused += 1
        }
      }
    }
    const cuts = { left: 10 }
    const selling = Promise.all(
      buyers.map(async ({ key, order, tickets }, index) => {
        const ready = await insist(order)
        const first = await insist(() => store.completePurchase(ready, () => `reply ${index} ${randomUUID()}`))
        const again = await insist(() => store.completePurchase(ready, () => 'another reply'))
        expect(first.ok && again).toEqual(first)
        expect(await insist(tickets)).toHaveLength(1)
        const seatIds = seats.slice(2 * index, 2 * index + 2)
        while (cuts.left > 0) {
          const holds = valueOf(await insist(() => store.holdSeats({ ...key, seatIds })))
          for (const { holdId } of holds) valueOf(await insist(() => store.releaseHold({ ...key, holdId })))
        }
      }),
    )
    const cutting = (async () => {
      for (; cuts.left > 0; cuts.left--) {
        const before = answered
        await cut()
        await expect.poll(() => answered).toBeGreaterThan(before)
      }
    })()
    await Promise.all([selling, cutting])
    expect(refused).toBeGreaterThan(0)
  })
})

describe('slips', () => {
  const A: VoucherRequester = { deviceId: 'a', mode: 'live' }
  const B: VoucherRequester = { deviceId: 'b', mode: 'live' }
  const own = { amount: 7_000, currency: 'GNF', register: 'kiosk a', issuedUtc: '2026-11-26T10:00:00.000Z' }
  const slipOf = (slipId: string): HubSlip => ({ slipId, ...own })
  const SLIP = slipOf('K7M4XP92RD')
  const { slipId } = SLIP

  onEachEngine((engine) => {
    test('a slip is told once, and another one under its number is not taken', async () => {
      const store = await openStoreOf(await world({}, engine))
      expect(await store.findSlip({ slipId, ...B })).toBeNull()
      expect(await store.tellSlip({ ...SLIP, ...A })).toBe(true)
      expect(await store.tellSlip({ ...SLIP, ...A })).toBe(true)
      expect(await store.tellSlip({ ...SLIP, amount: 70_000, ...B })).toBe(false)
      expect(await store.findSlip({ slipId, ...B })).toEqual({ ...SLIP, free: true })
      expect(await store.findSlip({ slipId, deviceId: 'b', mode: 'demo' })).toBeNull()
      expect(await store.spendSlip({ slipId, reference: 'R', deviceId: 'b', mode: 'demo' })).toEqual({
        outcome: 'refused',
      })
    })

    test('it is spent once: the same reference hears the same again, any other one a no, over a restart too', async () => {
      const here = await world({}, engine)
      const store = await openStoreOf(here)
      await store.tellSlip({ ...SLIP, ...A })
      await store.tellSlip({ ...slipOf('2345678922'), ...A })
      const spent = { outcome: 'spent', slip: SLIP }
      expect(await store.spendSlip({ slipId, reference: 'R1', ...B })).toEqual(spent)
      expect(await store.spendSlip({ slipId, reference: 'R1', ...B })).toEqual(spent)
      expect(await store.spendSlip({ slipId, reference: 'R2', ...B })).toEqual({ outcome: 'refused' })
      expect(await store.spendSlip({ slipId, reference: 'R1', ...A })).toEqual({ outcome: 'refused' })
      expect(await store.spendSlip({ slipId: '2345678922', reference: 'R1', ...B })).toEqual({ outcome: 'refused' })
      expect(await store.findSlip({ slipId: '2345678922', ...A })).toMatchObject({ free: true })
      const again = await openStoreOf(here)
      expect(await again.settleSpending({ reference: 'R1', ...B })).toEqual(spent)
      expect(await again.settleSpending({ reference: 'R2', ...B })).toEqual({ outcome: 'refused' })
      expect(await again.findSlip({ slipId, ...A })).toEqual({ ...SLIP, free: false })
    })

    test('after the outcome void, nothing is ever spent under the reference', async () => {
      const store = await openStoreOf(await world({}, engine))
      await store.tellSlip({ ...SLIP, ...A })
      expect(await store.settleSpending({ reference: 'R1', ...A })).toEqual({ outcome: 'void' })
      expect(await store.spendSlip({ slipId, reference: 'R1', ...A })).toEqual({ outcome: 'void' })
      expect(await store.findSlip({ slipId, ...A })).toMatchObject({ free: true })
      expect(await store.spendSlip({ slipId, reference: 'R2', ...A })).toMatchObject({ outcome: 'spent' })
      await store.releaseSpending({ reference: 'R2', ...B })
      expect(await store.findSlip({ slipId, ...A })).toMatchObject({ free: false })
      await store.releaseSpending({ reference: 'R2', ...A })
      expect(await store.findSlip({ slipId, ...A })).toMatchObject({ free: true })
      expect(await store.spendSlip({ slipId, reference: 'R2', ...A })).toEqual({ outcome: 'void' })
      expect(await store.spendSlip({ slipId, reference: 'R3', ...B })).toMatchObject({ outcome: 'spent' })
    })

    test('of many who ask at once, over two processes’ connections, one has it; and asking ends as spending ends', async () => {
      const here = await world({}, engine)
      const [told, beside] = [await openStoreOf(here), await openStoreOf(here)]
      for (let round = 0; round < 12; round += 1) {
        const slip = slipOf(`23456789${'23456789ABCDEFGH'.charAt(round)}2`)
        await told.tellSlip({ ...slip, ...A })
        const wishes = Array.from({ length: 8 }, (_, index) => ({
          slipId: slip.slipId,
          reference: `${round}-${index}`,
          ...(index % 2 === 0 ? A : B),
        }))
        const asked = wishes.flatMap((wish, index) => {
          const [store, other] = index % 2 === 0 ? [told, beside] : [beside, told]
          return [store.spendSlip(wish), ...(index % 3 === 0 ? [other.settleSpending(wish)] : [])]
        })
        await Promise.all(asked)
        const ends = await Promise.all(wishes.map((wish) => told.settleSpending(wish)))
        const spent = ends.filter(({ outcome }) => outcome === 'spent').length
        const free = (await told.findSlip({ slipId: slip.slipId, ...A }))?.free
        expect([spent, free]).toEqual([free ? 0 : 1, free])
      }
    })
  })
})
