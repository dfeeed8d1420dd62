import { isCash, isNotes, type OwnTenderNames } from '../../../shared/domain/money/tender.ts'
import type { Specimen } from '../../../shared/domain/documents/documents.ts'
import type { Language, Numerals } from '../../../shared/domain/language.ts'
import type { Seller } from '../../../shared/domain/money/money.ts'
import type { CountedPiece } from '../../../shared/domain/money/cash.ts'
import type { CashMove, DrawerCount } from '../../../shared/domain/money/drawer.ts'
import {
  type CurrencyReport,
  type DrawerOpening,
  type DrawerReport,
  type EventReport,
  type CashboxReport,
  type PaymentSum,
  type ProviderReport,
  type ShiftReport,
  type TenderReport,
  dayDifference,
  type TerminalDay,
} from '../../../shared/domain/money/shift-report.ts'
import {
  type AccountPaper,
  type AccountReceipt,
  type AccountStatement,
  inShort,
  owedBy,
} from '../../../shared/domain/money/customer-account.ts'
import { localDate, parseLocalDate } from '../../../shared/domain/documents/local-date.ts'
import { isDocument } from '../../../shared/domain/money/tender.ts'
import { withPlainZeros } from '../pdf/printable-text.ts'
import {
  type ReceiptTexts,
  type ReportTexts,
  type SpecimenTexts,
  textsIn,
  type TicketTexts,
  catalogues,
} from '../../../shared/i18n/catalogues.ts'
import { roundingLines, sellerLines, taxLines } from './receipt-content.ts'
import { ticketTexts } from './ticket-content.ts'
import { type SalesLine, salesListSums } from '../../../shared/domain/money/trade.ts'

interface Wording {
  readonly texts: ReportTexts & { readonly receipt: ReceiptTexts; readonly rounding: string }
  readonly words: TicketTexts
  readonly tenders: Readonly<Record<string, string>>
  readonly time: (utc: string) => string
  readonly people: (of: Pick<DrawerOpening, 'staffId' | 'second'>) => string
}

interface MoneyWording extends Wording {
  /** Formats an amount without its currency, because 58 mm rolls are too narrow. */
  readonly money: (amount: number) => string
  readonly line: (label: string, amount: number) => ReportLine
  readonly counted: (label: string, count: number, amount: number) => ReportLine
  readonly ifAny: (label: string, sum: PaymentSum) => readonly ReportLine[]
}

export interface ReportContent {
  /** Lines about the seller, above the title; absent on a document for the venue itself. */
  readonly seller?: readonly string[]
  readonly title: string
  readonly hint: string
  readonly facts: readonly ReportLine[]
  readonly sections: readonly ReportSection[]
  /** Signed code of a Z report; null in an X report. */
  readonly code: { readonly label: string; readonly text: string } | null
  readonly anchorHint: string
  readonly signatures: readonly string[]
  readonly page: (page: number, count: number) => string
  /** Null for a real document. */
  readonly specimen: SpecimenTexts | null
}

export interface ReportSection {
  readonly heading: string
  readonly lines: readonly ReportLine[]
}

export interface ReportLine {
  readonly label: string
  readonly count?: string
  readonly value: string
  /** `sum`: total below a rule · `part`: detail of the line above · `code`: value to copy by hand. */
  readonly kind?: 'sum' | 'part' | 'code'
  readonly above?: string
}

export interface ReportStyle {
  readonly language: Language
  readonly numerals: Numerals
  readonly timeZone: string
  readonly specimen: Specimen | null
  readonly tenderNames?: OwnTenderNames | undefined
}

/** Returns the statement of a customer account, or the receipt of a payment on it. */
export function accountContentOf(
  paper: AccountPaper,
  { language, numerals, timeZone, specimen, tenderNames: own, seller }: ReportStyle & { readonly seller: Seller },
): ReportContent {
  const { paper: texts, tenderNames } = textsIn(language, own)
  const words = ticketTexts(language, numerals)
  const wording = {
    texts: texts.account,
    tenders: tenderNames as Readonly<Record<string, string>>,
    time: (utc: string) => words.when(localDate(utc, timeZone)),
    money: (amount: number, currency: string) => words.money(amount, currency).replace('-', '−'),
    by: texts.slip.by,
    documentNumber: texts.receipt.documentNumber,
  }
  const content = 'entries' in paper ? statementContent(paper, wording) : accountReceiptContent(paper, wording)
  return {
    seller: sellerLines(seller, texts.receipt),
    ...content,
    code: null,
    anchorHint: '',
    page: (page, count) => texts.report.page(words.count(page), words.count(count)),
    specimen: specimen && words.specimens[specimen],
  }
}

