import { z } from 'zod'
import { amount, count, currency, hexColor, id, localDate, localDateTime, qrCode, timestamp, uuid } from './errors.ts'

/**
 * Complete replies, as listed in the specification ("Resources and their fields"). `reading.ts` requires fewer fields
 * from a third-party partner.
 */

export const venue = z.object({ name: z.string(), city: z.string(), country: z.string() })

export const event = z.object({
  id,
  title: z.string(),
  category: z.string(),
  starts_at: localDateTime,
  ends_at: localDateTime,
  description: z.string(),
  venue,
  min_price: amount.describe('Lowest price of a seat'),
  currency,
  home_team: z.string().describe('Empty if the event has no teams'),
  away_team: z.string().describe('Empty if the event has no teams'),
})

export const pagination = z.object({ page: count, limit: count, total: count, total_pages: count })

export const eventList = z.object({ events: z.array(event), pagination })

export const createdEvent = z.object({
  event: z.object({ id, status: z.string().describe('`ON_SALE`'), event_date: localDate }),
  access_code: z.string().describe('The event’s access code'),
  open_session: z
    .object({ event_id: id, access_code: z.string() })
    .describe('Can be sent unchanged as the body of the request that opens a session'),
})

export const seatStatus = z.enum(['available', 'held', 'sold']).describe('Only `available` seats can be held')

const trait = (what: string) => z.literal(true).optional().describe(`Extension: ${what}`)

export const place = z
  .object({
    place_id: z.number().describe('The seat’s id as a number'),
    place: z.string().describe('The seat’s code'),
    numero_place: z.number().describe('Seat number'),
    rangee: z.string().describe('Row label'),
    secteur: z.string().describe('Section code'),
    porte: z.object({ code: z.string(), nom: z.string(), libelle: z.string() }).describe('Gate'),
    tribune: z.object({ code: z.string(), nom: z.string(), couleur: hexColor }).describe('Stand and its colour'),
    route: z.array(z.string()).describe('Gate, section, row, seat'),
    route_texte: z.string().describe('`route` joined with arrows'),
    code_litige: z.string().describe('Dispute reference'),
    accessible: trait('wheelchair space'),
    companion: trait('companion’s seat next to a wheelchair space'),
    restricted_view: trait('part of the field is hidden from view'),
    step_free: trait('reachable from the street without steps'),
  })
  .describe('Location of a seat, in seats, purchase tickets and tickets')

export const seat = z.object({
  id: id.describe('Id of the seat, used to hold it'),
  zone_id: id,
  section_id: id,
  seat_code: z.string(),
  row: z.number().describe('Number of the row; the front row is 1'),
  number: z.number().describe('Seat number'),
  status: seatStatus,
  price: amount,
  ...place.shape,
})

const availabilityBase = {
  event_id: id,
  generated_at: timestamp,
  revision: z.string().describe('Opaque. While it stays the same, nothing in the scope has changed.'),
  sold_out: z.boolean(),
  remaining: count.describe('Number of available seats in the scope'),
  zones: z.array(z.object({ id, remaining: count })),
}

export const overviewAvailability = z.object({
  ...availabilityBase,
  scope: z.literal('overview'),
  sections: z.array(z.object({ id, zone_id: id, remaining: count, code: z.string(), name: z.string() })),
})

export const sectionAvailability = z.object({
  ...availabilityBase,
  scope: z.literal('section'),
  section_id: id,
  sections: z.array(z.object({ id, zone_id: id, remaining: count })).describe('Only the requested section'),
  seats: z.array(z.object({ id, status: seatStatus, seat_code: z.string() })),
})

export const hold = z
  .object({
    id: uuid,
    hold_id: uuid.describe('Same as `id`'),
    seat_id: id,
    seat_code: z.string(),
    status: z.literal('held'),
    price: amount,
    expires_at: timestamp,
    remaining_seconds: count.describe('Whole seconds until the hold expires, by the service’s clock'),
  })
  .describe('Reservation of a seat for a session, until it expires')

const sessionBase = {
  session_id: uuid.describe('Id of the session for later requests'),
  event_id: id,
  owner_ref: z.string().describe('Customer reference, set by the service; required for reading the tickets'),
  status: z.literal('ACTIVE'),
  expires_at: timestamp.describe('Time at which the session expires; no hold expires later'),
  requires_access_code: z.boolean(),
  holds: z.array(hold),
}

