import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { expect, test } from 'vitest'
import { DEMO_PIN } from '../../electron/config/config.ts'
import { verifyDatabase } from '../../electron/verify/verify-database.ts'
import { type Machine, need, review, settled } from './machine.ts'
import { startSlipHub, withSlip } from './slip-venue.ts'

const NUMBER = 'K7M4XP92RD'
const refused = (because: string) => ({ ok: false, error: { type: 'slip-refused', because } })

/** What is owed by slips, over all of them. */
async function expectSound(machines: readonly Machine[], owed: number): Promise<void> {
  let sum = 0
  for (const machine of machines) {
    await machine.stop()
    const path = join(machine.directory, 'demo', 'ledger.db')
    const { findings } = await verifyDatabase({ path })
    expect(findings.filter(({ severity }) => severity === 'error')).toEqual([])
    expect(machine.faults).toEqual([])
    const db = new Sqlite(path, { readonly: true })
    sum += db
      .prepare(`SELECT coalesce(sum(credit) - sum(debit), 0) FROM posting WHERE account = 'credit-slips'`)
      .pluck()
      .get() as number
    db.close()
  }
  expect(sum).toBe(owed)
}

async function payWith(machine: Machine, slip: string) {
  const { saleId, offer } = await review(machine, 1)
  const reply = await machine.api.paySlip({ saleId, slip })
  return { saleId, price: offer.total, reply }
}

const giveUp = async ({ api }: Machine, saleId: string) => need(await api.abandonSale({ saleId, reason: 'cancelled' }))

/** What a hub and its line may do meanwhile: tests/core/hub-slips.test.ts. */
test('a credit slip of another machine of the hub is spent where its customer goes after their kiosk broke, and is worth nothing anywhere then', async () => {
  const venue = await startSlipHub()
  const first = await withSlip(await venue.member('porte-a'), NUMBER, 1_000_000)
  await venue.knows(NUMBER)
  await first.machine.stop()
  const other = await venue.member('porte-b')
  expect(need(await other.api.getKiosk({}))).toBeDefined()
  const { saleId, price, reply } = await payWith(other, first.code)
  need(reply)
  const sold = await settled(other, saleId)
  expect([sold.stage.name, sold.credits?.[0]?.amount]).toEqual(['done', 1_000_000 - price])
  need(await other.api.leaveSale({ saleId }))
  const again = await payWith(other, NUMBER)
  expect(again.reply).toEqual(refused('spent'))
  await giveUp(other, again.saleId)
  const back = await first.machine.restart()
  // Its own machine still has it in its books, and knows from the hub that it was spent.
  const listed = () => back.api.listSlips({ pin: DEMO_PIN })
  expect(need(await listed())).toMatchObject([{ slipId: NUMBER, state: 'open', elsewhere: 'spent' }])
  expect(await back.api.reprintCreditSlip({ pin: DEMO_PIN, slip: NUMBER })).toEqual(refused('spent'))
  venue.line.weather = () => 'away'
  expect(need(await listed())).toMatchObject([{ slipId: NUMBER, elsewhere: 'unknown' }])
  venue.line.weather = () => 'whole'
  const here = await payWith(back, first.code)
  expect(here.reply).toEqual(refused('spent'))
  await giveUp(back, here.saleId)
  // What was over is a slip of the other machine: it is spent here.
  const rest = sold.credits?.[0]?.slipId ?? ''
  await venue.knows(rest)
  const next = await payWith(back, rest)
  need(next.reply)
  expect((await settled(back, next.saleId)).stage.name).toBe('done')
  await expectSound([back, other], 1_000_000 - price - next.price)
})
