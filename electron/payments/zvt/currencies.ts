const numbers = {
  CHF: 756,
  CVE: 132,
  EUR: 978,
  GBP: 826,
  GMD: 270,
  GNF: 324,
  LRD: 430,
  MAD: 504,
  MRU: 929,
  NGN: 566,
  SLE: 925,
  USD: 840,
  XAF: 950,
  XOF: 952,
} as const

export type KnownCurrency = keyof typeof numbers

export const knownCurrencies = Object.keys(numbers) as [KnownCurrency, ...KnownCurrency[]]

export const isKnownCurrency = (code: string): code is KnownCurrency => Object.hasOwn(numbers, code)

export const numberOf = (code: KnownCurrency): string => String(numbers[code]).padStart(4, '0')

/** Returns the currency of a numeric code, or the code's last three digits if the code is unknown. */
export function currencyOf(digits: string): string {
  const number = Number(digits)
  return knownCurrencies.find((code) => numbers[code] === number) ?? digits.slice(-3)
}
