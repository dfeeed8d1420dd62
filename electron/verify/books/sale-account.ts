import type { Attempt, Job, Order, Row, SaleState, Step, Tender, Ticket } from '../format/format.ts'

/** One sale as its rows tell it. */
export interface SaleAccount {
  readonly saleId: string
  readonly firstSeq: number
  readonly opened: NonNullable<Step['opened']>
  lastSeq: number
  /** The last row about money of it that goes back after its end; 0: none. */
  moneySeq: number
  state: SaleState
  stateSha256: string
  requestMac: string | null
  /** Of the customer noted last; null: nobody. */
  customerSha256: string | null
  /** Until when its purchase's bytes, and its customer, are kept at most; null: a row of an older program does not say. */
  requestUntil: string | null
  customerUntil: string | null
  order: (Order & { readonly row: Row }) | null
  readonly orders: Map<string, Order>
  readonly seats: Map<string, { readonly orderId: string; readonly seatId: string; readonly price: number }>
  readonly tenders: Map<string, Tender>
  /** Payments that it went on without, by reference. */
  readonly openPayments: Map<string, OpenPaymentAccount>
  /** Money that a provider was asked to give back, by the refund's reference. */
  readonly refunds: Map<string, RefundAccount>
  readonly attempts: Map<number, Attempt>
  tickets: readonly Ticket[]
  ticketSeq: number
  /** Which row brought in which long member of the state. */
  readonly rows: Map<'event' | 'order' | 'seats' | 'tickets', number>
  /** By ticket id, the copies in the order of their numbers. */
  readonly jobs: Map<string, Job[]>
  /** Tickets that were given back after the sale, and by what ways their money goes, by the return's reference. */
  readonly returned: Set<string>
  readonly returns: Map<
    string,
    { readonly kind: string; readonly amount: number; readonly rounding: number; paid: boolean }[]
  >
  /** By the return's reference, what became of the cancellation that it asked for. */
  readonly cancellations: Map<string, 'asked' | 'answered'>
  /** By the slip's reference, how many papers of it came after the first. */
  readonly slipCopies: Map<string, number>
  /** Credit minus debit by account. */
  readonly balances: Map<string, number>
  /** As the table has them. */
  readonly postings: PostingRow[]
  /** Rows of it are gone, or were read again: what they said need not be here. */
  rowsLost: boolean
  /** Hash of the purchase's bytes where an older database has them in the open. */
  requestSha256: string | null
}

export interface OpenPaymentAccount {
  state: 'asked' | 'unanswered' | 'found' | 'closed' | 'paid-back'
  readonly leftSeq: number
  lastSeq: number
  /** What was taken; null: nothing, as far as is known. */
  found: { readonly currency: string; readonly amount: number } | null
}

export interface RefundAccount {
  /** Our reference of the payment. */
  readonly payment: string
  state: 'asked' | 'made' | 'closed'
  /** Staff's word closed it: they saw that nothing was given back. */
  byStaff: boolean
  readonly askedSeq: number
  lastSeq: number
}

// A type, not an interface: it is compared column by column.
export type PostingRow = {
  readonly seq: number
  readonly line: number
  /** Null for cash that no sale moved. */
  readonly sale_id: string | null
  readonly account: string
  readonly currency: string
  readonly debit: number
  readonly credit: number
}
