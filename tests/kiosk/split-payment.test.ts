import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { referenceFor } from '../../electron/host/provider-reference.ts'
import { DEMO_PIN } from '../../electron/config/config.ts'
import { verifyDatabase } from '../../electron/verify/verify-database.ts'
import type { Sale } from '../../shared/domain/sale/sale.ts'
import { tendersOf, type TenderKind } from '../../shared/domain/money/tender.ts'
import { hire } from '../support/quick-pins.ts'
import { need, review, settled, startMachine, temporaryFolder, type Machine } from './machine.ts'

const pin = DEMO_PIN
const payer = '622 00 00 00'.replaceAll(' ', '')

/** A desk whose terminals are as they are told; nothing takes time. */
const startDesk = (settings: object = {}): Promise<Machine> => {
  const quick = { thinkSeconds: 0, patienceSeconds: 0, lateSeconds: 1 }
  return startMachine({ role: 'cashier', simulatedTerminal: quick, simulatedMobileMoney: quick, ...settings })
}

/** What an operator, or the terminal, itself remembers to have done. */
function journal({ directory }: Machine, kind: Exclude<TenderKind, 'cash'>): string {
  const path = join(directory, 'demo', kind === 'card' ? 'simulated-terminal.jsonl' : `simulated-${kind}.jsonl`)
  return existsSync(path) ? readFileSync(path, 'utf8') : ''
}

async function payCash({ api }: Machine, saleId: string, amount: number): Promise<void> {
  need(await api.pay({ saleId, tender: 'cash', amount }))
  need(await api.confirmCash({ pin, saleId, received: amount }))
}

/** The ledger as `guichet ledger verify` judges it, once the machine has let go of it. */
async function expectSound(machine: Machine): Promise<void> {
  await machine.stop()
  const report = await verifyDatabase({ path: join(machine.directory, 'demo', 'ledger.db') })
  expect(report.findings.filter(({ severity }) => severity === 'error')).toEqual([])
  expect(machine.faults).toEqual([])
}

test('no money is taken at a desk for who may not take it', async () => {
  const directory = temporaryFolder()
  const folder = join(directory, 'demo')
  const [technician, cashier] = hire(folder, { number: '1', role: 'technician' }, { number: '2', role: 'cashier' })
  const machine = await startMachine({ role: 'cashier', simulatedTerminal: { thinkSeconds: 0 } }, directory)
  const { saleId } = await review(machine, 1)
  const paid = (by: object) => machine.api.pay({ saleId, tender: 'card', by })
  expect(await paid(technician)).toEqual({ ok: false, error: { type: 'not-allowed' } })
  expect(await paid({ ...cashier, pin: '000001' })).toMatchObject({ ok: false, error: { type: 'wrong-pin' } })
  expect(journal(machine, 'card')).toBe('')
  need(await paid(cashier))
  expect((await settled(machine, saleId)).stage.name).toBe('done')
})

