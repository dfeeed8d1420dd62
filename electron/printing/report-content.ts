import { formatMoney } from '../../shared/domain/money.ts'
import type {
  CurrencyReport,
  DrawerReport,
  EventReport,
  ShiftReport,
  TenderReport,
} from '../../shared/domain/shift-report.ts'
import { inWords, onThisMachine, parseLocalDate } from './local-date.ts'
import { reportTexts, type ReportTexts } from './report-texts.ts'
import { ticketTexts, type TicketLanguage } from './ticket-texts.ts'

/** What a shift's report says, in words ready to be set, from top to bottom. */
export interface ReportContent {
  readonly title: string
  readonly hint: string
  /** Till, shift, hours, staff. */
  readonly facts: readonly ReportLine[]
  readonly sections: readonly ReportSection[]
  readonly anchorHint: string
  /** Whose signatures a closure wants; none on a reading. */
  readonly signatures: readonly string[]
  readonly page: (page: number, count: number) => string
  readonly demo: boolean
}

export interface ReportSection {
  readonly heading: string
  readonly lines: readonly ReportLine[]
}

export interface ReportLine {
  readonly label: string
  /** How many; empty where nothing is counted. */
  readonly count?: string
  readonly value: string
  /** `sum` closes a section, `part` belongs to the line above it, `code` is copied by hand. */
  readonly kind?: 'sum' | 'part' | 'code'
  /** Stands above the line, in its full width. */
  readonly above?: string
}

export function reportContentOf(report: ShiftReport, language: TicketLanguage, demo: boolean): ReportContent {
  const texts = reportTexts[language]
  const { kind, register, shiftNo, from, to, staffId, currencies } = report
  const time = (utc: string): string => inWords(onThisMachine(utc), ticketTexts[language])
  const [only] = currencies
  return {
    title: texts.title[kind],
    hint: texts.hint[kind],
    facts: [
      { label: texts.register, value: register },
      { label: texts.shift, value: String(shiftNo) },
      { label: texts.from, value: time(from) },
      { label: texts.to, value: time(to) },
      ...(staffId === null ? [] : [{ label: texts.staff, value: staffId }]),
    ],
    sections: [
      countsOf(report, texts),
      ...openingsOf(report, texts, time),
      ...(only ? [] : [{ heading: texts.nothing, lines: [] }]),
      ...currencies.flatMap((one) => moneyOf(one, texts, language, time)),
      anchorOf(report, texts),
    ],
    anchorHint: texts.anchorHint,
    signatures: kind === 'Z' ? texts.signatures : [],
    page: texts.page,
    demo,
  }
}

function countsOf({ sales, duplicates, waiting, currencies }: ShiftReport, texts: ReportTexts): ReportSection {
  const tickets = currencies.reduce((sum, one) => sum + one.tickets, 0)
  const line = (label: string, count: number): ReportLine => ({ label, value: String(count) })
  return {
    heading: '',
    lines: [
      line(texts.sales, sales),
      line(texts.tickets, tickets),
      ...(duplicates > 0 ? [line(texts.duplicates, duplicates)] : []),
      ...(waiting > 0 ? [line(texts.waiting, waiting)] : []),
    ],
  }
}

/** The drawer opened without a sale: who, when, why. */
function openingsOf(
  { openings }: ShiftReport,
  texts: ReportTexts,
  time: (utc: string) => string,
): readonly ReportSection[] {
  if (openings.length === 0) return []
  const lines = openings.map(({ reason, atUtc, staffId }) => ({
    above: reason,
    label: time(atUtc),
    value: staffId ?? '',
  }))
  return [{ heading: texts.openings, lines }]
}

