import { isInstant } from '../../../shared/domain/documents/local-date.ts'
import { settledText, type Settlement } from '../../../shared/domain/money/settlement.ts'
import { catalogues } from '../../../shared/i18n/catalogues.ts'
import { csvTable, type CsvStyle } from './csv.ts'

const COLUMNS = [
  'register',
  'driver',
  'from',
  'to',
  'compared',
  'difference',
  'sale',
  'order',
  'providerReference',
  'line',
  'at',
  'amount',
  'currency',
  'here',
  'there',
  'toDo',
] as const

/** Formats each difference as a row with what to do about it; only the headings if there is none. */
export function settlementCsv(
  { register, driver, from, to, comparedUtc, differences }: Settlement,
  style: CsvStyle,
): string {
  const rows = differences.map((one) => [
    register,
    driver,
    from,
    to,
    { utc: comparedUtc },
    one.kind,
    one.saleId,
    one.orderId,
    one.name,
    one.line === 0 ? '' : one.line,
    // The ledger's time is in UTC; another is the provider's, as its file has it.
    isInstant(one.at) ? { utc: one.at } : one.at,
    { amount: one.amount, currency: one.currency },
    one.currency,
    settledText(one.here),
    settledText(one.there),
    catalogues[style.language].settlement.advice[one.kind],
  ])
  return csvTable(style, COLUMNS, rows)
}
