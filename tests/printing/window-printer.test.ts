import { expect, test } from 'vitest'
import { createSystemClock } from '../../electron/host/system.ts'
import { WindowPrinter } from '../../electron/printing/printers/system-printer.ts'
import { createWindowPrinting, type HiddenWindow } from '../../electron/transport/window-printing.ts'
import type { Paper } from '../../shared/domain/documents/paper.ts'
import { PNG } from 'pngjs'
import { readQrCodes } from '../support/pdf.ts'
import { documents, renderTickets, sampleTicket } from './ticket-samples.ts'

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

async function job(paper: Paper) {
  const document = await renderTickets([sampleTicket()], { paper, language: 'fr' })
  return { jobId: 'order-1', document, paper, title: '<TCK-1>' }
}

test.each<[Paper, number, number]>([
  ['210x74', 210, 74],
  ['a4', 210, 297],
])('%s goes out silently, at its own size, as a picture whose code reads', async (paper, width, height) => {
  const windows = new Windows()
  expect(await printerOn(windows).status()).toEqual({ state: 'ready' })
  expect(await printerOn(windows).print(await job(paper))).toMatchObject({ outcome: 'printed' })
  const [sheet] = windows.sheets
  expect(sheet?.options).toMatchObject({
    silent: true,
    deviceName: 'Billets',
    margins: { marginType: 'none' },
    pageSize: {
      width: expect.closeTo(width * 1000, -2) as number,
      height: expect.closeTo(height * 1000, -2) as number,
    },
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
  expect(await printerOn(windows, 'Nowhere').print(await job('a4'))).toMatchObject({ outcome: 'failed' })
  expect(windows.sheets).toEqual([])
  for (const reason of ['Invalid deviceName provided', 'Invalid printer settings']) {
    windows.answer = [false, reason]
    expect(await printerOn(windows).print(await job('a4'))).toMatchObject({ outcome: 'failed', reason: 'refused' })
  }
})

test('a job that was refused underway, or of which nothing is heard, may have come out', async () => {
  const windows = new Windows()
  windows.answer = [false, 'Print job failed']
  expect(await printerOn(windows).print(await job('a4'))).toMatchObject({ outcome: 'unknown' })
  windows.answer = null
  expect(await printerOn(windows, 'Billets', 50).print(await job('a4'))).toMatchObject({ outcome: 'unknown' })
})

test('outside the Electron window there is no such printer', async () => {
  const alone = new WindowPrinter('Billets', 1000, { drawing: documents, printing: null, clock: createSystemClock() })
  expect(await alone.status()).toMatchObject({ state: 'not-ready', reason: 'missing' })
  expect(await alone.print(await job('a4'))).toMatchObject({ outcome: 'failed', reason: 'missing' })
})
