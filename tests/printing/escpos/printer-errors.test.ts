import { connect, createServer, type Socket } from 'node:net'
import { pipeline } from 'node:stream'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { Clock } from '../../../electron/kiosk/ports/ports.ts'
import { queryPaperStatus, askProcessId, reportNothing } from '../../../electron/printing/escpos/session.ts'
import { TcpTransport, noConnection, type Transport } from '../../../electron/printing/escpos/transport.ts'
import type { Piece } from '../../../electron/simulators/virtual-printer/mechanism.ts'
import { err } from '../../../shared/domain/result.ts'
import { listen } from '../../partner/scripted-partner.ts'
import { fastClock } from '../../support/clocks.ts'
import { bytesOf, codeOf, hurryingClock, printerAt, printerOn, scan, virtualPrinter } from './printers.ts'
import { ticketJob } from '../ticket-samples.ts'

describe.each([
  ['paper out', 'paper 20000', 'paper-out'],
  ['jam', 'clear', 'jammed'],
])('%s', (befall, mend, reason) => {
  test('before: nothing is sent, and the ticket prints once it is seen to', async () => {
    const { device, printer } = await printerOn()
    device.order(befall)
    expect(await printer.status()).toMatchObject({ state: 'not-ready', reason })
    const job = await ticketJob()
    expect(await printer.print(job)).toMatchObject({ outcome: 'failed', reason })
    expect(device.pieces).toEqual([])
    device.order(mend)
    expect(await printer.print(job)).toMatchObject({ outcome: 'printed' })
    expect(device.pieces).toHaveLength(1)
  })

  test('during: unknown; the rest of the ticket never comes, and the next one is whole', async () => {
    const { device, printer } = await printerOn()
    device.order(`piece 1 at 60: ${befall}`)
    expect(await printer.print(await ticketJob({ qrCode: codeOf(1) }))).toMatchObject({ outcome: 'unknown' })
    expect(await printer.status()).toMatchObject({ state: 'not-ready', reason })
    device.order(mend)
    expect(await printer.print(await ticketJob({ qrCode: codeOf(2) }))).toMatchObject({ outcome: 'printed' })
    expect(await codesOn(device.pieces)).toEqual([codeOf(2)])
    expect(await scan(device.pieces.at(-1))).toEqual([codeOf(2)])
  })
})

/** Blocks the thread, and thus both the program and the virtual printer, for the given time. */
function standStill(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
}

const codesOn = async (pieces: readonly Piece[]): Promise<string[]> => (await Promise.all(pieces.map(scan))).flat()

test('a jam is told even when the printer takes nothing more, no question either', async () => {
  const { device, printer } = await printerOn({ bufferBytes: 1_000 })
  device.order('piece 1 at 60: jam')
  expect(await printer.print(await ticketJob())).toEqual({ outcome: 'unknown', detail: 'mechanical error' })
  expect(device.state().connected).toBe(true)
  // The printer detects the disconnection only after printing part of its buffer.
  device.order('speed 20')
  device.order('clear')
  const next = printer.print(await ticketJob({ qrCode: codeOf(2) }))
  await expect.poll(() => device.state().connected).toBe(false)
  device.order('speed max')
  expect(await next).toMatchObject({ outcome: 'printed' })
  expect(await scan(device.pieces.at(-1))).toEqual([codeOf(2)])
})

test('a fault right after the acknowledgement leaves the ticket in doubt', async () => {
  const { device, printer } = await printerOn()
  const job = await ticketJob()
  // The fault occurs at the first of the final queries, after the command that disables the printer's status reports.
  const bytes = (await bytesOf(job, askProcessId('0000'))) + reportNothing.length + 1
  device.order(`after ${bytes}: cover open`)
  expect(await printer.print(job)).toEqual({ outcome: 'unknown', detail: 'cover open' })
  expect(device.pieces).toHaveLength(1)
})

test('off-line by its button: not before it is back, and a ticket under way waits for it', async () => {
  const { device, printer } = await printerOn()
  device.order('offline')
  expect(await printer.print(await ticketJob())).toMatchObject({ outcome: 'failed', reason: 'offline' })
  device.order('online')
  device.order('piece 1 at 50: offline')
  const printing = printer.print(await ticketJob())
  await expect.poll(() => device.state().offline).toBe(true)
  expect(device.pieces).toEqual([])
  device.order('online')
  expect(await printing).toMatchObject({ outcome: 'printed' })
})

