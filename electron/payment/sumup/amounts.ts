import { exponentOf, type Minor } from '../../../shared/domain/money/money.ts'

/** All that SumUp takes. */
const TAKEN = new Set('BGN BRL CHF CLP COP CZK DKK EUR GBP HRK HUF NOK PLN RON SEK USD'.split(' '))
/** SumUp counts them whole. */
const WHOLE = new Set(['CLP', 'COP', 'HUF'])

export const isTaken = (currency: string): boolean => TAKEN.has(currency)

/** As SumUp wants to be told; null: it takes no such sum. */
export function totalOf(amount: Minor, currency: string) {
  if (!isTaken(currency)) return null
  const minorUnit = WHOLE.has(currency) ? 0 : exponentOf(currency)
  const value = amount / 10 ** (exponentOf(currency) - minorUnit)
  return Number.isInteger(value) ? { value, currency, minor_unit: minorUnit } : null
}