export const openedSession = z.object({
  ...sessionBase,
  event: z.object({
    id,
    title: z.string(),
    min_price: amount,
    currency,
    pricing: z.object({
      currency,
      min_price: amount,
      zones: z.array(z.object({ name: z.string(), code: z.string(), price: amount })),
    }),
    availability: z.object({ status: z.string(), remaining: count }),
  }),
  map: z.object({
    event_id: id,
    zones: z.array(z.object({ id, name: z.string(), sales_price_num: amount, sales_available_seats: count })),
    sections: z.array(z.object({ id, zone_id: id, price: amount })),
    seats: z.array(z.never()).describe('Always empty, because seats are read one section at a time'),
  }),
  availability: overviewAvailability,
})

export const sectionSession = z.object({
  ...sessionBase,
  event: z.object({ id, title: z.string(), currency }),
  map: z.object({
    event_id: id,
    zones: z.array(z.object({ id, name: z.string(), code: z.string(), display_color: hexColor })),
    sections: z.array(z.object({ id, zone_id: id, code: z.string(), price: amount })),
    seats: z
      .array(seat)
      .describe('Seats of the requested section: front row first, and within a row from one end to the other'),
  }),
  availability: sectionAvailability,
})

export const heldSeats = z.object({
  session_id: uuid,
  holds: z.array(hold).describe('One hold for each requested seat, in the order of the request'),
  hold: hold.optional().describe('The hold in `holds`; only in the reply to a request with `seat_id`'),
})

export const remainingHolds = z.object({
  session_id: uuid,
  holds: z.array(hold).describe('Remaining holds of the session'),
})

export const checkout = z.object({
  session_id: uuid,
  event_id: id,
  owner_ref: z.string(),
  currency,
  amount: amount.describe('Total of the held seats'),
  items: z.array(
    z.object({ hold_id: uuid, seat_id: id, seat_code: z.string(), price: amount, remaining_seconds: count }),
  ),
  hold_expires_at: timestamp.describe('Time at which the first hold expires'),
  checkout_token: z.string().describe('Opaque token'),
  payment_domain: z.string(),
  next_step: z.string().describe('`collect_payment_then_confirm`'),
})

export const purchaseTicket = z.object({
  id,
  hold_id: uuid,
  event_id: id,
  seat_id: id,
  ticket_code: z.string(),
  ticket_number: z.string(),
  ticket_reference: z.string(),
  status: z.literal('SOLD'),
  price: amount,
  currency,
  zone_id: id,
  section_id: id,
  section_code: z.string(),
  seat_code: z.string(),
  row: z.string().describe('Row label'),
  seat_number: z.string(),
  gate_id: id,
  qr_code: qrCode,
  place,
})

export const purchase = z.object({
  order_id: uuid.describe('Same as in the request'),
  idempotency_key: z.string().describe('`partner-order-<order_id>`'),
  transaction_id: id,
  transaction_code: z.string(),
  status: z.literal('completed'),
  amount,
  currency,
  tickets: z.array(purchaseTicket).describe('One ticket for each hold, in the order of `hold_ids`'),
})

export const ticket = z.object({
  id,
  ticket_number: z.string(),
  status: z.string().describe('`SOLD`, or `CANCELLED` if the ticket no longer grants admission'),
  event: z.object({ id, title: z.string(), starts_at: localDateTime, venue }),
  section: z.object({ id, name: z.string(), code: z.string() }),
  seat: z.object({ id, row: z.string(), number: z.string(), code: z.string() }),
  zone: z.object({ id, name: z.string() }),
  qr_code: qrCode,
  place,
})

export const CANCELLED = 'CANCELLED'

export const cancelledTickets = z.object({
  request_id: uuid.describe('Same as in the request'),
  tickets: z
    .array(
      z.object({
        id,
        ticket_number: z.string(),
        seat_id: id.describe('Seat that the cancellation put back on sale'),
        status: z.literal(CANCELLED),
        cancelled_at: timestamp.describe('Time of the first cancellation'),
      }),
    )
    .describe('In the order of `ticket_ids`'),
})

export const ticketList = z.object({ tickets: z.array(ticket) })
