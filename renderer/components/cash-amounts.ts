import type { Minor } from '../../shared/domain/money.ts'

/**
 * What people are likely to hand over for an amount: the next round sums that banknotes make (1, 2 and 5 times a power
 * of ten), the smallest first, without the amount itself.
 */
export function likelyAmounts(due: Minor, most = 3): readonly Minor[] {
  if (due <= 0) return []
  const power = 10 ** Math.floor(Math.log10(due))
  const units = [0.5, 1, 2, 5, 10, 20].map((part) => part * power).filter((unit) => unit >= 1)
  const rounded = units.map((unit) => Math.ceil(due / unit) * unit).filter((amount) => amount > due)
  return [...new Set(rounded)].sort((a, b) => a - b).slice(0, most)
}
