import { type Customer, MAX_CUSTOMER_TEXT } from '../customer.ts'
import { inWesternDigits, withoutBidiControls } from '../language.ts'
import { type Minor, readSum, SUM_WORDS, type SumError } from '../money/money.ts'
import { GUINEA, internationalNumber, type Numbering, TELEPHONE } from '../money/tender.ts'
import { err, ok, type Result } from '../result.ts'
import type { Overview, SeatOffer } from '../seats/offer.ts'
import type { Place } from '../seats/place.ts'
import type { SeatRow } from '../seats/seat-rows.ts'
import type { VenuePlan } from '../venue/venue-plan.ts'
import { holdsCardNumber } from './typed-numbers.ts'

/**
 * A cashier's search: `4 tribune nord` (the best four seats of a stand), `4 nord max 50000`, `2 pmr` (a wheelchair
 * space and a companion's seat), `N3 F 12-15` (exactly the named seats). Accents, capitals and word order do not
 * matter, and the beginning of a word is enough. A line may have several searches, separated by `+`.
 */
type DeskCommand = BestSeats | NamedSeats

export interface BestSeats {
  readonly type: 'best'
  readonly count: number
  /** Sections to search; null if any section is acceptable. */
  readonly sectionIds: readonly string[] | null
  readonly maxPrice: Minor | null
  /** Whether a wheelchair space is wanted; if `count` is above one, with a companion's seat. */
  readonly wheelchair: boolean
}

/**
 * Seats named in a desk command; `seatsNamed` separates the row from the numbers, since row names may contain digits.
 */
export interface NamedSeats {
  readonly type: 'seats'
  readonly sectionId: string
  readonly section: string
  readonly seats: string
  /**
   * Other meaning of an ambiguous line, and a line that has only that other meaning; null if the line is unambiguous.
   */
  readonly otherwise: { readonly best: BestSeats; readonly line: string } | null
}

export type DeskCommandError =
  | PlaceError
  | { readonly type: 'no-count'; readonly limit: number }
  | { readonly type: 'too-many-seats'; readonly limit: number }
  | SumError
  /** The line requests a reduced or free price, but the service sells each seat only at its own price. */
  | { readonly type: 'one-price' }

interface DeskSale {
  readonly overview: Overview
  readonly plan: VenuePlan | null
  readonly currency: string
  readonly maxSeats: number
}

/** Result of one search in a line. `words`: text of the search; null if it is the only search in the line. */
export interface LinePart<T = DeskCommand> {
  readonly words: string | null
  readonly value: T
}

/** `part`: text of the search that failed; absent if it is the only search in the line. */
export type InPart<E> = E & { readonly part?: string }

export const inPart = <const E extends object>(error: E, { words }: Pick<LinePart, 'words'>): InPart<E> =>
  words === null ? error : { ...error, part: words }

/** Parses a line with one or more searches. */
export function readDeskLine(typed: string, sale: DeskSale): Result<readonly LinePart[], InPart<DeskCommandError>> {
  const parts = partsOf(normalizeForSearch(typed), placesOf(sale.overview, sale.plan).flat())
  const searches: LinePart[] = []
  for (const text of parts) {
    const words = parts.length > 1 ? text : null
    const command = readDeskCommand(text, sale)
    if (!command.ok) return err(inPart(command.error, { words }))
    searches.push({ words, value: command.value })
  }
  return ok(searches)
}

/** Returns a line that names the seats of the places. */
export function lineOfPlaces(places: readonly Pick<Place, 'sector' | 'row' | 'seatNumber'>[]): string {
  const rows = Map.groupBy(places, ({ sector, row }) => `${sector} ${row}: `)
  return [...rows].map(([row, seats]) => row + seats.map(({ seatNumber }) => seatNumber).join(',')).join(' + ')
}

/** Splits a line at each `+` that is not part of a place's name or code. */
function partsOf(line: string, places: readonly NamedPlace[]): readonly string[] {
  const names = places.flatMap(({ code, name }) => [code, name].map(normalizeForSearch))
  const isInName = (at: number): boolean =>
    names.some((name) =>
      [...name.matchAll(/\+/gu)].some(({ index }) => index <= at && line.startsWith(name, at - index)),
    )
  const cuts = [...line.matchAll(/\+/gu)].map(({ index }) => index).filter((at) => !isInName(at))
  const parts = [-1, ...cuts].map((cut, index) => line.slice(cut + 1, cuts[index]).trim())
  const typed = parts.filter((part) => part !== '')
  return typed.length > 0 ? typed : ['']
}

