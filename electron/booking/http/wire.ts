import { wireFromMinor } from '../../../shared/domain/money/money.ts'
import type { Data } from '../../../shared/api/partner/operations.ts'
import { CANCELLED } from '../../../shared/api/partner/schemas.ts'
import type { PlanSeat } from '../../../shared/domain/venue/venue-geometry.ts'
import type {
  CancelledTicket,
  Checkout,
  EventPage,
  Hold,
  OpenedSession,
  Purchase,
  SalesEvent,
  SalesSection,
  SectionSnapshot,
  Session,
  Ticket,
  SectionLayout,
} from '../sql/store.ts'

type WireHold = Data<'releaseHold'>['holds'][number]
type WirePlace = Data<'getTicket'>['place']
type WireSeat = Data<'viewSection'>['map']['seats'][number]

export function eventListData({ events, total }: EventPage, page: number, limit: number): Data<'listEvents'> {
  return {
    events: events.map((event) => ({
      id: String(event.eventId),
      title: event.title,
      category: event.category,
      starts_at: event.startsAt,
      ends_at: event.endsAt,
      description: event.description,
      venue: event.venue,
      min_price: wireFromMinor(event.minPrice, event.currency),
      currency: event.currency,
      home_team: event.homeTeam,
      away_team: event.awayTeam,
    })),
    pagination: { page, limit, total, total_pages: Math.ceil(total / limit) },
  }
}

export function openedSessionData(opened: OpenedSession): Data<'openSession'> {
  const { event, zones, sections } = opened
  const eventId = String(event.eventId)
  const { currency, remaining } = event
  const price = (minor: number): number => wireFromMinor(minor, currency)
  return {
    ...sessionFields(opened.session),
    holds: [],
    event: {
      id: eventId,
      title: event.title,
      min_price: price(event.minPrice),
      currency,
      pricing: {
        currency,
        min_price: price(event.minPrice),
        zones: zones.map((zone) => ({ name: zone.name, code: zone.code, price: price(zone.price) })),
      },
      availability: { status: remaining > 0 ? 'available' : 'sold_out', remaining },
    },
    map: {
      event_id: eventId,
      zones: zones.map((zone) => ({
        id: String(zone.zoneId),
        name: zone.name,
        sales_price_num: price(zone.price),
        sales_available_seats: zone.remaining,
      })),
      sections: sections.map((section) => ({
        id: String(section.sectionId),
        zone_id: String(section.zoneId),
        price: price(section.price),
      })),
      seats: [],
    },
    availability: {
      event_id: eventId,
      scope: 'overview',
      generated_at: timestamp(opened.now),
      revision: timestamp(opened.revision),
      sold_out: remaining === 0,
      remaining,
      zones: zones.map((zone) => ({ id: String(zone.zoneId), remaining: zone.remaining })),
      sections: sections.map((section) => ({
        id: String(section.sectionId),
        zone_id: String(section.zoneId),
        remaining: section.remaining,
        code: section.code,
        name: section.name,
      })),
    },
  }
}

export function sectionHead(view: SectionSnapshot, section: SalesSection) {
  const eventId = String(view.event.eventId)
  return {
    ...sessionFields(view.session),
    holds: view.holds.map(holdData),
    event: { id: eventId, title: view.event.title, currency: view.event.currency },
    availability: {
      event_id: eventId,
      scope: 'section' as const,
      section_id: String(section.sectionId),
      generated_at: timestamp(view.now),
      revision: timestamp(view.revision),
      sold_out: view.remaining === 0,
      remaining: view.remaining,
      zones: [{ id: String(section.zoneId), remaining: view.zoneRemaining }],
      sections: [{ id: String(section.sectionId), zone_id: String(section.zoneId), remaining: view.remaining }],
    },
  }
}

export function sectionMap(event: SalesEvent) {
  return {
    event_id: String(event.eventId),
    zones: event.zones.map(({ zoneId, name, code, color }) => ({
      id: String(zoneId),
      name,
      code,
      display_color: color,
    })),
    sections: event.sections.map(({ sectionId, zoneId, code, price }) => ({
      id: String(sectionId),
      zone_id: String(zoneId),
      code,
      price: wireFromMinor(price, event.currency),
    })),
  }
}

/** Returns a seat of a section view in two parts, between which the seat's status is inserted. */
export function seatParts(event: SalesEvent, section: SalesSection, index: number) {
  const place = placeData(event, section, section.firstSeatId + index)
  const seat = event.layout.section(section.code).seats[index]
  if (seat === undefined) throw new RangeError(`section ${section.code} has no seat ${index}`)
  const before: Omit<WireSeat, 'status' | 'price' | keyof WirePlace> = {
    id: String(place.place_id),
    zone_id: String(section.zoneId),
    section_id: String(section.sectionId),
    seat_code: place.place,
    row: seat.row + 1,
    number: seat.number,
  }
  const after: WirePlace & Pick<WireSeat, 'price'> = { price: wireFromMinor(section.price, event.currency), ...place }
  return { before, after }
}

export function holdData(hold: Hold): WireHold {
  return {
    id: hold.holdId,
    hold_id: hold.holdId,
    seat_id: String(hold.seatId),
    seat_code: hold.seatCode,
    status: 'held',
    price: wireFromMinor(hold.price, hold.currency),
    expires_at: timestamp(hold.expiresAt),
    remaining_seconds: hold.remainingSeconds,
  }
}

