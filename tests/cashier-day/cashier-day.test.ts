import { readFileSync } from 'node:fs'
import { expect, onTestFinished, test } from 'vitest'
import { createSystemClock } from '../../electron/host/clock.ts'
import { createVirtualPrinter } from '../../electron/printing/escpos/virtual/virtual-printer.ts'
import { startShell } from '../shells/shell.ts'
import { useBrowser } from '../support/browser.ts'
import { readPdf } from '../support/pdf.ts'
import { deskWithPeople } from '../e2e/desk-people.ts'
import { typistAt } from '../e2e/desk-typist.ts'
import { Cashier } from './cashier.ts'
import { dayOf } from './day-script.ts'

const { openPage } = useBrowser()
const SHIFTS = 2
const FLOAT = 200_000

/** A long day, and short ones of other seeds. */
const days = [{ seed: 1, sales: 120 }, ...Array.from({ length: 19 }, (_, n) => ({ seed: n + 2, sales: 12 }))]

test.for(days)(
  'day $seed, $sales sales by keyboard in two shifts: drawer, reports, books and service agree',
  { timeout: 1_200_000 },
  async ({ seed, sales }) => {
    const cashier = await cashierForADay()
    for (const [index, acts] of dayOf(seed, SHIFTS, sales).entries()) {
      await cashier.begin(FLOAT + index * 5_000)
      for (const act of acts) await cashier.play(act)
      const { z, expected } = await cashier.end()
      for (const [item, figure] of expected) expect({ item, ...z.get(item) }).toEqual({ item, ...figure })
    }
    await expectServiceAgrees(cashier)
    await expectBooksHold(cashier)
    if (sales < 100) return
    const keys = (kind: RegExp) => median(cashier.keys.filter((one) => kind.test(one.kind)).map((one) => one.keys))
    expect(keys(/./u)).toBeLessThanOrEqual(10)
    expect(keys(/^best exact-cash/u)).toBeLessThanOrEqual(7)
    expect(keys(/^exact exact-cash/u)).toBeLessThanOrEqual(12)
  },
)

async function cashierForADay(): Promise<Cashier> {
  const printer = await createVirtualPrinter({ clock: createSystemClock(), paperMillimetres: 1_000_000 })
  onTestFinished(() => printer.close())
  const address = `tcp://127.0.0.1:${printer.port}`
  const devices = { counter: { kind: 'escpos', address, drawer: { pin: 2, pulseMs: 120 } } }
  const printers = { devices, tickets: ['counter'], receipts: ['counter'], drawer: 'counter' }
  const quick = { thinkSeconds: 0, patienceSeconds: 0, lateSeconds: 2 }
  const settings = {
    printers,
    shifts: { cashierMoves: 100_000 },
    simulatedTerminal: quick,
    simulatedMobileMoney: quick,
  }
  const { kiosk, mariama, alpha, fatou } = await deskWithPeople(settings)
  const typist = await typistAt(openPage, kiosk, { width: 1366, height: 768 })
  return new Cashier({ typist, kiosk, printer, cashiers: [mariama, alpha], supervisor: fatou })
}

/** Every seat that was paid for is the service's ticket, and no other. */
async function expectServiceAgrees({ accountant, service }: Cashier): Promise<void> {
  const seen = new Set<string>()
  for (const { ownerRef, seats } of accountant.sales) {
    const tickets = await service.tickets(ownerRef)
    expect(tickets.map(({ place }) => place.place).toSorted()).toEqual(seats.toSorted())
    for (const { qr_code } of tickets) seen.add(qr_code)
  }
  expect(seen.size).toBe(accountant.sales.reduce((sum, { seats }) => sum + seats.length, 0))
}

/** The verifier shares no code with the ledger either. What it trusts is the paper of the last Z. */
async function expectBooksHold(cashier: Cashier): Promise<void> {
  const [page] = await readPdf(new Uint8Array(readFileSync(cashier.lastZ('pdf'))))
  const [paper = ''] = page?.qrCodes ?? []
  const verified = startShell('cli.js', [
    'ledger',
    'verify',
    '--data',
    cashier.data,
    '--language',
    'en',
    '--paper',
    paper,
  ])
  expect([await verified.ended, verified.output.stderr]).toEqual([0, ''])
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0
}
