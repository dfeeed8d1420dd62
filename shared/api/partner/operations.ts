import { z } from 'zod'
import { amount, currency, distinct, type ErrorCode, id, localDate, text, uuid } from './errors.ts'
import * as schema from './schemas.ts'

/** An operation of the service. Types, client, server, OpenAPI document and contract tests use the operations table. */
export interface Operation {
  /** Step number of the specification; `beyond` if the specification does not contain the operation. */
  readonly step: string
  readonly method: 'GET' | 'POST' | 'DELETE'
  /** Path template below the base URL; `{name}` marks a path parameter. */
  readonly path: string
  readonly summary: string
  readonly description: string
  readonly params?: z.ZodType
  readonly query?: z.ZodType
  readonly body?: z.ZodType
  /** Schema of the `data` field in a successful reply. */
  readonly data: z.ZodType
  /** Text of the `message` field in a successful reply. */
  readonly message: string
  /** Errors in addition to COMMON_ERRORS and BODY_ERRORS. */
  readonly errors: readonly ErrorCode[]
  readonly demoOnly?: true
  /** Set if the operation is not in the specification, so that a service need not support it. */
  readonly extension?: true
}

/**
 * A whole number; larger values are reduced to the largest exact integer, because a page number beyond the last page
 * must not be rejected.
 */
const wholeNumber = z
  .string()
  .regex(/^[0-9]{1,400}$/u, 'expected a whole number')
  .transform((digits) => Math.min(Number(digits), Number.MAX_SAFE_INTEGER))

const pageQuery = z.object({
  page: wholeNumber
    .pipe(z.int().min(1))
    .default(1)
    .describe('Number of the page, from 1. After the last page, the list is empty.'),
  limit: wholeNumber.pipe(z.int().min(1).max(100)).default(12).describe('Maximum number of events on a page'),
})

const createEventBody = z.object({
  event_name: text(200).regex(/\S/u, 'expected a title').trim().describe('Title of the event'),
  event_date: localDate.describe('Day of the event, YYYY-MM-DD'),
  home_team: text(100).trim().optional().describe('Home team of a match'),
  away_team: text(100).trim().optional().describe('Visiting team of a match'),
  default_price: z
    .int()
    .min(0)
    .max(1e12)
    .optional()
    .describe('Price of every seat in GNF; default: the prices of the venue'),
})

const openSessionBody = z.object({
  event_id: id.describe('The event’s id, from the event list'),
  access_code: text(100).min(1).describe('The event’s access code'),
})

/** Either one seat or several (decisions, "Hold"). */
const holdBody = z.union(
  [
    z.object({ seat_id: id.describe('The seat to hold'), seat_ids: z.never().optional() }),
    z.object({
      seat_ids: distinct(id, 'contains a seat twice').describe('The seats to hold: either all or none'),
      seat_id: z.never().optional(),
    }),
  ],
  { error: 'expected either seat_id (one seat) or seat_ids (several)' },
)

const purchaseBody = z.object({
  order_id: uuid.describe('The partner’s id of the order. If the order is sent again, the reply is the same.'),
  amount: amount.describe('Total price of the seats in `hold_ids`, as in the checkout'),
  currency: currency.optional().describe('The event’s currency'),
  payment_method: text(1000)
    .optional()
    .catch(undefined)
    .describe('Informational; never a reason to refuse the purchase'),
  payment_reference: text(200).optional().describe('The partner’s payment reference'),
  hold_ids: distinct(uuid, 'contains a hold twice').describe('Holds of one session: either all or none become tickets'),
  customer: z
    .object({
      name: text(200).optional(),
      phone: text(50).optional(),
      email: text(200).optional(),
    })
    .describe('The buyer; each field is optional'),
})

const cancellationBody = z.object({
  request_id: uuid.describe('The partner’s id of the request. If the request is sent again, the reply is the same.'),
  owner_ref: text(200).min(1).describe('Customer reference of the purchase'),
  ticket_ids: distinct(id, 'contains a ticket twice').describe(
    'Ids of tickets from the purchase: either all or none are cancelled',
  ),
  reason: text(200).optional().describe('Reason, stored in the service’s audit log'),
})

const sessionPath = z.object({ session_id: uuid.describe('Id of the session, returned when it was opened') })
const holdPath = z.object({
  ...sessionPath.shape,
  hold_id: uuid.describe('Id of the hold, returned when the seat was held'),
})
const ticketPath = z.object({ ticket_id: id.describe('Id of the ticket, from the purchase') })
const sectionQuery = z.object({ section_id: id.describe('Id of the section, from the map of the session') })
const ownerQuery = z.object({
  owner_ref: text(200).min(1).describe('Customer reference, returned when the session was opened'),
})

