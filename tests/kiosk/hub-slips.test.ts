import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { describe, expect, test } from 'vitest'
import { DEMO_PIN } from '../../electron/config/config.ts'
import { verifyDatabase } from '../../electron/verify/verify-database.ts'
import { hire } from '../support/quick-pins.ts'
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

describe('a credit slip at a machine of the same hub', { timeout: 60_000 }, () => {
  test('is spent where its customer goes after their kiosk broke, and is worth nothing anywhere then', async () => {
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

  test('is paid once where a photograph of it races its customer', async () => {
    const venue = await startSlipHub()
    const { machine, code } = await withSlip(await venue.member('porte-a'), NUMBER, 1_000_000)
    await venue.knows(NUMBER)
    const other = await venue.member('porte-b')
    const sales = await Promise.all([review(machine, 1), review(other, 1)])
    await Promise.all([
      machine.api.paySlip({ saleId: sales[0].saleId, slip: code }),
      other.api.paySlip({ saleId: sales[1].saleId, slip: code }),
    ])
    const ends = [await settled(machine, sales[0].saleId), await settled(other, sales[1].saleId)]
    expect(ends.map(({ stage }) => stage.name).toSorted()).toEqual(['done', 'review'])
    const loser = ends[0]?.stage.name === 'review' ? 0 : 1
    await giveUp(loser === 0 ? machine : other, sales[loser].saleId)
    await expectSound([machine, other], 1_000_000 - sales[loser === 0 ? 1 : 0].offer.total)
  })

  test('is spent once where the reply is lost: the hub is asked by the same reference', async () => {
    const venue = await startSlipHub()
    const { code } = await withSlip(await venue.member('porte-a'), NUMBER, 7_000)
    await venue.knows(NUMBER)
    const other = await venue.member('porte-b')
    venue.line.weather = ({ act }) => (act.type === 'spend' ? 'reply-lost' : 'whole')
    const { saleId, reply } = await payWith(other, code)
    need(reply)
    expect(await settled(other, saleId)).toMatchObject({ stage: { name: 'review' }, taken: [{ amount: 7_000 }] })
    const references = venue.line.calls.flatMap(({ act }) => ('reference' in act ? [act.reference] : []))
    expect([references.length, new Set(references).size]).toEqual([2, 1])
    await giveUp(other, saleId)
    const given = (await settled(other, saleId)).credits
    expect(given).toMatchObject([{ amount: 7_000 }])
    expect(given?.[0]?.slipId).not.toBe(NUMBER)
  })

  test('is free again where its payment never reached the hub', async () => {
    const venue = await startSlipHub()
    const { machine, code } = await withSlip(await venue.member('porte-a'), NUMBER, 7_000)
    await venue.knows(NUMBER)
    venue.line.weather = ({ act }) => (act.type === 'spend' ? 'away' : 'whole')
    const { saleId, reply } = await payWith(machine, code)
    need(reply)
    expect(await settled(machine, saleId)).toMatchObject({ stage: { name: 'review' } })
    venue.line.weather = () => 'whole'
    need(await machine.api.paySlip({ saleId, slip: code }))
    expect(await settled(machine, saleId)).toMatchObject({ taken: [{ amount: 7_000 }] })
    await giveUp(machine, saleId)
    await settled(machine, saleId)
    await expectSound([machine], 7_000)
  })

  test('is refused calmly while the hub is away, and waits at its own machine too', async () => {
    const venue = await startSlipHub()
    const { machine, code } = await withSlip(await venue.member('porte-a'), NUMBER, 7_000)
    await venue.knows(NUMBER)
    venue.line.weather = () => 'away'
    const { saleId, reply } = await payWith(machine, code)
    expect(reply).toEqual(refused('hub-away'))
    expect(need(await machine.api.listSlips({ pin: DEMO_PIN }))).toMatchObject([{ state: 'open' }])
    venue.line.weather = () => 'whole'
    need(await machine.api.paySlip({ saleId, slip: code }))
    await settled(machine, saleId)
    await giveUp(machine, saleId)
    await settled(machine, saleId)
    await expectSound([machine], 7_000)
  })

  test('that no hub was told of is spent at its own machine alone, and told later what is left', async () => {
    const venue = await startSlipHub()
    venue.line.weather = () => 'away'
    const { machine, code } = await withSlip(await venue.member('porte-a'), NUMBER, 1_000_000)
    const other = await venue.member('porte-b')
    const there = await payWith(other, code)
    expect(there.reply).toEqual(refused('hub-away'))
    const { saleId, reply } = await payWith(machine, code)
    need(reply)
    const rest = (await settled(machine, saleId)).credits?.[0]
    venue.line.weather = () => 'whole'
    expect(await other.api.paySlip({ saleId: there.saleId, slip: code })).toEqual(refused('not-ours'))
    expect(await other.api.paySlip({ saleId: there.saleId, slip: NUMBER })).toEqual(refused('unknown'))
    await giveUp(other, there.saleId)
    const again = await machine.restart()
    await venue.knows(rest?.slipId ?? '')
    expect(venue.line.calls.some(({ act }) => act.type === 'tell' && JSON.stringify(act).includes(NUMBER))).toBe(false)
    await expectSound([again, other], rest?.amount ?? 0)
  })

  test('of another venue is not taken, nor one that says more than its machine told', async () => {
    const [venue, elsewhere] = [await startSlipHub(), await startSlipHub()]
    const mine = await withSlip(await venue.member('porte-a'), NUMBER, 7_000)
    await venue.knows(NUMBER)
    const foreign = await withSlip(await elsewhere.member('porte-x'), '2345678922', 7_000)
    const other = await venue.member('porte-b')
    const { saleId, reply } = await payWith(other, foreign.code)
    expect(reply).toEqual(refused('not-ours'))
    const more = mine.code.replace('|7000|', '|9000|')
    expect(await other.api.paySlip({ saleId, slip: more })).toEqual(refused('not-ours'))
    await giveUp(other, saleId)
    await expectSound([other], 0)
  })
})

describe('a pay-out of another machine’s slip', { timeout: 60_000 }, () => {
  async function desk(venue: Awaited<ReturnType<typeof startSlipHub>>) {
    const machine = await venue.member('caisse-1', { role: 'cashier' })
    const folder = join(machine.directory, 'demo')
    const [cashier, chief] = hire(folder, { number: '12', role: 'cashier' }, { number: '90', role: 'supervisor' })
    return { cashier, chief, machine: await machine.restart() }
  }

  test('takes the hub’s word and two people, once', async () => {
    const venue = await startSlipHub()
    const { machine: first, code } = await withSlip(await venue.member('porte-a'), NUMBER, 7_000)
    await venue.knows(NUMBER)
    const { machine, cashier, chief } = await desk(venue)
    const paid = need(await machine.api.payOutSlip({ ...cashier, slip: code, second: chief }))
    expect(paid).toMatchObject({ slipId: NUMBER, amount: 7_000, state: 'paid-out' })
    expect(await machine.api.payOutSlip({ ...cashier, slip: code, second: chief })).toEqual(refused('spent'))
    const { saleId, reply } = await payWith(first, code)
    expect(reply).toEqual(refused('spent'))
    await giveUp(first, saleId)
    await expectSound([first, machine], 0)
  })

  test('pays nothing while nobody knows, and sets the slip free, over a restart too', async () => {
    const venue = await startSlipHub()
    const { machine: first, code } = await withSlip(await venue.member('porte-a'), NUMBER, 7_000)
    await venue.knows(NUMBER)
    const { machine, cashier, chief } = await desk(venue)
    venue.line.weather = ({ act }) => (act.type === 'spend' ? 'reply-lost' : act.type === 'release' ? 'away' : 'whole')
    expect(await machine.api.payOutSlip({ ...cashier, slip: code, second: chief })).toEqual(refused('hub-away'))
    await machine.stop()
    const { saleId, reply } = await payWith(first, code)
    expect(reply).toEqual(refused('spent'))
    venue.line.weather = () => 'whole'
    const again = await machine.restart()
    while (!venue.line.calls.some(({ act }) => act.type === 'release')) await new Promise(setImmediate)
    await expect.poll(() => first.api.paySlip({ saleId, slip: code }).then(({ ok }) => ok)).toBe(true)
    expect(await settled(first, saleId)).toMatchObject({ taken: [{ amount: 7_000 }] })
    await giveUp(first, saleId)
    await settled(first, saleId)
    await expectSound([first, again], 7_000)
  })
})
