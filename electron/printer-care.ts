import { join } from 'node:path'
import type { Result } from '../shared/domain/result.ts'
import type { Paper } from '../shared/domain/ticket-document.ts'
import { readVenuePlans } from './booking-service/venue-files.ts'
import { createSystemClock } from './clock.ts'
import type { Config } from './config.ts'
import type { PrinterStatus, PrintOutcome } from './core/printer.ts'
import { pressTickets, type BulkDone, type BulkFailure, type BulkOrder } from './printing/bulk/bulk-press.ts'
import { readTicketLines } from './printing/bulk/ticket-lines.ts'
import { readBrand } from './printing/brand-files.ts'
import { runVirtualPrinter, type RunOptions } from './printing/escpos/virtual/run-virtual-printer.ts'
import { loadPrinters } from './printing/printers.ts'
import { createTestPrint } from './printing/test-print.ts'
import type { Program } from './program.ts'

/**
 * Prints the test page on each printer of the settings, or on the one named, and says what each made of it. Resolves
 * with whether all of them printed; null where there is nothing to print on.
 */
export async function printTestPages(
  { printers, tickets, language }: Config,
  resourcesDirectory: string,
  wanted: string | null,
  say: (line: string) => void,
): Promise<boolean | null> {
  const loaded = loadPrinters(printers.devices, {
    paper: tickets.paper,
    clock: createSystemClock(),
    printing: null,
    resourcesDirectory,
  })
  const chosen = [...loaded].filter(([name]) => wanted === null || name === wanted)
  if (chosen.length === 0) return null
  const testPrint = createTestPrint(join(resourcesDirectory, 'fonts'), language)
  let all = true
  for (const [name, loadedPrinter] of chosen) {
    const { printer, paper } = loadedPrinter
    const outcome = await testPrint(name, loadedPrinter)
    say(`${name} (${printer.name}, ${paper}): ${inWords(outcome)}`)
    const after = await printer.status()
    if (after.state !== 'ready') say(`${name}: ${statusInWords(after)}`)
    all &&= outcome.outcome === 'printed'
  }
  return all
}

export interface BulkWish extends Pick<BulkOrder, 'folder' | 'name' | 'ticketsPerFile' | 'onProgress' | 'signal'> {
  /** JSON Lines of tickets. */
  readonly file: string
  readonly paper: Paper
}

/** Makes documents of the tickets in a file, in a thread of their own. Rejects with the line that is no ticket. */
export async function pressTicketFile(
  { language, numerals, tickets }: Config,
  { resourcesDirectory, ticketWorker }: Pick<Program, 'resourcesDirectory' | 'ticketWorker'>,
  wish: BulkWish,
): Promise<Result<BulkDone, BulkFailure>> {
  return pressTickets({
    ...wish,
    workerFile: ticketWorker,
    tickets: readTicketLines(wish.file),
    fontsDirectory: join(resourcesDirectory, 'fonts'),
    language,
    numerals,
    selfCheck: tickets.selfCheck,
    brand: await readBrand(tickets),
    plans: readVenuePlans(join(resourcesDirectory, 'venues')),
  })
}

/**
 * A receipt printer that exists only here, for demo and training; resolves once it was told to stop. Each start has a
 * folder of its own for its paper.
 */
export async function playPrinter(options: Omit<RunOptions, 'clock'>): Promise<void> {
  const clock = createSystemClock()
  const started = clock.now().wallUtc.slice(0, 19).replaceAll(':', '-')
  const folder = join(options.folder, started)
  await runVirtualPrinter({ ...options, folder, clock }).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
    const { host, port } = options
    throw new Error(`port ${port} at ${host} is in use: choose another with --port`, { cause: error })
  })
}

function inWords(outcome: PrintOutcome): string {
  if (outcome.outcome === 'printed') return `printed – ${outcome.evidence}`
  return outcome.outcome === 'failed' ? `failed (${outcome.reason}) – ${outcome.detail}` : `unknown – ${outcome.detail}`
}

function statusInWords(status: Exclude<PrinterStatus, { state: 'ready' }>): string {
  return status.state === 'unknown'
    ? `state unknown – ${status.detail}`
    : `not ready: ${status.reason} – ${status.detail}`
}
