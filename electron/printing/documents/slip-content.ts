import type { SlipDocument } from '../../../shared/domain/documents/documents.ts'
import { localDate, parseLocalDate } from '../../../shared/domain/documents/local-date.ts'
import { inOneLine, withPlainZeros } from '../pdf/printable-text.ts'
import { type ReceiptContent, type ReceiptStyle, seatWords, sellerLines, signed, totalOf } from './receipt-content.ts'
import { textsIn } from '../../../shared/i18n/catalogues.ts'
import { ticketTexts } from './ticket-content.ts'

/** Returns the content of a slip: set like a receipt, with its notices and who signs it. */
export function slipContentOf(
  slip: SlipDocument,
  { language, numerals, timeZone, seller, tenderNames: own }: ReceiptStyle,
): ReceiptContent {
  const { paper, tenderNames, seatNotes } = textsIn(language, own)
  const { slip: texts, receipt } = paper
  const words = ticketTexts(language, numerals)
  const { venue, currency } = slip
  const money = (amount: number): string => words.money(amount, currency)
  const start = parseLocalDate(slip.startsAt)
  const unsold = slip.kind === 'unsold'
  const rounding = slip.back.reduce((sum, { amount }) => sum + amount, -slip.amount)
  return {
    seller: sellerLines(seller, receipt),
    heading: texts.headings[slip.kind],
    ...(slip.copyNumber > 0 && { copyMark: words.copy(slip.copyNumber) }),
    title: withPlainZeros(slip.eventTitle),
    when: start ? words.when(start) : slip.startsAt,
    venue: [venue.name, venue.city].filter((part) => part !== '').join(', '),
    lines: slip.lines.map(({ seatCode, notes, ticketNumber, price }) => ({
      label: [seatCode, ...seatWords(notes, seatNotes), ticketNumber].filter((part) => part !== '').join(' · '),
      value: money(price),
    })),
    ...(unsold
      ? { total: { label: texts.given, value: money(slip.amount) }, taxes: [] }
      : totalOf(texts.total, slip, seller, receipt, words)),
    payment: [
      ...slip.back.map(({ kind, amount, reference = '' }) => ({
        label: [tenderNames[kind], reference].filter((part) => part !== '').join(' · '),
        value: money(amount),
      })),
      ...(rounding === 0 ? [] : [{ label: texts.rounding, value: signed(rounding, money) }]),
    ],
    facts: [
      { label: texts.on, value: words.when(localDate(slip.atUtc, timeZone)) },
      { label: receipt.register, value: slip.register },
      { label: texts.people, value: texts.by(slip.staffId, slip.second) },
      ...(slip.reason === '' ? [] : [{ label: texts.reason, value: slip.reason }]),
    ],
    noTicket: unsold ? texts.unsold : texts.worthless,
    order: inOneLine(texts.reference, slip.reference),
    ...(!unsold && { notice: texts.notices[slip.cancellation] }),
    signatures: texts.signatures.slice(0, slip.second === null ? 1 : 2),
    specimen: slip.specimen && words.specimens[slip.specimen],
  }
}
