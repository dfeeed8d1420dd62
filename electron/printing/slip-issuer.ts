import type { Paper } from '../../shared/domain/documents/paper.ts'
import type { Specimen } from '../../shared/domain/documents/specimen.ts'
import { languageOf } from '../../shared/domain/language.ts'
import type { SaleSlip, SlipIssuer } from '../core/ports/ports.ts'
import type { DocumentService } from './document-service.ts'
import { failedIfWorkerEnds } from './document-thread.ts'
import { createFolderPrinter } from './printers/folder-printer.ts'
import type { PrinterPool } from './printers/printer-pool.ts'
import type { LoadedPrinter } from './printers/printers.ts'

export interface SlipIssuerOptions {
  readonly documents: Pick<DocumentService, 'renderSlip'>
  /** Every slip is saved here, printed or not. */
  readonly folder: string
  readonly printers: PrinterPool
  readonly specimen: Specimen | null
}

/** Where nobody prints receipts, slips are saved as an office would print them. */
const savedPaper: Paper = 'a4'

/**
 * Creates the issuer of slips for returned tickets: a file named after the return, and a job on the first receipt
 * printer that accepts it.
 */
export function createSlipIssuer(options: SlipIssuerOptions): SlipIssuer {
  const { documents, folder, printers, specimen } = options
  const saving = createFolderPrinter(folder)

  async function printOn({ printer, paper }: LoadedPrinter, jobId: string, slip: SaleSlip, language: string) {
    const document = await documents.renderSlip({ ...slip, specimen }, { paper, language: languageOf(language) })
    return printer.print({ jobId, document, paper, title: jobId })
  }

  return {
    async issue(slip, language) {
      const { reference, copyNumber } = slip
      const jobId = copyNumber === 0 ? reference : `${reference}-duplicata-${copyNumber}`
      const paper = printers.paperOf('receipts') ?? savedPaper
      const saved = await failedIfWorkerEnds(() => printOn({ printer: saving, paper }, jobId, slip, language))
      const printed = await printers.print('receipts', jobId, (on) => printOn(on, jobId, slip, language))
      return { saved, printed }
    },
  }
}
