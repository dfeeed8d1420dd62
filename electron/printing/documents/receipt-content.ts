import type {
  CollectionSlipDocument,
  CorrectedReceiptDocument,
  CreditSlipDocument,
  InvoiceDocument,
  ReceiptDocument,
  SlipDocument,
} from '../../../shared/domain/documents/documents.ts'
import { localDate, parseLocalDate } from '../../../shared/domain/documents/local-date.ts'
import type { Language, Numerals } from '../../../shared/domain/language.ts'
import { type Seller, taxesIn, type TaxShare, totalTax } from '../../../shared/domain/money/money.ts'
import {
  type CardDetails,
  isDocument,
  isMobileMoney,
  type OwnTenderNames,
} from '../../../shared/domain/money/tender.ts'
import { inHalves } from '../../../shared/domain/sale/collection-code.ts'
import type { Terms } from '../../../shared/domain/terms.ts'
import { type ReceiptTexts, type SpecimenTexts, textsIn, type TicketTexts } from '../../../shared/i18n/catalogues.ts'
import { inOneLine, withPlainZeros } from '../pdf/printable-text.ts'
import { type Labelled, ticketTexts } from './ticket-content.ts'

export interface ReceiptContent {
  readonly heading: string
  /** Seller at the top, with the name on the first line. Empty if no seller is configured. */
  readonly seller: readonly string[]
  readonly copyMark?: string
  /** Code that the customer presents later, as readable text and for scanners. */
  readonly code?: Labelled & { readonly text: string }
  readonly title: string
  readonly when: string
  readonly venue: string
  readonly lines: readonly Labelled[]
  readonly total: Labelled
  /** Net amount and tax in the total; empty if the total contains no tax. */
  readonly taxes: readonly Labelled[]
  readonly payment: readonly Labelled[]
  readonly facts: readonly Labelled[]
  /** Buyer on an invoice, with the company on the first line. */
  readonly buyer?: { readonly label: string; readonly lines: readonly string[] }
  readonly order: string
  readonly noTicket: string
  readonly terminal?: readonly string[]
  readonly notice?: string
  /** Address of the conditions of sale, printed last. */
  readonly terms?: string
  readonly signatures?: readonly string[]
  /** Null for a real document. */
  readonly specimen: SpecimenTexts | null
}

export interface VenueReceipts {
  readonly seller: Seller
  readonly refundRule: Readonly<Partial<Record<Language, string>>>
  /** Version and address of the conditions of sale; absent if the seller has no conditions. */
  readonly terms?: Pick<Terms, 'version' | 'address'>
  readonly tenderNames?: OwnTenderNames
}

interface ReceiptStyle extends VenueReceipts {
  readonly language: Language
  readonly numerals: Numerals
  readonly timeZone: string
}

export type ReceiptPaper =
  | ReceiptDocument
  | CorrectedReceiptDocument
  | SlipDocument
  | InvoiceDocument
  | CollectionSlipDocument
  | CreditSlipDocument

interface Wording extends ReceiptStyle {
  readonly texts: ReturnType<typeof textsIn>
  readonly words: TicketTexts
  readonly money: (amount: number) => string
  readonly when: (utc: string) => string
}

type CommonContent = 'seller' | 'title' | 'when' | 'venue' | 'lines' | 'taxes' | 'payment' | 'specimen'
type OwnContent = Omit<ReceiptContent, CommonContent> & Partial<ReceiptContent>

export function receiptContentOf(document: ReceiptPaper, style: ReceiptStyle): ReceiptContent {
  const texts = textsIn(style.language, style.tenderNames)
  const words = ticketTexts(style.language, style.numerals)
  const money = (amount: number): string => words.money(amount, document.currency)
  const when = (utc: string): string => words.when(localDate(utc, style.timeZone))
  const {
    copyNumber = 0,
    startsAt = '',
    venue,
  }: Partial<Pick<SlipDocument, 'copyNumber' | 'startsAt' | 'venue'>> = document
  const start = parseLocalDate(startsAt)
  return {
    seller: sellerLines(style.seller, texts.paper.receipt),
    ...(copyNumber > 0 && { copyMark: words.copy(copyNumber) }),
    title: withPlainZeros(document.eventTitle),
    when: start ? words.when(start) : startsAt,
    venue: [venue?.name, venue?.city].filter(Boolean).join(', '),
    lines: [],
    taxes: [],
    payment: [],
    specimen: document.specimen && words.specimens[document.specimen],
    ...ownContentOf(document, { ...style, texts, words, money, when }),
  }
}

