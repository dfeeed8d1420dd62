import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { PNG } from 'pngjs'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { createSystemClock } from '../../../electron/host/system.ts'
import type { TicketPrinter } from '../../../electron/kiosk/ports/devices.ts'
import { findPrinters, WindowPrinter } from '../../../electron/printing/printers/system-printer.ts'
import { loadPrinters } from '../../../electron/printing/printers/printers.ts'
import { Spooler, SpoolerPrinter, type SpoolerHelper } from '../../../electron/printing/printers/windows-spooler.ts'
import { readQrCodes } from '../../support/pdf.ts'
import { documents, sampleTicket, ticketJob } from '../ticket-samples.ts'
import type { FakeQueue, FakeSpoolerOrders } from './fake-spooler.ts'
import { temporaryFolder } from '../../shells/shell.ts'
import { createWindowPrinting, type HiddenWindow } from '../../../electron/transport/window-printing.ts'

const [PRINTING, PRINTED, DELETING, PAPER_OUT] = [0x10, 0x80 | 0x2000, 0x04, 0x40]
const containing = (part: string): unknown => expect.stringContaining(part)

function service(queues: FakeSpoolerOrders['queues'] = { Billets: {} }, standard?: string) {
  const log = join(temporaryFolder(), 'asked')
  const orders: FakeSpoolerOrders = { log, queues, ...(standard !== undefined && { default: standard }) }
  const file = fileURLToPath(new URL('fake-spooler.ts', import.meta.url))
  const helper: SpoolerHelper = { command: process.execPath, args: [file, JSON.stringify(orders)] }
  const asked = () =>
    (existsSync(log) ? readFileSync(log, 'utf8') : '')
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as Record<string, unknown> & { readonly op: string })
  const spooler = new Spooler(helper)
  onTestFinished(() => spooler.end())
  const printer = (queue: string | null = 'Billets', timeoutMs = 60_000): TicketPrinter =>
    new SpoolerPrinter(queue, timeoutMs, { drawing: documents, spooler }, 1)
  return { helper, asked, printer, ops: () => asked().map(({ op }) => op) }
}

describe('status', () => {
  test('names what is wrong with a queue', async () => {
    const states: readonly (readonly [FakeQueue, object])[] = [
      [{}, { state: 'ready' }],
      [{ status: 0x400 | 0x100_0000 | 0x2_0000 }, { state: 'ready' }],
      [{ status: 0x10 }, { reason: 'paper-out' }],
      [{ status: 0x08 | 0x10 }, { reason: 'jammed' }],
      [{ status: 0x80 }, { reason: 'offline' }],
      [{ attributes: 0x400 }, { reason: 'offline' }],
      [{ status: 0x40_0000 | 0x02 }, { reason: 'stopped', detail: 'cover open' }],
      [{ status: 0x01 }, { reason: 'stopped', detail: 'paused' }],
      [{ status: 0x10_0000 }, { reason: 'stopped' }],
    ]
    const { printer } = service(Object.fromEntries(states.map(([queue], index) => [`${index}`, queue])))
    for (const [index, [queue, expected]] of states.entries())
      expect([queue, await printer(`${index}`).status()]).toMatchObject([queue, expected])
  })

  test('without a name it is the default queue; one that is not there is missing, as is a helper', async () => {
    const { printer } = service({ 'Étage 2': { status: 0x10 } }, 'Étage 2')
    expect(await printer(null).status()).toMatchObject({ reason: 'paper-out' })
    expect(await printer().status()).toMatchObject({ reason: 'missing', detail: 'no printer "Billets"' })
    expect(await service().printer(null).status()).toMatchObject({ detail: 'no default printer' })
    const spooler = new Spooler({ command: '/nowhere/powershell.exe', args: [] })
    const nowhere = new SpoolerPrinter(null, 1, { drawing: documents, spooler })
    expect(await nowhere.status()).toMatchObject({ reason: 'missing', detail: containing('ENOENT') })
    expect(await nowhere.print(await ticketJob())).toMatchObject({ outcome: 'failed', reason: 'missing' })
  })
})

