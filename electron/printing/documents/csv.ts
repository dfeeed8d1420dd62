import { isInstant, localStamp } from '../../../shared/domain/documents/local-date.ts'
import type { Language } from '../../../shared/domain/language.ts'
import { type Minor, wireFromMinor } from '../../../shared/domain/money/money.ts'
import { settledText, type Settlement } from '../../../shared/domain/money/settlement.ts'
import type {
  CurrencyReport,
  DrawerReport,
  NoteBoxReport,
  ShiftReport,
} from '../../../shared/domain/money/shift-report.ts'
import { isCash, isNotes } from '../../../shared/domain/money/tender.ts'
import type { Takings } from '../../../shared/domain/money/trade.ts'
import type { Reconciliation } from '../../../shared/domain/sale/reconcile.ts'
import { catalogues } from '../../../shared/i18n/catalogues.ts'
import type { ColumnNames } from '../../../shared/i18n/texts.ts'

/** A text, a count, an amount in minor units, or a time in ISO 8601 UTC. */
type CsvCell = string | number | { readonly amount: Minor; readonly currency: string } | { readonly utc: string }

export interface CsvStyle {
  readonly language: Language
  /** IANA time zone of the venue. */
  readonly timeZone: string
}

/** The list separator and the decimal sign of a spreadsheet in that language (Windows regional settings). */
const FORMATS: Readonly<Record<Language, { readonly separator: string; readonly decimal: string }>> = {
  fr: { separator: ';', decimal: ',' },
  en: { separator: ',', decimal: '.' },
  pt: { separator: ';', decimal: ',' },
  ar: { separator: ';', decimal: '.' },
}

/**
 * Formats a table for a spreadsheet in that language: its separator, its headings, and UTF-8 with the byte order mark
 * that Excel needs. Times are those of the venue, with their offset from UTC.
 */
function csvTable(
  { language, timeZone }: CsvStyle,
  columns: readonly (keyof ColumnNames)[],
  rows: readonly (readonly CsvCell[])[],
): string {
  const { separator, decimal } = FORMATS[language]
  const fieldOf = (cell: CsvCell): string => {
    if (typeof cell === 'number') return String(cell)
    if (typeof cell === 'string') return textField(cell)
    if ('utc' in cell) return localStamp(cell.utc, timeZone)
    return String(wireFromMinor(cell.amount, cell.currency)).replace('.', decimal)
  }
  const lines = [columns.map((column) => catalogues[language].columns[column]), ...rows]
  return `\uFEFF${lines.map((cells) => `${cells.map(fieldOf).join(separator)}\r\n`).join('')}`
}

/**
 * A sign that begins a formula at the start of a cell, also in its full-width form. A program with another separator
 * splits the field at any of these separators and line ends, and drops quotes and blanks before the sign.
 */
