import type { CreditSlipReason } from '../../../shared/domain/documents/documents.ts'
import { orderOf, slipsByReason } from '../../../shared/domain/sale/sale-base.ts'
import type { Sale } from '../../../shared/domain/sale/sale.ts'
import type { CreditSlipIssuer, SaleLedger } from '../ports/ports.ts'
import type { PrintOutcome } from '../ports/printer.ts'

/** Puts a slip on paper, as the ledger has it: a copy says what the first one said. Null: nothing prints such papers, or there is no such slip. */
export type PrintSlip = (slipId: string, copyNumber: number) => Promise<PrintOutcome | null>

export function slipPrinting(
  { ledger, slipHub }: { readonly ledger: Pick<SaleLedger, 'slips' | 'find'>; readonly slipHub?: unknown },
  issuer: CreditSlipIssuer | null,
): PrintSlip {
  return async (slipId, copyNumber) => {
    const slip = ledger.slips.find(slipId)
    const sale = slip && ledger.find(slip.saleId)
    const order = sale && orderOf(sale)
    if (!issuer || !slip || !order) return null
    const { amount, currency, issuedUtc } = slip
    const document = {
      why: whyOf(sale, slipId),
      slipId,
      amount,
      currency,
      issuedUtc,
      copyNumber,
      code: ledger.slips.codeOf(slip),
      anywhere: slipHub !== undefined,
      register: sale.register,
      orderId: order.orderId,
      eventTitle: sale.event.title,
    }
    return issuer.issue(document, sale.language)
  }
}

/** Of tickets that came back it is where no step of the sale itself issued it. */
function whyOf(sale: Sale, slipId: string): CreditSlipReason {
  const { over, unpaid } = slipsByReason(sale)
  if (over.some((slip) => slip.slipId === slipId)) return 'over'
  return unpaid.some((slip) => slip.slipId === slipId) ? 'unpaid' : 'returned'
}
