import type { Specimen } from '../../../shared/domain/documents/documents.ts'
import { localDate } from '../../../shared/domain/documents/local-date.ts'
import type { Language, Numerals } from '../../../shared/domain/language.ts'
import { type SalesLine, salesListSums } from '../../../shared/domain/money/trade.ts'
import { catalogues } from '../../../shared/i18n/catalogues.ts'
import type { ReportContent, ReportLine } from './report-content.ts'
import { ticketTexts } from './ticket-content.ts'

export interface SalesListDocument {
  readonly register: string
  readonly lines: readonly SalesLine[]
}

interface SalesListStyle {
  readonly language: Language
  readonly numerals: Numerals
  readonly timeZone: string
  readonly specimen: Specimen | null
}

/** Returns a list of sales laid out like a report: a section for each shift, and the totals of each currency. */
export function salesListContentOf(
  { register, lines }: SalesListDocument,
  { language, numerals, timeZone, specimen }: SalesListStyle,
): ReportContent {
  const { paper, columns } = catalogues[language]
  const { report: texts, salesList, invoice } = paper
  const words = ticketTexts(language, numerals)
  const time = (utc: string): string => words.when(localDate(utc, timeZone))
  const money = (amount: number, currency: string): string => words.money(amount, currency).replace('-', '−')
  const count = (tickets: number): string => words.count(tickets).replace('-', '−')
  const [first, last] = [lines[0], lines.at(-1)]
  const lineOf = (line: SalesLine): ReportLine => {
    const { kind, atUtc, orderId, cashier, invoices, customer = '', seats, amount, currency } = line
    const parts = [kind === 'refund' && columns.refund, orderId, cashier, ...invoices, customer ?? invoice.erased]
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
          ...(tax === null ? [] : [{ label: columns.tax, value: money(tax, currency) }]),
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
