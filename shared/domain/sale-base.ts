import type { Ticket } from './offer.ts'
import type { Confirmed, Order, Releasing, SaleBase, TenderResult } from './sale.ts'

/** What every state has, without what belongs to one of them. */
export function base(sale: SaleBase): SaleBase {
  const { saleId, register, language, event, sessionId, ownerRef, currency, rowsLost } = sale
  return { saleId, register, language, event, sessionId, ownerRef, currency, ...(rowsLost && { rowsLost }) }
}

/** The holds are given back; then the sale goes on or ends. */
export function releasing(sale: SaleBase, holdIds: readonly string[], afterwards: Releasing['afterwards']): Releasing {
  return { ...base(sale), state: 'releasing', holdIds, afterwards }
}

export function holdIdsOf({ seats }: Order): readonly string[] {
  return seats.map(({ holdId }) => holdId)
}

export function confirmed(
  sale: SaleBase & { order: Order; tender: TenderResult },
  tickets: readonly Ticket[],
): Confirmed {
  return { ...base(sale), state: 'confirmed', order: sale.order, tender: sale.tender, tickets }
}
