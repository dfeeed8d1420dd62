import { inWesternDigits } from '../language.ts'
import { err, ok, type Result } from '../result.ts'

/**
 * An integer number of the currency's minor unit (ISO 4217 exponent), never a fraction: 70000 is 70 000 GNF (exponent
 * 0), and 1250 is 12,50 EUR (exponent 2).
 */
export type Minor = number

/** Maximum single amount; the sum of 90,000 maximum amounts is still below 2^53 and therefore exact. */
export const MAX_AMOUNT_MINOR: Minor = 100_000_000_000

const EXPONENTS: Readonly<Record<string, number>> = {
  // Currencies whose exponent in ISO 4217 is not 2.
  BIF: 0,
  CLP: 0,
  DJF: 0,
  GNF: 0,
  ISK: 0,
  JPY: 0,
  KMF: 0,
  KRW: 0,
  PYG: 0,
  RWF: 0,
  UGX: 0,
  VND: 0,
  VUV: 0,
  XAF: 0,
  XOF: 0,
  XPF: 0,
  BHD: 3,
  IQD: 3,
  JOD: 3,
  KWD: 3,
  LYD: 3,
  OMR: 3,
  TND: 3,
}

/** Returns the number of decimals of a currency's minor unit (ISO 4217). */
export function exponentOf(currency: string): number {
  return EXPONENTS[currency] ?? 2
}

interface FractionalAmount {
  readonly type: 'fractional-amount'
  readonly amount: number
  readonly currency: string
}

/**
 * Converts an amount on the wire (a JSON number in major units) to minor units, without rounding. Rejects negative
 * amounts, fractions of the minor unit and amounts above `MAX_AMOUNT_MINOR`.
 */
export function minorFromWire(amount: number, currency: string): Result<Minor, FractionalAmount> {
  const scaled = amount * 10 ** exponentOf(currency)
  const minor = Math.round(scaled)
  const exact = minor >= 0 && minor <= MAX_AMOUNT_MINOR && Math.abs(scaled - minor) < 1e-6
  return exact ? ok(minor) : err({ type: 'fractional-amount', amount, currency })
}

export function wireFromMinor(minor: Minor, currency: string): number {
  return minor / 10 ** exponentOf(currency)
}

/**
 * Formats an amount: `70 000 GNF` in French, `70,000 GNF` in English. Every space is U+00A0, so that an amount never
 * wraps; few fonts have U+202F.
 */
export function formatMoney(minor: Minor, currency: string, locale: string): string {
  const exponent = exponentOf(currency)
  const figure = figureFormat(locale, exponent)
  return `${figure.format(wireFromMinor(minor, currency))} ${currency}`.replace(/[\u202f\u2009 ]/gu, '\u00a0')
}

/** Formats a count: `12 820` in French, `12,820` in English. */
export function formatCount(count: number, locale: string): string {
  return figureFormat(locale, 0)
    .format(count)
    .replace(/[\u202f\u2009 ]/gu, '\u00a0')
}

/** Formats a rate in percent with up to two decimals: `5,5` in French. */
export const formatRate = (rate: number, locale: string): string =>
  new Intl.NumberFormat(locale, { maximumFractionDigits: 2 }).format(rate)

/** Cache of number formats, because creating a format takes half as long as printing a ticket. */
const figureFormats = new Map<string, Intl.NumberFormat>()

function figureFormat(locale: string, exponent: number): Intl.NumberFormat {
  const key = `${locale} ${exponent}`
  const known = figureFormats.get(key)
  if (known) return known
  const made = new Intl.NumberFormat(locale, { minimumFractionDigits: exponent, maximumFractionDigits: exponent })
  figureFormats.set(key, made)
  return made
}

/** The seller, with the details that the law requires on receipts. */
export interface Seller {
  readonly name: string
  readonly address: string
  /** Contact for customers; empty if none is set. */
  readonly contact: string
  /** Tax number of the seller; in Guinea the NIF. */
  readonly taxNumber: string
}

/** A price and the tax rate in percent contained in it. A rate of 0 means exempt; absent without liability for tax. */
export interface TaxedPrice {
  readonly price: Minor
  readonly taxRate?: number
}

/** Prices at one tax rate, and the tax contained in their sum. */
export interface TaxShare {
  readonly rate: number
  readonly amount: Minor
  readonly tax: Minor
}

/**
 * Returns the tax in the prices of a document, highest rate first; empty without tax. The tax is rounded once for each
 * rate. `before`: prices of earlier documents, with which the taxes add up to the tax of the total.
 */
