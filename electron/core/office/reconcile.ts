import {
  compareSale,
  type Difference,
  type RecordedSale,
  type Reconciliation,
} from '../../../shared/domain/sale/reconcile.ts'
import type { Clock, PartnerError, PartnerService } from '../ports/ports.ts'
import { NO_OWNER } from '../sale/tickets-listed.ts'

/** Few at once: the service sells meanwhile. */
const AT_ONCE = 4

export interface ReconcileInput {
  readonly register: string
  readonly shiftNo: number
  readonly sales: readonly RecordedSale[]
}

/**
 * Asks the service for the tickets of each sale and compares. `onProgress` gets what is known after each answer; ends early,
 * and says so with a null `doneUtc`, when the signal aborts.
 */
export async function reconcile(
  { partner, clock }: { readonly partner: Pick<PartnerService, 'listTickets'>; readonly clock: Clock },
  { register, shiftNo, sales }: ReconcileInput,
  onProgress: (soFar: Reconciliation) => void,
  signal: AbortSignal,
): Promise<Reconciliation> {
  const startedUtc = clock.now().wallUtc
  /** In the sales' order, whichever was answered first. */
  const found: (readonly Difference[])[] = []
  let [asked, agreed, next] = [0, 0, 0]
  const soFar = (doneUtc: string | null): Reconciliation => ({
    register,
    shiftNo,
    startedUtc,
    doneUtc,
    sales: sales.length,
    asked,
    agreed,
    differences: found.flat(),
  })

  async function ask(): Promise<void> {
    for (let index = next++; index < sales.length && !signal.aborted; index = next++) {
      const sale = sales[index]
      if (!sale) return
      const compared = compareSale(sale, await ticketsOf(sale.ownerRef))
      found[index] = compared.differences
      agreed += compared.agreed
      asked += 1
      onProgress(soFar(null))
    }
  }

  async function ticketsOf(ownerRef: string): Promise<Parameters<typeof compareSale>[1]> {
    if (ownerRef === '') return { ok: false, reason: NO_OWNER }
    const reply = await partner.listTickets({ ownerRef })
    return reply.ok ? reply : { ok: false, reason: wordsOf(reply.error) }
  }

  await Promise.all(Array.from({ length: AT_ONCE }, ask))
  return soFar(signal.aborted ? null : clock.now().wallUtc)
}

function wordsOf(error: PartnerError): string {
  return error.type === 'refused' ? `${error.type} ${error.status} ${error.code}` : error.type
}
