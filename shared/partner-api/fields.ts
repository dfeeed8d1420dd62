import { z } from 'zod'
import { textForms } from '../domain/text-forms.ts'

/** The values that the service's resources and requests are made of (specification, "Resources and their fields"). */

export const id = z.string().regex(textForms.identifier).describe('Identifier: a decimal number carried as a string')
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
  .describe('128 random bits as 32 hexadecimal characters: exactly what the ticket’s QR code holds')
export const amount = z.number().nonnegative().describe('Amount in major units of the currency given beside it')
export const currency = z.string().regex(textForms.currency).describe('ISO 4217 code')
export const count = z.int().nonnegative()

/**
 * Free text of a request, at most `longest` code points, as JSON Schema counts them. NUL and lone surrogates are refused:
 * no database keeps them, no printer prints them.
 */
export const text = (longest: number): z.ZodString =>
  z
    .string()
    .regex(
      new RegExp(String.raw`^[^\u0000\uD800-\uDFFF]{0,${longest}}$`, 'u'),
      `expected at most ${longest} characters of text`,
    )
    .meta({ maxLength: longest })

/** 1 to 100 distinct ids. Ids and UUIDs are compared without regard to case, which `uniqueItems` cannot express. */
export const distinct = <T extends z.ZodString | z.ZodGUID>(item: T, message: string): z.ZodArray<T> =>
  z
    .array(item)
    .min(1)
    .max(100)
    .refine((list) => new Set(list.map((each) => each.toLowerCase())).size === list.length, message)
    .meta({ uniqueItems: true })
