import type { SaleView } from '../../shared/kiosk-api/views.ts'

/**
 * What the ledger knows about the money of the sale at hand. `no-sale`: there is none. `left-open`: the sale went on
 * without a payment that may have succeeded. `pending`: a payment was requested and its result is not recorded.
 * `partly`: a part is paid. `owed`: what was taken goes back.
 */
export type SaleMoney = 'no-sale' | 'none' | 'left-open' | 'pending' | 'partly' | 'paid' | 'owed' | 'closed'

/** Returns it from the sale as the main process last reported it. */
export function moneyOf(sale: Pick<SaleView, 'stage' | 'taken' | 'paid' | 'leftOpen'> | null): SaleMoney {
  if (!sale) return 'no-sale'
  const { stage, taken, paid, leftOpen } = sale
  const before = taken ? 'partly' : leftOpen ? 'left-open' : 'none'
  switch (stage.name) {
    case 'choosing':
    case 'holding':
    case 'review':
      return before
    case 'paying':
      return 'pending'
    case 'confirming':
    case 'printing':
    case 'print-problem':
    case 'done':
      return 'paid'
    case 'releasing':
      return taken ? 'owed' : before
    case 'refund-due':
      return 'owed'
    case 'needs-staff':
      return paid ? 'paid' : 'pending'
    case 'ended':
      return stage.reason === 'finished' ? 'closed' : before
  }
}
