import { Worker } from 'node:worker_threads'
import type { TicketDocument } from '../../shared/domain/documents/ticket-document.ts'
import type { VenuePlan } from '../../shared/domain/venue/venue-plan.ts'
import { messageOf } from '../../shared/error-message.ts'
import type { PrintOutcome } from '../core/ports/printer.ts'
import type { DocumentService } from './document-service.ts'
import type { DocumentCall, DocumentOperation, DocumentReply, DocumentWorkerData } from './document-worker.ts'
import type { TicketRendererOptions } from './ticket-renderer.ts'

/** The thread ended before it answered. A later call starts another. */
export class DocumentWorkerEnded extends Error {
  override readonly name = 'DocumentWorkerEnded'
}

/**
 * Runs a print job. Returns a failure if the document worker ends meanwhile: pages are drawn before the first byte goes
 * to a printer, so nothing was printed.
 */
export async function failedIfWorkerEnds(job: () => Promise<PrintOutcome>): Promise<PrintOutcome> {
  try {
    return await job()
  } catch (error) {
    if (!(error instanceof DocumentWorkerEnded)) throw error
    return { outcome: 'failed', reason: 'refused', detail: error.message }
  }
}

export type OpenDocuments = (options: TicketRendererOptions) => DocumentService

interface DocumentThread {
  readonly worker: Worker
  /** Replies that are awaited, by the id of the call. */
  readonly pending: Map<number, PromiseWithResolvers<unknown>>
  /** Plans that the worker has, by venue name. */
  readonly plans: Map<string, VenuePlan | null>
}

/**
 * Opens a service whose work is done in a thread of its own, so that screens, terminals and printers are served meanwhile.
 * The thread starts at the first call, and again at the first call after it ended. While idle it does not keep the process
 * alive. `workerFile` is the built or the source file of `document-worker`.
 */
export function openDocumentThread(
  workerFile: string,
  { planOf = () => null, ...workerData }: TicketRendererOptions,
): DocumentService {
  let running: DocumentThread | null = null
  let lastId = 0

  function call(operation: DocumentOperation, args: readonly unknown[], venueNames: readonly string[]) {
    const { worker, pending, plans } = (running ??= start())
    const id = (lastId += 1)
    const answer = Promise.withResolvers<unknown>()
    const message: DocumentCall = { id, operation, args, plans: newPlans(plans, venueNames) }
    worker.postMessage(message, [])
    pending.set(id, answer)
    worker.ref()
    return answer.promise
  }

  function newPlans(sent: DocumentThread['plans'], venueNames: readonly string[]): DocumentCall['plans'] {
    const found = [...new Set(venueNames)].map((name) => [name, planOf(name)] as const)
    const changed = found.filter(([name, plan]) => sent.get(name) !== plan)
    for (const [name, plan] of changed) sent.set(name, plan)
    return changed
  }

  function start(): DocumentThread {
    const worker = new Worker(workerFile, { workerData: workerData satisfies DocumentWorkerData })
    const started: DocumentThread = { worker, pending: new Map(), plans: new Map() }
    const { pending } = started
    let cause = ''
    worker.unref()
    worker.on('message', (reply: DocumentReply) => {
      const answer = pending.get(reply.id)
      pending.delete(reply.id)
      if (pending.size === 0) worker.unref()
      if ('error' in reply) answer?.reject(reply.error)
      else answer?.resolve(reply.value)
    })
    worker.on('error', (error) => {
      cause = `: ${messageOf(error)}`
    })
    worker.on('exit', () => {
      if (running === started) running = null
      const lost = [...pending.values()]
      // `close` waits until there is none.
      pending.clear()
      for (const { reject } of lost) reject(new DocumentWorkerEnded(`the document worker ended${cause}`))
    })
    return started
  }

  const remote = <K extends DocumentOperation>(operation: K) =>
    ((...args: readonly unknown[]) => call(operation, args, [])) as DocumentService[K]

  return {
    renderTickets: (tickets: readonly TicketDocument[], options) =>
      call(
        'renderTickets',
        [tickets, options],
        tickets.map(({ venue }) => venue.name),
      ) as Promise<Uint8Array>,
    renderReceipt: remote('renderReceipt'),
    renderSlip: remote('renderSlip'),
    renderCollectionSlip: remote('renderCollectionSlip'),
    renderCreditSlip: remote('renderCreditSlip'),
    renderReport: remote('renderReport'),
    renderTestPage: remote('renderTestPage'),
    renderCard: remote('renderCard'),
    rasterisePage: remote('rasterisePage'),
    pictureOf: remote('pictureOf'),
    faultOfPages: remote('faultOfPages'),

    async close() {
      if (!running) return
      const { worker, pending } = running
      // The reply to one call may lead to the next call.
      while (pending.size > 0) await Promise.allSettled([...pending.values()].map(({ promise }) => promise))
      await worker.terminate()
    },

    async cancel() {
      await running?.worker.terminate()
    },
  }
}