interface AccountWording {
  readonly texts: ReturnType<typeof textsIn>['paper']['account']
  readonly tenders: Readonly<Record<string, string>>
  readonly time: (utc: string) => string
  readonly money: (amount: number, currency: string) => string
  readonly by: (staffId: string, second: string | null) => string
  readonly documentNumber: (tender: string) => string
}

type AccountContent = Pick<ReportContent, 'title' | 'hint' | 'facts' | 'sections' | 'signatures'>

function statementContent(
  { account, fromUtc, toUtc, opening, entries, closing, items }: AccountStatement,
  { texts, time, money }: AccountWording,
): AccountContent {
  const sum = (amount: number): string => money(amount, account.currency)
  const line = (atUtc: string, label: string, amount: number): ReportLine => ({
    above: label,
    label: time(atUtc),
    value: sum(amount),
  })
  return {
    title: texts.statement,
    hint: texts.statementHint,
    facts: [
      { label: texts.account, value: account.number },
      { label: texts.name, value: account.name },
      { label: texts.from, value: time(fromUtc) },
      // The period ends before `toUtc`.
      { label: texts.to, value: time(new Date(Date.parse(toUtc) - 1).toISOString()) },
    ],
    sections: [
      {
        heading: texts.entries,
        lines: [
          { label: texts.opening, value: sum(opening) },
          ...entries.map((entry) =>
            line(entry.atUtc, `${texts.kinds[entry.kind]} ${inShort(entry.receipt)}`.trim(), owedBy(entry)),
          ),
          { label: texts.closing, value: sum(closing), kind: 'sum' as const },
        ],
      },
      ...sectionOf(
        texts.open,
        items.map(({ atUtc, receipt, open }) => line(atUtc, inShort(receipt), open)),
      ),
    ],
    signatures: [],
  }
}

function accountReceiptContent(
  receipt: AccountReceipt,
  { texts, tenders, time, money, by, documentNumber }: AccountWording,
): AccountContent {
  const {
    reference,
    account,
    name: customer,
    register,
    atUtc,
    staffId,
    currency,
    amount,
    tender,
    receipts,
    second,
  } = receipt
  const name = tenders[tender] ?? tender
  const sum = (minor: number): string => money(minor, currency)
  return {
    title: texts.receipt,
    hint: texts.receiptHint,
    facts: [
      { label: texts.account, value: account },
      ...(customer === '' ? [] : [{ label: texts.name, value: customer }]),
      { label: texts.register, value: register },
      { label: texts.at, value: time(atUtc) },
      { label: texts.staff, value: by(staffId, second ?? null) },
      ...(isDocument(tender) ? [{ label: documentNumber(name), value: receipt.approval }] : []),
      { label: texts.reference, value: reference },
    ],
    sections: [
      ...sectionOf(
        texts.paidFor,
        receipts.map((each) => ({ label: inShort(each), value: '' })),
      ),
      {
        heading: texts.paid,
        lines: [
          { label: name, value: sum(receipt.received) },
          ...(receipt.change === 0 ? [] : [{ label: texts.change, value: sum(-receipt.change) }]),
          { label: texts.paid, value: sum(amount), kind: 'sum' as const },
        ],
      },
    ],
    signatures: [],
  }
}

