import { closeSync, lstatSync, openSync, readdirSync, readSync, type Stats } from 'node:fs'
import { readdir, rm, stat, writeFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { defaultShortcuts } from '../../shared/domain/desk/shortcuts.ts'
import { localTime, machineTimeZone } from '../../shared/domain/documents/local-date.ts'
import type { Paper } from '../../shared/domain/documents/paper.ts'
import type { Language } from '../../shared/domain/language.ts'
import { specimenOf } from '../../shared/domain/mode.ts'
import type { Result } from '../../shared/domain/result.ts'
import { orderOf } from '../../shared/domain/sale/sale-base.ts'
import { HANDED_OUT_OTHERWISE } from '../../shared/domain/sale/sale-printing.ts'
import type { Sale } from '../../shared/domain/sale/sale.ts'
import { isEventOver } from '../../shared/domain/seats/offer.ts'
import { codeOf } from '../../shared/errors.ts'
import { catalogues } from '../../shared/i18n/catalogues.ts'
import type { CardName } from '../../shared/i18n/paper-texts.ts'
import { readVenuePlans } from '../booking/booking-service.ts'
import type { Config } from '../config/config.ts'
import { hasTerms, sellerOf } from '../config/terms.ts'
import type { Kiosk } from '../kiosk/kiosk.ts'
import type { PrinterFault, PrinterStatus, PrintOutcome, WindowPrinting } from '../kiosk/ports/devices.ts'
import type { BrandPicture } from '../kiosk/ports/ports.ts'
import { createSystemClock } from '../host/system.ts'
import {
  type BulkDone,
  type BulkFailure,
  type BulkOrder,
  renderTicketsInBulk,
  readTicketLines,
} from '../printing/bulk/bulk-render.ts'
import { DocumentIssuer } from '../printing/document-issuers.ts'
import type { CardMachine } from '../printing/documents/card-content.ts'
import { GlyphCheck } from '../printing/pdf/printable-text.ts'
import { loadPrinters, PrinterPool, printTestPage } from '../printing/printers/printers.ts'
import { PaperTickets } from '../printing/ticket-issuer.ts'
import { readBrand } from '../printing/ticket-renderer.ts'
import { type RunOptions, runVirtualPrinter } from '../simulators/virtual-printer/virtual-printer.ts'
import type { KioskDependencies, LiveModeDependencies } from './kiosk-context.ts'
import { reportFolder } from './ledger.ts'
import type { Program } from './program.ts'

export type KioskPrinting = Awaited<ReturnType<typeof openPrinting>>

/** Opens the printers of a kiosk and the issuers of all its documents. */
export async function openPrinting(ground: KioskDependencies, planOf: LiveModeDependencies['planOf']) {
  const { config, directory, resourcesDirectory, openDocuments, windowPrinting, live, clock, log } = ground
  const { paper, selfCheck } = config.tickets
  const { devices, drawer = null, ...roles } = config.printers
  const printing = windowPrinting ?? null
  const fontsDirectory = join(resourcesDirectory, 'fonts')
  const { numerals, timeZone, language, refundRule, tenderNames } = config
  const { version, address } = config.terms
  const terms = hasTerms(config.terms) ? { terms: { version, address } } : {}
  const receipts = { seller: sellerOf(config.seller), refundRule, tenderNames, ...terms }
  const brand = await readBrand(config.tickets)
  const documents = openDocuments({ fontsDirectory, brand, receipts, numerals, timeZone, planOf })
  const surroundings = { paper, clock, drawing: documents, printing, resourcesDirectory }
  const loaded = live?.printers ?? loadPrinters(devices, surroundings)
  // The drawer contains real money, so it stays closed in training.
  const printers = new PrinterPool({ printers: loaded, roles, drawer: live ? null : drawer, log })
  const receiptsApart = roles.receipts.length > 0 && !roles.receipts.some((name) => roles.tickets.includes(name))
  const specimen = specimenOf(config.mode)
  const folder = ticketFolder(config, directory)
  const tickets = new PaperTickets({ documents, printers, folder, paper, specimen, selfCheck, log })
  const { slips, collectionSlips, creditSlips, reports, makeCard } = new DocumentIssuer(documents, printers, {
    directory,
    reportFolder: reportFolder(directory),
    language,
    timeZone,
    specimen,
    receiptsApart,
    machine: machineOfCards(config),
  })
  return {
    loaded,
    printers,
    opensDrawer: drawer !== null,
    tickets,
    ticketDrawing: tickets.drawing,
    reports,
    slips,
    collectionSlips,
    creditSlips,
    makeCard,
    /** Returns the characters of a text that print as a box. */
    unprintableIn: new GlyphCheck(fontsDirectory).unprintableIn,
    async testPrint(name: string) {
      const on = loaded.get(name)
      return on ? printTestPage(documents, language, name, on) : null
    },
    /** Stops the document worker once all its pending calls are complete. */
    close: () => documents.close(),
  }
}

/** Outcome of the test page on one printer, and the status of the printer afterwards. */
interface TestPrint {
  readonly name: string
  /** Name of the device as shown to staff. */
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

/**
 * Returns the reason why none of the configured printers can print tickets; null if one can, or if the printer status
 * is unknown.
 */
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
  const prints: TestPrint[] = []
  for (const [name, on] of loaded) {
    if (wanted !== null && name !== wanted) continue
    const { printer, paper } = on
    const outcome = await printTestPage(documents, config.language, name, on)
    prints.push({ name, device: printer.name, paper, outcome, after: await printer.status() })
  }
  await documents.close()
  return prints
}

/**
 * Prints test pages as `testPrints` does and passes each outcome to `say`. Resolves with whether all test pages were
 * printed; null if the wanted printer does not exist.
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

interface BulkRenderOptions extends Pick<BulkOrder, 'folder' | 'name' | 'ticketsPerFile' | 'onProgress' | 'signal'> {
  /** JSON Lines file of tickets. */
  readonly file: string
  readonly paper: Paper
}

