import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { expect, onTestFinished } from 'vitest'
import { createSystemClock } from '../../electron/host/clock.ts'
import { createVirtualPrinter } from '../../electron/printing/escpos/virtual/virtual-printer.ts'
import { peopleOf } from '../e2e/desk-people.ts'
import { startServiceProgram, type Service } from '../e2e/sale-machine.ts'
import { startShell, temporaryFolder } from '../shells/shell.ts'
import { readPdf } from '../support/pdf.ts'
import { labelOf, type AtTheDesk } from './at-the-desk.ts'
import { Cashier } from './cashier.ts'
import { dayOf } from './day-script.ts'
import { Hands } from './hands.ts'
import { lastZ } from './office.ts'

const SHIFTS = 2
const FLOAT = 200_000

/** Starts a machine with these settings and data that sells from that service; its window or page. */
export type StartDesk = (service: Service, settings: object, data: string) => Promise<Page>

/** Plays a day of so many sales; whatever the accountant and the machine do not agree on fails it. Where it was played. */
export async function liveADay(start: StartDesk, seed: number, sales: number): Promise<AtTheDesk> {
  const cashier = await cashierForADay(start)
  for (const [index, acts] of dayOf(seed, SHIFTS, sales).entries()) {
    const { z, expected } = await cashier.work(acts, FLOAT + index * 5_000)
    for (const [item, figure] of expected) expect({ item, ...z.get(item) }).toEqual({ item, ...figure })
  }
  await expectServiceAgrees(cashier.at)
  await expectBooksHold(cashier.at)
  return cashier.at
}

async function cashierForADay(start: StartDesk): Promise<Cashier> {
  const printer = await createVirtualPrinter({ clock: createSystemClock(), paperMillimetres: 1_000_000 })
  onTestFinished(() => printer.close())
  const address = `tcp://127.0.0.1:${printer.port}`
  const devices = { counter: { kind: 'escpos', address, drawer: { pin: 2, pulseMs: 120 } } }
  const printers = { devices, tickets: ['counter'], receipts: ['counter'], drawer: 'counter' }
  const quick = { thinkSeconds: 0, patienceSeconds: 0, lateSeconds: 2 }
  const settings = {
    role: 'cashier',
    printers,
    shifts: { cashierMoves: 100_000 },
    simulatedTerminal: quick,
    simulatedMobileMoney: quick,
  }
  const data = temporaryFolder()
  const { mariama, alpha, fatou } = await peopleOf(data)
  const service = await startServiceProgram()
  const hands = new Hands(await start(service, settings, data))
  return new Cashier({ hands, data, service, printer, cashiers: [mariama, alpha], supervisor: fatou })
}

/** Every seat that was paid for is the service's ticket, and no other; what went back opens no gate. */
async function expectServiceAgrees(at: AtTheDesk): Promise<void> {
  const noted = at.accountant.sales.flatMap(({ labels, returned }) =>
    labels.map((label) => `${label} ${returned.has(label) ? 'CANCELLED' : 'SOLD'}`),
  )
  const said = async () => {
    const tickets: string[] = []
    for await (const ticket of at.tickets()) tickets.push(`${labelOf(ticket)} ${ticket.status}`)
    return tickets.toSorted()
  }
  // The money never waits for a cancellation.
  await expect.poll(said).toEqual(noted.toSorted())
}

/** The verifier shares no code with the ledger either. What it trusts is the paper of the last Z. */
async function expectBooksHold(at: AtTheDesk): Promise<void> {
  const pages = await readPdf(new Uint8Array(readFileSync(lastZ(at, 'pdf'))))
  const [paper = ''] = pages.flatMap(({ qrCodes }) => qrCodes)
  const verified = startShell('cli.js', [
    'ledger',
    'verify',
    '--data',
    at.desk.data,
    '--language',
    'en',
    '--paper',
    paper,
  ])
  expect([await verified.ended, verified.output.stderr]).toEqual([0, ''])
}
