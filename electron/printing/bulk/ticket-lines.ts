import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { fitsQr } from '../../../shared/domain/documents/qr-code.ts'
import type { SeatNote } from '../../../shared/domain/seats/place.ts'
import type { TicketDocument } from '../../../shared/domain/documents/documents.ts'
import { textForms } from '../../../shared/domain/text-forms.ts'
import { expects } from '../../../shared/i18n/issue-text.ts'
import { textOfFile } from '../../host/files/file-text.ts'
import { readJson, type JsonTexts } from '../../host/files/read-json.ts'
import { problemLines, type FileProblem } from '../../host/files/text-place.ts'

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
    qrCode: z.string().refine(fitsQr, expects('qrText')),
    ticketNumber: code,
    ticketReference: code,
    price: z.int().min(0),
    currency: z.string().regex(textForms.currency),
    orderId: code,
    copyNumber: z.int().min(0),
    demo: z.boolean(),
    index: z.int().min(1),
    count: z.int().min(1),
  })
  .transform(({ demo, ...ticket }): TicketDocument => ({ ...ticket, specimen: demo ? 'demo' : null }))

/**
 * Reads tickets from a file with one JSON object per line. Encoding as in `textOfFile`. Only LF and CRLF end a line:
 * U+2028 may stand in a JSON string. Rejects at the first line that is not a ticket, with the place, path and value of
 * each problem.
 */
export async function* readTicketLines(path: string, texts: JsonTexts): AsyncGenerator<TicketDocument> {
  const file = textOfFile(await readFile(path), texts.files)
  const refused = (problems: readonly FileProblem[]) => new Error(problemLines(path, problems).join('\n'))
  if (!file.ok) throw refused(file.problems)
  for (const [index, words] of file.text.split(/\r?\n/u).entries()) {
    if (words.trim() === '') continue
    const read = readJson(words, line, texts)
    if (!read.ok) throw refused(read.problems.map((problem) => ({ ...problem, line: index + 1 })))
    yield read.value
  }
}
