import type { Specimen } from '../../shared/domain/documents/documents.ts'
import { languageOf } from '../../shared/domain/language.ts'
import type { CollectionSlipIssuer } from '../core/ports/ports.ts'
import type { DocumentService } from './document-service.ts'
import { printing, type PrinterPool } from './printers/printer-pool.ts'

export interface CollectionSlipIssuerOptions {
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
