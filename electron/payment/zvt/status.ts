import type { Minor } from '../../../shared/domain/money/money.ts'
import type { CardPaid } from '../../../shared/domain/money/tender.ts'
import { countedLength, fromBcd, readBitmaps, readElements, type Element } from './bitmaps.ts'
import { textOf } from './characters.ts'
import { currencyOf } from './currencies.ts'

/** What a terminal tells of a transaction; what it left out, or what could not be read, is not there. */
export interface Told {
  readonly result: number
  readonly amount?: Minor
  /** ISO 4217. */
  readonly currency?: string
  /** Four digits. */
  readonly receipt?: string
  /** Six digits. */
  readonly trace?: string
  /** `0405225558`: month, day and time of day, by the terminal's clock. */
  readonly moment?: string
  /** Of a reversal: the trace of what it takes back. */
  readonly original?: string
  /** Eight digits. */
  readonly terminal?: string
  readonly card: CardPaid
}

/** Null: it cannot be read whole. The card's number stays here: no more than its last digits is handed on. */
export function readStatus(data: Uint8Array): Told | null {
  const fields = readBitmaps(data)
  if (fields === null) return null
  const field = new Map(fields)
  if (field.size !== fields.length) return null
  const result = field.get(0x27)?.[0]
  if (result === undefined) return null
  const digits = (number: number): string | undefined => fromBcd(field.get(number)) ?? undefined
  const [amount, currency, receipt, trace] = [digits(0x04), digits(0x49), digits(0x87), digits(0x0b)]
  const [date, time, terminal, original] = [digits(0x0d), digits(0x0c), digits(0x29), digits(0x37)]
  return {
    result,
    ...(amount !== undefined && { amount: Number(amount) }),
    ...(currency !== undefined && { currency: currencyOf(currency) }),
    ...(receipt !== undefined && { receipt }),
    ...(trace !== undefined && { trace }),
    ...(date !== undefined && time !== undefined && { moment: date + time }),
    ...(original !== undefined && { original }),
    ...(terminal !== undefined && { terminal }),
    card: cardIn(field),
  }
}

function cardIn(field: ReadonlyMap<number, Uint8Array>): CardPaid {
  const brand = textOf(field.get(0x8b) ?? new Uint8Array()).replaceAll(/[^\p{L}\p{N} .&+/-]/gu, '')
  const ending = endingOf(field.get(0x22) ?? new Uint8Array())
  const read = readings[find(readElements(field.get(0x06) ?? new Uint8Array()), 0x1f12)?.[0] ?? -1]
  return {
    ...(brand.trim() !== '' && { brand: brand.trim().slice(0, 30) }),
    ...(ending !== null && { ending }),
    ...(read && { read }),
  }
}

/** Tag 1F12. */
const readings: Readonly<Record<number, 'stripe' | 'chip' | 'contactless'>> = {
  0: 'stripe',
  1: 'chip',
  2: 'contactless',
}

/** Of a number whose digits are hidden by E, or of one that is not: the last four, and nothing else. */
function endingOf(number: Uint8Array): string | null {
  const nibbles = Buffer.from(number).toString('hex').replace(/f+$/u, '')
  return nibbles.length >= 8 ? (/\d{4}$/u.exec(nibbles)?.[0] ?? null) : null
}

/** Wherever it stands: terminals differ in what they put into what. */
function find(elements: readonly Element[], tag: number, deepest = MOST_DEPTH): Uint8Array | undefined {
  const own = elements.find((each) => each.tag === tag)?.value
  if (own || deepest === 0) return own
  const within = elements.filter(holdsMore).flatMap(({ value }) => readElements(value))
  return within.length > 0 ? find(within, tag, deepest - 1) : undefined
}

const MOST_DEPTH = 3

/** By the first byte of its tag. */
const holdsMore = ({ tag }: Element): boolean =>
  (Number.parseInt(tag.toString(16).padStart(2, '0').slice(0, 2), 16) & 0x20) !== 0

/** What the end of a registration tells. */
export interface Registered {
  readonly currency?: string
  readonly terminal?: string
}

export function readRegistered(data: Uint8Array): Registered | null {
  const fields = readBitmaps(data)
  if (fields === null) return null
  const field = new Map(fields)
  const [currency, terminal] = [fromBcd(field.get(0x49)), fromBcd(field.get(0x29))]
  return { ...(currency !== null && { currency: currencyOf(currency) }), ...(terminal !== null && { terminal }) }
}

/** What a terminal says of itself. */
export interface Condition {
  /** It waits for orders, and nothing is under way. */
  readonly idle: boolean
  readonly code: number
  /** By its own clock, `20230405225655`. */
  readonly moment?: string
}

/** Its version (counted by three digits, and left out by some), its condition, and more of it. Null: none of that. */
export function readCondition(data: Uint8Array): Condition | null {
  const version = countedLength(data, 3)
  const rest = data.subarray(version ? version.skipped + version.length : 0)
  const [code, mark] = rest
  if (code === undefined || (mark !== undefined && mark !== 0x06)) return null
  const container = readBitmaps(rest.subarray(1))?.find(([number]) => number === 0x06)?.[1]
  const elements = readElements(container ?? new Uint8Array())
  const [date, time] = [fromBcd(find(elements, 0x1f0e)), fromBcd(find(elements, 0x1f0f))]
  const moment = date?.length === 8 && time?.length === 6 ? date + time : null
  return { idle: code === 0, code, ...(moment !== null && { moment }) }
}
