import { exponentOf, MOST_MONEY, type Minor } from '../../../shared/domain/money/money.ts'

/** What Stripe publishes as currencies without decimals, as far as ISO 4217 says so, too. */
const WHOLE = new Set('BIF CLP DJF GNF JPY KMF KRW PYG RWF VND VUV XAF XOF XPF'.split(' '))

/** ISO 4217 gives it two decimals, Stripe none. */
const OTHERWISE = new Set(['MGA'])

/**
 * Whether Stripe's smallest unit is surely ours. Not so where its rules and ISO 4217 part: ISK and UGX are written in
 * hundredths that do not exist, of three decimals the last must be 0.
 */
export const isSure = (currency: string): boolean =>
  exponentOf(currency) === 0 ? WHOLE.has(currency) : exponentOf(currency) === 2 && !OTHERWISE.has(currency)

/** Of Stripe's `gnf`; null: its amounts are not surely ours. */
export function moneyOf(amount: number, written: string): { readonly amount: Minor; readonly currency: string } | null {
  const currency = written.toUpperCase()
  const isMoney = Number.isSafeInteger(amount) && amount > 0 && amount <= MOST_MONEY
  return isMoney && isSure(currency) ? { amount, currency } : null
}
