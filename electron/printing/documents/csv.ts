import { isInstant, localStamp } from '../../../shared/domain/documents/local-date.ts'
import { habits, type Language } from '../../../shared/domain/language.ts'
import { type Minor, totalTax, wireFromMinor } from '../../../shared/domain/money/money.ts'
import { type AccountStatement, owedBy } from '../../../shared/domain/money/customer-account.ts'
import { settledText, type Settlement } from '../../../shared/domain/money/settlement.ts'
import type {
  CurrencyReport,
  DrawerReport,
  CashboxReport,
  PaymentSum,
  ShiftReport,
} from '../../../shared/domain/money/shift-report.ts'
import { isCash, isNotes, type TenderKind } from '../../../shared/domain/money/tender.ts'
import type { SalesLine, Takings } from '../../../shared/domain/money/trade.ts'
import { tenders } from '../../../shared/ledger-format/money.ts'
import type { Reconciliation } from '../../../shared/domain/sale/reconcile.ts'
import { catalogues, type ProgramTexts } from '../../../shared/i18n/catalogues.ts'

/** A text, a count, an amount in minor units, or a time in ISO 8601 UTC. */
type CsvCell = string | number | { readonly amount: Minor; readonly currency: string } | { readonly utc: string }
type ColumnName = keyof ProgramTexts['columns'] | { readonly tender: TenderKind } | { readonly taxRate: number }
type Columns<Row> = readonly (readonly [name: ColumnName, cell: (row: Row) => CsvCell])[]

export interface CsvStyle {
  readonly language: Language
  readonly timeZone: string
}

/**
 * Formats a table with the separator and headings of the language. The encoding is UTF-8 with the byte order mark that
 * Excel needs. Times are in the venue's time zone with their UTC offset.
 */
function csvTable<Row>({ language, timeZone }: CsvStyle, columns: Columns<Row>, rows: readonly Row[]): string {
  const { list: separator, decimal } = habits[language]
  const fieldOf = (cell: CsvCell): string => {
    if (typeof cell === 'number') return String(cell)
    if (typeof cell === 'string') return textField(cell)
    if ('utc' in cell) return localStamp(cell.utc, timeZone)
    return String(wireFromMinor(cell.amount, cell.currency)).replace('.', decimal)
  }
  const { columns: names, tenderNames } = catalogues[language]
  const headings = columns.map(([name]) => {
    if (typeof name === 'string') return names[name]
    return 'tender' in name ? tenderNames[name.tender] : `${names.tax} ${String(name.taxRate).replace('.', decimal)}%`
  })
  const lines = [headings, ...rows.map((row) => columns.map(([, cell]) => fieldOf(cell(row))))]
  return `\uFEFF${lines.map((fields) => `${fields.join(separator)}\r\n`).join('')}`
}

/**
 * Matches a sign that begins a formula, also in its full-width form. A spreadsheet with another separator splits the
 * field, and ignores quotes and blanks before the sign.
 */