/** Parses one search for seats. */
export function readDeskCommand(typed: string, sale: DeskSale): Result<DeskCommand, DeskCommandError> {
  const line = normalizeForSearch(typed)
  const limit = LIMIT.exec(line)
  const most = limit ? readSum(limit[1] ?? '', sale.currency) : ok(null)
  if (!most.ok) return most
  const text = line.replace(limit?.[0] ?? '', ' ').trim()
  const best = bestSeats(text, most.value, sale)
  const named = namedSeats(text, sale.overview)
  if (!named) return best
  return ok({ ...named, otherwise: best.ok ? otherwiseOf(best.value, text, sale.overview) : null })
}

function bestSeats(
  text: string,
  maxPrice: Minor | null,
  { overview, plan, maxSeats }: DeskSale,
): Result<BestSeats, DeskCommandError> {
  const typedWords = wordsOf(text)
  const words = typedWords.filter((word) => !asksWheelchair(word))
  const wheelchair = words.length < typedWords.length
  const at = countAt(words)
  const count = Number(words[at])
  const place = words.filter((_, index) => index !== at)
  const called = place.length === 0 ? ok(null) : sectionsCalled(place, overview, plan)
  if (!called.ok && called.error.type === 'unknown-place' && asksAnotherPrice(text)) return err({ type: 'one-price' })
  if (!(count >= 1)) return err({ type: 'no-count', limit: maxSeats })
  if (count > maxSeats) return err({ type: 'too-many-seats', limit: maxSeats })
  return called.ok ? ok({ type: 'best', count, sectionIds: called.value, maxPrice, wheelchair }) : called
}

/** Price limit such as `max 50000`, `<50000` or `≤ 50k`, anywhere in the line. */
const LIMIT = new RegExp(String.raw`(?:\bmax\b|[<≤])\s*=?\s*(${SUM_WORDS})`, 'u')

/** Row followed by seat numbers: `f 12-15`, `f12,14`, `4 12 14`. */
const ROW_AND_NUMBERS = /^\S.*?(?:[\s,;:]+|(?<=[^\d\s,;:–-]))\d[\d\s,;–-]*$/u

/** Reads `<section> <row> <numbers>`; the longest matching section code is used. */
function namedSeats(text: string, { sections }: Overview): Omit<NamedSeats, 'otherwise'> | null {
  const words = text.split(/\s+/u)
  const readings = words.flatMap((_, count) => {
    const code = words.slice(0, count).join(' ')
    const seats = words.slice(count).join(' ')
    const section = sections.find((each) => normalizeForSearch(each.code) === code)
    if (!section || !ROW_AND_NUMBERS.test(seats)) return []
    return [{ type: 'seats' as const, sectionId: section.sectionId, section: code, seats }]
  })
  return readings.at(-1) ?? null
}

/**
 * Returns the best-seats meaning of a line that also names seats; null if there is no best-seats meaning. A best-seats
 * line begins with the count (`4 N3`), requests a wheelchair space, or has only a section before its last number (`VIP
 * 1 5`).
 */
function otherwiseOf(best: BestSeats, text: string, { sections }: Overview): NamedSeats['otherwise'] {
  const words = text.split(/\s+/u)
  const [first = '', ...rest] = words
  const place = words.slice(0, -1).join(' ')
  if (text.includes(':')) return null
  if (/^\d+$/u.test(first)) return { best, line: `${rest.join(' ')} ${first}` }
  if (best.wheelchair || sections.some((each) => normalizeForSearch(each.code) === place))
    return { best, line: `${words.at(-1) ?? ''} ${place}` }
  return null
}

/** Returns the index of the count, which is the first or the last word; -1 if neither is a number. */
function countAt(words: readonly string[]): number {
  const isNumber = (word: string | undefined): boolean => /^\d+$/u.test(word ?? '')
  return isNumber(words[0]) ? 0 : isNumber(words.at(-1)) ? words.length - 1 : -1
}

/** Normalises a text for comparison: lower case, no accents, western digits, single spaces. */
export function normalizeForSearch(text: string): string {
  return inWesternDigits(text).normalize('NFD').replaceAll(/\p{M}/gu, '').replaceAll(/\s+/gu, ' ').toLowerCase().trim()
}

