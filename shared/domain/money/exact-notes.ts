import type { Minor } from './money.ts'

/** Whether notes of these values, as many of each as it takes, make exactly this sum. */
export function exactWith(values: readonly Minor[]): (sum: Minor) => boolean {
  if (values.length === 0) return () => false
  const smallest = Math.min(...values)
  /** By what remains beside the smallest notes: the least that the others make of it. */
  const least = new Map<Minor, Minor>([[0, 0]])
  const fresh: Minor[] = [0]
  for (let made = fresh.pop(); made !== undefined; made = fresh.pop()) {
    for (const value of values) {
      const sum = made + value
      if (sum >= (least.get(sum % smallest) ?? Infinity)) continue
      least.set(sum % smallest, sum)
      fresh.push(sum)
    }
  }
  return (sum) => sum >= (least.get(sum % smallest) ?? Infinity)
}
