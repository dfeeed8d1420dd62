import { Worker } from 'node:worker_threads'
import type { TicketDocument } from '../../shared/domain/documents/documents.ts'
import type { VenuePlan } from '../../shared/domain/venue/venue-plan.ts'
import { messageOf } from '../../shared/errors.ts'
import type { PrintOutcome } from '../kiosk/ports/devices.ts'
import type { DocumentService } from './document-service.ts'
import type { DocumentCall, DocumentOperation, DocumentReply, DocumentWorkerData } from './document-worker.ts'
import type { TicketRendererOptions } from './ticket-renderer.ts'

/**
 * Maximum time without a reply while calls are pending: four times the time that the first tickets take on a tenth of a
 * processor core (docs/developing/benchmarks.md). Each pending page adds `MAX_SILENCE_PER_PAGE_MS`.
 */
export const MAX_SILENCE_MS = 60_000
const MAX_SILENCE_PER_PAGE_MS = 2_000

/** The document thread ended or hung before it replied. A later call starts a new thread. */
export class DocumentWorkerEnded extends Error {
  override readonly name = 'DocumentWorkerEnded'
}

/**
 * Runs a print job. Returns a failure if the document worker ends, because nothing was printed: all pages are drawn
 * before printing starts.
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

interface PendingCall extends PromiseWithResolvers<unknown> {
  readonly pages: number
}

class DocumentThread {
  readonly #worker: Worker
  readonly #pending = new Map<number, PendingCall>()
  /** Seating plans that were sent to the worker, by venue name. */
  readonly #plans = new Map<string, VenuePlan | null>()
  #cause = ''
  #timer: NodeJS.Timeout | undefined
  #sinceMs = 0

  /** `onEnded` is called before the pending calls are rejected. */
  constructor(workerFile: string, workerData: DocumentWorkerData, onEnded: () => void) {
    this.#worker = new Worker(workerFile, { workerData })
    this.#worker.unref()
    this.#worker.on('message', (reply: DocumentReply) => {
      const call = this.#pending.get(reply.id)
      this.#pending.delete(reply.id)
      this.#watch(true)
      if (this.#pending.size === 0) this.#worker.unref()
      if ('error' in reply) call?.reject(reply.error)
      else call?.resolve(reply.value)
    })
    this.#worker.on('error', (error) => (this.#cause = `: ${messageOf(error)}`))
    this.#worker.on('exit', () => {
      onEnded()
      const lost = [...this.#pending.values()]
      // Pending calls are removed before they are rejected, because `close` waits while calls are pending.
      this.#pending.clear()
      this.#watch(false)
      for (const { reject } of lost) reject(new DocumentWorkerEnded(`the document worker ended${this.#cause}`))
    })
  }

  call({ id, operation, args }: Omit<DocumentCall, 'plans'>, plans: DocumentCall['plans']): Promise<unknown> {
    const changed = plans.filter(([name, plan]) => this.#plans.get(name) !== plan)
    for (const [name, plan] of changed) this.#plans.set(name, plan)
    this.#worker.postMessage({ id, operation, args, plans: changed } satisfies DocumentCall, [])
    const pages = Math.max(1, ...args.map((each) => (Array.isArray(each) ? each.length : 1)))
    const call = { ...Promise.withResolvers<unknown>(), pages }
    this.#pending.set(id, call)
    this.#watch(false)
    this.#worker.ref()
    return call.promise
  }

  async close(): Promise<void> {
    // A reply to one call may lead to another call, so pending calls are awaited in a loop.
    while (this.#pending.size > 0) await Promise.allSettled([...this.#pending.values()].map(({ promise }) => promise))
    await this.end()
  }

  async end(): Promise<void> {
    await this.#worker.terminate()
  }

  /** Updates the time limit: a reply restarts it, and a further call only extends it. */
  #watch(hasReplied: boolean): void {
    clearTimeout(this.#timer)
    if (this.#pending.size === 0) return
    const now = performance.now()
    if (hasReplied || this.#pending.size === 1) this.#sinceMs = now
    const pages = [...this.#pending.values()].reduce((sum, call) => sum + call.pages, 0)
    const limitMs = MAX_SILENCE_MS + pages * MAX_SILENCE_PER_PAGE_MS
    const onHung = (): void => {
      this.#cause = `: no reply within ${limitMs / 1000} s`
      void this.end()
    }
    this.#timer = setTimeout(onHung, this.#sinceMs + limitMs - now)
    // The timer does not need to prevent an exit, because the worker prevents it while calls are pending.
    this.#timer.unref()
  }
}

/**
 * Opens a service in a separate thread, which starts at the first call and again after it has ended. A thread that
 * hangs is ended. An idle thread does not prevent an exit. `workerFile`: built or source file of `document-worker`.
 */
export function openDocumentThread(
  workerFile: string,
  { planOf = () => null, ...workerData }: TicketRendererOptions,
): DocumentService {
  let running: DocumentThread | null = null
  let lastId = 0

  function call(operation: DocumentOperation, args: readonly unknown[], venueNames: readonly string[]) {
    running ??= start()
    const plans = [...new Set(venueNames)].map((name) => [name, planOf(name)] as const)
    return running.call({ id: (lastId += 1), operation, args }, plans)
  }

  function start(): DocumentThread {
    const started = new DocumentThread(workerFile, workerData, () => {
      if (running === started) running = null
    })
    return started
  }

  const remote = <K extends DocumentOperation>(operation: K) =>
    ((...args: readonly unknown[]) => call(operation, args, [])) as DocumentService[K]
  const venuesOf = (tickets: readonly TicketDocument[]) => tickets.map(({ venue }) => venue.name)

  return {
    renderTickets: (...args) => call('renderTickets', args, venuesOf(args[0])) as Promise<Uint8Array>,
    renderReceipt: remote('renderReceipt'),
    renderReport: remote('renderReport'),
    renderAccountPaper: remote('renderAccountPaper'),
    renderSalesList: remote('renderSalesList'),
    renderTestPage: remote('renderTestPage'),
    renderCard: remote('renderCard'),
    renderBadge: remote('renderBadge'),
    rasterisePage: remote('rasterisePage'),
    pictureOf: remote('pictureOf'),
    faultOfPages: remote('faultOfPages'),
    close: async () => running?.close(),
    cancel: async () => running?.end(),
  }
}
