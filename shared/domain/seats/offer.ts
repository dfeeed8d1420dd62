import { instantOrder, localTime, parseLocalDate, venueTimeZone } from '../documents/local-date.ts'
import type { Minor } from '../money/money.ts'
import type { Gate, Place, SeatTraits, Tribune } from './place.ts'

export const MAX_SALE_SEATS = 50
export const MAX_KIOSK_SEATS = 20

export interface EventOffer {
  readonly eventId: string
  readonly title: string
  readonly category: string
  /** Local date-time `YYYY-MM-DDTHH:MM:SS` of the venue, shown as written. */
  readonly startsAt: string
  readonly endsAt: string
  readonly description: string
  readonly venue: Venue
  readonly minPrice: Minor
  readonly currency: string
  readonly homeTeam: string
  readonly awayTeam: string
}

export interface Venue {
  readonly name: string
  readonly city: string
  readonly country: string
}

export interface EventPage {
  readonly events: readonly EventOffer[]
  readonly page: number
  readonly limit: number
  readonly total: number
  readonly totalPages: number
}

/** Identifiers with which every later reply about a booking is compared. */
export interface Booking {
  readonly sessionId: string
  readonly eventId: string
  readonly ownerRef: string
  readonly currency: string
}

/** An open booking session with its overview (specification, step 2). */
export interface BookingSession extends Booking {
  /** Remaining lifetime at the time of the reply, in seconds by the service's clock. */
  readonly remainingSeconds: number
  readonly overview: Overview
}

export interface Overview {
  /** Opaque revision; equal values mean unchanged content. */
  readonly revision: string
  readonly soldOut: boolean
  readonly remaining: number
  readonly zones: readonly ZoneOffer[]
  readonly sections: readonly SectionOffer[]
}

export interface ZoneOffer {
  readonly zoneId: string
  readonly name: string
  /** Code of the zone; empty if the partner has no code. */
  readonly code: string
  readonly price: Minor
  readonly remaining: number
}

export interface SectionOffer {
  readonly sectionId: string
  readonly zoneId: string
  readonly code: string
  readonly name: string
  /** Lowest price of the free seats; until the section has been read, the partner's price for the section. */
  readonly price: Minor
  /** Highest price of a free seat; absent until the section has been read. */
  readonly highestPrice?: Minor
  /** Absent until the seats of the section have been read. */
  readonly tribune?: Tribune
  readonly remaining: number
}

/** Any other seat status in a reply is treated as `blocked`. */
export type SeatStatus = 'available' | 'held' | 'sold' | 'blocked'

/** The seats of one section (specification, step 3). */
export interface SectionView {
  readonly sectionId: string
  readonly zoneId: string
  readonly revision: string
  readonly remaining: number
  readonly tribune: Tribune
  /** Gates of the section; `seat.gate` is an index into the list. */
  readonly gates: readonly Gate[]
  readonly seats: readonly SeatOffer[]
}

export interface SeatOffer extends SeatTraits {
  readonly seatId: string
  readonly code: string
  /** Rows are sorted by `row`; `rowLabel` is displayed. */
  readonly row: number
  readonly rowLabel: string
  readonly number: number
  readonly status: SeatStatus
  readonly price: Minor
  readonly gate: number
}

export interface ChosenSeat {
  readonly seatId: string
  readonly sectionId: string
  readonly zoneId: string
  readonly zoneName: string
  readonly price: Minor
  /** Tax rate in percent contained in the price when the seat was chosen (see `TaxedPrice`). */
  readonly taxRate?: number
  readonly place: Place
}

/** Seats of one section, as a hold names them. */
export interface SectionSeats {
  sectionId: string
  seatIds: string[]
}

export function bySection(seats: readonly Pick<ChosenSeat, 'sectionId' | 'seatId'>[]): SectionSeats[] {
  return [...Map.groupBy(seats, ({ sectionId }) => sectionId)].map(([sectionId, own]) => ({
    sectionId,
    seatIds: own.map(({ seatId }) => seatId),
  }))
}

