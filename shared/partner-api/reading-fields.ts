import { z } from 'zod'
import { withoutBidiControls } from '../domain/bidi-controls.ts'
import { fitsQr } from '../domain/documents/qr-code.ts'
import { qrCode } from './fields.ts'

/**
 * The values that a client reads from a foreign partner's replies. Numbers may come as texts and the other way round.
 * Every text has a length: what people only read is cut with an ellipsis, what things are told apart by is refused.
 */

const text = z.union([z.string(), z.number().transform(String)])

/** `longest` counts UTF-16 units. NUL and half characters go: no database keeps them, no printer prints them. */
function cut(value: string, longest: number): string {
  const whole = value.length <= longest
  const kept = whole ? value : value.slice(0, longest - 1).replace(/[\ud800-\udbff]$/u, '')
  const clean = kept.replaceAll('\0', '').toWellFormed()
  return whole ? clean : `${clean.trimEnd()}…`
}

const ifText = text.nullish().catch(null)

/** For people to read, without direction controls; absent, or anything but text and numbers: empty. */
export const shown = (longest: number) => ifText.transform((value) => cut(withoutBidiControls(value ?? ''), longest))

/** Without it there is nothing to show. */
export const demanded = (longest: number) => shown(longest).refine((value) => value.trim() !== '', 'empty')

/** What things are told apart by. */
export const id = text.refine((value) => value !== '' && value.length <= 64, 'empty, or longer than 64 characters')

/** Customer references are a partner's own wording. */
export const reference = text.refine((value) => value !== '' && value.length <= 200, 'empty, or over 200 characters')

/** Opaque, kept and compared; longer ones do not count. */
export const opaque = (longest: number) =>
  text
    .nullish()
    .catch(null)
    .transform((value) => (value && value.length <= longest ? value : ''))

/** Whose something is, where the reply says so; anything but text and numbers says nothing. What had to be cut is not ours. */
export const name = ifText.transform((value) => cut(value ?? '', 200))

export const numeric = z.union([
  z.number(),
  z
    .string()
    .max(64)
    .regex(/^-?\d+(\.\d+)?$/u)
    .transform(Number),
])
export const someCount = numeric
  .nullish()
  .catch(null)
  .transform((value) => value ?? 0)
/** Seats are counted and numbered by whole numbers. */
export const whole = numeric.refine((value) => Number.isSafeInteger(value), 'not a whole number')
export const currency = z
  .string()
  .regex(/^[a-z]{3}$/iu)
  .transform((code) => code.toUpperCase())
/** Compared with the values that are known. */
export const status = z.string().max(64)
export const moment = z.string().max(64)

/**
 * `qr_code` is the specification's, in its own form. Some partners have `qr: { payload }` in its place, whose text is
 * theirs to choose. One of the two has to be there.
 */
const payload = z.string().refine(fitsQr, 'not a text that a QR code can hold')
export const qrFields = { qr_code: qrCode.nullish(), qr: z.object({ payload }).nullish() }
export const hasQr = (ticket: { qr_code?: unknown; qr?: unknown }): boolean => Boolean(ticket.qr_code ?? ticket.qr)

/** A member of a list that could not be read, so that nothing is made of it. */
export interface Unread {
  /** Its id, or its place in the list from 1: `#3`. */
  readonly which: string
  /** The field that is missing or cannot be read. */
  readonly field: string
}

const named = z.object({ id })

/** A list whose members stand for themselves: one that cannot be read is left out, and told in `unread`. */
export const listOf = <T>(member: z.ZodType<T>, most: number) =>
  z
    .array(z.unknown())
    .max(most)
    .transform((members) => {
      const [read, unread]: [T[], Unread[]] = [[], []]
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
