import type { Ids, SaleLedger } from '../ports/ports.ts'
import type { TenderDriver } from '../ports/tender-driver.ts'
import { newSlip } from './new-slip.ts'

export const SLIP_DRIVER = 'credit-slip'

/**
 * Takes the credit slips that this register's ledger wrote: nobody else can spend them, so nobody else is asked. The ledger gives a slip
 * to one payment with its intent, and takes it with the approval: what has no approval there took nothing.
 */
export function createSlipDriver({ slips }: Pick<SaleLedger, 'slips'>, ids: Pick<Ids, 'uuid'>): TenderDriver {
  return {
    name: SLIP_DRIVER,
    host: '',
    traits: {
      payer: 'none',
      shows: 'none',
      unattended: true,
      findBy: 'own',
      reference: 'short26',
      cancel: 'proves',
      decideMs: 60_000,
      settledMs: 0,
      lateMs: 0,
      refund: 'people',
    },
    async begin({ source, amount, currency }) {
      const slip = source === undefined ? null : slips.find(source)
      if (slip?.state !== 'taken' || slip.doubtful || slip.currency !== currency || slip.amount < amount)
        return { outcome: 'refused', reason: 'declined' }
      const over = slip.amount - amount
      return {
        outcome: 'approved',
        approval: slip.slipId,
        received: slip.amount,
        ...(over > 0 && { slip: newSlip(ids, over, currency) }),
      }
    },
    ask: async () => ({ outcome: 'cancelled' }),
    cancel: async () => 'closed',
  }
}
