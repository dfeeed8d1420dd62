import { collectionCode } from '../../shared/domain/sale/collection-code.ts'
import { expect, test } from 'vitest'
import { DEMO_PIN } from '../../electron/config/config.ts'
import { readStatus } from '../../electron/host/status-file.ts'
import { failure, startLine } from '../partner/scripted-partner.ts'
import { type Machine, need, review, settingsFor, settled, startHub, startMachine, visit } from './machine.ts'

const refused = { ok: false, error: { type: 'purchases-refused' } }
const refusal = { status: 400, code: 'CUSTOMER_NAME_REQUIRED' }
const pin = DEMO_PIN

/** A service that refuses every purchase with that status until the test lets it take them. */
async function startRefusing(status = refusal.status) {
  const hub = await startHub()
  const service = { refuses: true }
  const line = await startLine(hub.url, ({ line: asked }, forward) =>
    service.refuses && asked.startsWith('POST') && asked.includes('/purchases')
      ? failure(status, refusal.code)
      : forward(),
  )
  return { service, settings: settingsFor(line.url, hub.accessCodes) }
}

const infoOf = async ({ api }: Machine) => need(await api.getKiosk({}))

async function payRefused(machine: Machine): Promise<string> {
  const { saleId } = await review(machine, 2)
  need(await machine.api.pay({ saleId, tender: 'card' }))
  await expect
    .poll(async () => (await infoOf(machine)).sale?.stage)
    .toMatchObject({ name: 'needs-staff', reason: 'purchase-refused' })
  return saleId
}

async function begin({ api }: Machine) {
  const { events } = need(await api.listEvents({ page: 1, limit: 12 }))
  return api.startVisit({ eventId: events[0]!.eventId, language: 'fr' })
}

async function rowsOf({ api }: Machine) {
  const lines = need(await api.viewJournal({ pin }))
  return lines.filter(({ code }) => code.startsWith('PURCHASES_'))
}

test('a refusal for good is told at once, with reference and amount, while the same is still repeated', async () => {
  const { settings } = await startRefusing()
  const machine = await startMachine(settings)
  const saleId = await payRefused(machine)
  const sale = machine.sales.find(saleId)
  if (!sale || !('order' in sale)) throw new Error('no order')
  expect(['confirming', 'unknown']).toContain(sale.state)
  const { amount } = sale.order
  expect((await infoOf(machine)).sale?.stage).toMatchObject({ reference: collectionCode(saleId), amount })
  expect(await infoOf(machine)).toMatchObject({ purchasesRefused: refusal })
  expect(machine.events).toContainEqual({ name: 'purchases-changed', payload: { purchasesRefused: refusal } })
  expect(need(await machine.api.viewService({ pin }))).toMatchObject({
    readiness: { sells: false, obstacles: [{ type: 'purchases-refused', ...refusal }] },
  })
  const cases = need(await machine.api.listStaffCases({ pin }))
  expect(cases).toMatchObject([{ saleId, question: 'purchase-refused' }])
  need(await machine.api.leaveSale({ saleId }))
  expect(['confirming', 'unknown']).toContain(machine.sales.find(saleId)?.state)
})

test('nobody else pays: not at the start of a visit, and not a sale that was parked; a restart keeps it', async () => {
  const { settings } = await startRefusing()
  const machine = await startMachine(settings)
  const parked = await review(machine, 1)
  need(await machine.api.parkSale({ saleId: parked.saleId, pin }))
  const saleId = await payRefused(machine)
  need(await machine.api.leaveSale({ saleId }))
  expect(await begin(machine)).toEqual(refused)
  need(await machine.api.recallSale({ saleId: parked.saleId, pin }))
  expect(await machine.api.pay({ saleId: parked.saleId, tender: 'card' })).toEqual(refused)
  expect(machine.sales.find(parked.saleId)?.state).toBe('priced')

  const again = await machine.restart()
  expect(await infoOf(again)).toMatchObject({ purchasesRefused: refusal })
  expect(await begin(again)).toEqual(refused)
  expect(await rowsOf(again)).toMatchObject([{ code: 'PURCHASES_REFUSED' }])
  await expect.poll(() => readStatus(again.directory, Date.now())?.purchasesRefused).toEqual(refusal)
})

test('staff let it go on once it is mended, for good: the bytes that were refused stop nobody else', async () => {
  const { settings, service } = await startRefusing()
  const machine = await startMachine(settings)
  const saleId = await payRefused(machine)
  expect(await machine.api.resumePurchases({ pin: '0000' })).toMatchObject({ error: { type: 'wrong-pin' } })
  expect(await infoOf(machine)).toHaveProperty('purchasesRefused')
  need(await machine.api.resumePurchases({ pin }))
  expect(await infoOf(machine)).not.toHaveProperty('purchasesRefused')
  expect(machine.events).toContainEqual({ name: 'purchases-changed', payload: { purchasesRefused: null } })
  const attempt = () => {
    const sale = machine.sales.find(saleId)
    return sale && 'attempt' in sale ? sale.attempt : 0
  }
  const before = attempt()
  await expect.poll(attempt).toBeGreaterThan(before)
  need(await machine.api.leaveSale({ saleId }))
  service.refuses = false
  const chosen = await visit(machine, 1)
  need(await machine.api.holdSeats(chosen.wish))
  await machine.sales.settled(chosen.saleId)
  need(await machine.api.pay({ saleId: chosen.saleId, tender: 'card' }))
  expect((await settled(machine, chosen.saleId)).stage.name).toBe('done')
  expect((await rowsOf(machine)).map(({ code }) => code)).toEqual(['PURCHASES_RESUMED', 'PURCHASES_REFUSED'])
  expect(need(await machine.api.verifyLedger({ pin }))).toMatchObject({ sound: true })
  expect(machine.faults).toEqual([])
})

test('a purchase that is taken after all lets it go on by itself, and its customer gets the tickets', async () => {
  const { settings, service } = await startRefusing()
  const machine = await startMachine(settings)
  const saleId = await payRefused(machine)
  service.refuses = false
  expect((await settled(machine, saleId)).stage.name).toBe('done')
  expect(await infoOf(machine)).not.toHaveProperty('purchasesRefused')
  expect((await rowsOf(machine))[0]).toMatchObject({ code: 'PURCHASES_RESUMED' })
  const again = await machine.restart()
  expect(await infoOf(again)).not.toHaveProperty('purchasesRefused')
})

test('what is about this sale or the moment stops nobody', async () => {
  const { settings, service } = await startRefusing(409)
  const machine = await startMachine(settings)
  const { saleId } = await review(machine, 2)
  need(await machine.api.pay({ saleId, tender: 'card' }))
  const attempt = () => {
    const sale = machine.sales.find(saleId)
    return sale && 'attempt' in sale ? sale.attempt : 0
  }
  await expect.poll(attempt).toBeGreaterThan(1)
  expect((await infoOf(machine)).sale?.stage.name).toBe('confirming')
  expect(await infoOf(machine)).not.toHaveProperty('purchasesRefused')
  service.refuses = false
  expect((await settled(machine, saleId)).stage.name).toBe('done')
  expect(await rowsOf(machine)).toEqual([])
})
