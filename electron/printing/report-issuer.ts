import type { ShiftReport } from '../../shared/domain/money/shift-report.ts'
import { machineTimeZone } from '../../shared/domain/documents/local-date.ts'
import type { Paper } from '../../shared/domain/documents/paper.ts'
import type { Specimen } from '../../shared/domain/documents/specimen.ts'
import type { Language } from '../../shared/domain/language.ts'
import type { ReportIssuer } from '../core/ports/ports.ts'
import { createFolderPrinter } from './printers/folder-printer.ts'
import type { PrinterPool } from './printers/printer-pool.ts'
import { reconcileCsv } from './documents/reconcile-csv.ts'
import { reportCsv } from './documents/report-csv.ts'
import { createTicketRenderer, type TicketRendererOptions } from './ticket-renderer.ts'

export interface ReportIssuerOptions extends TicketRendererOptions {
  /** Every report is saved here, printed or not. */
  readonly folder: string
  readonly printers: PrinterPool
  readonly language: Language
  readonly specimen: Specimen | null
}

/** Where nobody prints reports, they are saved as an office would print them. */
const savedPaper: Paper = 'a4'

/** Makes paper of shifts' reports: files named after till, kind and shift, and a job on the first printer that takes it. */
export function createReportIssuer(options: ReportIssuerOptions): ReportIssuer {
  const { folder, printers, language, specimen, timeZone = machineTimeZone() } = options
  const renderer = createTicketRenderer(options)
  const saving = createFolderPrinter(folder)
  const tabling = createFolderPrinter(folder, 'csv')

  async function jobFor(report: ShiftReport, paper: Paper) {
    const { register, kind, shiftNo, anchor } = report
    const jobId = `${register}-${kind}-${shiftNo}-${anchor.seq}`
    const document = await renderer.renderReport(report, { paper, language, specimen })
    return { jobId, document, paper, title: jobId }
  }

  return {
    async issue(report) {
      const job = await jobFor(report, printers.paperOf('reports') ?? savedPaper)
      const saved = await saving.print(job)
      const table = await tabling.print({ ...job, document: Buffer.from(reportCsv(report, { language, timeZone })) })
      const printed = await printers.print('reports', job.jobId, async ({ printer, paper }) =>
        printer.print(paper === job.paper ? job : await jobFor(report, paper)),
      )
      return { saved, table, printed }
    },
    table(compared) {
      const { register, shiftNo, startedUtc } = compared
      const jobId = `${register}-tickets-${shiftNo}-${startedUtc.replaceAll(/[-:]|\.\d+/gu, '')}`
      const document = Buffer.from(reconcileCsv(compared, { language, timeZone }))
      return tabling.print({ jobId, title: jobId, paper: savedPaper, document })
    },
  }
}
