import { z } from 'zod'
import { fitsQr } from '../domain/qr-code.ts'
import { qrCode } from './fields.ts'

/**
 * What a client relies on from a foreign partner (decisions: "parse tolerantly"). Unknown fields pass through, numbers
 * may come as strings and the other way round, optional parts may be absent; only what a sale depends on is demanded:
 * ids, amounts, statuses, hold ids, qr_code.
 */
const text = z.union([z.string(), z.number().transform(String)])
const numeric = z.union([
  z.number(),
  z
    .string()
    .regex(/^-?\d+(\.\d+)?$/u)
    .transform(Number),
])
/** What things are told apart by. */
const id = text.refine((value) => value !== '', 'empty')
const someText = text.nullish().transform((value) => value ?? '')
const someCount = numeric.nullish().transform((value) => value ?? 0)

/** Whose something is, where the reply says so; anything but text and numbers says nothing. */
const name = someText.catch('')
const namedId = z.object({ id: name }).nullish().catch(null)

const venue = z.object({ name: someText, city: someText, country: someText })
const noVenue = { name: '', city: '', country: '' }

const event = z.object({
  id,
  title: z.string(),
  category: someText,
  starts_at: z.string(),
  ends_at: someText,
  description: someText,
  venue: venue.nullish().transform((value) => value ?? noVenue),
  min_price: numeric,
  currency: z.string(),
  home_team: someText,
  away_team: someText,
})

export const eventListReading = z.object({
  events: z.array(event),
  pagination: z.object({ page: numeric, limit: numeric, total: numeric, total_pages: numeric }),
})

export const openedSessionReading = z.object({
  session_id: id,
  event_id: id,
  owner_ref: id,
  expires_at: z.string(),
  event: z.object({
    id: name,
    currency: z.string(),
    pricing: z
      .object({
        currency: name,
        zones: z.array(z.object({ name: someText, code: someText, price: numeric })).nullish(),
      })
      .nullish(),
  }),
  map: z.object({
    event_id: name,
    zones: z.array(z.object({ id, name: someText, sales_price_num: numeric, sales_available_seats: someCount })),
    sections: z.array(z.object({ id, zone_id: id, price: numeric })),
  }),
  availability: z.object({
    event_id: name,
    generated_at: z.string().nullish(),
    revision: someText,
    sold_out: z.boolean().nullish(),
    remaining: someCount,
    zones: z.array(z.object({ id, remaining: someCount })).nullish(),
    sections: z.array(z.object({ id, remaining: someCount, code: someText, name: someText })).nullish(),
  }),
})

const gate = z.object({ code: someText, nom: someText, libelle: someText })
const tribune = z.object({ code: someText, nom: someText, couleur: someText })

export const placeReading = z.object({
  place: someText,
  numero_place: numeric.nullish(),
  rangee: someText,
  secteur: someText,
  porte: gate.nullish(),
  tribune: tribune.nullish(),
  route: z.array(z.string()).nullish(),
  code_litige: someText,
})

export type PlaceReading = z.infer<typeof placeReading>

const seat = z.object({
  id,
  section_id: name,
  seat_code: someText,
  row: numeric.nullish(),
  number: numeric.nullish(),
  status: z.string(),
  price: numeric,
  /** Not in the specification: shown only if the wire carries it. */
  accessible: z.boolean().nullish(),
  ...placeReading.shape,
})

export type SeatReading = z.infer<typeof seat>

export const sectionSessionReading = z.object({
  session_id: name,
  event_id: name,
  owner_ref: name,
  event: z.object({ id: name, currency: name }).nullish().catch(null),
  map: z.object({
    event_id: name,
    zones: z.array(z.object({ id, name: someText, display_color: someText })).nullish(),
    sections: z.array(z.object({ id, zone_id: id, code: someText })).nullish(),
    seats: z.array(seat),
  }),
  availability: z.object({
    event_id: name,
    section_id: name,
    revision: someText,
    remaining: numeric.nullish(),
    /** Counts of as much of the venue as the partner lists there: nothing is sold by them. */
    sections: z
      .array(z.object({ id, remaining: numeric }))
      .nullish()
      .catch(null),
    seats: z.array(z.object({ id, status: z.string() })).nullish(),
  }),
})

/** No hold lasts longer than a day; what lies outside that is a slip, and must not become a clock. */
const secondsLeft = numeric.transform((value) => Math.floor(Math.min(Math.max(0, value), 86_400)))

export const checkoutReading = z.object({
  session_id: name,
  event_id: name,
  owner_ref: name,
  currency: z.string(),
  amount: numeric,
  items: z.array(
    z.object({ hold_id: id, seat_id: id, seat_code: someText, price: numeric, remaining_seconds: secondsLeft }),
  ),
  checkout_token: someText,
})

/**
 * `qr_code` is the specification's, in its own form. Some partners have `qr: { payload }` in its place, whose text is
 * theirs to choose. One of the two has to be there.
 */
const payload = z.string().refine(fitsQr, 'not a text that a QR code can hold')
const qrFields = { qr_code: qrCode.nullish(), qr: z.object({ payload }).nullish() }
const hasQr = (ticket: { qr_code?: unknown; qr?: unknown }): boolean => Boolean(ticket.qr_code ?? ticket.qr)

export const purchaseReading = z.object({
  order_id: z.string(),
  session_id: name,
  event_id: name,
  owner_ref: name,
  status: z.string(),
  amount: numeric,
  currency: z.string(),
  tickets: z.array(
    z
      .object({
        id,
        hold_id: name,
        event_id: name,
        seat_id: id,
        ticket_code: someText,
        ticket_number: someText,
        ticket_reference: someText,
        status: z.string(),
        price: numeric,
        currency: name,
        ...qrFields,
        place: placeReading,
      })
      .refine(hasQr, 'a ticket without qr_code'),
  ),
})

export const ticketListReading = z.object({
  tickets: z.array(
    z
      .object({
        id,
        ticket_number: someText,
        status: z.string(),
        event: namedId,
        /** Not in the specification: read where a partner tells one sale from another by them. */
        event_id: name,
        order_id: name,
        hold_id: name,
        session_id: name,
        owner_ref: name,
        currency: name,
        seat: z.object({ id, code: someText }),
        ...qrFields,
        place: placeReading,
      })
      .refine(hasQr, 'a ticket without qr_code'),
  ),
})

/** The envelope of every reply; a refusal may carry a code in any of the usual places, or none. */
export const envelopeReading = z.looseObject({ success: z.boolean(), message: someText, data: z.unknown().optional() })
export const refusalReading = z.looseObject({
  error: z.looseObject({ code: someText, details: z.record(z.string(), z.unknown()).nullish() }).nullish(),
  code: someText,
})
