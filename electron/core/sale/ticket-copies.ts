import { err, ok, type Result } from '../../../shared/domain/result.ts'
import type { FiledTicket, SaleFile } from '../../../shared/domain/sale/sale-file.ts'
import type { CommandInput } from '../../../shared/kiosk-api/contract.ts'
import type { AfterSaleFailure, SaleFailure } from '../../../shared/kiosk-api/failures.ts'
import type { AfterSaleBook, TicketIssuer } from '../ports/ports.ts'
import { ticketDocument } from './sale-documents.ts'
import { openSold, reread } from './sold-tickets.ts'

export interface TicketCopies {
  reprint(
    wish: Pick<CommandInput<'reprintTickets'>, 'saleId' | 'ticketIds' | 'reason'>,
    staffId: string,
  ): Promise<
    Result<SaleFile, SaleFailure | AfterSaleFailure | { readonly type: 'printer-not-ready'; readonly reason: string }>
  >
  /** Copies that were on their way when the program ended may have come out. */
  recover(): void
}

/** Tickets printed once more: each copy has its number, and its end in the journal. */
export function ticketCopies(book: AfterSaleBook, tickets: Pick<TicketIssuer, 'status' | 'print'>): TicketCopies {
  return {
    async reprint({ saleId, ticketIds, reason }, staffId) {
      const status = await tickets.status()
      if (status.state === 'not-ready') return err({ type: 'printer-not-ready', reason: status.reason })
      const found = openSold(book, saleId, ticketIds)
      if (!found.ok) return found
      const { sale, chosen } = found.value
      const copies = chosen.map(({ ticketId, papers }) => ({ ticketId, copyNumber: nextCopy(papers) }))
      book.record({ type: 'copies-ordered', saleId, reason, copies }, staffId)
      for (const copy of copies) {
        const printed = await tickets.print(ticketDocument(sale, copy.ticketId, copy.copyNumber), sale.language)
        const evidence =
          printed.outcome === 'printed'
            ? printed.evidence
            : printed.outcome === 'failed'
              ? printed.reason
              : printed.detail
        book.record({ type: 'copy-finished', saleId, ...copy, state: printed.outcome, evidence }, staffId)
      }
      return ok(reread(book, saleId))
    },
    recover() {
      for (const copy of book.openCopies())
        book.record({ type: 'copy-finished', ...copy, state: 'unknown', evidence: 'restart' }, null)
    },
  }
}

/** What certainly did not come out keeps its number. */
function nextCopy(papers: FiledTicket['papers']): number {
  const last = papers.at(-1)
  if (!last) return 1
  return last.state === 'failed' && last.copyNumber > 0 ? last.copyNumber : last.copyNumber + 1
}
