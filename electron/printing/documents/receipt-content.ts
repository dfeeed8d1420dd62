import type { Numerals } from '../../../shared/domain/numerals.ts'
import type { ReceiptDocument } from '../../../shared/domain/documents/receipt-document.ts'
import type { Language } from '../../../shared/domain/language.ts'
import { onThisMachine, parseLocalDate } from '../../../shared/domain/documents/local-date.ts'
import { inOneLine } from '../pdf/printable-text.ts'
import { catalogues } from '../../../shared/i18n/catalogues.ts'
import type { Labelled } from './ticket-content.ts'

/** What a receipt says, in words ready to be set. */
export interface ReceiptContent {
  readonly heading: string
  /** Of a second paper. */
  readonly copyMark?: string
  readonly title: string
  readonly when: string
  readonly venue: string
  readonly lines: readonly Labelled[]
  readonly total: Labelled
  readonly payment: readonly Labelled[]
  readonly facts: readonly Labelled[]
  readonly order: string
  readonly noTicket: string
  /** Small print below it. */
  readonly notice?: string
  /** Who signs. */
  readonly signatures?: readonly string[]
  readonly demo: boolean
}

export function receiptContentOf(receipt: ReceiptDocument, language: Language, numerals: Numerals): ReceiptContent {
  const { receipt: texts, ticket } = catalogues[language].paper
  const words = ticket(numerals)
  const { venue, tenders, currency } = receipt
  const money = (amount: number): string => words.money(amount, currency)
  const start = parseLocalDate(receipt.startsAt)
  return {
    heading: texts.receipt,
    title: receipt.eventTitle,
    when: start ? words.when(start) : receipt.startsAt,
    venue: [venue.name, venue.city].filter((part) => part !== '').join(', '),
    lines: receipt.lines.map(({ seatCode, zoneName, price }) => ({
      label: [seatCode, zoneName].filter((part) => part !== '').join(' · '),
      value: money(price),
    })),
    total: { label: texts.total, value: money(receipt.amount) },
    payment: tenders.flatMap(({ kind, received, change }) => [
      { label: texts.tenders[kind], value: money(received) },
      ...(change > 0 ? [{ label: texts.change, value: money(change) }] : []),
    ]),
    facts: [
      { label: texts.soldAt, value: words.when(onThisMachine(receipt.soldAt)) },
      { label: texts.register, value: receipt.register },
      ...tenders.flatMap(({ approval }) => (approval === '' ? [] : [{ label: texts.approval, value: approval }])),
    ],
    order: inOneLine(words.order, receipt.orderId),
    noTicket: texts.noTicket,
    demo: receipt.demo,
  }
}
