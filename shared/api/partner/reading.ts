import { z } from 'zod'
import { fitsQr } from '../../domain/documents/qr-code.ts'
import { withoutBidiControls } from '../../domain/language.ts'
import { qrCode } from './errors.ts'

const text = z.union([z.string(), z.number().transform(String)])

/** Truncates a text to `longest` UTF-16 units. Removes NUL and lone surrogates, which databases cannot store. */
function cut(value: string, longest: number): string {
  const whole = value.length <= longest
  const kept = whole ? value : value.slice(0, longest - 1).replace(/[\ud800-\udbff]$/u, '')
  const clean = kept.replaceAll('\0', '').toWellFormed()
  return whole ? clean : `${clean.trimEnd()}…`
}

const ifText = text.nullish().catch(null)

/** Display text without direction controls; empty if the value is neither text nor a number. */
const shown = (longest: number) => ifText.transform((value) => cut(withoutBidiControls(value ?? ''), longest))

const demanded = (longest: number) => shown(longest).refine((value) => value.trim() !== '', 'empty')

const id = text.refine((value) => value !== '' && value.length <= 64, 'empty, or longer than 64 characters')

/** Customer reference in a format that the partner chooses. */
const reference = text.refine((value) => value !== '' && value.length <= 200, 'empty, or longer than 200 characters')

/** Opaque text that is only stored and compared; empty if too long. */
const opaque = (longest: number) =>
  text
    .nullish()
    .catch(null)
    .transform((value) => (value && value.length <= longest ? value : ''))

/** Id of an item's event, session or customer; empty if invalid. A truncated id matches no known id. */
const name = ifText.transform((value) => cut(value ?? '', 200))

const numeric = z.union([
  z.number(),
  z
    .string()
    .max(64)
    .regex(/^-?\d+(\.\d+)?$/u)
    .transform(Number),
])
const someCount = numeric
  .nullish()
  .catch(null)
  .transform((value) => value ?? 0)
const whole = numeric.refine((value) => Number.isSafeInteger(value), 'not a whole number')
const currency = z
  .string()
  .regex(/^[a-z]{3}$/iu)
  .transform((code) => code.toUpperCase())
/** Text that is compared with known values. */
const status = z.string().max(64)
const moment = z.string().max(64)

/** `qr_code` is the field of the specification. Some partners send a text of their choice in `qr.payload` instead. */
const payload = z.string().refine(fitsQr, 'not a text that fits in a QR code')
const qrFields = { qr_code: qrCode.nullish(), qr: z.object({ payload }).nullish() }
const hasQr = (ticket: { qr_code?: unknown; qr?: unknown }): boolean => Boolean(ticket.qr_code ?? ticket.qr)

/** A skipped list item with an invalid field. */
export interface UnreadableField {
  /** Id of the item, or its position in the list, counted from 1: `#3`. */
  readonly which: string
  readonly field: string
}

const named = z.object({ id })

/** List whose invalid items are left out and reported in `unread`. */
const listOf = <T>(member: z.ZodType<T>, most: number) =>
  z
    .array(z.unknown())
    .max(most)
    .transform((members) => {
      const [read, unread]: [T[], UnreadableField[]] = [[], []]
      for (const [index, value] of members.entries()) {
        const parsed = member.safeParse(value)
        if (parsed.success) read.push(parsed.data)
        else {
          const known = named.safeParse(value)
          const field = parsed.error.issues[0]?.path.join('.') ?? ''
          unread.push({ which: known.success ? known.data.id : `#${index + 1}`, field })
        }
      }
      return { read, unread }
    })

/**
 * Only fields that a sale depends on are required in a partner's reply (decisions: "parse tolerantly"). Numbers may be
 * sent as strings, and strings as numbers. Display text is truncated to its maximum length, and a longer identifier is
 * rejected.
 */

const title = 200
const label = 100
const MAX_EVENTS = 1_000
const MAX_SECTIONS = 5_000
const MAX_SEATS = 50_000

