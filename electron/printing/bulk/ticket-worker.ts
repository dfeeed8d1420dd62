import { parentPort, workerData } from 'node:worker_threads'
import type { Numerals } from '../../../shared/domain/numerals.ts'
import type { TicketDocument } from '../../../shared/domain/documents/ticket-document.ts'
import type { Paper } from '../../../shared/domain/documents/paper.ts'
import type { VenuePlan } from '../../../shared/domain/venue/venue-plan.ts'
import type { Language } from '../../../shared/domain/language.ts'
import { faultOfPages } from '../self-check.ts'
import { createTicketRenderer, type VenueBrand } from '../ticket-renderer.ts'

/** What the worker is started with: plain data, for it is copied into another thread. */
export interface TicketWorkerData {
  readonly fontsDirectory: string
  readonly paper: Paper
  readonly language: Language
  readonly numerals: Numerals
  /** Each page is drawn and its code read back. */
  readonly selfCheck: boolean
  readonly brand: VenueBrand | null
  readonly plans: readonly VenuePlan[]
}

export type TicketWorkerReply =
  | { readonly type: 'document'; readonly document: Uint8Array }
  /** A page that no gate could read: nothing of the batch may be used. */
  | { readonly type: 'fault'; readonly detail: string }

/** Beside the program's own thread: a batch of tickets comes in, a document goes out, one after another. */
const { fontsDirectory, paper, language, numerals, selfCheck, brand, plans } = workerData as TicketWorkerData
const renderer = createTicketRenderer({
  fontsDirectory,
  numerals,
  ...(brand && { brand }),
  planOf: (name) => plans.find(({ venue }) => venue.name === name) ?? null,
})

parentPort?.on('message', (tickets: readonly TicketDocument[]) => {
  void answer(tickets)
})

async function answer(tickets: readonly TicketDocument[]): Promise<void> {
  const document = await renderer.renderTickets(tickets, { paper, language })
  const codes = tickets.map(({ qrCode }) => qrCode)
  const detail = selfCheck ? await faultOfPages(document, codes) : null
  const reply: TicketWorkerReply = detail === null ? { type: 'document', document } : { type: 'fault', detail }
  parentPort?.postMessage(reply, [])
}
