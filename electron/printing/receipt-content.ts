import { formatMoney } from '../../shared/domain/money.ts'
import type { ReceiptDocument } from '../../shared/domain/receipt-document.ts'
import { inWords, onThisMachine, parseLocalDate } from './local-date.ts'
import { receiptTexts } from './receipt-texts.ts'
import type { Labelled } from './ticket-content.ts'
import { ticketTexts, type TicketLanguage } from './ticket-texts.ts'

/** What a receipt says, in words ready to be set. */
export interface ReceiptContent {
  readonly heading: string
  readonly title: string
  readonly when: string
  readonly venue: string
  readonly lines: readonly Labelled[]
  readonly total: Labelled
  readonly payment: readonly Labelled[]
  readonly facts: readonly Labelled[]
  readonly order: string
  readonly noTicket: string
  readonly demo: boolean
}

export function receiptContentOf(receipt: ReceiptDocument, language: TicketLanguage): ReceiptContent {
  const [texts, words] = [receiptTexts[language], ticketTexts[language]]
  const { venue, tender, currency } = receipt
  const money = (amount: number): string => formatMoney(amount, currency, language)
  const start = parseLocalDate(receipt.startsAt)
  return {
    heading: texts.receipt,
    title: receipt.eventTitle,
    when: start ? inWords(start, words) : receipt.startsAt,
    venue: [venue.name, venue.city].filter((part) => part !== '').join(', '),
    lines: receipt.lines.map(({ seatCode, zoneName, price }) => ({
      label: [seatCode, zoneName].filter((part) => part !== '').join(' · '),
      value: money(price),
    })),
    total: { label: texts.total, value: money(receipt.amount) },
    payment: [
      { label: texts.tenders[tender.kind], value: money(tender.received) },
      ...(tender.change > 0 ? [{ label: texts.change, value: money(tender.change) }] : []),
    ],
    facts: [
      { label: texts.soldAt, value: inWords(onThisMachine(receipt.soldAt), words) },
      { label: texts.register, value: receipt.register },
      ...(tender.approval === '' ? [] : [{ label: texts.approval, value: tender.approval }]),
    ],
    order: `${words.order} ${receipt.orderId}`,
    noTicket: texts.noTicket,
    demo: receipt.demo,
  }
}
