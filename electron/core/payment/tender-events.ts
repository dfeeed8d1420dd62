import type { TenderIntent } from '../../../shared/domain/money/tender.ts'
import type { SaleEvent } from '../../../shared/domain/sale/sale.ts'
import type { KnownPayment, TenderOutcome } from '../ports/tender-driver.ts'

/** What a driver is asked about. A payment of an older program went by our own reference. */
export function knownPayment({ reference, provider, amount }: TenderIntent, currency: string): KnownPayment {
  const { token = null, host = '' } = provider ?? {}
  return { reference: provider?.reference ?? reference, token, host, amount, currency }
}

/** What can be told to a sale. */
export type Decided = Exclude<TenderOutcome, { outcome: 'pending' }>

/** What the sale is told; another sum or currency than was asked for is a matter for people. */
export function outcomeEvent(
  outcome: Decided,
  { amount, staffId: begunBy }: TenderIntent,
  currency: string,
): SaleEvent {
  switch (outcome.outcome) {
    case 'approved': {
      const {
        approval,
        staffId = begunBy,
        amount: taken = amount,
        currency: takenIn = currency,
        card,
        slip,
        word,
      } = outcome
      if (taken !== amount || takenIn !== currency)
        return { type: 'tender-unknown', forGood: true, differs: { amount: taken, currency: takenIn } }
      const more = {
        ...(staffId !== undefined && { staffId }),
        ...(card && { card }),
        ...(slip && { slip }),
        ...(word && { word }),
      }
      return { type: 'tender-approved', received: outcome.received ?? amount, change: 0, approval, ...more }
    }
    case 'refused':
      return { type: 'tender-refused', reason: outcome.reason }
    case 'cancelled':
      return { type: 'tender-cancelled' }
    case 'unavailable':
      return { type: 'tender-unavailable' }
    case 'unknown':
      return tenderUnknown(outcome)
  }
}

export function tenderUnknown({ forGood }: Extract<TenderOutcome, { outcome: 'unknown' }>): SaleEvent {
  return { type: 'tender-unknown', ...(forGood && { forGood }) }
}
