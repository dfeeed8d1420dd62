import type { TicketsReturned } from '../../../shared/domain/sale/after-sale.ts'
import { err, ok, type Result } from '../../../shared/domain/result.ts'
import { waysBack, type SaleFile } from '../../../shared/domain/sale/sale-file.ts'
import { goesBackAsSlip, isCash, isDriven } from '../../../shared/domain/money/tender.ts'
import type { CommandInput } from '../../../shared/kiosk-api/contract.ts'
import type { AfterSaleFailure, SaleFailure } from '../../../shared/kiosk-api/failures.ts'
import type { ReturnedView } from '../../../shared/kiosk-api/views.ts'
import { openDrawer } from '../payment/open-drawer.ts'
import { newSlip } from '../payment/new-slip.ts'
import type { AfterSaleBook, Ids, Log, Printers } from '../ports/ports.ts'
import type { ReturnSlips } from './return-slips.ts'
import { openSold, reread } from './sold-tickets.ts'
import type { TicketCancellations } from './ticket-cancellations.ts'

export interface TicketReturns {
  giveBack(
    wish: Pick<CommandInput<'returnTickets'>, 'saleId' | 'ticketIds' | 'kind' | 'over' | 'reason'>,
    staffId: string,
    second: string,
  ): Promise<
    Result<
      ReturnedView,
      SaleFailure | AfterSaleFailure | { readonly type: 'other-shift' } | { readonly type: 'other-tender' }
    >
  >
  pay(
    wish: Pick<CommandInput<'payReturn'>, 'saleId' | 'reference' | 'kind' | 'receipt'>,
    staffId: string,
  ): Result<SaleFile, SaleFailure | { readonly type: 'wrong-answer' }>
}

/** Tickets that come back: what is owed for them by which way, and that it was paid. */
export function ticketReturns(
  ports: {
    readonly book: AfterSaleBook
    readonly printers: Pick<Printers, 'openDrawer'>
    readonly ids: Pick<Ids, 'uuid'>
    readonly log: Log
  },
  slips: ReturnSlips,
  cancellations: Pick<TicketCancellations, 'ask'>,
): TicketReturns {
  const { book, ids, log } = ports

  return {
    async giveBack({ saleId, ticketIds, kind, over, reason }, staffId, second) {
      const found = openSold(book, saleId, ticketIds)
      if (!found.ok) return found
      const { sale, file, chosen } = found.value
      const whole = chosen.length === file.tickets.length
      if (kind === 'void' && !whole) return err({ type: 'ticket-returned' })
      if (kind === 'void' && !file.ofThisShift) return err({ type: 'other-shift' })
      const amount = chosen.reduce((sum, { price }) => sum + price, 0)
      const back = waysBack(file, amount, kind === 'refund' ? over : undefined)
      if (!back) return err({ type: 'other-tender' })
      const { currency } = sale
      const reference = `${sale.order.orderId}-R${file.returns.length + 1}`
      const returned = chosen.map(({ ticketId }) => ticketId)
      // A service that names no customer reference knows its tickets by nothing.
      const requestId = sale.ownerRef === '' ? undefined : ids.uuid()
      const act: TicketsReturned = {
        type: kind === 'void' ? 'tickets-voided' : 'tickets-refunded',
        saleId,
        reference,
        reason,
        second,
        ticketIds: returned,
        currency,
        amount,
        back,
        ...(requestId !== undefined && { cancellation: requestId }),
      }
      book.record(act, staffId)
      log.info('tickets.returned', { saleId, reference, kind, staffId, second })
      if (back.some((way) => isCash(way.kind))) await openDrawer(ports)
      if (requestId !== undefined)
        await cancellations.ask({ saleId, reference, ticketIds: returned, reason, requestId })
      return ok(await slips.issue(sale, reference))
    },
    pay({ saleId, reference, kind, receipt }, staffId) {
      const file = book.files.open(saleId)
      if (!file) return err({ type: 'unknown-sale' })
      const way = file.returns.find((each) => each.reference === reference)?.back.find((each) => each.kind === kind)
      if (!way || way.paid || (isDriven(kind) && receipt === '')) return err({ type: 'wrong-answer' })
      const { amount } = way
      const { currency } = file
      const slip = goesBackAsSlip(kind) ? newSlip(ids, amount, currency) : null
      const given = slip ? { receipt: slip.slipId, slip } : { receipt }
      book.record({ type: 'return-paid', saleId, reference, currency, kind, amount, ...given }, staffId)
      return ok(reread(book, saleId))
    },
  }
}
