import { PNG } from 'pngjs'
import { onTestFinished } from 'vitest'
import { createSystemClock } from '../../../electron/clock.ts'
import type { PrintJob } from '../../../electron/core/printer.ts'
import {
  askPaperInTurn,
  askRealTime,
  feedAndCut,
  filler,
  initialise,
  rasterBands,
  reportChanges,
} from '../../../electron/printing/escpos/commands.ts'
import { createEscPosPrinter, type EscPosPrinterOptions } from '../../../electron/printing/escpos/escpos-printer.ts'
import { rasterisePage } from '../../../electron/printing/escpos/page-raster.ts'
import { createTcpTransport } from '../../../electron/printing/escpos/tcp-transport.ts'
import type { Piece } from '../../../electron/printing/escpos/virtual/paper-roll.ts'
import { pngOf } from '../../../electron/printing/escpos/virtual/png.ts'
import {
  createVirtualPrinter,
  type VirtualPrinter,
  type VirtualPrinterOptions,
} from '../../../electron/printing/escpos/virtual/virtual-printer.ts'
import { readQrCodes } from '../../support/pdf.ts'
import { renderTickets, sampleTicket, type TicketChanges } from '../ticket-samples.ts'

export const clock = createSystemClock()

/** A virtual printer that lives as long as the test. */
export async function virtualPrinter(options: Partial<VirtualPrinterOptions> = {}): Promise<VirtualPrinter> {
  const printer = await createVirtualPrinter({ clock, ...options })
  onTestFinished(() => printer.close())
  return printer
}

export function printerAt(port: number, options: Partial<EscPosPrinterOptions> = {}) {
  const transport = createTcpTransport({ host: '127.0.0.1', port })
  return createEscPosPrinter({ transport, clock, widthDots: 576, ...options })
}

export async function ticketJob(changes: TicketChanges = {}): Promise<PrintJob> {
  const ticket = sampleTicket(changes)
  const document = await renderTickets([ticket], { paper: 'roll-80', language: 'fr' })
  return { jobId: ticket.ticketNumber, document, paper: 'roll-80', title: ticket.ticketNumber }
}

/** Bytes of a fresh printer's first job, from the first question to the one for its end. */
export async function bytesOf(job: PrintJob, widthDots = 576): Promise<number> {
  const picture = await rasterisePage(job.document, widthDots)
  if (!picture.ok) throw new Error(picture.error.detail)
  const before = 4 * askRealTime(1).length + filler.length + initialise.length + reportChanges.length
  const bands = [...rasterBands(picture.value)].map((band) => band.length + askRealTime(1).length)
  const after = feedAndCut('partial').length + askPaperInTurn.length
  return before + bands.reduce((sum, length) => sum + length, 0) + after
}

/** What a gate's scanner reads from a piece of paper, by way of its PNG. */
export async function scan(piece: Piece | undefined): Promise<string[]> {
  if (!piece) throw new Error('no such piece of paper')
  const { width, height, data } = PNG.sync.read(Buffer.from(pngOf(piece.picture)))
  return readQrCodes({ width, height, data: Uint8ClampedArray.from(data) })
}

export function codeOf(index: number): string {
  return String(index).padStart(32, '0a')
}
