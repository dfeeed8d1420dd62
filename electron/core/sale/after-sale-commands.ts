import { goesBackAsSlip } from '../../../shared/domain/money/tender.ts'
import { err, ok } from '../../../shared/domain/result.ts'
import { MAX_FOUND_SALES } from '../../../shared/domain/sale/sale-file.ts'
import type { StaffCommands } from '../access/access.ts'
import type { PrintSlip } from '../payment/slip-printing.ts'
import type { WatchedPorts } from '../watch/partner-watch.ts'
import type { AfterSaleService } from './after-sale-service.ts'
import { readSaleQuery } from './sale-query.ts'

type AfterSaleCommand = 'findSales' | 'openSaleFile' | 'reprintTickets' | 'reprintSlip' | 'returnTickets' | 'payReturn'

/** Creates the commands for sales made here before: search, reprint and return. */
export function afterSaleCommands(
  afterSales: AfterSaleService,
  { clock, log, partner, timeZone }: Pick<WatchedPorts, 'clock' | 'log' | 'partner'> & { readonly timeZone: string },
  printSlip: PrintSlip,
): Pick<StaffCommands, AfterSaleCommand> {
  return {
    async findSales({ text }) {
      return ok(afterSales.files.find(readSaleQuery(text, clock.now().wallUtc, timeZone), MAX_FOUND_SALES))
    },

    async openSaleFile({ saleId }) {
      // An unreachable service is not waited for at each file.
      const file = partner.isUp() ? await afterSales.openChecked(saleId) : afterSales.files.open(saleId)
      return file ? ok(file) : err({ type: 'unknown-sale' })
    },

    async reprintTickets(wish, { staffId }) {
      return afterSales.reprint(wish, staffId)
    },

    async reprintSlip(wish, { staffId }) {
      return afterSales.copySlip(wish, staffId)
    },

    async returnTickets(wish, { staffId }, second) {
      return afterSales.giveBack(wish, staffId, second.staffId)
    },

    async payReturn(wish, { staffId }) {
      const paid = afterSales.pay(wish, staffId)
      const slip = paid.ok && goesBackAsSlip(wish.kind) ? paid.value.credits?.at(-1) : undefined
      // One that does not come out is printed again.
      if (slip) await printSlip(slip.slipId, 0).catch((error: unknown) => log.error('slip.paper-failed', error))
      return paid
    },
  }
}