/** Reply to a checkout request (specification, step 5). */
export interface Checkout {
  readonly amount: Minor
  readonly currency: string
  readonly items: readonly CheckoutItem[]
  /** Shortest `remaining_seconds` of the items at the time of the reply. */
  readonly remainingSeconds: number
  readonly checkoutToken: string
}

interface CheckoutItem {
  readonly holdId: string
  readonly seatId: string
  readonly seatCode: string
  readonly price: Minor
}

/** The only ticket status that is valid for entry (specification, "States"). */
export const SOLD = 'SOLD'

/** A ticket as returned by the purchase or the read-back (specification, steps 6–8). */
export interface Ticket {
  readonly ticketId: string
  readonly seatId: string
  readonly ticketNumber: string
  /** Ticket code, present in the purchase reply only. */
  readonly ticketCode: string
  readonly ticketReference: string
  readonly price: Minor
  readonly status: string
  /** Content of the printed QR code: 32 hexadecimal digits, or a partner's own text. */
  readonly qrCode: string
  readonly place: Place
  /** Absent if the service returns no event id. */
  readonly eventId?: string
}

/** Ticket without a price, which steps 7 and 8 of the specification do not return. */
export interface TicketReadBack extends Omit<Ticket, 'price'> {
  /** Identifiers of the ticket's event, owner and order according to the service. */
  readonly names: Names
}

type Held = Pick<ChosenSeat, 'seatId' | 'place'>

/**
 * Returns whether a held seat may be released alone; a companion's seat cannot be kept without a wheelchair space in
 * its row.
 */
export function mayTakeOut(held: readonly Held[], seatId: string): boolean {
  const place = held.find((seat) => seat.seatId === seatId)?.place
  if (!place?.accessible) return true
  const inRow = held.filter(
    (seat) => seat.seatId !== seatId && seat.place.sector === place.sector && seat.place.row === place.row,
  )
  const count = (trait: 'accessible' | 'companion'): number => inRow.filter((seat) => seat.place[trait]).length
  return count('companion') <= count('accessible')
}

type EventTimes = Pick<EventOffer, 'startsAt' | 'endsAt'>

export interface VenueClock {
  /** IANA time zone of the venues; absent if it is the time zone of the computer. */
  readonly timeZone?: string
  /**
   * This machine's clock minus the service's, in minutes; absent if the clock is right or the difference is unknown.
   */
  readonly clockOffMinutes?: number
}

/** Converts an instant of this machine's clock (Unix epoch, ms) to the local date-time of the venue. */
export function venueTime(clock: VenueClock, atMs: number): string {
  return localTime(Math.round(atMs - (clock.clockOffMinutes ?? 0) * 60_000), venueTimeZone(clock))
}

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** Minimum duration of an event without a usable end time. */
const USUAL_LENGTH_MS = 6 * HOUR_MS

/** Returns whether an event is over at a local date-time of its venue (see `localTime`). */
export function isEventOver(event: EventTimes, localNow: string): boolean {
  const [now, end] = [instantOrder(localNow), eventEnd(event)]
  return now !== null && end !== null && end <= now
}

/**
 * Returns the local date-time at which an event is over, in milliseconds (see `instantOrder`); null without a readable
 * time. An event without a valid end is over six hours after the start or at the end of that day, whichever is later.
 */
export function eventEnd({ startsAt, endsAt }: EventTimes): number | null {
  const start = instantOrder(startsAt) ?? instantOrder(`${startsAt}T00:00`)
  const end = instantOrder(endsAt) ?? endOfDay(`${endsAt}T00:00`)
  if (end !== null && (start === null || end > start)) return end
  if (start === null) return null
  return Math.max(start + USUAL_LENGTH_MS, endOfDay(startsAt) ?? 0, endOfDay(`${startsAt}T00:00`) ?? 0)
}

