import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { usualShortcuts } from '../../shared/domain/desk/shortcuts.ts'
import type { Language } from '../../shared/domain/language.ts'
import { catalogues } from '../../shared/i18n/catalogues.ts'
import type { CardName } from '../../shared/i18n/paper-texts.ts'
import type { Result } from '../../shared/domain/result.ts'
import type { Paper } from '../../shared/domain/documents/paper.ts'
import { readVenuePlans } from '../booking-service/booking-service.ts'
import { createSystemClock } from '../host/clock.ts'
import type { Config } from '../config/config.ts'
import type { PrinterFault, PrinterStatus, PrintOutcome, WindowPrinting } from '../core/ports/devices.ts'
import {
  type BulkDone,
  type BulkFailure,
  type BulkOrder,
  pressTickets,
  readTicketLines,
} from '../printing/bulk/bulk-press.ts'
import { readBrand } from '../printing/ticket-renderer.ts'
import { type RunOptions, runVirtualPrinter } from '../printing/virtual-printer/virtual-printer.ts'
import { createTestPrint, loadPrinters } from '../printing/printers/printers.ts'
import type { CardMachine } from '../printing/documents/card-content.ts'
import type { Program } from './program.ts'

/** Outcome of the test page on one printer, and the status of the printer afterwards. */
export interface TestPrint {
  readonly name: string
  /** As staff know it. */
  readonly device: string
  readonly paper: Paper
  readonly outcome: PrintOutcome
  readonly after: PrinterStatus
}

type PrintingParts = Pick<Program, 'resourcesDirectory' | 'openDocuments'>

/** Opens the printers of these settings and the service that makes their documents. */
function openPrinters(
  { printers, tickets: { paper } }: Config,
  { resourcesDirectory, openDocuments }: PrintingParts,
  printing: WindowPrinting | null,
) {
  const documents = openDocuments({ fontsDirectory: join(resourcesDirectory, 'fonts') })
  const surroundings = { paper, clock: createSystemClock(), drawing: documents, printing, resourcesDirectory }
  return { documents, loaded: loadPrinters(printers.devices, surroundings) }
}

/** Returns why the printers of these settings print no ticket; null if one prints, or if that is unknown. */
export async function ticketPrinterFault(
  config: Config,
  parts: PrintingParts,
  printing: WindowPrinting | null,
): Promise<PrinterFault | null> {
  const { loaded } = openPrinters(config, parts, printing)
  const ticketPrinters = config.printers.tickets.flatMap((name) => loaded.get(name)?.printer ?? [])
  const statuses = await Promise.all(ticketPrinters.map((printer) => printer.status()))
  const faults = statuses.flatMap((status) => (status.state === 'not-ready' ? [status.reason] : []))
  return (faults.length === statuses.length && faults[0]) || null
}

/** Prints the test page on each printer of the settings, or on the `wanted` one, one after the other. */
export async function testPrints(
  config: Config,
  parts: PrintingParts,
  wanted: string | null,
  printing: WindowPrinting | null = null,
): Promise<readonly TestPrint[]> {
  const { documents, loaded } = openPrinters(config, parts, printing)
  const testPrint = createTestPrint(documents, config.language)
  const prints: TestPrint[] = []
  for (const [name, on] of loaded) {
    if (wanted !== null && name !== wanted) continue
    const { printer, paper } = on
    const outcome = await testPrint(name, on)
    prints.push({ name, device: printer.name, paper, outcome, after: await printer.status() })
  }
  await documents.close()
  return prints
}

/**
 * Prints test pages as `testPrints` does and passes each outcome to `say`. Resolves with whether all of them printed;
 * null if there is no such printer.
 */
export async function printTestPages(
  config: Config,
  parts: PrintingParts,
  wanted: string | null,
  say: (line: string) => void,
): Promise<boolean | null> {
  const prints = await testPrints(config, parts, wanted)
  for (const { name, device, paper, outcome, after } of prints) {
    say(`${name} (${device}, ${paper}): ${inWords(outcome)}`)
    if (after.state !== 'ready') say(`${name}: ${statusInWords(after)}`)
  }
  return prints.length === 0 ? null : prints.every(({ outcome }) => outcome.outcome === 'printed')
}

export interface BulkWish extends Pick<BulkOrder, 'folder' | 'name' | 'ticketsPerFile' | 'onProgress' | 'signal'> {
  /** JSON Lines of tickets. */
  readonly file: string
  readonly paper: Paper
}

/** Makes documents of the tickets in a file. Rejects if a line is not a ticket, with the line. */
export async function pressTicketFile(
  { language, numerals, tickets }: Config,
  { resourcesDirectory, openDocuments }: PrintingParts,
  wish: BulkWish,
): Promise<Result<BulkDone, BulkFailure>> {
  const plans = readVenuePlans(join(resourcesDirectory, 'venues'))
  const documents = openDocuments({
    fontsDirectory: join(resourcesDirectory, 'fonts'),
    numerals,
    brand: await readBrand(tickets),
    planOf: (name) => plans.find(({ venue }) => venue.name === name) ?? null,
  })
  const { selfCheck } = tickets
  const lines = readTicketLines(wish.file, catalogues[language])
  return pressTickets({ ...wish, documents, tickets: lines, language, selfCheck })
}

/** Returns what a machine's cards show of it: its name, its own shortcuts and its tenders. */
export function machineOfCards({ deviceId, shortcuts, tenders, tenderNames }: Config): CardMachine {
  return { deviceId, tenders, tenderNames, shortcuts: { ...usualShortcuts, ...shortcuts } }
}

/** Writes the card of one page that is kept beside the machine. Rejects if the file cannot be written. */
export async function writeCard(
  config: Config,
  { resourcesDirectory, openDocuments }: PrintingParts,
  { card, language, file }: { readonly card: CardName; readonly language: Language; readonly file: string },
): Promise<void> {
  const documents = openDocuments({ fontsDirectory: join(resourcesDirectory, 'fonts') })
  await writeFile(file, await documents.renderCard(card, machineOfCards(config), language))
  await documents.close()
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
