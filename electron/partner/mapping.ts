import type { z } from 'zod'
import { type Minor, minorFromWire } from '../../shared/domain/money/money.ts'
import type {
  Booking,
  BookingSession,
  Checkout,
  EventOffer,
  EventPage,
  SeatOffer,
  SeatStatus,
  SectionOffer,
  TicketReadBack,
  ZoneOffer,
  Names,
} from '../../shared/domain/seats/offer.ts'
import type { Gate, Place, SeatTraits, Tribune } from '../../shared/domain/seats/place.ts'
import type {
  checkoutReading,
  eventListReading,
  EventReading,
  openedSessionReading,
  PlaceReading,
  purchaseReading,
  SeatReading,
  sectionSessionReading,
  ticketListReading,
  UnreadableField,
} from '../../shared/api/partner/reading.ts'
import type { Log, SectionDetail } from '../kiosk/ports/ports.ts'

export class FractionalWire extends Error {
  override readonly name = 'FractionalWire'
}

function money(amount: number, currency: string): Minor {
  const minor = minorFromWire(amount, currency)
  if (!minor.ok) throw new FractionalWire(`${amount} ${currency} is not a whole amount`)
  return minor.value
}

/** Maps the items of a list. Reports unreadable items, and items mapped to null, as skipped. */
function offered<T extends { readonly id: string }, U>(
  { read, unread }: { readonly read: readonly T[]; readonly unread: readonly UnreadableField[] },
  of: { readonly what: SkippedItem['what']; readonly price: string; readonly onSkipped: OnSkipped },
  map: (member: T) => U | null,
): readonly U[] {
  for (const each of unread) of.onSkipped({ ...each, what: of.what })
  return read.flatMap((member) => {
    const mapped = map(member)
    if (mapped === null) of.onSkipped({ what: of.what, which: member.id, field: of.price })
    return mapped === null ? [] : [mapped]
  })
}

export function eventPageOf(
  { events, pagination }: z.infer<typeof eventListReading>,
  onSkipped: OnSkipped = () => undefined,
): EventPage {
  const offers = offered(events, { what: 'event', price: 'min_price', onSkipped }, eventOf)
  // A reply without pagination is one page.
  const { page, limit, total, total_pages } = pagination ?? {
    page: 1,
    limit: offers.length,
    total: offers.length,
    total_pages: 1,
  }
  return { events: offers, page, limit, total, totalPages: total_pages }
}

function eventOf(event: EventReading): EventOffer | null {
  const minPrice = minorFromWire(event.min_price, event.currency)
  if (!minPrice.ok) return null
  return {
    eventId: event.id,
    title: event.title,
    category: event.category,
    startsAt: event.starts_at,
    endsAt: event.ends_at,
    description: event.description,
    venue: event.venue,
    minPrice: minPrice.value,
    currency: event.currency,
    homeTeam: event.home_team,
    awayTeam: event.away_team,
  }
}

/** Joins a session's sections and zones by id, because the reply contains them in three separate lists. */
export function sessionOf(
  session: z.infer<typeof openedSessionReading>,
  onSkipped: OnSkipped = () => undefined,
): BookingSession {
  const { map, availability, event } = session
  const { currency } = event
  const zonesLeft = new Map(availability.zones?.map(({ id, remaining }) => [id, remaining]))
  const sections = new Map(availability.sections?.map((section) => [section.id, section]))
  const codes = new Map(event.pricing?.zones?.map(({ name, code }) => [name, code]))
  return {
    sessionId: session.session_id,
    eventId: session.event_id,
    ownerRef: session.owner_ref,
    remainingSeconds: secondsBetween(availability.generated_at, session.expires_at),
    currency,
    overview: {
      revision: availability.revision,
      soldOut: availability.sold_out ?? availability.remaining === 0,
      remaining: availability.remaining,
      zones: offered(map.zones, { what: 'zone', price: 'sales_price_num', onSkipped }, (zone): ZoneOffer | null => {
        const price = minorFromWire(zone.sales_price_num, currency)
        if (!price.ok) return null
        const remaining = zonesLeft.get(zone.id) ?? zone.sales_available_seats
        return { zoneId: zone.id, name: zone.name, code: codes.get(zone.name) ?? '', price: price.value, remaining }
      }),
      sections: offered(
        map.sections,
        { what: 'section', price: 'price', onSkipped },
        (section): SectionOffer | null => {
          const price = minorFromWire(section.price, currency)
          if (!price.ok) return null
          const known = sections.get(section.id)
          const code = known?.code || section.id
          const [sectionId, zoneId, name] = [section.id, section.zone_id, known?.name || code]
          return { sectionId, zoneId, code, name, price: price.value, remaining: known?.remaining ?? 0 }
        },
      ),
    },
  }
}