/** List of sections or zones that may be missing. */
const listed = <T extends z.ZodType>(member: T) => z.array(member).max(MAX_SECTIONS).nullish()

const namedId = z.object({ id: name }).nullish().catch(null)
const nothingListed = { read: [], unread: [] }

const venue = z.object({ name: shown(title), city: shown(label), country: shown(label) })

const event = z.object({
  id,
  title: demanded(title),
  category: shown(label),
  starts_at: moment,
  ends_at: shown(64),
  description: shown(2_000),
  venue: venue
    .nullish()
    .catch(null)
    .transform((value) => value ?? { name: '', city: '', country: '' }),
  min_price: numeric,
  currency,
  home_team: shown(label),
  away_team: shown(label),
})

export type EventReading = z.infer<typeof event>

export const eventListReading = z.object({
  events: listOf(event, MAX_EVENTS),
  pagination: z.object({ page: numeric, limit: numeric, total: numeric, total_pages: numeric }).nullish().catch(null),
})

const zone = z.object({ id, name: shown(label), sales_price_num: numeric, sales_available_seats: someCount })
const section = z.object({ id, zone_id: id, price: numeric })

export const openedSessionReading = z.object({
  session_id: id,
  event_id: id,
  /** `owner_ref` is required to read back tickets after a lost reply. Some partners send `owner_ref` in step 3 only. */
  owner_ref: reference.nullish().transform((value) => value ?? ''),
  expires_at: moment,
  event: z.object({
    id: name,
    currency,
    pricing: z
      .object({
        currency: name,
        zones: listed(z.object({ name: shown(label), code: shown(label) })),
      })
      .nullish(),
  }),
  map: z.object({
    event_id: name,
    zones: listOf(zone, MAX_SECTIONS),
    sections: listOf(section, MAX_SECTIONS),
  }),
  availability: z.object({
    event_id: name,
    generated_at: moment.nullish(),
    revision: opaque(200),
    sold_out: z.boolean().nullish(),
    remaining: someCount,
    zones: listed(z.object({ id, remaining: someCount })),
    sections: listed(z.object({ id, remaining: someCount, code: shown(label), name: shown(label) })),
  }),
})

const gate = z.object({ code: shown(label), nom: shown(label), libelle: shown(title) })
const tribune = z.object({ code: shown(label), nom: shown(label), couleur: shown(label) })
const MAX_STEPS = 12

const flag = z.boolean().nullish().catch(null)

const placeReading = z.object({
  place: shown(label),
  numero_place: whole.nullish().catch(null),
  rangee: shown(label),
  secteur: shown(label),
  porte: gate.nullish().catch(null),
  tribune: tribune.nullish().catch(null),
  route: z
    .array(shown(label))
    .nullish()
    .catch(null)
    .transform((steps) => steps?.slice(0, MAX_STEPS)),
  code_litige: shown(label),
  /** `accessible`, `companion`, `restricted_view` and `step_free` are not in the specification. */
  accessible: flag,
  companion: flag,
  restricted_view: flag,
  step_free: flag,
})

const somePlace = placeReading.nullish().transform((place) => place ?? placeReading.parse({}))

export type PlaceReading = z.infer<typeof placeReading>

const seat = z.object({
  ...placeReading.shape,
  id,
  section_id: name,
  zone_id: name,
  seat_code: shown(label),
  /** The specification defines `row` as a number, but some partners send the label of the row. */
  row: shown(label),
  number: whole.nullish(),
  numero_place: whole.nullish(),
  status,
  /** The price is required only if the seat is available. */
  price: numeric.nullish().catch(null),
})

export type SeatReading = z.infer<typeof seat>