function ownContentOf(document: ReceiptPaper, wording: Wording): OwnContent {
  if ('soldAt' in document) return receiptContent(document, wording)
  if ('invoiceNumber' in document) return invoiceContent(document, wording)
  if ('slipId' in document) return creditSlipContent(document, wording)
  return 'cancellation' in document ? slipContent(document, wording) : collectionSlipContent(document, wording)
}

function receiptContent(receipt: ReceiptDocument | CorrectedReceiptDocument, wording: Wording): OwnContent {
  const { language, refundRule, terms, texts, words, money, when } = wording
  const { tenderNames } = texts
  const { receipt: own } = texts.paper
  const { tenders, rounding = 0, unsold } = receipt
  const terminal = tenders.flatMap(({ card }) => card?.receipt ?? [])
  const rule = refundRule[language]
  return {
    heading: 'was' in receipt ? own.correctedReceipt : own.receipt,
    lines: receipt.lines.map((line) => lineOf(line, line.zoneName, wording)),
    ...totalOf(own.total, receipt.amount, taxesIn(receipt.lines), wording),
    payment: [
      ...roundingLines(rounding, own.rounding, money),
      ...(rounding === 0 || unsold !== undefined ? [] : [{ label: own.paid, value: money(receipt.amount + rounding) }]),
      ...tenders.flatMap(({ kind, received, change }) => [
        { label: tenderNames[kind], value: money(received) },
        ...(change > 0 ? [{ label: own.change, value: money(change) }] : []),
      ]),
      ...(unsold === undefined ? [] : [{ label: own.unsold, value: money(unsold) }]),
    ],
    facts: [
      { label: own.soldAt, value: when(receipt.soldAt) },
      { label: own.register, value: receipt.register },
      ...tenders.flatMap(({ kind, approval, card }) => {
        const name = tenderNames[kind]
        const label = isMobileMoney(kind)
          ? own.operatorReference(name)
          : isDocument(kind)
            ? own.documentNumber(name)
            : own.approval
        return [...(card ? cardLines(name, card, own) : []), ...(approval === '' ? [] : [{ label, value: approval }])]
      }),
      ...('was' in receipt ? correctionLines(receipt, wording) : []),
    ],
    order: inOneLine(words.order, receipt.orderId),
    noTicket: own.noTicket,
    ...(terminal.length > 0 && { terminal }),
    ...(rule !== undefined && { notice: withPlainZeros(rule) }),
    ...(terms && { terms: termsLine(terms, own) }),
  }
}

function correctionLines(
  { atUtc, was, staffId, second }: CorrectedReceiptDocument,
  { texts, when }: Wording,
): readonly Labelled[] {
  const { receipt, slip } = texts.paper
  return [
    { label: receipt.correctedOn, value: when(atUtc) },
    { label: receipt.insteadOf, value: texts.tenderNames[was] },
    { label: slip.people, value: slip.by(staffId, second) },
  ]
}

function lineOf(
  { seatCode, notes, price }: SlipDocument['lines'][number] | ReceiptDocument['lines'][number],
  name: string,
  { texts: { seatNotes }, money }: Wording,
): Labelled {
  const words = notes.filter((note) => note !== 'stepFree').map((note) => seatNotes[note])
  return { label: [seatCode, ...words, name].filter((part) => part !== '').join(' · '), value: money(price) }
}

