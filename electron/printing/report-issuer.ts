import { machineTimeZone } from '../../shared/domain/documents/local-date.ts'
import type { Paper } from '../../shared/domain/documents/paper.ts'
import type { Specimen } from '../../shared/domain/documents/documents.ts'
import type { Language } from '../../shared/domain/language.ts'
import type { ReportIssuer } from '../core/ports/ports.ts'
import type { DocumentService } from './document-service.ts'
import { failedIfWorkerEnds } from './document-thread.ts'
import { createFolderPrinter } from './printers/folder-printer.ts'
import { printing, type PrinterPool } from './printers/printer-pool.ts'
import { reconcileCsv } from './documents/reconcile-csv.ts'
import { reportCsv } from './documents/report-csv.ts'

export interface ReportIssuerOptions {
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