/** Renders documents for the tickets in a file. Rejects with the line if a line is not a ticket. */
export async function renderTicketFile(
  { language, numerals, tickets }: Config,
  { resourcesDirectory, openDocuments }: PrintingParts,
  wish: BulkRenderOptions,
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
  return renderTicketsInBulk({ ...wish, documents, tickets: lines, language, selfCheck })
}

/** Returns the data for a machine's reference cards: its name, shortcuts and tenders. */
function machineOfCards({ deviceId, shortcuts, tenders, tenderNames }: Config): CardMachine {
  return { deviceId, tenders, tenderNames, shortcuts: { ...defaultShortcuts, ...shortcuts } }
}

/**
 * Writes a one-page reference card, which is kept next to the machine, to `file`. Rejects if the file cannot be
 * written.
 */
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
 * Runs a virtual receipt printer for demo and training. Resolves after it has been stopped. Each start stores its
 * printouts in a separate folder.
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

/** Files of sold tickets on this disk. */
export interface SavedTickets {
  readonly folder: string
  /** Number of receipts, and of documents with codes that may open a gate. */
  readonly files: number
  /**
   * True if there is no ticket printer: tickets are then saved in the folder instead of printed, and nothing in the
   * folder is deleted.
   */
  readonly stay: boolean
}

/** A file that `PaperTickets` saves, complete or partly written. Order ids are UUIDs. */
const SAVED = /^(?<orderId>[\da-f-]{36})(?<receipt>-receipt)?(?:-\d+(?:-duplicata-\d+)?)?\.pdf(?:\.part)?$/u

const HOUR_MS = 3_600_000

/** Returns the folder for ticket documents. `directory`: data directory of the machine for its mode. */
const ticketFolder = ({ tickets }: Config, directory: string): string => tickets.folder ?? join(directory, 'tickets')

const staySaved = ({ printers }: Config): boolean => printers.tickets.length === 0

/** Returns a count of zero if the folder does not exist. Rejects if it cannot be read. */
export async function countSavedTickets(config: Config): Promise<SavedTickets> {
  const folder = ticketFolder(config, join(config.dataDirectory, config.mode))
  return { folder, files: (await savedIn(folder)).length, stay: staySaved(config) }
}

/**
 * Deletes the document of an order as soon as the ledger records that its last ticket was printed on paper. `purge`
 * deletes printed documents that remain after a crash. Documents for unfinished sales, sales settled by staff, and
 * tickets saved to this folder instead of printed are deleted `tickets.deleteAfterHours` after their event. Receipts of
 * finished sales are deleted `tickets.deleteAfterHours` after the sale. Documents are reprinted from the ledger, so
 * files of orders that are not in the ledger are not deleted.
 */
