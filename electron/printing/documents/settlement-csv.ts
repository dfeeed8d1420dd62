import { wireFromMinor } from '../../../shared/domain/money/money.ts'
import { settledText, type Settlement } from '../../../shared/domain/money/settlement.ts'
import type { Language } from '../../../shared/domain/language.ts'
import { catalogues } from '../../../shared/i18n/catalogues.ts'
import { csvFile, csvText } from './csv.ts'

const HEADER = [
  'register',
  'driver',
  'from',
  'to',
  'compared_utc',
  'difference',
  'sale',
  'order',
  'provider_reference',
  'line',
  'at',
  'amount',
  'currency',
  'here',
  'there',
  'to_do',
]

/** Every difference as a line, with what to do about it; a comparison without differences has none but the header. */
export function settlementCsv(
  { register, driver, from, to, comparedUtc, differences }: Settlement,
  language: Language,
): string {
  return csvFile([
    HEADER,
    ...differences.map((one) => [
      csvText(register),
      driver,
      from,
      to,
      comparedUtc,
      one.kind,
      ...[one.saleId, one.orderId, one.name].map(csvText),
      one.line === 0 ? '' : one.line,
      csvText(one.at),
      wireFromMinor(one.amount, one.currency),
      one.currency,
      ...[settledText(one.here), settledText(one.there), catalogues[language].settlement.advice[one.kind]].map(csvText),
    ]),
  ])
}