function moneyOf(
  report: CurrencyReport,
  texts: ReportTexts,
  language: TicketLanguage,
  time: (utc: string) => string,
): readonly ReportSection[] {
  const { currency, events, tenders, cashiers, drawer, sold, refunded, net } = report
  const money = (amount: number): string => figureOf(amount, currency, language)
  const heading = (words: string): string => `${words} (${currency})`
  const paid = (name: string, sums: Omit<TenderReport, 'kind'>): ReportLine[] => {
    const { count, amount, refunds, refunded: paidBack } = sums
    const back = { label: texts.refundsOf(name), count: String(refunds), value: money(-paidBack) }
    return [{ label: name, count: String(count), value: money(amount) }, ...(refunds > 0 ? [back] : [])]
  }
  const tendered = tenders.flatMap((tender) => paid(texts.tenders[tender.kind] ?? tender.kind, tender))
  const byPerson = cashiers.some(({ staffId }) => staffId !== null)
    ? cashiers.flatMap((cashier) => paid(cashier.staffId ?? texts.nobody, cashier))
    : []
  const takings: ReportLine[] = [
    ...(refunded > 0
      ? [
          { label: texts.sold, value: money(sold) },
          { label: texts.refunded, value: money(-refunded) },
        ]
      : []),
    { label: texts.net, count: String(report.tickets), value: money(net), kind: 'sum' },
  ]
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
            lines: events.flatMap((event) => eventLines(event, texts, language, money)),
          },
        ]),
    { heading: heading(texts.takings), lines: takings },
    ...(tendered.length === 0 ? [] : [{ heading: heading(texts.byTender), lines: tendered }]),
    ...(byPerson.length === 0 ? [] : [{ heading: heading(texts.byCashier), lines: byPerson }]),
    ...(drawer ? [{ heading: heading(texts.drawer), lines: drawerLines(drawer, texts, money, time) }] : []),
    { heading: heading(texts.perpetual), lines: perpetual },
  ]
}

/** The currency stands in the heading: a roll of 58 mm has no room for it in every line. */
function figureOf(amount: number, currency: string, language: TicketLanguage): string {
  return formatMoney(amount, currency, language).slice(0, -currency.length).trim().replace('-', '−')
}

function eventLines(
  { title, startsAt, tickets, amount, zones }: EventReport,
  texts: ReportTexts,
  language: TicketLanguage,
  money: (amount: number) => string,
): readonly ReportLine[] {
  const start = parseLocalDate(startsAt)
  const when = start ? inWords(start, ticketTexts[language]) : startsAt
  return [
    { above: title, label: when, count: String(tickets), value: money(amount) },
    ...zones.map((zone): ReportLine => ({
      label: zone.name === '' ? texts.noZone : zone.name,
      count: String(zone.tickets),
      value: money(zone.amount),
      kind: 'part',
    })),
  ]
}

function drawerLines(
  { openingFloat, paidIn, paidOut, cash, expected, counted, pieces, movements }: DrawerReport,
  texts: ReportTexts,
  money: (amount: number) => string,
  time: (utc: string) => string,
): readonly ReportLine[] {
  const difference = (counted ?? expected) - expected
  const found = difference === 0 ? texts.exact : difference > 0 ? texts.over : texts.short
  const moved = (wanted: 'paid-in' | 'paid-out'): readonly ReportLine[] =>
    movements
      .filter(({ kind }) => kind === wanted)
      .map(({ reason, atUtc, staffId, amount }) => ({
        label: [reason, time(atUtc), staffId].filter(Boolean).join(' · '),
        value: money(wanted === 'paid-in' ? amount : -amount),
        kind: 'part',
      }))
  const piece = ({ kind, value, count }: (typeof pieces)[number]): ReportLine => ({
    label: kind === 'note' ? texts.note(money(value)) : texts.coin(money(value)),
    count: String(count),
    value: money(value * count),
    kind: 'part',
  })
  return [
    ...(openingFloat === 0 && counted === null ? [] : [{ label: texts.openingFloat, value: money(openingFloat) }]),
    { label: texts.cash, value: money(cash) },
    ...(paidIn === 0 ? [] : [{ label: texts.paidIn, value: money(paidIn) }, ...moved('paid-in')]),
    ...(paidOut === 0 ? [] : [{ label: texts.paidOut, value: money(-paidOut) }, ...moved('paid-out')]),
    { label: texts.expected, value: money(expected), kind: 'sum' },
    ...(counted === null
      ? []
      : ([
          { label: texts.counted, value: money(counted) },
          ...pieces.map(piece),
          { label: found, value: money(Math.abs(difference)), kind: 'sum' },
        ] as const)),
  ]
}

function anchorOf({ anchor }: ShiftReport, texts: ReportTexts): ReportSection {
  const inFours = (hex: string): string => hex.replace(/.{4}(?=.)/gu, '$& ')
  const rows = anchor.lastSeq < anchor.firstSeq ? '–' : `${anchor.firstSeq} – ${anchor.lastSeq}`
  return {
    heading: texts.anchor,
    lines: [
      { label: texts.rows, value: rows },
      { label: texts.tailHash, value: inFours(anchor.tailHash), kind: 'code' },
      { label: texts.key, value: inFours(anchor.keyId), kind: 'code' },
    ],
  }
}
