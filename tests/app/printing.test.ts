import { existsSync, readdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, afterEach, vi, describe } from 'vitest'
import { DEMO_PIN } from '../../electron/config/config.ts'
import { blankBitmap } from '../../electron/printing/escpos/bitmap.ts'
import type { VirtualPrinter } from '../../electron/simulators/virtual-printer/virtual-printer.ts'
import { openDocumentThread, type OpenDocuments } from '../../electron/printing/document-thread.ts'
import { ok } from '../../shared/domain/result.ts'
import { guichet } from '../cli/guichet.ts'
import { scan, virtualPrinter as startVirtualPrinter } from '../printing/escpos/printers.ts'
import { doomedWorker } from '../support/doomed-worker.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import {
  blankPapers,
  review,
  settled,
  smallVenues,
  sold,
  type SoldSale,
  startMachine,
  startPrintingMachine,
  type Machine,
} from '../world/kiosk.ts'
import { need } from '../world/kiosk-fixture.ts'

async function virtualPrinter(...orders: readonly string[]): Promise<VirtualPrinter> {
  const printer = await startVirtualPrinter()
  for (const order of orders) printer.order(order)
  return printer
}

function settings(...printers: readonly VirtualPrinter[]) {
  const names = printers.map((_, index) => `printer-${index + 1}`)
  const address = ({ port }: VirtualPrinter): string => `tcp://127.0.0.1:${port}`
  const devices = printers.map((printer, index) => [names[index]!, { kind: 'escpos', address: address(printer) }])
  return { printers: { devices: Object.fromEntries(devices) as Record<string, object>, tickets: names } }
}

/** Renders every document as 10 cm of blank paper, which prints quickly. */
const blankRoll: OpenDocuments = (brand) => ({
  ...blankPapers(brand),
  rasterisePage: () => Promise.resolve(ok(blankBitmap(576, 800))),
})

const startWithBlankRoll = (started: object = {}): Promise<Machine> =>
  startMachine(started, temporaryFolder(), undefined, blankRoll)

/** Returns the codes that a gate can read. Skips pieces of paper that the printer did not cut, such as torn tickets. */
const codesOn = async ({ pieces }: VirtualPrinter): Promise<readonly string[]> =>
  (await Promise.all(pieces.filter(({ ended }) => ended === 'cut').map(scan))).flat()

async function pay(machine: Machine, count: number) {
  const { sale, ...more } = await sold(machine, count)
  return { ...more, sale, codes: sale.tickets.map(({ qrCode }) => qrCode) }
}

test('with a scanner at the kiosk a ticket counts once it was read from the paper, and the next one prints then', async () => {
  const printer = await virtualPrinter()
  const machine = await startPrintingMachine({ ...settings(printer), tickets: { scanTimeoutSeconds: 300 } })
  expect(need(await machine.api.getKiosk({})).readBack).toBe(true)
  const { saleId } = await review(machine, 2)
  need(await machine.api.pay({ saleId, tender: 'card' }))
  for (const count of [1, 2]) {
    await expect.poll(() => printer.pieces.filter(({ ended }) => ended === 'cut')).toHaveLength(count)
    const code = (await codesOn(printer)).at(-1)!
    await expect.poll(async () => need(await machine.api.readTicket({ code }))).toBe('wanted')
  }
  expect((await settled(machine, saleId)).stage.name).toBe('done')
})

test('if the document worker ends, its print job fails, and the sale continues with another worker', async () => {
  const printer = await virtualPrinter()
  const { workerFile, doom } = doomedWorker()
  const openDocuments: OpenDocuments = (options) => openDocumentThread(workerFile, options)
  const machine = await startMachine(settings(printer), temporaryFolder(), smallVenues(), openDocuments)
  doom('rasterisePage')
  const { saleId, stage, codes, sale } = await pay(machine, 2)
  expect(stage.name).toBe('print-problem')
  expect(sale.jobs).toMatchObject([{ state: 'failed', evidence: 'refused' }, { state: 'queued' }])
  expect(printer.pieces).toEqual([])

  need(await machine.api.retryPrint({ saleId }))
  expect((await settled(machine, saleId)).stage.name).toBe('done')
  const { jobs } = machine.sales.find(saleId) as SoldSale
  const evidence = expect.stringMatching(/process \w+ completed/u) as string
  expect(jobs).toMatchObject([0, 0].map((copyNumber) => ({ copyNumber, evidence })))
  expect(await codesOn(printer)).toEqual(codes)
  expect(machine.faults).toEqual([])
})