const FORMULA = /(^|[;,|\t\r\n])([\s"\p{C}]*)([=+\-@＝＋－＠])/gu

/** Quotes a text (RFC 4180). An apostrophe before a formula makes spreadsheets treat it as text. */
function textField(text: string): string {
  const safe = text.replaceAll(FORMULA, "$1$2'$3")
  return /[",;|\t\r\n]/u.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

export function reconcileCsv({ register, shiftNo, startedUtc, differences }: Reconciliation, style: CsvStyle): string {
  const columns: Columns<Reconciliation['differences'][number]> = [
    ['register', () => register],
    ['shift', () => shiftNo],
    ['compared', () => ({ utc: startedUtc })],
    ['difference', ({ kind }) => kind],
    ['sale', ({ saleId }) => saleId],
    ['reference', ({ reference }) => reference],
    ['owner', ({ ownerRef }) => ownerRef],
    ['state', ({ state }) => state],
    ['event', ({ eventTitle }) => eventTitle],
    ['ticket', ({ ticketId }) => ticketId],
    ['ticketNumber', ({ ticketNumber }) => ticketNumber],
    ['seat', ({ seatCode }) => seatCode],
    ['amount', ({ amount, currency }) => ({ amount, currency })],
    ['currency', ({ currency }) => currency],
    ['here', ({ here }) => here],
    ['there', ({ there }) => there],
    ['toDo', ({ kind }) => catalogues[style.language].reconcileAdvice[kind]],
  ]
  return csvTable(style, columns, differences)
}

/** A statement begins with the opening balance and ends with the closing balance. */
export function statementCsv(statement: AccountStatement, style: CsvStyle): string {
  const { account, fromUtc, toUtc, opening, entries, closing } = statement
  const nothing = { reference: '', receipt: '', deviceId: '' }
  const columns: Columns<{ kind: string; atUtc: string; owed: number } & typeof nothing> = [
    ['account', () => account.number],
    ['name', () => account.name],
    ['at', ({ atUtc }) => ({ utc: atUtc })],
    ['movement', ({ kind }) => kind],
    ['register', ({ deviceId }) => deviceId],
    ['sale', ({ receipt }) => receipt],
    ['reference', ({ reference }) => reference],
    ['amount', ({ owed: amount }) => ({ amount, currency: account.currency })],
    ['currency', () => account.currency],
  ]
  return csvTable(style, columns, [
    { ...nothing, kind: 'opening', atUtc: fromUtc, owed: opening },
    ...entries.map((entry) => ({ ...entry, owed: owedBy(entry) })),
    { ...nothing, kind: 'closing', atUtc: toUtc, owed: closing },
  ])
}

interface Line {
  readonly item: string
  readonly name?: string
  readonly atUtc?: string
  readonly detail?: string
  readonly count?: number
  readonly amount?: number
}

export function reportCsv(report: ShiftReport, style: CsvStyle): string {
  const detailOf = ({ atUtc, detail }: Line): CsvCell => {
    if (atUtc === undefined) return detail ?? ''
    return detail === undefined ? { utc: atUtc } : `${localStamp(atUtc, style.timeZone)} ${detail}`
  }
  const columns: Columns<Line & { readonly currency: string }> = [
    ['register', () => report.register],
    ['shift', () => report.shiftNo],
    ['kind', () => report.kind],
    ['from', () => ({ utc: report.from })],
    ['to', () => ({ utc: report.to })],
    ['staff', () => report.staffId ?? ''],
    ['currency', ({ currency }) => currency],
    ['item', ({ item }) => item],
    ['name', ({ name = '' }) => name],
    ['detail', detailOf],
    ['count', ({ count = '' }) => count],
    ['amount', ({ amount, currency }) => (amount === undefined ? '' : { amount, currency })],
  ]
  const inCurrency = (currency: string, lines: readonly Line[]) => lines.map((line) => ({ ...line, currency }))
  return csvTable(style, columns, [
    ...inCurrency('', wholeLines(report)),
    ...report.currencies.flatMap((one) => inCurrency(one.currency, moneyLines(one))),
  ])
}

function wholeLines({ sales, duplicates, waiting, openings, anchor }: ShiftReport): readonly Line[] {
  return [
    { item: 'sales', count: sales },
    { item: 'duplicates', count: duplicates },
    { item: 'waiting', count: waiting },
    ...openings.map(({ atUtc, staffId, second, reason: detail }) => ({
      item: 'drawer-opened',
      name: people(staffId, second),
      atUtc,
      detail,
    })),
    { item: 'rows', detail: `${anchor.firstSeq}-${anchor.lastSeq}` },
    { item: 'tail-hash', detail: anchor.tailHash },
    { item: 'row-hash', detail: anchor.hash },
    { item: 'key-id', detail: anchor.keyId },
  ]
}

function moneyLines(report: CurrencyReport): readonly Line[] {
  const paid = (item: string, name: string, count: number, sums: Paid): readonly Line[] => [
    { item, name, count, amount: sums.amount },
    ...(sums.refunds > 0 ? [{ item: `${item}-refunded`, name, count: sums.refunds, amount: -sums.refunded }] : []),
  ]
  const ifAny = (item: string, sum: PaymentSum): readonly Line[] => (sum.count > 0 ? [{ item, ...sum }] : [])
  const providers = report.providers.flatMap(({ kind: name, driver: detail, count, ...sums }) =>
    [
      ...paid('provider', name, count, sums),
      ...ifAny('provider-open', sums.open),
      ...ifAny('provider-refunding', sums.refunding),
      ...ifAny('provider-unmatched', sums.unmatched),
    ].map((line) => ({ ...line, name, detail })),
  )
  const tenders = report.tenders.filter(({ kind }) => !report.blind || (!isCash(kind) && !isNotes(kind)))
  const tendered = tenders.flatMap((tender) => paid('tender', tender.kind, tender.count, tender))
  const owed = [
    { item: 'owed', amount: report.owed },
    ...ifAny('credit-slips-open', report.openSlips),
    ...ifAny('credit-slips-at-hub', report.hubSlips),
  ]
  const onAccounts = report.accountPayments
    .filter(({ kind }) => !report.blind || !isCash(kind))
    .map(({ kind: name, count, amount }) => ({ item: 'account-payments', name, count, amount }))
  if (report.blind) return [...tendered, ...providers, ...onAccounts, ...owed]
  return [
    ...takingsLines('', {}, report),
    ...report.taxes.flatMap(({ rate, amount, tax }) => [
      { item: 'taxed', name: `${rate}%`, amount },
      { item: 'tax', name: `${rate}%`, amount: tax },
    ]),
    ...owed,
    ...report.events.flatMap(({ title: name, startsAt, zones, ...takings }) => [
      ...takingsLines('event-', { name, detail: startsAt }, takings),
      ...zones.flatMap((zone) => takingsLines('zone-', { name, detail: zone.name }, zone)),
    ]),
    ...tendered,
    ...(report.rounding === undefined ? [] : [{ item: 'cash-rounding', amount: report.rounding }]),
    ...providers,
    ...onAccounts,
    ...report.cashiers.flatMap((cashier) => paid('cashier', cashier.staffId ?? '', cashier.sales, cashier)),
    ...(report.drawer ? drawerLines(report.drawer) : []),
    ...(report.cashbox ? cashboxLines(report.cashbox) : []),
    { item: 'perpetual-net', amount: report.perpetualNet },
    { item: 'perpetual-absolute', amount: report.perpetualAbs },
  ]
}

type Paid = Omit<CurrencyReport['tenders'][number], 'kind' | 'count'>

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

const people = (...staff: readonly (string | null)[]): string => staff.filter((each) => each !== null).join('+')

function cashboxLines({ notes, unknown, emptied }: CashboxReport): readonly Line[] {
  const piles = notes.map(({ value, count }) => ({ item: 'note-in-box', amount: value, count }))
  return [
    ...emptied.flatMap(({ atUtc, staffId, second, total, difference, pieces }) => [
      { item: 'cashbox-emptied', name: people(staffId, second), atUtc, amount: total },
      ...pieces.map(({ value: amount, count }) => ({ item: 'cashbox-counted', atUtc, amount, count })),
      { item: 'cashbox-over-short', atUtc, amount: difference },
    ]),
    ...piles,
    ...(unknown > 0 ? [{ item: 'note-in-box-unknown', count: unknown }] : []),
    { item: 'cashbox', amount: piles.reduce((sum, { amount, count }) => sum + amount * count, 0) },
  ]
}

function drawerLines(drawer: DrawerReport): readonly Line[] {
  const {
    openingFloat,
    cash,
    paidIn,
    paidOut,
    dropped,
    slipsPaid,
    accountsPaid,
    expected,
    counted,
    counts,
    movements,
  } = drawer
  return [
    { item: 'float', amount: openingFloat },
    { item: 'cash', amount: cash },
    { item: 'paid-in', amount: paidIn },
    { item: 'paid-out', amount: -paidOut },
    { item: 'cash-dropped', amount: -dropped },
    ...(slipsPaid === 0 ? [] : [{ item: 'credit-slips-paid', amount: -slipsPaid }]),
    ...(accountsPaid === 0 ? [] : [{ item: 'account-payments-cash', amount: accountsPaid }]),
    ...movements.map(({ kind, atUtc, staffId, second, reason: detail, amount }) => ({
      item: `${kind}-entry`,
      name: people(staffId, second),
      atUtc,
      detail,
      amount: kind === 'paid-in' ? amount : -amount,
    })),
    { item: 'expected', amount: expected },
    ...(counted === null
      ? []
      : [
          ...counts.flatMap(({ atUtc, staffId, receiver = null, total, difference, pieces }) => [
            { item: receiver === null ? 'count' : 'handover', name: people(staffId, receiver), atUtc, amount: total },
            ...pieces.map(({ kind, value, count }) => ({ item: kind, atUtc, amount: value, count })),
            { item: 'count-over-short', atUtc, amount: difference },
          ]),
          { item: 'counted', amount: counted },
          { item: 'over-short', amount: counted - expected },
        ]),
  ]
}

export function settlementCsv(
  { register, driver, from, to, comparedUtc, differences }: Settlement,
  style: CsvStyle,
): string {
  const columns: Columns<Settlement['differences'][number]> = [
    ['register', () => register],
    ['driver', () => driver],
    ['from', () => from],
    ['to', () => to],
    ['compared', () => ({ utc: comparedUtc })],
    ['difference', ({ kind }) => kind],
    ['sale', ({ saleId }) => saleId],
    ['order', ({ orderId }) => orderId],
    ['providerReference', ({ name }) => name],
    ['line', ({ line }) => line || ''],
    // A UTC time comes from the ledger; any other time is copied unchanged from the provider's file.
    ['at', ({ at }) => (isInstant(at) ? { utc: at } : at)],
    ['amount', ({ amount, currency }) => ({ amount, currency })],
    ['currency', ({ currency }) => currency],
    ['here', ({ here }) => settledText(here)],
    ['there', ({ there }) => settledText(there)],
    ['toDo', ({ kind }) => catalogues[style.language].settlement.advice[kind]],
  ]
  return csvTable(style, columns, differences)
}

/** Formats a sales list with a column for each tender and, if there are several, for each tax rate of its lines. */
export function salesCsv(register: string, lines: readonly SalesLine[], style: CsvStyle): string {
  const { columns: words, paper } = catalogues[style.language]
  const paidWith = (Object.keys(tenders) as readonly TenderKind[]).filter((kind) =>
    lines.some((line) => line.tenders[kind] !== undefined),
  )
  const rates = [...new Set(lines.flatMap(({ taxes }) => taxes.map(({ rate }) => rate)))].sort((a, b) => b - a)
  const optional = (amount: Minor | null, currency: string): CsvCell => (amount === null ? '' : { amount, currency })
  const columns: Columns<SalesLine> = [
    ['register', () => register],
    ['shift', ({ shiftNo }) => shiftNo],
    ['at', ({ atUtc }) => ({ utc: atUtc })],
    ['movement', ({ kind }) => words[kind]],
    ['order', ({ orderId }) => orderId],
    ['owner', ({ ownerRef }) => ownerRef],
    ['invoice', ({ invoices }) => invoices.join(' ')],
    ...(lines.some(({ customer }) => customer !== undefined)
      ? [['customer', ({ customer = '' }: SalesLine) => customer ?? paper.invoice.erased] as const]
      : []),
    ['staff', ({ cashier }) => cashier],
    ['event', ({ eventTitle }) => eventTitle],
    ['seat', ({ seats }) => seats.join(' ')],
    ['count', ({ kind, seats }) => (kind === 'sale' ? seats.length : 0 - seats.length)],
    ['currency', ({ currency }) => currency],
    ['amount', ({ amount, currency }) => ({ amount, currency })],
    ['tax', ({ taxes, currency }) => optional(totalTax(taxes), currency)],
    ...(rates.length > 1 ? rates : []).map((rate) => {
      const taxAt = ({ taxes }: SalesLine): Minor | null => totalTax(taxes.filter((share) => share.rate === rate))
      return [{ taxRate: rate }, (line: SalesLine) => optional(taxAt(line), line.currency)] as const
    }),
    ['rounding', ({ rounding, currency }) => ({ amount: rounding, currency })],
    ...paidWith.map(
      (tender) =>
        [{ tender }, ({ tenders: sums, currency }: SalesLine) => ({ amount: sums[tender] ?? 0, currency })] as const,
    ),
    ...(lines.some(({ documents }) => documents.length > 0)
      ? [['documents', ({ documents }: SalesLine) => documents.join(' · ')] as const]
      : []),
    ['sale', ({ saleId }) => saleId],
  ]
  return csvTable(style, columns, lines)
}
