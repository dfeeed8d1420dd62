import { rasterisePage } from './escpos/bitmap.ts'
import { pictureOf } from './printers/page.ts'
import { faultOfPages } from './self-check.ts'
import { TicketRenderer, type TicketRendererOptions } from './ticket-renderer.ts'

/** Draws pages of documents for printers. */
export interface PageDrawing {
  readonly rasterisePage: typeof rasterisePage
  readonly pictureOf: typeof pictureOf
}

/**
 * Creates documents, draws them for printers and decodes their codes, all of which is slow. If a thread does this work
 * and ends, the calls in progress reject with `DocumentWorkerEnded`.
 */
export interface DocumentService extends Pick<TicketRenderer, keyof TicketRenderer>, PageDrawing {
  readonly faultOfPages: typeof faultOfPages
  /** Ends the thread after the calls in progress. A later call starts another thread. */
  readonly close: () => Promise<void>
  /** Ends the thread immediately. */
  readonly cancel: () => Promise<void>
}

/**
 * Creates a service that works in the calling thread and blocks it: for the document worker, and for tests that need no
 * thread.
 */
export function createDocumentService(options: TicketRendererOptions): DocumentService {
  const close = (): Promise<void> => Promise.resolve()
  return Object.assign(new TicketRenderer(options), { rasterisePage, pictureOf, faultOfPages, close, cancel: close })
}
