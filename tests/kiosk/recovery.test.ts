import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { describe, expect, onTestFinished, test } from 'vitest'
import { DEMO_PIN } from '../../electron/config/config.ts'
import type { Sale } from '../../shared/domain/sale/sale.ts'
import { freePort } from '../support/free-port.ts'
import { readPdf } from '../support/pdf.ts'
import {
  need,
  review,
  savedTickets,
  smallVenues,
  startHub,
  startMachine,
  temporaryFolder,
  visit,
  type Machine,
} from './machine.ts'

const pin = DEMO_PIN

/** The statuses of these seats as the next customer at this machine sees them. */
async function statuses(machine: Machine, sectionId: string, seatIds: readonly string[]): Promise<readonly string[]> {
  const { saleId } = await visit(machine, 1)
  const { section } = need(await machine.api.viewSection({ saleId, sectionId }))
  const bySeat = new Map(section?.seats.map(({ seatId, status }) => [seatId, status]))
  return seatIds.map((seatId) => bySeat.get(seatId) ?? 'missing')
}

async function expectTickets(machine: Machine, sale: Sale): Promise<void> {
  if (sale.state !== 'done') throw new Error(`sale is ${sale.state}`)
  const pages = await readPdf(savedTickets(machine, sale.order.orderId) ?? new Uint8Array())
  expect(pages.map(({ qrCodes }) => qrCodes)).toEqual(sale.tickets.map(({ qrCode }) => [qrCode]))
}

describe('a machine that was stopped', () => {
  test('while the customer was choosing: nothing is left', async () => {
    const machine = await startMachine()
    const { saleId } = await visit(machine, 1)
    const again = await machine.restart()
    expect(again.sales.find(saleId)).toBeNull()
    expect(need(await again.api.getKiosk({})).sale).toBeNull()
  })

  test('at the review: the seats are given back', async () => {
    const machine = await startMachine()
    const { saleId, wish } = await review(machine, 2)
    const again = await machine.restart()
    expect(await again.sales.settled(saleId)).toMatchObject({ state: 'abandoned', reason: 'restart' })
    expect(await statuses(again, wish.sectionId, wish.seatIds)).toEqual(['available', 'available'])
  })

  test('before the card was read: the terminal says that nothing was charged', async () => {
    const machine = await startMachine({ simulatedTerminal: { thinkSeconds: 60 } })
    const { saleId, wish } = await review(machine, 1)
    need(await machine.api.pay({ saleId, tender: 'card' }))
    const again = await machine.restart()
    await expect.poll(() => again.sales.find(saleId)?.state).toBe('abandoned')
    expect(await statuses(again, wish.sectionId, wish.seatIds)).toEqual(['available'])
  })

  test('while cash was counted: staff are asked, and either answer settles it', async () => {
    for (const moved of [true, false]) {
      const machine = await startMachine()
      const { saleId, wish, offer } = await review(machine, 2)
      need(await machine.api.pay({ saleId, tender: 'cash' }))
      const again = await machine.restart()
      expect(need(await again.api.listStaffCases({ pin }))).toMatchObject([
        { saleId, question: 'money-moved', tender: 'cash', amount: offer.total },
      ])
      const answer = { type: 'money-moved', moved } as const
      need(await again.api.settleStaffCase({ pin, saleId, answer }))
      const sale = await again.sales.settled(saleId)
      expect(need(await again.api.listStaffCases({ pin }))).toEqual([])
      if (moved) await expectTickets(again, sale)
      else expect(sale).toMatchObject({ state: 'abandoned' })
      const left = moved ? ['sold', 'sold'] : ['available', 'available']
      expect(await statuses(again, wish.sectionId, wish.seatIds)).toEqual(left)
    }
  })

  test('between money and tickets, with the service out of reach: it goes on when both are back', async () => {
    const data = temporaryFolder()
    const port = await freePort()
    const hub = await startHub(port, data)
    const machine = await startMachine(hub.settings)
    const { saleId, offer } = await review(machine, 2)
    need(await machine.api.pay({ saleId, tender: 'cash' }))
    await hub.stop()
    need(await machine.api.confirmCash({ saleId, pin, received: offer.total }))
    await expect.poll(() => machine.sales.find(saleId)?.state).toBe('confirming')
    await machine.stop()
    await startHub(port, data)
    const again = await machine.restart()
    await expectTickets(again, await again.sales.settled(saleId))
  })

  test('after the tickets: there is nothing to do', async () => {
    const machine = await startMachine()
    const { saleId } = await review(machine, 1)
    need(await machine.api.pay({ saleId, tender: 'card' }))
    await machine.sales.settled(saleId)
    const again = await machine.restart()
    await expectTickets(again, again.sales.find(saleId)!)
    expect(again.events.filter(({ name }) => name === 'sale-changed')).toEqual([])
  })
})

