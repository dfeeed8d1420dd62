import { rasterisePage } from './escpos/page-raster.ts'
import { pictureOf } from './printers/page-picture.ts'
import { faultOfPages } from './self-check.ts'
import { createTicketRenderer, type TicketRenderer, type TicketRendererOptions } from './ticket-renderer.ts'

/** What turns pages into dots for a printer. */
export interface PageDrawing {
  readonly rasterisePage: typeof rasterisePage
  readonly pictureOf: typeof pictureOf
}

/**
 * All that is slow about paper: documents, pictures of them, and the check of their codes. Any call rejects with
 * `DocumentWorkerEnded` if the thread that does the work ends.
 */
export interface DocumentService extends TicketRenderer, PageDrawing {
  readonly faultOfPages: typeof faultOfPages
  /** Ends the thread after the calls in progress. A later call starts another. */
  readonly close: () => Promise<void>
  /** Ends the thread immediately. */
  readonly cancel: () => Promise<void>
}

/** Creates a service whose calls block the thread they are made in: for the document worker and for short commands. */
export function createDocumentService(options: TicketRendererOptions): DocumentService {
  const close = (): Promise<void> => Promise.resolve()
  return { ...createTicketRenderer(options), rasterisePage, pictureOf, faultOfPages, close, cancel: close }
}
