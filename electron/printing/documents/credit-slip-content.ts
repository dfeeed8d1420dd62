import { localDate } from '../../../shared/domain/documents/local-date.ts'
import type { CreditSlipDocument } from '../../../shared/domain/documents/documents.ts'
import { slipInHalves } from '../../../shared/domain/money/credit-slip.ts'
import { textsIn } from '../../../shared/i18n/catalogues.ts'
import { inOneLine, withPlainZeros } from '../pdf/printable-text.ts'
import { type ReceiptContent, type ReceiptStyle, sellerLines } from './receipt-content.ts'
import { ticketTexts } from './ticket-content.ts'

/** Returns the content of a credit slip: set like a receipt, with the number as the largest item. */
export function creditSlipContentOf(
  slip: CreditSlipDocument,
  { language, numerals, timeZone, seller }: ReceiptStyle,
): ReceiptContent {
  const { paper } = textsIn(language)
  const { creditSlip: texts, receipt } = paper
  const words = ticketTexts(language, numerals)
  const { slipId, code, amount, currency, specimen } = slip
  return {
    heading: texts.heading,
    ...(slip.copyNumber > 0 && { copyMark: words.copy(slip.copyNumber) }),
    seller: sellerLines(seller, receipt),
    code: { label: texts.number, value: slipInHalves(slipId), text: code },
    title: texts.why[slip.why],
    when: withPlainZeros(slip.eventTitle),
    venue: '',
    lines: [],
    total: { label: texts.worth, value: words.money(amount, currency) },
    taxes: [],
    payment: [],
    facts: [
      { label: texts.machine, value: slip.register },
      { label: texts.on, value: words.when(localDate(slip.issuedUtc, timeZone)) },
    ],
    noTicket: texts.noTicket,
    order: inOneLine(words.order, slip.orderId),
    notice: [...(slip.copyNumber > 0 ? [texts.copy] : []), texts.todo[slip.anywhere ? 'anywhere' : 'here']].join(' '),
    specimen: specimen && words.specimens[specimen],
  }
}
