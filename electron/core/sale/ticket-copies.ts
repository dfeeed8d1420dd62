import { qrKey } from '../../../shared/domain/documents/qr-code.ts'
import { err, ok, type Result } from '../../../shared/domain/result.ts'
import type { FiledTicket, SaleFile } from '../../../shared/domain/sale/sale-file.ts'
import { SOLD, type Ticket } from '../../../shared/domain/seats/offer.ts'
import type { CommandInput } from '../../../shared/kiosk-api/contract.ts'
import type { AfterSaleFailure, SaleFailure, TicketsCancelled } from '../../../shared/kiosk-api/failures.ts'
import type { AfterSaleBook, Clock, PartnerService, TicketIssuer } from '../ports/ports.ts'
import { ticketDocument } from './sale-documents.ts'
import { openSold, reread } from './sold-tickets.ts'

export interface TicketCopies {
  reprint(
    wish: Pick<CommandInput<'reprintTickets'>, 'saleId' | 'ticketIds' | 'reason'>,
    staffId: string,
  ): Promise<
    Result<
      SaleFile,
      | SaleFailure
      | AfterSaleFailure
      | TicketsCancelled
      | { readonly type: 'printer-not-ready'; readonly reason: string }
    >
  >
  /** The file of a sale, with those of its tickets that the booking service no longer lists as sold. */
  openChecked(saleId: string): Promise<SaleFile | null>
  /** Copies that were on their way when the program ended may have come out. */
  recover(): void
}

/** Timeout of the ticket check in milliseconds, before a file is opened or a duplicate printed. */
const FILE_TIMEOUT_MS = 1_500
const COPY_TIMEOUT_MS = 5_000

interface CopyPorts {
  readonly book: AfterSaleBook
  readonly tickets: Pick<TicketIssuer, 'status' | 'print'>
  readonly partner: Pick<PartnerService, 'listTickets'>
  readonly clock: Pick<Clock, 'sleep'>
}

/** Tickets printed once more: each copy has its number, and its end in the journal. */
export function ticketCopies(ports: CopyPorts): TicketCopies {
  const { book, tickets } = ports

  return {
    async reprint({ saleId, ticketIds, reason }, staffId) {
      const status = await tickets.status()
      if (status.state === 'not-ready') return err({ type: 'printer-not-ready', reason: status.reason })
      const found = openSold(book, saleId, ticketIds)
      if (!found.ok) return found
      const { sale, chosen } = found.value
      const wanted = sale.tickets.filter(({ ticketId }) => ticketIds.includes(ticketId))
      const cancelled = await cancelledOf(ports, { ...sale, tickets: wanted }, COPY_TIMEOUT_MS)
      if (cancelled && cancelled.length > 0)
        return err({ type: 'tickets-cancelled', seatCodes: cancelled.map(({ place }) => place.seatCode) })
      const unchecked = cancelled === null
      const copies = chosen.map(({ ticketId, papers }) => ({ ticketId, copyNumber: nextCopy(papers) }))
      book.record({ type: 'copies-ordered', saleId, reason, copies, ...(unchecked && { unchecked }) }, staffId)
      for (const copy of copies) {
        const document = { ...ticketDocument(sale, copy.ticketId, copy.copyNumber), unchecked }
        const printed = await tickets.print(document, sale.language)
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
    async openChecked(saleId) {
      const [file, sale] = [book.files.open(saleId), book.find(saleId)]
      if (!file || sale?.state !== 'done') return file
      const cancelled = await cancelledOf(ports, sale, FILE_TIMEOUT_MS)
      if (!cancelled || cancelled.length === 0) return file
      return { ...file, cancelled: cancelled.map(({ ticketId }) => ticketId) }
    },
    recover() {
      for (const copy of book.openCopies())
        book.record({ type: 'copy-finished', ...copy, state: 'unknown', evidence: 'restart' }, null)
    },
  }
}

/**
 * Queries the booking service for the tickets of a sale that no longer open a gate: those that it does not list, lists
 * with another code, or lists as not sold. Returns null if the service names no owner or does not reply in time.
 */
async function cancelledOf(
  { partner, clock }: Pick<CopyPorts, 'partner' | 'clock'>,
  { ownerRef, tickets }: { readonly ownerRef: string; readonly tickets: readonly Ticket[] },
  timeoutMs: number,
): Promise<readonly Ticket[] | null> {
  if (ownerRef === '') return null
  const answered = new AbortController()
  const late = clock.sleep(timeoutMs, answered.signal).then(() => null)
  const reply = await Promise.race([partner.listTickets({ ownerRef }), late])
  answered.abort()
  if (!reply?.ok) return null
  const listed = new Map(reply.value.map((ticket) => [ticket.ticketId, ticket]))
  return tickets.filter(({ ticketId, qrCode }) => {
    const theirs = listed.get(ticketId)
    return theirs?.status !== SOLD || qrKey(theirs.qrCode) !== qrKey(qrCode)
  })
}

/** What certainly did not come out keeps its number. */
function nextCopy(papers: FiledTicket['papers']): number {
  const last = papers.at(-1)
  if (!last) return 1
  return last.state === 'failed' && last.copyNumber > 0 ? last.copyNumber : last.copyNumber + 1
}