describe('a payment over several tenders', () => {
  test('cash, mobile money and card make one sale, and the books balance', async () => {
    const machine = await startDesk()
    const { saleId, offer } = await review(machine, 3)
    await payCash(machine, saleId, 10_000)
    expect((await settled(machine, saleId)).taken).toMatchObject([{ tender: 'cash', amount: 10_000, due: 10_000 }])
    need(await machine.api.pay({ saleId, tender: 'orange-money', amount: 5_000, payer, by: { pin } }))
    await settled(machine, saleId)
    need(await machine.api.pay({ saleId, tender: 'mtn-momo', amount: 1_000, payer, by: { pin } }))
    await settled(machine, saleId)
    need(await machine.api.pay({ saleId, tender: 'card', by: { pin } }))
    expect((await settled(machine, saleId)).stage.name).toBe('done')
    const sale = machine.sales.find(saleId) as Extract<Sale, { state: 'done' }>
    expect(tendersOf(sale).map(({ kind, amount }) => [kind, amount])).toEqual([
      ['cash', 10_000],
      ['orange-money', 5_000],
      ['mtn-momo', 1_000],
      ['card', offer.total - 16_000],
    ])
    expect(journal(machine, 'orange-money')).toContain(referenceFor(`${sale.order.orderId}-2`, 'uuid4'))
    // Told to the operator, and written down nowhere.
    for (const kind of ['orange-money', 'mtn-momo'] as const) expect(journal(machine, kind)).not.toContain(payer)
    await expectSound(machine)
    expect(readFileSync(join(machine.directory, 'demo', 'ledger.db.roll'), 'utf8')).not.toContain(payer)
  })

  test('what was taken goes back part by part when the customer gives up', async () => {
    const machine = await startDesk()
    const { saleId } = await review(machine, 2)
    await payCash(machine, saleId, 10_000)
    need(await machine.api.pay({ saleId, tender: 'card', amount: 7_000, by: { pin } }))
    await settled(machine, saleId)
    expect(await machine.api.changeSeats({ saleId })).toMatchObject({ error: { type: 'wrong-stage' } })
    need(await machine.api.abandonSale({ saleId, reason: 'cancelled' }))
    const due = await settled(machine, saleId)
    expect(due).toMatchObject({
      stage: { name: 'refund-due', amount: 17_000 },
      taken: [{ due: 10_000 }, { due: 7_000 }],
    })
    const [first] = need(await machine.api.listStaffCases({ pin }))
    expect(first).toMatchObject({ question: 'pay-back', tender: 'cash', amount: 10_000 })
    const back = (reference: string) => ({ pin, saleId, answer: { type: 'paid-back' as const, reference } })
    const [second] = need(await machine.api.settleStaffCase(back('C-1')))
    expect(second).toMatchObject({ question: 'pay-back', tender: 'card', amount: 7_000 })
    expect(need(await machine.api.settleStaffCase(back('T-1')))).toEqual([])
    expect(machine.sales.find(saleId)?.state).toBe('refunded')
    await expectSound(machine)
  })

  test.for([false, true])('cut by a restart goes back: staff are told what (parked: %s)', async (parked) => {
    const machine = await startDesk()
    const { saleId } = await review(machine, 1)
    await payCash(machine, saleId, 3_000)
    if (parked) need(await machine.api.parkSale({ pin, saleId }))
    const again = await machine.restart()
    await again.sales.settled(saleId)
    const [due] = need(await again.api.listStaffCases({ pin }))
    expect(due).toMatchObject({ saleId, question: 'pay-back', tender: 'cash', amount: 3_000 })
    need(await again.api.settleStaffCase({ pin, saleId, answer: { type: 'paid-back', reference: 'C-2' } }))
    await expectSound(again)
  })

  test('a part is never more than what is left, and a supporter at a kiosk pays in one', async () => {
    const machine = await startDesk()
    const { saleId, offer } = await review(machine, 1)
    await payCash(machine, saleId, 3_000)
    const due = offer.total - 3_000
    const more = await machine.api.pay({ saleId, tender: 'card', amount: due + 1, by: { pin } })
    expect(more).toMatchObject({ error: { type: 'too-much', due } })
    const kiosk = await startMachine()
    const { saleId: alone } = await review(kiosk, 1)
    const part = await kiosk.api.pay({ saleId: alone, tender: 'card', amount: 1 })
    expect(part).toMatchObject({ error: { type: 'tender-not-offered' } })
  })
})

describe('mobile money', () => {
  test("asks for the customer's number first", async () => {
    const machine = await startDesk()
    const { saleId } = await review(machine, 1)
    const unnamed = await machine.api.pay({ saleId, tender: 'orange-money', by: { pin } })
    expect(unnamed).toMatchObject({ error: { type: 'payer-needed' } })
    expect(journal(machine, 'orange-money')).toBe('')
  })

  test.each(['lose-reply', 'approve-late', 'die'] as const)(
    'that does "%s" is asked for and charged once',
    async (act) => {
      const settings = { thinkSeconds: 0, patienceSeconds: 0, lateSeconds: 1, script: [act] }
      const machine = await startDesk({ simulatedMobileMoney: settings })
      const { saleId } = await review(machine, 1)
      need(await machine.api.pay({ saleId, tender: 'mtn-momo', payer, by: { pin } }))
      expect((await settled(machine, saleId)).stage.name).toBe('done')
      expect(journal(machine, 'mtn-momo').match(/"approved"/gu)).toHaveLength(1)
      await expectSound(machine)
    },
  )

  test('that nobody answers is refused, and another tender pays', async () => {
    const settings = { thinkSeconds: 0, patienceSeconds: 0, lateSeconds: 1, script: ['time-out'] }
    const machine = await startDesk({ simulatedMobileMoney: settings })
    const { saleId } = await review(machine, 1)
    need(await machine.api.pay({ saleId, tender: 'orange-money', payer, by: { pin } }))
    expect((await settled(machine, saleId)).stage).toMatchObject({
      name: 'review',
      notice: { type: 'payment-refused', reason: 'timed-out' },
    })
    need(await machine.api.pay({ saleId, tender: 'card', by: { pin } }))
    expect((await settled(machine, saleId)).stage.name).toBe('done')
    await expectSound(machine)
  })
})
