import { randomBytes } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { openStore } from '../../electron/booking-service/open-store.ts'
import type { HubStore } from '../../electron/booking-service/store/administration.ts'
import type { HubSlip, SlipAsker } from '../../shared/domain/money/hub-slip.ts'
import { onEachEngine } from '../booking-service/service.ts'

const A: SlipAsker = { deviceId: 'a', mode: 'live' }
const B: SlipAsker = { deviceId: 'b', mode: 'live' }
const slipOf = (slipId: string): HubSlip => ({
  slipId,
  amount: 7_000,
  currency: 'GNF',
  register: 'kiosk a',
  issuedUtc: '2026-11-26T10:00:00.000Z',
})
const SLIP = slipOf('K7M4XP92RD')
const { slipId } = SLIP

async function opened(database: string): Promise<HubStore> {
  const store = await openStore({
    database,
    secretsKeyFile: undefined,
    connections: 6,
    nativeBinding: undefined,
    random: randomBytes,
    report: () => undefined,
  })
  onTestFinished(() => store.close())
  return store
}

onEachEngine((engine) => {
  test('a slip is told once, and another one under its number is not taken', async () => {
    const store = await opened(await engine.database())
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
    const database = await engine.database()
    const store = await opened(database)
    await store.tellSlip({ ...SLIP, ...A })
    await store.tellSlip({ ...slipOf('2345678922'), ...A })
    const spent = { outcome: 'spent', slip: SLIP }
    expect(await store.spendSlip({ slipId, reference: 'R1', ...B })).toEqual(spent)
    expect(await store.spendSlip({ slipId, reference: 'R1', ...B })).toEqual(spent)
    expect(await store.spendSlip({ slipId, reference: 'R2', ...B })).toEqual({ outcome: 'refused' })
    // The reference of another machine is another one.
    expect(await store.spendSlip({ slipId, reference: 'R1', ...A })).toEqual({ outcome: 'refused' })
    expect(await store.spendSlip({ slipId: '2345678922', reference: 'R1', ...B })).toEqual({ outcome: 'refused' })
    expect(await store.findSlip({ slipId: '2345678922', ...A })).toMatchObject({ free: true })
    const again = await opened(database)
    expect(await again.settleSpending({ reference: 'R1', ...B })).toEqual(spent)
    expect(await again.settleSpending({ reference: 'R2', ...B })).toEqual({ outcome: 'refused' })
    expect(await again.findSlip({ slipId, ...A })).toEqual({ ...SLIP, free: false })
  })

  test('once it is said that nothing was spent under a reference, nothing ever is', async () => {
    const store = await opened(await engine.database())
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
    const database = await engine.database()
    const stores = [await opened(database), await opened(database)]
    const told = stores[0] as HubStore
    for (let round = 0; round < 12; round += 1) {
      const slip = slipOf(`23456789${'23456789ABCDEFGH'.charAt(round)}2`)
      await told.tellSlip({ ...slip, ...A })
      const wishes = Array.from({ length: 8 }, (_, index) => ({
        slipId: slip.slipId,
        reference: `${round}-${index}`,
        ...(index % 2 === 0 ? A : B),
      }))
      const asked = wishes.flatMap((wish, index) => {
        const store = stores[index % 2] as HubStore
        const other = stores[(index + 1) % 2] as HubStore
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
