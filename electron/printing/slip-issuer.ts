import type { Paper } from '../../shared/domain/documents/paper.ts'
import type { Specimen } from '../../shared/domain/documents/specimen.ts'
import { languageOf } from '../../shared/domain/language.ts'
import type { SaleSlip, SlipIssuer } from '../core/ports/ports.ts'
import { createFolderPrinter } from './printers/folder-printer.ts'
import type { PrinterPool } from './printers/printer-pool.ts'
import { createTicketRenderer, type TicketRendererOptions } from './ticket-renderer.ts'

export interface SlipIssuerOptions extends TicketRendererOptions {
  /** Every slip is saved here, printed or not. */
  readonly folder: string
  readonly printers: PrinterPool
  readonly specimen: Specimen | null
}

/** Where nobody prints receipts, slips are saved as an office would print them. */
const savedPaper: Paper = 'a4'

/** Makes paper of returned tickets: a file named after the return, and a job on the first receipt printer that takes it. */
export function createSlipIssuer(options: SlipIssuerOptions): SlipIssuer {
  const { folder, printers, specimen } = options
  const renderer = createTicketRenderer(options)
  const saving = createFolderPrinter(folder)

  async function jobFor(slip: SaleSlip, language: string, paper: Paper) {
    const { reference, copyNumber } = slip
    const jobId = copyNumber === 0 ? reference : `${reference}-duplicata-${copyNumber}`
    const document = await renderer.renderSlip({ ...slip, specimen }, { paper, language: languageOf(language) })
    return { jobId, document, paper, title: jobId }
  }

  return {
    async issue(slip, language) {
      const job = await jobFor(slip, language, printers.paperOf('receipts') ?? savedPaper)
      const saved = await saving.print(job)
      const printed = await printers.print('receipts', job.jobId, async ({ printer, paper }) =>
        printer.print(paper === job.paper ? job : await jobFor(slip, language, paper)),
      )
      return { saved, printed }
    },
  }
}
