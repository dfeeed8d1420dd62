/** So much of an order's id tells it from all others of a register, and can be said and written by hand. */
const SAID = 8

/** What a customer comes back with: the search for sales finds the order by it. */
export function orderNumber(orderId: string): string {
  return orderId.slice(0, SAID).toUpperCase()
}
