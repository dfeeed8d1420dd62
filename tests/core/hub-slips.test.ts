import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { HubSpending, SlipHub } from '../../electron/core/ports/slip-hub.ts'
import { openHubClient } from '../../electron/fleet/hub-client.ts'
import { openSigningKey } from '../../electron/fleet/keys.ts'
import { openSlipLine } from '../../electron/fleet/slip-line.ts'
import type { SlipCall } from '../../shared/fleet-api/slips.ts'
import { startFleet } from '../hub/fleet.ts'
import { need, temporaryFolder } from '../kiosk/machine.ts'
import { chosenSeat, startSale, toPriced } from '../ledger/sales.ts'
import { tickingClock } from '../ledger/scene.ts'
import { createRandom } from '../simulation/random.ts'
import { amountOf } from '../support/share.ts'
import { until } from './scanned-operator.ts'
import { codesOf, pin, refusal, reviewed, shown, type SmallKiosk, useSmallKiosks } from './small-kiosk.ts'

const startKiosk = useSmallKiosks()
const NUMBER = 'K7M4XP92RD'
const AMOUNT = 1_000

/** A slip in the ledger of a kiosk that runs, as a sale of before left it. */
function writeSlip({ ledger }: SmallKiosk, slipId: string): void {
  const seats = [chosenSeat('900001')]
  startSale(ledger, tickingClock('boot-before', 0), seats)
    .next(...toPriced(seats), { type: 'tender-started', kind: 'card', amount: 5_000 })
    .next({
      type: 'tender-approved',
      received: AMOUNT + 5_000,
      change: 0,
      approval: 'A',
      slip: { slipId, amount: AMOUNT, currency: 'GNF' },
    })
    .next({ type: 'abandoned', reason: 'cancelled' }, { type: 'released', holdIds: [] })
    .next({ type: 'refunded', refundReference: 'R-1', staffId: 'counter' })
}

const isPaying = ({ sales }: SmallKiosk, saleId: string): boolean => sales.find(saleId)?.state === 'paying'

it('the hub’s word decides about a slip: staff cannot say that its money moved, or did not', async () => {
  const slip = {
    slipId: NUMBER,
    amount: AMOUNT,
    currency: 'GNF',
    register: 'kiosk-2',
    issuedUtc: '2026-11-26T10:00:00Z',
  }
  let said: HubSpending = { outcome: 'unknown' }
  const slipHub: SlipHub = {
    host: 'https://hub',
    hubKey: 'K',
    find: async () => ({ ...slip, free: true }),
    tell: async () => true,
    spend: async () => ({ outcome: 'unknown' }),
    settle: async () => said,
    release: async () => false,
  }
  const kiosk = await startKiosk({ slipHub })
  const { saleId } = await reviewed(kiosk)
  need(await kiosk.api.paySlip({ saleId, slip: NUMBER }))
  await until(kiosk, () => kiosk.sales.find(saleId)?.state === 'needs-staff')
  for (const moved of [true, false]) {
    const answer = { type: 'money-moved', moved } as const
    expect(await refusal(kiosk.api.settleStaffCase({ saleId, answer, pin }))).toEqual({ type: 'hub-decides' })
  }
  // Days later, too, it is asked.
  kiosk.pass(3 * 86_400_000)
  said = {
    outcome: 'spent',
    slip,
    word: { register: 'kiosk-2', deviceId: 'kiosk-1', reference: 'R', hubKey: 'K', sig: 'c2ln' },
  }
  await until(kiosk, () => codesOf(kiosk).includes('TENDER_APPROVED'), 60_000)
  await kiosk.sales.settled(saleId)
  // Its seats are gone by then, and the money is a slip of this kiosk.
  await until(kiosk, () => kiosk.ledger.slips.open().length > 0, 60_000)
  expect(kiosk.ledger.slips.open()).toMatchObject([{ amount: AMOUNT, saleId }])
})

const TRIES = amountOf(200, 40)