export function reportContentOf(
  report: ShiftReport,
  { language, numerals, timeZone, specimen, tenderNames: own }: ReportStyle,
): ReportContent {
  const { paper, tenderNames: tenders } = textsIn(language, own)
  const { slip, receipt } = paper
  const texts = { ...paper.report, receipt, rounding: slip.rounding }
  const words = ticketTexts(language, numerals)
  const { kind, register, shiftNo, from, to, staffId, currencies } = report
  const wording: Wording = {
    texts,
    words,
    tenders,
    time: (utc) => words.when(localDate(utc, timeZone)),
    people: ({ staffId: who, second }) => (who === null ? '' : slip.by(who, second)),
  }
  const { time } = wording
  return {
    title: texts.title[kind],
    hint: texts.hint[kind],
    facts: [
      { label: texts.register, value: register },
      { label: texts.shift, value: words.count(shiftNo) },
      { label: texts.from, value: time(from) },
      { label: texts.to, value: time(to) },
      ...(staffId === null ? [] : [{ label: texts.staff, value: staffId }]),
    ],
    sections: [
      countsOf(report, wording),
      ...sectionOf(
        texts.openings,
        report.openings.map((one) => ({ above: one.reason, label: time(one.atUtc), value: wording.people(one) })),
      ),
      ...(currencies.length > 0 ? [] : [{ heading: texts.nothing, lines: [] }]),
      ...currencies.flatMap((one) => moneyOf(one, wording)),
      ...sectionOf(
        texts.terminalDay,
        report.terminalDays.flatMap((day) => terminalDayLines(day, wording)),
      ),
      anchorOf(report, texts, words),
    ],
    code: report.anchor.code === null ? null : { label: texts.code, text: report.anchor.code },
    anchorHint: texts.anchorHint,
    signatures: kind === 'Z' ? texts.signatures : [],
    page: (page, count) => texts.page(words.count(page), words.count(count)),
    specimen: specimen && words.specimens[specimen],
  }
}

const sectionOf = (heading: string, lines: readonly ReportLine[]): readonly ReportSection[] =>
  lines.length === 0 ? [] : [{ heading, lines }]

/** Returns the amount that a terminal submitted to its bank, the amount in our books, and the terminal's own text. */
function terminalDayLines(day: TerminalDay, { texts, words, tenders }: Wording): readonly ReportLine[] {
  const { kind, driver, standing, told, ours } = day
  const above = [tenders[kind] ?? kind, texts.providers[driver] ?? driver].join(' · ')
  const state = {
    above,
    label: texts.dayStanding,
    value: standing === 'closed' ? texts.dayDone : texts.pendingEndOfDay,
  }
  const difference = dayDifference(day)
  if (told === null || difference === null) return [state]
  const money = (amount: number, currency = told.currency) => words.money(amount, currency).replace('-', '−')
  return [
    state,
    { label: texts.byTerminal, value: money(told.amount) },
    ...ours.map(({ amount, currency }) => ({ label: texts.byBooks, value: money(amount, currency) })),
    { label: texts.dayDifference, value: difference === 0 ? texts.exact : money(difference), kind: 'sum' },
    ...day.lines.map((label): ReportLine => ({ label, value: '', kind: 'part' })),
  ]
}

function countsOf({ sales, duplicates, waiting, currencies }: ShiftReport, { texts, words }: Wording): ReportSection {
  const counted = currencies.filter(({ blind }) => !blind)
  const tickets = counted.reduce((sum, { net }) => sum + net.tickets, 0)
  const line = (label: string, count: number): ReportLine => ({ label, value: words.count(count) })
  return {
    heading: '',
    lines: [
      line(texts.sales, sales),
      // In a blind count, the number of tickets would reveal the cash amount to people who know the price.
      ...(counted.length < currencies.length ? [] : [line(texts.tickets, tickets)]),
      ...(duplicates > 0 ? [line(texts.duplicates, duplicates)] : []),
      ...(waiting > 0 ? [line(texts.waiting, waiting)] : []),
    ],
  }
}

