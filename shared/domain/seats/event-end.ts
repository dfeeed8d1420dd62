import { instantOrder, localTime, parseLocalDate, venueTimeZone } from '../documents/local-date.ts'
import type { EventOffer } from './offer.ts'

type EventTimes = Pick<EventOffer, 'startsAt' | 'endsAt'>

/** Lets the screens of a machine know the time of the venue. */
export interface VenueClock {
  /** IANA time zone of the venues; that of this machine when absent. */
  readonly timeZone?: string
  /** This machine's clock less the service's, in minutes, if it is wrong; right or unknown when absent. */
  readonly clockOffMinutes?: number
}

/** Returns the local date-time of the venue at an instant of this machine's clock, in milliseconds of the Unix epoch. */
export function venueTime(clock: VenueClock, atMs: number): string {
  return localTime(Math.round(atMs - (clock.clockOffMinutes ?? 0) * 60_000), venueTimeZone(clock))
}

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** How long an event without a usable end lasts at least. */
const USUAL_LENGTH_MS = 6 * HOUR_MS

/** Returns whether an event is over at a local date-time of its venue (see `localTime`). */
export function isEventOver(event: EventTimes, localNow: string): boolean {
  const [now, end] = [instantOrder(localNow), eventEnd(event)]
  return now !== null && end !== null && end <= now
}

/**
 * Returns the local date-time at which an event is over, in milliseconds (see `instantOrder`). If its end is missing or
 * not after the start, that is six hours after the start or the end of that day, whichever is later. Null for an event
 * without a readable time: it is never over.
 */
export function eventEnd({ startsAt, endsAt }: EventTimes): number | null {
  const start = instantOrder(startsAt) ?? instantOrder(`${startsAt}T00:00`)
  const end = instantOrder(endsAt) ?? endOfDay(`${endsAt}T00:00`)
  if (end !== null && (start === null || end > start)) return end
  if (start === null) return null
  return Math.max(start + USUAL_LENGTH_MS, endOfDay(startsAt) ?? 0, endOfDay(`${startsAt}T00:00`) ?? 0)
}

/** Returns the events that are not over at a local date-time of the venue, soonest first; without a readable start, last. */
export function upcomingEvents<T extends EventTimes>(events: readonly T[], localNow: string): readonly T[] {
  const order = ({ startsAt }: T): number => instantOrder(startsAt) ?? instantOrder(`${startsAt}T00:00`) ?? Infinity
  const sooner = (one: T, other: T): number => (order(one) === order(other) ? 0 : order(one) - order(other))
  return events.filter((event) => !isEventOver(event, localNow)).toSorted(sooner)
}

function endOfDay(local: string): number | null {
  const at = parseLocalDate(local)
  return at && Date.UTC(at.year, at.month, at.day) + DAY_MS
}
