import { expect, test } from 'vitest'
import { DEMO_PIN } from '../../electron/config/config.ts'
import { enrolled, startFleet } from '../hub/fleet.ts'
import { expectSound, type Machine, review, settled, startMachine } from '../world/kiosk.ts'
import { need } from '../world/kiosk-fixture.ts'
import { writeSlip } from './write-slip.ts'

const NUMBER = 'K7M4XP92RD'
const pin = DEMO_PIN
const spent = { ok: false, error: { type: 'slip-refused', because: 'spent' } }

async function join(fleet: Awaited<ReturnType<typeof startFleet>>, deviceId: string): Promise<Machine> {
  const settings = { deviceId, fleet: { hub: fleet.url, heartbeatSeconds: 3600 } }
  return startMachine(settings, await enrolled(fleet, settings))
}
async function hasTold({ api }: Machine, times = 1): Promise<void> {
  const told = async () => need(await api.viewJournal({ pin })).filter(({ code }) => code === 'VOUCHERS_REGISTERED')
  await expect.poll(told).toHaveLength(times)
}

async function payWith(machine: Machine, slip: string) {
  const { saleId, offer } = await review(machine, 1)
  const reply = await machine.api.paySlip({ saleId, slip })
  if (!reply.ok) need(await machine.api.abandonSale({ saleId, reason: 'cancelled' }))
  return { saleId, price: offer.total, reply }
}

test('a credit slip is spent at another machine of its hub, and is worth nothing anywhere then', async () => {
  const fleet = await startFleet()
  const broken = await join(fleet, 'porte-a')
  await broken.stop()
  const code = await writeSlip(broken.directory, NUMBER, 1_000_000)
  const first = await broken.restart()
  await hasTold(first)
  await first.stop()
  const other = await join(fleet, 'porte-b')
  const { saleId, price, reply } = await payWith(other, code)
  need(reply)
  const sold = await settled(other, saleId)
  expect([sold.stage.name, sold.credits?.[0]?.amount]).toEqual(['done', 1_000_000 - price])
  need(await other.api.dismissSale({ saleId }))
  expect((await payWith(other, NUMBER)).reply).toEqual(spent)
  const back = await first.restart()
  // The issuing kiosk still lists the voucher as open, but the hub has reported the voucher as spent.
  expect(need(await back.api.listSlips({ pin }))).toMatchObject([{ slipId: NUMBER, state: 'open', elsewhere: 'spent' }])
  expect(await back.api.reprintCreditSlip({ pin, slip: NUMBER })).toEqual(spent)
  expect((await payWith(back, code)).reply).toEqual(spent)
  await hasTold(other)
  const next = await payWith(back, sold.credits?.[0]?.slipId ?? '')
  need(next.reply)
  expect((await settled(back, next.saleId)).stage.name).toBe('done')
  for (const machine of [back, other]) await expectSound(machine)
})
