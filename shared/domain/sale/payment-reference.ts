import type { Order } from './sale.ts'

/** The order id for the first try, `<order id>-2` for the second, and so on: one charge per reference. */
export function paymentReference({ orderId }: Order, attempt: number): string {
  return attempt === 1 ? orderId : `${orderId}-${attempt}`
}

/** More tries than the time of a hold allows. */
const RECALLED_TRIES = 10

/** Every reference under which an order may have been paid since its `attempts`-th try. */
export function referencesSince(order: Order, attempts: number): readonly string[] {
  const first = Math.max(1, attempts)
  return Array.from({ length: RECALLED_TRIES }, (_, index) => paymentReference(order, first + index))
}