function cardLines(
  label: string,
  { brand, ending, read }: CardDetails,
  { cardRead }: ReceiptTexts,
): readonly Labelled[] {
  const number = ending === undefined ? undefined : `•••• ${ending}`
  const value = [[brand, number].filter(Boolean).join(' '), read && cardRead[read]].filter(Boolean).join(' · ')
  return value === '' ? [] : [{ label, value }]
}

function termsLine({ version, address }: NonNullable<VenueReceipts['terms']>, texts: ReceiptTexts): string {
  const named = version === undefined ? texts.terms : inOneLine(`${texts.terms} ·`, version)
  return inOneLine(`${named} ·`, address ?? texts.termsOnScreen)
}

export function sellerLines({ name, address, contact, taxNumber }: Seller, texts: ReceiptTexts): readonly string[] {
  return [name, address, contact, taxNumber === '' ? '' : inOneLine(texts.taxNumber, taxNumber)].filter(
    (line) => line !== '',
  )
}

/** Formats the cash rounding difference with its sign; empty if the difference is 0. */
export const roundingLines = (rounding: number, label: string, money: (amount: number) => string): Labelled[] =>
  rounding === 0 ? [] : [{ label, value: `${rounding < 0 ? '−' : '+'}${money(Math.abs(rounding))}` }]

/** Returns the total with its net amount and taxes. `label`: label of the total if the seller charges no tax. */
function totalOf(
  label: string,
  amount: number,
  taxes: readonly TaxShare[],
  wording: Wording,
): Pick<ReceiptContent, 'total' | 'taxes'> {
  const { texts, words, money } = wording
  const { receipt } = texts.paper
  const named = taxes.length === 0 ? label : receipt.totalWithTax
  return { total: { label: named, value: money(amount) }, taxes: taxLines(amount, taxes, { receipt, words, money }) }
}

/**
 * Returns the net amount and the tax at each rate. If there are several rates, each label also contains the sum of the
 * prices at the rate.
 */
export function taxLines(
  amount: number,
  taxes: readonly TaxShare[],
  { receipt, words, money }: Pick<Wording, 'words' | 'money'> & { readonly receipt: ReceiptTexts },
): readonly Labelled[] {
  const tax = totalTax(taxes)
  if (tax === null) return []
  return [
    { label: receipt.net, value: money(amount - tax) },
    ...taxes.map((share) => {
      const label = receipt.tax(words.count(share.rate))
      return { label: taxes.length > 1 ? `${label} · ${money(share.amount)}` : label, value: money(share.tax) }
    }),
  ]
}

function invoiceContent(document: InvoiceDocument, wording: Wording): OwnContent {
  const { texts, words, when } = wording
  const { invoice: own, receipt } = texts.paper
  const { kind, amount, taxes, about, buyer, tenders } = document
  const { company, address, taxNumber } = buyer ?? { company: own.erased, address: '', taxNumber: '' }
  const lines = [company, address, taxNumber === '' ? '' : inOneLine(receipt.taxNumber, taxNumber)]
  return {
    heading: own.headings[kind],
    ...fiscalContent(document, own.fiscal),
    facts: [
      { label: own.number, value: document.invoiceNumber },
      { label: own.issuedOn, value: when(document.issuedUtc) },
      ...(about === '' ? [] : [{ label: own.about, value: about }]),
      { label: receipt.register, value: document.register },
      ...fiscalFacts(document, own.fiscal),
    ],
    buyer: { label: own.buyer, lines: lines.filter((line) => line !== '') },
    lines: document.lines.map((line) => lineOf(line, line.ticketNumber, wording)),
    ...totalOf(receipt.total, amount, taxes, wording),
    payment:
      tenders.length === 0
        ? []
        : [{ label: own.tenders[kind], value: tenders.map((each) => texts.tenderNames[each]).join(' · ') }],
    noTicket: own.noTicket,
    order: inOneLine(words.order, document.orderId),
  }
}

type FiscalTexts = ReturnType<typeof textsIn>['paper']['invoice']['fiscal']

