import { err, ok, type Result } from '../../../shared/domain/result.ts'
import type { FiledTicket, SaleFile } from '../../../shared/domain/sale/sale-file.ts'
import type { Sale } from '../../../shared/domain/sale/sale.ts'
import type { AfterSaleFailure, SaleFailure } from '../../../shared/kiosk-api/failures.ts'
import type { AfterSaleBook } from '../ports/ports.ts'

type Done = Extract<Sale, { state: 'done' }>

/** A sale that ended with all its papers, and those of its tickets that are asked for and still worth something. */
export function openSold(
  book: AfterSaleBook,
  saleId: string,
  ticketIds: readonly string[],
): Result<{ sale: Done; file: SaleFile; chosen: readonly FiledTicket[] }, SaleFailure | AfterSaleFailure> {
  const sale = book.find(saleId)
  const file = sale && book.files.open(saleId)
  if (!sale || !file) return err({ type: 'unknown-sale' })
  if (sale.state !== 'done') return err({ type: 'wrong-stage', stage: sale.state })
  const wanted = new Set(ticketIds)
  const chosen = file.tickets.filter(({ ticketId }) => wanted.has(ticketId))
  if (chosen.length !== wanted.size) return err({ type: 'no-such-ticket' })
  const gone = new Set(file.returns.flatMap((each) => each.ticketIds))
  if (chosen.some(({ ticketId }) => gone.has(ticketId))) return err({ type: 'ticket-returned' })
  return ok({ sale, file, chosen })
}

/** After something was recorded of it. */
export function reread(book: AfterSaleBook, saleId: string): SaleFile {
  const file = book.files.open(saleId)
  if (!file) throw new Error(`sale ${saleId} is gone`)
  return file
}