/** Both times come from the service's clock. Without `generatedAt`, a remaining time of half an hour is assumed. */
function secondsBetween(generatedAt: string | null | undefined, expiresAt: string): number {
  const left = (Date.parse(expiresAt) - Date.parse(generatedAt ?? '')) / 1000
  return Number.isFinite(left) ? Math.max(0, Math.floor(left)) : 1800
}

const STATUSES: Readonly<Record<string, SeatStatus>> = { available: 'available', held: 'held', sold: 'sold' }

export function sectionOf(
  session: z.infer<typeof sectionSessionReading>,
  sectionId: string,
  currency: string,
  onSkipped: OnSkipped = () => undefined,
): SectionDetail {
  // Some partners list the seats of the whole venue instead of one section, so seats of other sections are skipped.
  const read = session.seats.read.filter(({ section_id }) => section_id === '' || section_id === sectionId)
  const statuses = new Map(session.availability.seats?.map(({ id, status }) => [id, status]))
  const named = session.map.sections?.find(({ id }) => id === sectionId)?.zone_id
  const zoneId = named ?? read.find(({ zone_id }) => zone_id !== '')?.zone_id ?? ''
  const zone = session.map.zones?.find(({ id }) => id === zoneId)
  const rank = rowRanks(read)
  const gates: Gate[] = []
  const places = new Map<string, Place>()
  const listed = { what: 'seat', price: 'price', onSkipped } as const
  const offers = offered({ read, unread: session.seats.unread }, listed, (seat): SeatOffer | null => {
    const status = STATUSES[statuses.get(seat.id) ?? seat.status] ?? 'blocked'
    const price = priceOf(seat, status, currency)
    if (price === null) return null
    const number = seat.number ?? seat.numero_place ?? 0
    const place = placeOf(seat, { code: seat.seat_code, row: seat.row, number })
    places.set(seat.id, place)
    return {
      seatId: seat.id,
      code: seat.seat_code || seat.place,
      row: rank(seat.row),
      rowLabel: place.row,
      number,
      status,
      price,
      gate: indexOf(gates, place.gate),
      ...traitsOf(seat),
    }
  })
  const fallback: Tribune = { code: '', name: zone?.name ?? '', color: zone?.display_color || '#666666' }
  const tribune = [...places.values()].find(({ tribune: { name } }) => name)?.tribune ?? fallback
  const free = offers.filter(({ status }) => status === 'available').length
  const { revision, remaining, sections } = session.availability
  return {
    view: { sectionId, zoneId, revision, remaining: remaining ?? free, tribune, gates, seats: offers },
    places,
    counts: (sections ?? []).map(({ id, remaining: left }) => ({ sectionId: id, remaining: left })),
  }
}

/** Returns null for an available seat without an exact price; seats with any other status need no price. */
function priceOf({ price }: SeatReading, status: SeatStatus, currency: string): Minor | null {
  const minor = typeof price === 'number' ? minorFromWire(price, currency) : null
  if (minor?.ok) return minor.value
  return status === 'available' ? null : 0
}

/** Ranks rows by number; rows with letters follow in the order `A` … `Z`, `AA`. */
function rowRanks(seats: readonly SeatReading[]): (row: string) => number {
  const isNumber = (row: string): boolean => /^-?\d+(?:\.\d+)?$/u.test(row)
  const rows = [...new Set(seats.map(({ row }) => row).filter((row) => row !== ''))]
  const last = rows.filter(isNumber).reduce((most, row) => Math.max(most, Number(row)), 0)
  const lettered = rows.filter((row) => !isNumber(row)).toSorted((a, b) => a.length - b.length || (a < b ? -1 : 1))
  const ranks = new Map(lettered.map((row, index) => [row, last + index + 1]))
  return (row) => ranks.get(row) ?? Number(row)
}

function indexOf(gates: Gate[], gate: Gate): number {
  const known = gates.findIndex(({ code, name }) => code === gate.code && name === gate.name)
  return known < 0 ? gates.push(gate) - 1 : known
}

/** Values of a seat that are used if the partner's description of its place lacks them. */
interface SeatLabel {
  readonly code: string
  readonly row: string
  readonly number: number
}

/** Uses the partner's route, or composes a route from the known parts of the place. */
export function placeOf(place: PlaceReading, seat: SeatLabel): Place {
  const gate = { code: place.porte?.code ?? '', name: place.porte?.nom ?? '', label: place.porte?.libelle ?? '' }
  const [seatCode, row] = [place.place || seat.code, place.rangee || seat.row]
  return {
    seatCode,
    sector: place.secteur,
    row,
    seatNumber: place.numero_place ?? seat.number,
    gate,
    tribune: {
      code: place.tribune?.code ?? '',
      name: place.tribune?.nom ?? '',
      color: /^#[0-9a-f]{6}$/iu.test(place.tribune?.couleur ?? '') ? (place.tribune?.couleur ?? '') : '#666666',
    },
    route: place.route ?? [gate.label || gate.name, place.secteur, row, seatCode].filter(Boolean),
    disputeCode: place.code_litige,
    ...traitsOf(place),
    ...(place.step_free === true && { stepFree: true }),
  }
}

