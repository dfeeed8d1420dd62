import { isCash, isNotes, type OwnTenderNames } from '../../../shared/domain/money/tender.ts'
import type { Specimen } from '../../../shared/domain/documents/documents.ts'
import type { Language, Numerals } from '../../../shared/domain/language.ts'
import type { CountedPiece } from '../../../shared/domain/money/cash.ts'
import type { CashMove } from '../../../shared/domain/money/drawer.ts'
import type { NoteBoxPeople } from '../../../shared/domain/money/notes.ts'
import type {
  CurrencyReport,
  DrawerOpening,
  DrawerReport,
  EventReport,
  NoteBoxReport,
  PaymentSum,
  ProviderReport,
  ShiftReport,
  TenderReport,
} from '../../../shared/domain/money/shift-report.ts'
import { dayDifference } from '../../../shared/domain/money/terminal-day.ts'
import { localDate, parseLocalDate } from '../../../shared/domain/documents/local-date.ts'
import { taxIncluded } from '../../../shared/domain/money/money.ts'
import { withPlainZeros } from '../pdf/printable-text.ts'
import { textsIn } from '../../../shared/i18n/catalogues.ts'
import { signed } from './receipt-content.ts'
import { ticketTexts } from './ticket-content.ts'
import type { ReceiptTexts, ReportTexts, SpecimenTexts, TicketTexts } from '../../../shared/i18n/paper-texts.ts'

/** Texts of the catalogue for a report. */
type ReportWords = ReportTexts & {
  readonly tenders: Readonly<Record<string, string>>
  readonly receipt: ReceiptTexts
  readonly rounding: string
}

/** Content of a shift report, in texts ready to be set, from top to bottom. */
export interface ReportContent {
  readonly title: string
  readonly hint: string
  /** Register, shift, hours, staff. */
  readonly facts: readonly ReportLine[]
  readonly sections: readonly ReportSection[]
  /** The signed code of a closure; null on a reading. */
  readonly code: { readonly label: string; readonly text: string } | null
  readonly anchorHint: string
  /** Labels of the lines to sign on in a closure; empty in an X report. */
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
  /** Number of items; empty if nothing is counted. */
  readonly count?: string
  readonly value: string
  /** `sum` closes a section, `part` belongs to the line above it, `code` is copied by hand. */
  readonly kind?: 'sum' | 'part' | 'code'
  /** Printed above the line, in its full width. */
  readonly above?: string
}

interface ReportStyle {
  readonly language: Language
  readonly numerals: Numerals
  /** IANA time zone of the venue. */
  readonly timeZone: string
  readonly specimen: Specimen | null
  readonly tenderNames?: OwnTenderNames | undefined
}

export function reportContentOf(
  report: ShiftReport,
  { language, numerals, timeZone, specimen, tenderNames: own }: ReportStyle,
): ReportContent {
  const { paper, tenderNames } = textsIn(language, own)
  const { slip, receipt } = paper
  const texts: ReportWords = { ...paper.report, tenders: tenderNames, receipt, rounding: slip.rounding }
  const words = ticketTexts(language, numerals)
  const { kind, register, shiftNo, from, to, staffId, currencies } = report
  const time = (utc: string): string => words.when(localDate(utc, timeZone))
  const people: People = ({ staffId: who, second }) => (who === null ? '' : slip.by(who, second))
  const [only] = currencies
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
      countsOf(report, texts, words),
      ...openingsOf(report, texts, time, people),
      ...(only ? [] : [{ heading: texts.nothing, lines: [] }]),
      ...currencies.flatMap((one) => moneyOf(one, report.taxRate, texts, words, time, people)),
      ...terminalDaysOf(report, texts, words),
      anchorOf(report, texts, words),
    ],
    code: report.anchor.code === null ? null : { label: texts.code, text: report.anchor.code },
    anchorHint: texts.anchorHint,
    signatures: kind === 'Z' ? texts.signatures : [],
    page: (page, count) => texts.page(words.count(page), words.count(count)),
    specimen: specimen && words.specimens[specimen],
  }
}

/**
 * Returns the amount that each terminal submitted to its bank next to the amount in our books, then the terminal's own
 * text.
 */
