import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { PNG } from 'pngjs'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { createSystemClock } from '../../../electron/host/system.ts'
import type { PrintJob, TicketPrinter } from '../../../electron/kiosk/ports/devices.ts'
import { findPrinters } from '../../../electron/printing/printers/system-printer.ts'
import { loadPrinters } from '../../../electron/printing/printers/printers.ts'
import { Spooler, SpoolerPrinter, type SpoolerHelper } from '../../../electron/printing/printers/windows-spooler.ts'
import type { Paper } from '../../../shared/domain/documents/paper.ts'
import { readQrCodes } from '../../support/pdf.ts'
import { documents, renderTickets, sampleTicket } from '../ticket-samples.ts'
import type { FakeSpoolerOrders } from './fake-spooler.ts'
import { temporaryFolder } from '../../shells/shell.ts'

const [PRINTING, PRINTED, DELETING, PAPER_OUT] = [0x10, 0x80 | 0x2000, 0x04, 0x40]
const containing = (part: string): unknown => expect.stringContaining(part)

function service(orders: Partial<FakeSpoolerOrders> = {}) {
  const folder = temporaryFolder()
  const log = join(folder, 'asked')
  const all: FakeSpoolerOrders = { log, queues: { Billets: {} }, ...orders }
  const file = fileURLToPath(new URL('fake-spooler.ts', import.meta.url))
  const helper: SpoolerHelper = { command: process.execPath, args: [file, JSON.stringify(all)] }
  const asked = () =>
    (existsSync(log) ? readFileSync(log, 'utf8') : '')
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as Record<string, unknown> & { readonly op: string })
  const printer = (queue: string | null = 'Billets', timeoutMs = 60_000): TicketPrinter => {
    const spooler = new Spooler(helper)
    onTestFinished(() => spooler.end())
    return new SpoolerPrinter(queue, timeoutMs, { drawing: documents, spooler }, 1)
  }
  return { helper, asked, printer, ops: () => asked().map(({ op }) => op) }
}

async function jobOf(paper: Paper = 'roll-80'): Promise<PrintJob> {
  const document = await renderTickets([sampleTicket()], { paper, language: 'fr' })
  return { jobId: 'order-1', document, paper, title: 'TCK-2025-004821' }
}

describe('status', () => {
  test.each([
    [{}, { state: 'ready' }],
    [{ status: 0x400 | 0x100_0000 | 0x2_0000 }, { state: 'ready' }],
    [{ status: 0x10 }, { reason: 'paper-out' }],
    [{ status: 0x08 | 0x10 }, { reason: 'jammed' }],
    [{ status: 0x80 }, { reason: 'offline' }],
    [{ attributes: 0x400 }, { reason: 'offline' }],
    [{ status: 0x40_0000 | 0x02 }, { reason: 'stopped', detail: 'cover open' }],
    [{ status: 0x01 }, { reason: 'stopped', detail: 'paused' }],
    [{ status: 0x10_0000 }, { reason: 'stopped' }],
  ])('%j', async (queue, expected) => {
    expect(
      await service({ queues: { Billets: queue } })
        .printer()
        .status(),
    ).toMatchObject(expected)
  })

  test('without a name it is the default queue; one that is not there is missing, as is a helper', async () => {
    const billets = { queues: { 'Étage 2': { status: 0x10 } } }
    expect(
      await service({ ...billets, default: 'Étage 2' })
        .printer(null)
        .status(),
    ).toMatchObject({ reason: 'paper-out' })
    expect(await service(billets).printer(null).status()).toMatchObject({
      reason: 'missing',
      detail: 'no default printer',
    })
    expect(await service(billets).printer().status()).toMatchObject({ detail: 'no printer "Billets"' })
    const spooler = new Spooler({ command: '/nowhere/powershell.exe', args: [] })
    const nowhere = new SpoolerPrinter(null, 1, { drawing: documents, spooler })
    expect(await nowhere.status()).toMatchObject({
      state: 'not-ready',
      reason: 'missing',
      detail: containing('ENOENT'),
    })
    expect(await nowhere.print(await jobOf())).toMatchObject({ outcome: 'failed', reason: 'missing' })
  })
})