export function taxesIn(
  prices: readonly TaxedPrice[],
  before: readonly Pick<TaxShare, 'rate' | 'amount'>[] = [],
): readonly TaxShare[] {
  const taxed = prices.flatMap(({ price, taxRate }) =>
    taxRate === undefined ? [] : [{ amount: price, rate: taxRate }],
  )
  const total = (shares: readonly { readonly amount: Minor }[]): Minor =>
    shares.reduce((sum, { amount }) => sum + amount, 0)
  return [...Map.groupBy(taxed, ({ rate }) => rate)]
    .map(([rate, shares]) => {
      const [amount, earlier] = [total(shares), total(before.filter((share) => share.rate === rate))]
      return { rate, amount, tax: taxIncluded(earlier + amount, rate).tax - taxIncluded(earlier, rate).tax }
    })
    .sort((a, b) => b.rate - a.rate)
}

/** Returns the total tax; null if no price contains tax. */
export const totalTax = (taxes: readonly TaxShare[]): Minor | null =>
  taxes.length === 0 ? null : taxes.reduce((sum, { tax }) => sum + tax, 0)

/** Net amount and tax of a price, which always add up exactly to the price. */
interface TaxIncluded {
  readonly net: Minor
  readonly tax: Minor
}

/**
 * Returns the tax contained in `gross` at `rate` percent, rounded to the minor unit, half away from zero. Counts exactly, in
 * hundredths of a percent.
 */
export function taxIncluded(gross: Minor, rate: number): TaxIncluded {
  if (gross < 0) {
    const { net, tax } = taxIncluded(-gross, rate)
    return { net: 0 - net, tax: 0 - tax }
  }
  const share = BigInt(Math.round(rate * 100))
  const whole = 10_000n + share
  const tax = Number((2n * BigInt(gross) * share + whole) / (2n * whole))
  return { net: gross - tax, tax }
}

/** Pattern of an amount inside a longer line, with optional grouping, decimals, `k` or `m`. */
export const SUM_WORDS = String.raw`(?:\d{1,3}(?:[ .,'٬]\d{3})+(?!\d)|\d+)(?:[.,٫]\d+)?\s*[km]?(?![\p{L}\p{N}])`

/** Matches numbers with points, commas, apostrophes or spaces between groups of three digits. */
const GROUPED = /^(?<whole>\d{1,3}(?<gap>[ .,'])\d{3}(?:\k<gap>\d{3})*|\d+)(?:(?<point>[.,])(?<part>\d+))?$/u
/** Pattern in which every point or comma is a decimal separator: an amount in dinars has three decimals (1,250). */
const DECIMAL = /^(?<whole>\d{1,3}(?: \d{3})+|\d+)(?:[.,](?<part>\d+))?(?<times>[km])?$/u
/** One point or comma before three digits, which separates either groups or decimals. */
const EITHER = /^(?<whole>\d{1,3})[.,](?<part>\d{3})(?<times>[km]?)$/u

const decimals = { k: 3, m: 6 } as const

export type SumError =
  | { readonly type: 'not-a-sum' }
  /**
   * `grouped`, `decimal`: the two possible readings, each written without ambiguity if the currency has such an amount.
   */
  | {
      readonly type: 'ambiguous-sum'
      readonly typed: string
      readonly grouped: string
      readonly decimal: string
      readonly currency: string
    }

/**
 * Parses an amount to minor units: `500000`, `500 000`, `500.000`, `500k` (thousands), `1,5m` (millions). The currency
 * code is optional, and digits may be western or Arabic.
 * In a currency without decimals, a point or comma before three digits is a group separator. With `k`, `m` or a
 * currency of two decimals, a point or comma before three digits is ambiguous: the amount is rejected with both
 * readings.
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
  return sum <= MAX_AMOUNT_MINOR ? ok(sum) : err({ type: 'not-a-sum' })
}

function withoutCode(typed: string, currency: string): string {
  const text = typed.trim()
  const [first, last] = [text.slice(0, currency.length), text.slice(-currency.length)].map((end) => end.toUpperCase())
  if (first === currency) return text.slice(currency.length)
  return last === currency ? text.slice(0, -currency.length) : text
}

/** Formats an amount for typing; the inverse of `readSum`. */
export function typedSum(sum: Minor, currency: string): string {
  return wireFromMinor(sum, currency).toFixed(exponentOf(currency))
}
