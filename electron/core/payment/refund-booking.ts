import type { ProviderRefund, RefundClosedBy } from '../../../shared/domain/sale/open-payment.ts'
import type { Ports } from '../ports/ports.ts'
import type { RefundOutcome } from '../ports/tender-driver.ts'
import type { AfterSaleService } from '../sale/after-sale-service.ts'
import type { SaleService } from '../sale/sale-service.ts'

export interface RefundBooks {
  readonly sales: Pick<SaleService, 'find' | 'act' | 'answerable'>
  readonly afterSales: Pick<AfterSaleService, 'paidBack'>
}

/** Writes down what becomes of refunds over providers. */
export function refundBooking(
  { ledger, clock, log }: Pick<Ports, 'ledger' | 'clock' | 'log'>,
  { sales, afterSales }: RefundBooks,
) {
  /** The money is with the customer again; `receipt`: what the provider calls it, or staff who saw it there. */
  async function book(refund: ProviderRefund, receipt: string, staffId: string): Promise<void> {
    const { saleId, payment, reference, amount, kind, currency } = refund
    if (ledger.openPayments().some((open) => open.reference === payment)) {
      const paid = { saleId, reference: payment, kind, currency, amount, receipt, refund: reference }
      ledger.recordAfterSale({ type: 'payment-paid-back', ...paid }, staffId, clock.now())
      return
    }
    const sale = sales.find(saleId)
    const isOwed = sale?.state === 'refund-due' && sale.tender.reference === payment && sales.answerable(saleId)
    if (!isOwed) throw new Error(`sale ${saleId} cannot take the refund ${reference} of ${payment} now`)
    sales.act(saleId, { type: 'refunded', refundReference: receipt, refund: reference, staffId })
    await afterSales.paidBack(saleId)
  }

  function close({ saleId, reference }: ProviderRefund, by: RefundClosedBy, reason: string, staffId: string | null) {
    ledger.recordAfterSale({ type: 'refund-closed', saleId, reference, by, reason }, staffId, clock.now())
  }

  return {
    book,
    close,
    /** What the provider says; `sent`: to its being asked for. Staff may have been faster. */
    note: async (refund: ProviderRefund, said: RefundOutcome, sent: boolean): Promise<void> => {
      const { saleId, reference, staffId } = refund
      if (!ledger.openRefunds().some((open) => open.reference === reference)) return
      log.info('refund.answered', { saleId, reference, ...said })
      if (said.outcome === 'refunded') await book(refund, said.receipt, staffId)
      else if (said.outcome === 'refused') close(refund, 'provider', said.reason, null)
      else if (said.outcome === 'unavailable' && sent) close(refund, 'unsent', '', null)
    },
  }
}