export function deleteSavedTickets(
  {
    config,
    directory,
    ledger,
    clock,
    log,
  }: Pick<KioskDependencies, 'config' | 'directory' | 'ledger' | 'clock' | 'log'>,
  sales: Pick<Kiosk['sales'], 'subscribe'>,
): { readonly purge: () => Promise<void>; readonly stop: () => void } {
  if (staySaved(config)) return { purge: () => Promise.resolve(), stop: () => undefined }
  const folder = ticketFolder(config, directory)
  const keptMs = config.tickets.deleteAfterHours * HOUR_MS
  let stopped = false

  /** Returns whether a printer printed all tickets of the sale. */
  const isOnPaper = (sale: Sale): boolean =>
    sale.state === 'done' &&
    !sale.jobs.some(({ evidence }) => evidence.startsWith(folder) || evidence.startsWith(HANDED_OUT_OTHERWISE))

  async function remove(name: string): Promise<void> {
    try {
      await rm(join(folder, name), { force: true })
    } catch (error) {
      log.error('saved-ticket.delete-failed', error)
    }
  }

  async function purge(): Promise<void> {
    const saved = await savedIn(folder)
    // After `stop` the ledger is closed.
    if (stopped || saved.length === 0) return
    const dueBeforeMs = Date.parse(clock.now().wallUtc) - keptMs
    const sales = [...ledger.unfinished(), ...ledger.finishedSales(saved.map(({ orderId }) => orderId))]
    const saleOf = new Map(sales.map((sale) => [orderOf(sale)?.orderId, sale]))
    const dueBefore = localTime(dueBeforeMs, config.timeZone ?? machineTimeZone())
    for (const { name, orderId, isReceipt } of saved) {
      const sale = saleOf.get(orderId)
      if (!sale) continue
      const isDue =
        isReceipt && sale.state === 'done'
          ? (await savedAtMs(join(folder, name))) <= dueBeforeMs
          : isOnPaper(sale) || isEventOver(sale.event, dueBefore)
      if (isDue) await remove(name)
    }
  }

  sales.subscribe((sale) => {
    if (isOnPaper(sale)) void remove(`${orderOf(sale)?.orderId}.pdf`)
  })
  return {
    purge: () => purge().catch((error: unknown) => log.error('saved-tickets.purge-failed', error)),
    stop() {
      stopped = true
    },
  }
}

async function savedIn(folder: string) {
  const names = await readdir(folder).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR') return []
    throw error
  })
  return names.flatMap((name) => {
    const { orderId, receipt } = SAVED.exec(name)?.groups ?? {}
    return orderId === undefined ? [] : [{ name, orderId, isReceipt: receipt !== undefined }]
  })
}

/** Returns the modification time in milliseconds, or Infinity if the file no longer exists. */
const savedAtMs = (path: string): Promise<number> =>
  stat(path).then(
    ({ mtimeMs }) => mtimeMs,
    () => Infinity,
  )

/** Maximum picture size. Screens load the pictures repeatedly. */
const MAX_BYTES = 512 * 1024
/** File names that a screen can request. Must match `pictureOf` in `renderer/kiosk/event-picture.tsx`. */
const named = /^(?:(?:team|venue|event)-)?(?=[a-z0-9-]{1,60}\.)[a-z0-9]+(?:-[a-z0-9]+)*\.(?:png|jpg|webp|svg)$/u
/** Number of bytes read to detect the type of a file. */
const HEAD_BYTES = 1024

/**
 * Returns the venue's own pictures that a screen can show, and the files that no screen shows, with the reason. Both
 * lists are empty if the folder does not exist.
 */
export function brandFolder(dataDirectory: string) {
  const folder = join(dataDirectory, 'brand')
  const [pictures, refused]: [BrandPicture[], { readonly name: string; readonly why: string }[]] = [[], []]
  for (const name of namesIn(folder)) {
    const why = faultOf(folder, name)
    if (why === null) pictures.push({ name, path: join(folder, name) })
    else refused.push({ name, why })
  }
  return { pictures, refused }
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).toSorted()
  } catch {
    return []
  }
}

function faultOf(folder: string, name: string): string | null {
  if (!named.test(name))
    return 'its name has to be small letters a to z, figures and single hyphens between them, at most 60 characters after team-, venue- or event-, and end in .png, .jpg, .webp or .svg'
  const path = join(folder, name)
  try {
    const file = lstatSync(path)
    return (
      faultOfFile(file) ??
      (isPicture(path, extname(name)) ? null : `it is no picture of the kind that ${extname(name)} says`)
    )
  } catch (error) {
    return `it cannot be read: ${String(error)}`
  }
}

/** A symbolic link could lead out of the folder, to a private file. */
function faultOfFile(file: Stats): string | null {
  if (!file.isFile()) return 'it is no file of its own, but a link or a folder'
  return file.size > MAX_BYTES ? `it is larger than 512 KB: ${Math.ceil(file.size / 1024)} KB` : null
}

function isPicture(path: string, ending: string): boolean {
  const head = headOf(path)
  const starts = (...bytes: readonly number[]): boolean => bytes.every((byte, at) => head[at] === byte)
  switch (ending) {
    case '.png':
      return starts(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)
    case '.jpg':
      return starts(0xff, 0xd8, 0xff)
    case '.webp':
      return head.toString('latin1', 0, 4) === 'RIFF' && head.toString('latin1', 8, 12) === 'WEBP'
    default:
      return /^\uFEFF?\s*</u.test(head.toString('utf8')) && /<svg[\s>]/u.test(head.toString('utf8'))
  }
}

function headOf(path: string): Buffer {
  const file = openSync(path, 'r')
  try {
    const head = Buffer.alloc(HEAD_BYTES)
    return head.subarray(0, readSync(file, head, 0, HEAD_BYTES, 0))
  } finally {
    closeSync(file)
  }
}