function terminalDaysOf(
  { terminalDays }: ShiftReport,
  texts: ReportWords,
  words: TicketTexts,
): readonly ReportSection[] {
  if (terminalDays.length === 0) return []
  const lines = terminalDays.flatMap((day): ReportLine[] => {
    const { kind, driver, standing, told, ours } = day
    const above = [texts.tenders[kind] ?? kind, texts.providers[driver] ?? driver].join(' · ')
    const state = { above, label: texts.dayStanding, value: standing === 'closed' ? texts.dayDone : texts.dayDue }
    const difference = dayDifference(day)
    if (told === null || difference === null) return [state]
    const money = (amount: number): string => words.money(amount, told.currency).replace('-', '−')
    return [
      state,
      { label: texts.byTerminal, value: money(told.amount) },
      ...ours.map(({ amount, currency }): ReportLine => ({
        label: texts.byBooks,
        value: words.money(amount, currency).replace('-', '−'),
      })),
      { label: texts.dayDifference, value: difference === 0 ? texts.exact : money(difference), kind: 'sum' },
      ...day.lines.map((label): ReportLine => ({ label, value: '', kind: 'part' })),
    ]
  })
  return [{ heading: texts.terminalDay, lines }]
}

/** Formats the staff members who acted and approved. */
type People = (of: Pick<DrawerOpening, 'staffId' | 'second'>) => string

function countsOf(
  { sales, duplicates, waiting, currencies }: ShiftReport,
  texts: ReportWords,
  words: TicketTexts,
): ReportSection {
  const counted = currencies.filter(({ blind }) => !blind)
  const tickets = counted.reduce((sum, { net }) => sum + net.tickets, 0)
  const line = (label: string, count: number): ReportLine => ({ label, value: words.count(count) })
  return {
    heading: '',
    lines: [
      line(texts.sales, sales),
      // With the ticket price, the number of tickets would reveal the cash amount of a blind count.
      ...(counted.length < currencies.length ? [] : [line(texts.tickets, tickets)]),
      ...(duplicates > 0 ? [line(texts.duplicates, duplicates)] : []),
      ...(waiting > 0 ? [line(texts.waiting, waiting)] : []),
    ],
  }
}

/** Returns the openings of the drawer without a sale: staff, time and reason. */
function openingsOf(
  { openings }: ShiftReport,
  texts: ReportWords,
  time: (utc: string) => string,
  people: People,
): readonly ReportSection[] {
  if (openings.length === 0) return []
  const lines = openings.map((opening) => ({
    above: opening.reason,
    label: time(opening.atUtc),
    value: people(opening),
  }))
  return [{ heading: texts.openings, lines }]
}

function moneyOf(
  report: CurrencyReport,
  taxRate: number | null,
  texts: ReportWords,
  words: TicketTexts,
  time: (utc: string) => string,
  people: People,
): readonly ReportSection[] {
  const { currency, events, tenders, providers, cashiers, drawer, noteBox } = report
  const money = (amount: number): string => figureOf(amount, currency, words)
  const heading = (title: string): string => `${title} (${currency})`
  const paid = (name: string, count: number, sums: Omit<TenderReport, 'kind' | 'count'>): ReportLine[] => {
    const { amount, refunds, refunded: paidBack } = sums
    const back = { label: texts.refundsOf(name), count: words.count(refunds), value: money(-paidBack) }
    return [{ label: name, count: words.count(count), value: money(amount) }, ...(refunds > 0 ? [back] : [])]
  }
  const tendersOf = (some: typeof tenders): ReportLine[] =>
    some.flatMap((tender) => paid(texts.tenders[tender.kind] ?? tender.kind, tender.count, tender))
  const tendered = tendersOf(tenders)
  const providerLines = providers.flatMap((provider) => linesOfProvider(provider, texts, words, money))
  const overProviders = providerLines.length === 0 ? [] : [{ heading: heading(texts.byProvider), lines: providerLines }]
  if (report.blind) {
    const rest = tenders.filter(({ kind }) => !isCash(kind) && !isNotes(kind))
    const lines: ReportLine[] = [...tendersOf(rest), ...owedLines(report, texts, words, money)]
    return [{ heading: heading(texts.blind), lines }, ...overProviders]
  }
  const byPerson = cashiers.some(({ staffId }) => staffId !== null)
    ? cashiers.flatMap((cashier) => paid(cashier.staffId ?? texts.nobody, cashier.sales, cashier))
    : []
  const perpetual: ReportLine[] = [
    { label: texts.perpetualNet, value: money(report.perpetualNet) },
    { label: texts.perpetualAbs, value: money(report.perpetualAbs) },
  ]
  return [
    ...(events.length === 0
      ? []
      : [
          {
            heading: heading(texts.byEvent),
            lines: events.flatMap((event) => eventLines(event, texts, words, money)),
          },
        ]),
    { heading: heading(texts.takings), lines: takingsLines(report, taxRate, texts, words, money) },
    ...(tendered.length === 0
      ? []
      : [{ heading: heading(texts.byTender), lines: [...tendered, ...roundingLine(report, texts, money)] }]),
    ...overProviders,
    ...(byPerson.length === 0 ? [] : [{ heading: heading(texts.byCashier), lines: byPerson }]),
    ...(drawer
      ? [{ heading: heading(texts.drawer), lines: drawerLines(drawer, texts, words, money, time, people) }]
      : []),
    ...(noteBox
      ? [{ heading: heading(texts.noteBox), lines: noteBoxLines(noteBox, texts, words, money, time, people) }]
      : []),
    { heading: heading(texts.perpetual), lines: perpetual },
  ]
}

