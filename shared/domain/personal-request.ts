import { isSameAddress, phoneTail } from './customer.ts'
import { instantOf } from './documents/local-date.ts'
import { normalizeForSearch, wordsOf } from './desk/desk-command.ts'
import { eventEnd, type EventOffer } from './seats/offer.ts'

/** Default retention of personal data after the event, in days. */
export const RETENTION_DAYS = 30
/** Default retention of the buyers on invoices, in years after the year of the invoice. */
export const INVOICE_YEARS = 10
export const MAX_INVOICE_YEARS = 30
/** Minimum retention after a sale, since providers may report a payment up to a week later. */
export const SETTLEMENT_DAYS = 7
/** Maximum retention in days: one season, after which there are no enquiries about tickets. */
export const MAX_RETENTION_DAYS = 365

const DAY_MS = 86_400_000

/** Person named in a request for access or erasure; all given fields have to match. */
export interface PersonWanted {
  readonly name?: string | undefined
  readonly phone?: string | undefined
  /** Number of the order or the sale, or at least its first `MIN_NUMBER` characters. */
  readonly order?: string | undefined
}

export interface StoredPerson {
  readonly name: string
  readonly phone: string
  /** Number of the order, and of the sale if a sale exists. */
  readonly numbers: readonly string[]
}

const MIN_NUMBER = 6

/** Returns the fault of a request; `nobody`: no name, telephone number or order is given. Null if valid. */
export function wantedFault({ name, phone, order }: PersonWanted): 'nobody' | 'no-number' | null {
  if (phone !== undefined && phoneTail(phone) === null) return 'no-number'
  const isNamed = name !== undefined && wordsOf(name).length > 0
  return isNamed || phone !== undefined || (order ?? '').length >= MIN_NUMBER ? null : 'nobody'
}

/** `parts` matches parts of the name, for searches; `whole` only the whole name, for access and erasure. */
export function isWanted(wanted: PersonWanted, { name, phone, numbers }: StoredPerson, by: 'parts' | 'whole'): boolean {
  const own = wordsOf(name)
  const words = wordsOf(wanted.name ?? '')
  const isName =
    by === 'whole'
      ? words.length === 0 || words.toSorted().join(' ') === own.toSorted().join(' ')
      : words.every((word) => own.some((each) => each.includes(word)))
  const isPhone = wanted.phone === undefined || (phone !== '' && phoneTail(phone) === phoneTail(wanted.phone))
  const order = (wanted.order ?? '').toLowerCase()
  return isName && isPhone && (order === '' || numbers.some((number) => number.toLowerCase().startsWith(order)))
}

/**
 * Returns whether a message is for the person: the address is the wanted number or belongs to one of the `purchases` found.
 * A message has no name, so the name alone finds no message.
 */
export function isMessageFor(
  wanted: PersonWanted,
  purchases: readonly { readonly customer: { readonly phone: string; readonly email: string } }[],
  { address, saleId }: { readonly address: string; readonly saleId: string },
): boolean {
  const order = (wanted.order ?? '').toLowerCase()
  const isOrder = order === '' || saleId.toLowerCase().startsWith(order)
  const isNumber = wanted.phone === undefined ? order !== '' : isSameAddress(wanted.phone, address)
  if (isOrder && isNumber) return true
  return purchases.some(({ customer }) => [customer.phone, customer.email].some((own) => isSameAddress(own, address)))
}

/** Counts the people in the sales found; a different name or telephone number counts as another person. */
export function peopleAmong(wanted: PersonWanted, found: readonly StoredPerson[]): number {
  const names = new Set(found.map(({ name }) => normalizeForSearch(name)))
  const phones = new Set(found.map(({ phone }) => phoneTail(phone) ?? phone))
  // A sale without a name may belong to the wanted person, because the telephone number matched.
  if (wanted.phone !== undefined) names.delete('')
  return Math.max(names.size, phones.size)
}

/**
 * Returns whether the request and several of the sales have no phone number, so that a name alone cannot identify the
 * buyer.
 */
export function mayBeNamesakes(wanted: PersonWanted, found: readonly StoredPerson[]): boolean {
  return wanted.phone === undefined && found.filter(({ phone }) => phone === '').length > 1
}

/** `no-end`: the end of the tickets' validity is unknown. `untilUtc`: time from which data may be erased. */
export type DataNeeded =
  | { readonly why: 'unfinished' | 'open-money' | 'no-end' }
  | { readonly why: 'event' | 'settlement'; readonly untilUtc: string }

export interface SoldSale {
  readonly event: Pick<EventOffer, 'startsAt' | 'endsAt'>
  /** Whether a ticket of the sale is still valid. */
  readonly hasTickets: boolean
  /** Time of the last payment or refund, ISO 8601 UTC. */
  readonly moneyUtc: string
}

/** Returns the reason why a sale's customer data are still needed; null if the data may be erased. */
export function dataNeeded(
  { event, hasTickets, moneyUtc }: SoldSale,
  nowUtc: string,
  timeZone: string,
): DataNeeded | null {
  const nowMs = Date.parse(nowUtc)
  const end = hasTickets ? eventEnd(event) : 0
  if (end === null) return { why: 'no-end' }
  const overMs = instantOf(end, timeZone)
  const settledMs = Date.parse(moneyUtc) + SETTLEMENT_DAYS * DAY_MS
  const untilUtc = (ms: number): string => new Date(ms).toISOString()
  if (overMs > nowMs && overMs >= settledMs) return { why: 'event', untilUtc: untilUtc(overMs) }
  return settledMs > nowMs ? { why: 'settlement', untilUtc: untilUtc(settledMs) } : null
}
