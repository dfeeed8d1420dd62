import { z } from 'zod'
import { textForms } from '../../domain/text-forms.ts'

/**
 * Error codes with their HTTP status, as listed on the decisions page ("Error body"). The specification defines no
 * errors.
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

export const BODY_ERRORS = ['BODY_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'] as const satisfies ErrorCode[]

export const errorDetails = z.looseObject({
  what: z.string().describe('Description of the error in one sentence'),
  where: z
    .string()
    .optional()
    .describe('Part of the request that caused the error: `body.hold_ids[1]`, `query.owner_ref`, `header.…`'),
  remedy: z.string().describe('What the caller should do'),
})

export const errorBody = z.object({
  success: z.literal(false),
  message: z.string().describe('Short label'),
  error: z.object({ code: z.string().describe('Error code in upper case with underscores'), details: errorDetails }),
})

export type ErrorBody = z.infer<typeof errorBody>

/** Seats that prevent a hold, in `details.seats` of SEAT_CONFLICT. */
export const conflictingSeats = z.array(
  z.object({ seat_id: z.string(), seat_code: z.string(), status: z.enum(['held', 'sold']) }),
)

export const id = z.string().regex(textForms.identifier).describe('Identifier: a decimal number as a string')
export const uuid = z.guid().describe('UUID')
export const timestamp = z.iso.datetime({ precision: 3 }).describe('ISO 8601, UTC, with milliseconds')
export const localDateTime = z
  .string()
  .regex(textForms.localDateTime)
  .describe('ISO 8601 local date-time of the venue, without zone: YYYY-MM-DDTHH:MM:SS')
export const localDate = z.iso.date().describe('YYYY-MM-DD')
export const hexColor = z.string().regex(textForms.anyCaseColour).describe('Colour as #rrggbb')
export const qrCode = z
  .string()
  .regex(textForms.ticketCode)
  .describe('128 random bits as 32 hexadecimal characters: the content of the ticket’s QR code')
export const amount = z.number().nonnegative().describe('Amount in major units of the currency given with it')
export const currency = z.string().regex(textForms.currency).describe('ISO 4217 code')
export const count = z.int().nonnegative()

/**
 * Returns the schema for text of at most `longest` code points. Rejects NUL and lone surrogates, which databases cannot
 * store and printers cannot print.
 */
export const text = (longest: number): z.ZodString =>
  z
    .string()
    .regex(
      new RegExp(String.raw`^[^\u0000\uD800-\uDFFF]{0,${longest}}$`, 'u'),
      `expected at most ${longest} characters of text`,
    )
    .meta({ maxLength: longest })

/** Returns the schema for 1 to 100 distinct ids; `uniqueItems` cannot express that the comparison ignores case. */
export const distinct = <T extends z.ZodString | z.ZodGUID>(item: T, message: string): z.ZodArray<T> =>
  z
    .array(item)
    .min(1)
    .max(100)
    .refine((list) => new Set(list.map((each) => each.toLowerCase())).size === list.length, message)
    .meta({ uniqueItems: true })
