import { join } from 'node:path'
import { specimenOf } from '../../../shared/domain/mode.ts'
import type { OfficePorts } from '../../core/ports/office.ts'
import type {
  CollectionSlipIssuer,
  CreditSlipIssuer,
  Printers,
  ReportIssuer,
  SlipIssuer,
  TicketDrawing,
  TicketIssuer,
} from '../../core/ports/ports.ts'
import { readBrand } from '../../printing/ticket-renderer.ts'
import {
  createCardIssuer,
  createCollectionSlipIssuer,
  createCreditSlipIssuer,
  createReportIssuer,
  createSlipIssuer,
} from '../../printing/document-issuers.ts'
import {
  createPrinterPool,
  createTestPrint,
  type LoadedPrinter,
  loadPrinters,
} from '../../printing/printers/printers.ts'
import { createGlyphCheck } from '../../printing/pdf/printable-text.ts'
import { createTicketDrawing, createTicketIssuer } from '../../printing/ticket-issuer.ts'
import { hasTerms, sellerOf } from '../../config/terms.ts'
import { machineOfCards } from '../printers.ts'
import { reportFolder } from '../sale-ledger.ts'
import type { Ground } from './ground.ts'
import { ticketFolder } from './saved-tickets.ts'
import type { KioskSeller } from './seller.ts'

export interface KioskPaper {
  /** By name. */
  readonly loaded: ReadonlyMap<string, LoadedPrinter>
  readonly printers: Printers
  readonly opensDrawer: boolean
  readonly tickets: TicketIssuer
  readonly ticketDrawing: TicketDrawing
  readonly reports: ReportIssuer
  readonly slips: SlipIssuer
  readonly collectionSlips: CollectionSlipIssuer
  readonly creditSlips: CreditSlipIssuer
  readonly testPrint: OfficePorts['testPrint']
  readonly makeCard: OfficePorts['makeCard']
  /** Returns the characters of a text that print as a box. */
  readonly unprintableIn: (text: string) => readonly string[]
  /** Ends the document worker once its calls are answered. */
  readonly close: () => Promise<void>
}

/** Opens the printers of a kiosk and all that is printed on them. */
export async function openPaper(ground: Ground, planOf: KioskSeller['plans']['named']): Promise<KioskPaper> {
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
  // The drawer holds real money, so it stays shut in training.
  const printers = createPrinterPool({ printers: loaded, roles, drawer: live ? null : drawer, log })
  const receiptsApart = roles.receipts.length > 0 && !roles.receipts.some((name) => roles.tickets.includes(name))
  const to = { documents, printers, specimen: specimenOf(config.mode) }
  const testPrint = createTestPrint(documents, language)
  return {
    loaded,
    printers,
    opensDrawer: drawer !== null,
    tickets: createTicketIssuer({ ...to, folder: ticketFolder(config, directory), paper, selfCheck, log }),
    ticketDrawing: createTicketDrawing({ ...to, paper }),
    reports: createReportIssuer({ ...to, folder: reportFolder(directory), language, timeZone }),
    slips: createSlipIssuer({ ...to, folder: join(directory, 'slips') }),
    collectionSlips: createCollectionSlipIssuer({ ...to, receiptsApart }),
    creditSlips: createCreditSlipIssuer({ ...to }),
    makeCard: createCardIssuer({ ...to, folder: join(directory, 'cards'), machine: machineOfCards(config) }),
    unprintableIn: createGlyphCheck(fontsDirectory),
    async testPrint(name) {
      const on = loaded.get(name)
      return on ? testPrint(name, on) : null
    },
    close: () => documents.close(),
  }
}