it(
  `of two kiosks that spend one slip at once, one does: ${TRIES} times over a bad line, with restarts`,
  { timeout: 240_000 },
  async () => {
    const fleet = await startFleet()
    const random = createRandom(7)
    let bad = true
    async function hubOf(deviceId: string): Promise<SlipHub> {
      const key = openSigningKey(join(temporaryFolder(), 'key.pem'))
      const enrolled = await openHubClient(fleet.url, key).enrol(deviceId, await fleet.invite(deviceId))
      const { hubKey } = need(enrolled)
      const client = openHubClient(fleet.url, key, {
        async fetch(request) {
          const { act } = JSON.parse(await request.clone().text()) as SlipCall
          const chance = bad && act.type !== 'find' ? random.below(100) : 100
          if (chance < 15) throw new Error('the line is down')
          const reply = await fetch(request)
          if (chance < 40) throw new Error('the reply is lost')
          return reply
        },
      })
      const log = { info: () => undefined, warn: () => undefined, error: () => undefined }
      return openSlipLine({ hub: fleet.url, hubKey, deviceId, mode: 'demo', client, log })
    }
    const hubs = [await hubOf('kiosk-1'), await hubOf('kiosk-2')] as const
    const kiosks = [
      await startKiosk({ slipHub: hubs[0], seed: 1 }),
      await startKiosk({ slipHub: hubs[1], seed: 2 }),
    ] as [SmallKiosk, SmallKiosk]
    /** However long the line is down. */
    const told = async (slipId: string): Promise<void> => {
      await expect
        .poll(
          async () => {
            for (const kiosk of kiosks) kiosk.pass(30_000)
            return hubs[0].find(slipId)
          },
          { interval: 1, timeout: 10_000 },
        )
        .toMatchObject({ free: true })
    }
    writeSlip(kiosks[0], NUMBER)
    let slipId = NUMBER
    let [spent, unspent, restarts] = [0, 0, 0]
    for (let round = 0; round < TRIES; round += 1) {
      await told(slipId)
      const sales = [await reviewed(kiosks[0], 1), await reviewed(kiosks[1], 1)] as const
      await Promise.all(kiosks.map(({ api }, at) => api.paySlip({ saleId: sales[at]!.saleId, slip: slipId })))
      if (random.chance(0.1)) {
        const at = random.chance(0.5) ? 0 : 1
        kiosks[at] = await kiosks[at].restart()
        restarts += 1
      }
      for (const [at, kiosk] of kiosks.entries()) {
        const { saleId } = sales[at]!
        await until(kiosk, () => !isPaying(kiosk, saleId) && kiosk.sales.find(saleId)?.state !== 'needs-staff')
        await kiosk.sales.settled(saleId)
        if (kiosk.sales.find(saleId)?.state !== 'priced') continue
        await shown(kiosk, saleId)
        need(await kiosk.api.abandonSale({ saleId, reason: 'cancelled' }))
        await kiosk.sales.settled(saleId)
        if (kiosk.ledger.slips.ofSale(saleId).length > 0) need(await kiosk.api.leaveSale({ saleId }))
      }
      const fresh = kiosks.flatMap(({ ledger }, at) => ledger.slips.ofSale(sales[at]!.saleId))
      expect(fresh.length).toBeLessThanOrEqual(1)
      spent += fresh.length
      unspent += 1 - fresh.length
      slipId = fresh[0]?.slipId ?? slipId
    }
    bad = false
    await told(slipId)
    expect(spent + unspent).toBe(TRIES)
    expect(spent).toBeGreaterThan(TRIES / 3)
    expect(restarts).toBeGreaterThan(0)
    // All the money is one slip, and it is spent once more.
    const last = await reviewed(kiosks[1], 1)
    need(await kiosks[1].api.paySlip({ saleId: last.saleId, slip: slipId }))
    expect(await shown(kiosks[1], last.saleId)).toMatchObject({ taken: [{ amount: AMOUNT }] })
  },
)
