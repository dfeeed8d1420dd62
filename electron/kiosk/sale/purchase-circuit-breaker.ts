import type { PurchaseRefusal } from '../../../shared/domain/sale/sale.ts'
import { type Ports, type RefusedPurchase, StorageFull } from '../ports/ports.ts'
import type { SaleService } from './sale-service.ts'

/**
 * Suspends payments after a refused purchase until a purchase is confirmed or staff resume payments. Each sale suspends
 * payments at most once, because its unchanged request may be refused even after the cause is fixed.
 */
export class PurchaseCircuitBreaker {
  readonly #ports: Pick<Ports, 'ledger' | 'clock' | 'log'>
  readonly #onChange: (standing: PurchaseRefusal | null) => void
  readonly #known: Set<string>
  #refused: RefusedPurchase | null

  constructor(
    ports: Pick<Ports, 'ledger' | 'clock' | 'log'>,
    sales: Pick<SaleService, 'subscribe' | 'refusal'>,
    onChange: (standing: PurchaseRefusal | null) => void,
  ) {
    this.#ports = ports
    this.#onChange = onChange
    const journalled = ports.ledger.refusedPurchases()
    this.#known = new Set(journalled.map(({ saleId }) => saleId))
    this.#refused = journalled.findLast(({ resumed }) => !resumed) ?? null
    sales.subscribe(({ saleId }, event) => {
      const refusal = sales.refusal(saleId)
      if (refusal && !this.#known.has(saleId)) this.#suspend(saleId, refusal)
      // Tickets found at the partner prove only that their own purchase was accepted, perhaps before other refusals.
      const bought =
        event?.type === 'purchase-confirmed' || (event?.type === 'tickets-found' && saleId === this.#refused?.saleId)
      if (bought && this.#refused) this.#goOn({ saleId })
    })
  }

  /** Returns the refusal for which payments are suspended, or null. */
  standing(): PurchaseRefusal | null {
    return this.#refused && { status: this.#refused.status, code: this.#refused.code }
  }

  resume(staffId: string): void {
    if (this.#refused) this.#goOn({ staffId })
  }

  #suspend(saleId: string, { status, code }: PurchaseRefusal): void {
    const { ledger, clock, log } = this.#ports
    this.#known.add(saleId)
    this.#refused = { saleId, status, code, resumed: false }
    const refused = { status, code, saleId }
    log.warn('partner.purchasing-suspended', refused)
    this.#note(() => ledger.note('PURCHASING_SUSPENDED', refused, clock.now()))
    this.#onChange(this.standing())
  }

  #goOn(by: { readonly saleId: string } | { readonly staffId: string }): void {
    const { ledger, clock, log } = this.#ports
    this.#refused = null
    log.info('partner.purchases-accepted-again', by)
    const [payload, staffId] = 'staffId' in by ? [{}, by.staffId] : [by, undefined]
    this.#note(() => ledger.note('PURCHASING_RESUMED', payload, clock.now(), staffId))
    this.#onChange(null)
  }

  /** If the disk is full, the sale continues without the journal row. */
  #note(write: () => void): void {
    try {
      write()
    } catch (error) {
      if (!(error instanceof StorageFull)) throw error
      this.#ports.log.error('partner.refusal-not-recorded', error)
    }
  }
}
