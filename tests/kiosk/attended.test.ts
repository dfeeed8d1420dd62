import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { describe, expect, test } from 'vitest'
import { DEMO_PIN } from '../../electron/config/config.ts'
import { openStaffList } from '../../electron/app/staff-list.ts'
import { dispatch } from '../../electron/transport/dispatch.ts'
import { verifyDatabase } from '../../electron/verify/verify-database.ts'
import type { Sale } from '../../shared/domain/sale/sale.ts'
import type { DrivenTender } from '../../shared/domain/money/tender.ts'
import type { CommandInput } from '../../shared/kiosk-api/contract.ts'
import { need, review, settled, startMachine, temporaryFolder, type Machine } from './machine.ts'

const pin = DEMO_PIN
const settings = { role: 'cashier', terminals: 'attended' }

type Word = CommandInput<'answerTender'>['word']
const approved = (approval: string): Word => ({ type: 'approved', approval })

/** Seats held, and the device at the desk told to the cashier: what they are to charge, under which reference. */
async function charging(machine: Machine, tender: DrivenTender = 'card') {
  const { saleId, offer } = await review(machine, 2)
  const { stage } = need(await machine.api.pay({ saleId, tender, by: { pin } }))
  if (stage.name !== 'paying') throw new Error(`at ${JSON.stringify(stage)}`)
  const tell = (word: Word, reference = stage.reference) => machine.api.answerTender({ pin, saleId, reference, word })
  return { saleId, stage, offer, tell }
}

const done = (machine: Machine, saleId: string) => machine.sales.find(saleId) as Extract<Sale, { state: 'done' }>

/** The ledger as `guichet ledger verify` judges it, once the machine has let go of it. */
async function expectSound(machine: Machine): Promise<void> {
  await machine.stop()
  const report = await verifyDatabase({ path: join(machine.directory, 'demo', 'ledger.db') })
  expect(report.findings.filter(({ severity }) => severity === 'error')).toEqual([])
  expect(machine.faults).toEqual([])
}

/** A sale by card with that number; its order. */
async function soldAs(machine: Awaited<ReturnType<typeof startMachine>>, approval: string): Promise<string> {
  const { saleId, tell } = await charging(machine)
  need(await tell(approved(approval)))
  await settled(machine, saleId)
  return done(machine, saleId).order.orderId
}

