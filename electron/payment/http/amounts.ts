import { exponentOf, minorFromWire, wireFromMinor, type Minor } from '../../../shared/domain/money/money.ts'

/**
 * Major units as a provider writes them, a number or a text; null: no amount of money that can have moved, or a fraction
 * of the smallest unit.
 */
export function minorOf(written: string | number, currency: string): Minor | null {
  if (typeof written === 'string' && !/^\d{1,15}(?:\.\d{1,6})?$/u.test(written)) return null
  const amount = Number(written)
  const read = minorFromWire(amount, currency)
  return read.ok && read.value > 0 && wireFromMinor(read.value, currency) === amount ? read.value : null
}

/** Major units as a text: `75000`, `12.50`. */
export const writtenAmount = (minor: Minor, currency: string): string =>
  wireFromMinor(minor, currency).toFixed(exponentOf(currency))
