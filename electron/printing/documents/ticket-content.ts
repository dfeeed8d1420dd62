import type { Language, Numerals } from '../../../shared/domain/language.ts'
import type { TicketDocument } from '../../../shared/domain/documents/documents.ts'
import { type Gate, notesOf, type Place, shownGate } from '../../../shared/domain/seats/place.ts'
import type { SeatNotes } from '../../../shared/i18n/texts.ts'
import { parseLocalDate } from '../../../shared/domain/documents/local-date.ts'
import { asTitle, inOneLine, withPlainZeros } from '../pdf/printable-text.ts'
import { catalogues, type SpecimenTexts, type TicketTexts } from '../../../shared/i18n/catalogues.ts'

export interface TicketContent {
  readonly title: string
  /** Date and time in words, or the partner's own text if the text is not a date. */
  readonly when: string
  readonly venue: string
  readonly tribune: {
    readonly label: string
    readonly name: string
    readonly whole: string
    readonly code: string
    readonly color: string
  }
  /** Gate, sector, row and seat. */
  readonly figures: readonly [Labelled, Labelled, Labelled, Labelled]
  readonly route: readonly string[]
  /**
   * Gate to show beside the route: `gateLabel` without the words that the first step of the route already contains.
   * Empty if no words are left.
   */
  readonly gateHint: string
  /** Longer description of the gate, as sent by the partner; may be empty. */
  readonly gateLabel: string
  readonly price: string
  readonly zone: string
  readonly number: string
  readonly facts: readonly Labelled[]
  readonly position: string
  readonly order: string
  readonly copyMark: string
  /** Null for a real ticket. */
  readonly specimen: SpecimenTexts | null
  readonly qrCode: string
  readonly spot: Spot
}

/** Location of a seat, in the codes that the venue's plan uses. */
export interface Spot {
  readonly venue: string
  readonly sector: string
  readonly gate: Pick<Gate, 'code' | 'name'>
}

export interface Labelled {
  readonly label: string
  readonly value: string
}

/** Returns the texts of tickets. Formatted numbers have plain zeros; seats and codes have slashed ones. */
export function ticketTexts(language: Language, numerals: Numerals): TicketTexts {
  const texts = catalogues[language].paper.ticket(numerals)
  return {
    ...texts,
    when: (date) => withPlainZeros(texts.when(date)),
    money: (amount, currency) => withPlainZeros(texts.money(amount, currency)),
    count: (count) => withPlainZeros(texts.count(count)),
    position: (index, count) => withPlainZeros(texts.position(index, count)),
    copy: (copyNumber) => withPlainZeros(texts.copy(copyNumber)),
  }
}

/** Create `texts` once for many tickets, because adding French spacing to all texts is slow. */
export function contentOf(
  ticket: TicketDocument,
  language: Language,
  numerals: Numerals = 'western',
  texts: TicketTexts = ticketTexts(language, numerals),
): TicketContent {
  const { seatNotes } = catalogues[language]
  const { place, venue } = ticket
  const start = parseLocalDate(ticket.startsAt)
  const figures: TicketContent['figures'] = [
    { label: texts.gate, value: shownGate(place.gate) },
    { label: texts.sector, value: place.sector },
    { label: texts.row, value: place.row },
    { label: texts.seat, value: String(place.seatNumber) },
  ]
  const way = place.route.length > 0 ? place.route : figures.map(({ label, value }) => inOneLine(label, value))
  return {
    title: withPlainZeros(asTitle(ticket.eventTitle)),
    when: start ? texts.when(start) : ticket.startsAt,
    venue: [venue.name, venue.city, venue.country].filter((part) => part !== '').join(', '),
    tribune: {
      label: texts.tribune,
      name: withoutWord(place.tribune.name, texts.tribuneWords) || place.tribune.code,
      whole: place.tribune.name || inOneLine(texts.tribune, place.tribune.code),
      code: place.tribune.code,
      color: place.tribune.color,
    },
    figures,
    route: withNotes(way, place, seatNotes),
    gateHint: withoutStart(place.gate.label, way[0] ?? ''),
    gateLabel: place.gate.label,
    price: texts.money(ticket.price, ticket.currency),
    zone: ticket.zoneName,
    number: ticket.ticketNumber,
    facts: factsOf(ticket, texts),
    position: texts.position(ticket.index, ticket.count),
    order: inOneLine(texts.order, ticket.orderId),
    copyMark: copyMarkOf(ticket, texts),
    specimen: ticket.specimen && texts.specimens[ticket.specimen],
    qrCode: ticket.qrCode,
    spot: { venue: venue.name, sector: place.sector, gate: place.gate },
  }
}

function copyMarkOf({ copyNumber, unchecked = false }: TicketDocument, texts: TicketTexts): string {
  if (copyNumber === 0) return ''
  return unchecked ? `${texts.copy(copyNumber)} · ${texts.unchecked}` : texts.copy(copyNumber)
}

/** Adds step-free access after the gate, and the seat notes at the end of the route. */
function withNotes(way: readonly string[], place: Place, words: SeatNotes): readonly string[] {
  const ofSeat = notesOf(place).filter((note) => note !== 'stepFree')
  const [gate = '', ...further] = way
  return [gate, ...(place.stepFree ? [words.stepFree] : []), ...further, ...ofSeat.map((note) => words[note])]
}

function factsOf(ticket: TicketDocument, texts: TicketTexts): readonly Labelled[] {
  const { place } = ticket
  return [
    { label: texts.place, value: place.seatCode },
    { label: texts.number, value: ticket.ticketNumber },
    { label: texts.reference, value: ticket.ticketReference },
    { label: texts.dispute, value: place.disputeCode },
  ].filter(({ value }) => value !== '')
}

/** Removes repeated words at the start: `Porte A, côté ville` below the route step `Porte A` becomes `côté ville`. */
function withoutStart(text: string, start: string): string {
  const rest = text.slice(start.length)
  const isRepeated = text.startsWith(start) && !/^[\p{L}\p{N}]/u.test(rest)
  return isRepeated ? rest.replace(/^[\s,:–-]+/u, '') : text
}

/** Removes a word that the label contains: `Tribune Nord` beside the label "Tribune" becomes `Nord`. */
function withoutWord(name: string, words: readonly string[]): string {
  const [first = '', ...rest] = name.trim().split(/\s+/u)
  return rest.length > 0 && words.includes(first.toLowerCase()) ? rest.join(' ') : name.trim()
}