function moneyOf(report: CurrencyReport, wording: Wording): readonly ReportSection[] {
  const { currency, events, tenders, providers, cashiers, drawer, cashbox } = report
  const { texts, words } = wording
  const money = (amount: number): string =>
    words.money(amount, currency).slice(0, -currency.length).trim().replace('-', '−')
  const line: MoneyWording['line'] = (label, amount) => ({ label, value: money(amount) })
  const counted: MoneyWording['counted'] = (label, count, amount) => ({
    label,
    count: words.count(count),
    value: money(amount),
  })
  const ifAny: MoneyWording['ifAny'] = (label, { count, amount }) => (count > 0 ? [counted(label, count, amount)] : [])
  const own: MoneyWording = { ...wording, money, line, counted, ifAny }
  const section = (title: string, lines: readonly ReportLine[]) => sectionOf(`${title} (${currency})`, lines)
  const paid = (name: string, count: number, sums: Omit<TenderReport, 'kind' | 'count'>): ReportLine[] => [
    counted(name, count, sums.amount),
    ...ifAny(texts.refundsOf(name), { count: sums.refunds, amount: -sums.refunded }),
  ]
  const tendersOf = (some: typeof tenders): ReportLine[] =>
    some.flatMap((tender) => paid(wording.tenders[tender.kind] ?? tender.kind, tender.count, tender))
  const overProviders = section(
    texts.byProvider,
    providers.flatMap((provider) => linesOfProvider(provider, own)),
  )
  const onAccounts = section(
    texts.accountsPaid,
    report.accountPayments
      .filter(({ kind }) => !report.blind || !isCash(kind))
      .map(({ kind, count, amount }) => counted(wording.tenders[kind] ?? kind, count, amount)),
  )
  if (report.blind) {
    const rest = tenders.filter(({ kind }) => !isCash(kind) && !isNotes(kind))
    const lines = [...tendersOf(rest), ...owedLines(report, own)]
    return [{ heading: `${texts.blind} (${currency})`, lines }, ...overProviders, ...onAccounts]
  }
  const byPerson = cashiers.some(({ staffId }) => staffId !== null) ? cashiers : []
  // The sum of the tenders differs from the takings by the cash rounding.
  const rounding = tenders.length > 0 ? roundingLines(report.rounding ?? 0, texts.rounding, money) : []
  return [
    ...section(
      texts.byEvent,
      events.flatMap((event) => eventLines(event, own)),
    ),
    ...section(texts.takings, takingsLines(report, own)),
    ...section(texts.byTender, [...tendersOf(tenders), ...rounding]),
    ...overProviders,
    ...onAccounts,
    ...section(
      texts.byCashier,
      byPerson.flatMap((cashier) => paid(cashier.staffId ?? texts.nobody, cashier.sales, cashier)),
    ),
    ...section(texts.drawer, drawer ? drawerLines(drawer, own) : []),
    ...section(texts.cashbox, cashbox ? cashboxLines(cashbox, own) : []),
    ...section(texts.perpetual, [
      line(texts.perpetualNet, report.perpetualNet),
      line(texts.perpetualAbs, report.perpetualAbs),
    ]),
  ]
}

function takingsLines(report: CurrencyReport, own: MoneyWording): readonly ReportLine[] {
  const { sold, returned, net, taxes } = report
  const { texts, words, money, counted } = own
  return [
    ...(returned.tickets > 0 || returned.amount > 0
      ? [counted(texts.sold, sold.tickets, sold.amount), counted(texts.returned, returned.tickets, -returned.amount)]
      : []),
    { ...counted(texts.net, net.tickets, net.amount), kind: 'sum' },
    ...taxLines(net.amount, taxes, { receipt: texts.receipt, words, money }).map((line): ReportLine => ({
      ...line,
      kind: 'part',
    })),
    ...owedLines(report, own),
  ]
}

function linesOfProvider(
  sums: ProviderReport,
  { texts, tenders, counted, ifAny }: MoneyWording,
): readonly ReportLine[] {
  const above = [tenders[sums.kind] ?? sums.kind, texts.providers[sums.driver] ?? sums.driver].join(' · ')
  return [
    { above, ...counted(texts.taken, sums.count, sums.amount) },
    ...ifAny(texts.givenBack, { count: sums.refunds, amount: -sums.refunded }),
    ...ifAny(texts.open, sums.open),
    ...ifAny(texts.refunding, sums.refunding),
    ...ifAny(texts.unmatched, sums.unmatched),
  ]
}

function owedLines(report: CurrencyReport, { texts, line, ifAny }: MoneyWording): readonly ReportLine[] {
  return [
    ...(report.owed === 0 ? [] : [line(texts.owed, report.owed)]),
    ...ifAny(texts.openSlips, report.openSlips),
    ...ifAny(texts.hubSlips, report.hubSlips),
  ]
}