describe('a terminal of its own, at a desk', () => {
  test('charges by the word of the cashier, whose number the books, the receipt and the Z have', async () => {
    const machine = await startMachine(settings)
    expect(need(await machine.api.getKiosk({})).attended).toEqual(['card', 'orange-money', 'mtn-momo'])
    const { saleId, stage, offer, tell } = await charging(machine)
    expect(stage).toMatchObject({ tender: 'card', phase: 'waiting', due: offer.total, attended: true })
    expect(need(await tell(approved('A1B2C3'))).stage.name).not.toBe('paying')
    expect((await settled(machine, saleId)).stage.name).toBe('done')
    expect(done(machine, saleId).tender).toMatchObject({ kind: 'card', amount: offer.total, approval: 'A1B2C3' })
    const file = need(await machine.api.openSaleFile({ pin, saleId }))
    expect(file.payments).toMatchObject([{ kind: 'card', state: 'approved', approval: 'A1B2C3' }])
    expect(need(await machine.api.findSales({ pin, text: 'A1B2C3' }))).toMatchObject([{ saleId }])
    need(await machine.api.closeShift({ pin, kind: 'Z' }))
    const [closure] = need(await machine.api.listClosures({ pin }))
    const report = need(await machine.api.viewClosure({ pin, seq: closure?.seq ?? 0 }))
    expect(report.currencies[0]?.tenders).toMatchObject([{ kind: 'card', count: 1, amount: offer.total }])
    await expectSound(machine)
  })

  test('asks nobody for the number of a telephone: the operator asks there', async () => {
    const machine = await startMachine(settings)
    const { saleId, tell } = await charging(machine, 'orange-money')
    need(await tell(approved('MP260521.1432.A12345')))
    expect((await settled(machine, saleId)).stage.name).toBe('done')
    expect(done(machine, saleId).tender).toMatchObject({ kind: 'orange-money', approval: 'MP260521.1432.A12345' })
  })

  test.for([
    [{ type: 'refused' }, { type: 'payment-refused', reason: 'declined' }],
    [{ type: 'not-paid' }, { type: 'payment-cancelled' }],
  ] as const)('leaves the seats held when the cashier says "%s"', async ([word, notice]) => {
    const machine = await startMachine(settings)
    const { saleId, offer, stage, tell } = await charging(machine)
    expect(need(await tell(word)).stage).toMatchObject({ name: 'review', notice })
    expect(await tell(approved('123456'))).toMatchObject({ error: { type: 'wrong-stage' } })
    need(await machine.api.pay({ saleId, tender: 'card', by: { pin } }))
    // What was said of the first try is not said of the second.
    expect(await tell(approved('123456'))).toMatchObject({ error: { type: 'wrong-stage' } })
    need(await tell(word, `${stage.reference}-2`))
    need(await machine.api.pay({ saleId, tender: 'cash' }))
    need(await machine.api.confirmCash({ pin, saleId, received: offer.total }))
    expect((await settled(machine, saleId)).stage.name).toBe('done')
    await expectSound(machine)
  })

  test('pays a part, and mobile money the rest', async () => {
    const machine = await startMachine(settings)
    const { saleId, offer } = await review(machine, 2)
    for (const [tender, amount, approval] of [
      ['card', 10_000, '123456'],
      ['mtn-momo', undefined, '8812345678'],
    ] as const) {
      const begun = need(
        await machine.api.pay({ saleId, tender, by: { pin }, ...(amount !== undefined && { amount }) }),
      )
      if (begun.stage.name !== 'paying') throw new Error(begun.stage.name)
      need(await machine.api.answerTender({ pin, saleId, reference: begun.stage.reference, word: approved(approval) }))
    }
    expect((await settled(machine, saleId)).stage.name).toBe('done')
    expect(done(machine, saleId)).toMatchObject({
      parts: [{ kind: 'card', amount: 10_000, approval: '123456' }],
      tender: { kind: 'mtn-momo', amount: offer.total - 10_000, approval: '8812345678' },
    })
    await expectSound(machine)
  })

  test('was charged where staff say so, also where another had begun', async () => {
    const directory = temporaryFolder()
    const care = openStaffList(join(directory, 'demo'))
    const mariama = need(await care.add({ number: '7', name: 'Mariama Bah', role: 'cashier' }))
    const alpha = need(await care.add({ number: '8', name: 'Alpha Diallo', role: 'cashier' }))
    const paper = need(await care.add({ number: '9', name: 'Technicien', role: 'technician' }))
    const machine = await startMachine(settings, directory)
    const { saleId } = await review(machine, 1)
    const begun = need(await machine.api.pay({ saleId, tender: 'card', by: { staff: '7', pin: mariama.pin } }))
    if (begun.stage.name !== 'paying') throw new Error(begun.stage.name)
    const word = { saleId, reference: begun.stage.reference, word: approved('123456') }
    expect(await machine.api.answerTender({ ...word, staff: '9', pin: paper.pin })).toMatchObject({
      error: { type: 'not-allowed' },
    })
    need(await machine.api.answerTender({ ...word, staff: '8', pin: alpha.pin }))
    await settled(machine, saleId)
    await expectSound(machine)
    const db = new Sqlite(join(directory, 'demo', 'ledger.db'), { readonly: true })
    const tenders = `SELECT code, staff_id, payload ->> '$.event.attended' FROM journal WHERE code LIKE 'TENDER%'`
    const rows = db.prepare(tenders).raw().all()
    db.close()
    expect(rows).toEqual([
      ['TENDER_STARTED', '7', 1],
      ['TENDER_APPROVED', '8', null],
    ])
  })

  test('takes no number of a card, and none that is no number', async () => {
    const machine = await startMachine(settings)
    const { saleId, stage } = await charging(machine)
    const log = { info: () => undefined, warn: () => undefined, error: () => undefined }
    for (const approval of ['4111111111111111', '4111-1111-1111-1111', '', '12', 'abc def', 'a'.repeat(31)]) {
      const input = { pin, saleId, reference: stage.reference, word: approved(approval) }
      expect(await dispatch(machine.api, 'answerTender', input, log)).toMatchObject({
        error: { type: 'invalid-input' },
      })
    }
    expect((await machine.api.getKiosk({})).ok).toBe(true)
    expect(machine.sales.find(saleId)?.state).toBe('paying')
  })

  test('gives one number for two payments only where the cashier says so twice; another shift is another day', async () => {
    const machine = await startMachine(settings)
    const orderId = await soldAs(machine, '123456')
    const second = await charging(machine)
    expect(await second.tell(approved('123456'))).toEqual({ ok: false, error: { type: 'approval-known', orderId } })
    expect(machine.sales.find(second.saleId)?.state).toBe('paying')
    need(await second.tell({ type: 'approved', approval: '123456', again: true }))
    expect((await settled(machine, second.saleId)).stage.name).toBe('done')
    const third = await charging(machine, 'orange-money')
    need(await third.tell(approved('123456')))
    await settled(machine, third.saleId)
    need(await machine.api.closeShift({ pin, kind: 'Z' }))
    const fourth = await charging(machine)
    need(await fourth.tell(approved('123456')))
    expect((await settled(machine, fourth.saleId)).stage.name).toBe('done')
    await expectSound(machine)
  })

  test('is waited for when the seats have run out, for it may have charged', async () => {
    const machine = await startMachine({ ...settings, demoHoldSeconds: 12, tenderBudgetSeconds: 0 })
    const waits = async (saleId: string) => {
      await expect
        .poll(async () => need(await machine.api.getKiosk({})).sale?.holdRemainingMs, { timeout: 20_000 })
        .toBe(0)
      need(await machine.api.cancelPayment({ saleId }))
      expect(need(await machine.api.getKiosk({})).sale?.stage).toMatchObject({ name: 'paying', attended: true })
    }
    const refused = await charging(machine)
    await waits(refused.saleId)
    need(await refused.tell({ type: 'refused' }))
    await expect.poll(() => machine.sales.find(refused.saleId)?.state).toBe('choosing')
    const charged = await charging(machine)
    await waits(charged.saleId)
    need(await charged.tell(approved('654321')))
    // Sold all the same, or owed to the customer: never lost.
    await expect
      .poll(() => machine.sales.find(charged.saleId), { timeout: 60_000 })
      .toMatchObject({
        state: expect.stringMatching(/^(?:done|refund-due)$/u) as string,
        tender: { approval: '654321' },
      })
    await expectSound(machine)
  }, 120_000)
})

