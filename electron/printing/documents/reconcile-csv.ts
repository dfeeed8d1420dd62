import { wireFromMinor } from '../../../shared/domain/money/money.ts'
import type { Reconciliation } from '../../../shared/domain/sale/reconcile.ts'
import type { Language } from '../../../shared/domain/language.ts'
import { csvFile, csvText } from './csv.ts'
import { catalogues } from '../../../shared/i18n/catalogues.ts'

const HEADER = [
  'register',
  'shift',
  'compared_utc',
  'difference',
  'sale',
  'reference',
  'owner_ref',
  'state',
  'event',
  'ticket',
  'ticket_number',
  'seat',
  'amount',
  'currency',
  'here',
  'there',
  'to_do',
]

/** Every difference as a line, with what to do about it; a comparison without differences has none but the header. */
export function reconcileCsv(
  { register, shiftNo, startedUtc, differences }: Reconciliation,
  language: Language,
): string {
  return csvFile([
    HEADER,
    ...differences.map((one) => [
      csvText(register),
      shiftNo,
      startedUtc,
      one.kind,
      ...[one.saleId, one.reference, one.ownerRef, one.state, one.eventTitle].map(csvText),
      ...[one.ticketId, one.ticketNumber, one.seatCode].map(csvText),
      wireFromMinor(one.amount, one.currency),
      one.currency,
      ...[one.here, one.there, catalogues[language].reconcileAdvice[one.kind]].map(csvText),
    ]),
  ])
}
