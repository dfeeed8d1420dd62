import type { Minor } from '../money/money.ts'
import type { PrintJob } from './sale.ts'
import type { TenderKind } from '../money/tender.ts'

/**
 * What is done with a sale after its end. The sale stays as it ended. Its tickets stay sold at the booking service until that
 * has cancelled them, where it can.
 */
export type AfterSaleAct =
  CopiesOrdered | CopyFinished | TicketsReturned | CancellationAnswered | ReturnPaid | SlipCopied

/** Committed before the first of them can come out. */
export interface CopiesOrdered {
  readonly type: 'copies-ordered'
  readonly saleId: string
  readonly reason: string
  /** Each is DUPLICATA n. */
  readonly copies: readonly { readonly ticketId: string; readonly copyNumber: number }[]
}

export interface CopyFinished {
  readonly type: 'copy-finished'
  readonly saleId: string
  readonly ticketId: string
  readonly copyNumber: number
  readonly state: Extract<PrintJob['state'], 'printed' | 'failed' | 'unknown'>
  readonly evidence: string
}

/** From here on the customer is owed the money, and the tickets are worth nothing here. */
export interface TicketsReturned {
  /** Voided: the whole sale, in the shift that made it. Refunded: any of its tickets, at any time. */
  readonly type: 'tickets-refunded' | 'tickets-voided'
  readonly saleId: string
  /** Of this return: `<order id>-R1`, `-R2` … */
  readonly reference: string
  readonly reason: string
  /** Who answers for it beside the person who did it. */
  readonly second: string
  readonly ticketIds: readonly string[]
  readonly currency: string
  readonly amount: Minor
  /** The ways it goes back, together `amount`. */
  readonly back: readonly { readonly kind: TenderKind; readonly amount: Minor }[]
  /** Under this id the service is asked to cancel the tickets, from here on; left out: it is not asked. */
  readonly cancellation?: string
}

/** What the service said to the cancellation of a return's tickets; asked again until it says something. */
export interface CancellationAnswered {
  readonly type: 'cancellation-answered'
  readonly saleId: string
  /** Of the return. */
  readonly reference: string
  /** `cancelled`: the codes are good no more, the seats are on sale again. `not-offered`: the service has no such call. */
  readonly outcome: 'cancelled' | 'not-offered' | 'refused'
  /** The service's word for a refusal; empty where there is none. */
  readonly detail: string
}

/** The money of a return is with the customer again, one way of it. */
export interface ReturnPaid {
  readonly type: 'return-paid'
  readonly saleId: string
  readonly reference: string
  readonly currency: string
  readonly kind: TenderKind
  readonly amount: Minor
  /** The number of the terminal's own slip; empty for cash. */
  readonly receipt: string
}

/** Committed before it can come out: another paper of a slip that was made when money went back. */
export interface SlipCopied {
  readonly type: 'slip-copied'
  readonly saleId: string
  /** Of the slip: a return's, or `<order id>-P` of a sale without tickets whose money went back. */
  readonly reference: string
  /** It is DUPLICATA n. */
  readonly copyNumber: number
  readonly reason: string
}
