import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { DEMO_PIN } from '../../electron/config/config.ts'
import { verifyDatabase } from '../../electron/verify/verify-database.ts'
import type { CommandInput } from '../../shared/kiosk-api/contract.ts'
import type { SaleCase } from '../../shared/kiosk-api/staff-cases.ts'
import { startLine, type Answer } from '../partner/scripted-partner.ts'
import { need, review, settled, settingsFor, startHub, startMachine, temporaryFolder, type Machine } from './machine.ts'

const pin = DEMO_PIN
const notFound: Answer = { status: 404, body: { success: false, message: 'Not found', error: { code: 'NOT_FOUND' } } }

type Given = CommandInput<'settleStaffCase'>['answer']

/** A sale that the service sold and will say nothing of: every question about its tickets is refused for good. */
async function paidForNothing() {
  const hub = await startHub()
  const line = { reads: 'other' as 'other' | 'refused' | 'true', asked: 0 }
  const { url } = await startLine(hub.url, async ({ line: asked }, forward) => {
    const answer = await forward()
    if (asked.includes('/purchases')) return { status: 502, body: '<html>bad gateway</html>' }
    if (!asked.includes('/tickets?')) return answer
    line.asked += 1
    if (line.reads === 'refused') return notFound
    if (line.reads === 'true' || typeof answer === 'string' || typeof answer.body !== 'string') return answer
    return { ...answer, body: answer.body.replaceAll('"SOLD"', '"CANCELLED"') }
  })
  const machine = await startMachine(settingsFor(url, hub.accessCodes))
  const { saleId, offer } = await review(machine, 1)
  need(await machine.api.pay({ saleId, tender: 'cash' }))
  need(await machine.api.confirmCash({ saleId, pin, received: offer.total }))
  await settled(machine, saleId)
  line.reads = 'refused'
  const settle = (answer: Given) => machine.api.settleStaffCase({ pin, saleId, answer })
  need(await settle({ type: 'ask-again' }))
  return { machine, saleId, line, settle }
}

async function caseOf({ api }: Machine): Promise<SaleCase> {
  const [first] = need(await api.listStaffCases({ pin }))
  if (!first || !('saleId' in first)) throw new Error('no sale waits for staff')
  return first
}

/** Nothing of it is wrong in the eyes of the verifier. */
async function expectSound(machine: Machine): Promise<void> {
  await machine.stop()
  const report = await verifyDatabase({ path: join(machine.directory, 'demo', 'ledger.db') })
  expect(report.findings.filter(({ severity }) => severity === 'error')).toEqual([])
  expect(machine.faults).toEqual([])
}

describe('a paid sale whose service refuses every question', () => {
  test('staff give the money back; the service is asked once more, and staff are told that it was in vain', async () => {
    const { machine, saleId, line, settle } = await paidForNothing()
    expect(await caseOf(machine)).toMatchObject({ question: 'service-unreachable', fenced: false })
    need(await settle({ type: 'give-back' }))
    expect(await caseOf(machine)).toMatchObject({ question: 'pay-back', look: 'wanted' })
    const before = line.asked
    need(await settle({ type: 'ask-again' }))
    expect(line.asked).toBe(before + 1)
    expect(await caseOf(machine)).toMatchObject({ question: 'pay-back', look: 'unreachable' })
    need(await settle({ type: 'paid-back', reference: 'R-7' }))
    expect(line.asked).toBe(before + 1)
    expect(machine.sales.find(saleId)).toMatchObject({ state: 'refunded', refundReference: 'R-7' })
    await expectSound(machine)
  })

  test('money that is about to be booked as given back is held against the service first', async () => {
    const { machine, saleId, line, settle } = await paidForNothing()
    need(await settle({ type: 'give-back' }))
    line.reads = 'true'
    expect(await settle({ type: 'paid-back', reference: 'R-7' })).toMatchObject({
      error: { type: 'tickets-turned-up' },
    })
    expect((await settled(machine, saleId)).stage.name).toBe('done')
    expect(need(await machine.api.listStaffCases({ pin }))).toEqual([])
    await expectSound(machine)
  })

  test('staff ask before they hand anything out, and the tickets are printed', async () => {
    const { machine, saleId, line, settle } = await paidForNothing()
    need(await settle({ type: 'give-back' }))
    line.reads = 'true'
    expect(await settle({ type: 'ask-again' })).toMatchObject({ error: { type: 'tickets-turned-up' } })
    expect((await settled(machine, saleId)).stage.name).toBe('done')
  })

  test('staff handed the tickets out otherwise: the sale is over, and its money stays taken', async () => {
    const { machine, saleId, settle } = await paidForNothing()
    expect(await settle({ type: 'settled-by-hand', reference: '' })).toMatchObject({ error: { type: 'wrong-answer' } })
    need(await settle({ type: 'settled-by-hand', reference: '88' }))
    expect(machine.sales.find(saleId)).toMatchObject({ state: 'done', tickets: [] })
    expect(need(await machine.api.listStaffCases({ pin }))).toEqual([])
    await expectSound(machine)
  })

  test('a decision of staff outlives a restart, and what is still to be asked is asked then', async () => {
    const { machine, saleId, line, settle } = await paidForNothing()
    need(await settle({ type: 'give-back' }))
    need(await settle({ type: 'ask-again' }))
    const again = await machine.restart()
    line.reads = 'true'
    const [waiting] = need(await again.api.listStaffCases({ pin }))
    expect(waiting).toMatchObject({ saleId, question: 'pay-back', look: 'wanted' })
    const late = await again.api.settleStaffCase({ pin, saleId, answer: { type: 'paid-back', reference: 'R-8' } })
    expect(late).toMatchObject({ error: { type: 'tickets-turned-up' } })
  })
})

test('a sale whose printer never comes back ends when staff have handed its tickets out otherwise', async () => {
  const folder = join(temporaryFolder(), 'tickets')
  mkdirSync(folder)
  const machine = await startMachine({ tickets: { folder } })
  const { saleId, offer } = await review(machine, 1)
  need(await machine.api.pay({ saleId, tender: 'cash' }))
  rmSync(folder, { recursive: true })
  writeFileSync(folder, 'a file where a folder should be')
  need(await machine.api.confirmCash({ saleId, pin, received: offer.total }))
  expect((await settled(machine, saleId)).stage.name).toBe('print-problem')
  need(await machine.api.settleStaffCase({ pin, saleId, answer: { type: 'settled-by-hand', reference: '12' } }))
  expect(machine.sales.find(saleId)).toMatchObject({ state: 'done', jobs: [{ state: 'printed' }] })
  await expectSound(machine)
})

test('a sale of nobody in particular goes under the name of its machine', async () => {
  const hub = await startHub()
  const bodies: string[] = []
  const { url } = await startLine(hub.url, ({ line, body }, forward) => {
    if (line.includes('/purchases')) bodies.push(body)
    return forward()
  })
  const machine = await startMachine({ ...settingsFor(url, hub.accessCodes), deviceId: 'gate-7' })
  const { saleId } = await review(machine, 1)
  need(await machine.api.pay({ saleId, tender: 'card' }))
  await settled(machine, saleId)
  expect(JSON.parse(bodies[0] ?? '{}')).toMatchObject({ customer: { name: 'Guichet gate-7', phone: '', email: '' } })
})