test('staff see each printer: which has no paper, which has little left, and which stood in', async () => {
  const [first, second] = [await virtualPrinter('jam'), await virtualPrinter('paper 900')]
  const machine = await startWithBlankRoll(settings(first, second))
  const stoodIn = async () => {
    const { printer, printers } = need(await machine.api.viewService({ pin: DEMO_PIN }))
    return { printer, printers }
  }
  const jammed = { state: 'not-ready', reason: 'jammed', detail: 'mechanical error', paperLow: false, stoodIn: 0 }
  const low = { state: 'ready', reason: '', detail: '', paperLow: true }
  const roles = ['tickets']
  expect(await stoodIn()).toEqual({
    printer: { state: 'ready', reason: '' },
    printers: [
      { name: 'printer-1', roles, ...jammed },
      { name: 'printer-2', roles, ...low, stoodIn: 0 },
    ],
  })
  await pay(machine, 2)
  const expected = { printer: { state: 'ready', fallbackPrinter: true }, printers: [{ stoodIn: 0 }, { stoodIn: 2 }] }
  expect(await stoodIn()).toMatchObject(expected)
  const told = machine.events.flatMap((event) => (event.name === 'printer-changed' ? [event.payload] : []))
  expect(told.at(-1)).toEqual({ state: 'ready', reason: '', fallbackPrinter: true })

  first.order('clear')
  await pay(machine, 1)
  expect((await stoodIn()).printer).toEqual({ state: 'ready', reason: '' })
})

test('the cash drawer opens when staff take cash, and one that does not open stops no sale', async () => {
  const printer = await virtualPrinter()
  const { devices, tickets } = settings(printer).printers
  const withDrawer = { 'printer-1': { ...devices['printer-1'], drawer: {}, connectSeconds: 0.5 } }
  const machine = await startWithBlankRoll({ printers: { devices: withDrawer, tickets, drawer: 'printer-1' } })
  expect((await sold(machine, 1, 'cash')).stage.name).toBe('done')
  await expect.poll(() => printer.state().drawerPulses).toBe(1)
  const cardSale = await pay(machine, 1)
  expect([cardSale.stage.name, printer.state().drawerPulses]).toEqual(['done', 1])
  const { saleId, shown } = await review(machine, 1)
  need(await machine.api.pay({ saleId, tender: 'cash' }))
  printer.order('off')
  need(await machine.api.confirmCash({ saleId, pin: DEMO_PIN, received: shown.amount }))
  expect((await settled(machine, saleId)).stage.name).toBe('print-problem')
  expect(machine.faults).toEqual([])
})

