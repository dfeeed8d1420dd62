/**
 * Who may hear what stands on a customer's screen: the one list of what is not for everybody. `nobody`: not even into
 * headphones. `customer`: into headphones, or by the loudspeaker once the customer has asked for it.
 */
const heardBy = {
  pin: 'nobody',
  telephone: 'customer',
  reference: 'customer',
} as const

/** Marks the part of a screen where that stands. */
export function holding(what: keyof typeof heardBy): { readonly 'data-heard-by': 'nobody' | 'customer' } {
  return { 'data-heard-by': heardBy[what] }
}

export function mayBeSaid(element: Element, privately: boolean): boolean {
  return element.closest(privately ? '[data-heard-by="nobody"]' : '[data-heard-by]') === null
}