export function wordsOf(text: string): readonly string[] {
  return normalizeForSearch(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
}

/** Words for a reduced price or a free seat, in the languages of the screens. */
const REDUCED = [
  ['gratuit', 'gratuite', 'gratuits', 'gratuites', 'gratuité', 'offert', 'invitation', 'invitations', 'invité'],
  ['réduit', 'réduits', 'réduction', 'remise', 'enfant', 'enfants', 'élève', 'étudiant', 'étudiants', 'senior'],
  ['bon', 'coupon', 'promo', 'exonéré', 'demi', 'avoir'],
  ['free', 'complimentary', 'comp', 'reduced', 'discount', 'child', 'children', 'student', 'students', 'voucher'],
  ['gratis', 'grátis', 'convite', 'convites', 'reduzido', 'desconto', 'criança', 'crianças', 'estudante', 'vale'],
  ['مجاني', 'مجانية', 'دعوة', 'مخفض', 'تخفيض', 'طفل', 'أطفال', 'طالب', 'قسيمة'],
]
const reducedWords: ReadonlySet<string> = new Set(REDUCED.flat().map(normalizeForSearch))

/** Returns whether a line requests a complimentary, reduced or voucher price. */
export function asksAnotherPrice(typed: string): boolean {
  return wordsOf(typed).some((word) => reducedWords.has(word))
}

/** Words for a wheelchair space, in the languages of the screens. */
const words: ReadonlySet<string> = new Set(['pmr', 'fauteuil', 'wheelchair', 'cadeira', 'كرسي'].map(normalizeForSearch))

function asksWheelchair(word: string): boolean {
  return words.has(word)
}

export interface CalledPlace {
  readonly name: string
  /** Code of the section, stand, zone or gate; empty if the partner sends none. */
  readonly code: string
}

type PlaceError =
  | { readonly type: 'unknown-place'; readonly words: string }
  | { readonly type: 'which-place'; readonly words: string; readonly places: readonly CalledPlace[] }

interface NamedPlace extends CalledPlace {
  readonly words: ReadonlySet<string>
  readonly sectionIds: readonly string[]
}

/**
 * Returns the sections of the one place that matches the words: by its code, by whole words, or by the beginnings of
 * words. The first criterion with a match decides. Within a criterion, wider places come before narrower ones, but
 * section codes come before all other codes. Returns all matching places as an error if several places of one kind
 * match.
 */
function sectionsCalled(
  words: readonly string[],
  overview: Overview,
  plan: VenuePlan | null,
): Result<readonly string[], PlaceError> {
  const kinds = placesOf(overview, plan)
  const [tribunes = [], zones = [], gates = [], sections = []] = kinds
  const code = joined(words)
  const answers: readonly ((place: NamedPlace) => boolean)[] = [
    (place) => place.code !== '' && joined(wordsOf(place.code)) === code,
    (place) => words.every((word) => place.words.has(word)),
    (place) => words.every((word) => [...place.words].some((own) => own.startsWith(word))),
  ]
  for (const [index, answersTo] of answers.entries()) {
    // Tickets show the code of the section, so section codes take precedence over all other codes.
    for (const kind of index === 0 ? [sections, tribunes, zones, gates] : kinds) {
      const called = distinct(kind.filter(answersTo))
      const [only, another] = called
      if (only && !another) return ok(only.sectionIds)
      if (only)
        return err({
          type: 'which-place',
          words: words.join(' '),
          places: called.map(({ name, code: own }) => ({ name, code: own })),
        })
    }
  }
  return err({ type: 'unknown-place', words: words.join(' ') })
}

/** Joins words, but leaves a space between two adjacent numbers: `n 3` is N3, `2 5` is not 25. */
const joined = (words: readonly string[]): string => words.join(' ').replaceAll(/(?<!\d) | (?!\d)/gu, '')

/** Returns the places by kind, from the widest to the narrowest. */
function placesOf({ sections, zones }: Overview, plan: VenuePlan | null): readonly (readonly NamedPlace[])[] {
  const named = (code: string, name: string, label: string, sectionIds: readonly string[]): NamedPlace => ({
    code,
    name,
    words: new Set(wordsOf(`${code} ${name} ${label}`)),
    sectionIds,
  })
  const planned = (kind: 'tribune' | 'gate', code: string): readonly string[] => {
    const codes = new Set(plan?.sections.filter((section) => section[kind] === code).map((section) => section.code))
    return sections.filter((section) => codes.has(section.code)).map(({ sectionId }) => sectionId)
  }
  const inZone = (zone: string): readonly string[] =>
    sections.filter(({ zoneId }) => zoneId === zone).map(({ sectionId }) => sectionId)
  return [
    (plan?.tribunes ?? []).map(({ code, name }) => named(code, name, '', planned('tribune', code))),
    zones.map(({ zoneId, code, name }) => named(code, name, '', inZone(zoneId))),
    (plan?.gates ?? []).map(({ code, name, label }) => named(code, name, label, planned('gate', code))),
    sections.map(({ sectionId, code, name }) => named(code, name, '', [sectionId])),
  ]
}

function distinct(places: readonly NamedPlace[]): readonly NamedPlace[] {
  const seen = new Map(
    places.filter(({ sectionIds }) => sectionIds.length > 0).map((place) => [place.sectionIds.join(), place]),
  )
  return [...seen.values()]
}

export type CustomerLineError =
  | { readonly type: 'card-number' }
  | { readonly type: 'not-a-number' }
  /** The digits of the name cannot be distinguished from the digits of the telephone number. */
  | { readonly type: 'which-figures'; readonly typed: string }
  | { readonly type: 'too-long'; readonly field: 'name' | 'note'; readonly limit: number }

/** Maximum number of adjacent digits in a name: `Lycée 28 Septembre`, `Groupe 1984`. */
const MAX_NAME_DIGITS = 4

type Part = { readonly name: string } | { readonly phone: string }

/**
 * Parses a customer's name and telephone number in either order; text after a `#` is a note. Returns null for an empty
 * line. Names may contain digits; a comma separates a name from the number. If there are several numbers (`622112233 /
 * 664445566`), all but the first are added to the note.
 */
export function readCustomer(typed: string, numbering: Numbering = GUINEA): Result<Customer | null, CustomerLineError> {
  const [first = '', ...rest] = inWesternDigits(withoutBidiControls(typed)).split('#')
  const who = first
    .replaceAll(GLUED, ' ')
    .replaceAll(SLASH, (slash, before: string, after: string) =>
      [before, after].every((each) => internationalNumber(each, numbering)) ? ', ' : slash,
    )
  const typedNote = rest.join('#').trim()
  if (holdsCardNumber(who) || holdsCardNumber(typedNote)) return err({ type: 'card-number' })
  const parts: Part[] = []
  for (const piece of who.split(/[,;:·]/u)) {
    const read = readPiece(piece, numbering)
    if (!read.ok) return read
    parts.push(...read.value)
  }
  const phones = parts.flatMap((part) => ('phone' in part ? [part.phone] : []))
  const name = parts.flatMap((part) => ('name' in part ? [part.name] : [])).join(' ')
  const from = parts.findIndex((part) => 'phone' in part)
  // The line contains the numbers of two customers: `Bah 622112233 Diallo 664445566`.
  if (parts.slice(from, from + phones.length).some((part) => 'name' in part)) return err({ type: 'not-a-number' })
  const [phone = '', ...others] = phones
  if ([name, ...phones].some(holdsCardNumber)) return err({ type: 'card-number' })
  const note = [...others, typedNote].filter((text) => text !== '').join(' · ')
  const long = name.length > MAX_CUSTOMER_TEXT ? 'name' : note.length > MAX_CUSTOMER_TEXT ? 'note' : null
  if (long) return err({ type: 'too-long', field: long, limit: MAX_CUSTOMER_TEXT })
  if (name === '' && phone === '' && note === '') return ok(null)
  return ok({ name, phone, ...(note !== '' && { note }) })
}

/** Boundary between a name and a number that are typed without a space. */
const GLUED = /(?<=\p{L}[.\-/]*)(?=\+?\d{8})|(?<=\d{8})(?=\p{L})/gu

const SLASH = /(?<=(\+?\d[\d .-]*))\s*\/\s*(?=(\+?\d[\d .-]*))/gu

const digitsIn = (words: readonly string[]): number => words.join('').replaceAll(/\D/gu, '').length
const bare = (words: readonly string[]): string => words.join('').replaceAll(/[.\-/()]/gu, '')

function readPiece(piece: string, numbering: Numbering): Result<readonly Part[], CustomerLineError> {
  const words = piece.split(/\s+/u).filter((word) => word !== '')
  const runs = words.reduce<string[][]>((before, word) => {
    const last = before.at(-1)
    const begins = !last || isFigures(word) !== isFigures(last[0] ?? '') || /^\(?(?:\+|00\d)/u.test(word)
    return begins ? [...before, [word]] : [...before.slice(0, -1), [...last, word]]
  }, [])
  const parts: Part[] = []
  for (const [index, run] of runs.entries()) {
    const beside = { before: index > 0, after: index < runs.length - 1 }
    const read = isFigures(run[0] ?? '') ? readFigures(run, beside, numbering) : ok([{ name: run.join(' ') }])
    if (!read.ok) return read
    parts.push(...read.value)
  }
  return ok(parts)
}

/** Whether words of a name precede and follow a group of digits. */
interface Beside {
  readonly before: boolean
  readonly after: boolean
}

const isFigures = (word: string): boolean => /^[+\d.\-/()]+$/u.test(word)

/** Reads consecutive groups of digits: a telephone number, possibly next to digits of adjacent names. */
function readFigures(
  run: readonly string[],
  beside: Beside,
  numbering: Numbering,
): Result<readonly Part[], CustomerLineError> {
  const number = bare(run)
  const digits = digitsIn(run)
  if (digits === 0 && !(beside.before && beside.after)) return ok([])
  if (digits <= MAX_NAME_DIGITS && !number.startsWith('+')) return ok([{ name: run.join(' ') }])
  if (internationalNumber(number, numbering)) return ok([{ phone: number }])
  const cuts = /^(?:\+|00)/u.test(number) ? [] : cutsOf(run, beside)
  const national = cuts.filter(({ middle }) => internationalNumber(bare(middle), numbering))
  const [only] = national
  if (only && national.length === 1)
    return ok([...nameOf(only.before), { phone: bare(only.middle) }, ...nameOf(only.after)])
  if (!TELEPHONE.test(number)) return err({ type: 'not-a-number' })
  const isWhole = number.startsWith('0') || !cuts.some(({ middle }) => TELEPHONE.test(bare(middle)))
  return isWhole ? ok([{ phone: number }]) : err({ type: 'which-figures', typed: run.join(' ') })
}

const nameOf = (words: readonly string[]): readonly Part[] => (words.length > 0 ? [{ name: words.join(' ') }] : [])

interface Cut {
  readonly before: readonly string[]
  readonly middle: readonly string[]
  readonly after: readonly string[]
}

/**
 * Splits a run of digit groups into a number and the digits that belong to the name before or after it, such as `Box 7`.
 * Returns every possible split.
 */
function cutsOf(run: readonly string[], beside: Beside): readonly Cut[] {
  const all = run.flatMap((_, start) =>
    run.map((__, end) => ({
      before: run.slice(0, start),
      middle: run.slice(start, end + 1),
      after: run.slice(end + 1),
    })),
  )
  const fits = (words: readonly string[], isBeside: boolean): boolean =>
    words.length === 0 || (isBeside && digitsIn(words) <= MAX_NAME_DIGITS)
  return all.filter(
    ({ before, middle, after }) =>
      middle.length > 0 && middle.length < run.length && fits(before, beside.before) && fits(after, beside.after),
  )
}

export type SeatsNamedError =
  | { readonly type: 'unknown-row'; readonly row: string }
  | { readonly type: 'unknown-seat'; readonly numbers: readonly number[] }
  /** The text contains no seat numbers, or a range without an end. */
  | { readonly type: 'not-seats'; readonly typed: string }
  /** `lines`: one unambiguous line for each meaning of the text. */
  | { readonly type: 'which-line'; readonly typed: string; readonly lines: readonly string[] }
  | { readonly type: 'seat-taken'; readonly seatCodes: readonly string[] }
  /** The line names the seats twice. */
  | { readonly type: 'seat-twice'; readonly seatCodes: readonly string[] }

/** Range of seats along the row, both ends included. */
interface SeatSpan {
  readonly from: number
  readonly to: number
}

interface Reading {
  readonly row: SeatRow
  readonly numbers: string
}

/**
 * Returns all named seats in the order of the row, or an error if one of the seats is unknown or taken. A range follows
 * the order of the row: if the row has the seats 11, 13 and 15, `11-15` is three seats.
 */
export function seatsNamed(rows: readonly SeatRow[], named: NamedSeats): Result<readonly SeatOffer[], SeatsNamedError> {
  const reading = readRow(rows, named)
  if (!reading.ok) return reading
  const { row, numbers } = reading.value
  const spans = readSpans(numbers)
  if (!spans) return err({ type: 'not-seats', typed: numbers })
  const seats = row.seats.map(({ seat }) => seat)
  const indexOf = (number: number): number => seats.findIndex((seat) => seat.number === number)
  const unknown = spans.flatMap(({ from, to }) => [from, to]).filter((number) => indexOf(number) < 0)
  if (unknown.length > 0) return err({ type: 'unknown-seat', numbers: [...new Set(unknown)] })
  if (named.otherwise) return whichLine(named, [lineOf(named, reading.value), named.otherwise.line])
  const meant = seats.filter((_, index) =>
    spans.some(({ from, to }) => {
      const [first, last] = [indexOf(from), indexOf(to)].toSorted((a, b) => a - b)
      return index >= (first ?? 0) && index <= (last ?? -1)
    }),
  )
  const taken = meant.filter(({ status }) => status !== 'available')
  return taken.length > 0 ? err({ type: 'seat-taken', seatCodes: taken.map(({ code }) => code) }) : ok(meant)
}

/** Separator between a row and its numbers; no separator is needed after a character that is not a digit. */
const CUT = /[\s,;:]+(?=\d)|(?<=[^\d\s,;:–-])(?=\d)/gu

/**
 * Finds the row with the longest name that the text begins with. Without a colon, a text is ambiguous if another row
 * name also fits: `A1,5` and `A1-5`, if there are rows A and A1.
 */
function readRow(rows: readonly SeatRow[], named: NamedSeats): Result<Reading, SeatsNamedError> {
  const rowsCalled = (name: string): readonly SeatRow[] =>
    rows.filter(({ label }) => normalizeForSearch(label) === name)
  const cuts = [...named.seats.matchAll(CUT)].map(({ index, input, 0: gap }) => {
    return { name: input.slice(0, index), gap, numbers: input.slice(index + gap.length) }
  })
  const colon = cuts.find(({ gap }) => gap.includes(':'))
  const readings = (colon ? [colon] : cuts).flatMap((cut) => rowsCalled(cut.name).map((row) => ({ ...cut, row })))
  const longest = readings.at(-1)
  if (!longest) {
    if (rowsCalled(named.seats).length > 0) return err({ type: 'not-seats', typed: named.seats.toUpperCase() })
    const called = cuts.find(({ gap }) => gap !== '') ?? cuts[0]
    return err({ type: 'unknown-row', row: called?.name ?? named.seats })
  }
  const { name, gap, numbers } = longest
  const others = readings.filter(
    (each) => each !== longest && (each.name === name || (/[,;]/u.test(gap) && readSpans(each.numbers))),
  )
  const [first = ''] = /^\d+/u.exec(numbers) ?? []
  const after = numbers.slice(first.length).replace(/^[\s,;–-]+/u, '')
  const longer = colon ? [] : rowsCalled(`${name}${gap}${first}`).map((row) => ({ row, numbers: after }))
  const meanings = [...others, longest, ...longer]
  if (meanings.length === 1) return ok(longest)
  return whichLine(
    named,
    meanings.map((each) => lineOf(named, each)),
  )
}

function whichLine(
  { section, seats }: NamedSeats,
  lines: readonly string[],
): Result<never, Extract<SeatsNamedError, { readonly type: 'which-line' }>> {
  return err({ type: 'which-line', typed: `${section} ${seats}`.toUpperCase(), lines })
}

/** Returns an unambiguous line for the seats; the colon ends the name of the row. */
function lineOf({ section }: NamedSeats, { row, numbers }: Reading): string {
  return `${section.toUpperCase()} ${row.label}: ${numbers === '' ? '…' : numbers}`
}

/** Parses `12-15` or `12,14 16`; null if there is no number, or if a range has no beginning or end. */
function readSpans(numbers: string): readonly SeatSpan[] | null {
  const pieces = numbers.replaceAll(/\s*[–-]\s*/gu, '-').split(/[\s,;]+/u)
  const spans = pieces
    .filter((piece) => piece !== '')
    .map((piece) => /^(?<from>\d+)(?:-(?<to>\d+))?$/u.exec(piece)?.groups)
  if (spans.length === 0) return null
  const read = spans.flatMap((span): SeatSpan[] =>
    span?.['from'] === undefined ? [] : [{ from: Number(span['from']), to: Number(span['to'] ?? span['from']) }],
  )
  return read.length === spans.length ? read : null
}
