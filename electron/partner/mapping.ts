import type { z } from 'zod'
import { minorFromWire, type Minor } from '../../shared/domain/money.ts'
import type {
  BookingSession,
  Checkout,
  EventPage,
  SeatOffer,
  SeatStatus,
  TicketReadBack,
} from '../../shared/domain/offer.ts'
import type { Gate, Place, Tribune } from '../../shared/domain/place.ts'
import type {
  checkoutReading,
  eventListReading,
  openedSessionReading,
  PlaceReading,
  sectionSessionReading,
  SeatReading,
  ticketListReading,
} from '../../shared/partner-api/reading.ts'
import type { SectionDetail } from '../core/ports.ts'
import { namesOfListed } from './names.ts'

/** From the wire to the program's own terms. */

export class FractionalWire extends Error {
  override readonly name = 'FractionalWire'
}

function money(amount: number, currency: string): Minor {
  const minor = minorFromWire(amount, currency)
  if (!minor.ok) throw new FractionalWire(`${amount} ${currency} is not a whole amount`)
  return minor.value
}

export function eventPageOf({ events, pagination }: z.infer<typeof eventListReading>): EventPage {
  return {
    events: events.map((event) => ({
      eventId: event.id,
      title: event.title,
      category: event.category,
      startsAt: event.starts_at,
      endsAt: event.ends_at,
      description: event.description,
      venue: event.venue,
      minPrice: money(event.min_price, event.currency),
      currency: event.currency,
      homeTeam: event.home_team,
      awayTeam: event.away_team,
    })),
    page: pagination.page,
    limit: pagination.limit,
    total: pagination.total,
    totalPages: pagination.total_pages,
  }
}

/** Names and codes of a session are spread over three lists of the reply; here they come together by id. */
export function sessionOf(session: z.infer<typeof openedSessionReading>): BookingSession {
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
      zones: map.zones.map((zone) => ({
        zoneId: zone.id,
        name: zone.name,
        code: codes.get(zone.name) ?? '',
        price: money(zone.sales_price_num, currency),
        remaining: zonesLeft.get(zone.id) ?? zone.sales_available_seats,
      })),
      sections: map.sections.map(({ id, zone_id, price }) => {
        const known = sections.get(id)
        const code = known?.code || id
        return {
          sectionId: id,
          zoneId: zone_id,
          code,
          name: known?.name || code,
          price: money(price, currency),
          remaining: known?.remaining ?? 0,
        }
      }),
    },
  }
}

/** Both stamps are the service's own clock, so their difference is free of ours. Without the first: half an hour. */
function secondsBetween(generatedAt: string | null | undefined, expiresAt: string): number {
  const left = (Date.parse(expiresAt) - Date.parse(generatedAt ?? '')) / 1000
  return Number.isFinite(left) ? Math.max(0, Math.floor(left)) : 1800
}

const STATUSES: Readonly<Record<string, SeatStatus>> = { available: 'available', held: 'held', sold: 'sold' }

export function sectionOf(
  session: z.infer<typeof sectionSessionReading>,
  sectionId: string,
  currency: string,
): SectionDetail {
  // Some partners list the whole venue whatever was asked for.
  const seats = session.map.seats.filter(({ section_id }) => section_id === '' || section_id === sectionId)
  const statuses = new Map(session.availability.seats?.map(({ id, status }) => [id, status]))
  const zoneId = session.map.sections?.find(({ id }) => id === sectionId)?.zone_id ?? ''
  const zone = session.map.zones?.find(({ id }) => id === zoneId)
  const places = new Map(seats.map((seat) => [seat.id, placeOf(seat, seat.seat_code)]))
  const gates: Gate[] = []
  const offers = seats.map((seat) =>
    seatOf(seat, statuses.get(seat.id) ?? seat.status, currency, gates, places.get(seat.id)),
  )
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

function seatOf(
  seat: SeatReading,
  status: string,
  currency: string,
  gates: Gate[],
  place: Place | undefined,
): SeatOffer {
  const gate = place?.gate ?? { code: '', name: '', label: '' }
  let index = gates.findIndex(({ code, name }) => code === gate.code && name === gate.name)
  if (index < 0) index = gates.push(gate) - 1
  const number = seat.number ?? seat.numero_place ?? 0
  return {
    seatId: seat.id,
    code: seat.seat_code || seat.place,
    row: seat.row ?? 0,
    rowLabel: seat.rangee || String(seat.row ?? ''),
    number,
    status: STATUSES[status] ?? 'blocked',
    price: money(seat.price, currency),
    gate: index,
    ...(seat.accessible === true && { accessible: true }),
  }
}

/** The route is the partner's own wording; without one, what is known of the way stands in its order. */
export function placeOf(place: PlaceReading, seatCode: string): Place {
  const gate = { code: place.porte?.code ?? '', name: place.porte?.nom ?? '', label: place.porte?.libelle ?? '' }
  return {
    seatCode: place.place || seatCode,
    sector: place.secteur,
    row: place.rangee,
    seatNumber: place.numero_place ?? 0,
    gate,
    tribune: {
      code: place.tribune?.code ?? '',
      name: place.tribune?.nom ?? '',
      color: /^#[0-9a-f]{6}$/iu.test(place.tribune?.couleur ?? '') ? (place.tribune?.couleur ?? '') : '#666666',
    },
    route: place.route ?? [gate.label || gate.name, place.secteur, place.rangee, seatCode].filter(Boolean),
    disputeCode: place.code_litige,
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
    place: placeOf(ticket.place, ticket.seat.code),
    names: namesOfListed(ticket),
  }
}

/** What the paper's QR code will hold: the specification's own code before a partner's. */
export function qrCodeOf(ticket: Pick<z.infer<typeof ticketListReading>['tickets'][number], 'qr' | 'qr_code'>): string {
  return ticket.qr_code ?? ticket.qr?.payload ?? ''
}
