import type { Ids, SaleLedger } from '../ports/ports.ts'
import type { HubSpending, SlipHub } from '../ports/slip-hub.ts'
import type { Begun, KnownPayment, TenderDriver, TenderOutcome } from '../ports/tender-driver.ts'
import { newSlip } from './new-slip.ts'

export const SLIP_DRIVER = 'credit-slip'

/**
 * Takes credit slips. One that no hub was told of is spent here and nowhere else: the ledger gives it to one payment with its intent, and
 * takes it with the approval; what has no approval there took nothing. Any other is spent by the word of the hub, and by nothing else: it is
 * asked for as long as the payment is open.
 */
export function createSlipDriver(
  { slips }: Pick<SaleLedger, 'slips'>,
  ids: Pick<Ids, 'uuid'>,
  hub: SlipHub | undefined,
): TenderDriver {
  type Sum = Pick<KnownPayment, 'amount' | 'currency'>

  function approved(slipId: string, received: number, { amount, currency }: Sum) {
    const over = received - amount
    return {
      outcome: 'approved' as const,
      approval: slipId,
      received,
      ...(over > 0 && { slip: newSlip(ids, over, currency) }),
    } satisfies TenderOutcome
  }

  function byHub(spending: HubSpending, sum: Sum): TenderOutcome {
    if (spending.outcome !== 'spent') return spending.outcome === 'refused' ? { outcome: 'cancelled' } : spending
    const { slip, word } = spending
    // Checked before it was asked for; another sum is for people.
    if (slip.currency !== sum.currency || slip.amount < sum.amount)
      return { outcome: 'approved', approval: slip.slipId, amount: slip.amount, currency: slip.currency }
    return { ...approved(slip.slipId, slip.amount, sum), word }
  }

  function here(source: string, { amount, currency }: Sum): TenderOutcome {
    const slip = slips.find(source)
    if (slip?.state !== 'taken' || slip.doubtful || slip.currency !== currency || slip.amount < amount)
      return { outcome: 'refused', reason: 'declined' }
    return approved(slip.slipId, slip.amount, { amount, currency })
  }

  async function ask(payment: KnownPayment): Promise<TenderOutcome> {
    if (payment.host === '') return { outcome: 'cancelled' }
    return hub ? byHub(await hub.settle(payment.reference), payment) : { outcome: 'unknown' }
  }

  return {
    name: SLIP_DRIVER,
    host: hub?.host ?? '',
    traits: {
      payer: 'none',
      shows: 'none',
      unattended: true,
      findBy: 'own',
      reference: 'short26',
      cancel: 'proves',
      decideMs: 60_000,
      settledMs: 0,
      // The hub never forgets: it is asked until it answers.
      lateMs: hub ? Number.MAX_SAFE_INTEGER : 0,
      refund: 'people',
    },
    async begin({ source, amount, currency, reference }): Promise<Begun | TenderOutcome> {
      if (source === undefined) return { outcome: 'refused', reason: 'declined' }
      const own = slips.find(source)
      if (own?.hub === null) return here(source, { amount, currency })
      if (!hub || (own && own.hub !== hub.hubKey)) return { outcome: 'unavailable' }
      const spending = byHub(await hub.spend(source, reference), { amount, currency })
      return spending.outcome === 'cancelled' ? { outcome: 'refused', reason: 'declined' } : spending
    },
    ask,
    cancel: async (payment) => ((await ask(payment)).outcome === 'cancelled' ? 'closed' : 'still-open'),
  }
}
