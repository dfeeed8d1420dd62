import type {
  CollectionSlipDocument,
  CreditSlipDocument,
  ReceiptDocument,
  SlipDocument,
} from '../../../shared/domain/documents/documents.ts'
import { localDate, parseLocalDate } from '../../../shared/domain/documents/local-date.ts'
import type { Language, Numerals } from '../../../shared/domain/language.ts'
import { slipInHalves } from '../../../shared/domain/money/credit-slip.ts'
import { type Seller, taxIncluded } from '../../../shared/domain/money/money.ts'
import { type CardPaid, isMobileMoney, type OwnTenderNames } from '../../../shared/domain/money/tender.ts'
import { inHalves } from '../../../shared/domain/sale/collection-code.ts'
import type { SeatNote } from '../../../shared/domain/seats/place.ts'
import type { Terms } from '../../../shared/domain/terms.ts'
import { textsIn } from '../../../shared/i18n/catalogues.ts'
import type { ReceiptTexts, SpecimenTexts, TicketTexts } from '../../../shared/i18n/paper-texts.ts'
import type { SeatNotes } from '../../../shared/i18n/texts.ts'
import { inOneLine, withPlainZeros } from '../pdf/printable-text.ts'
import { type Labelled, ticketTexts } from './ticket-content.ts'

/** Content of a receipt, in texts ready to be set. */
export interface ReceiptContent {
  readonly heading: string
  /** The seller, printed at the top; the first line is the name. Empty if no seller is configured. */
  readonly seller: readonly string[]
  /** Marks a reprint; absent on the original. */
  readonly copyMark?: string
  /** The code that the holder presents later, as readable text and for scanners. */
  readonly code?: Labelled & { readonly text: string }
  readonly title: string
  readonly when: string
  readonly venue: string
  readonly lines: readonly Labelled[]
  readonly total: Labelled
  /** Components of the total; empty if it contains no tax. */
  readonly taxes: readonly Labelled[]
  readonly payment: readonly Labelled[]
  readonly facts: readonly Labelled[]
  readonly order: string
  readonly noTicket: string
  /** Text from a card terminal for its customer, line by line. */
  readonly terminal?: readonly string[]
  /** Small print below the receipt. */
  readonly notice?: string
  /** Where the conditions of sale are published, below all small print. */
  readonly terms?: string
  /** Labels of the lines to sign on. */
  readonly signatures?: readonly string[]
  /** Null for a real document. */
  readonly specimen: SpecimenTexts | null
}

/** The venue's own content on receipts and slips. */
export interface VenueReceipts {
  readonly seller: Seller
  /** Conditions for refunds, printed below a receipt, in each available language. */
  readonly refundRule: Readonly<Partial<Record<Language, string>>>
  /**
   * Version of the conditions of sale and the address where they can be read after the sale; absent if the seller has
   * none.
   */
  readonly terms?: Pick<Terms, 'version' | 'address'>
  /** Absent if every tender has its usual name. */
  readonly tenderNames?: OwnTenderNames
}

export interface ReceiptStyle extends VenueReceipts {
  readonly language: Language
  readonly numerals: Numerals
  /** IANA time zone of the venue. */
  readonly timeZone: string
}

/** Returns the notes to print beside the code of a seat. */
function seatWords(notes: readonly SeatNote[], words: SeatNotes): readonly string[] {
  return notes.filter((note) => note !== 'stepFree').map((note) => words[note])
}

