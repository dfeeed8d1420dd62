import type { z } from 'zod'
import { wireFromMinor } from '../../../shared/domain/money/money.ts'
import { inEnglish } from '../../../shared/i18n/issue-text.ts'
import { readBounded } from '../../../shared/json.ts'
import { ERROR_STATUS, type ErrorBody, type ErrorCode } from '../../../shared/api/partner/errors.ts'
import type { Operation, OperationName } from '../../../shared/api/partner/operations.ts'
import type { AnyRefusal, RefusalFacts } from '../sql/store.ts'

export interface PlainRequest {
  readonly method: string
  /** Path and query as received: `/api/v1/public/events?page=1`. */
  readonly target: string
  /** The client's address: the peer of the connection, or an address that a trusted proxy names. */
  readonly remote?: string | undefined
  header(name: string): string | undefined
  /** Resolves with null if the body has more than `limit` bytes. */
  body(limit: number): Promise<Uint8Array | null>
}

export interface PlainReply {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: readonly Uint8Array[]
  /** Operation, partner and error code for the log. They are never sent to the client. */
  readonly about?: RequestFacts
  /**
   * Returns the same reply again, or null if the content may have changed. The caller must check the partner's
   * admission first.
   */
  readonly again?: (request: Pick<PlainRequest, 'header'>) => PlainReply | null
  /**
   * Called once when the body has been sent or cannot be sent. Afterwards, the byte arrays of the body may be modified.
   */
  readonly sent?: () => void
}

export interface RequestFacts {
  readonly operation?: OperationName | 'readVenuePlan' | 'readOpenApi'
  readonly partnerCode?: string
  readonly code?: ErrorCode
}

export type PlainHandler = (request: PlainRequest) => Promise<PlainReply>

