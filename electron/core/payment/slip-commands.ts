import type { KnownSlip } from '../../../shared/domain/money/credit-slip.ts'
import { sumOf } from '../../../shared/domain/money/tender.ts'
import { err, ok } from '../../../shared/domain/result.ts'
import { paymentReference } from '../../../shared/domain/sale/open-payment.ts'
import type { CreditSlipView } from '../../../shared/kiosk-api/office-views.ts'
import { type Commands, identifyCashier } from '../access/access.ts'
import type { SignIns } from '../access/sign-ins.ts'
import type { SaleScreen } from '../screen/sale-screen.ts'
import type { ShiftService } from '../staff/shift-service.ts'
import { countCodeTries } from '../visit/code-tries.ts'
import type { WatchedPorts } from '../watch/partner-watch.ts'
import type { Gate } from './payment-gate.ts'
import { slipCopies } from './slip-copies.ts'
import { askedElsewhere, type FoundSlip, slipFinder } from './slip-finding.ts'
import { slipPayouts } from './slip-payouts.ts'
import type { PrintSlip } from './slip-printing.ts'
import type { SlipTeller } from './slip-teller.ts'
import { atProvider } from './tender-effects.ts'

interface Standing {
  readonly role?: 'kiosk' | 'cashier' | undefined
  readonly signIns: SignIns
  readonly shifts: Pick<ShiftService, 'payOutSlip' | 'view'>
  readonly gate: Gate
  /** Null: the machine is no hub's. */
  readonly teller: SlipTeller | null
  readonly printSlip: PrintSlip
}

/** How credit slips are spent and paid out: those of this ledger, and those that the hub knows. */
export function slipCommands(
  ports: WatchedPorts,
  { waiting, act, block }: SaleScreen,
  { role, signIns, shifts, gate, teller, printSlip }: Standing,
): Pick<Commands, 'paySlip' | 'payOutSlip' | 'listSlips' | 'reprintCreditSlip'> {
  const { ledger, tenders, ids, clock, log, slipHub } = ports
  const find = slipFinder(ledger, slipHub, countCodeTries(clock), log)
  const payOut = slipPayouts(ports, shifts, teller)
  const printAgain = slipCopies(ports, printSlip)

  return {
    async paySlip({ saleId, slip: text, by }) {
      const cashier = role === 'cashier' ? await identifyCashier(signIns, by) : null
      if (cashier?.ok === false) return cashier
      const driver = tenders['credit-slip']
      if (!driver) return err({ type: 'tender-not-offered' })
      const sale = await gate(saleId, driver)
      if (!sale.ok) return sale.error.type === 'blocked' ? ok(block(sale.error.sale, sale.error.by)) : err(sale.error)
      const slip = await find(text)
      if (!slip.ok) return slip
      const { slipId, amount, currency, here, own } = slip.value
      if (here && own?.doubtful) return err({ type: 'slip-refused', because: 'doubtful' })
      if (currency !== sale.value.currency) return err({ type: 'slip-refused', because: 'other-currency' })
      // Nothing else happened since the gate looked, but who it is was asked for at a desk, and the hub about the slip.
      const still = waiting(saleId, 'priced')
      if (!still.ok) return still
      const { order, parts = [], tenderAttempts } = still.value
      const provider = atProvider(driver, paymentReference(order, tenderAttempts + 1), ids)
      if (!provider) return err({ type: 'tender-not-offered' })
      if (own && ledger.slips.find(slipId)?.state !== 'open') return err({ type: 'slip-refused', because: 'taken' })
      if (here !== (own !== null && ledger.slips.find(slipId)?.hub === null))
        return err({ type: 'slip-refused', because: 'hub-away' })
      const paid = Math.min(amount, order.amount - sumOf(parts))
      return ok(
        act(saleId, {
          type: 'tender-started',
          kind: 'credit-slip',
          amount: paid,
          ...(cashier && { staffId: cashier.value.staffId }),
          provider: { ...provider, ...(here && { host: '' }), token: slipId },
        }),
      )
    },

    async payOutSlip({ slip: text }, { staffId }, second) {
      const slip = await find(text)
      if (!slip.ok) return slip
      const paid = await payOut(slip.value, staffId, second.staffId)
      return paid.ok ? ok(viewOfFound(slip.value)) : paid
    },

    async listSlips() {
      const open = ledger.slips.open()
      const said = slipHub ? await askedElsewhere(slipHub, open, clock) : null
      return ok(
        open.map((slip) => {
          const elsewhere = said?.get(slip.slipId)
          return { ...viewOf(slip), ...(elsewhere && { elsewhere }) }
        }),
      )
    },

    async reprintCreditSlip({ slip: text }, { staffId }) {
      const slip = await find(text)
      if (!slip.ok) return slip
      const copied = await printAgain(slip.value, staffId)
      return copied.ok ? ok({ ...viewOf(copied.value.slip), paper: copied.value.paper }) : copied
    },
  }
}

function viewOf({ slipId, amount, currency, issuedUtc, saleId, doubtful, state, copies }: KnownSlip): CreditSlipView {
  return { slipId, amount, currency, issuedUtc, saleId, doubtful, state, copies }
}

function viewOfFound({ slipId, amount, currency, issuedUtc, own }: FoundSlip): CreditSlipView {
  const { saleId = '', doubtful = false, copies = 0 } = own ?? {}
  return { slipId, amount, currency, issuedUtc, saleId, doubtful, state: 'paid-out', copies }
}
