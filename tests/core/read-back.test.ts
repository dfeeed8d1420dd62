import { expect, test } from 'vitest'
import { createSystemClock } from '../../electron/host/clock.ts'
import type { SaleTicket, TicketIssuer } from '../../electron/core/ports/ports.ts'
import type { PrintOutcome } from '../../electron/core/ports/printer.ts'
import { createReadBack } from '../../electron/core/sale/read-back.ts'
import { sampleTicket } from '../printing/ticket-samples.ts'

const ticket: SaleTicket = sampleTicket()

/** A printer that comes to the outcome when it is told. */
function printer() {
  let finish: (outcome: PrintOutcome) => void = () => undefined
  const issuer: TicketIssuer = {
    status: () => Promise.resolve({ state: 'ready' }),
    save: () => Promise.resolve({ outcome: 'printed', evidence: 'saved' }),
    print: () => new Promise((resolve) => (finish = resolve)),
  }
  return { issuer, finish: (outcome: PrintOutcome) => finish(outcome) }
}

const printed: PrintOutcome = { outcome: 'printed', evidence: 'job 7' }

function readBackOn({ issuer }: ReturnType<typeof printer>, waitMs = 60_000, stopping = new AbortController().signal) {
  return createReadBack(issuer, createSystemClock(), waitMs, stopping)
}

test('a ticket that nobody reads, or of which only another code is read, may have come out', async () => {
  const device = printer()
  const readBack = readBackOn(device, 20)
  const unread = readBack.tickets.print(ticket, 'fr')
  device.finish(printed)
  expect(await unread).toEqual({ outcome: 'unknown', detail: 'job 7; not read back' })
  const misread = readBack.tickets.print(ticket, 'fr')
  expect(readBack.scanned('f'.repeat(32))).toBe('another')
  device.finish(printed)
  expect(await misread).toEqual({ outcome: 'unknown', detail: 'job 7; another code was read' })
})

test('a ticket that was read is out, also before the printer says so and where it cannot tell', async () => {
  const device = printer()
  const readBack = readBackOn(device)
  for (const outcome of [printed, { outcome: 'unknown', detail: 'job 7' }] as const) {
    const printing = readBack.tickets.print(ticket, 'fr')
    expect(readBack.scanned('f'.repeat(32))).toBe('another')
    expect(readBack.scanned(ticket.qrCode)).toBe('wanted')
    device.finish(outcome)
    expect(await printing).toEqual({ outcome: 'printed', evidence: 'job 7; read back' })
  }
})

test('a partner’s own code is read as it is; only a hexadecimal one in either case', async () => {
  const device = printer()
  const readBack = readBackOn(device)
  const spoken: readonly (readonly [code: string, read: string, another?: string])[] = [
    ['Billet-É-7', 'Billet-É-7', 'billet-é-7'],
    ['ABCDEF'.repeat(5) + '01', 'abcdef'.repeat(5) + '01'],
  ]
  for (const [qrCode, read, another] of spoken) {
    const printing = readBack.tickets.print({ ...ticket, qrCode }, 'fr')
    if (another) expect(readBack.scanned(another)).toBe('another')
    expect(readBack.scanned(read)).toBe('wanted')
    device.finish(printed)
    expect(await printing).toMatchObject({ outcome: 'printed' })
  }
})

test('what failed, and duplicates, wait for no scanner', async () => {
  const device = printer()
  const readBack = readBackOn(device)
  const failed: PrintOutcome = { outcome: 'failed', reason: 'paper-out', detail: 'no paper' }
  const failing = readBack.tickets.print(ticket, 'fr')
  device.finish(failed)
  expect(await failing).toEqual(failed)
  const copying = readBack.tickets.print({ ...ticket, copyNumber: 1 }, 'fr')
  expect(readBack.scanned(ticket.qrCode)).toBe('nothing-wanted')
  device.finish(printed)
  expect(await copying).toEqual(printed)
})

test('a kiosk that stops does not wait for a scanner', async () => {
  const device = printer()
  const stopping = new AbortController()
  const printing = readBackOn(device, 600_000, stopping.signal).tickets.print(ticket, 'fr')
  stopping.abort()
  device.finish(printed)
  expect(await printing).toMatchObject({ outcome: 'unknown' })
})
