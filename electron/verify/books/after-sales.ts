import type { ZodType } from 'zod'
import {
  afterSaleCodes,
  cancellationAnsweredShape,
  copiesOrderedShape,
  copyFinishedShape,
  openPaymentShapes,
  type Posting,
  returnPaidShape,
  type Row,
  slipCopiedShape,
  ticketsReturnedShape,
} from '../format/format.ts'
import { misfit } from '../format/misfit.ts'
import type { Findings } from '../format/report.ts'
import { checkCopies } from './copies.ts'
import { checkReturns } from './returns.ts'
import type { SaleAccount } from './sale-account.ts'

/** What a row about a sale that ended, or a payment that it went on without, posts. */
export interface AfterSaleEntry {
  readonly saleId: string
  readonly currency: string
  readonly postings: readonly Posting[]
}

const postingShapes: ReadonlyMap<string, ZodType<AfterSaleEntry>> = new Map<string, ZodType<AfterSaleEntry>>([
  ['RETURN_PAID', returnPaidShape],
  ['TICKETS_REFUNDED', ticketsReturnedShape],
  ['TICKETS_VOIDED', ticketsReturnedShape],
  ['PAYMENT_FOUND', openPaymentShapes.PAYMENT_FOUND],
  ['PAYMENT_PAID_BACK', openPaymentShapes.PAYMENT_PAID_BACK],
])

/** The row's postings, where it has any and can be read. */
export function afterSaleEntry(row: Row, payload: object): AfterSaleEntry | null {
  if (row.sale_id !== null) return null
  const shape = postingShapes.get(row.code)
  if (!shape) return null
  const read = shape.safeParse(payload)
  return read.success ? read.data : null
}

/** `returns` and I10 for rows about sales that ended; keeps their copies and what was given back. */
export function checkAfterSales(
  findings: Findings,
  sales: ReadonlyMap<string, SaleAccount>,
): (row: Row, payload: object) => void {
  const copies = checkCopies(findings)
  const returns = checkReturns(findings)
  let shiftFrom = 1

  function take(row: Row, payload: object): void {
    const bad = (why: string): void => findings.error('state', row.seq, row.code, why)
    const saleId = 'saleId' in payload ? String(payload.saleId) : ''
    const sale = sales.get(saleId)
    const unsold = sale?.state === 'refunded' && row.code === 'SLIP_COPIED'
    if (!sale || (sale.state !== 'done' && !unsold)) return bad(`is about sale ${saleId}, which is not done`)
    switch (row.code) {
      case 'COPIES_ORDERED': {
        const read = copiesOrderedShape.safeParse(payload)
        return read.success ? copies.order(row, read.data.copies, sale) : bad(misfit(read.error, payload))
      }
      case 'COPY_FINISHED': {
        const read = copyFinishedShape.safeParse(payload)
        return read.success ? copies.finish(row, read.data, sale) : bad(misfit(read.error, payload))
      }
      case 'CANCELLATION_ANSWERED': {
        const read = cancellationAnsweredShape.safeParse(payload)
        return read.success ? returns.answer(row, read.data, sale) : bad(misfit(read.error, payload))
      }
      case 'RETURN_PAID': {
        const read = returnPaidShape.safeParse(payload)
        return read.success ? returns.pay(row, read.data, sale) : bad(misfit(read.error, payload))
      }
      case 'SLIP_COPIED': {
        const read = slipCopiedShape.safeParse(payload)
        return read.success ? copies.copySlip(row, read.data, sale) : bad(misfit(read.error, payload))
      }
      default: {
        const read = ticketsReturnedShape.safeParse(payload)
        return read.success ? returns.giveBack(row, read.data, sale, shiftFrom) : bad(misfit(read.error, payload))
      }
    }
  }

  return (row, payload) => {
    if (row.code === 'CLOSURE_Z') shiftFrom = row.seq + 1
    if (row.sale_id === null && afterSaleCodes.has(row.code)) take(row, payload)
  }
}
