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
  home_team: z.string().describe('Empty where there are no teams'),
  away_team: z.string().describe('Empty where there are no teams'),
})

export const pagination = z.object({ page: count, limit: count, total: count, total_pages: count })

export const eventList = z.object({ events: z.array(event), pagination })

export const createdEvent = z.object({
  event: z.object({ id, status: z.string().describe('`ON_SALE`'), event_date: localDate }),
  access_code: z.string().describe('The event’s access code'),
  open_session: z
    .object({ event_id: id, access_code: z.string() })
    .describe('Ready to be sent as the body of opening a session'),
})

export const seatStatus = z.enum(['available', 'held', 'sold']).describe('`available` is the only takeable value')

const trait = (what: string) => z.literal(true).optional().describe(`Beyond the specification: ${what}`)

export const place = z
  .object({
    place_id: z.number().describe('The seat’s id as a number'),
    place: z.string().describe('The seat’s code'),
    numero_place: z.number().describe('Seat number'),
    rangee: z.string().describe('Row label'),
    secteur: z.string().describe('Section code'),
    porte: z.object({ code: z.string(), nom: z.string(), libelle: z.string() }).describe('Gate'),
    tribune: z.object({ code: z.string(), nom: z.string(), couleur: hexColor }).describe('Stand, with its colour'),
    route: z.array(z.string()).describe('Gate, section, row, seat'),
    route_texte: z.string().describe('The route joined with an arrow'),
    code_litige: z.string().describe('Dispute reference'),
    accessible: trait('a space for a wheelchair'),
    companion: trait('belongs to a space for a wheelchair beside it'),
    restricted_view: trait('something hides a part of the field'),
    step_free: trait('no step is in the way from the street to this space or seat'),
  })
  .describe('The way to a seat: shared by seats, purchase tickets and tickets')

export const seat = z.object({
  id: id.describe('Used for the hold'),
  zone_id: id,
  section_id: id,
  seat_code: z.string(),
  row: z.number().describe('Rank of the row from the front, from 1'),
  number: z.number().describe('Seat number'),
  status: seatStatus,
  price: amount,
  ...place.shape,
})

const availabilityBase = {
  event_id: id,
  generated_at: timestamp,
  revision: z.string().describe('Opaque: equal means that nothing in the scope has changed'),
  sold_out: z.boolean(),
  remaining: count.describe('Available seats in the scope'),
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
  sections: z.array(z.object({ id, zone_id: id, remaining: count })).describe('The section of the scope'),
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
    remaining_seconds: count.describe('Whole seconds left by the service’s clock'),
  })
  .describe('A seat kept for a session until it expires')

const sessionBase = {
  session_id: uuid.describe('Keep it for later calls'),
  event_id: id,
  owner_ref: z.string().describe('Customer reference, set by the service: tickets are read by it'),
  status: z.literal('ACTIVE'),
  expires_at: timestamp.describe('End of the session; no hold outlasts it'),
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
    seats: z.array(z.never()).describe('Empty by design: seats are read section by section'),
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
    seats: z.array(seat).describe('The seats of the section asked for: front row first, in each row side by side'),
  }),
  availability: sectionAvailability,
})

export const heldSeats = z.object({
  session_id: uuid,
  holds: z.array(hold).describe('One for each seat asked for, in that order'),
  hold: hold.optional().describe('The same hold, when one seat was asked for with `seat_id`'),
})

export const remainingHolds = z.object({
  session_id: uuid,
  holds: z.array(hold).describe('What the session still holds'),
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
  hold_expires_at: timestamp.describe('When the first of the holds expires'),
  checkout_token: z.string().describe('Opaque'),
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
  order_id: uuid.describe('As sent'),
  idempotency_key: z.string().describe('`partner-order-<order_id>`'),
  transaction_id: id,
  transaction_code: z.string(),
  status: z.literal('completed'),
  amount,
  currency,
  tickets: z.array(purchaseTicket).describe('One for each hold, in the order of `hold_ids`'),
})

export const ticket = z.object({
  id,
  ticket_number: z.string(),
  status: z.string().describe('`SOLD`; `CANCELLED` once it opens no gate any more'),
  event: z.object({ id, title: z.string(), starts_at: localDateTime, venue }),
  section: z.object({ id, name: z.string(), code: z.string() }),
  seat: z.object({ id, row: z.string(), number: z.string(), code: z.string() }),
  zone: z.object({ id, name: z.string() }),
  qr_code: qrCode,
  place,
})

export const CANCELLED = 'CANCELLED'

export const cancelledTickets = z.object({
  request_id: uuid.describe('As sent'),
  tickets: z
    .array(
      z.object({
        id,
        ticket_number: z.string(),
        seat_id: id.describe('On sale again from then on'),
        status: z.literal(CANCELLED),
        cancelled_at: timestamp.describe('When it was cancelled first'),
      }),
    )
    .describe('In the order of `ticket_ids`'),
})

export const ticketList = z.object({ tickets: z.array(ticket) })
