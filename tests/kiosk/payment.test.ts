import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { referenceFor } from '../../electron/host/provider-reference.ts'
import { DEMO_PIN } from '../../electron/config/config.ts'
import type { Sale } from '../../shared/domain/sale/sale.ts'
import { readPdf } from '../support/pdf.ts'
import { need, review, settled, stages, startMachine, type Machine } from './machine.ts'

/** What the terminal itself remembers to have done. */
function charges({ directory }: Machine): readonly { reference: string; outcome: string }[] {
  const path = join(directory, 'demo', 'simulated-terminal.jsonl')
  if (!existsSync(path)) return []
  const lines = readFileSync(path, 'utf8').split('\n').filter(Boolean)
  return lines.map((line) => JSON.parse(line) as { reference: string; outcome: string })
}

const scripted = (script: readonly string[]): object => ({ simulatedTerminal: { thinkSeconds: 0, script } })

describe('a card', () => {
  test('that is refused can be tried again, under a reference of its own', async () => {
    const machine = await startMachine(scripted(['refuse', 'refuse']))
    const { saleId } = await review(machine, 1)
    for (const _ of [1, 2]) {
      need(await machine.api.pay({ saleId, tender: 'card' }))
      expect((await settled(machine, saleId)).stage).toMatchObject({
        name: 'review',
        notice: { type: 'payment-refused', reason: 'declined' },
      })
    }
    need(await machine.api.pay({ saleId, tender: 'card' }))
    expect((await settled(machine, saleId)).stage.name).toBe('done')
    const { order, tender } = machine.sales.find(saleId) as Extract<Sale, { state: 'done' }>
    expect(tender.reference).toBe(`${order.orderId}-3`)
    const theirs = ['', '-2', '-3'].map((attempt) => referenceFor(`${order.orderId}${attempt}`, 'uuid4'))
    expect(charges(machine)).toMatchObject([
      { reference: theirs[0], outcome: 'refused' },
      { reference: theirs[1], outcome: 'refused' },
      { reference: theirs[2], outcome: 'approved' },
    ])
    expect(tender.provider).toEqual({ driver: 'simulated', host: '', reference: theirs[2] })
  })

  test('that is refused can be left for cash', async () => {
    const machine = await startMachine(scripted(['refuse']))
    const { saleId, offer } = await review(machine, 1)
    need(await machine.api.pay({ saleId, tender: 'card' }))
    await settled(machine, saleId)
    need(await machine.api.pay({ saleId, tender: 'cash' }))
    need(await machine.api.confirmCash({ saleId, pin: DEMO_PIN, received: offer.total }))
    expect((await settled(machine, saleId)).stage.name).toBe('done')
    expect(charges(machine)).toMatchObject([{ outcome: 'refused' }])
  })

  test('whose answer was lost is asked for by reference and charged once', async () => {
    const machine = await startMachine(scripted(['lose-reply']))
    const { saleId } = await review(machine, 2)
    need(await machine.api.pay({ saleId, tender: 'card' }))
    expect((await settled(machine, saleId)).stage.name).toBe('done')
    const asked = machine.events.some(
      ({ name, payload }) =>
        name === 'sale-changed' && payload.stage.name === 'paying' && payload.stage.phase === 'asking-again',
    )
    expect(asked).toBe(true)
    expect(charges(machine)).toHaveLength(1)
  })

  test('at a terminal that is out of reach moves no money', async () => {
    const machine = await startMachine(scripted(['unavailable']))
    const { saleId } = await review(machine, 1)
    need(await machine.api.pay({ saleId, tender: 'card' }))
    expect((await settled(machine, saleId)).stage).toMatchObject({
      name: 'review',
      notice: { type: 'payment-unavailable' },
    })
    expect(charges(machine)).toEqual([])
  })

  test('that is not presented can be taken back; the seats stay held', async () => {
    const machine = await startMachine({ simulatedTerminal: { thinkSeconds: 60 } })
    const { saleId } = await review(machine, 2)
    need(await machine.api.pay({ saleId, tender: 'card' }))
    need(await machine.api.cancelPayment({ saleId }))
    const shown = await settled(machine, saleId)
    expect(shown.stage).toMatchObject({ name: 'review', notice: { type: 'payment-cancelled' } })
    expect(shown.seats).toHaveLength(2)
    expect(charges(machine)).toEqual([])
    expect(stages(machine, saleId)).toEqual(['holding', 'review', 'paying', 'review'])
  })
})

