import type { Instant, Sale, SaleEvent } from '../../../shared/domain/sale/sale.ts'
import { entriesOf, type StepEntries } from '../books/entries.ts'

/** The payload of a sale's row: what happened, where it led, and what it adds to the books. */
export interface StepPayload extends StepEntries {
  readonly event: { readonly type: string }
  readonly from: Sale['state'] | null
  readonly to: Sale['state']
  /** SHA-256 of the sale's new state as the table has it (`sale.body`). */
  readonly stateSha256: string
  /** With the purchase's composition only: the commitment to its exact bytes. */
  readonly requestMac?: string
  /** Where a customer was noted: SHA-256 of what lies sealed, in hexadecimal. */
  readonly customerSha256?: string
  /** With either of these: until when that is kept at most, once the sale is over. ISO 8601 in UTC. */
  readonly deleteAfter?: string
}

/** A sale's row as it was journalled. */
export interface JournalledStep {
  readonly seq: number
  readonly saleId: string
  readonly register: string
  readonly payload: StepPayload
  readonly now: Instant
}

/** What stands sealed beside a step, and the row has only a commitment to. */
export type Sealed = Pick<StepPayload, 'requestMac' | 'customerSha256' | 'deleteAfter'>

/** Everything but the new state's hash. Pure. */
export function stepOf(
  previous: Sale | null,
  sale: Sale,
  event: SaleEvent,
  sealed: Sealed,
): Omit<StepPayload, 'stateSha256'> {
  return {
    event: journalled(event, sale),
    from: previous?.state ?? null,
    to: sale.state,
    ...sealed,
    ...entriesOf(previous, sale, event),
  }
}

/**
 * What stands in the entries is left out; so is what names the customer, which must not be in the chain: the request's
 * bytes, and who they said they are.
 */
function journalled(event: SaleEvent, sale: Sale): { readonly type: string } {
  switch (event.type) {
    case 'customer-noted':
      return { type: event.type, staffId: event.staffId } as { readonly type: string }
    case 'checkout-ready':
      return sale.state === 'priced' ? { type: event.type } : event
    case 'purchase-composed':
    case 'purchase-confirmed':
    case 'tickets-found':
      return { type: event.type }
    default:
      return event
  }
}
