import { Worker } from 'node:worker_threads'
import type { TicketDocument } from '../../shared/domain/documents/documents.ts'
import type { VenuePlan } from '../../shared/domain/venue/venue-plan.ts'
import { messageOf } from '../../shared/errors.ts'
import type { PrintOutcome } from '../core/ports/devices.ts'
import type { DocumentService } from './document-service.ts'
import type { DocumentCall, DocumentOperation, DocumentReply, DocumentWorkerData } from './document-worker.ts'
import type { TicketRendererOptions } from './ticket-renderer.ts'

/**
 * Maximum silence of the thread while calls are pending, in milliseconds: four times what the first tickets after a start
 * take on a tenth of a core (docs/developing/benchmarks.md). Each page of these calls adds to it, as one call may make a
 * file of several hundred.
 */
export const MAX_SILENCE_MS = 60_000
const MAX_SILENCE_PER_PAGE_MS = 2_000

/** The thread ended before it replied, by itself or because it hung. A later call starts another. */
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

interface PendingCall {
  readonly answer: PromiseWithResolvers<unknown>
  readonly pages: number
}

interface DocumentThread {
  readonly worker: Worker
  /** Calls without a reply, by their id. */
  readonly pending: Map<number, PendingCall>
  /** Ends the thread if it stays silent. */
  readonly watchdog: Watchdog
  /** Plans that the worker has, by venue name. */
  readonly plans: Map<string, VenuePlan | null>
}

interface Watchdog {
  /**
   * Updates the time limit after a change of the pending calls. A reply restarts it, a further call only extends it.
   */
  readonly watch: (hasReplied: boolean) => void
}

function createWatchdog(pending: DocumentThread['pending'], onHung: (seconds: number) => void): Watchdog {
  let timer: NodeJS.Timeout | undefined
  let sinceMs = 0
  return {
    watch(hasReplied) {
      clearTimeout(timer)
      if (pending.size === 0) return
      const now = performance.now()
      if (hasReplied || pending.size === 1) sinceMs = now
      const pages = [...pending.values()].reduce((sum, call) => sum + call.pages, 0)
      const limitMs = MAX_SILENCE_MS + pages * MAX_SILENCE_PER_PAGE_MS
      timer = setTimeout(() => onHung(limitMs / 1000), sinceMs + limitMs - now)
      // The worker keeps the process alive while calls are pending.
      timer.unref()
    },
  }
}

/** `onEnded` is called before the pending calls are rejected. */
function startThread(workerFile: string, workerData: DocumentWorkerData, onEnded: () => void): DocumentThread {
  const worker = new Worker(workerFile, { workerData })
  const pending: DocumentThread['pending'] = new Map()
  let cause = ''
  const watchdog = createWatchdog(pending, (seconds) => {
    cause = `: no reply within ${seconds} s`
    void worker.terminate()
  })
  worker.unref()
  worker.on('message', (reply: DocumentReply) => {
    const answer = pending.get(reply.id)?.answer
    pending.delete(reply.id)
    watchdog.watch(true)
    if (pending.size === 0) worker.unref()
    if ('error' in reply) answer?.reject(reply.error)
    else answer?.resolve(reply.value)
  })
  worker.on('error', (error) => {
    cause = `: ${messageOf(error)}`
  })
  worker.on('exit', () => {
    onEnded()
    const lost = [...pending.values()]
    // `close` waits until no calls are pending.
    pending.clear()
    watchdog.watch(false)
    for (const { answer } of lost) answer.reject(new DocumentWorkerEnded(`the document worker ended${cause}`))
  })
  return { worker, pending, plans: new Map(), watchdog }
}

/**
 * Opens a service whose work is done in a thread of its own, so that screens, terminals and printers are served meanwhile.
 * The thread starts at the first call, and again at the first call after it ended. One that hangs is ended. While idle it
 * does not keep the process alive. `workerFile` is the built or the source file of `document-worker`.
 */
export function openDocumentThread(
  workerFile: string,
  { planOf = () => null, ...workerData }: TicketRendererOptions,
): DocumentService {
  let running: DocumentThread | null = null
  let lastId = 0

  function call(operation: DocumentOperation, args: readonly unknown[], venueNames: readonly string[]) {
    const { worker, pending, plans, watchdog } = (running ??= start())
    const id = (lastId += 1)
    const answer = Promise.withResolvers<unknown>()
    const message: DocumentCall = { id, operation, args, plans: newPlans(plans, venueNames) }
    worker.postMessage(message, [])
    pending.set(id, { answer, pages: Math.max(1, ...args.map((each) => (Array.isArray(each) ? each.length : 1))) })
    watchdog.watch(false)
    worker.ref()
    return answer.promise
  }

  function start(): DocumentThread {
    const started = startThread(workerFile, workerData, () => {
      if (running === started) running = null
    })
    return started
  }

  function newPlans(sent: DocumentThread['plans'], venueNames: readonly string[]): DocumentCall['plans'] {
    const found = [...new Set(venueNames)].map((name) => [name, planOf(name)] as const)
    const changed = found.filter(([name, plan]) => sent.get(name) !== plan)
    for (const [name, plan] of changed) sent.set(name, plan)
    return changed
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
      while (pending.size > 0) await Promise.allSettled([...pending.values()].map(({ answer }) => answer.promise))
      await worker.terminate()
    },

    async cancel() {
      await running?.worker.terminate()
    },
  }
}