/** Returns the text that marks an unsigned document as waiting or refused, or the QR code of its signature. */
function fiscalContent({ fiscal }: InvoiceDocument, texts: FiscalTexts): Pick<ReceiptContent, 'copyMark' | 'code'> {
  if (!fiscal) return {}
  if (fiscal.state !== 'signed') return { copyMark: texts[fiscal.state] }
  const { qrCode, signature } = fiscal
  return qrCode === '' ? {} : { code: { label: texts.signature, value: signature, text: qrCode } }
}

function fiscalFacts({ fiscal }: InvoiceDocument, texts: FiscalTexts): readonly Labelled[] {
  if (fiscal?.state !== 'signed') return []
  const { signature, qrCode, counters, device, signedAt } = fiscal
  const facts = [
    { label: texts.signature, value: qrCode === '' ? signature : '' },
    { label: texts.counters, value: counters },
    { label: texts.device, value: device },
    { label: texts.signedAt, value: signedAt },
  ]
  return facts.filter(({ value }) => value !== '')
}

function collectionSlipContent(slip: CollectionSlipDocument, { texts, words, money, when }: Wording): OwnContent {
  const { collectionSlip: own } = texts.paper
  const { paymentReference, code } = slip
  const said = own[slip.why]
  return {
    heading: said.heading,
    code: { label: said.code, value: inHalves(code), text: code },
    total: { label: said.amount, value: money(slip.amount) },
    facts: [
      { label: own.machine, value: slip.register },
      { label: own.on, value: when(slip.atUtc) },
      { label: own.seats, value: slip.seatCodes.join(' · ') },
      { label: own.payment, value: texts.tenderNames[slip.tender] },
      ...(paymentReference === '' ? [] : [{ label: own.paymentReference, value: paymentReference }]),
    ],
    noTicket: own.noTicket,
    order: inOneLine(words.order, slip.orderId),
    notice: said.todo,
  }
}

function creditSlipContent(slip: CreditSlipDocument, { texts, words, money, when }: Wording): OwnContent {
  const { creditSlip: own } = texts.paper
  return {
    heading: own.heading,
    code: { label: own.number, value: inHalves(slip.slipId), text: slip.code },
    title: own.why[slip.why],
    when: withPlainZeros(slip.eventTitle),
    total: { label: own.worth, value: money(slip.amount) },
    facts: [
      { label: own.machine, value: slip.register },
      { label: own.on, value: when(slip.issuedUtc) },
    ],
    noTicket: own.noTicket,
    order: inOneLine(words.order, slip.orderId),
    notice: [...(slip.copyNumber > 0 ? [own.copy] : []), own.todo[slip.anywhere ? 'anywhere' : 'here']].join(' '),
  }
}

function slipContent(slip: SlipDocument, wording: Wording): OwnContent {
  const { texts, money, when } = wording
  const { slip: own, receipt } = texts.paper
  const unsold = slip.kind === 'unsold'
  const rounding = slip.back.reduce((sum, { amount }) => sum + amount, -slip.amount)
  return {
    heading: own.headings[slip.kind],
    lines: slip.lines.map((line) => lineOf(line, line.ticketNumber, wording)),
    ...(unsold
      ? { total: { label: own.given, value: money(slip.amount) } }
      : totalOf(own.total, slip.amount, taxesIn(slip.lines), wording)),
    payment: [
      ...slip.back.map(({ kind, amount, reference = '' }) => ({
        label: [texts.tenderNames[kind], reference].filter((part) => part !== '').join(' · '),
        value: money(amount),
      })),
      ...roundingLines(rounding, own.rounding, money),
    ],
    facts: [
      { label: own.on, value: when(slip.atUtc) },
      { label: receipt.register, value: slip.register },
      { label: own.people, value: own.by(slip.staffId, slip.second) },
      ...(slip.reason === '' ? [] : [{ label: own.reason, value: slip.reason }]),
    ],
    noTicket: unsold ? own.unsold : own.worthless,
    order: inOneLine(own.reference, slip.reference),
    ...(!unsold && { notice: own.notices[slip.cancellation] }),
    signatures: own.signatures.slice(0, slip.second === null ? 1 : 2),
  }
}
