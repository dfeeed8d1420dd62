import { collectionCode } from '../../../shared/domain/sale/collection-code.ts'
import { dueFor, sumOf } from '../../../shared/domain/money/tender.ts'
import { isAskedOn, takenFor } from '../../../shared/domain/sale/sale-base.ts'
import type { Sale } from '../../../shared/domain/sale/sale.ts'
import type { CollectionSlipState, SaleStage } from '../../../shared/kiosk-api/views.ts'
import type { Clock, CollectionSlip, CollectionSlipIssuer, Log } from '../ports/ports.ts'

/** The papers with the reference of a sale that its customer comes back for, or that staff have to look at: one each. */
export interface CollectionSlips {
  /** Told of every step of the sale on the screen, and of where it stands for its customer. */
  follow(sale: Sale, stage: SaleStage['name']): void
  /** Null: this sale has none. */
  state(saleId: string): CollectionSlipState | null
}

/** `changed`: what became of the slip is known. A slip that does not come out stops nothing: the reference is on the screen. */
export function createCollectionSlips(
  { clock, log }: { readonly clock: Pick<Clock, 'now'>; readonly log: Log },
  issuer: CollectionSlipIssuer,
  changed: (saleId: string) => void,
): CollectionSlips {
  const states = new Map<string, CollectionSlipState>()

  async function print(sale: PaidOrAsked, ticketsMissing: boolean): Promise<void> {
    const { saleId } = sale
    states.set(saleId, 'coming')
    const slip = slipOf(sale, clock.now().wallUtc)
    const printed = await issuer.issue(slip, sale.language, ticketsMissing).catch((error: unknown) => {
      log.error('collection.slip-failed', error)
      return null
    })
    states.set(saleId, printed?.outcome === 'printed' ? 'printed' : 'none')
    changed(saleId)
  }

  return {
    follow(sale, stage) {
      if (!withReference.has(stage) || states.has(sale.saleId)) return
      // Before a payment began there is nothing to come back for.
      if ('order' in sale && 'tender' in sale) void print(sale, stage === 'print-problem')
    },
    state: (saleId) => states.get(saleId) ?? null,
  }
}

const withReference: ReadonlySet<SaleStage['name']> = new Set(['needs-staff', 'refund-due', 'print-problem'])

type PaidOrAsked = Extract<Sale, { readonly order: unknown; readonly tender: unknown }>

function amountOf(sale: PaidOrAsked): number {
  if (isAskedOn(sale)) return dueFor(sale.tender, sale.currency)
  return sale.state === 'refund-due' ? sumOf(takenFor(sale)) : sale.order.amount
}

function slipOf(sale: PaidOrAsked, atUtc: string): CollectionSlip {
  const { saleId, register, event, order, tender, currency } = sale
  return {
    why: isAskedOn(sale) ? 'payment-open' : 'trouble',
    code: collectionCode(saleId),
    orderId: order.orderId,
    register,
    atUtc,
    eventTitle: event.title,
    startsAt: event.startsAt,
    venue: event.venue,
    seatCodes: order.seats.map(({ place }) => place.seatCode),
    tender: tender.kind,
    amount: amountOf(sale),
    currency,
    paymentReference: tender.provider?.reference ?? tender.reference,
  }
}
