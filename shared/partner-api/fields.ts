import { z } from 'zod'

/** The values that the service's resources and requests are made of (specification, "Resources and their fields"). */

export const id = z
  .string()
  .regex(/^\d{1,19}$/u)
  .describe('Identifier: a decimal number carried as a string')
export const uuid = z.guid().describe('UUID')
export const timestamp = z.iso.datetime({ precision: 3 }).describe('ISO 8601, UTC, with milliseconds')
export const localDateTime = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}$/u)
  .describe('ISO 8601 local date-time of the venue, without zone: YYYY-MM-DDTHH:MM:SS')
export const localDate = z.iso.date().describe('YYYY-MM-DD')
export const hexColor = z
  .string()
  .regex(/^#[0-9a-f]{6}$/iu)
  .describe('Colour as #rrggbb')
export const qrCode = z
  .string()
  .regex(/^[0-9a-f]{32}$/iu)
  .describe('128 random bits as 32 hexadecimal characters: exactly what the ticket’s QR code holds')
export const amount = z.number().nonnegative().describe('Amount in major units of the currency given beside it')
export const currency = z
  .string()
  .regex(/^[A-Z]{3}$/u)
  .describe('ISO 4217 code')
export const count = z.int().nonnegative()

/** Free text of a request. NUL and lone surrogates are refused: no database keeps them, no printer prints them. */
export const text = (longest: number): z.ZodString =>
  z
    .string()
    .max(longest)
    .refine((value) => !value.includes('\0') && value.isWellFormed(), 'Holds a character that is not text')
