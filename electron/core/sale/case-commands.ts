import { err, ok } from '../../../shared/domain/result.ts'
import type { StaffCommands } from '../access/access.ts'
import type { Clock, SaleLedger } from '../ports/ports.ts'
import type { AfterSaleService } from './after-sale-service.ts'
import type { SaleService } from './sale-service.ts'
import { settleGap, settleStaffCase, staffCases, wantsLook } from './staff-cases.ts'

type CaseCommand = 'listStaffCases' | 'settleStaffCase' | 'settleLedgerGap'

const STAFF_PATIENCE_MS = 4_000

/** Questions that wait for a person. `shows`: whether that sale is on the screen. */
export function caseCommands(
  { ledger, clock }: { readonly ledger: SaleLedger; readonly clock: Clock },
  sales: SaleService,
  afterSales: Pick<AfterSaleService, 'paidBack'>,
  shows: (saleId: string) => boolean,
): Pick<StaffCommands, CaseCommand> {
  const casesNow = () => staffCases(ledger, sales, clock.now())

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
      const settle = (given: typeof answer) => settleStaffCase(ledger, sales, saleId, given, staffId, shows(saleId))
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

    async settleLedgerGap({ seq, reference }, { staffId }) {
      const settled = settleGap(ledger, seq, reference, staffId, clock.now())
      return settled.ok ? ok(casesNow()) : settled
    },
  }
}
