import type { Paper } from '../../shared/domain/documents/paper.ts'
import type { Specimen } from '../../shared/domain/documents/documents.ts'
import { languageOf } from '../../shared/domain/language.ts'
import type { SlipIssuer } from '../core/ports/ports.ts'
import type { DocumentService } from './document-service.ts'
import { failedIfWorkerEnds } from './document-thread.ts'
import { createFolderPrinter } from './printers/folder-printer.ts'
import { printing, type PrinterPool } from './printers/printer-pool.ts'

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