test('a printer that answers nothing gets no ticket', async () => {
  const device = await virtualPrinter()
  const printer = printerAt(device.port, { clock: hurryingClock(() => device.state().muted) })
  device.order('mute')
  expect(await printer.status()).toMatchObject({ state: 'not-ready', reason: 'offline' })
  expect(await printer.print(await ticketJob())).toMatchObject({ outcome: 'failed', reason: 'offline' })
  expect(device.pieces).toEqual([])
})

test('a printer that answers in time is heard, whenever the computer stands still meanwhile', async () => {
  const { printer } = await printerOn({}, { limits: { connectMs: 200, replyMs: 200 } })
  for (const afterMs of [0, 1, 2, 3, 4, 5, 6]) {
    const asked = printer.status()
    setTimeout(() => standStill(220), afterMs)
    expect([afterMs, await asked]).toEqual([afterMs, { state: 'ready' }])
  }
})

test('a printer that falls silent within a ticket leaves it unknown', async () => {
  const device = await virtualPrinter()
  const printer = printerAt(device.port, { clock: hurryingClock(() => device.state().muted) })
  device.order('after 20000: mute')
  expect(await printer.print(await ticketJob())).toMatchObject({ outcome: 'unknown' })
})

test('a make that does not name jobs is never believed by a name', async () => {
  const device = await virtualPrinter({ knowsProcessIds: false })
  const printer = printerAt(device.port, { clock: hurryingClock(() => device.pieces.length > 0) })
  expect(await printer.print(await ticketJob())).toMatchObject({ outcome: 'unknown' })
  expect(device.pieces).toHaveLength(1)
})

test.each([
  ['', 0],
  [', though the computer stood still while it waited for it', 500],
])('a simpler make: an answer that belongs to a torn job is not taken for the next one’s%s', async (_what, stillMs) => {
  const onPiece = (): void => {
    if (device.pieces.length === 2) setTimeout(() => standStill(stillMs), 20)
  }
  const { device, printer } = await printerOn(
    { clock: fastClock, knowsProcessIds: false, bufferBytes: 1_000_000, onPiece },
    { clock: fastClock, acknowledgement: 'paper-status' },
  )
  // The printer's buffer contains the whole job and the last query, and the printer has no command to clear the buffer.
  device.order('piece 1 at 150: speed 1')
  const job = await ticketJob({ qrCode: codeOf(1) })
  device.order(`after ${await bytesOf(job, queryPaperStatus)}: jam`)
  expect(await printer.print(job)).toMatchObject({ outcome: 'unknown' })
  device.order('clear')
  // Pieces 2 and 3 are the rest of the torn ticket and the paper cut off behind it. The printer's replies about both
  // arrive late.
  device.order('speed 40')
  device.order('piece 4 at 1: speed 50')
  device.order('piece 4 at 40: jam')
  expect(await printer.print(await ticketJob({ qrCode: codeOf(2) }))).toMatchObject({ outcome: 'unknown' })
  expect(device.pieces).toHaveLength(3)
})

test('slower than the timeout with it: unknown, and never stuck', async () => {
  const options = { clock: fastClock, limits: { timeoutMs: 700 } }
  const { printer } = await printerOn({ clock: fastClock, millimetresPerSecond: 40 }, options)
  expect(await printer.print(await ticketJob())).toMatchObject({ outcome: 'unknown' })
})

test('switched off and on again, it is found again', async () => {
  const device = await virtualPrinter()
  const printer = printerAt(device.port, { clock: hurryingClock(() => !device.state().on) })
  expect(await printer.print(await ticketJob())).toMatchObject({ outcome: 'printed' })
  device.order('off')
  expect(await printer.print(await ticketJob())).toMatchObject({ outcome: 'failed', reason: 'offline' })
  device.order('on')
  expect(await printer.print(await ticketJob())).toMatchObject({ outcome: 'printed' })
  expect(device.pieces).toHaveLength(2)
})

