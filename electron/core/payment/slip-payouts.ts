import { err, ok, type Result } from '../../../shared/domain/result.ts'
import type { SlipRefused, UnknownCurrency } from '../../../shared/kiosk-api/failures.ts'
import type { Ports } from '../ports/ports.ts'
import type { SlipHub } from '../ports/slip-hub.ts'
import type { ShiftService } from '../staff/shift-service.ts'
import type { FoundSlip } from './slip-finding.ts'
import type { SlipTeller } from './slip-teller.ts'

/**
 * Pays slips out in cash. What the hub has the word about is asked for there first, and the money is handed out with the row that has
 * its word: where it says nothing, nobody gets anything, and the slip is set free as soon as the hub answers.
 */
export function slipPayouts(
  { ledger, clock, ids, slipHub }: Pick<Ports, 'ledger' | 'clock' | 'ids' | 'slipHub'>,
  shifts: Pick<ShiftService, 'payOutSlip' | 'view'>,
  teller: SlipTeller | null,
) {
  async function atHub(slip: FoundSlip, staffId: string, second: string, hub: SlipHub, release: SlipTeller['release']) {
    const { slipId, amount, currency, register } = slip
    const reference = ids.referenceFor(ids.uuid(), 'short26')
    ledger.note('SLIP_PAYOUT_ASKED', { slipId, amount, currency, register, reference, second }, clock.now(), staffId)
    const spending = await hub.spend(slipId, reference)
    if (spending.outcome === 'spent') {
      try {
        return await shifts.payOutSlip(slip, second, staffId, spending.word)
      } catch (error) {
        release(reference)
        throw error
      }
    }
    if (spending.outcome === 'refused') ledger.note('SLIP_PAYOUT_ENDED', { reference }, clock.now())
    else release(reference)
    return err({ type: 'slip-refused', because: spending.outcome === 'refused' ? 'spent' : 'hub-away' } as const)
  }

  return async (
    slip: FoundSlip,
    staffId: string,
    second: string,
  ): Promise<Result<unknown, SlipRefused | UnknownCurrency>> => {
    const { currency, here, own, slipId } = slip
    if (!shifts.view().drawers.some((drawer) => drawer.currency === currency)) return err({ type: 'unknown-currency' })
    const now = ledger.slips.find(slipId)
    if (own && now?.state !== 'open') return err({ type: 'slip-refused', because: 'taken' })
    if (here && now?.hub === null) {
      const paid = await shifts.payOutSlip(slip, second, staffId)
      return paid.ok ? ok(paid.value) : paid
    }
    if (here || !slipHub || !teller) return err({ type: 'slip-refused', because: 'hub-away' })
    return atHub(slip, staffId, second, slipHub, (reference) => teller.release(reference))
  }
}
