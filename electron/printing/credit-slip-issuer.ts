import { languageOf } from '../../shared/domain/language.ts'
import type { CreditSlipIssuer } from '../core/ports/ports.ts'
import type { CollectionSlipIssuerOptions } from './collection-slip-issuer.ts'
import type { DocumentService } from './document-service.ts'
import { printing } from './printers/printer-pool.ts'

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