/** Returns the events that are not over, soonest first; events without a readable start come last. */
export function upcomingEvents<T extends EventTimes>(events: readonly T[], localNow: string): readonly T[] {
  const order = ({ startsAt }: T): number => instantOrder(startsAt) ?? instantOrder(`${startsAt}T00:00`) ?? Infinity
  const sooner = (one: T, other: T): number => (order(one) === order(other) ? 0 : order(one) - order(other))
  return events.filter((event) => !isEventOver(event, localNow)).toSorted(sooner)
}

function endOfDay(local: string): number | null {
  const at = parseLocalDate(local)
  return at && Date.UTC(at.year, at.month, at.day) + DAY_MS
}

export interface SectionCount {
  readonly sectionId: string
  readonly remaining: number
}

/** Adds the counts of a section's reply to the overview. Returns the same object if nothing has changed. */
export function renewedOverview(overview: Overview, view: SectionView, counts: readonly SectionCount[]): Overview {
  const left = new Map(counts.map(({ sectionId, remaining }) => [sectionId, remaining]))
  left.set(view.sectionId, view.remaining)
  const gained = new Map<string, number>()
  const sections = overview.sections.map((section) => {
    const remaining = left.get(section.sectionId) ?? section.remaining
    gained.set(section.zoneId, (gained.get(section.zoneId) ?? 0) + remaining - section.remaining)
    const isRead = section.sectionId === view.sectionId
    return { ...section, remaining, ...(isRead && { ...pricesOf(view), tribune: view.tribune }) }
  })
  if (sections.every((section, i) => !differs(section, overview.sections[i]))) return overview
  const zones = overview.zones.map((zone) => ({
    ...zone,
    remaining: Math.max(0, zone.remaining + (gained.get(zone.zoneId) ?? 0)),
  }))
  const sum = [...gained.values()].reduce((total, each) => total + each, 0)
  const remaining = Math.max(0, overview.remaining + sum)
  return { ...overview, sections, zones, remaining, soldOut: remaining === 0 }
}

/** Returns whether two overviews of one venue have the same content. */
export function sameOverview(a: Overview, b: Overview): boolean {
  return a.sections.length === b.sections.length && a.sections.every((section, i) => !differs(section, b.sections[i]))
}

function differs(a: SectionOffer, b: SectionOffer | undefined): boolean {
  return (
    a.remaining !== b?.remaining ||
    a.price !== b.price ||
    a.highestPrice !== b.highestPrice ||
    a.tribune?.code !== b.tribune?.code ||
    a.tribune?.color !== b.tribune?.color
  )
}

/** Returns the price range of the free seats; null leaves the displayed price unchanged. */
function pricesOf({ seats }: SectionView): Pick<SectionOffer, 'price' | 'highestPrice'> | null {
  const prices = seats.flatMap(({ status, price }) => (status === 'available' ? [price] : []))
  if (prices.length === 0) return null
  return { price: Math.min(...prices), highestPrice: Math.max(...prices) }
}

/**
 * Identifiers by which a partner's reply is matched to a sale (sale safety, I14). Absent or empty identifiers match
 * anything; letter case is ignored, because some partners write UUIDs in capitals.
 */
export interface Names {
  readonly event?: string | undefined
  readonly session?: string | undefined
  readonly owner?: string | undefined
  readonly section?: string | undefined
  readonly order?: string | undefined
  readonly hold?: string | undefined
  readonly currency?: string | undefined
}

interface ResponseMismatch {
  readonly name: keyof Names
  readonly ours: string
  readonly theirs: string
}

/** Returns the identifiers in a reply that differ from those of the sale. */
export function responseMismatches(ours: Names, said: Names): readonly ResponseMismatch[] {
  return (Object.keys(said) as (keyof Names)[]).flatMap((name) => {
    const [own, theirs] = [ours[name], said[name]]
    if (!own || !theirs || own.toLowerCase() === theirs.toLowerCase()) return []
    return [{ name, ours: own, theirs: theirs.slice(0, 64) }]
  })
}

/** Returns the first mismatch as text; null without a mismatch. */
export function contradiction(ours: Names, ...said: readonly Names[]): string | null {
  const [first] = said.flatMap((names) => responseMismatches(ours, names))
  return first ? `another ${first.name}: ${first.theirs}` : null
}
