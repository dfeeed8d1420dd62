import { closeSync, lstatSync, openSync, readdirSync, readSync, type Stats } from 'node:fs'
import { readdir, rm, stat, writeFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { shortcutsWith } from '../../shared/domain/desk/shortcuts.ts'
import {
  instantOf,
  instantOrder,
  localStamp,
  localTime,
  machineTimeZone,
  venueTimeZone,
} from '../../shared/domain/documents/local-date.ts'
import type { Paper } from '../../shared/domain/documents/paper.ts'
import { type Language, languageOf } from '../../shared/domain/language.ts'
import type { AccountStatement } from '../../shared/domain/money/customer-account.ts'
import type { Seller } from '../../shared/domain/money/money.ts'
import { specimenOf } from '../../shared/domain/mode.ts'
import type { Result } from '../../shared/domain/result.ts'
import { orderOf } from '../../shared/domain/sale/sale-base.ts'
import { HANDED_OUT_OTHERWISE } from '../../shared/domain/sale/sale-printing.ts'
import type { Sale } from '../../shared/domain/sale/sale.ts'
import { isEventOver } from '../../shared/domain/seats/offer.ts'
import { codeOf } from '../../shared/errors.ts'
import { catalogues } from '../../shared/i18n/catalogues.ts'
import type { CardName } from '../../shared/i18n/texts.ts'
import { readVenuePlans } from '../booking/booking-service.ts'
import type { Config } from '../config/config.ts'
import { hasTerms, sellerOf } from '../config/terms.ts'
import type { Kiosk } from '../kiosk/kiosk.ts'
import type { PrinterFault, PrinterStatus, PrintOutcome, WindowPrinting } from '../kiosk/ports/devices.ts'
import type { BrandPicture, TicketDrawing, TicketPages } from '../kiosk/ports/ports.ts'
import type { PageTicket, TicketPageClient } from '../fleet/ticket-pages.ts'
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
import { statementCsv } from '../printing/documents/csv.ts'
import { contentOf, type Labelled, type TicketContent } from '../printing/documents/ticket-content.ts'
import { type QrSymbol, TicketCodes } from '../printing/layouts/qr.ts'
import { paintOf, readableOn } from '../printing/layouts/tribune.ts'
import { ink } from '../printing/pdf/canvas.ts'
import { asRead, GlyphCheck } from '../printing/pdf/printable-text.ts'
import { loadPrinters, PrinterPool, printTestPage } from '../printing/printers/printers.ts'
import { PaperTickets } from '../printing/ticket-issuer.ts'
import { readBrand } from '../printing/ticket-renderer.ts'
import { type RunOptions, runVirtualPrinter } from '../simulators/virtual-printer/virtual-printer.ts'
import type { KioskDependencies, LiveModeDependencies } from './kiosk-context.ts'
import { reportFolder } from './ledger.ts'
import type { Program } from './program.ts'

export type KioskPrinting = Awaited<ReturnType<typeof openPrinting>>

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
  // The cash drawer contains real money, so training mode never opens it.
  const printers = new PrinterPool({ printers: loaded, roles, drawer: live ? null : drawer, log })
  const receiptsApart = roles.receipts.length > 0 && !roles.receipts.some((name) => roles.tickets.includes(name))
  const specimen = specimenOf(config.mode)
  const folder = ticketFolder(config, directory)
  const tickets = new PaperTickets({ documents, printers, folder, paper, specimen, selfCheck, log })
  const {
    slips,
    invoices,
    collectionSlips,
    creditSlips,
    accountReceipts,
    reports,
    makeCard,
    printBadge,
    printSalesList,
  } = new DocumentIssuer(documents, printers, {
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
    invoices,
    collectionSlips,
    creditSlips,
    accountReceipts,
    makeCard,
    printBadge,
    printSalesList,
    unprintableIn: new GlyphCheck(fontsDirectory).unprintableIn,
    async testPrint(name: string) {
      const on = loaded.get(name)
      return on ? printTestPage(documents, language, name, on) : null
    },
    close: () => documents.close(),
  }
}

/** Returns ports that compose ticket pages in the customer's language and publish them at the hub. */
export function ticketPagesOver(
  pages: TicketPageClient,
  drawing: TicketDrawing,
  { config, log }: Pick<KioskDependencies, 'config' | 'log'>,
): TicketPages {
  const codes = new TicketCodes()
  const { mode, numerals } = config
  const [seller, timeZone] = [sellerOf(config.seller).name, venueTimeZone(config)]
  const { isOffered, newLink, addressOf } = pages
  return {
    isOffered,
    newLink,
    addressOf,
    wasOpened: (link) => pages.wasOpened(link),
    async publish(page, tickets, text) {
      const language = languageOf(text)
      try {
        const pdf = Buffer.from(await drawing.document(tickets, text)).toString('base64')
        const shown = tickets.map((ticket) => {
          const content = contentOf({ ...ticket, specimen: specimenOf(mode) }, language, numerals)
          return pageTicketOf(content, startOf(ticket.startsAt, timeZone), codes.symbolOf(ticket.qrCode))
        })
        return await pages.publish(page, { language, seller, tickets: shown, pdf })
      } catch (error) {
        log.error('ticket-page.not-drawn', error)
        return 'not drawn'
      }
    },
  }
}

/** Adds the UTC offset to a local date-time of the venue. Returns null if the text is not a date-time. */
function startOf(local: string, timeZone: string): string | null {
  const localMs = instantOrder(local)
  if (localMs === null) return null
  const stamp = localStamp(new Date(instantOf(localMs, timeZone)).toISOString(), timeZone)
  return stamp.replace(' ', 'T').replace(' ', '')
}

function pageTicketOf(content: TicketContent, startsAt: string | null, qr: QrSymbol): PageTicket {
  const { title, when, venue, tribune, figures, route, facts, zone, price, position, copyMark, specimen } = content
  const color = /^#[0-9a-f]{6}$/iu.test(tribune.color) ? tribune.color : '#666666'
  // The texts contain a special character for zeros without a slash, which only the printing fonts support. `asRead`
  // replaces it with `0`.
  const read = ({ label, value }: Labelled) => ({ label, value: asRead(value) })
  const [gate, sector, row, seat] = figures
  return {
    title: asRead(title),
    startsAt,
    when: asRead(when),
    venue,
    tribune: tribune.whole,
    color,
    ink: readableOn(paintOf(color)) === ink ? '#000000' : '#ffffff',
    position: asRead(position),
    copyMark: asRead(copyMark),
    qr,
    number: content.number,
    code: content.qrCode,
    figures: [read(gate), read(sector), read(row), read(seat)],
    route: [...route],
    facts: [...facts, { label: zone, value: price }].map(read),
    specimen: specimen ? `${specimen.word} · ${specimen.hint}` : '',
  }
}

interface TestPrint {
  readonly name: string
  readonly device: string
  readonly paper: Paper
  readonly outcome: PrintOutcome
  readonly after: PrinterStatus
}

type PrintingParts = Pick<Program, 'resourcesDirectory' | 'openDocuments'>

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
 * Returns the fault that prevents ticket printing on all configured printers; null if a printer can print tickets, or
 * if its status is unknown.
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

/** Prints the test page on each printer in turn, or only on the `wanted` printer. */
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
 * Prints test pages and passes each outcome to `say`. Returns whether all pages were printed; null if the wanted
 * printer does not exist.
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
  readonly file: string
  readonly paper: Paper
}

