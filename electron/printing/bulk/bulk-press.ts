import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { err, ok, type Result } from '../../../shared/domain/result.ts'
import type { TicketDocument } from '../../../shared/domain/documents/ticket-document.ts'
import { createFolderPrinter } from '../printers/folder-printer.ts'
import type { TicketWorkerData, TicketWorkerReply } from './ticket-worker.ts'

export interface BulkOrder extends TicketWorkerData {
  /** The built or the source file of `ticket-worker`. */
  readonly workerFile: string
  /** Taken as they are needed: never more than two files' worth are in memory. */
  readonly tickets: AsyncIterable<TicketDocument> | Iterable<TicketDocument>
  /** Where the files go, and how they begin: `<name>-0001.pdf`, `<name>-0002.pdf`. */
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
 * Makes documents of many tickets in a thread of their own (a cashier's block, a club's season), a file for each few
 * hundred: print queues choke on more, and what is finished stays when the rest is cancelled. Equal tickets give equal
 * files. Rejects where the worker breaks down, which is a bug, or where the tickets cannot be had.
 */
export async function pressTickets(order: BulkOrder): Promise<Result<BulkDone, BulkFailure>> {
  const { workerFile, tickets, folder, name, ticketsPerFile, onProgress, signal } = order
  const { fontsDirectory, paper, language, numerals, selfCheck, brand, plans } = order
  const workerData: TicketWorkerData = { fontsDirectory, paper, language, numerals, selfCheck, brand, plans }
  const files: string[] = []
  let done = 0
  const fail = (type: BulkFailure['type'], detail: string) => err({ type, detail, files })
  if (signal.aborted) return fail('cancelled', 'before it began')
  const saving = createFolderPrinter(folder)
  const worker = new Worker(workerFile, { workerData })
  const stop = (): void => void worker.terminate()
  signal.addEventListener('abort', stop)
  const broken = once(worker, 'exit').then(() => null)
  try {
    for await (const batch of inBatches(tickets, ticketsPerFile)) {
      const reply = Promise.race([once(worker, 'message').then(([heard]) => heard as TicketWorkerReply), broken])
      worker.postMessage(batch, [])
      const heard = await reply
      if (signal.aborted) return fail('cancelled', `after ${done} tickets`)
      if (!heard) throw new Error('the ticket worker ended')
      if (heard.type === 'fault') return fail('unreadable', `file ${files.length + 1}: ${heard.detail}`)
      const jobId = `${name}-${String(files.length + 1).padStart(4, '0')}`
      const saved = await saving.print({ jobId, document: heard.document, paper, title: jobId })
      if (saved.outcome !== 'printed') return fail('not-saved', saved.detail)
      files.push(saved.evidence)
      done += batch.length
      onProgress(done)
    }
    return ok({ tickets: done, files })
  } finally {
    signal.removeEventListener('abort', stop)
    await worker.terminate()
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
