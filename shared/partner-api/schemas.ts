import { z } from 'zod'

/**
 * Every field of the Partner Ticket Booking Service, as its specification lists them ("Resources and their fields").
 * These are the full shapes: what our own service answers and what the conformance tests demand. What a client may rely
 * on from a foreign partner is less: see `reading.ts`.
 */

/** Identifiers are decimal strings (specification, "Response envelope"). */
export const id = z.string().regex(/^\d{1,19}$/u)
export const uuid = z.guid()
/** ISO 8601 UTC with milliseconds. */
export const timestamp = z.iso.datetime({ precision: 3 })
/** ISO 8601 local date-time without zone: `YYYY-MM-DDTHH:MM:SS`. */
export const localDateTime = z.string().regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}$/u)
export const localDate = z.iso.date()
export const hexColor = z.string().regex(/^#[0-9a-f]{6}$/iu)
/** 128 random bits, written as 32 hexadecimal characters. */
export const qrCode = z.string().regex(/^[0-9a-f]{32}$/iu)
/** A number in major units of the currency beside it. */
export const amount = z.number().nonnegative()
export const currency = z.string().regex(/^[A-Z]{3}$/u)
const count = z.int().nonnegative()

export const venue = z.object({ name: z.string(), city: z.string(), country: z.string() })

export const event = z.object({
  id,
  title: z.string(),
  category: z.string(),
  starts_at: localDateTime,
  ends_at: localDateTime,
  description: z.string(),
  venue,
  min_price: amount,
  currency,
  home_team: z.string(),
  away_team: z.string(),
})

export const pagination = z.object({ page: count, limit: count, total: count, total_pages: count })

export const eventList = z.object({ events: z.array(event), pagination })

export const createdEvent = z.object({
  event: z.object({ id, status: z.string(), event_date: localDate }),
  access_code: z.string(),
  open_session: z.object({ event_id: id, access_code: z.string() }),
})

export const seatStatus = z.enum(['available', 'held', 'sold'])

/** The place block: shared by seats, purchase tickets and tickets. */
export const place = z.object({
  place_id: z.number(),
  place: z.string(),
  numero_place: z.number(),
  rangee: z.string(),
  secteur: z.string(),
  porte: z.object({ code: z.string(), nom: z.string(), libelle: z.string() }),
  tribune: z.object({ code: z.string(), nom: z.string(), couleur: hexColor }),
  route: z.array(z.string()),
  route_texte: z.string(),
  code_litige: z.string(),
})

export const seat = z.object({
  id,
  zone_id: id,
  section_id: id,
  seat_code: z.string(),
  row: z.number(),
  number: z.number(),
  status: seatStatus,
  price: amount,
  ...place.shape,
})

const availabilityBase = {
  event_id: id,
  generated_at: timestamp,
  revision: z.string(),
  sold_out: z.boolean(),
  remaining: count,
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
  sections: z.array(z.object({ id, zone_id: id, remaining: count })),
  seats: z.array(z.object({ id, status: seatStatus, seat_code: z.string() })),
})

/** Hold record (decisions, "Hold reply"); `id` and `hold_id` are the same. */
export const hold = z.object({
  id: uuid,
  hold_id: uuid,
  seat_id: id,
  seat_code: z.string(),
  status: z.literal('held'),
  price: amount,
  expires_at: timestamp,
  remaining_seconds: count,
})

const sessionBase = {
  session_id: uuid,
  event_id: id,
  owner_ref: z.string(),
  status: z.literal('ACTIVE'),
  expires_at: timestamp,
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
    seats: z.array(z.never()),
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
    seats: z.array(seat),
  }),
  availability: sectionAvailability,
})

/** `hold` stands beside `holds` when one seat was asked for (decisions, "Hold reply"). */
export const heldSeats = z.object({ session_id: uuid, holds: z.array(hold), hold: hold.optional() })
export const remainingHolds = z.object({ session_id: uuid, holds: z.array(hold) })

export const checkout = z.object({
  session_id: uuid,
  event_id: id,
  owner_ref: z.string(),
  currency,
  amount,
  items: z.array(
    z.object({ hold_id: uuid, seat_id: id, seat_code: z.string(), price: amount, remaining_seconds: count }),
  ),
  hold_expires_at: timestamp,
  checkout_token: z.string(),
  payment_domain: z.string(),
  next_step: z.string(),
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
  row: z.string(),
  seat_number: z.string(),
  gate_id: id,
  qr_code: qrCode,
  place,
})

export const purchase = z.object({
  order_id: uuid,
  idempotency_key: z.string(),
  transaction_id: id,
  transaction_code: z.string(),
  status: z.literal('completed'),
  amount,
  currency,
  tickets: z.array(purchaseTicket),
})

export const ticket = z.object({
  id,
  ticket_number: z.string(),
  status: z.string(),
  event: z.object({ id, title: z.string(), starts_at: localDateTime, venue }),
  section: z.object({ id, name: z.string(), code: z.string() }),
  seat: z.object({ id, row: z.string(), number: z.string(), code: z.string() }),
  zone: z.object({ id, name: z.string() }),
  qr_code: qrCode,
  place,
})

export const ticketList = z.object({ tickets: z.array(ticket) })

/** What a request carries. Requests are read strictly by our service: unknown keys are ignored, wrong types refused. */
export const pageQuery = z.object({
  page: z.coerce.number().int().min(1).default(1),
  limit: z.coerce.number().int().min(1).max(100).default(12),
})

export const createEventBody = z.object({
  event_name: z.string().trim().min(1).max(200),
  event_date: localDate,
  home_team: z.string().trim().max(100).optional(),
  away_team: z.string().trim().max(100).optional(),
  default_price: amount.optional(),
})

export const openSessionBody = z.object({ event_id: id, access_code: z.string().min(1).max(100) })

/** One seat or several, never both (decisions, "Hold"). */
export const holdBody = z.union([
  z.strictObject({ seat_id: id }),
  z.strictObject({ seat_ids: z.array(id).min(1).max(100) }),
])

export const purchaseBody = z.object({
  order_id: uuid,
  amount,
  currency: currency.optional(),
  payment_method: z.string().max(100).optional(),
  payment_reference: z.string().max(200).optional(),
  hold_ids: z.array(uuid).min(1).max(100),
  customer: z.object({
    name: z.string().max(200).optional(),
    phone: z.string().max(50).optional(),
    email: z.string().max(200).optional(),
  }),
})

export const sessionPath = z.object({ session_id: uuid })
export const holdPath = z.object({ session_id: uuid, hold_id: uuid })
export const ticketPath = z.object({ ticket_id: id })
export const sectionQuery = z.object({ section_id: id })
export const ownerQuery = z.object({ owner_ref: z.string().min(1).max(200) })