/** Renders documents for the tickets in a JSON Lines file. Rejects with the line number of an invalid ticket. */
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

function machineOfCards({ deviceId, shortcuts, tenders, tenderNames }: Config): CardMachine {
  return { deviceId, tenders, tenderNames, shortcuts: shortcutsWith(shortcuts) }
}

/** Writes a one-page reference card for staff to `file`. Rejects if the file cannot be written. */
export async function writeCard(
  config: Config,
  { resourcesDirectory, openDocuments }: PrintingParts,
  { card, language, file }: { readonly card: CardName; readonly language: Language; readonly file: string },
): Promise<void> {
  const documents = openDocuments({ fontsDirectory: join(resourcesDirectory, 'fonts') })
  await writeFile(file, await documents.renderCard(card, machineOfCards(config), language))
  await documents.close()
}

/** Renders the statement of a customer account as an A4 PDF and as CSV. */
export async function writeStatement(
  { resourcesDirectory, openDocuments }: PrintingParts,
  statement: AccountStatement,
  { language, timeZone, seller }: { readonly language: Language; readonly timeZone: string; readonly seller: Seller },
): Promise<{ readonly pdf: Uint8Array; readonly csv: string }> {
  const documents = openDocuments({
    fontsDirectory: join(resourcesDirectory, 'fonts'),
    timeZone,
    receipts: { seller, refundRule: {} },
  })
  const pdf = await documents.renderAccountPaper(statement, { paper: 'a4', language, specimen: null })
  await documents.close()
  return { pdf, csv: statementCsv(statement, { language, timeZone }) }
}

