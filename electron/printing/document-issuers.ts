import { join } from 'node:path'
import type { Specimen } from '../../shared/domain/documents/documents.ts'
import { machineTimeZone } from '../../shared/domain/documents/local-date.ts'
import type { Paper } from '../../shared/domain/documents/paper.ts'
import { type Language, languageOf } from '../../shared/domain/language.ts'
import type { CardName } from '../../shared/i18n/texts.ts'
import type { PrinterRole, PrintOutcome } from '../kiosk/ports/devices.ts'
import type { OfficePorts } from '../kiosk/ports/office.ts'
import type {
  AccountReceiptIssuer,
  CollectionSlipIssuer,
  CollectionVoucher,
  CorrectedReceipt,
  CreditSlipIssuer,
  InvoiceIssuer,
  ReportIssuer,
  SaleInvoice,
  SaleSlip,
  SlipIssuer,
} from '../kiosk/ports/ports.ts'
import type { DocumentService } from './document-service.ts'
import { failedIfWorkerEnds } from './document-thread.ts'
import type { CardMachine } from './documents/card-content.ts'
import { type CsvStyle, reconcileCsv, reportCsv } from './documents/csv.ts'
import type { SalesListDocument } from './documents/report-content.ts'
import { FolderPrinter } from './printers/folder-printer.ts'
import { copyJob, type LoadedPrinter, type PrinterPool, printing } from './printers/printers.ts'

interface IssuerOptions {
  readonly directory: string
  readonly reportFolder: string
  readonly language: Language
  /** IANA time zone of the venue; by default, the time zone of this computer. */
  readonly timeZone?: string | undefined
  readonly specimen: Specimen | null
  readonly receiptsApart: boolean
  readonly machine: CardMachine
}

type Documents = Pick<
  DocumentService,
  'renderReceipt' | 'renderReport' | 'renderAccountPaper' | 'renderSalesList' | 'renderCard' | 'renderBadge'
>
type AnySlip = SaleSlip | CorrectedReceipt | SaleInvoice | CollectionVoucher | Parameters<CreditSlipIssuer['issue']>[0]

const savedPaper: Paper = 'a4'

export class DocumentIssuer {
  readonly #documents: Documents
  readonly #printers: PrinterPool
  readonly #options: IssuerOptions

  constructor(documents: Documents, printers: PrinterPool, options: IssuerOptions) {
    this.#documents = documents
    this.#printers = printers
    this.#options = options
  }

