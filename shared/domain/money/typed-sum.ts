import { inWesternDigits } from '../numerals.ts'
import { exponentOf, MOST_MONEY, wireFromMinor, type Minor } from './money.ts'

/** What may stand for a sum inside a longer line: figures in groups of three or without, decimals, `k` or `m`. */
export const SUM_WORDS = String.raw`(?:\d{1,3}(?:[ .,']\d{3})+(?!\d)|\d+)(?:[.,]\d+)?\s*[km]?(?![\p{L}\p{N}])`

/** Points, commas or gaps between groups of three. */
const GROUPED = /^(?<whole>\d{1,3}(?<gap>[ .,'])\d{3}(?:\k<gap>\d{3})*|\d+)(?:(?<point>[.,])(?<part>\d+))?$/u
/** Every point or comma before decimals: 1,250m are 1 250 000, and a dinar of a thousand parts is written 1,250. */
const DECIMAL = /^(?<whole>\d{1,3}(?: \d{3})+|\d+)(?:[.,](?<part>\d+))?(?<times>[km])?$/u

const decimals = { k: 3, m: 6 } as const

/**
 * A sum as people type it, in minor units: `500000`, `500 000`, `500.000`, `500k` (thousands), `1,5m` (millions), with the
 * currency's code behind it or not, in either digits. Null for what is no sum of this currency: too large, or a fraction
 * of its smallest unit.
 */
export function readSum(typed: string, currency: string): Minor | null {
  const text = inWesternDigits(typed)
    .toLowerCase()
    .replace(currency.toLowerCase(), ' ')
    .replaceAll(/[\s\u202f\u2009]+/gu, ' ')
    .replaceAll('’', "'")
    .trim()
    .replace(/ (?=[km]$)/u, '')
  const exponent = exponentOf(currency)
  const form = exponent === 3 || /[km]$/u.test(text) ? DECIMAL : GROUPED
  const { whole, gap, point, part = '', times } = form.exec(text)?.groups ?? {}
  if (whole === undefined || (gap !== undefined && gap === point)) return null
  const places = exponent + (times === 'k' || times === 'm' ? decimals[times] : 0)
  if (part.length > places) return null
  const sum = Number(whole.replaceAll(/\D/gu, '') + part.padEnd(places, '0'))
  return sum <= MOST_MONEY ? sum : null
}

/** The other way: a sum as it may be typed. */
export function typedSum(sum: Minor, currency: string): string {
  return wireFromMinor(sum, currency).toFixed(exponentOf(currency))
}