/** Runs a virtual receipt printer until it is stopped. Stores the printouts of each start in a new folder. */
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

export interface SavedTickets {
  readonly folder: string
  /** Number of saved receipts and tickets. The codes of the tickets may still be valid at a gate. */
  readonly files: number
  /** True if there is no ticket printer: tickets are saved in the folder, and no files in the folder are deleted. */
  readonly stay: boolean
}

/** Name of a file, complete or partly written, that `PaperTickets` saves. The order ids in the names are UUIDs. */
const SAVED = /^(?<orderId>[\da-f-]{36})(?<receipt>-receipt)?(?:-\d+(?:-duplicata-\d+)?)?\.pdf(?:\.part)?$/u

const HOUR_MS = 3_600_000

const ticketFolder = ({ tickets }: Config, directory: string): string => tickets.folder ?? join(directory, 'tickets')

const staySaved = ({ printers }: Config): boolean => printers.tickets.length === 0

export async function countSavedTickets(config: Config): Promise<SavedTickets> {
  const folder = ticketFolder(config, join(config.dataDirectory, config.mode))
  return { folder, files: (await savedIn(folder)).length, stay: staySaved(config) }
}

/**
 * Deletes the document of an order after the ledger records that all its tickets were printed on paper. Other documents
 * are deleted `tickets.deleteAfterHours` after the event. Receipts are deleted `tickets.deleteAfterHours` after the
 * sale. Files of orders that are not in the ledger are never deleted.
 */
export function deleteSavedTickets(
  { config, directory, ledger, clock, log }: KioskDependencies,
  sales: Pick<Kiosk['sales'], 'subscribe'>,
): { readonly purge: () => Promise<void>; readonly stop: () => void } {
  if (staySaved(config)) return { purge: () => Promise.resolve(), stop: () => undefined }
  const folder = ticketFolder(config, directory)
  const keptMs = config.tickets.deleteAfterHours * HOUR_MS
  let stopped = false

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
    // After `stop`, no tickets are purged, because the ledger is closed.
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

/** Returns the modification time in milliseconds; `Infinity` if the file no longer exists. */
const savedAtMs = (path: string): Promise<number> =>
  stat(path).then(
    ({ mtimeMs }) => mtimeMs,
    () => Infinity,
  )

/** Maximum size of a picture in bytes, limited because screens load the pictures repeatedly. */
const MAX_BYTES = 512 * 1024
/** File names that a screen can request. The pattern must match `pictureOf` in `renderer/kiosk/event-picture.tsx`. */
const named = /^(?:(?:team|venue|event)-)?(?=[a-z0-9-]{1,60}\.)[a-z0-9]+(?:-[a-z0-9]+)*\.(?:png|jpg|webp|svg)$/u
const HEAD_BYTES = 1024

/**
 * Returns the venue's pictures, and the rejected files with reasons. Both lists are empty if the folder does not exist.
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
    return 'its name must consist of lower-case letters a to z, digits and single hyphens between them, have at most 60 characters after team-, venue- or event-, and end in .png, .jpg, .webp or .svg'
  const path = join(folder, name)
  try {
    const file = lstatSync(path)
    return (
      faultOfFile(file) ?? (isPicture(path, extname(name)) ? null : `its content is not a ${extname(name)} picture`)
    )
  } catch (error) {
    return `it cannot be read: ${String(error)}`
  }
}

/** Rejects symbolic links, because a link could point to a private file outside the folder. */
function faultOfFile(file: Stats): string | null {
  if (!file.isFile()) return 'it is a link or a folder, not a file'
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