const API = '/api/v1/public'

export const operations = {
  listEvents: {
    step: '1',
    method: 'GET',
    path: `${API}/events`,
    summary: 'List events',
    description:
      'Returns the events on sale that are not over, ordered by their start. An event is over at its end. If its end is missing or not after its start, it is over six hours after the start or at the end of that day, whichever is later. After the last page, the list is empty.',
    query: pageQuery,
    data: schema.eventList,
    message: 'Public events',
    errors: [],
  },
  createEvent: {
    step: '1b',
    method: 'POST',
    path: `${API}/events`,
    summary: 'Create an event (demo environment only)',
    description:
      'Requires the demo environment, which is selected by the header `x-env: demo` or the query `env=demo`.',
    body: createEventBody,
    data: schema.createdEvent,
    message: 'Public event created',
    errors: ['DEMO_ONLY'],
    demoOnly: true,
  },
  openSession: {
    step: '2',
    method: 'POST',
    path: `${API}/booking-sessions`,
    summary: 'Open a booking session for one event',
    description:
      'Returns zones, sections and seat counts. The seat list is always empty, because seats are read one section at a time. The service sets the customer reference `owner_ref` and returns it. One session is for one sale.',
    body: openSessionBody,
    data: schema.openedSession,
    message: 'Booking session created',
    errors: ['ACCESS_DENIED', 'EVENT_NOT_FOUND', 'EVENT_ENDED'],
  },
  viewSection: {
    step: '3',
    method: 'GET',
    path: `${API}/booking-sessions/{session_id}`,
    summary: 'Read the session with the seats of one section',
    description:
      'Only seats with status `available` can be held. `availability` counts only the seats of the section. Its `revision` is also the entity tag: while nothing has changed, the reply to a request with `If-None-Match` is 304.',
    params: sessionPath,
    query: sectionQuery,
    data: schema.sectionSession,
    message: 'Booking session',
    errors: ['SESSION_NOT_FOUND', 'SESSION_EXPIRED', 'SECTION_NOT_FOUND'],
  },
  holdSeats: {
    step: '4',
    method: 'POST',
    path: `${API}/booking-sessions/{session_id}/holds`,
    summary: 'Hold one or more seats, all or none',
    description:
      'If a seat is not available, the request holds no seats, and `details.seats` contains every conflicting seat. For a seat that the session already holds, the reply contains the existing hold, with its expiry unchanged. After the event is over, no new seats can be held, and held seats can be bought until their holds expire.',
    params: sessionPath,
    body: holdBody,
    data: schema.heldSeats,
    message: 'Seats held',
    errors: ['SESSION_NOT_FOUND', 'SESSION_EXPIRED', 'SEAT_NOT_FOUND', 'EVENT_ENDED', 'SEAT_CONFLICT', 'SEAT_LIMIT'],
  },
  releaseHold: {
    step: '4',
    method: 'DELETE',
    path: `${API}/booking-sessions/{session_id}/holds/{hold_id}`,
    summary: 'Release a hold',
    description:
      'Returns the remaining holds of the session, even if the hold was already released or has expired. A hold that has become a ticket cannot be released.',
    params: holdPath,
    data: schema.remainingHolds,
    message: 'Hold released',
    errors: ['SESSION_NOT_FOUND', 'HOLD_NOT_FOUND', 'HOLD_SOLD'],
  },
  readCheckout: {
    step: '5',
    method: 'GET',
    path: `${API}/booking-sessions/{session_id}/checkout`,
    summary: 'Read the amount to charge for the held seats',
    description:
      'The session must hold at least one seat. The partner collects the amount itself, and then confirms the purchase.',
    params: sessionPath,
    data: schema.checkout,
    message: 'Booking checkout ready',
    errors: ['SESSION_NOT_FOUND', 'SESSION_EXPIRED', 'HOLD_EXPIRED', 'NO_HOLDS'],
  },
  confirmPurchase: {
    step: '6',
    method: 'POST',
    path: `${API}/purchases`,
    summary: 'Confirm the sale',
    description:
      '`hold_ids` must be unexpired holds of one session, and `amount` must equal the total price of their seats. If only some of the session’s seats are bought, the others stay held until their holds expire. The payment itself is not verified. If an order is sent again with the same content, the reply is the same, byte for byte. If the content differs, the order is refused. After the buyer’s data has been erased, only `amount`, `currency` and `hold_ids` are compared.',
    body: purchaseBody,
    data: schema.purchase,
    message: 'Purchase completed',
    errors: ['HOLD_NOT_FOUND', 'HOLD_EXPIRED', 'HOLD_SOLD', 'ORDER_CONFLICT', 'AMOUNT_MISMATCH', 'CURRENCY_MISMATCH'],
  },
  listTickets: {
    step: '7',
    method: 'GET',
    path: `${API}/tickets`,
    summary: 'List the tickets of one customer reference',
    description:
      '`owner_ref` must be the customer reference of the session in which the tickets were bought. If it has no tickets, the list is empty.',
    query: ownerQuery,
    data: schema.ticketList,
    message: 'Public tickets',
    errors: ['OWNER_REF_REQUIRED'],
  },
  getTicket: {
    step: '8',
    method: 'GET',
    path: `${API}/tickets/{ticket_id}`,
    summary: 'Read one ticket as its owner',
    description: 'The reply for a ticket of another owner is the same as for an unknown ticket.',
    params: ticketPath,
    query: ownerQuery,
    data: schema.ticket,
    message: 'Public ticket',
    errors: ['OWNER_REF_REQUIRED', 'TICKET_NOT_FOUND'],
  },
  cancelTickets: {
    step: 'beyond',
    method: 'POST',
    path: `${API}/cancellations`,
    summary: 'Cancel tickets (extension)',
    description:
      'Only the partner that bought the tickets can cancel them, with the `owner_ref` of the purchase. Their codes become invalid, their seats are on sale again, and they are listed with the status `CANCELLED`. A ticket that was already cancelled is returned unchanged. If a request is sent again with the same content, the reply is the same. If the content differs, the request is refused. A service without this operation replies with 404, 405 or 501.',
    body: cancellationBody,
    data: schema.cancelledTickets,
    message: 'Tickets cancelled',
    errors: ['TICKET_NOT_FOUND', 'REQUEST_CONFLICT'],
    extension: true,
  },
} as const satisfies Record<string, Operation>

