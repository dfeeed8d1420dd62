import { localDate, parseLocalDate } from '../../../shared/domain/documents/local-date.ts'
import type { CollectionSlipDocument } from '../../../shared/domain/documents/documents.ts'
import { inHalves } from '../../../shared/domain/sale/collection-code.ts'
import { textsIn } from '../../../shared/i18n/catalogues.ts'
import { inOneLine, withPlainZeros } from '../pdf/printable-text.ts'
import { type ReceiptContent, type ReceiptStyle, sellerLines } from './receipt-content.ts'
import { ticketTexts } from './ticket-content.ts'

/** Returns the content of a collection slip: set like a receipt, with the code as the largest item. */
export function collectionSlipContentOf(
  slip: CollectionSlipDocument,
  { language, numerals, timeZone, seller, tenderNames: own }: ReceiptStyle,
): ReceiptContent {
  const { paper, tenderNames } = textsIn(language, own)
  const { collectionSlip: texts, receipt } = paper
  const words = ticketTexts(language, numerals)
  const { venue, paymentReference, code, specimen } = slip
  const said = texts[slip.why]
  const start = parseLocalDate(slip.startsAt)
  return {
    heading: said.heading,
    seller: sellerLines(seller, receipt),
    code: { label: said.code, value: inHalves(code), text: code },
    title: withPlainZeros(slip.eventTitle),
    when: start ? words.when(start) : slip.startsAt,
    venue: [venue.name, venue.city].filter((part) => part !== '').join(', '),
    lines: [],
    total: { label: said.amount, value: words.money(slip.amount, slip.currency) },
    taxes: [],
    payment: [],
    facts: [
      { label: texts.machine, value: slip.register },
      { label: texts.on, value: words.when(localDate(slip.atUtc, timeZone)) },
      { label: texts.seats, value: slip.seatCodes.join(' · ') },
      { label: texts.payment, value: tenderNames[slip.tender] },
      ...(paymentReference === '' ? [] : [{ label: texts.paymentReference, value: paymentReference }]),
    ],
    noTicket: texts.noTicket,
    order: inOneLine(words.order, slip.orderId),
    notice: said.todo,
    specimen: specimen && words.specimens[specimen],
  }
}
