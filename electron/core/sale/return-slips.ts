import { err, ok, type Result } from '../../../shared/domain/result.ts'
import type { Sale } from '../../../shared/domain/sale/sale.ts'
import type { CommandInput } from '../../../shared/kiosk-api/contract.ts'
import type { SaleFailure } from '../../../shared/kiosk-api/failures.ts'
import type { ReturnedView } from '../../../shared/kiosk-api/views.ts'
import type { AfterSaleBook, Log, SlipIssuer } from '../ports/ports.ts'
import { saleSlip } from './sale-slip.ts'
import { reread } from './sold-tickets.ts'

export interface ReturnSlips {
  issue(sale: Sale, reference: string): Promise<ReturnedView>
  /** Another paper of a slip: the next DUPLICATA. */
  copySlip(
    wish: Pick<CommandInput<'reprintSlip'>, 'saleId' | 'reference' | 'reason'>,
    staffId: string,
  ): Promise<Result<ReturnedView, SaleFailure | { readonly type: 'wrong-answer' }>>
  /** The one slip of all that was taken for a sale without tickets, once it has all gone back. */
  paidBack(saleId: string): Promise<void>
}

/** The slips that customers sign when money goes back. */
export function returnSlips({
  book,
  slips,
  register,
  log,
}: {
  readonly book: AfterSaleBook
  readonly slips: SlipIssuer
  readonly register: string
  readonly log: Log
}): ReturnSlips {
  /** Made from the ledger each time: a copy says what the first one said. */
  async function issue(sale: Sale, reference: string, copyNumber = 0): Promise<ReturnedView> {
    const file = reread(book, sale.saleId)
    const slip = saleSlip(sale, file, { reference, copyNumber, register })
    if (!slip) throw new Error(`sale ${sale.saleId} has no slip ${reference}`)
    const { saved, printed } = await slips.issue(slip, sale.language)
    for (const paper of [saved, printed])
      if (paper && paper.outcome !== 'printed') log.warn('slip.not-printed', { reference, copyNumber, ...paper })
    const paper = printed ?? saved
    return {
      file,
      reference,
      paper: paper.outcome === 'printed' ? (printed ? 'printed' : 'saved') : paper.outcome,
      reason: paper.outcome === 'failed' ? paper.reason : '',
    }
  }

  return {
    issue: (sale, reference) => issue(sale, reference),
    async copySlip({ saleId, reference, reason }, staffId) {
      const sale = book.find(saleId)
      const file = sale && book.files.open(saleId)
      if (!sale || !file) return err({ type: 'unknown-sale' })
      const slip = file.slips.find((each) => each.reference === reference)
      if (!slip) return err({ type: 'wrong-answer' })
      const copyNumber = slip.copies + 1
      book.record({ type: 'slip-copied', saleId, reference, copyNumber, reason }, staffId)
      return ok(await issue(sale, reference, copyNumber))
    },
    async paidBack(saleId) {
      const sale = book.find(saleId)
      if (sale?.state === 'refunded') await issue(sale, `${sale.order.orderId}-P`)
    },
  }
}
