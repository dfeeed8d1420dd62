import { readFileSync } from 'node:fs'
import { virtualPrinter } from '../printing/escpos/printers.ts'
import { expect, test } from 'vitest'
import { guichet } from '../cli/guichet.ts'
import { deskKeys } from '../documents/pages.ts'
import { peopleOf } from '../e2e/desk-people.ts'
import { startKiosk, startServiceProgram } from '../world/machine.ts'
import { temporaryFolder } from '../shells/shell.ts'
import { useBrowser } from '../support/browser.ts'
import { readPdf } from '../support/pdf.ts'
import { isSample, shareOf } from '../support/share.ts'
import { KeyboardDriver, labelOf, type AtTheDesk } from './at-the-desk.ts'
import { Cashier, lastZ } from './cashier.ts'
import { dayOf } from './day-script.ts'

const { openPage } = useBrowser()

const SHIFTS = 2
const FLOAT = 200_000

async function runCashierDay(seed: number, sales: number): Promise<AtTheDesk> {
  const cashier = await cashierForADay()
  for (const [index, acts] of dayOf(seed, SHIFTS, sales).entries()) {
    const { z, expected } = await cashier.work(acts, FLOAT + index * 5_000)
    for (const [item, figure] of expected) expect({ item, ...z.get(item) }).toEqual({ item, ...figure })
  }
  await expectServiceAgrees(cashier.at)
  await expectBooksHold(cashier.at)
  return cashier.at
}

async function cashierForADay(): Promise<Cashier> {
  const printer = await virtualPrinter({ paperMillimetres: 1_000_000 })
  const address = `tcp://127.0.0.1:${printer.port}`
  const devices = { counter: { kind: 'escpos', address, drawer: { pin: 2, pulseMs: 120 } } }
  const printers = { devices, tickets: ['counter'], receipts: ['counter'], drawer: 'counter' }
  const quick = { customerDelaySeconds: 0, timeoutSeconds: 0, lateReplySeconds: 2 }
  const settings = {
    role: 'cashier',
    printers,
    shifts: { maxCashierCashMove: 100_000 },
    simulatedTerminal: quick,
    simulatedMobileMoney: quick,
  }
  const data = temporaryFolder()
  const { mariama, alpha, fatou } = await peopleOf(data)
  const service = await startServiceProgram()
  const kiosk = await startKiosk(service, settings, data)
  // The smaller of the two supported screen sizes for cashier desks.
  const page = await openPage({ viewport: { width: 1366, height: 768 } })
  await page.goto(kiosk.entryUrl)
  const hands = new KeyboardDriver(page)
  return new Cashier({ hands, data, service, printer, cashiers: [mariama, alpha], supervisor: fatou })
}

async function expectServiceAgrees(at: AtTheDesk): Promise<void> {
  const noted = at.accountant.sales.flatMap(({ labels, returned }) =>
    labels.map((label) => `${label} ${returned.has(label) ? 'CANCELLED' : 'SOLD'}`),
  )
  const said = async () => {
    const tickets: string[] = []
    for await (const ticket of at.tickets()) tickets.push(`${labelOf(ticket)} ${ticket.status}`)
    return tickets.toSorted()
  }
  // A refund does not wait for the cancellation of its tickets, which may still be pending.
  await expect.poll(said).toEqual(noted.toSorted())
}

/**
 * Expects that the verifier accepts the ledger. The verifier shares no code with the ledger, and trusts only the
 * printed code of the last Z report.
 */
async function expectBooksHold(at: AtTheDesk): Promise<void> {
  const pages = await readPdf(new Uint8Array(readFileSync(lastZ(at, 'pdf'))))
  const [paper = ''] = pages.flatMap(({ qrCodes }) => qrCodes)
  const options = ['--data', at.desk.data, '--language', 'en', '--paper', paper]
  expect(await guichet('ledger', 'verify', ...options)).toMatchObject({ code: 0, refused: [] })
}

/** Seeds 2 to 20, one for each short day. A short day has ten sales, both faults and two errands. */
const days = shareOf(
  'a cashier’s day',
  Array.from({ length: 19 }, (_, n) => n + 2),
  1,
)

test.for(days.cases)(
  `day %i, 10 sales by keyboard: drawer, reports, books and service agree (${days.said})`,
  { timeout: 300_000 },
  async (seed) => {
    await runCashierDay(seed, 10)
  },
)

test(
  'day 1, 120 sales with every key of the manual: drawer, reports, books and service agree, with few keys a sale',
  { timeout: 1_200_000 },
  async ({ skip }) => {
    skip(isSample, 'takes minutes: npm run proofs -- cashier-days')
    const { hands, keys } = await runCashierDay(1, 120)
    const unpressed = deskKeys().filter((key) => !key.some((name) => hands.pressed.has(name)))
    // The tested desk has no training mode, calls of kiosks or generic mobile money. Tests in tests/e2e cover their keys.
    expect(unpressed.flat().toSorted()).toEqual(['Control+f', 'Control+j', 'Control+m'])
    const medianOf = (kind: RegExp) => median(keys.filter((one) => kind.test(one.kind)).map((one) => one.keys))
    const medians = {
      all: medianOf(/./u),
      plainCash: medianOf(/^best exact-cash/u),
      exact: medianOf(/^exact exact-cash/u),
    }
    console.log('keys a sale, median', medians)
    expect(medians.all).toBeLessThanOrEqual(10)
    expect(medians.plainCash).toBeLessThanOrEqual(7)
    expect(medians.exact).toBeLessThanOrEqual(12)
  },
)

function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Infinity
}