function eventLines(event: EventReport, { texts, words, counted }: MoneyWording): readonly ReportLine[] {
  const { title, startsAt, net, zones } = event
  const start = parseLocalDate(startsAt)
  return [
    { above: withPlainZeros(title), ...counted(start ? words.when(start) : startsAt, net.tickets, net.amount) },
    ...zones.map((zone): ReportLine => ({
      ...counted(zone.name || texts.noZone, zone.net.tickets, zone.net.amount),
      kind: 'part',
    })),
  ]
}

function drawerLines(drawer: DrawerReport, own: MoneyWording): readonly ReportLine[] {
  const { openingFloat, slipsPaid, accountsPaid, expected, counted, counts } = drawer
  const { texts, line } = own
  const moved = (label: string, wanted: CashMove, total: number): readonly ReportLine[] => {
    const sign = wanted === 'paid-in' ? 1 : -1
    const parts = drawer.movements.filter(({ kind }) => kind === wanted)
    if (parts.length === 0) return []
    return [
      line(label, sign * total),
      ...parts.map((part): ReportLine => ({
        ...line([part.reason, byWhom(part, own)].filter(Boolean).join(' · '), sign * part.amount),
        kind: 'part',
      })),
    ]
  }
  return [
    ...(openingFloat === 0 && counted === null ? [] : [line(texts.openingFloat, openingFloat)]),
    line(texts.cash, drawer.cash),
    ...moved(texts.paidIn, 'paid-in', drawer.paidIn),
    ...moved(texts.paidOut, 'paid-out', drawer.paidOut),
    ...moved(texts.dropped, 'cash-dropped', drawer.dropped),
    ...(slipsPaid === 0 ? [] : [line(texts.slipsPaid, -slipsPaid)]),
    ...(accountsPaid === 0 ? [] : [line(texts.accountsPaid, accountsPaid)]),
    { ...line(texts.expected, expected), kind: 'sum' },
    ...(counted === null
      ? [{ label: texts.counted, value: texts.uncounted }]
      : ([
          line(texts.counted, counted),
          ...counts.flatMap((count, index): readonly ReportLine[] => [
            { ...line(countLabel(count, own), count.total), kind: 'part' },
            ...(index === counts.length - 1
              ? count.pieces.map((piece) => pieceLine(piece, own))
              : [{ ...foundLine(count.difference, own), kind: 'part' as const }]),
          ]),
          { ...foundLine(counted - expected, own), kind: 'sum' },
        ] as const)),
  ]
}

const byWhom = (of: Pick<DrawerOpening, 'atUtc' | 'staffId' | 'second'>, { time, people }: Wording): string =>
  [time(of.atUtc), people(of)].filter(Boolean).join(' · ')

function countLabel(count: DrawerCount, own: MoneyWording): string {
  const label = byWhom({ ...count, second: null }, own)
  return count.receiver === undefined ? label : `${label} · ${own.texts.handedTo(count.receiver)}`
}

function pieceLine({ kind, value, count }: CountedPiece, { texts, money, counted }: MoneyWording): ReportLine {
  const label = kind === 'note' ? texts.note(money(value)) : texts.coin(money(value))
  return { ...counted(label, count, value * count), kind: 'part' }
}

function foundLine(difference: number, { texts, line }: MoneyWording): ReportLine {
  const label = difference === 0 ? texts.exact : difference > 0 ? texts.over : texts.short
  return line(label, Math.abs(difference))
}

