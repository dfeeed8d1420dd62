import { transition } from '../../shared/domain/sale-transition.ts'
import type { Instant, PurchaseRequest, Sale, SaleEvent } from '../../shared/domain/sale.ts'
import type { StepPayload } from './step.ts'

/** A sale's row as it was journalled. */
export interface JournalledStep {
  readonly saleId: string
  readonly register: string
  readonly payload: StepPayload
  readonly now: Instant
}

/**
 * A sale's state from its rows alone, the first one first: the domain's own transition over the journalled events.
 * `request` is the purchase as it was composed; without it a sale that was being confirmed goes to staff, and its
 * tickets are still asked for. Null when the rows do not lead where they say (another version of the program).
 */
export function replaySale(steps: readonly JournalledStep[], request: PurchaseRequest | null): Sale | null {
  let sale: Sale | null = null
  try {
    for (const step of steps) {
      sale = transition(sale ?? openedSale(step), eventOf(step.payload, request), step.now)
      if (sale.state !== step.payload.to) return null
    }
  } catch {
    return null
  }
  return sale && 'request' in sale && request === null ? withoutRequest(sale) : sale
}

/** What cannot be sent again is asked for: the service still knows whether it sold. */
function withoutRequest(sale: Extract<Sale, { request: PurchaseRequest }>): Sale {
  const { saleId, register, language, event, sessionId, ownerRef, currency, order, tender } = sale
  const base = { saleId, register, language, event, sessionId, ownerRef, currency }
  return { ...base, state: 'needs-staff', question: 'service-unreachable', order, tender, detail: 'request lost' }
}

function openedSale({ saleId, register, payload }: JournalledStep): Sale {
  if (!payload.opened) throw new Error(`sale ${saleId}: its first row is missing`)
  return { state: 'choosing', notice: null, saleId, register, ...payload.opened }
}

function eventOf({ event, tickets = [] }: StepPayload, request: PurchaseRequest | null): SaleEvent {
  switch (event.type) {
    case 'purchase-composed':
      return { type: event.type, request: request ?? { body: '', sha256: '' } }
    case 'purchase-confirmed':
    case 'tickets-found':
      return { type: event.type, tickets }
    default:
      return event as SaleEvent
  }
}
