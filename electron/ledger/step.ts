import { hash as digest } from 'node:crypto'
import type { PurchaseRequest, Sale, SaleEvent } from '../../shared/domain/sale.ts'
import { entriesOf, type StepEntries } from './entries.ts'

/** The payload of a sale's row: what happened, where it led, and what it adds to the books. */
export interface StepPayload extends StepEntries {
  readonly event: { readonly type: string }
  readonly from: Sale['state'] | null
  readonly to: Sale['state']
  /** SHA-256 of the sale's new state as the table has it (`sale.body`). */
  readonly stateSha256: string
  /** With the purchase's composition only: the commitment to its exact bytes. */
  readonly requestMac?: string
}

export interface SaleText {
  /** The sale's state as text, without the bytes of its request. */
  readonly body: string
  /** The request as long as it may be sent again. */
  readonly request: PurchaseRequest | null
}

/** One step, ready to be written. */
export interface Step extends SaleText {
  readonly saleId: string
  readonly staffId: string | null
  readonly code: string
  readonly payload: StepPayload
}

/** Pure. `requestMac` goes with the event `purchase-composed` and nothing else. */
export function stepOf(previous: Sale | null, sale: Sale, event: SaleEvent, requestMac: string | null): Step {
  const body = bodyOf(sale)
  return {
    saleId: sale.saleId,
    staffId: 'staffId' in event ? event.staffId : null,
    code: event.type.replaceAll('-', '_').toUpperCase(),
    payload: {
      event: journalled(event),
      from: previous?.state ?? null,
      to: sale.state,
      stateSha256: bodyHash(body),
      ...(requestMac !== null && { requestMac }),
      ...entriesOf(previous, sale, event),
    },
    body,
    request: 'request' in sale ? sale.request : null,
  }
}

/**
 * The state without its request: the chain holds this text's hash, and must not give away by it who the customer is.
 */
export function bodyOf(sale: Sale): string {
  return JSON.stringify('request' in sale ? { ...sale, request: undefined } : sale)
}

export function bodyHash(body: string): string {
  return digest('sha256', body)
}

/** The tickets stand in the entries; the request's bytes name the customer and must not be in the chain. */
function journalled(event: SaleEvent): { readonly type: string } {
  switch (event.type) {
    case 'purchase-composed':
    case 'purchase-confirmed':
    case 'tickets-found':
      return { type: event.type }
    default:
      return event
  }
}
