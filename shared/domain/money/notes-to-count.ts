import { cashPieces } from './cash.ts'
import type { Minor } from './money.ts'

/** Notes of one value, as somebody lays them on a table to count them. */
export interface NotePile {
  readonly value: Minor
  /** Banded, ten in each. */
  readonly bundles: number
  /** One by one. */
  readonly loose: number
}

export interface NotesToCount {
  /** The largest notes first; none twice. */
  readonly piles: readonly NotePile[]
  /** What no note of the currency makes: it is said in figures. */
  readonly rest: Minor
}

export const BUNDLE = 10
/** So many of one value are still counted one by one. */
const MOST_LOOSE = 10

/** An amount in the fewest notes of its currency; of a currency whose notes nobody declared, all of it is the rest. */
export function notesToCount(amount: Minor, currency: string): NotesToCount {
  const piles: NotePile[] = []
  let rest = amount
  for (const { kind, value } of cashPieces(currency)) {
    if (kind !== 'note' || rest < value) continue
    const count = Math.floor(rest / value)
    const bundles = count > MOST_LOOSE ? Math.floor(count / BUNDLE) : 0
    piles.push({ value, bundles, loose: count - bundles * BUNDLE })
    rest -= count * value
  }
  return { piles, rest }
}