  readonly slips: SlipIssuer = {
    issue: async (slip, language) => {
      const jobId = copyJob(slip.reference, slip.copyNumber)
      const print = this.#slip(jobId, slip, language)
      const saved = await this.#save(join(this.#options.directory, 'slips'), 'receipts', print)
      return { saved, printed: await this.#printers.print('receipts', jobId, print) }
    },
  }

  readonly collectionSlips: CollectionSlipIssuer = {
    issue: async (slip, language, ticketsMissing) =>
      // A printer that failed to print the tickets would not print the slip either.
      ticketsMissing && !this.#options.receiptsApart
        ? null
        : this.#handOutSlip(`${slip.orderId}-collection`, slip, language),
  }

  /** These slips are not saved as files, because each can be exchanged for money or tickets. */
  readonly creditSlips: CreditSlipIssuer = {
    issue: (slip, language) => this.#handOutSlip(copyJob(`${slip.orderId}-credit`, slip.copyNumber), slip, language),
  }

  /** Saves only a specimen as a file, because the buyer on an invoice must be erasable. */
  readonly invoices: InvoiceIssuer = {
    issue: async (invoice, language) => {
      const { directory, specimen } = this.#options
      const isUnsigned = invoice.fiscal !== undefined && invoice.fiscal.state !== 'signed'
      const name = isUnsigned ? `${invoice.invoiceNumber}-unsigned` : invoice.invoiceNumber
      const jobId = copyJob(name, invoice.copyNumber)
      const print = this.#slip(jobId, invoice, language)
      const printed = await this.#handOut(jobId, print)
      if (printed || !specimen) return { saved: null, printed }
      return { saved: await this.#save(join(directory, 'slips'), 'receipts', print), printed }
    },
  }

  readonly accountReceipts: AccountReceiptIssuer = {
    issue: (receipt, language) => {
      const { specimen } = this.#options
      const jobId = `account-${receipt.reference}`
      const print = printing(jobId, (paper) =>
        this.#documents.renderAccountPaper(receipt, { paper, language: languageOf(language), specimen }),
      )
      return this.#handOut(jobId, print)
    },
  }

  readonly reports: ReportIssuer = {
    issue: async (report) => {
      const { reportFolder, language, specimen } = this.#options
      const { register, kind, shiftNo, anchor } = report
      const jobId = `${register}-${kind}-${shiftNo}-${anchor.seq}`
      const print = printing(jobId, (paper) => this.#documents.renderReport(report, { paper, language, specimen }))
      const saved = await this.#save(reportFolder, 'reports', print)
      const table = await this.#saveTable(jobId, reportCsv(report, this.#csvStyle()))
      return { saved, table, printed: await this.#printers.print('reports', jobId, print) }
    },
    table: (compared) => {
      const { register, shiftNo, startedUtc } = compared
      const jobId = `${register}-tickets-${shiftNo}-${startedUtc.replaceAll(/[-:]|\.\d+/gu, '')}`
      return this.#saveTable(jobId, reconcileCsv(compared, this.#csvStyle()))
    },
  }

  /** Issues a reference card: saves a file, and prints the card if the report printer uses A4. */
  readonly makeCard = async (
    card: CardName,
    language: Language,
  ): Promise<{ readonly saved: PrintOutcome; readonly printed: PrintOutcome | null }> => {
    const jobId = `card-${card}-${language}`
    const render = printing(jobId, () => this.#documents.renderCard(card, this.#options.machine, language))
    const print = ({ printer }: Pick<LoadedPrinter, 'printer'>) => render({ printer, paper: 'a4' })
    const saved = await this.#save(join(this.#options.directory, 'cards'), 'reports', print)
    if (this.#printers.paperOf('reports') !== 'a4') return { saved, printed: null }
    return { saved, printed: await this.#printers.print('reports', jobId, print) }
  }

  /** Saves a list of sales as PDF, and prints the list if there is a printer for reports. */
  readonly printSalesList = async (
    jobId: string,
    list: SalesListDocument,
  ): Promise<{ readonly saved: PrintOutcome; readonly printed: PrintOutcome | null }> => {
    const { reportFolder, language, specimen } = this.#options
    const print = printing(jobId, (paper) => this.#documents.renderSalesList(list, { paper, language, specimen }))
    const saved = await this.#save(reportFolder, 'reports', print)
    return { saved, printed: await this.#printers.print('reports', jobId, print) }
  }

  readonly printBadge: OfficePorts['printBadge'] = async ({ id, name, code }) => {
    const { language, specimen } = this.#options
    const role = (['tickets', 'receipts', 'reports'] as const).find((each) => this.#printers.paperOf(each) !== null)
    const jobId = `badge-${id}`
    const print = printing(jobId, (paper) => this.#documents.renderBadge({ name, code, specimen }, { paper, language }))
    return role === undefined ? null : this.#printers.print(role, jobId, print)
  }

  #slip(jobId: string, slip: AnySlip, language: string) {
    const document = { ...slip, specimen: this.#options.specimen }
    return printing(jobId, (paper) =>
      this.#documents.renderReceipt(document, { paper, language: languageOf(language) }),
    )
  }

  #handOutSlip(jobId: string, slip: AnySlip, language: string): Promise<PrintOutcome | null> {
    return this.#handOut(jobId, this.#slip(jobId, slip, language))
  }

  /** Prints a document for a customer without saving a file. */
  #handOut(jobId: string, print: (on: LoadedPrinter) => Promise<PrintOutcome>): Promise<PrintOutcome | null> {
    const role = this.#printers.paperOf('receipts') === null ? 'tickets' : 'receipts'
    return this.#printers.print(role, jobId, print)
  }

  #save(folder: string, role: PrinterRole, print: (on: LoadedPrinter) => Promise<PrintOutcome>): Promise<PrintOutcome> {
    const paper = this.#printers.paperOf(role) ?? savedPaper
    return failedIfWorkerEnds(() => print({ printer: new FolderPrinter(folder), paper }))
  }

  #saveTable(jobId: string, table: string): Promise<PrintOutcome> {
    const document = Buffer.from(table)
    return new FolderPrinter(this.#options.reportFolder, 'csv').print({
      jobId,
      title: jobId,
      paper: savedPaper,
      document,
    })
  }

  #csvStyle(): CsvStyle {
    const { language, timeZone = machineTimeZone() } = this.#options
    return { language, timeZone }
  }
}
