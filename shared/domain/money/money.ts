import { err, ok, type Result } from '../result.ts'

/**
 * Money inside Guichet: an integer count of the currency's minor unit (ISO 4217 exponent), never a fraction.
 * GNF, XOF and JPY have exponent 0 (70000 = 70 000 GNF), EUR has 2 (1250 = 12,50 EUR).
 */
export type Minor = number

/**
 * The largest sum in one piece, here and in every contract: far above any drawer, and so far below 2^53 that tens of
 * thousands of them still add up exactly.
 */
export const MOST_MONEY: Minor = 100_000_000_000

const EXPONENTS: Readonly<Record<string, number>> = {
  // ISO 4217: the currencies whose exponent is not 2.
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

/** Number of decimals of a currency's minor unit (ISO 4217). */
export function exponentOf(currency: string): number {
  return EXPONENTS[currency] ?? 2
}

export interface FractionalAmount {
  readonly type: 'fractional-amount'
  readonly amount: number
  readonly currency: string
}

/**
 * The one place where a wire amount (a JSON number in major units) becomes minor units.
 * A negative amount, a fraction of the minor unit, or more than `MOST_MONEY` is refused, never rounded.
 */
export function minorFromWire(amount: number, currency: string): Result<Minor, FractionalAmount> {
  const scaled = amount * 10 ** exponentOf(currency)
  const minor = Math.round(scaled)
  const exact = minor >= 0 && minor <= MOST_MONEY && Math.abs(scaled - minor) < 1e-6
  return exact ? ok(minor) : err({ type: 'fractional-amount', amount, currency })
}

/** The other way: minor units to the number the wire carries. */
export function wireFromMinor(minor: Minor, currency: string): number {
  return minor / 10 ** exponentOf(currency)
}

/**
 * The local way to write an amount: `70 000 GNF` in French, `70,000 GNF` in English. The code stands behind the figure
 * and every space is U+00A0, so that a figure never breaks and every shipped font has the glyph (U+202F is in few).
 */
export function formatMoney(minor: Minor, currency: string, locale: string): string {
  const exponent = exponentOf(currency)
  const figure = figureFormat(locale, exponent)
  return `${figure.format(wireFromMinor(minor, currency))} ${currency}`.replace(/[\u202f\u2009 ]/gu, '\u00a0')
}

/** `12 820` in French, `12,820` in English. */
export function formatCount(count: number, locale: string): string {
  return figureFormat(locale, 0)
    .format(count)
    .replace(/[\u202f\u2009 ]/gu, '\u00a0')
}

/** Kept, because making one costs as much as half a printed ticket. */
const figureFormats = new Map<string, Intl.NumberFormat>()

function figureFormat(locale: string, exponent: number): Intl.NumberFormat {
  const key = `${locale} ${exponent}`
  const known = figureFormats.get(key)
  if (known) return known
  const made = new Intl.NumberFormat(locale, { minimumFractionDigits: exponent, maximumFractionDigits: exponent })
  figureFormats.set(key, made)
  return made
}