test('one machine owns its data: a second one is refused in words', async () => {
  const machine = await startMachine()
  await expect(startMachine({}, machine.directory)).rejects.toThrow(/is in use by/u)
  expect((await review(machine, 1)).shown.stage.name).toBe('review')
})

interface Killed {
  readonly saleId: string
  readonly sectionId: string
  readonly seatIds: readonly string[]
}

/** A kiosk of its own process is brought to a state and killed there, without a chance to say anything. */
async function killedAt(directory: string, state: string, settings: object): Promise<Killed> {
  const script = fileURLToPath(new URL('doomed-kiosk.ts', import.meta.url))
  const child = spawn(process.execPath, [script, directory, smallVenues(), state, JSON.stringify(settings)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  for await (const line of createInterface({ input: child.stdout })) {
    if (!line.startsWith('{')) continue
    const exit = once(child, 'exit')
    child.kill('SIGKILL')
    expect(await exit).toEqual([null, 'SIGKILL'])
    return JSON.parse(line) as Killed
  }
  throw new Error(`never came to ${state}`)
}

describe('a machine whose power was cut', () => {
  test.each<[string, object, string]>([
    ['holding', {}, 'abandoned'],
    ['priced', {}, 'abandoned'],
    ['paying', { simulatedTerminal: { thinkSeconds: 60 } }, 'abandoned'],
    ['paid', {}, 'done'],
    ['confirming', {}, 'done'],
    ['confirmed', {}, 'done'],
    ['printing', {}, 'done'],
  ])('as soon as the sale was %s', async (state, settings, end) => {
    const directory = temporaryFolder()
    const { saleId, sectionId, seatIds } = await killedAt(directory, state, settings)
    const machine = await startMachine({}, directory)
    await expect.poll(() => machine.sales.find(saleId)?.state).toBe(end)
    if (end === 'done') await expectTickets(machine, machine.sales.find(saleId)!)
    const status = end === 'done' ? 'sold' : 'available'
    expect(await statuses(machine, sectionId, seatIds)).toEqual(seatIds.map(() => status))
    expect(machine.faults).toEqual([])
  })

  test('while a ticket was on its way to the paper: a person looks, and what is printed again says so', async () => {
    const directory = temporaryFolder()
    const { saleId } = await killedAt(directory, 'spooling', {})
    const machine = await startMachine({}, directory)
    expect(need(await machine.api.listStaffCases({ pin }))).toMatchObject([{ saleId, question: 'paper-out' }])
    need(await machine.api.settleStaffCase({ pin, saleId, answer: { type: 'reprint' } }))
    const sale = await machine.sales.settled(saleId)
    await expectTickets(machine, sale)
    if (sale.state !== 'done') throw new Error(sale.state)
    expect(sale.jobs.map(({ copyNumber }) => copyNumber)).toEqual([1, 0])
    const [copy] = await readPdf(readFileSync(sale.jobs[0]!.evidence))
    expect(copy?.text).toContain('DUPLICATA 1')
    expect(copy?.qrCodes).toEqual([sale.tickets[0]?.qrCode])
  })
})
