import { z } from 'zod'
import type { ErrorCode } from './errors.ts'
import * as schema from './schemas.ts'

/**
 * The nine operations of the Partner Ticket Booking Service (step 4 counts hold and release): one table from which the
 * types, the client, the server, the OpenAPI document and the contract tests come.
 */
export interface Operation {
  /** Step number of the specification. */
  readonly step: string
  readonly method: 'GET' | 'POST' | 'DELETE'
  /** Path template below the base URL; `{name}` marks a path parameter. */
  readonly path: string
  readonly summary: string
  readonly params?: z.ZodType
  readonly query?: z.ZodType
  readonly body?: z.ZodType
  /** The `data` of a successful reply. */
  readonly data: z.ZodType
  /** The `message` of a successful reply. */
  readonly message: string
  /** Beyond MALFORMED_REQUEST, UNKNOWN_PARTNER and the service's own faults, which every operation may answer. */
  readonly errors: readonly ErrorCode[]
  readonly demoOnly?: true
}

const API = '/api/v1/public'

export const operations = {
  listEvents: {
    step: '1',
    method: 'GET',
    path: `${API}/events`,
    summary: 'List events',
    query: schema.pageQuery,
    data: schema.eventList,
    message: 'Public events',
    errors: [],
  },
  createEvent: {
    step: '1b',
    method: 'POST',
    path: `${API}/events`,
    summary: 'Create an event (demo environment only)',
    body: schema.createEventBody,
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
    body: schema.openSessionBody,
    data: schema.openedSession,
    message: 'Booking session created',
    errors: ['ACCESS_DENIED', 'EVENT_NOT_FOUND'],
  },
  viewSection: {
    step: '3',
    method: 'GET',
    path: `${API}/booking-sessions/{session_id}`,
    summary: 'Session with the seats of one section',
    params: schema.sessionPath,
    query: schema.sectionQuery,
    data: schema.sectionSession,
    message: 'Booking session',
    errors: ['SESSION_NOT_FOUND', 'SESSION_EXPIRED', 'SECTION_NOT_FOUND'],
  },
  holdSeats: {
    step: '4',
    method: 'POST',
    path: `${API}/booking-sessions/{session_id}/holds`,
    summary: 'Hold one seat or several, all or nothing',
    params: schema.sessionPath,
    body: schema.holdBody,
    data: schema.heldSeats,
    message: 'Seats held',
    errors: ['SESSION_NOT_FOUND', 'SESSION_EXPIRED', 'SEAT_NOT_FOUND', 'SEAT_CONFLICT', 'SEAT_LIMIT'],
  },
  releaseHold: {
    step: '4',
    method: 'DELETE',
    path: `${API}/booking-sessions/{session_id}/holds/{hold_id}`,
    summary: 'Release a hold; idempotent',
    params: schema.holdPath,
    data: schema.remainingHolds,
    message: 'Hold released',
    errors: ['SESSION_NOT_FOUND'],
  },
  readCheckout: {
    step: '5',
    method: 'GET',
    path: `${API}/booking-sessions/{session_id}/checkout`,
    summary: 'The amount to charge for the held seats',
    params: schema.sessionPath,
    data: schema.checkout,
    message: 'Booking checkout ready',
    errors: ['SESSION_NOT_FOUND', 'SESSION_EXPIRED', 'HOLD_EXPIRED', 'NO_HOLDS'],
  },
  confirmPurchase: {
    step: '6',
    method: 'POST',
    path: `${API}/purchases`,
    summary: 'Confirm the sale: verifies holds and amount, makes the tickets; idempotent by order_id',
    body: schema.purchaseBody,
    data: schema.purchase,
    message: 'Purchase completed',
    errors: ['HOLD_NOT_FOUND', 'HOLD_EXPIRED', 'SEAT_CONFLICT', 'ORDER_CONFLICT', 'AMOUNT_MISMATCH', 'CURRENCY_MISMATCH'],
  },
  listTickets: {
    step: '7',
    method: 'GET',
    path: `${API}/tickets`,
    summary: 'Tickets of one customer reference',
    query: schema.ownerQuery,
    data: schema.ticketList,
    message: 'Public tickets',
    errors: ['OWNER_REF_REQUIRED'],
  },
  getTicket: {
    step: '8',
    method: 'GET',
    path: `${API}/tickets/{ticket_id}`,
    summary: 'One ticket, for its owner only',
    params: schema.ticketPath,
    query: schema.ownerQuery,
    data: schema.ticket,
    message: 'Public ticket',
    errors: ['OWNER_REF_REQUIRED', 'TICKET_NOT_FOUND'],
  },
} as const satisfies Record<string, Operation>

export type OperationName = keyof typeof operations

type Field<N extends OperationName, K extends string> = (typeof operations)[N] extends Record<K, infer S extends z.ZodType>
  ? z.infer<S>
  : undefined

export type Params<N extends OperationName> = Field<N, 'params'>
export type Query<N extends OperationName> = Field<N, 'query'>
export type Body<N extends OperationName> = Field<N, 'body'>
export type Data<N extends OperationName> = z.infer<(typeof operations)[N]['data']>

/** Header names of the specification ("Authentication"). */
export const PARTNER_CODE_HEADER = 'x-partner-code'
export const ENVIRONMENT_HEADER = 'x-env'
export const DEMO = 'demo'
