import type { TenderDriver } from '../../electron/core/ports/tender-driver.ts'
import { seconds, type World } from './world.ts'

/** What a provider gives back, and what its own page says of it. */
export interface Refunds extends Required<Pick<TenderDriver, 'refund' | 'askRefund'>> {
  /** Under that reference of a refund. */
  gaveBack(refund: string): boolean
  /** That payment, under whatever reference. */
  refunded(payment: string): boolean
}

/** It gives back what it charged each time it is told to: that nobody tells it twice is the program's business. */
export function createRefunds(
  { time, random, faults, truth, tell }: World,
  name: string,
  isCharged: (payment: string) => boolean,
  silent: () => boolean,
): Refunds {
  const made = new Map<string, { readonly toldFrom: number; readonly payment: string }>()
  const receiptOf = (reference: string): string => `B${reference.slice(0, 6)}`
  return {
    async refund({ reference: payment }, { reference, amount }) {
      await time.sleep(random.between(50, 3_000))
      if (faults.strike('terminal busy')) return { outcome: 'unavailable' }
      if (!isCharged(payment) || faults.strike('refund refused')) return { outcome: 'refused', reason: 'declined' }
      if (made.has(reference)) truth.violate('I12', `${name} was told twice to give money back as ${reference}`)
      truth.refund(payment, amount)
      tell(name, `gives ${amount} of ${payment} back`)
      const late = faults.strike('refund late')
      made.set(reference, { payment, toldFrom: time.now() + (late ? seconds(random.between(5, 200)) : 0) })
      if (faults.strike('refund reply lost')) return { outcome: 'unknown' }
      return late ? { outcome: 'pending' } : { outcome: 'refunded', receipt: receiptOf(reference) }
    },
    async askRefund(_, { reference }) {
      await time.sleep(random.between(50, 800))
      const found = made.get(reference)
      if (!found || silent()) return { outcome: random.chance(0.5) ? 'unknown' : 'unavailable' }
      if (time.now() < found.toldFrom) return { outcome: 'pending' }
      return { outcome: 'refunded', receipt: receiptOf(reference) }
    },
    gaveBack: (refund) => made.has(refund),
    refunded: (payment) => [...made.values()].some((each) => each.payment === payment),
  }
}