describe('saved tickets', () => {
  afterEach(() => vi.useRealTimers())

  const HOUR_MS = 3_600_000

  function setClock(atMs: number): void {
    vi.useFakeTimers({ toFake: ['Date'], now: atMs })
  }

  async function printing(...orders: readonly string[]) {
    const printer = await virtualPrinter(...orders)
    const { devices, tickets } = settings(printer).printers
    return { printer, both: { printers: { devices, tickets, receipts: tickets } } }
  }

  function saved({ directory }: Machine): readonly string[] {
    const folder = join(directory, 'demo', 'tickets')
    return existsSync(folder) ? readdirSync(folder).sort() : []
  }

  const jamInFirst = 'piece 1 at 40: jam'

  test('the document of an order is deleted once its last ticket is out; a duplicate is made from the ledger', async () => {
    const { printer, both } = await printing()
    const machine = await startWithBlankRoll(both)
    const { saleId, sale } = await pay(machine, 2)
    const { order, tickets } = sale
    await expect.poll(() => saved(machine)).toEqual([`${order.orderId}-receipt.pdf`])

    const pieces = printer.pieces.length
    need(await machine.api.dismissSale({ saleId }))
    const ticketIds = [tickets[0]!.ticketId]
    need(await machine.api.reprintTickets({ pin: DEMO_PIN, saleId, ticketIds, reason: 'lost' }))
    expect(printer.pieces.length).toBeGreaterThan(pieces)
  })

  test('a ticket that may have come out keeps its document until so many hours after the event, and is printed again from the ledger', async () => {
    const { printer, both } = await printing(jamInFirst)
    const before = await startWithBlankRoll({ ...both, tickets: { deleteAfterHours: 48 } })
    const { saleId, sale } = await pay(before, 2)
    const { order, event } = sale
    expect(before.sales.find(saleId)?.state).toBe('print-unknown')
    const all = [`${order.orderId}-receipt.pdf`, `${order.orderId}.pdf`]
    expect(saved(before)).toEqual(all)

    const endMs = Date.parse(event.endsAt)
    setClock(endMs + 36 * HOUR_MS)
    const first = await before.restart()
    // The deletion that begins at the first start is complete before the second start.
    const during = await first.restart()
    expect(saved(during)).toEqual(all)

    setClock(endMs + 31 * 24 * HOUR_MS)
    const after = await during.restart()
    await expect.poll(() => saved(after)).toEqual([])
    printer.order('clear')
    need(await after.api.settleStaffCase({ pin: DEMO_PIN, saleId, answer: { type: 'reprint' } }))
    const expected = { state: 'done', jobs: [{ copyNumber: 1 }, { copyNumber: 0 }] }
    expect(await after.sales.settled(saleId)).toMatchObject(expected)
    await expect.poll(() => saved(after)).toEqual([])
  })

  test('what a crash left of a printed order is deleted at the start; files that the ledger cannot make again stay', async () => {
    const { both } = await printing()
    const before = await startWithBlankRoll(both)
    const { order } = (await pay(before, 2)).sale
    await before.stop()
    const folder = join(before.directory, 'demo', 'tickets')
    const strangers = ['11111111-2222-4333-8444-555555555555.pdf', 'list.pdf']
    for (const name of [...strangers, `${order.orderId}.pdf`, `${order.orderId}.pdf.part`])
      writeFileSync(join(folder, name), '%PDF-1.7')
    // The wall clock is simulated, but the file system uses the real date.
    const now = new Date()
    utimesSync(join(folder, `${order.orderId}-receipt.pdf`), now, now)
    const after = await before.restart()
    await expect.poll(() => saved(after)).toEqual([...strangers, `${order.orderId}-receipt.pdf`].sort())
  })

  test('tickets whose printer was the folder keep their file until so many hours after the event if a printer is added', async () => {
    const before = await startWithBlankRoll()
    const { order, event } = (await pay(before, 2)).sale
    const { both } = await printing()
    const first = await before.restart(both)
    const during = await first.restart(both)
    expect(saved(during)).toEqual([`${order.orderId}.pdf`])
    setClock(Date.parse(event.endsAt) + 31 * 24 * HOUR_MS)
    const after = await during.restart(both)
    await expect.poll(() => saved(after)).toEqual([])
  })

  test('without a ticket printer the folder is the printer: its documents stay, and the doctor counts them', async () => {
    const machine = await startWithBlankRoll()
    const { order, event } = (await pay(machine, 2)).sale
    setClock(Date.parse(event.endsAt) + 31 * 24 * HOUR_MS)
    const later = await machine.restart()
    await later.stop()
    expect(saved(later)).toEqual([`${order.orderId}.pdf`])
    expect(await doctor({})).toMatch(
      /^! Saved tickets +Files in .*tickets: 1\. Tickets are saved in this folder and stay/mu,
    )
    const { both } = await printing()
    expect(await doctor(both)).toMatch(
      /^✓ Saved tickets +Files in .*tickets: 1\. These files are deleted after printing/mu,
    )

    async function doctor(printers: object): Promise<string> {
      const partner = { baseUrl: 'http://127.0.0.1:9', partnerCode: 'demo' }
      writeFileSync(join(machine.directory, 'config.json'), JSON.stringify({ partner, ...printers }))
      return (await guichet('doctor', '--data', machine.directory, '--language', 'en')).said
    }
  })
})
