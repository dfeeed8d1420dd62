import { buffer } from 'node:stream/consumers'
import PDFDocument from 'pdfkit'
import { PNG } from 'pngjs'
import { createSystemClock } from '../../../electron/host/system.ts'
import type { Clock } from '../../../electron/kiosk/ports/ports.ts'
import type { PrintJob } from '../../../electron/kiosk/ports/devices.ts'
import {
  askRealTime,
  feedAndCut,
  filler,
  initialise,
  rasterBands,
  reportChanges,
} from '../../../electron/printing/escpos/session.ts'
import { EscPosPrinter, type EscPosPrinterOptions } from '../../../electron/printing/escpos/escpos-printer.ts'
import { type Bitmap, rasterisePage } from '../../../electron/printing/escpos/bitmap.ts'
import { TcpTransport } from '../../../electron/printing/escpos/transport.ts'
import { type Piece, pngOf } from '../../../electron/simulators/virtual-printer/mechanism.ts'
import {
  VirtualPrinter,
  type VirtualPrinterOptions,
} from '../../../electron/simulators/virtual-printer/virtual-printer.ts'
import type { Instant } from '../../../shared/domain/sale/sale.ts'
import { cleanUp } from '../../support/clean-up.ts'
import { readQrCodes } from '../../support/pdf.ts'
import { documents } from '../ticket-samples.ts'
import { need } from '../../world/kiosk-fixture.ts'

export const clock = createSystemClock()

/** Returns a clock that runs fast while `hurry` returns true, so that missing replies cost little time. */
export function hurryingClock(hurry: () => boolean): Clock {
  const slice = 10
  let ahead = 0
  const now = (): Instant => {
    const real = clock.now()
    return { ...real, monoMs: real.monoMs + ahead }
  }
  return {
    now,
    async sleep(ms, signal) {
      const until = now().monoMs + ms
      for (let left = ms; left > 0; left = until - now().monoMs) {
        if (signal?.aborted) return
        // Data in transit on the sockets of this process arrives between two timers.
        await clock.sleep(hurry() ? 1 : Math.min(left, slice), signal)
        if (hurry()) ahead += 20 * slice
      }
    },
  }
}

export async function virtualPrinter(options: Partial<VirtualPrinterOptions> = {}): Promise<VirtualPrinter> {
  const printer = await VirtualPrinter.start({ clock, ...options })
  cleanUp(() => printer.close())
  return printer
}

export function printerAt(port: number, options: Partial<EscPosPrinterOptions> = {}) {
  const transport = new TcpTransport('127.0.0.1', port)
  return new EscPosPrinter({ transport, clock, drawing: documents, widthDots: 576, ...options })
}

export async function printerOn(device: Partial<VirtualPrinterOptions> = {}, more: Partial<EscPosPrinterOptions> = {}) {
  const started = await virtualPrinter(device)
  return { device: started, printer: printerAt(started.port, more) }
}

/** Returns the number of bytes of the first job up to the end of `question`, which requests the acknowledgement. */
export async function bytesOf(job: PrintJob, question: Uint8Array): Promise<number> {
  const picture = need(await rasterisePage(job.document, 576))
  const before = 4 * askRealTime(1).length + filler.length + initialise.length + reportChanges.length
  const bands = [...rasterBands(picture)].map((band) => band.length + askRealTime(1).length)
  const after = feedAndCut('partial').length + question.length
  return before + bands.reduce((sum, length) => sum + length, 0) + after
}

export async function scan(piece: Piece | undefined): Promise<string[]> {
  if (!piece) throw new Error('no such piece of paper')
  return codesOf(piece.picture)
}

export async function codesOf(bitmap: Bitmap): Promise<string[]> {
  const { width, height, data } = PNG.sync.read(Buffer.from(pngOf(bitmap)))
  return readQrCodes({ width, height, data: Uint8ClampedArray.from(data) })
}

/** Returns a PDF that starts with one page of `size` in points. */
export async function pdfOf(size: [number, number], draw: (pdf: PDFKit.PDFDocument) => void): Promise<Buffer> {
  const pdf = new PDFDocument({ size, margin: 0 })
  draw(pdf)
  pdf.end()
  return buffer(pdf)
}

export const codeOf = (index: number): string => String(index).padStart(32, '0a')