/** Returns the line of the cash rounding, by which the sum of the tenders differs from the takings; none if it is 0. */
function roundingLine(
  { rounding = 0 }: CurrencyReport,
  texts: ReportWords,
  money: (amount: number) => string,
): readonly ReportLine[] {
  return rounding === 0 ? [] : [{ label: texts.rounding, value: signed(rounding, money) }]
}

function takingsLines(
  report: CurrencyReport,
  taxRate: number | null,
  texts: ReportWords,
  words: TicketTexts,
  money: (amount: number) => string,
): readonly ReportLine[] {
  const { sold, returned, net } = report
  const taken = taxRate === null ? null : taxIncluded(net.amount, taxRate)
  return [
    ...(returned.tickets > 0 || returned.amount > 0
      ? [
          { label: texts.sold, count: words.count(sold.tickets), value: money(sold.amount) },
          { label: texts.returned, count: words.count(returned.tickets), value: money(-returned.amount) },
        ]
      : []),
    { label: texts.net, count: words.count(net.tickets), value: money(net.amount), kind: 'sum' },
    ...(taken && taxRate !== null
      ? ([
          { label: texts.receipt.net, value: money(taken.net), kind: 'part' },
          { label: texts.receipt.tax(words.count(taxRate)), value: money(taken.tax), kind: 'part' },
        ] as const)
      : []),
    ...owedLines(report, texts, words, money),
  ]
}

/** Returns the lines to compare with a provider's own statement. */
function linesOfProvider(
  { kind, driver, count, amount, refunds, refunded, open, refunding, unmatched }: ProviderReport,
  texts: ReportWords,
  words: TicketTexts,
  money: (amount: number) => string,
): readonly ReportLine[] {
  const line = (label: string, many: number, sum: number): ReportLine => ({
    label,
    count: words.count(many),
    value: money(sum),
  })
  const above = [texts.tenders[kind] ?? kind, texts.providers[driver] ?? driver].join(' · ')
  return [
    { above, ...line(texts.taken, count, amount) },
    ...(refunds > 0 ? [line(texts.givenBack, refunds, -refunded)] : []),
    ...(open.count > 0 ? [line(texts.open, open.count, open.amount)] : []),
    ...(refunding.count > 0 ? [line(texts.refunding, refunding.count, refunding.amount)] : []),
    ...(unmatched.count > 0 ? [line(texts.unmatched, unmatched.count, unmatched.amount)] : []),
  ]
}

function owedLines(
  { owed, openSlips, hubSlips }: CurrencyReport,
  texts: ReportWords,
  words: TicketTexts,
  money: (amount: number) => string,
): readonly ReportLine[] {
  const line = (label: string, { count, amount }: PaymentSum): readonly ReportLine[] =>
    count === 0 ? [] : [{ label, count: words.count(count), value: money(amount) }]
  return [
    ...(owed === 0 ? [] : [{ label: texts.owed, value: money(owed) }]),
    ...line(texts.openSlips, openSlips),
    ...line(texts.hubSlips, hubSlips),
  ]
}

/**
 * Formats an amount without its currency, which is in the heading: a roll of 58 mm has no room for it in every line.
 */
function figureOf(amount: number, currency: string, words: TicketTexts): string {
  return words.money(amount, currency).slice(0, -currency.length).trim().replace('-', '−')
}

function eventLines(
  { title, startsAt, net, zones }: EventReport,
  texts: ReportWords,
  words: TicketTexts,
  money: (amount: number) => string,
): readonly ReportLine[] {
  const start = parseLocalDate(startsAt)
  const when = start ? words.when(start) : startsAt
  return [
    { above: withPlainZeros(title), label: when, count: words.count(net.tickets), value: money(net.amount) },
    ...zones.map((zone): ReportLine => ({
      label: zone.name === '' ? texts.noZone : zone.name,
      count: words.count(zone.net.tickets),
      value: money(zone.net.amount),
      kind: 'part',
    })),
  ]
}

