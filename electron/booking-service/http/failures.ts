import { ERROR_STATUS, type ErrorBody, type ErrorCode } from '../../../shared/partner-api/errors.ts'
import { wireFromMinor } from '../../../shared/domain/money/money.ts'
import type { PlainReply } from './http.ts'
import type { AnyRefusal, RefusalFacts } from '../store/store.ts'

/** A request that is answered with an error body. */
export interface Failure {
  readonly code: ErrorCode
  /** Short label. */
  readonly message: string
  /** What is wrong, in a sentence. */
  readonly what: string
  /** The part of the request that is meant. */
  readonly where?: string
  /** What to do about it. */
  readonly remedy: string
  readonly details?: Readonly<Record<string, unknown>>
}

export function failureReply(
  { code, message, what, where, remedy, details }: Failure,
  headers: Readonly<Record<string, string>> = {},
): PlainReply {
  const body: ErrorBody = {
    success: false,
    message,
    error: { code, details: { what, ...(where !== undefined && { where }), remedy, ...details } },
  }
  return {
    status: ERROR_STATUS[code],
    headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store', ...headers },
    body: [Buffer.from(JSON.stringify(body))],
    about: { code },
  }
}

type Wording = { [K in keyof RefusalFacts]: (facts: RefusalFacts[K]) => Failure }

/** Every refusal of the store in the words of the wire. */
const wording: Wording = {
  'event-unknown': () => ({
    code: 'EVENT_NOT_FOUND',
    message: 'Unknown event',
    what: 'No event on sale has this id.',
    where: 'body.event_id',
    remedy: 'Take the id from the list of events.',
  }),
  'event-ended': () => ({
    code: 'EVENT_ENDED',
    message: 'Event ended',
    what: 'The event is over. Seats that the session holds can be bought until their holds expire; no others are held.',
    where: 'body',
    remedy: 'Take another event from the list of events.',
  }),
  'access-denied': () => ({
    code: 'ACCESS_DENIED',
    message: 'Access denied',
    what: 'The access code is not the one of this event.',
    where: 'body.access_code',
    remedy: 'Use the access code that was given out for this event.',
  }),
  'session-unknown': () => ({
    code: 'SESSION_NOT_FOUND',
    message: 'Unknown session',
    what: 'You have no booking session with this id.',
    where: 'path.session_id',
    remedy: 'Open a session and use its session_id.',
  }),
  'session-expired': ({ expiredAt }) => ({
    code: 'SESSION_EXPIRED',
    message: 'Session expired',
    what: 'The booking session has expired; its seats are free again.',
    where: 'path.session_id',
    remedy: 'Open a new session.',
    details: { expired_at: new Date(expiredAt).toISOString() },
  }),
  'section-unknown': () => ({
    code: 'SECTION_NOT_FOUND',
    message: 'Unknown section',
    what: 'The session’s event has no section with this id.',
    where: 'query.section_id',
    remedy: 'Take the id from map.sections of the opened session.',
  }),
  'seats-unknown': ({ seatIds }) => ({
    code: 'SEAT_NOT_FOUND',
    message: 'Unknown seat',
    what: 'The session’s event has no seat with these ids. Nothing was held.',
    where: 'body',
    remedy: 'Take the ids from map.seats of a section.',
    details: { seat_ids: seatIds },
  }),
  'seats-taken': ({ seats }) => ({
    code: 'SEAT_CONFLICT',
    message: 'Seat not available',
    what: 'Somebody else has these seats. Nothing was held.',
    where: 'body',
    remedy: 'Read the section again and choose other seats.',
    details: {
      seats: seats.map(({ seatId, seatCode, status }) => ({ seat_id: String(seatId), seat_code: seatCode, status })),
    },
  }),
  'seat-limit': ({ limit, used }) => ({
    code: 'SEAT_LIMIT',
    message: 'Too many seats',
    what: `A session may take ${limit} seats; this one has ${used}. Nothing was held.`,
    where: 'body',
    remedy: 'Take fewer seats, or release some.',
    details: { limit, used },
  }),
  'holds-unknown': ({ holdIds }) => ({
    code: 'HOLD_NOT_FOUND',
    message: 'Unknown hold',
    what: 'You have no holds with these ids, or they were released.',
    remedy: 'Take the ids from the checkout.',
    details: { hold_ids: holdIds },
  }),
  'holds-expired': ({ holdIds }) => ({
    code: 'HOLD_EXPIRED',
    message: 'Hold expired',
    what: 'The holds have expired; the seats are free again.',
    remedy: 'Hold seats again, while they are still available.',
    details: { hold_ids: holdIds },
  }),
  'holds-sold': ({ holdIds }) => ({
    code: 'HOLD_SOLD',
    message: 'Hold already sold',
    what: 'These holds have become tickets.',
    remedy: 'Read the tickets of the session’s owner_ref.',
    details: { hold_ids: holdIds },
  }),
  'holds-of-several-sessions': () => ({
    code: 'MALFORMED_REQUEST',
    message: 'Malformed request',
    what: 'The holds belong to several sessions.',
    where: 'body.hold_ids',
    remedy: 'Confirm the sale of each session by an order of its own.',
  }),
  'no-holds': () => ({
    code: 'NO_HOLDS',
    message: 'No seats held',
    what: 'The session holds no seat.',
    where: 'path.session_id',
    remedy: 'Hold at least one seat first.',
  }),
  'order-differs': () => ({
    code: 'ORDER_CONFLICT',
    message: 'Order already completed',
    what: 'An order with this id was completed with other content.',
    where: 'body.order_id',
    remedy: 'Send the same content again to have its reply, or a new order_id for another sale.',
  }),
  'tickets-unknown': ({ ticketIds }) => ({
    code: 'TICKET_NOT_FOUND',
    message: 'Unknown ticket',
    what: 'This customer reference has no tickets with these ids. Nothing was cancelled.',
    where: 'body.ticket_ids',
    remedy: 'Use the ticket ids and the owner_ref of the purchase.',
    details: { ticket_ids: ticketIds },
  }),
  'request-differs': () => ({
    code: 'REQUEST_CONFLICT',
    message: 'Request already answered',
    what: 'Another cancellation was asked for by this request_id. Nothing was cancelled.',
    where: 'body.request_id',
    remedy: 'Send the same content again to have its answer, or a new request_id for other tickets.',
  }),
  'currency-differs': ({ currency }) => ({
    code: 'CURRENCY_MISMATCH',
    message: 'Wrong currency',
    what: `The event is sold in ${currency}. Nothing was sold.`,
    where: 'body.currency',
    remedy: 'Use the currency of the checkout.',
    details: { expected_currency: currency },
  }),
  'amount-differs': ({ expected, currency }) => ({
    code: 'AMOUNT_MISMATCH',
    message: 'Wrong amount',
    what: 'The amount is not the total of the seats. Nothing was sold.',
    where: 'body.amount',
    remedy: 'Use the amount of the checkout.',
    details: { expected_amount: wireFromMinor(expected, currency), currency },
  }),
}

export function failureOf<K extends keyof RefusalFacts>(refusal: { readonly type: K } & RefusalFacts[K]): Failure
export function failureOf(refusal: AnyRefusal): Failure {
  // The table has one entry for each type, taking the facts of that type.
  const word = wording[refusal.type] as (facts: AnyRefusal) => Failure
  return word(refusal)
}