/** Formats each emptying of the cashbox in the shift, and the notes received since the last emptying. */
function cashboxLines(box: CashboxReport, own: MoneyWording): readonly ReportLine[] {
  const { sinceUtc, notes, unknown, open, emptied } = box
  const { texts, words, time, counted } = own
  const many = (counts: readonly { readonly count: number }[]): number =>
    counts.reduce((sum, { count }) => sum + count, 0)
  const amount = notes.reduce((sum, { value, count }) => sum + value * count, 0)
  return [
    ...emptied.flatMap((one): readonly ReportLine[] => [
      { above: byWhom(one, own), ...counted(texts.boxEmptied, many(one.pieces), one.total) },
      ...one.pieces.map((piece) => pieceLine(piece, own)),
      foundLine(one.difference, own),
    ]),
    ...(emptied.length > 0
      ? []
      : [{ label: texts.boxSince, value: sinceUtc === null ? texts.boxNever : time(sinceUtc) }]),
    { ...counted(texts.inBox, many(notes) + unknown, amount), kind: 'sum' },
    ...notes.map(({ value, count }) => pieceLine({ kind: 'note', value, count }, own)),
    ...(unknown > 0
      ? [{ label: texts.unknownNotes, count: words.count(unknown), value: '–', kind: 'part' } as const]
      : []),
    ...(open ? [{ above: byWhom(open, own), label: texts.boxOpen, value: '' }] : []),
  ]
}

function anchorOf({ anchor }: ShiftReport, texts: ReportTexts, words: TicketTexts): ReportSection {
  const inFours = (hex: string): string => hex.replace(/.{4}(?=.)/gu, '$& ')
  const rows =
    anchor.lastSeq < anchor.firstSeq ? '–' : texts.range(words.count(anchor.firstSeq), words.count(anchor.lastSeq))
  return {
    heading: texts.anchor,
    lines: [
      { label: texts.rows, value: rows },
      { label: texts.head(words.count(anchor.seq)), value: inFours(anchor.hash), kind: 'code' },
      { label: texts.key, value: inFours(anchor.keyId), kind: 'code' },
    ],
  }
}

export interface SalesListDocument {
  readonly register: string
  readonly lines: readonly SalesLine[]
}

/** Returns a list of sales laid out like a report: a section for each shift, and the totals of each currency. */
export function salesListContentOf(
  { register, lines }: SalesListDocument,
  { language, numerals, timeZone, specimen }: ReportStyle,
): ReportContent {
  const { paper, columns } = catalogues[language]
  const { report: texts, salesList, invoice, slip } = paper
  const words = ticketTexts(language, numerals)
  const time = (utc: string): string => words.when(localDate(utc, timeZone))
  const money = (amount: number, currency: string): string => words.money(amount, currency).replace('-', '−')
  const count = (tickets: number): string => words.count(tickets).replace('-', '−')
  const [first, last] = [lines[0], lines.at(-1)]
  const taxLabel = columns.tax.replace(/^./u, (letter) => letter.toLocaleUpperCase(language))
  const lineOf = (line: SalesLine): ReportLine => {
    const { kind, atUtc, orderId, cashier, invoices, customer = '', seats, amount, currency } = line
    const person = cashier === '' ? '' : slip.by(cashier, null)
    const order = inShort(orderId)
    const parts = [kind === 'refund' && columns.refund, order, person, ...invoices, customer ?? invoice.erased]
    return {
      above: time(atUtc),
      label: parts.filter((part) => typeof part === 'string' && part !== '').join(' · '),
      count: count(kind === 'sale' ? seats.length : 0 - seats.length),
      value: money(amount, currency),
    }
  }
  return {
    title: salesList.title,
    hint: salesList.hint,
    facts: [
      { label: texts.register, value: register },
      ...(first && last
        ? [
            { label: texts.from, value: time(first.atUtc) },
            { label: texts.to, value: time(last.atUtc) },
          ]
        : []),
    ],
    sections: [
      ...[...Map.groupBy(lines, ({ shiftNo }) => shiftNo)].map(([shiftNo, ofShift]) => ({
        heading: `${texts.shift} ${words.count(shiftNo)}`,
        lines: ofShift.map(lineOf),
      })),
      {
        heading: texts.takings,
        lines: salesListSums(lines).flatMap(({ currency, tickets, amount, tax }): readonly ReportLine[] => [
          { label: texts.net, count: count(tickets), value: money(amount, currency), kind: 'sum' },
          ...(tax === null ? [] : [{ label: taxLabel, value: money(tax, currency) }]),
        ]),
      },
    ],
    code: null,
    anchorHint: '',
    signatures: [],
    page: (page, of) => texts.page(words.count(page), words.count(of)),
    specimen: specimen && words.specimens[specimen],
  }
}
