import { isCash } from '../../../shared/domain/money/tender.ts'
import { err, ok } from '../../../shared/domain/result.ts'
import type { Sale } from '../../../shared/domain/sale/sale.ts'
import type { CommandInput } from '../../../shared/kiosk-api/contract.ts'
import type { Commands } from '../access/access.ts'
import type { Ports } from '../ports/ports.ts'
import type { TenderOutcome } from '../ports/tender-driver.ts'
import type { SaleService } from '../sale/sale-service.ts'
import type { SaleScreen } from '../screen/sale-screen.ts'

/** What may be said about a payment while it runs. */
export function tenderCommands(
  { tenders, ledger }: Pick<Ports, 'tenders' | 'ledger'>,
  sales: SaleService,
  { find, view, act }: SaleScreen,
): Pick<Commands, 'cancelPayment' | 'answerTender'> {
  return {
    async cancelPayment({ saleId }) {
      const sale = find(saleId)
      if (!sale) return err({ type: 'unknown-sale' })
      if (sale.state !== 'paying') return err({ type: 'wrong-stage', stage: sale.state })
      if (isCash(sale.tender.kind) && !sales.busy(saleId)) return ok(act(saleId, { type: 'tender-cancelled' }))
      sales.cancelTender(saleId)
      return ok(view(sale))
    },

    async answerTender({ saleId, reference, word }, { staffId }) {
      const sale = find(saleId)
      if (!sale) return err({ type: 'unknown-sale' })
      if (sale.state !== 'paying' || sale.tender.reference !== reference)
        return err({ type: 'wrong-stage', stage: sale.state })
      const { kind } = sale.tender
      if (word.type === 'approved' && !word.again) {
        // Two cards may have the same number by chance, and their money was taken: people look again, and decide.
        const orderId = ledger.approvedAs(kind, word.approval)
        if (orderId !== null) return err({ type: 'approval-known', orderId })
      }
      const told = nextStep(sales, saleId)
      if (tenders[kind]?.tell?.(reference, outcomeOf(word, staffId))) return ok(view(await told.step))
      told.forget()
      return err({ type: 'wrong-stage', stage: sale.state })
    },
  }
}

function outcomeOf(word: CommandInput<'answerTender'>['word'], staffId: string): TenderOutcome {
  switch (word.type) {
    case 'approved':
      return { outcome: 'approved', approval: word.approval, staffId }
    case 'refused':
      return { outcome: 'refused', reason: 'declined' }
    case 'not-paid':
      return { outcome: 'cancelled' }
  }
}

/** The sale once it has gone on, so that staff see what their answer led to. */
function nextStep(sales: SaleService, saleId: string): { readonly step: Promise<Sale>; readonly forget: () => void } {
  const { promise, resolve } = Promise.withResolvers<Sale>()
  const forget = sales.subscribe((sale) => {
    if (sale.saleId !== saleId) return
    forget()
    resolve(sale)
  })
  return { step: promise, forget }
}
