import { phoneTail } from './customer.ts'
import { instantOf } from './documents/local-date.ts'
import { folded, wordsOf } from './desk/desk-command.ts'
import { eventEnd, type EventOffer } from './seats/offer.ts'

/** Days after the event for which personal data are kept, by the settings of a machine. */
export const RETENTION_DAYS = 30
/**
 * Days after a sale for which its customer is not erased. Providers report a payment up to a week later: until then somebody may
 * have to be called about it. No setting of the retention is shorter.
 */
export const SETTLEMENT_DAYS = 7
/** A season: after it nobody asks about a ticket any more. */
export const MAX_RETENTION_DAYS = 365

const DAY_MS = 86_400_000

/** Whom a request for access or erasure is about: what is named has to be true, all of it. */
export interface PersonWanted {
  readonly name?: string | undefined
  readonly phone?: string | undefined
  /** Number of the order or the sale, or at least its first `MIN_NUMBER` characters. */
  readonly order?: string | undefined
}

/** Who bought, as far as it is stored. */
export interface StoredPerson {
  readonly name: string
  readonly phone: string
  /** Number of the order, and of the sale where there is one. */
  readonly numbers: readonly string[]
}

const MIN_NUMBER = 6

/** What is wrong with the wish; null: nothing. */
export function wantedFault({ name, phone, order }: PersonWanted): 'nobody' | 'no-number' | null {
  if (phone !== undefined && phoneTail(phone) === null) return 'no-number'
  const isNamed = name !== undefined && wordsOf(name).length > 0
  return isNamed || phone !== undefined || (order ?? '').length >= MIN_NUMBER ? null : 'nobody'
}

/** Returns whether a sale is of the wanted person. By `parts` of the name one looks, by the `whole` of it one gives and erases. */
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

/** Returns how many people the sales are of, as far as one can tell: those who give another name or number count as others. */
export function peopleAmong(wanted: PersonWanted, found: readonly StoredPerson[]): number {
  const names = new Set(found.map(({ name }) => folded(name)))
  const phones = new Set(found.map(({ phone }) => phoneTail(phone) ?? phone))
  // Who left out what was not asked for may still be the same person.
  if (wanted.phone !== undefined) names.delete('')
  return Math.max(names.size, phones.size)
}

/** Returns true if two or more of the sales have no phone number, so the name alone cannot identify the buyer. */
export function mayBeNamesakes(wanted: PersonWanted, found: readonly StoredPerson[]): boolean {
  return wanted.phone === undefined && found.filter(({ phone }) => phone === '').length > 1
}

/** Why a customer is not erased yet. `no-end`: there is no telling how long the tickets are good. `untilUtc`: from then on they may be. */
export type DataNeeded =
  | { readonly why: 'unfinished' | 'open-money' | 'no-end' }
  | { readonly why: 'event' | 'settlement'; readonly untilUtc: string }

export interface SoldSale {
  readonly event: Pick<EventOffer, 'startsAt' | 'endsAt'>
  /** One of its tickets is still good. */
  readonly hasTickets: boolean
  /** When money last moved, ISO 8601 UTC. */
  readonly moneyUtc: string
}

/** What a sale without open questions needs its customer for at that time; null: nothing. */
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