test('nobody at the address, and a host that is no printer', async () => {
  const server = createServer((socket) => socket.resume().end('HTTP/1.1 400 Bad Request\r\n\r\n'))
  const printer = printerAt(await listen(server), { limits: { connectMs: 300 } })
  expect(await printer.print(await ticketJob())).toMatchObject({ outcome: 'failed', reason: 'offline' })
  await new Promise((resolve) => server.close(resolve))
  expect(await printer.status()).toMatchObject({ state: 'not-ready', reason: 'offline' })
})

/** Ways in which a printer shows that it is in use by another program, for as long as `isHeld` returns true. */
const holds: readonly (readonly [string, (port: number, isHeld: () => boolean) => Promise<Transport>])[] = [
  [
    'closes connections',
    async (port, isHeld) => {
      return transportTo((socket) => {
        if (isHeld()) socket.destroy()
        else pipeline(socket, connect(port, '127.0.0.1'), socket, () => {})
      })
    },
  ],
  [
    'accepts a connection that it serves later',
    async (port, isHeld) => {
      let isOver = false
      onTestFinished(() => void (isOver = true))
      const serve = async (socket: Socket): Promise<void> => {
        await expect.poll(() => isHeld() && !isOver).toBe(false)
        pipeline(socket, connect(port, '127.0.0.1'), socket, () => {})
      }
      return transportTo((socket) => void serve(socket))
    },
  ],
  [
    'is a device file that is in use',
    async (port, isHeld) => {
      const free = new TcpTransport('127.0.0.1', port)
      const held = Object.assign(new Error('device or resource busy'), { code: 'EBUSY' })
      return { name: free.name, open: async (...args) => (isHeld() ? err(noConnection(held)) : free.open(...args)) }
    },
  ],
]

async function transportTo(onHost: (socket: Socket) => void): Promise<Transport> {
  const port = await listen(createServer((socket) => onHost(socket.on('error', () => {}))))
  return new TcpTransport('127.0.0.1', port)
}

function holdFor(heldMs: number): { readonly clock: Clock; readonly isHeld: () => boolean } {
  let held = true
  const hurrying: Clock = hurryingClock(() => (held &&= hurrying.now().monoMs < endsAt))
  const endsAt = hurrying.now().monoMs + heldMs
  return { clock: hurrying, isHeld: () => held }
}

describe.each(holds)('a printer that another till holds and that %s', (_what, transportWhile) => {
  test('is waited for, which is reported, and then prints', async () => {
    const device = await virtualPrinter()
    const { clock: hurried, isHeld } = holdFor(8_000)
    const transport = await transportWhile(device.port, isHeld)
    const printer = printerAt(0, { transport, clock: hurried, limits: { replyMs: 1_000 } })
    const reports: boolean[] = []
    printer.onAwaited((awaited) => reports.push(awaited), new AbortController().signal)
    expect(await printer.status()).toEqual({ state: 'ready' })
    expect(reports).toEqual([true, false])
    expect(await printer.print(await ticketJob())).toMatchObject({ outcome: 'printed' })
    expect(reports).toEqual([true, false])
  })

  test('has failed if it is held for longer than ten seconds, and is then not waited for as long', async () => {
    const device = await virtualPrinter()
    const { clock: hurried, isHeld } = holdFor(60_000)
    const printer = printerAt(0, { transport: await transportWhile(device.port, isHeld), clock: hurried })
    const job = await ticketJob()
    const waitOfPrint = async (): Promise<number> => {
      const begunMs = hurried.now().monoMs
      expect(await printer.print(job)).toMatchObject({ outcome: 'failed', reason: 'offline' })
      return hurried.now().monoMs - begunMs
    }
    const firstMs = await waitOfPrint()
    expect(firstMs).toBeGreaterThan(9_000)
    expect(await waitOfPrint()).toBeLessThan(firstMs)
    expect(device.pieces).toEqual([])
  })
})

test('a document that is no single page is refused before the printer is asked', async () => {
  const printer = printerAt(9)
  const job = await ticketJob()
  const printed = await printer.print({ ...job, document: Buffer.from('%PDF-1.7 nothing') })
  expect(printed).toMatchObject({ outcome: 'failed', reason: 'refused' })
})