describe('print', () => {
  test('one page of its own size goes out, whose code can be read, and counts when the queue says printed', async () => {
    const { printer, asked } = service({ Billets: { job: [0x08, PRINTING, PRINTED].map((status) => ({ status })) } })
    const printed = { outcome: 'printed', evidence: 'queue Billets, job 17: printed' }
    expect(await printer().print(await ticketJob({}, '210x74'))).toEqual(printed)
    const [page] = asked().filter(({ op }) => op === 'print')
    expect(page).toMatchObject({ queue: 'Billets', title: 'TCK-2025-004821 order-1' })
    expect([page?.['widthMm'], page?.['heightMm']]).toEqual([expect.closeTo(210, 1), expect.closeTo(74, 1)])
    const { data, ...size } = PNG.sync.read(Buffer.from(String(page?.['picture']), 'base64'))
    expect(size.width).toBe(Math.round((Number(page?.['widthMm']) / 25.4) * 300))
    expect(await readQrCodes({ ...size, data: Uint8ClampedArray.from(data) })).toEqual([sampleTicket().qrCode])
    expect(asked().at(-1)).toMatchObject({ op: 'remove', queue: 'Billets', job: 17 })
  })

  test('nothing is handed to a printer that cannot print', async () => {
    const { printer, ops } = service({ Billets: { status: 0x10 } })
    expect(await printer().print(await ticketJob())).toMatchObject({ outcome: 'failed', reason: 'paper-out' })
    expect(ops()).toEqual(['look'])
  })

  test('a ticket counts as printed only if the queue says so, and as failed only if nothing can have come out', async () => {
    const [refused, unknown] = [{ outcome: 'failed', reason: 'refused' }, { outcome: 'unknown' }]
    const printed = { outcome: 'printed' }
    const cases: readonly (readonly [FakeQueue, object, number?])[] = [
      [{ print: 'refuse' }, refused],
      [{ print: 'refuse-paper' }, { ...refused, detail: containing('The paper size is invalid') }],
      [{ print: 'fail' }, { ...unknown, detail: containing('The printer driver is unknown') }],
      [{ print: 'crash' }, { ...unknown, detail: containing('the spooler service was stopped') }],
      // The job is deleted in the print queue.
      [{ job: ['gone'] }, refused],
      [{ job: [{ status: DELETING }] }, refused],
      [{ job: [{ status: DELETING | PRINTING }] }, unknown],
      [{ job: [{ status: PRINTING }, 'gone'] }, unknown],
      [{ job: [{ status: PRINTING }, { status: DELETING | PRINTING }] }, unknown],
      [{ job: [{ status: 0, pagesPrinted: 1 }, 'gone'] }, unknown],
      [{ job: [{ status: PRINTING }, 'fail', { status: PRINTED }] }, printed],
      // Paper is added in time.
      [{ job: [{ status: PAPER_OUT }, { status: PAPER_OUT }, { status: PRINTED }] }, printed],
      // The timeout expires.
      [{ job: [{ status: PAPER_OUT | PRINTING }] }, unknown, 20],
      [{ job: [{ status: PAPER_OUT }], remove: 'fail' }, unknown, 20],
      [{ job: [{ status: 0 }, { status: PRINTED }] }, printed, 0],
      [{ job: [{ status: PAPER_OUT }] }, { outcome: 'failed', reason: 'stopped' }, 20],
    ]
    const { printer, ops } = service(Object.fromEntries(cases.map(([queue], index) => [`${index}`, queue])))
    const job = await ticketJob()
    for (const [index, [queue, outcome, timeoutMs]] of cases.entries())
      expect([queue, await printer(`${index}`, timeoutMs).print(job)]).toMatchObject([queue, outcome])
    expect(ops().at(-1)).toBe('remove')
  })

  test('where the helper takes the page and says nothing more', async () => {
    const { printer, ops } = service({ Billets: { print: 'hang' } })
    const job = await ticketJob()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const printing = printer().print(job)
    await expect.poll(ops).toContain('print')
    vi.advanceTimersByTime(60_000)
    expect(await printing).toMatchObject({ outcome: 'unknown', detail: containing('does not reply') })
  })

  test('a helper that ends is started again for the next ticket', async () => {
    const { printer } = service({ Billets: { job: ['crash'] } })
    expect(await printer('Billets', 0).print(await ticketJob())).toMatchObject({ outcome: 'unknown' })
    expect(await printer().status()).toEqual({ state: 'ready' })
  })
})

test('on a system whose queues need the helper, a new machine is shown them by it; none where it does not answer', async () => {
  const { helper } = service({ Billets: {}, 'Étage 2': {} })
  const found = (by: SpoolerHelper) => findPrinters(null, '', by)
  const queue = { kind: 'queue', standard: false }
  const queues = (await found(helper)).filter(({ kind }) => kind === 'queue')
  expect(queues).toEqual(['Billets', 'Étage 2'].map((address) => ({ ...queue, address })))
  const nowhere = await found({ command: '/nowhere/powershell.exe', args: [] })
  expect(nowhere.filter(({ kind }) => kind === 'queue')).toEqual([])
})