export function checkoutData(
  { session, currency, holds, amount }: Checkout,
  { token, paymentDomain }: { readonly token: string; readonly paymentDomain: string },
): Data<'readCheckout'> {
  return {
    session_id: session.sessionId,
    event_id: String(session.eventId),
    owner_ref: session.ownerRef,
    currency,
    amount: wireFromMinor(amount, currency),
    items: holds.map((hold) => ({
      hold_id: hold.holdId,
      seat_id: String(hold.seatId),
      seat_code: hold.seatCode,
      price: wireFromMinor(hold.price, currency),
      remaining_seconds: hold.remainingSeconds,
    })),
    hold_expires_at: timestamp(Math.min(...holds.map((hold) => hold.expiresAt))),
    checkout_token: token,
    payment_domain: paymentDomain,
    next_step: 'collect_payment_then_confirm',
  }
}

export function purchaseData(purchase: Purchase): Data<'confirmPurchase'> {
  const { orderId, currency } = purchase
  return {
    order_id: orderId,
    idempotency_key: `partner-order-${orderId}`,
    transaction_id: String(purchase.transactionId),
    transaction_code: purchase.transactionCode,
    status: 'completed',
    amount: wireFromMinor(purchase.amount, currency),
    currency,
    tickets: purchase.tickets.map((ticket) => {
      const place = placeData(ticket.event, ticket.section, ticket.seatId)
      return {
        id: String(ticket.ticketId),
        hold_id: ticket.holdId,
        event_id: String(ticket.event.eventId),
        seat_id: String(ticket.seatId),
        ticket_code: ticket.ticketCode,
        ticket_number: ticket.ticketNumber,
        ticket_reference: ticket.ticketReference,
        status: 'SOLD',
        price: wireFromMinor(ticket.price, currency),
        currency,
        zone_id: String(ticket.section.zoneId),
        section_id: String(ticket.section.sectionId),
        section_code: ticket.section.code,
        seat_code: place.place,
        row: place.rangee,
        seat_number: String(place.numero_place),
        gate_id: String(ticket.event.layout.section(ticket.section.code).gateIndex + 1),
        qr_code: ticket.qrCode,
        place,
      }
    }),
  }
}

export function ticketData(ticket: Ticket): Data<'getTicket'> {
  const { event, section } = ticket
  const place = placeData(event, section, ticket.seatId)
  return {
    id: String(ticket.ticketId),
    ticket_number: ticket.ticketNumber,
    status: ticket.cancelledAt === null ? 'SOLD' : CANCELLED,
    event: { id: String(event.eventId), title: event.title, starts_at: event.startsAt, venue: event.venue },
    section: { id: String(section.sectionId), name: section.name, code: section.code },
    seat: { id: String(ticket.seatId), row: place.rangee, number: String(place.numero_place), code: place.place },
    zone: {
      id: String(section.zoneId),
      name: event.zones.find(({ zoneId }) => zoneId === section.zoneId)?.name ?? section.code,
    },
    qr_code: ticket.qrCode,
    place,
  }
}

export function cancellationData(requestId: string, tickets: readonly CancelledTicket[]): Data<'cancelTickets'> {
  return {
    request_id: requestId,
    tickets: tickets.map(({ ticketId, ticketNumber, seatId, cancelledAt }) => ({
      id: String(ticketId),
      ticket_number: ticketNumber,
      seat_id: String(seatId),
      status: CANCELLED,
      cancelled_at: timestamp(cancelledAt),
    })),
  }
}

function placeData(event: SalesEvent, section: SalesSection, seatId: number): WirePlace {
  const layout = event.layout.section(section.code)
  const index = seatId - section.firstSeatId
  const seat = layout.seats[index]
  if (seat === undefined) throw new RangeError(`section ${section.code} has no seat ${index}`)
  const { gate, tribune } = layout
  const route = [gate.name, `Secteur ${section.code}`, `Rang ${seat.rowLabel}`, `Place ${seat.number}`]
  return {
    place_id: seatId,
    place: layout.seatCode(index),
    numero_place: seat.number,
    rangee: seat.rowLabel,
    secteur: section.code,
    porte: { code: gate.code, nom: gate.name, libelle: gate.label },
    tribune: { code: tribune.code, nom: tribune.name, couleur: tribune.color },
    route,
    route_texte: route.join(' → '),
    code_litige: `LIT-${event.eventId}-${seatId}`,
    ...traitsData(layout, seat),
  }
}

function traitsData({ section, is }: SectionLayout, { rowLabel, number }: PlanSeat) {
  const [accessible, companion] = [is.accessible(rowLabel, number), is.companion(rowLabel, number)]
  return {
    ...(accessible && { accessible }),
    ...(companion && { companion }),
    ...(is.restrictedView(rowLabel, number) && { restricted_view: true as const }),
    ...((accessible || companion) && section.stepFree && { step_free: section.stepFree }),
  }
}

function sessionFields(session: Session) {
  return {
    session_id: session.sessionId,
    event_id: String(session.eventId),
    owner_ref: session.ownerRef,
    status: 'ACTIVE' as const,
    expires_at: timestamp(session.expiresAt),
    requires_access_code: true,
  }
}

export function timestamp(milliseconds: number): string {
  return new Date(milliseconds).toISOString()
}
