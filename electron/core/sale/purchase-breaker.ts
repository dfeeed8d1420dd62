import type { PurchaseRefusal } from '../../../shared/domain/sale/sale.ts'
import { type Ports, type RefusedPurchase, StorageFull } from '../ports/ports.ts'
import type { SaleService } from './sale-service.ts'

/** Keeps money from being taken for what the service always refuses. */
export interface PurchaseBreaker {
  /** The refusal that stands: no payment begins. Null: purchases are possible, as far as is known. */
  standing(): PurchaseRefusal | null
  /** Staff mended what was refused. */
  resume(staffId: string): void
}

/**
 * A purchase that is refused for good lets no other payment begin, until a purchase is confirmed or staff resume. The journal
 * remembers it over a restart. One sale does this once: its bytes stay as they are, and may be refused still after what
 * made them has been mended.
 */
export function watchPurchases(
  { ledger, clock, log }: Pick<Ports, 'ledger' | 'clock' | 'log'>,
  sales: Pick<SaleService, 'subscribe' | 'refusal'>,
  onChange: (standing: PurchaseRefusal | null) => void,
): PurchaseBreaker {
  const journalled = ledger.refusedPurchases()
  const known = new Set(journalled.map(({ saleId }) => saleId))
  let stands: RefusedPurchase | null = journalled.findLast(({ resumed }) => !resumed) ?? null

  sales.subscribe(({ saleId }, event) => {
    const refusal = sales.refusal(saleId)
    if (refusal && !known.has(saleId)) stop(saleId, refusal)
    // Tickets that are found tell only that their own purchase went through, perhaps before all others were refused.
    const bought =
      event?.type === 'purchase-confirmed' || (event?.type === 'tickets-found' && saleId === stands?.saleId)
    if (bought && stands) goOn({ saleId })
  })

  function stop(saleId: string, { status, code }: PurchaseRefusal): void {
    known.add(saleId)
    stands = { saleId, status, code, resumed: false }
    const told = { status, code, saleId }
    log.warn('partner.purchases-refused', told)
    note(() => ledger.note('PURCHASES_REFUSED', told, clock.now()))
    onChange(standing())
  }

  function goOn(by: { readonly saleId: string } | { readonly staffId: string }): void {
    stands = null
    log.info('partner.purchases-accepted-again', by)
    const [payload, staffId] = 'staffId' in by ? [{}, by.staffId] : [by, undefined]
    note(() => ledger.note('PURCHASES_RESUMED', payload, clock.now(), staffId))
    onChange(null)
  }

  /** A sale under way does not fail for want of room for this row. */
  function note(write: () => void): void {
    try {
      write()
    } catch (error) {
      if (!(error instanceof StorageFull)) throw error
      log.error('partner.refusal-not-recorded', error)
    }
  }

  const standing = (): PurchaseRefusal | null => stands && { status: stands.status, code: stands.code }

  return {
    standing,
    resume(staffId) {
      if (stands) goOn({ staffId })
    },
  }
}
