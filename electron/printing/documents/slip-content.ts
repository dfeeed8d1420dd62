import type { Numerals } from '../../../shared/domain/numerals.ts'
import type { SlipDocument } from '../../../shared/domain/documents/slip-document.ts'
import type { Language } from '../../../shared/domain/language.ts'
import { onThisMachine, parseLocalDate } from '../../../shared/domain/documents/local-date.ts'
import { inOneLine } from '../pdf/printable-text.ts'
import type { ReceiptContent } from './receipt-content.ts'
import { catalogues } from '../../../shared/i18n/catalogues.ts'

/** A slip is set like a receipt, with what it is honest about and who signs it. */
export function slipContentOf(slip: SlipDocument, language: Language, numerals: Numerals): ReceiptContent {
  const { slip: texts, receipt, ticket } = catalogues[language].paper
  const words = ticket(numerals)
  const { venue, currency } = slip
  const money = (amount: number): string => words.money(amount, currency)
  const start = parseLocalDate(slip.startsAt)
  const unsold = slip.kind === 'unsold'
  return {
    heading: texts.headings[slip.kind],
    ...(slip.copyNumber > 0 && { copyMark: words.copy(slip.copyNumber) }),
    title: slip.eventTitle,
    when: start ? words.when(start) : slip.startsAt,
    venue: [venue.name, venue.city].filter((part) => part !== '').join(', '),
    lines: slip.lines.map(({ seatCode, ticketNumber, price }) => ({
      label: [seatCode, ticketNumber].filter((part) => part !== '').join(' · '),
      value: money(price),
    })),
    total: { label: unsold ? texts.given : texts.total, value: money(slip.amount) },
    payment: slip.back.map(({ kind, amount, reference = '' }) => ({
      label: [receipt.tenders[kind], reference].filter((part) => part !== '').join(' · '),
      value: money(amount),
    })),
    facts: [
      { label: texts.on, value: words.when(onThisMachine(slip.atUtc)) },
      { label: receipt.register, value: slip.register },
      { label: texts.people, value: texts.by(slip.staffId, slip.second) },
      ...(slip.reason === '' ? [] : [{ label: texts.reason, value: slip.reason }]),
    ],
    noTicket: unsold ? texts.unsold : texts.worthless,
    order: inOneLine(texts.reference, slip.reference),
    ...(!unsold && { notice: texts.notices[slip.cancellation] }),
    signatures: texts.signatures.slice(0, slip.second === null ? 1 : 2),
    demo: slip.demo,
  }
}
