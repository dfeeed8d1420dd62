import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import type { TicketDocument } from '../../../shared/domain/documents/documents.ts'
import type { Paper } from '../../../shared/domain/documents/paper.ts'
import { fitsQr } from '../../../shared/domain/documents/qr-code.ts'
import type { Language } from '../../../shared/domain/language.ts'
import { err, ok, type Result } from '../../../shared/domain/result.ts'
import type { SeatNote } from '../../../shared/domain/seats/place.ts'
import { textForms } from '../../../shared/domain/text-forms.ts'
import { expects } from '../../../shared/i18n/issue-text.ts'
import { type FileProblem, type JsonTexts, problemLines, readJson, textOfFile } from '../../host/files/file-text.ts'
import type { DocumentService } from '../document-service.ts'
import { DocumentWorkerEnded } from '../document-thread.ts'
import { FolderPrinter } from '../printers/folder-printer.ts'

export interface BulkOrder {
  readonly documents: DocumentService
  readonly paper: Paper
  readonly language: Language
  /** Whether each page is rendered as an image and its QR code is decoded as a check. */
  readonly selfCheck: boolean
  /** Tickets, read on demand, so that at most the tickets of two files are in memory. */
  readonly tickets: AsyncIterable<TicketDocument> | Iterable<TicketDocument>
  /** Folder of the files `<name>-0001.pdf`, `<name>-0002.pdf` and so on. */
  readonly folder: string
  readonly name: string
  readonly ticketsPerFile: number
  readonly onProgress: (tickets: number) => void
  readonly signal: AbortSignal
}

export interface BulkDone {
  readonly tickets: number
  readonly files: readonly string[]
}

export interface BulkFailure {
  /**
   * `cancelled`: the signal was aborted · `unreadable`: a code failed the check · `not-saved`: no disk space or no
   * folder.
   */
  readonly type: 'cancelled' | 'unreadable' | 'not-saved'
  readonly detail: string
  readonly files: readonly string[]
}

/**
 * Renders many tickets into files of a few hundred tickets, because print queues fail with larger files. Equal tickets
 * result in equal files. Rejects if the document worker ends, or if the tickets cannot be read.
 */
export async function renderTicketsInBulk(order: BulkOrder): Promise<Result<BulkDone, BulkFailure>> {
  const { documents, paper, language, selfCheck, tickets, folder, name, ticketsPerFile, onProgress, signal } = order
  const files: string[] = []
  let done = 0
  const fail = (type: BulkFailure['type'], detail: string) => err({ type, detail, files })
  if (signal.aborted) return fail('cancelled', 'before it began')
  const saving = new FolderPrinter(folder)
  const stop = (): void => void documents.cancel()
  signal.addEventListener('abort', stop)
  try {
    for await (const batch of inBatches(tickets, ticketsPerFile)) {
      const document = await documents.renderTickets(batch, { paper, language })
      const codes = batch.map(({ qrCode }) => qrCode)
      const fault = selfCheck ? await documents.faultOfPages(document, codes) : null
      if (signal.aborted) return fail('cancelled', `after ${done} tickets`)
      if (fault !== null) return fail('unreadable', `file ${files.length + 1}: ${fault}`)
      const jobId = `${name}-${String(files.length + 1).padStart(4, '0')}`
      const saved = await saving.print({ jobId, document, paper, title: jobId })
      if (saved.outcome !== 'printed') return fail('not-saved', saved.detail)
      files.push(saved.evidence)
      done += batch.length
      onProgress(done)
    }
    return ok({ tickets: done, files })
  } catch (error) {
    if (signal.aborted && error instanceof DocumentWorkerEnded) return fail('cancelled', `after ${done} tickets`)
    throw error
  } finally {
    signal.removeEventListener('abort', stop)
    await documents.close()
  }
}

async function* inBatches(tickets: BulkOrder['tickets'], size: number): AsyncGenerator<readonly TicketDocument[]> {
  let batch: TicketDocument[] = []
  for await (const ticket of tickets) {
    batch.push(ticket)
    if (batch.length < size) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

const text = z.string().max(500)
const code = z.string().max(100)

const note = z.literal(true).exactOptional()
const notes = { accessible: note, companion: note, restrictedView: note, stepFree: note } satisfies Record<
  SeatNote,
  z.ZodType
>

/** A ticket as a JSON object with the members of `TicketDocument`. `demo` marks a specimen. */
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
 * Reads tickets from a file with one JSON object per line. Only LF and CRLF end a line, because a JSON string may
 * contain U+2028. Rejects with the line, path and value of each problem of the first invalid line.
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
