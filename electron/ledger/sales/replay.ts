import type { Checkout } from '../../../shared/domain/seats/offer.ts'
import { base } from '../../../shared/domain/sale/sale-base.ts'
import { transition } from '../../../shared/domain/sale/sale-transition.ts'
import type { Order, PurchaseRequest, Sale, SaleEvent } from '../../../shared/domain/sale/sale.ts'
import { remadeSale } from './remade-sale.ts'
import { paymentIn } from '../../../shared/domain/money/tender.ts'
import { bodyOf, type PartName, partsIn, type SaleText, textHash } from './sale-body.ts'
import type { JournalledStep, StepPayload } from './step.ts'

/**
 * A sale's state from its rows alone, the first one first: the domain's own transition over the journalled events.
 * `request` is the purchase as it was composed; without it a sale that was being confirmed goes to staff, and its
 * tickets are still asked for. Rows that do not lead where they say (another version of the program wrote them) are read
 * for what they brought in: `remadeSale`.
 */
export function replaySale(
  steps: readonly JournalledStep[],
  request: PurchaseRequest | null,
): { readonly sale: Sale; readonly text: SaleText } {
  const replayed = replay(steps, request) ?? remadeSale(steps)
  const sale = 'request' in replayed && request === null ? withoutRequest(replayed) : replayed
  return { sale, text: { body: bodyAfter(steps, sale), request: 'request' in sale ? sale.request : null } }
}

function bodyAfter(steps: readonly JournalledStep[], sale: Sale): string {
  const rows = new Map<PartName, number>()
  for (const { seq, payload } of steps) for (const name of partsIn(payload)) rows.set(name, seq)
  return bodyOf(sale, (name) => rows.get(name) ?? null)
}

function replay(steps: readonly JournalledStep[], request: PurchaseRequest | null): Sale | null {
  let sale: Sale | null = null
  try {
    for (const [index, step] of steps.entries()) {
      const before: Sale = sale ?? openedSale(step)
      sale =
        step.payload.event.type === 'restored'
          ? restoredIn(step.payload, steps.slice(0, index), before)
          : transition(before, eventOf(step.payload, before.currency, request), step.now)
      if (sale?.state !== step.payload.to) return null
    }
    return sale
  } catch {
    return null
  }
}

/** What an earlier restoring made of the sale then: whatever it was, its row has the hash of it. */
function restoredIn({ stateSha256 }: StepPayload, before: readonly JournalledStep[], sale: Sale): Sale | null {
  const made = ['request' in sale ? withoutRequest(sale) : sale, sale, remadeSale(before)]
  return made.find((each) => textHash(bodyAfter(before, each)) === stateSha256) ?? null
}

/** What cannot be sent again is asked for: the service still knows whether it sold. */
function withoutRequest(sale: Extract<Sale, { request: PurchaseRequest }>): Sale {
  return {
    ...base(sale),
    state: 'needs-staff',
    question: 'service-unreachable',
    order: sale.order,
    ...paymentIn(sale),
    detail: 'request lost',
  }
}

function openedSale({ saleId, register, payload }: JournalledStep): Sale {
  if (!payload.opened) throw new Error(`sale ${saleId}: its first row is missing`)
  return { state: 'choosing', notice: null, saleId, register, ...payload.opened }
}

type CustomerNoted = Extract<SaleEvent, { type: 'customer-noted' }>

/** The event with what the entries took over from it; of what lies sealed it matters only that it is there. */
function eventOf(
  { event, order, tickets = [], customerSha256 }: StepPayload,
  currency: string,
  request: PurchaseRequest | null,
): SaleEvent {
  switch (event.type) {
    case 'checkout-ready':
      return order
        ? { type: event.type, orderId: order.orderId, checkout: checkoutOf(order, currency) }
        : (event as SaleEvent)
    case 'customer-noted':
      return { ...(event as CustomerNoted), customer: customerSha256 === undefined ? null : { name: '', phone: '' } }
    case 'purchase-composed':
      return { type: event.type, request: request ?? { body: '', sha256: '' } }
    case 'purchase-confirmed':
    case 'tickets-found':
      return { type: event.type, tickets }
    default:
      return event as SaleEvent
  }
}

function checkoutOf({ amount, seats, hold, checkoutToken }: Order, currency: string): Checkout {
  const items = seats.map(({ holdId, seatId, place, price }) => ({ holdId, seatId, seatCode: place.seatCode, price }))
  return { amount, currency, items, remainingSeconds: hold.remainingMs / 1000, checkoutToken }
}
