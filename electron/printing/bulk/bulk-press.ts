import { err, ok, type Result } from '../../../shared/domain/result.ts'
import type { TicketDocument } from '../../../shared/domain/documents/documents.ts'
import type { Language } from '../../../shared/domain/language.ts'
import type { Paper } from '../../../shared/domain/documents/paper.ts'
import type { DocumentService } from '../document-service.ts'
import { DocumentWorkerEnded } from '../document-thread.ts'
import { createFolderPrinter } from '../printers/folder-printer.ts'

export interface BulkOrder {
  /** Closed when the order ends. */
  readonly documents: DocumentService
  readonly paper: Paper
  readonly language: Language
  /** Whether each page is drawn and its code read back. */
  readonly selfCheck: boolean
  /** Read as they are needed: at most two files' worth are in memory. */
  readonly tickets: AsyncIterable<TicketDocument> | Iterable<TicketDocument>
  /** Folder of the files, and how their names begin: `<name>-0001.pdf`, `<name>-0002.pdf`. */
  readonly folder: string
  readonly name: string
  readonly ticketsPerFile: number
  /** Tells how many tickets lie in finished files. */
  readonly onProgress: (tickets: number) => void
  readonly signal: AbortSignal
}

export interface BulkDone {
  readonly tickets: number
  readonly files: readonly string[]
}

export interface BulkFailure {
  /** `cancelled`: by the signal. `unreadable`: a page that no gate could read. `not-saved`: no room, no folder. */
  readonly type: 'cancelled' | 'unreadable' | 'not-saved'
  readonly detail: string
  /** Files that were finished before; each is whole. */
  readonly files: readonly string[]
}

/**
 * Makes documents of many tickets (a cashier's block, a club's season), one file for each few hundred: print queues
 * fail on more, and finished files remain if the rest is cancelled. Equal tickets give equal files. Rejects if the
 * document worker ends, which is a bug, or if the tickets cannot be read.
 */
export async function pressTickets(order: BulkOrder): Promise<Result<BulkDone, BulkFailure>> {
  const { documents, paper, language, selfCheck, tickets, folder, name, ticketsPerFile, onProgress, signal } = order
  const files: string[] = []
  let done = 0
  const fail = (type: BulkFailure['type'], detail: string) => err({ type, detail, files })
  if (signal.aborted) return fail('cancelled', 'before it began')
  const saving = createFolderPrinter(folder)
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