export type OperationName = keyof typeof operations

type Field<N extends OperationName, K extends string> =
  (typeof operations)[N] extends Record<K, infer S extends z.ZodType> ? z.infer<S> : undefined

export type Params<N extends OperationName> = Field<N, 'params'>
export type Query<N extends OperationName> = Field<N, 'query'>
export type Body<N extends OperationName> = Field<N, 'body'>
export type Data<N extends OperationName> = z.infer<(typeof operations)[N]['data']>

/** Header names defined by the specification ("Authentication"). */
export const PARTNER_CODE_HEADER = 'x-partner-code'
export const ENVIRONMENT_HEADER = 'x-env'
export const DEMO = 'demo'

/**
 * Body template for step 4, whose format the specification leaves open (decisions, "Hold"). Placeholders such as
 * `{seat_id}` are replaced by their values.
 */
export type HoldBody = { readonly [name: string]: Json }

type Json = string | number | boolean | null | readonly Json[] | HoldBody

export const singleSeatBody: HoldBody = { seat_id: '{seat_id}' }
export const allSeatsBody: HoldBody = { seat_ids: '{seat_ids}' }

interface Values {
  readonly sessionId: string
  readonly seatIds?: readonly string[]
  readonly holdId?: string
}

export function fillHoldBody(body: HoldBody, { sessionId, seatIds = [], holdId }: Values): unknown {
  const values: Readonly<Record<string, unknown>> = {
    '{session_id}': sessionId,
    ...(seatIds[0] !== undefined && { '{seat_id}': seatIds[0], '{seat_ids}': seatIds }),
    ...(holdId !== undefined && { '{hold_id}': holdId }),
  }
  return filled(body, values)
}

function filled(template: Json, values: Readonly<Record<string, unknown>>): unknown {
  if (typeof template === 'string') return values[template] ?? template
  if (template === null || typeof template !== 'object') return template
  if (isList(template)) return template.map((each) => filled(each, values))
  return Object.fromEntries(Object.entries(template).map(([name, each]) => [name, filled(each, values)]))
}

const isList = (value: Json): value is readonly Json[] => Array.isArray(value)

/** Optional route for the plan of an event's venue, outside the specification: docs/integrating/venue-plan.md. */
export const VENUE_PLAN_ROUTE = { method: 'GET', path: '/api/v1/venue-plans/{event_id}' } as const