describe('cash', () => {
  test('can be put away again, and counts only once', async () => {
    const machine = await startMachine()
    const { saleId, offer } = await review(machine, 1)
    need(await machine.api.pay({ saleId, tender: 'cash' }))
    need(await machine.api.cancelPayment({ saleId }))
    expect((await settled(machine, saleId)).stage).toMatchObject({ notice: { type: 'payment-cancelled' } })
    need(await machine.api.pay({ saleId, tender: 'cash' }))
    const given = { saleId, pin: DEMO_PIN, received: offer.total }
    const replies = await Promise.all([machine.api.confirmCash(given), machine.api.confirmCash(given)])
    expect(replies.map(({ ok }) => ok)).toEqual([true, false])
    expect((await settled(machine, saleId)).stage.name).toBe('done')
    expect(machine.faults).toEqual([])
  })
})

test('nobody ends a payment under the terminal: the desk takes no act while it works', async () => {
  const machine = await startMachine({ simulatedTerminal: { thinkSeconds: 60 } })
  const { saleId } = await review(machine, 1)
  need(await machine.api.pay({ saleId, tender: 'card' }))
  expect(() => machine.sales.act(saleId, { type: 'tender-cancelled' })).toThrow('takes no "tender-cancelled" now')
  expect(machine.sales.find(saleId)).toMatchObject({ state: 'paying' })
  expect(machine.faults).toEqual([])
})

test('a window that asks in the middle of payment finds the sale where it is', async () => {
  const machine = await startMachine({ simulatedTerminal: { thinkSeconds: 60 } })
  const { saleId, shown } = await review(machine, 2)
  need(await machine.api.pay({ saleId, tender: 'card' }))
  const fresh = need(await machine.api.getKiosk({}))
  expect(fresh.sale).toMatchObject({ saleId, seats: shown.seats, amount: shown.amount, stage: { name: 'paying' } })
  need(await machine.api.cancelPayment({ saleId }))
})

describe('paper', () => {
  test('that cannot come out any more after the money: said so, and printed when the printer is back', async () => {
    const machine = await startMachine()
    const { saleId, offer } = await review(machine, 2)
    need(await machine.api.pay({ saleId, tender: 'cash' }))
    const folder = join(machine.directory, 'demo', 'tickets')
    rmSync(folder, { recursive: true })
    writeFileSync(folder, 'a file where a folder should be')
    need(await machine.api.confirmCash({ saleId, pin: DEMO_PIN, received: offer.total }))
    await settled(machine, saleId)
    const stopped = need(await machine.api.getKiosk({})).sale?.stage
    expect(stopped).toMatchObject({ name: 'print-problem', printer: { state: 'not-ready' } })
    expect(need(await machine.api.retryPrint({ saleId })).stage.name).toBe('printing')
    expect((await settled(machine, saleId)).stage.name).toBe('print-problem')

    rmSync(folder)
    need(await machine.api.retryPrint({ saleId }))
    expect((await settled(machine, saleId)).stage).toMatchObject({
      name: 'done',
      tickets: [
        { state: 'printed', copyNumber: 0 },
        { state: 'printed', copyNumber: 0 },
      ],
    })
    const { jobs, tickets } = machine.sales.find(saleId) as Extract<Sale, { state: 'done' }>
    const papers = await Promise.all(jobs.map(({ evidence }) => readPdf(readFileSync(evidence.replace(/#.*$/u, '')))))
    expect(new Set(papers.flat().flatMap(({ qrCodes }) => qrCodes))).toEqual(
      new Set(tickets.map(({ qrCode }) => qrCode)),
    )
  })
})
