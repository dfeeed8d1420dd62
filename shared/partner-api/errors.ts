import { z } from 'zod'

/**
 * Failures of the service. The specification leaves them open; the body, the codes and their HTTP status are those of
 * the decisions page ("Error body").
 */
export const ERROR_STATUS = {
  MALFORMED_REQUEST: 400,
  OWNER_REF_REQUIRED: 400,
  UNKNOWN_PARTNER: 401,
  BAD_SIGNATURE: 401,
  ACCESS_DENIED: 403,
  DEMO_ONLY: 403,
  EVENT_NOT_FOUND: 404,
  SESSION_NOT_FOUND: 404,
  SECTION_NOT_FOUND: 404,
  SEAT_NOT_FOUND: 404,
  HOLD_NOT_FOUND: 404,
  TICKET_NOT_FOUND: 404,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  REQUEST_TIMEOUT: 408,
  EVENT_ENDED: 409,
  SEAT_CONFLICT: 409,
  ORDER_CONFLICT: 409,
  REQUEST_CONFLICT: 409,
  HOLD_SOLD: 409,
  NO_HOLDS: 409,
  SEAT_LIMIT: 409,
  SESSION_EXPIRED: 410,
  HOLD_EXPIRED: 410,
  BODY_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  EXPECTATION_FAILED: 417,
  AMOUNT_MISMATCH: 422,
  CURRENCY_MISMATCH: 422,
  RATE_LIMITED: 429,
  HEADERS_TOO_LARGE: 431,
  INTERNAL: 500,
  UNAVAILABLE: 503,
} as const

export type ErrorCode = keyof typeof ERROR_STATUS

/** What every operation may answer, whatever it does. */
export const COMMON_ERRORS = [
  'MALFORMED_REQUEST',
  'UNKNOWN_PARTNER',
  'BAD_SIGNATURE',
  'REQUEST_TIMEOUT',
  'EXPECTATION_FAILED',
  'RATE_LIMITED',
  'HEADERS_TOO_LARGE',
  'INTERNAL',
  'UNAVAILABLE',
] as const satisfies ErrorCode[]

/** What an operation with a body may answer besides. */
export const BODY_ERRORS = ['BODY_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'] as const satisfies ErrorCode[]

export const errorDetails = z.looseObject({
  what: z.string().describe('What is wrong, in a sentence'),
  where: z.string().optional().describe('The part of the request: `body.hold_ids[1]`, `query.owner_ref`, `header.…`'),
  remedy: z.string().describe('What to do about it'),
})

export const errorBody = z.object({
  success: z.literal(false),
  message: z.string().describe('Short label'),
  error: z.object({ code: z.string().describe('UPPER_SNAKE'), details: errorDetails }),
})

export type ErrorBody = z.infer<typeof errorBody>

/** Seats that stand in the way of a hold, in `details.seats` of SEAT_CONFLICT. */
export const conflictingSeats = z.array(
  z.object({ seat_id: z.string(), seat_code: z.string(), status: z.enum(['held', 'sold']) }),
)
