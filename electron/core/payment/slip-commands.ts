import { readSlipCode, readSlipNumber, type KnownSlip } from '../../../shared/domain/money/credit-slip.ts'
import { sumOf } from '../../../shared/domain/money/tender.ts'
import { err, ok, type Result } from '../../../shared/domain/result.ts'
import { paymentReference } from '../../../shared/domain/sale/payment-reference.ts'
import type { CodeFailure, SlipRefused } from '../../../shared/kiosk-api/failures.ts'
import type { CreditSlipView } from '../../../shared/kiosk-api/views.ts'
import { type Commands, identifyCashier } from '../access/access.ts'
import type { SignIns } from '../access/sign-ins.ts'
import type { SaleScreen } from '../screen/sale-screen.ts'
import type { ShiftService } from '../staff/shift-service.ts'
import { countCodeTries } from '../visit/code-tries.ts'
import type { WatchedPorts } from '../watch/partner-watch.ts'
import type { Gate } from './payment-gate.ts'
import { atProvider } from './tender-effects.ts'

interface Standing {
  readonly role?: 'kiosk' | 'cashier' | undefined
  readonly signIns: SignIns
  readonly shifts: Pick<ShiftService, 'payOutSlip'>
  readonly gate: Gate
}

/** How credit slips are spent and paid out. Each is known to the ledger that wrote it, and taken there alone. */
export function slipCommands(
  { ledger, tenders, ids, clock, log }: WatchedPorts,
  { waiting, act, block }: SaleScreen,
  { role, signIns, shifts, gate }: Standing,
): Pick<Commands, 'paySlip' | 'payOutSlip' | 'listSlips'> {
  const tries = countCodeTries(clock)

  /** The slip that was scanned or typed, where nothing speaks against it. */
  function slipOf(text: string): Result<KnownSlip, SlipRefused | CodeFailure> {
    const seconds = tries.secondsLeft()
    if (seconds > 0) return err({ type: 'codes-locked', seconds })
    const refused = (because: SlipRefused['because']) => err({ type: 'slip-refused', because } as const)
    const claim = readSlipCode(text)
    const signed = claim !== null && ledger.slips.isOurs(text.trim())
    const slipId = claim?.slipId ?? readSlipNumber(text)
    const slip = slipId === null ? null : ledger.slips.find(slipId)
    if (claim && !signed) return refused('not-ours')
    if (!slip) {
      tries.failed()
      if (tries.secondsLeft() > 0) log.warn('too many wrong numbers of credit slips')
      // Signed here, and not in the ledger: rows are gone.
      return refused(signed ? 'doubtful' : 'unknown')
    }
    if (claim && (claim.amount !== slip.amount || claim.currency !== slip.currency)) return refused('not-ours')
    if (slip.state === 'taken') return refused('taken')
    if (slip.state !== 'open') return refused(slip.state)
    return ok(slip)
  }

  return {
    async paySlip({ saleId, slip: text, by }) {
      const cashier = role === 'cashier' ? await identifyCashier(signIns, by) : null
      if (cashier?.ok === false) return cashier
      const driver = tenders['credit-slip']
      if (!driver) return err({ type: 'tender-not-offered' })
      const sale = await gate(saleId, driver)
      if (!sale.ok) return sale.error.type === 'blocked' ? ok(block(sale.error.sale, sale.error.by)) : err(sale.error)
      const slip = slipOf(text)
      if (!slip.ok) return slip
      const { slipId, amount, currency, doubtful } = slip.value
      if (doubtful) return err({ type: 'slip-refused', because: 'doubtful' })
      if (currency !== sale.value.currency) return err({ type: 'slip-refused', because: 'other-currency' })
      const { order, parts = [], tenderAttempts } = sale.value
      const provider = atProvider(driver, paymentReference(order, tenderAttempts + 1), ids)
      if (!provider) return err({ type: 'tender-not-offered' })
      // Nothing else happened since the gate looked, but who it is was asked for at a desk.
      const still = waiting(saleId, 'priced')
      if (!still.ok) return still
      const paid = Math.min(amount, order.amount - sumOf(parts))
      return ok(
        act(saleId, {
          type: 'tender-started',
          kind: 'credit-slip',
          amount: paid,
          ...(cashier && { staffId: cashier.value.staffId }),
          provider: { ...provider, token: slipId },
        }),
      )
    },

    async payOutSlip({ slip: text }, { staffId }, second) {
      const slip = slipOf(text)
      if (!slip.ok) return slip
      const paid = await shifts.payOutSlip(slip.value, second.staffId, staffId)
      return paid.ok ? ok(viewOf({ ...slip.value, state: 'paid-out' })) : paid
    },

    async listSlips() {
      return ok(ledger.slips.open().map(viewOf))
    },
  }
}

function viewOf({ slipId, amount, currency, issuedUtc, saleId, doubtful, state }: KnownSlip): CreditSlipView {
  return { slipId, amount, currency, issuedUtc, saleId, doubtful, state }
}
