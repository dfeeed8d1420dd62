import { collectionCode } from '../../../shared/domain/sale/collection-code.ts'
import { dueFor } from '../../../shared/domain/money/tender.ts'
import { isAskedOn } from '../../../shared/domain/sale/sale-base.ts'
import type { MoneyQuestion, Sale } from '../../../shared/domain/sale/sale.ts'
import type { CollectionSlipState } from '../../../shared/kiosk-api/views.ts'
import type { Clock, CollectionSlip, CollectionSlipIssuer, Log } from '../ports/ports.ts'

/** The papers that bring customers back for their tickets: one each, while they stand there. */
export interface CollectionSlips {
  /** Told of every step of the sale on the screen. */
  follow(sale: Sale): void
  /** Null: this sale has none. */
  state(saleId: string): CollectionSlipState | null
}

/** `changed`: what became of the slip is known. A slip that does not come out stops nothing: its code is on the screen. */
export function createCollectionSlips(
  { clock, log }: { readonly clock: Pick<Clock, 'now'>; readonly log: Log },
  issuer: CollectionSlipIssuer,
  changed: (saleId: string) => void,
): CollectionSlips {
  const states = new Map<string, CollectionSlipState>()

  async function print(sale: MoneyQuestion): Promise<void> {
    const { saleId } = sale
    states.set(saleId, 'coming')
    const printed = await issuer.issue(slipOf(sale, clock.now().wallUtc), sale.language).catch((error: unknown) => {
      log.error('no collection slip', error)
      return null
    })
    states.set(saleId, printed?.outcome === 'printed' ? 'printed' : 'none')
    changed(saleId)
  }

  return {
    follow(sale) {
      if (isAskedOn(sale) && !states.has(sale.saleId)) void print(sale)
    },
    state: (saleId) => states.get(saleId) ?? null,
  }
}

function slipOf(sale: MoneyQuestion, atUtc: string): CollectionSlip {
  const { saleId, register, event, order, tender, currency } = sale
  return {
    code: collectionCode(saleId),
    orderId: order.orderId,
    register,
    atUtc,
    eventTitle: event.title,
    startsAt: event.startsAt,
    venue: event.venue,
    seatCodes: order.seats.map(({ place }) => place.seatCode),
    tender: tender.kind,
    amount: dueFor(tender, currency),
    currency,
    paymentReference: tender.provider?.reference ?? tender.reference,
  }
}
