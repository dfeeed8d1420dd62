import { inWesternDigits } from '../numerals.ts'
import { err, ok, type Result } from '../result.ts'
import { exponentOf, MOST_MONEY, wireFromMinor, type Minor } from './money.ts'

/** What may stand for a sum inside a longer line: figures in groups of three or without, decimals, `k` or `m`. */
export const SUM_WORDS = String.raw`(?:\d{1,3}(?:[ .,'٬]\d{3})+(?!\d)|\d+)(?:[.,٫]\d+)?\s*[km]?(?![\p{L}\p{N}])`

/** Points, commas or gaps between groups of three. */
const GROUPED = /^(?<whole>\d{1,3}(?<gap>[ .,'])\d{3}(?:\k<gap>\d{3})*|\d+)(?:(?<point>[.,])(?<part>\d+))?$/u
/** Every point or comma before decimals: a dinar of a thousand parts is written 1,250. */
const DECIMAL = /^(?<whole>\d{1,3}(?: \d{3})+|\d+)(?:[.,](?<part>\d+))?(?<times>[km])?$/u
/** One point or comma before three figures: groups of three, or decimals? */
const EITHER = /^(?<whole>\d{1,3})[.,](?<part>\d{3})(?<times>[km]?)$/u

const decimals = { k: 3, m: 6 } as const

/** Reason why the text is not an amount. */
export type SumError =
  | { readonly type: 'not-a-sum' }
  /** What it may mean, each as it can be typed without doubt where the currency has such a sum. */
  | {
      readonly type: 'ambiguous-sum'
      readonly typed: string
      readonly grouped: string
      readonly decimal: string
      readonly currency: string
    }

/**
 * A sum as people and files write it, in minor units: `500000`, `500 000`, `500.000`, `500k` (thousands), `1,5m`
 * (millions), with the currency's code before or behind it or without, in either digits. This is the one reader of sums.
 *
 * A point or comma before exactly three figures groups them in a currency without decimals. With `k` or `m`, and in a
 * currency of two decimals, such a sum is refused with both of its readings; before one or two figures it is decimal.
 */
export function readSum(typed: string, currency: string): Result<Minor, SumError> {
  const text = withoutCode(inWesternDigits(typed), currency)
    .toLowerCase()
    .replaceAll(/[\s٬]+/gu, ' ')
    .replaceAll('٫', ',')
    .replaceAll('’', "'")
    .trim()
    .replace(/ (?=[km]$)/u, '')
  const exponent = exponentOf(currency)
  const hasTimes = /[km]$/u.test(text)
  const either = hasTimes || exponent === 2 ? EITHER.exec(text)?.groups : undefined
  if (either && /[1-9]/u.test(text)) {
    const { whole = '', part = '', times = '' } = either
    const decimal = `${whole}.${part.replace(/0+$/u, '').padEnd(times === '' ? exponent : 0, '0')}`.replace(/\.$/u, '')
    const readings = { grouped: `${Number(whole + part)}${times}`, decimal: decimal + times }
    return err({ type: 'ambiguous-sum', typed: typed.trim(), ...readings, currency })
  }
  const {
    whole,
    gap,
    point,
    part = '',
    times,
  } = (exponent === 3 || hasTimes ? DECIMAL : GROUPED).exec(text)?.groups ?? {}
  if (whole === undefined || (gap !== undefined && gap === point)) return err({ type: 'not-a-sum' })
  const places = exponent + (times === 'k' || times === 'm' ? decimals[times] : 0)
  if (part.length > places) return err({ type: 'not-a-sum' })
  const sum = Number(whole.replaceAll(/\D/gu, '') + part.padEnd(places, '0'))
  return sum <= MOST_MONEY ? ok(sum) : err({ type: 'not-a-sum' })
}

function withoutCode(typed: string, currency: string): string {
  const text = typed.trim()
  const [first, last] = [text.slice(0, currency.length), text.slice(-currency.length)].map((end) => end.toUpperCase())
  if (first === currency) return text.slice(currency.length)
  return last === currency ? text.slice(0, -currency.length) : text
}

/** The other way: a sum as it may be typed. */
export function typedSum(sum: Minor, currency: string): string {
  return wireFromMinor(sum, currency).toFixed(exponentOf(currency))
}