function traitsOf({ accessible, companion, restricted_view }: PlaceReading): SeatTraits {
  return {
    ...(accessible === true && { accessible }),
    ...(companion === true && { companion }),
    ...(restricted_view === true && { restrictedView: true }),
  }
}

export function checkoutOf(checkout: z.infer<typeof checkoutReading>): Checkout {
  const { currency, items } = checkout
  return {
    amount: money(checkout.amount, currency),
    currency,
    items: items.map((item) => ({
      holdId: item.hold_id,
      seatId: item.seat_id,
      seatCode: item.seat_code,
      price: money(item.price, currency),
    })),
    remainingSeconds: items.length === 0 ? 0 : Math.min(...items.map((item) => item.remaining_seconds)),
    checkoutToken: checkout.checkout_token,
  }
}

export function ticketReadBackOf(ticket: z.infer<typeof ticketListReading>['tickets'][number]): TicketReadBack {
  return {
    ticketId: ticket.id,
    seatId: ticket.seat.id,
    ticketNumber: ticket.ticket_number,
    ticketCode: '',
    ticketReference: '',
    status: ticket.status,
    qrCode: qrCodeOf(ticket),
    place: placeOf(ticket.place, { ...ticket.seat, number: ticket.seat.number ?? 0 }),
    names: namesOfListed(ticket),
  }
}

/**
 * Returns the content of the printed QR code: the specification's field if present, otherwise a partner's own field.
 */
export function qrCodeOf(ticket: Pick<z.infer<typeof ticketListReading>['tickets'][number], 'qr' | 'qr_code'>): string {
  return ticket.qr_code ?? ticket.qr?.payload ?? ''
}

export interface SkippedItem extends UnreadableField {
  readonly what: 'event' | 'zone' | 'section' | 'seat'
}

export type OnSkipped = (leftOut: SkippedItem) => void

/** Limits the log if a partner sends new item ids each time. */
const MAX_LOGGED = 1_000

export function logSkipped(log: Log): OnSkipped {
  const said = new Set<string>()
  return ({ what, which, field }) => {
    const key = `${what} ${which} ${field}`
    if (said.has(key) || said.size >= MAX_LOGGED) return
    said.add(key)
    log.warn('partner.offer-left-out', { what, which, field: field || 'all of it' })
  }
}

export function bookingNames({ sessionId, eventId, ownerRef, currency }: Booking): Names {
  return { session: sessionId, event: eventId, owner: ownerRef, currency }
}

export function namesOfOpened(session: z.infer<typeof openedSessionReading>): readonly Names[] {
  const { event, map, availability } = session
  return [
    { event: session.event_id, currency: event.currency },
    { event: event.id, currency: event.pricing?.currency ?? '' },
    { event: map.event_id },
    { event: availability.event_id },
  ]
}

export function namesOfSection(session: z.infer<typeof sectionSessionReading>): readonly Names[] {
  const { event, map, availability } = session
  return [
    { session: session.session_id, event: session.event_id, owner: session.owner_ref },
    { event: event?.id ?? '', currency: event?.currency ?? '' },
    { event: map.event_id },
    { event: availability.event_id, section: availability.section_id },
  ]
}

export function namesOfCheckout(checkout: z.infer<typeof checkoutReading>): Names {
  // A different currency is treated as a changed price, which the sale handles.
  return { session: checkout.session_id, event: checkout.event_id, owner: checkout.owner_ref }
}

type PurchaseData = z.infer<typeof purchaseReading>

export function namesOfPurchase(purchase: PurchaseData): Names {
  const { order_id, session_id, event_id, owner_ref, currency } = purchase
  return { order: order_id, session: session_id, event: event_id, owner: owner_ref, currency }
}

export function identifiersOfPurchase(ticket: PurchaseData['tickets'][number]): Names {
  return { hold: ticket.hold_id, event: ticket.event_id, currency: ticket.currency }
}

function namesOfListed(ticket: z.infer<typeof ticketListReading>['tickets'][number]): Names {
  const { order_id, hold_id, session_id, owner_ref, currency } = ticket
  const event = ticket.event?.id || ticket.event_id
  return {
    ...(event && { event }),
    ...(order_id && { order: order_id }),
    ...(hold_id && { hold: hold_id }),
    ...(session_id && { session: session_id }),
    ...(owner_ref && { owner: owner_ref }),
    ...(currency && { currency }),
  }
}
