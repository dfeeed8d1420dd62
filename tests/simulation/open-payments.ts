import type { OpenPaymentAct } from '../../shared/domain/sale/after-sale.ts'
import { leavesOpen, type OpenPayment } from '../../shared/domain/sale/open-payment.ts'
import type { Sale, SaleEvent } from '../../shared/domain/sale/sale.ts'
import type { GroundTruth } from './ground-truth.ts'

type Standing = OpenPayment['standing']['is'] | 'closed' | 'paid-back'

/** Payments that their sales went on without, as the ledgers acknowledged them: I11 and I12. */
export interface OpenPaymentsSeen {
  /** A ledger has just committed a step of that machine's sale. */
  recorded(machine: string, previous: Sale | null, event: SaleEvent): void
  /** A ledger has just committed what became of one. */
  settled(act: OpenPaymentAct): void
  /** The money of that reference stands in no order, and has its trace all the same. */
  accounts(reference: string): boolean
  /** A ledger has come up: it has every one that was acknowledged, as it was. */
  compare(machine: string, open: readonly OpenPayment[]): void
  /** Compares what ended with what really happened. */
  check(): void
  /** Whether each has come to its end. */
  allOver(): boolean
  /** When nothing is left to be done. */
  checkEnd(): void
}

const OVER: ReadonlySet<Standing> = new Set(['closed', 'paid-back'])

export function watchOpenPayments(truth: GroundTruth): OpenPaymentsSeen {
  const seen = new Map<string, { readonly machine: string; readonly standing: Standing }>()
  const said = (reference: string): string => `open payment ${reference}`

  return {
    recorded(machine, previous, event) {
      if (!previous || !('tender' in previous) || !leavesOpen(previous, event)) return
      const { reference } = previous.tender
      if (seen.has(reference)) truth.violate('I11', `${said(reference)} is left open twice`)
      seen.set(reference, { machine, standing: 'asked' })
    },
    settled(act) {
      const { reference, type } = act
      const known = seen.get(reference)
      if (!known || OVER.has(known.standing)) return truth.violate('I11', `${said(reference)}: ${type}, which is over`)
      if (type === 'payment-found' && truth.net(reference) === 0)
        truth.violate('I11', `${said(reference)} is found, and nobody paid it`)
      const standing = {
        'payment-found': 'found',
        'payment-closed': 'closed',
        'payment-unanswered': 'unanswered',
        'payment-paid-back': 'paid-back',
      } as const
      seen.set(reference, { ...known, standing: standing[type] })
    },
    accounts(reference) {
      const known = seen.get(reference)
      return known !== undefined && !OVER.has(known.standing)
    },
    compare(machine, open) {
      const found = open.map(({ reference, standing }) => `${reference} ${standing.is}`)
      const known = [...seen].filter(([, each]) => each.machine === machine && !OVER.has(each.standing))
      const acknowledged = known.map(([reference, { standing }]) => `${reference} ${standing}`)
      if (found.toSorted().join() !== acknowledged.toSorted().join())
        truth.violate('I7', `${machine}: open payments ${acknowledged.join()}, the ledger has ${found.join()}`)
    },
    check() {
      for (const [reference, { standing }] of seen)
        if (OVER.has(standing) && truth.net(reference) !== 0)
          truth.violate('I11', `${said(reference)} is ${standing}, and its customer has paid`)
    },
    allOver: () => [...seen.values()].every(({ standing }) => OVER.has(standing)),
    checkEnd() {
      for (const [reference, { standing }] of seen) {
        if (OVER.has(standing)) continue
        if (truth.net(reference) === 0) truth.violate('I8', `${said(reference)} never ended: "${standing}"`)
        else truth.violate('I11', `${said(reference)} was paid, and is still "${standing}"`)
      }
    },
  }
}
