import { parentPort, workerData } from 'node:worker_threads'
import type { VenuePlan } from '../../shared/domain/venue/venue-plan.ts'
import { createDocumentService, type DocumentService } from './document-service.ts'
import type { TicketRendererOptions } from './ticket-renderer.ts'

export type DocumentWorkerData = Omit<TicketRendererOptions, 'planOf'>

export type DocumentOperation = Exclude<keyof DocumentService, 'close' | 'cancel'>

export interface DocumentCall {
  readonly id: number
  readonly operation: DocumentOperation
  readonly args: readonly unknown[]
  /** Seating plans changed since the last call, by venue name; null if the venue has no plan. */
  readonly plans: readonly (readonly [venueName: string, plan: VenuePlan | null])[]
}

export type DocumentReply = { readonly id: number } & ({ readonly value: unknown } | { readonly error: unknown })

const plans = new Map<string, VenuePlan | null>()
const service = createDocumentService({
  ...(workerData as DocumentWorkerData),
  planOf: (venueName) => plans.get(venueName) ?? null,
})

parentPort?.on('message', (call: DocumentCall) => {
  for (const [venueName, plan] of call.plans) plans.set(venueName, plan)
  void replyTo(call).then((reply) => parentPort?.postMessage(reply, []))
})

async function replyTo({ id, operation, args }: DocumentCall): Promise<DocumentReply> {
  try {
    const run = service[operation] as (...each: readonly unknown[]) => Promise<unknown>
    return { id, value: await run(...args) }
  } catch (error) {
    return { id, error }
  }
}