function drawerLines(
  { openingFloat, paidIn, paidOut, dropped, slipsPaid, cash, expected, counted, counts, movements }: DrawerReport,
  texts: ReportWords,
  words: TicketTexts,
  money: (amount: number) => string,
  time: (utc: string) => string,
  people: People,
): readonly ReportLine[] {
  const difference = (counted ?? expected) - expected
  const moved = (label: string, wanted: CashMove, total: number): readonly ReportLine[] => {
    const sign = wanted === 'paid-in' ? 1 : -1
    const parts = movements.filter(({ kind }) => kind === wanted)
    return parts.length === 0
      ? []
      : [
          { label, value: money(sign * total) },
          ...parts.map((part): ReportLine => ({
            label: [part.reason, time(part.atUtc), people(part)].filter(Boolean).join(' · '),
            value: money(sign * part.amount),
            kind: 'part',
          })),
        ]
  }
  return [
    ...(openingFloat === 0 && counted === null ? [] : [{ label: texts.openingFloat, value: money(openingFloat) }]),
    { label: texts.cash, value: money(cash) },
    ...moved(texts.paidIn, 'paid-in', paidIn),
    ...moved(texts.paidOut, 'paid-out', paidOut),
    ...moved(texts.dropped, 'cash-dropped', dropped),
    ...(slipsPaid === 0 ? [] : [{ label: texts.slipsPaid, value: money(-slipsPaid) }]),
    { label: texts.expected, value: money(expected), kind: 'sum' },
    ...(counted === null
      ? [{ label: texts.counted, value: texts.uncounted }]
      : ([
          { label: texts.counted, value: money(counted) },
          ...counts.flatMap((count, index): readonly ReportLine[] => [
            {
              label: [time(count.atUtc), people({ ...count, second: null })].filter(Boolean).join(' · '),
              value: money(count.total),
              kind: 'part',
            },
            ...(index === counts.length - 1
              ? count.pieces.map((piece) => pieceLine(piece, texts, words, money))
              : [{ ...foundLine(count.difference, texts, money), kind: 'part' as const }]),
          ]),
          { ...foundLine(difference, texts, money), kind: 'sum' },
        ] as const)),
  ]
}

/** Formats the count of one kind of note or coin. */
function pieceLine(
  { kind, value, count }: CountedPiece,
  texts: ReportWords,
  words: TicketTexts,
  money: (amount: number) => string,
): ReportLine {
  const label = kind === 'note' ? texts.note(money(value)) : texts.coin(money(value))
  return { label, count: words.count(count), value: money(value * count), kind: 'part' }
}

/** Formats the difference between the counted and the expected amount. */
function foundLine(difference: number, texts: ReportWords, money: (amount: number) => string): ReportLine {
  const label = difference === 0 ? texts.exact : difference > 0 ? texts.over : texts.short
  return { label, value: money(Math.abs(difference)) }
}

/**
 * Formats each emptying of the shift, then the notes received since the last emptying, even if that was in an earlier
 * shift.
 */
function noteBoxLines(
  { sinceUtc, notes, unknown, open, emptied }: NoteBoxReport,
  texts: ReportWords,
  words: TicketTexts,
  money: (amount: number) => string,
  time: (utc: string) => string,
  people: People,
): readonly ReportLine[] {
  const many = (counts: readonly { readonly count: number }[]): number =>
    counts.reduce((sum, { count }) => sum + count, 0)
  const amount = notes.reduce((sum, { value, count }) => sum + value * count, 0)
  const byWhom = (of: NoteBoxPeople): string => [time(of.atUtc), people(of)].filter(Boolean).join(' · ')
  return [
    ...emptied.flatMap((one): readonly ReportLine[] => [
      { above: byWhom(one), label: texts.boxEmptied, count: words.count(many(one.pieces)), value: money(one.total) },
      ...one.pieces.map((piece) => pieceLine(piece, texts, words, money)),
      foundLine(one.difference, texts, money),
    ]),
    ...(emptied.length > 0
      ? []
      : [{ label: texts.boxSince, value: sinceUtc === null ? texts.boxNever : time(sinceUtc) }]),
    { label: texts.inBox, count: words.count(many(notes) + unknown), value: money(amount), kind: 'sum' },
    ...notes.map(({ value, count }) => pieceLine({ kind: 'note', value, count }, texts, words, money)),
    ...(unknown > 0
      ? [{ label: texts.unknownNotes, count: words.count(unknown), value: '–', kind: 'part' } as const]
      : []),
    ...(open ? [{ above: byWhom(open), label: texts.boxOpen, value: '' }] : []),
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