test('on a system whose queues need the helper, printers of the kind "system" are spoken to by it', async () => {
  const { helper, ops } = service({ Billets: {} }, 'Billets')
  const machine = { paper: 'roll-80', clock: createSystemClock(), drawing: documents, printing: null } as const
  const desk = { kind: 'system', timeoutSeconds: 5 } as const
  const printers = loadPrinters({ desk }, { ...machine, resourcesDirectory: '', spoolerHelper: helper })
  expect(await printers.get('desk')?.printer.print(await ticketJob())).toMatchObject({ outcome: 'printed' })
  expect(ops()).toEqual(['look', 'print', 'job', 'remove'])
})

class Windows {
  readonly sheets: { readonly page: string; readonly options: unknown }[] = []
  open = 0
  answer: readonly [success: boolean, reason: string] | null = [true, '']

  readonly make = (): HiddenWindow => {
    this.open++
    let page = ''
    return {
      loadURL: (url) => {
        page = Buffer.from(url.slice(url.indexOf(',') + 1), 'base64').toString()
        return Promise.resolve()
      },
      destroy: () => void this.open--,
      webContents: {
        getPrintersAsync: () => Promise.resolve([{ name: 'Billets' }]),
        print: (options, done) => {
          this.sheets.push({ page, options })
          if (this.answer) done(...this.answer)
        },
      },
    }
  }
}

function printerOn(windows: Windows, queue = 'Billets', timeoutMs = 60_000) {
  const printing = createWindowPrinting(windows.make)
  return new WindowPrinter(queue, timeoutMs, { drawing: documents, printing, clock: createSystemClock() })
}

const job = async () => ({ ...(await ticketJob({}, 'a6')), title: '<TCK-1>' })

test('a page goes out silently, at its own size, as a picture whose code reads', async () => {
  const windows = new Windows()
  const micrometres = (millimetres: number): unknown => expect.closeTo(millimetres * 1000, -2)
  expect(await printerOn(windows).status()).toEqual({ state: 'ready' })
  expect(await printerOn(windows).print(await job())).toMatchObject({ outcome: 'printed' })
  const [sheet] = windows.sheets
  expect(sheet?.options).toMatchObject({
    silent: true,
    deviceName: 'Billets',
    margins: { marginType: 'none' },
    pageSize: { width: micrometres(105), height: micrometres(148) },
  })
  const [, picture = ''] = /base64,([^"]+)"/u.exec(sheet?.page ?? '') ?? []
  const { data, ...size } = PNG.sync.read(Buffer.from(picture, 'base64'))
  expect(await readQrCodes({ ...size, data: Uint8ClampedArray.from(data) })).toEqual([sampleTicket().qrCode])
  expect(sheet?.page).toContain('<title> TCK-1 </title>')
  expect(windows.open).toBe(0)
})

test('a queue that is not there, or whose driver refuses the paper, prints nothing', async () => {
  const windows = new Windows()
  expect(await printerOn(windows, 'Nowhere').status()).toMatchObject({ state: 'not-ready', reason: 'missing' })
  expect(await printerOn(windows, 'Nowhere').print(await job())).toMatchObject({ outcome: 'failed' })
  expect(windows.sheets).toEqual([])
  for (const reason of ['Invalid deviceName provided', 'Invalid printer settings']) {
    windows.answer = [false, reason]
    expect(await printerOn(windows).print(await job())).toMatchObject({ outcome: 'failed', reason: 'refused' })
  }
})

test('a job that was refused underway, or of which nothing is heard, may have come out', async () => {
  const windows = new Windows()
  windows.answer = [false, 'Print job failed']
  expect(await printerOn(windows).print(await job())).toMatchObject({ outcome: 'unknown' })
  windows.answer = null
  expect(await printerOn(windows, 'Billets', 50).print(await job())).toMatchObject({ outcome: 'unknown' })
})

test('outside the Electron window there is no such printer', async () => {
  const alone = new WindowPrinter('Billets', 1000, { drawing: documents, printing: null, clock: createSystemClock() })
  expect(await alone.status()).toMatchObject({ state: 'not-ready', reason: 'missing' })
  expect(await alone.print(await job())).toMatchObject({ outcome: 'failed', reason: 'missing' })
})
