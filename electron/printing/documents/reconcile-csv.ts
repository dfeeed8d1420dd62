import type { Reconciliation } from '../../../shared/domain/sale/reconcile.ts'
import { csvTable, type CsvStyle } from './csv.ts'
import { catalogues } from '../../../shared/i18n/catalogues.ts'

const COLUMNS = [
  'register',
  'shift',
  'compared',
  'difference',
  'sale',
  'reference',
  'owner',
  'state',
  'event',
  'ticket',
  'ticketNumber',
  'seat',
  'amount',
  'currency',
  'here',
  'there',
  'toDo',
] as const

/** Formats each difference as a row with what to do about it; only the headings if there is none. */
export function reconcileCsv({ register, shiftNo, startedUtc, differences }: Reconciliation, style: CsvStyle): string {
  const rows = differences.map((one) => [
    register,
    shiftNo,
    { utc: startedUtc },
    one.kind,
    one.saleId,
    one.reference,
    one.ownerRef,
    one.state,
    one.eventTitle,
    one.ticketId,
    one.ticketNumber,
    one.seatCode,
    { amount: one.amount, currency: one.currency },
    one.currency,
    one.here,
    one.there,
    catalogues[style.language].reconcileAdvice[one.kind],
  ])
  return csvTable(style, COLUMNS, rows)
}