const FORMULA = /(^|[;,|\t\r\n])([\s"\p{C}]*)([=+\-@＝＋－＠])/gu

/** Quotes a text as in RFC 4180. An apostrophe before a formula turns it into a text. */
function textField(text: string): string {
  const safe = text.replaceAll(FORMULA, "$1$2'$3")
  return /[",;|\t\r\n]/u.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

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

/** Formats each difference as a row with the recommended action; headings only if there are no differences. */
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

/** A figure of the report: its name (the same in every language), its subject, count and amount. */
interface Line {
  readonly item: string
  readonly name?: string
  readonly detail?: string
  readonly count?: number
  readonly amount?: number
}

const REPORT_COLUMNS = [
  'register',
  'shift',
  'kind',
  'from',
  'to',
  'staff',
  'currency',
  'item',
  'name',
  'detail',
  'count',
  'amount',
] as const

/** Formats a shift report as a table with a row for each figure, amounts in whole units of their currency. */
export function reportCsv(report: ShiftReport, style: CsvStyle): string {
  const formatTime: FormatTime = (utc) => localStamp(utc, style.timeZone)
  const { register, shiftNo, kind, from, to, staffId } = report
  const row = (currency: string, { item, name = '', detail = '', count, amount }: Line): readonly CsvCell[] => [
    register,
    shiftNo,
    kind,
    { utc: from },
    { utc: to },
    staffId ?? '',
    currency,
    item,
    name,
    detail,
    count ?? '',
    amount === undefined ? '' : { amount, currency },
  ]
  return csvTable(style, REPORT_COLUMNS, [
    ...wholeLines(report, formatTime).map((line) => row('', line)),
    ...report.currencies.flatMap((one) => moneyLines(one, formatTime).map((line) => row(one.currency, line))),
  ])
}

/** Formats an instant (ISO 8601 UTC). */
type FormatTime = (utc: string) => string

function wholeLines(
  { sales, duplicates, waiting, taxRate, openings, anchor }: ShiftReport,
  formatTime: FormatTime,
): readonly Line[] {
  return [
    { item: 'sales', count: sales },
    { item: 'duplicates', count: duplicates },
    { item: 'waiting', count: waiting },
    ...(taxRate === null ? [] : [{ item: 'tax-rate', count: taxRate }]),
    ...openings.map(({ atUtc, staffId, second, reason }) => ({
      item: 'drawer-opened',
      name: people(staffId, second),
      detail: `${formatTime(atUtc)} ${reason}`,
    })),
    { item: 'rows', detail: `${anchor.firstSeq}-${anchor.lastSeq}` },
    { item: 'tail-hash', detail: anchor.tailHash },
    { item: 'row-hash', detail: anchor.hash },
    { item: 'key-id', detail: anchor.keyId },
  ]
}

function moneyLines(report: CurrencyReport, formatTime: FormatTime): readonly Line[] {
  const paid = (item: string, name: string, count: number, sums: Paid): readonly Line[] => [
    { item, name, count, amount: sums.amount },
    ...(sums.refunds > 0 ? [{ item: `${item}-refunded`, name, count: sums.refunds, amount: -sums.refunded }] : []),
  ]
  const providers = report.providers.flatMap(({ kind, driver, open, refunding, unmatched, count, ...sums }) => [
    ...paid('provider', kind, count, sums).map((line) => ({ ...line, detail: driver })),
    ...(open.count > 0 ? [{ item: 'provider-open', name: kind, detail: driver, ...open }] : []),
    ...(refunding.count > 0 ? [{ item: 'provider-refunding', name: kind, detail: driver, ...refunding }] : []),
    ...(unmatched.count > 0 ? [{ item: 'provider-unmatched', name: kind, detail: driver, ...unmatched }] : []),
  ])
  const { openSlips, hubSlips } = report
  const owed = [
    { item: 'owed', amount: report.owed },
    ...(openSlips.count > 0 ? [{ item: 'credit-slips-open', ...openSlips }] : []),
    ...(hubSlips.count > 0 ? [{ item: 'credit-slips-at-hub', ...hubSlips }] : []),
  ]
  if (report.blind)
    return [
      ...report.tenders
        .filter(({ kind }) => !isCash(kind) && !isNotes(kind))
        .flatMap((tender) => paid('tender', tender.kind, tender.count, tender)),
      ...providers,
      ...owed,
    ]
  return [
    ...takingsLines('', {}, report),
    ...(report.tax === null ? [] : [{ item: 'tax', amount: report.tax }]),
    ...owed,
    ...report.events.flatMap(({ title: name, startsAt, zones, ...takings }) => [
      ...takingsLines('event-', { name, detail: startsAt }, takings),
      ...zones.flatMap((zone) => takingsLines('zone-', { name, detail: zone.name }, zone)),
    ]),
    ...report.tenders.flatMap((tender) => paid('tender', tender.kind, tender.count, tender)),
    ...(report.rounding === undefined ? [] : [{ item: 'cash-rounding', amount: report.rounding }]),
    ...providers,
    ...report.cashiers.flatMap((cashier) => paid('cashier', cashier.staffId ?? '', cashier.sales, cashier)),
    ...(report.drawer ? drawerLines(report.drawer, formatTime) : []),
    ...(report.noteBox ? noteBoxLines(report.noteBox, formatTime) : []),
    { item: 'perpetual-net', amount: report.perpetualNet },
    { item: 'perpetual-absolute', amount: report.perpetualAbs },
  ]
}

type Paid = Omit<CurrencyReport['tenders'][number], 'kind' | 'count'>

/** Formats sold, returned and net. Returned is shown as negative. */
function takingsLines(
  prefix: string,
  of: Pick<Line, 'name' | 'detail'>,
  { sold, returned, net }: Takings,
): readonly Line[] {
  const line = (item: string, count: number, amount: number): Line => ({ item: prefix + item, ...of, count, amount })
  return [
    line('sold', sold.tickets, sold.amount),
    line('returned', 0 - returned.tickets, 0 - returned.amount),
    line('net', net.tickets, net.amount),
  ]
}

/** Joins the ids of those who acted and approved. */
const people = (...staff: readonly (string | null)[]): string => staff.filter((each) => each !== null).join('+')

function noteBoxLines({ notes, unknown, emptied }: NoteBoxReport, formatTime: FormatTime): readonly Line[] {
  const piles = notes.map(({ value, count }) => ({ item: 'note-in-box', amount: value, count }))
  return [
    ...emptied.flatMap(({ atUtc, staffId, second, total, difference, pieces }) => [
      { item: 'note-box-emptied', name: people(staffId, second), detail: formatTime(atUtc), amount: total },
      ...pieces.map(({ value, count }) => ({
        item: 'note-box-counted',
        detail: formatTime(atUtc),
        amount: value,
        count,
      })),
      { item: 'note-box-over-short', detail: formatTime(atUtc), amount: difference },
    ]),
    ...piles,
    ...(unknown > 0 ? [{ item: 'note-in-box-unknown', count: unknown }] : []),
    { item: 'note-box', amount: piles.reduce((sum, { amount, count }) => sum + amount * count, 0) },
  ]
}

function drawerLines(drawer: DrawerReport, formatTime: FormatTime): readonly Line[] {
  const { openingFloat, cash, paidIn, paidOut, dropped, slipsPaid, expected, counted, counts, movements } = drawer
  return [
    { item: 'float', amount: openingFloat },
    { item: 'cash', amount: cash },
    { item: 'paid-in', amount: paidIn },
    { item: 'paid-out', amount: -paidOut },
    { item: 'cash-dropped', amount: -dropped },
    ...(slipsPaid === 0 ? [] : [{ item: 'credit-slips-paid', amount: -slipsPaid }]),
    ...movements.map(({ kind, atUtc, staffId, second, reason, amount }) => ({
      item: `${kind}-entry`,
      name: people(staffId, second),
      detail: `${formatTime(atUtc)} ${reason}`,
      amount: kind === 'paid-in' ? amount : -amount,
    })),
    { item: 'expected', amount: expected },
    ...(counted === null
      ? []
      : [
          ...counts.flatMap(({ atUtc, staffId, total, difference, pieces }) => [
            { item: 'count', name: people(staffId), detail: formatTime(atUtc), amount: total },
            ...pieces.map(({ kind, value, count }) => ({
              item: kind,
              detail: formatTime(atUtc),
              amount: value,
              count,
            })),
            { item: 'count-over-short', detail: formatTime(atUtc), amount: difference },
          ]),
          { item: 'counted', amount: counted },
          { item: 'over-short', amount: counted - expected },
        ]),
  ]
}

const SETTLEMENT_COLUMNS = [
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

/** Formats each difference as a row with the recommended action; headings only if there are no differences. */
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
    // An instant is the ledger's time, in UTC. Other values are the provider's time as in its file.
    isInstant(one.at) ? { utc: one.at } : one.at,
    { amount: one.amount, currency: one.currency },
    one.currency,
    settledText(one.here),
    settledText(one.there),
    catalogues[style.language].settlement.advice[one.kind],
  ])
  return csvTable(style, SETTLEMENT_COLUMNS, rows)
}