describe('print', () => {
  test.each<[Paper, number, number]>([
    ['roll-80', 80, 0],
    ['210x74', 210, 74],
    ['a4', 210, 297],
  ])(
    'on %s: one page of its own size goes out, whose code can be read, and counts when the queue says printed',
    async (paper, width, height) => {
      const { printer, asked } = service({ job: [{ status: 0x08 }, { status: PRINTING }, { status: PRINTED }] })
      expect(await printer().print(await jobOf(paper))).toEqual({
        outcome: 'printed',
        evidence: 'queue Billets, job 17: printed',
      })
      const [page] = asked().filter(({ op }) => op === 'print')
      expect(page).toMatchObject({
        queue: 'Billets',
        title: 'TCK-2025-004821 order-1',
        widthMm: expect.closeTo(width, 1) as number,
      })
      if (height > 0) expect(page).toMatchObject({ heightMm: expect.closeTo(height, 1) as number })
      const picture = PNG.sync.read(Buffer.from(String(page?.['picture']), 'base64'))
      expect(picture.width).toBe(Math.round((Number(page?.['widthMm']) / 25.4) * 300))
      const data = new Uint8ClampedArray(picture.data)
      expect(await readQrCodes({ width: picture.width, height: picture.height, data })).toEqual([sampleTicket().qrCode])
      expect(asked().at(-1)).toMatchObject({ op: 'remove', queue: 'Billets', job: 17 })
    },
  )

  test('nothing is handed to a printer that cannot print', async () => {
    const { printer, ops } = service({ queues: { Billets: { status: 0x10 } } })
    expect(await printer().print(await jobOf())).toMatchObject({ outcome: 'failed', reason: 'paper-out' })
    expect(ops()).toEqual(['look'])
  })

  test.each([
    ['refuse', { outcome: 'failed', reason: 'refused' }],
    ['refuse-paper', { outcome: 'failed', reason: 'refused', detail: containing('The paper size is invalid') }],
    ['fail', { outcome: 'unknown', detail: containing('The printer driver is unknown') }],
    ['crash', { outcome: 'unknown', detail: containing('the spooler service was stopped') }],
  ] as const)('where the queue does not take the page (%s)', async (print, outcome) => {
    expect(
      await service({ print })
        .printer()
        .print(await jobOf()),
    ).toMatchObject(outcome)
  })

  test('where the helper takes the page and says nothing more', async () => {
    const { printer, ops } = service({ print: 'hang' })
    const job = await jobOf()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const printing = printer().print(job)
    await expect.poll(ops).toContain('print')
    vi.advanceTimersByTime(60_000)
    expect(await printing).toMatchObject({ outcome: 'unknown', detail: containing('gives no answer') })
  })

  test.each([
    [['gone'], { outcome: 'failed', reason: 'refused' }],
    [[{ status: DELETING }], { outcome: 'failed', reason: 'refused' }],
    [[{ status: DELETING | PRINTING }], { outcome: 'unknown' }],
    [[{ status: PRINTING }, 'gone'], { outcome: 'unknown' }],
    [[{ status: PRINTING }, { status: DELETING | PRINTING }], { outcome: 'unknown' }],
    [[{ status: 0, pagesPrinted: 1 }, 'gone'], { outcome: 'unknown' }],
    [[{ status: PRINTING }, 'fail', { status: PRINTED }], { outcome: 'printed' }],
  ] as const)('a job that somebody deletes never counts as printed: %j', async (job, outcome) => {
    expect(
      await service({ job })
        .printer()
        .print(await jobOf()),
    ).toMatchObject(outcome)
  })

  test('a printer out of paper gets the time to be filled', async () => {
    const { printer } = service({ job: [{ status: PAPER_OUT }, { status: PAPER_OUT }, { status: PRINTED }] })
    expect(await printer().print(await jobOf())).toMatchObject({ outcome: 'printed' })
  })

  test('timeout ends: the job is removed; what had begun is unknown, what had not has failed', async () => {
    const waiting = service({ job: [{ status: PAPER_OUT }] })
    expect(await waiting.printer('Billets', 20).print(await jobOf())).toMatchObject({
      outcome: 'failed',
      reason: 'stopped',
    })
    expect(waiting.ops().at(-1)).toBe('remove')
    const begun = service({ job: [{ status: PAPER_OUT | PRINTING }] })
    expect(await begun.printer('Billets', 20).print(await jobOf())).toMatchObject({ outcome: 'unknown' })
    const kept = service({ job: [{ status: PAPER_OUT }], remove: 'fail' })
    expect(await kept.printer('Billets', 20).print(await jobOf())).toMatchObject({ outcome: 'unknown' })
    const late = service({ job: [{ status: 0 }, { status: PRINTED }] })
    expect(await late.printer('Billets', 0).print(await jobOf())).toMatchObject({ outcome: 'printed' })
  })

  test('a helper that ends is started again for the next ticket', async () => {
    const { printer } = service({ job: ['crash'] })
    const same = printer('Billets', 0)
    expect(await same.print(await jobOf())).toMatchObject({ outcome: 'unknown' })
    expect(await same.status()).toEqual({ state: 'ready' })
  })
})

test('on a system whose queues need the helper, a new machine is shown them by it; none where it does not answer', async () => {
  const { helper } = service({ queues: { Billets: {}, 'Étage 2': {} } })
  const found = (by: SpoolerHelper) => findPrinters(null, '', by)
  const queue = { kind: 'queue', standard: false }
  expect((await found(helper)).filter(({ kind }) => kind === 'queue')).toEqual([
    { ...queue, address: 'Billets' },
    { ...queue, address: 'Étage 2' },
  ])
  const nowhere = await found({ command: '/nowhere/powershell.exe', args: [] })
  expect(nowhere.filter(({ kind }) => kind === 'queue')).toEqual([])
})

test('on a system whose queues need the helper, printers of the kind "system" are spoken to by it', async () => {
  const { helper, ops } = service({ default: 'Billets' })
  const printers = loadPrinters(
    { desk: { kind: 'system', timeoutSeconds: 5 } },
    {
      paper: 'roll-80',
      clock: createSystemClock(),
      drawing: documents,
      printing: null,
      resourcesDirectory: '',
      spoolerHelper: helper,
    },
  )
  expect(await printers.get('desk')?.printer.print(await jobOf())).toMatchObject({ outcome: 'printed' })
  expect(ops()).toEqual(['look', 'print', 'job', 'remove'])
})
