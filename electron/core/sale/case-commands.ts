import { err, ok } from '../../../shared/domain/result.ts'
import type { StaffCommands } from '../access/access.ts'
import type { Ports } from '../ports/ports.ts'
import type { AfterSaleService } from './after-sale-service.ts'
import { owedOfPayment, owedOfSale, type Owed, type ProviderRefunds } from '../payment/provider-refunds.ts'
import { settleOpenPayment } from './open-payment-cases.ts'
import type { SaleService } from './sale-service.ts'
import { settleGap, settleStaffCase, settleStrayNote, staffCases, wantsLook } from './staff-cases.ts'

type CaseCommand =
  | 'listStaffCases'
  | 'settleStaffCase'
  | 'settleOpenPayment'
  | 'settleLedgerGap'
  | 'settleStrayNote'
  | 'askRefund'
  | 'settleRefund'

const STAFF_PATIENCE_MS = 4_000

/** Questions that wait for a person. `shows`: whether that sale is on the screen. */
export function caseCommands(
  ports: Pick<Ports, 'ledger' | 'clock' | 'ids'>,
  sales: SaleService,
  afterSales: Pick<AfterSaleService, 'paidBack'>,
  refunds: Pick<ProviderRefunds, 'isOffered' | 'ask' | 'settle'>,
  shows: (saleId: string) => boolean,
): Pick<StaffCommands, CaseCommand> {
  const { ledger, clock } = ports
  const casesNow = () => staffCases(ledger, sales, clock.now(), refunds.isOffered)

  /** Of that payment, whether its sale is to end without tickets or went on without it. */
  function owedOf(payment: string): Owed | null {
    const open = ledger.openPayments().find(({ reference }) => reference === payment)
    if (open) return owedOfPayment(open)
    return (
      ledger
        .unfinished()
        .map(owedOfSale)
        .find((owed) => owed?.payment === payment) ?? null
    )
  }

  /** An answer often leads to the sale's next question: staff should see it, but not wait for a partner that is slow. */
  async function cameToRest(saleId: string): Promise<void> {
    const enough = new AbortController()
    await Promise.race([sales.settled(saleId), clock.sleep(STAFF_PATIENCE_MS, enough.signal)])
    enough.abort()
  }

  return {
    async listStaffCases() {
      return ok(casesNow())
    },

    async settleStaffCase({ saleId, answer }, { staffId }) {
      const settle = (given: typeof answer) => settleStaffCase(ports, sales, saleId, given, staffId, shows(saleId))
      const owed = sales.find(saleId)
      const lookFirst = answer.type === 'paid-back' && owed !== null && wantsLook(owed, clock.now())
      if (owed?.state === 'refund-due' && (lookFirst || answer.type === 'ask-again')) {
        const asked = settle({ type: 'ask-again' })
        if (!asked.ok) return asked
        const looked = await sales.settled(saleId)
        if ('tickets' in looked) return err({ type: 'tickets-turned-up' })
        if (!lookFirst) return ok(casesNow())
      }
      const settled = settle(answer)
      if (!settled.ok) return settled
      await cameToRest(saleId)
      if (answer.type === 'paid-back') await afterSales.paidBack(saleId)
      return ok(casesNow())
    },

    async settleOpenPayment(said, { staffId }) {
      const settled = settleOpenPayment(ledger, said, staffId, clock.now())
      return settled.ok ? ok(casesNow()) : settled
    },

    async askRefund({ payment }, { staffId }, second) {
      const owed = owedOf(payment)
      const sale = owed && sales.find(owed.saleId)
      if (!owed || !refunds.isOffered(owed)) return err({ type: 'refund-not-offered' })
      if (sale && owedOfSale(sale)?.payment === payment && wantsLook(sale, clock.now())) {
        const asked = settleStaffCase(ports, sales, sale.saleId, { type: 'ask-again' }, staffId, false)
        if (!asked.ok) return err({ type: 'refund-not-offered' })
        if ('tickets' in (await sales.settled(sale.saleId))) return err({ type: 'tickets-turned-up' })
      }
      // Meanwhile somebody may have given it back.
      const stillOwed = owedOf(payment)
      if (!stillOwed) return err({ type: 'refund-over' })
      const begun = refunds.ask(stillOwed, staffId, second.staffId)
      return begun.ok ? ok(casesNow()) : begun
    },

    async settleRefund({ refund, receipt }, { staffId }) {
      const settled = await refunds.settle(refund, receipt, staffId)
      return settled.ok ? ok(casesNow()) : settled
    },

    async settleLedgerGap({ seq, reference }, { staffId }) {
      const settled = settleGap(ledger, seq, reference, staffId, clock.now())
      return settled.ok ? ok(casesNow()) : settled
    },

    async settleStrayNote(said, { staffId }) {
      const settled = settleStrayNote(ledger, said, staffId, clock.now())
      return settled.ok ? ok(casesNow()) : settled
    },
  }
}
