import { existsSync, readdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { runCommandLine } from '../../electron/cli/cli.ts'
import { DEMO_PIN } from '../../electron/config/config.ts'
import { createSystemClock } from '../../electron/host/clock.ts'
import type { Order } from '../../electron/printing/escpos/virtual/orders.ts'
import { createVirtualPrinter } from '../../electron/printing/escpos/virtual/virtual-printer.ts'
import type { Sale } from '../../shared/domain/sale/sale.ts'
import { review, settled, startPrintingMachine, type Machine } from '../world/kiosk.ts'
import { need } from '../world/small-kiosk.ts'

afterEach(() => vi.useRealTimers())

const HOUR_MS = 3_600_000

/** The wall clock of the program jumps; timers go on as they are. */
function setClock(atMs: number): void {
  vi.useFakeTimers({ toFake: ['Date'], now: atMs })
}

async function printing(...orders: readonly Order[]) {
  const printer = await createVirtualPrinter({ clock: createSystemClock() })
  onTestFinished(() => printer.close())
  for (const order of orders) printer.order(order)
  const devices = { till: { kind: 'escpos', address: `tcp://127.0.0.1:${printer.port}` } }
  return { printer, settings: { printers: { devices, tickets: ['till'], receipts: ['till'] } } }
}

async function pay(machine: Machine) {
  const { saleId } = await review(machine, 2)
  need(await machine.api.pay({ saleId, tender: 'card' }))
  await settled(machine, saleId)
  return machine.sales.find(saleId) as Extract<Sale, { order: object; tickets: object }>
}

function saved({ directory }: Machine): readonly string[] {
  const folder = join(directory, 'demo', 'tickets')
  return existsSync(folder) ? readdirSync(folder).sort() : []
}

const jamInFirst: Order = { do: 'at', piece: 1, millimetres: 40, order: { do: 'jam' } }

test('the document of an order is deleted once its last ticket is out; a duplicate is made from the ledger', async () => {
  const { printer, settings } = await printing()
  const machine = await startPrintingMachine(settings)
  const { saleId, order, tickets } = await pay(machine)
  await expect.poll(() => saved(machine)).toEqual([`${order.orderId}-receipt.pdf`])

  const pieces = printer.pieces.length
  need(await machine.api.leaveSale({ saleId }))
  const ticketIds = [tickets[0]!.ticketId]
  need(await machine.api.reprintTickets({ pin: DEMO_PIN, saleId, ticketIds, reason: 'lost' }))
  expect(printer.pieces.length).toBeGreaterThan(pieces)
})

test('a ticket that may have come out keeps its document until so many hours after the event, and is printed again from the ledger', async () => {
  const { printer, settings } = await printing(jamInFirst)
  const before = await startPrintingMachine({ ...settings, tickets: { deleteAfterHours: 48 } })
  const { saleId, order, event } = await pay(before)
  expect(before.sales.find(saleId)?.state).toBe('print-unknown')
  const all = [`${order.orderId}-receipt.pdf`, `${order.orderId}.pdf`]
  expect(saved(before)).toEqual(all)

  const endMs = Date.parse(event.endsAt)
  setClock(endMs + 36 * HOUR_MS)
  const first = await before.restart()
  // By the second start what the first was to delete is gone.
  const during = await first.restart()
  expect(saved(during)).toEqual(all)

  setClock(endMs + 31 * 24 * HOUR_MS)
  const after = await during.restart()
  await expect.poll(() => saved(after)).toEqual([])
  printer.order({ do: 'clear-jam' })
  need(await after.api.settleStaffCase({ pin: DEMO_PIN, saleId, answer: { type: 'reprint' } }))
  expect(await after.sales.settled(saleId)).toMatchObject({
    state: 'done',
    jobs: [{ copyNumber: 1 }, { copyNumber: 0 }],
  })
  await expect.poll(() => saved(after)).toEqual([])
})

test('what a crash left of a printed order is deleted at the start; files that the ledger cannot make again stay', async () => {
  const { settings } = await printing()
  const before = await startPrintingMachine(settings)
  const { order } = await pay(before)
  await before.stop()
  const folder = join(before.directory, 'demo', 'tickets')
  const strangers = ['11111111-2222-4333-8444-555555555555.pdf', 'list.pdf']
  for (const name of [...strangers, `${order.orderId}.pdf`, `${order.orderId}.pdf.part`])
    writeFileSync(join(folder, name), '%PDF-1.7')
  // At a pretended date the file system still has the real one.
  const now = new Date()
  utimesSync(join(folder, `${order.orderId}-receipt.pdf`), now, now)
  const after = await before.restart()
  await expect.poll(() => saved(after)).toEqual([...strangers, `${order.orderId}-receipt.pdf`].sort())
})

test('tickets whose printer was the folder keep their file until so many hours after the event if a printer is added', async () => {
  const before = await startPrintingMachine()
  const { order, event } = await pay(before)
  const { settings } = await printing()
  const first = await before.restart(settings)
  // By the second start what the first was to delete is gone.
  const during = await first.restart(settings)
  expect(saved(during)).toEqual([`${order.orderId}.pdf`])
  setClock(Date.parse(event.endsAt) + 31 * 24 * HOUR_MS)
  const after = await during.restart(settings)
  await expect.poll(() => saved(after)).toEqual([])
})

test('without a ticket printer the folder is the printer: its documents stay, and the doctor counts them', async () => {
  const machine = await startPrintingMachine()
  const { order, event } = await pay(machine)
  setClock(Date.parse(event.endsAt) + 31 * 24 * HOUR_MS)
  const later = await machine.restart()
  await later.stop()
  expect(saved(later)).toEqual([`${order.orderId}.pdf`])
  expect(await doctor({})).toMatch(
    /^! Saved tickets +Files in .*tickets: 1\. Tickets are saved in this folder and stay/mu,
  )
  const { settings } = await printing()
  expect(await doctor(settings)).toMatch(
    /^✓ Saved tickets +Files in .*tickets: 1\. These files are deleted after printing/mu,
  )

  async function doctor(printers: object): Promise<string> {
    const partner = { baseUrl: 'http://127.0.0.1:9', partnerCode: 'demo' }
    writeFileSync(join(machine.directory, 'config.json'), JSON.stringify({ partner, ...printers }))
    const lines: string[] = []
    const say = (line: string): void => void lines.push(line)
    await runCommandLine(['doctor', '--data', machine.directory, '--language', 'en'], { say, refuse: () => 2 })
    return lines.join('\n')
  }
})
