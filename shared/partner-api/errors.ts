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
  SEAT_CONFLICT: 409,
  ORDER_CONFLICT: 409,
  NO_HOLDS: 409,
  SEAT_LIMIT: 409,
  SESSION_EXPIRED: 410,
  HOLD_EXPIRED: 410,
  BODY_TOO_LARGE: 413,
  AMOUNT_MISMATCH: 422,
  CURRENCY_MISMATCH: 422,
  RATE_LIMITED: 429,
  INTERNAL: 500,
  UNAVAILABLE: 503,
} as const

export type ErrorCode = keyof typeof ERROR_STATUS

export const errorBody = z.object({
  success: z.literal(false),
  message: z.string(),
  error: z.object({ code: z.string(), details: z.record(z.string(), z.unknown()) }),
})

export type ErrorBody = z.infer<typeof errorBody>