export function receiptContentOf(
  receipt: ReceiptDocument,
  { language, numerals, timeZone, seller, refundRule, terms, tenderNames: own }: ReceiptStyle,
): ReceiptContent {
  const rule = refundRule[language]
  const { paper, tenderNames, seatNotes } = textsIn(language, own)
  const { receipt: texts } = paper
  const words = ticketTexts(language, numerals)
  const { venue, tenders, currency, rounding = 0 } = receipt
  const money = (amount: number): string => words.money(amount, currency)
  const start = parseLocalDate(receipt.startsAt)
  return {
    heading: texts.receipt,
    seller: sellerLines(seller, texts),
    title: withPlainZeros(receipt.eventTitle),
    when: start ? words.when(start) : receipt.startsAt,
    venue: [venue.name, venue.city].filter((part) => part !== '').join(', '),
    lines: receipt.lines.map(({ seatCode, notes, zoneName, price }) => ({
      label: [seatCode, ...seatWords(notes, seatNotes), zoneName].filter((part) => part !== '').join(' · '),
      value: money(price),
    })),
    ...totalOf(texts.total, receipt, seller, texts, words),
    payment: [
      ...(rounding === 0
        ? []
        : [
            { label: texts.rounding, value: signed(rounding, money) },
            { label: texts.paid, value: money(receipt.amount + rounding) },
          ]),
      ...tenders.flatMap(({ kind, received, change }) => [
        { label: tenderNames[kind], value: money(received) },
        ...(change > 0 ? [{ label: texts.change, value: money(change) }] : []),
      ]),
    ],
    facts: [
      { label: texts.soldAt, value: words.when(localDate(receipt.soldAt, timeZone)) },
      { label: texts.register, value: receipt.register },
      ...tenders.flatMap(({ kind, approval, card }) => {
        const label = isMobileMoney(kind) ? texts.operatorReference(tenderNames[kind]) : texts.approval
        return [
          ...(card ? cardLines(tenderNames[kind], card, texts) : []),
          ...(approval === '' ? [] : [{ label, value: approval }]),
        ]
      }),
    ],
    order: inOneLine(words.order, receipt.orderId),
    noTicket: texts.noTicket,
    ...terminalLines(tenders),
    ...(rule !== undefined && { notice: withPlainZeros(rule) }),
    ...(terms && { terms: termsLine(terms, texts) }),
    specimen: receipt.specimen && words.specimens[receipt.specimen],
  }
}

function cardLines(label: string, { brand, ending, read }: CardPaid, { cardRead }: ReceiptTexts): readonly Labelled[] {
  const number = ending === undefined ? undefined : `•••• ${ending}`
  const value = [[brand, number].filter(Boolean).join(' '), read && cardRead[read]].filter(Boolean).join(' · ')
  return value === '' ? [] : [{ label, value }]
}

function termsLine({ version, address }: NonNullable<VenueReceipts['terms']>, texts: ReceiptTexts): string {
  const named = version === undefined ? texts.terms : inOneLine(`${texts.terms} ·`, version)
  return inOneLine(`${named} ·`, address ?? texts.termsOnScreen)
}

function terminalLines(tenders: ReceiptDocument['tenders']): Pick<ReceiptContent, 'terminal'> {
  const lines = tenders.flatMap(({ card }) => card?.receipt ?? [])
  return lines.length > 0 ? { terminal: lines } : {}
}

function sellerLines({ name, address, contact, taxNumber }: Seller, texts: ReceiptTexts): readonly string[] {
  return [name, address, contact, taxNumber === '' ? '' : inOneLine(texts.taxNumber, taxNumber)].filter(
    (line) => line !== '',
  )
}

/** Formats an amount with its sign in front. */
export const signed = (amount: number, money: (amount: number) => string): string =>
  `${amount < 0 ? '−' : '+'}${money(Math.abs(amount))}`

/** Returns the amount and its taxes. The amount has the label `label` if it contains no tax. */
function totalOf(
  label: string,
  { amount, currency }: Pick<ReceiptDocument, 'amount' | 'currency'>,
  { taxRate }: Seller,
  texts: ReceiptTexts,
  words: TicketTexts,
): Pick<ReceiptContent, 'total' | 'taxes'> {
  const value = words.money(amount, currency)
  if (taxRate === null) return { total: { label, value }, taxes: [] }
  const { net, tax } = taxIncluded(amount, taxRate)
  return {
    total: { label: texts.totalWithTax, value },
    taxes: [
      { label: texts.net, value: words.money(net, currency) },
      { label: texts.tax(words.count(taxRate)), value: words.money(tax, currency) },
    ],
  }
}

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

/** Returns the content of a slip: set like a receipt, with notices and lines to sign on. */
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
