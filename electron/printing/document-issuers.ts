import type { Specimen } from '../../shared/domain/documents/documents.ts'
import { machineTimeZone } from '../../shared/domain/documents/local-date.ts'
import type { Paper } from '../../shared/domain/documents/paper.ts'
import { type Language, languageOf } from '../../shared/domain/language.ts'
import type { CardName } from '../../shared/i18n/paper-texts.ts'
import type { PrintOutcome } from '../core/ports/devices.ts'
import type { CollectionSlipIssuer, CreditSlipIssuer, ReportIssuer, SlipIssuer } from '../core/ports/ports.ts'
import type { DocumentService } from './document-service.ts'
import { failedIfWorkerEnds } from './document-thread.ts'
import type { CardMachine } from './documents/card-content.ts'
import { reconcileCsv, reportCsv } from './documents/csv.ts'
import { createFolderPrinter } from './printers/folder-printer.ts'
import { type PrinterPool, printing } from './printers/printers.ts'

interface CardIssuerOptions {
  readonly documents: Pick<DocumentService, 'renderCard'>
  /** Every card is saved here, printed or not. */
  readonly folder: string
  readonly printers: PrinterPool
  readonly machine: CardMachine
}

/**
 * Returns a function that makes a card to be kept beside a machine: a file, and paper if the report printer takes A4.
 */
export function createCardIssuer({ documents, folder, printers, machine }: CardIssuerOptions) {
  const saving = createFolderPrinter(folder)
  return async (
    card: CardName,
    language: Language,
  ): Promise<{ readonly saved: PrintOutcome; readonly printed: PrintOutcome | null }> => {
    const jobId = `card-${card}-${language}`
    const print = printing(jobId, () => documents.renderCard(card, machine, language))
    const saved = await failedIfWorkerEnds(() => print({ printer: saving, paper: 'a4' }))
    if (printers.paperOf('reports') !== 'a4') return { saved, printed: null }
    return { saved, printed: await printers.print('reports', jobId, ({ printer }) => print({ printer, paper: 'a4' })) }
  }
}

interface CollectionSlipIssuerOptions {
  readonly documents: Pick<DocumentService, 'renderCollectionSlip'>
  readonly printers: PrinterPool
  readonly specimen: Specimen | null
  /** Whether receipts are printed on printers that print no tickets. */
  readonly receiptsApart: boolean
}

/**
 * Creates the issuer of slips with the reference of a sale. They are printed on the receipt printer, or else on the
 * ticket printer. None is saved: some references are worth as much as the tickets.
 */
export function createCollectionSlipIssuer({
  documents,
  printers,
  specimen,
  receiptsApart,
}: CollectionSlipIssuerOptions): CollectionSlipIssuer {
  return {
    async issue(slip, language, ticketsMissing) {
      // A printer that failed to print the tickets does not print the slip either.
      if (ticketsMissing && !receiptsApart) return null
      const jobId = `${slip.orderId}-collection`
      const role = printers.paperOf('receipts') === null ? 'tickets' : 'receipts'
      const print = printing(jobId, (paper) =>
        documents.renderCollectionSlip({ ...slip, specimen }, { paper, language: languageOf(language) }),
      )
      return printers.print(role, jobId, print)
    },
  }
}

/**
 * Creates the issuer of credit slips. They are printed on the receipt printer, or else on the ticket printer. None is
 * saved: each is worth money.
 */
export function createCreditSlipIssuer({
  documents,
  printers,
  specimen,
}: Pick<CollectionSlipIssuerOptions, 'printers' | 'specimen'> & {
  readonly documents: Pick<DocumentService, 'renderCreditSlip'>
}): CreditSlipIssuer {
  return {
    async issue(slip, language) {
      const { orderId, copyNumber } = slip
      const jobId = copyNumber === 0 ? `${orderId}-credit` : `${orderId}-credit-duplicata-${copyNumber}`
      const role = printers.paperOf('receipts') === null ? 'tickets' : 'receipts'
      const print = printing(jobId, (paper) =>
        documents.renderCreditSlip({ ...slip, specimen }, { paper, language: languageOf(language) }),
      )
      return printers.print(role, jobId, print)
    },
  }
}

interface ReportIssuerOptions {
  readonly documents: Pick<DocumentService, 'renderReport'>
  /** Every report is saved here, printed or not. */
  readonly folder: string
  readonly printers: PrinterPool
  readonly language: Language
  readonly specimen: Specimen | null
  /** IANA time zone of the venue; default: that of this machine. */
  readonly timeZone?: string | undefined
}

/** Paper of saved reports if no printer prints reports. */
const savedPaper: Paper = 'a4'

/**
 * Creates the issuer of shift reports: files named after register, kind and shift, and a job on the first printer that
 * accepts it.
 */
export function createReportIssuer(options: ReportIssuerOptions): ReportIssuer {
  const { documents, folder, printers, language, specimen, timeZone = machineTimeZone() } = options
  const saving = createFolderPrinter(folder)
  const tabling = createFolderPrinter(folder, 'csv')

  return {
    async issue(report) {
      const { register, kind, shiftNo, anchor } = report
      const jobId = `${register}-${kind}-${shiftNo}-${anchor.seq}`
      const paper = printers.paperOf('reports') ?? savedPaper
      const print = printing(jobId, (on) => documents.renderReport(report, { paper: on, language, specimen }))
      const saved = await failedIfWorkerEnds(() => print({ printer: saving, paper }))
      const document = Buffer.from(reportCsv(report, { language, timeZone }))
      const table = await tabling.print({ jobId, document, paper, title: jobId })
      return { saved, table, printed: await printers.print('reports', jobId, print) }
    },
    table(compared) {
      const { register, shiftNo, startedUtc } = compared
      const jobId = `${register}-tickets-${shiftNo}-${startedUtc.replaceAll(/[-:]|\.\d+/gu, '')}`
      const document = Buffer.from(reconcileCsv(compared, { language, timeZone }))
      return tabling.print({ jobId, title: jobId, paper: savedPaper, document })
    },
  }
}

interface SlipIssuerOptions {
  readonly documents: Pick<DocumentService, 'renderSlip'>
  /** Every slip is saved here, printed or not. */
  readonly folder: string
  readonly printers: PrinterPool
  readonly specimen: Specimen | null
}

/**
 * Creates the issuer of slips for returned tickets: a file named after the return, and a job on the first receipt
 * printer that accepts it.
 */
export function createSlipIssuer(options: SlipIssuerOptions): SlipIssuer {
  const { documents, folder, printers, specimen } = options
  const saving = createFolderPrinter(folder)

  return {
    async issue(slip, language) {
      const { reference, copyNumber } = slip
      const jobId = copyNumber === 0 ? reference : `${reference}-duplicata-${copyNumber}`
      const paper = printers.paperOf('receipts') ?? savedPaper
      const print = printing(jobId, (on) =>
        documents.renderSlip({ ...slip, specimen }, { paper: on, language: languageOf(language) }),
      )
      const saved = await failedIfWorkerEnds(() => print({ printer: saving, paper }))
      return { saved, printed: await printers.print('receipts', jobId, print) }
    },
  }
}