const seats = listOf(seat, MAX_SEATS)
const sectionMap = z.object({
  event_id: name,
  zones: listed(z.object({ id, name: shown(label), display_color: shown(label) })).catch(null),
  sections: listed(z.object({ id, zone_id: id, code: shown(label) })).catch(null),
  seats: seats.nullish(),
})
const sectionAvailability = z.object({
  event_id: name,
  section_id: name,
  revision: opaque(200),
  remaining: numeric.nullish().catch(null),
  /** Seat counts for the part of the venue that the partner lists, which are not needed for sales. */
  sections: listed(z.object({ id, remaining: numeric })).catch(null),
  seats: z.array(z.object({ id, status })).max(MAX_SEATS).nullish(),
})

/** In the specification, the seats are in `map`. Some partners send `seats` at the top level instead. */
export const sectionSessionReading = z
  .object({
    session_id: name,
    event_id: name,
    owner_ref: name,
    event: z.object({ id: name, currency: name }).nullish().catch(null),
    map: sectionMap.nullish(),
    seats: seats.nullish(),
    availability: sectionAvailability.nullish(),
  })
  .refine(({ map, seats: beside }) => Boolean(map?.seats ?? beside), { path: ['map', 'seats'], message: 'missing' })
  .transform(({ map, seats: beside, availability, ...session }) => ({
    ...session,
    map: { event_id: map?.event_id ?? '', zones: map?.zones, sections: map?.sections },
    seats: map?.seats ?? beside ?? nothingListed,
    availability: availability ?? sectionAvailability.parse({}),
  }))

/** Seconds until a hold expires, limited to one day, because an invalid value from the partner must not set a timer. */
const secondsLeft = numeric.transform((value) => Math.floor(Math.min(Math.max(0, value), 86_400)))

const MAX_TICKETS = 1_000

export const checkoutReading = z.object({
  session_id: name,
  event_id: name,
  owner_ref: name,
  currency,
  amount: numeric,
  items: z
    .array(
      z.object({ hold_id: id, seat_id: id, seat_code: shown(label), price: numeric, remaining_seconds: secondsLeft }),
    )
    .max(MAX_TICKETS),
  checkout_token: opaque(4_096),
})

export const purchaseReading = z.object({
  order_id: id,
  session_id: name,
  event_id: name,
  owner_ref: name,
  status,
  amount: numeric,
  currency,
  tickets: z
    .array(
      z
        .object({
          id,
          hold_id: name,
          event_id: name,
          seat_id: id,
          seat_code: shown(label),
          row: shown(label),
          seat_number: whole.nullish().catch(null),
          ticket_code: shown(label),
          ticket_number: shown(label),
          ticket_reference: shown(label),
          status,
          price: numeric.nullish(),
          currency: name,
          ...qrFields,
          place: somePlace,
        })
        .refine(hasQr, { path: ['qr_code'], message: 'missing' }),
    )
    .max(MAX_TICKETS),
})

export const ticketListReading = z.object({
  tickets: z
    .array(
      z
        .object({
          id,
          ticket_number: shown(label),
          status,
          event: namedId,
          /**
           * The fields from `event_id` to `currency` are not in the specification, but may distinguish a partner's
           * sales.
           */
          event_id: name,
          order_id: name,
          hold_id: name,
          session_id: name,
          owner_ref: name,
          currency: name,
          seat: z.object({ id, code: shown(label), row: shown(label), number: whole.nullish().catch(null) }),
          ...qrFields,
          place: somePlace,
        })
        .refine(hasQr, { path: ['qr_code'], message: 'missing' }),
    )
    .max(MAX_TICKETS),
})

/** Result of each requested cancellation, which is not in the specification. */
export const cancellationReading = z.object({ tickets: z.array(z.object({ id, status })).max(MAX_TICKETS) })

export const envelopeReading = z.looseObject({
  success: z.boolean(),
  message: shown(title),
  data: z.unknown().optional(),
})
export const refusalReading = z.looseObject({
  error: z.looseObject({ code: shown(label), details: z.record(z.string(), z.unknown()).nullish() }).nullish(),
  code: shown(label),
})
