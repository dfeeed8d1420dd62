import { rasterisePage } from './escpos/bitmap.ts'
import { pictureOf } from './printers/page.ts'
import { faultOfPages } from './self-check.ts'
import { TicketRenderer, type TicketRendererOptions } from './ticket-renderer.ts'

export interface PageDrawing {
  readonly rasterisePage: typeof rasterisePage
  readonly pictureOf: typeof pictureOf
}

/**
 * Creates documents, draws them for printers and decodes their codes, all of which is slow. If the document thread
 * ends, pending calls reject with `DocumentWorkerEnded`.
 */
export interface DocumentService extends Pick<TicketRenderer, keyof TicketRenderer>, PageDrawing {
  readonly faultOfPages: typeof faultOfPages
  /** Ends the thread after the pending calls. A later call starts a new thread. */
  readonly close: () => Promise<void>
  readonly cancel: () => Promise<void>
}

/** Creates a service that blocks the calling thread, for the document worker and for tests. */
export function createDocumentService(options: TicketRendererOptions): DocumentService {
  const close = (): Promise<void> => Promise.resolve()
  return Object.assign(new TicketRenderer(options), { rasterisePage, pictureOf, faultOfPages, close, cancel: close })
}