/** Compares an entity tag weakly with each tag of the list (RFC 9110, 13.1.2). */
export function matchesTag(given: string | undefined, etag: string): boolean {
  return given?.split(',').some((tag) => tag.trim().replace(/^W\//u, '') === etag || tag.trim() === '*') ?? false
}

export async function answerFetch(handle: PlainHandler, request: Request): Promise<Response> {
  const { pathname, search } = new URL(request.url)
  const reply = await handle({
    method: request.method,
    target: pathname + search,
    header: (name) => request.headers.get(name) ?? undefined,
    body: (limit) => readBounded(request.body, limit),
  })
  const body = reply.body.length === 0 ? null : Buffer.concat(reply.body)
  reply.sent?.()
  return new Response(body, { status: reply.status, headers: { ...reply.headers } })
}

export interface Failure {
  readonly code: ErrorCode
  readonly message: string
  readonly what: string
  readonly where?: string
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

const wording: Wording = {
  'event-unknown': () => ({
    code: 'EVENT_NOT_FOUND',
    message: 'Unknown event',
    what: 'There is no event on sale with this id.',
    where: 'body.event_id',
    remedy: 'Use an id from the list of events.',
  }),
  'event-ended': () => ({
    code: 'EVENT_ENDED',
    message: 'Event ended',
    what: 'The event is over. Seats already held by the session can be bought until their holds expire; no other seats can be held.',
    where: 'body',
    remedy: 'Choose another event from the list of events.',
  }),
  'access-denied': () => ({
    code: 'ACCESS_DENIED',
    message: 'Access denied',
    what: 'The access code does not match this event.',
    where: 'body.access_code',
    remedy: 'Use the access code issued for this event.',
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
    what: 'The booking session has expired; its seats are available again.',
    where: 'path.session_id',
    remedy: 'Open a new session.',
    details: { expired_at: new Date(expiredAt).toISOString() },
  }),
  'section-unknown': () => ({
    code: 'SECTION_NOT_FOUND',
    message: 'Unknown section',
    what: 'The event of the session has no section with this id.',
    where: 'query.section_id',
    remedy: 'Use an id from map.sections of the opened session.',
  }),
  'seats-unknown': ({ seatIds }) => ({
    code: 'SEAT_NOT_FOUND',
    message: 'Unknown seat',
    what: 'The event of the session has no seats with these ids. Nothing was held.',
    where: 'body',
    remedy: 'Use ids from map.seats of a section.',
    details: { seat_ids: seatIds },
  }),
  'seats-taken': ({ seats }) => ({
    code: 'SEAT_CONFLICT',
    message: 'Seat not available',
    what: 'These seats are no longer available. Nothing was held.',
    where: 'body',
    remedy: 'Read the section again and choose other seats.',
    details: {
      seats: seats.map(({ seatId, seatCode, status }) => ({ seat_id: String(seatId), seat_code: seatCode, status })),
    },
  }),
  'seat-limit': ({ limit, used }) => ({
    code: 'SEAT_LIMIT',
    message: 'Too many seats',
    what: `A session can hold ${limit} seats; this one has ${used}. Nothing was held.`,
    where: 'body',
    remedy: 'Hold fewer seats, or release some.',
    details: { limit, used },
  }),
  'holds-unknown': ({ holdIds }) => ({
    code: 'HOLD_NOT_FOUND',
    message: 'Unknown hold',
    what: 'You have no holds with these ids, or they were released.',
    remedy: 'Use the ids from the checkout.',
    details: { hold_ids: holdIds },
  }),
  'holds-expired': ({ holdIds }) => ({
    code: 'HOLD_EXPIRED',
    message: 'Hold expired',
    what: 'The holds have expired; the seats are available again.',
    remedy: 'Hold the seats again if they are still available.',
    details: { hold_ids: holdIds },
  }),
  'holds-sold': ({ holdIds }) => ({
    code: 'HOLD_SOLD',
    message: 'Hold already sold',
    what: 'These holds have already become tickets.',
    remedy: 'Read the tickets with the owner_ref of the session.',
    details: { hold_ids: holdIds },
  }),
  'holds-of-several-sessions': () => ({
    code: 'MALFORMED_REQUEST',
    message: 'Malformed request',
    what: 'The holds belong to several sessions.',
    where: 'body.hold_ids',
    remedy: 'Confirm the sale of each session with a separate order.',
  }),
  'no-holds': () => ({
    code: 'NO_HOLDS',
    message: 'No seats held',
    what: 'The session holds no seats.',
    where: 'path.session_id',
    remedy: 'Hold at least one seat first.',
  }),
  'order-differs': () => ({
    code: 'ORDER_CONFLICT',
    message: 'Order already completed',
    what: 'An order with this id was completed with other content.',
    where: 'body.order_id',
    remedy: 'To receive the reply again, send the same content. For another sale, use a new order_id.',
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
    what: 'This request_id belongs to another cancellation. Nothing was cancelled.',
    where: 'body.request_id',
    remedy: 'To receive the reply again, send the same content. For other tickets, use a new request_id.',
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
    what: 'The amount differs from the total price of the seats. Nothing was sold.',
    where: 'body.amount',
    remedy: 'Use the amount of the checkout.',
    details: { expected_amount: wireFromMinor(expected, currency), currency },
  }),
}

export function failureOf<K extends keyof RefusalFacts>(refusal: { readonly type: K } & RefusalFacts[K]): Failure
export function failureOf(refusal: AnyRefusal): Failure {
  const word = wording[refusal.type] as (facts: AnyRefusal) => Failure
  return word(refusal)
}

/** Maximum bytes of a request body. A large purchase takes a tenth of the maximum. */
export const BODY_LIMIT = 64 * 1024
const MAX_ISSUES = 10

type Reading<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly failure: Failure }

/** Reads the query. Refuses a parameter that occurs more than once. */
export function readQuery(operation: Operation, search: URLSearchParams): Reading<unknown> {
  if (operation.query === undefined) return { ok: true, value: undefined }
  const twice = [...search.keys()].find((name) => search.getAll(name).length > 1)
  if (twice !== undefined) return { ok: false, failure: malformed(`query.${twice}`, 'The parameter is repeated.') }
  return check(operation.query, Object.fromEntries(search), 'query')
}

export async function readJsonBody(operation: Operation, request: PlainRequest): Promise<Reading<unknown>> {
  if (operation.body === undefined) return { ok: true, value: undefined }
  if (!isJson(request.header('content-type'))) {
    return {
      ok: false,
      failure: {
        code: 'UNSUPPORTED_MEDIA_TYPE',
        message: 'Not JSON',
        what: 'The body is not declared as JSON in UTF-8.',
        where: 'header.content-type',
        remedy: 'Send the body with content-type: application/json.',
      },
    }
  }
  let bytes: Uint8Array | null
  try {
    bytes = await request.body(BODY_LIMIT)
  } catch {
    return { ok: false, failure: bodyTruncated }
  }
  if (bytes === null) return { ok: false, failure: bodyTooLarge }
  const parsed = parseJson(bytes)
  if (parsed === undefined) return { ok: false, failure: malformed('body', 'The body is not JSON in UTF-8.') }
  return check(operation.body, parsed.value, 'body')
}

export function check(shape: z.ZodType, value: unknown, part: 'query' | 'body' | 'path'): Reading<unknown> {
  const parsed = shape.safeParse(value, inEnglish)
  if (parsed.success) return { ok: true, value: parsed.data }
  const issues = parsed.error.issues.slice(0, MAX_ISSUES).map(({ path, message }) => ({
    where: part + path.map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`)).join(''),
    what: message,
  }))
  const [first = { where: part, what: 'The value is invalid.' }] = issues
  return { ok: false, failure: { ...malformed(first.where, first.what), details: { issues } } }
}

export function malformed(where: string, what: string): Failure {
  return {
    code: 'MALFORMED_REQUEST',
    message: 'Malformed request',
    what,
    where,
    remedy: 'Correct this part of the request; its schema is in the OpenAPI document.',
  }
}

export const bodyTruncated: Failure = malformed('body', 'The body is incomplete.')

export const bodyTooLarge: Failure = {
  code: 'BODY_TOO_LARGE',
  message: 'Body too large',
  what: `The body is longer than ${BODY_LIMIT} bytes.`,
  where: 'body',
  remedy: 'Send only the fields of the operation.',
  details: { limit: BODY_LIMIT },
}

function isJson(contentType: string | undefined): boolean {
  const [type = '', ...parameters] = (contentType ?? '')
    .toLowerCase()
    .split(';')
    .map((part) => part.trim())
  const charset = parameters.find((parameter) => parameter.startsWith('charset='))
  return type === 'application/json' && (charset === undefined || /^charset="?utf-8"?$/u.test(charset))
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

function parseJson(bytes: Uint8Array): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(utf8.decode(bytes)) as unknown }
  } catch {
    return undefined
  }
}
