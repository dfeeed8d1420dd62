import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { fitsQr } from '../../../shared/domain/documents/qr-code.ts'
import type { SeatNote } from '../../../shared/domain/seats/place.ts'
import type { TicketDocument } from '../../../shared/domain/documents/ticket-document.ts'
import { textOfFile } from '../../host/files/file-text.ts'
import { parseJson } from '../../../shared/parse-json.ts'

const text = z.string().max(500)
const code = z.string().max(100)

const note = z.literal(true).exactOptional()
const notes = { accessible: note, companion: note, restrictedView: note, stepFree: note } satisfies Record<
  SeatNote,
  z.ZodType
>

/** A ticket as a line of JSON: the members of `TicketDocument`, a specimen of the demo as `demo`. */
const line = z
  .strictObject({
    eventTitle: text,
    startsAt: code,
    venue: z.strictObject({ name: text, city: text, country: text }),
    zoneName: text,
    place: z.strictObject({
      seatCode: code,
      sector: code,
      row: code,
      seatNumber: z.int().min(0),
      gate: z.strictObject({ code, name: text, label: text }),
      tribune: z.strictObject({ code, name: text, color: code }),
      route: z.array(text).max(8),
      disputeCode: code,
      ...notes,
    }),
    qrCode: z.string().refine(fitsQr, 'expected a text that a QR code can hold'),
    ticketNumber: code,
    ticketReference: code,
    price: z.int().min(0),
    currency: z.string().regex(/^[A-Z]{3}$/u, 'expected a currency code of three letters'),
    orderId: code,
    copyNumber: z.int().min(0),
    demo: z.boolean(),
    index: z.int().min(1),
    count: z.int().min(1),
  })
  .transform(({ demo, ...ticket }): TicketDocument => ({ ...ticket, specimen: demo ? 'demo' : null }))

/**
 * Reads tickets from a file, a JSON object a line. Encoding as in `textOfFile`. Only LF and CRLF end a line: U+2028 may
 * stand in a JSON string. Rejects with the line and what is wrong in it.
 */
export async function* readTicketLines(path: string): AsyncGenerator<TicketDocument> {
  const file = textOfFile(await readFile(path))
  if (!file.ok) {
    const [{ line: at, column, what } = { line: 1, column: 1, what: '' }] = file.problems
    throw new Error(`${path}: line ${at}, column ${column}: ${what}`)
  }
  for (const [index, words] of file.text.split(/\r?\n/u).entries()) {
    if (words.trim() === '') continue
    const parsed = line.safeParse(parseJson(words) ?? null)
    if (parsed.success) yield parsed.data
    else {
      const [issue] = parsed.error.issues
      throw new Error(`${path}: line ${index + 1}: ${issue?.path.join('.') || 'the line'}: ${issue?.message}`)
    }
  }
}
