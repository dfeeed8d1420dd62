import type { Minor } from './money.ts'

/** Who sells, as the law wants it on a receipt. */
export interface Seller {
  readonly name: string
  readonly address: string
  /** Where customers reach them; empty: not said. */
  readonly contact: string
  /** Under which the tax office knows them; in Guinea the NIF. */
  readonly taxNumber: string
  /** In percent, contained in every price; null: they are not liable. */
  readonly taxRate: number | null
}

/** A price taken apart; the two always add up to it. */
export interface TaxIncluded {
  readonly net: Minor
  readonly tax: Minor
}

/** Returns the tax contained in `gross` at `rate` percent, rounded to the minor unit, half away from zero. */
export function taxIncluded(gross: Minor, rate: number): TaxIncluded {
  if (gross < 0) {
    const { net, tax } = taxIncluded(-gross, rate)
    return { net: 0 - net, tax: 0 - tax }
  }
  const [share, whole] = [BigInt(rate), BigInt(100 + rate)]
  const tax = Number((2n * BigInt(gross) * share + whole) / (2n * whole))
  return { net: gross - tax, tax }
}