describe('a desk that was stopped while its cashier charged', () => {
  test('asks a second time about a number that another payment has', async () => {
    const machine = await startMachine(settings)
    const orderId = await soldAs(machine, '123456')
    const { saleId } = await charging(machine)
    const again = await machine.restart()
    await expect.poll(async () => need(await again.api.listStaffCases({ pin }))).toMatchObject([{ saleId }])
    const answer = { type: 'money-moved', moved: true, approval: '123456' } as const
    expect(await again.api.settleStaffCase({ pin, saleId, answer })).toEqual({
      ok: false,
      error: { type: 'approval-known', orderId },
    })
    expect(again.sales.find(saleId)?.state).toBe('needs-staff')
    need(await again.api.settleStaffCase({ pin, saleId, answer: { ...answer, again: true } }))
    expect(await again.sales.settled(saleId)).toMatchObject({ state: 'done', tender: { approval: '123456' } })
    await expectSound(again)
  })

  test.for([
    ['with the number', { moved: true, approval: '123456' }, '123456'],
    ['without it', { moved: true }, 'counter'],
    ['for nothing was charged', { moved: false }, null],
  ] as const)('asks at once what the device did, and is told %s', async ([, answer, approval]) => {
    const machine = await startMachine(settings)
    const { saleId, offer } = await charging(machine)
    const again = await machine.restart()
    await expect
      .poll(async () => need(await again.api.listStaffCases({ pin })))
      .toMatchObject([{ saleId, question: 'money-moved', tender: 'card', amount: offer.total }])
    need(await again.api.settleStaffCase({ pin, saleId, answer: { type: 'money-moved', ...answer } }))
    const sale = await again.sales.settled(saleId)
    if (approval === null) expect(sale.state).toBe('abandoned')
    else expect(sale).toMatchObject({ state: 'done', tender: { approval } })
    const late = { pin, saleId, reference: 'order' in sale ? sale.order.orderId : saleId, word: approved('123456') }
    expect(await again.api.answerTender(late)).toMatchObject({ error: { type: 'unknown-sale' } })
    expect(need(await again.api.listStaffCases({ pin }))).toEqual([])
    await expectSound(again)
  })
})
