import { hash as digest } from 'node:crypto'
import type { IssuedSlip } from '../../../shared/domain/money/credit-voucher.ts'
import type { AccountPaid } from '../../../shared/domain/money/drawer.ts'
import type { Minor } from '../../../shared/domain/money/money.ts'
import {
  refundableAmount,
  type ReturnedTender,
  sumOf,
  type TenderIntent,
  type TenderKind,
  type TenderResult,
} from '../../../shared/domain/money/tender.ts'
import { tenders } from '../../../shared/ledger-format/money.ts'
import type { TenderCorrected } from '../../../shared/domain/sale/after-sale.ts'
import { leavesOpen } from '../../../shared/domain/sale/open-payment.ts'
import { takenFor } from '../../../shared/domain/sale/sale-base.ts'
import type {
  Instant,
  Order,
  PrintJob,
  PurchaseRequest,
  Sale,
  SaleEvent,
  UnclearReply,
  UnsoldSeats,
} from '../../../shared/domain/sale/sale.ts'
import type { EventOffer, Ticket } from '../../../shared/domain/seats/offer.ts'
import { canonicalJson } from '../journal.ts'

/** Entries that one step of a sale adds to the books, contained in the journal payload for a later rebuild. */
interface StepEntries {
  /** Present only in the first journal row of a sale. */
  readonly opened?: SaleOpened
  readonly order?: Order
  readonly tender?: TenderEntry
  /** True if the sale has abandoned its payment, which may still succeed. */
  readonly abandonedPayment?: true
  readonly attempt?: AttemptEntry
  /**
   * Attempt number of the next purchase; present if this row ends an attempt of one purchase and starts an attempt of
   * the next.
   */
  readonly nextAttempt?: number
  /** Final result of one of several purchases. */
  readonly settled?: { readonly orderId: string; readonly sold: boolean }
  /** Present with `tickets` if the service finally refused some of the purchases. */
  readonly unsold?: UnsoldSeats
  readonly tickets?: readonly Ticket[]
  readonly jobs?: readonly PrintJob[]
  readonly postings?: readonly Posting[]
}

export interface SaleOpened {
  readonly language: string
  readonly event: EventOffer
  readonly sessionId: string
  readonly ownerRef: string
  readonly currency: string
}

type TenderState = 'started' | 'unknown' | 'approved' | 'refused' | 'cancelled' | 'unavailable' | 'refunded'

export type TenderEntry = TenderIntent & { readonly orderId: string; readonly state: TenderState } & Partial<
    Pick<TenderResult, 'received' | 'change' | 'approval' | 'slip' | 'word'>
  > &
  Partial<Pick<ReturnedTender, 'refundReference' | 'refundVoucher'>>

interface AttemptEntry {
  readonly attempt: number
  readonly outcome: 'pending' | 'confirmed' | 'unclear'
  readonly reply?: UnclearReply
}

function entriesOf(previous: Sale | null, sale: Sale, event: SaleEvent): StepEntries {
  const order = event.type === 'checkout-ready' && sale.state === 'priced' ? sale.order : null
  const tender = tenderEntry(previous, sale, event)
  const attempt = attemptEntry(previous, sale, event)
  const tickets = sale.state === 'confirmed' && previous?.state !== 'confirmed' ? sale.tickets : null
  const settled = settledEntry(previous, sale)
  const jobs = changedJobs(previous && 'jobs' in previous ? previous.jobs : [], sale)
  const postings = postingsOf(previous, sale)
  const { language, event: offer, sessionId, ownerRef, currency } = sale
  return {
    ...(previous === null && { opened: { language, event: offer, sessionId, ownerRef, currency } }),
    ...(order && { order }),
    ...(tender && { tender }),
    ...(tender && leavesOpen(previous, event) && { abandonedPayment: true as const }),
    ...(attempt && { attempt }),
    ...(attempt && sale.state === 'confirming' && sale.attempt > attempt.attempt && { nextAttempt: sale.attempt }),
    ...(settled && { settled }),
    ...(tickets && sale.unsold && { unsold: sale.unsold }),
    ...(tickets && { tickets }),
    ...(jobs.length > 0 && { jobs }),
    ...(postings.length > 0 && { postings }),
  }
}

function tenderEntry(previous: Sale | null, sale: Sale, event: SaleEvent): TenderEntry | null {
  const of = (holder: Sale | null, state: TenderState): TenderEntry | null =>
    holder && 'tender' in holder ? { ...withoutCard(holder.tender), orderId: holder.order.orderId, state } : null
  const [taken] = newlyTaken(previous, sale)
  if (taken) return { ...withoutCard(taken), orderId: orderOf(sale), state: 'approved' }
  if (leavesOpen(previous, event)) return of(previous, 'unknown')
  switch (event.type) {
    case 'tender-started':
    case 'tender-pending':
      return of(sale, 'started')
    case 'tender-unknown':
    case 'note-outcome-unknown':
      return of(sale, 'unknown')
    case 'staff-answered':
    case 'tender-refused':
      return of(previous, 'refused')
    case 'tender-cancelled':
      return of(previous, 'cancelled')
    case 'tender-unavailable':
      return of(previous, 'unavailable')
    case 'refunded': {
      const entry = of(previous, 'refunded')
      return entry && { ...entry, refundReference: event.refundReference }
    }
    case 'voucher-issued': {
      const entry = of(previous, 'refunded')
      return entry && { ...entry, refundReference: event.slip.slipId, refundVoucher: event.slip }
    }
    default:
      return null
  }
}

/** Omits the card details, which the event that reported the card already contains. */
function withoutCard(tender: TenderIntent & Partial<TenderResult>): Omit<typeof tender, 'card'> {
  const { card: _, ...rest } = tender
  return rest
}

function orderOf(sale: Sale): string {
  const holder = sale.state === 'releasing' && sale.afterwards.go === 'pay-back' ? sale.afterwards : sale
  if (!('order' in holder)) throw new Error(`sale ${sale.saleId}: money was taken without an order`)
  return holder.order.orderId
}

function attemptEntry(previous: Sale | null, sale: Sale, event: SaleEvent): AttemptEntry | null {
  if (sale.state === 'confirming' && previous?.state !== 'confirming') {
    return { attempt: sale.attempt, outcome: 'pending' }
  }
  if (previous?.state !== 'confirming') return null
  if (event.type === 'purchase-confirmed') return { attempt: previous.attempt, outcome: 'confirmed' }
  if (event.type === 'purchase-outcome-unknown')
    return { attempt: previous.attempt, outcome: 'unclear', reply: event.reply }
  return null
}

/** Returns the final result of the purchase that was pending in `previous`; null if it is still pending. */
function settledEntry(previous: Sale | null, sale: Sale): StepEntries['settled'] | null {
  if (!previous || !('progress' in previous) || !previous.progress) return null
  const { at } = previous.progress
  const current = previous.order.purchases?.[at]
  const after = 'progress' in sale ? sale.progress?.results : undefined
  if (!current || (after && !after[at])) return null
  const tickets = after?.[at]?.tickets ?? ('tickets' in sale ? sale.tickets : [])
  return { orderId: current.orderId, sold: tickets.some(({ seatId }) => current.seatIds.includes(seatId)) }
}

export function changedJobs(before: readonly PrintJob[], sale: Sale): readonly PrintJob[] {
  if (!('jobs' in sale)) return []
  const known = new Set(before.map(jobText))
  return sale.jobs.filter((job) => !known.has(jobText(job)))
}

function jobText({ ticketId, copyNumber, state, evidence }: PrintJob): string {
  return JSON.stringify([ticketId, copyNumber, state, evidence])
}

/**
 * `drawer`, `…-clearing`: money that the register has or will receive. `customer-deposits`: money received before
 * tickets are issued. `cashbox`: notes in the cashbox of a note acceptor. `notes-found`: notes in the cashbox that
 * belong to no sale. `organiser-payable`: owed to the organiser for tickets. `refunds-due`: owed to customers.
 * `credit-slips`: owed to holders of credit vouchers. `customer-receivables`: owed by customers for sales on account.
 * `float`, `paid-in`, `paid-out`, `safe`: source or destination of cash moved outside sales. `over-short`: differences
 * found by a count. `rounding`: cash rounding if no coin exists for the exact amount. `none`: for free tickets, without
 * postings.
 */
export type Account =
  | (typeof tenders)[TenderKind]['account']
  | 'notes-found'
  | 'customer-deposits'
  | 'organiser-payable'
  | 'refunds-due'
  | 'float'
  | 'paid-in'
  | 'paid-out'
  | 'safe'
  | 'over-short'
  | 'rounding'

/** One line of double-entry bookkeeping, in minor units; exactly one of debit and credit is above 0. */
export interface Posting {
  readonly account: Account
  readonly debit: Minor
  readonly credit: Minor
}

/** Returns the balanced postings of a step, without postings whose amount is 0. */
function postingsOf(previous: Sale | null, sale: Sale): readonly Posting[] {
  const before = previous && previous.state === 'refund-due' ? previous.tender : null
  const paidBack = before && !takenFor(sale).some(({ reference }) => reference === before.reference) ? [before] : []
  const slip =
    sale.state === 'refunded'
      ? sale.refundVoucher
      : 'returned' in sale
        ? sale.returned?.at(-1)?.refundVoucher
        : undefined
  return lines([
    ...newlyTaken(previous, sale).flatMap(takenPostings),
    ...(previous?.state === sale.state ? [] : owedPostings(previous, sale)),
    ...paidBack.flatMap((tender) => paidBackPostings(tender, slip)),
  ])
}

function newlyTaken(previous: Sale | null, sale: Sale): readonly TenderResult[] {
  const known = new Set(previous ? takenFor(previous).map(({ reference }) => reference) : [])
  return takenFor(sale).filter(({ reference }) => !known.has(reference))
}

function takenPostings(tender: TenderResult): readonly Posting[] {
  const { kind, amount, received, change, slip } = tender
  const account = tenders[kind].account
  const over = refundableAmount(tender) - amount
  return [
    debit(account, received),
    credit(account, change),
    credit('customer-deposits', amount),
    credit('credit-slips', slip?.amount ?? 0),
    over < 0 ? debit('rounding', -over) : credit('rounding', over),
  ]
}

/** Refunds the received amount, including its rounding, to the tender's account or as a credit voucher. */
function paidBackPostings(tender: TenderResult, slip: IssuedSlip | undefined): readonly Posting[] {
  const { kind, amount } = tender
  const over = refundableAmount(tender) - amount
  return [
    debit('refunds-due', amount),
    credit(slip ? 'credit-slips' : tenders[kind].account, refundableAmount(tender)),
    over < 0 ? credit('rounding', -over) : debit('rounding', over),
  ]
}

function owedPostings(previous: Sale | null, sale: Sale): readonly Posting[] {
  // A sale has tickets if the booking service issued them, or if staff confirmed that they handed out tickets by other
  // means.
  if ('tickets' in sale && !(previous && 'tickets' in previous)) {
    const owed = previous?.state === 'refund-due' ? 'refunds-due' : 'customer-deposits'
    const { unsold, order } = sale
    const back = unsold ? sumOf(unsold.back) : 0
    const rounding = back - (unsold?.amount ?? 0)
    return [
      debit(owed, order.amount),
      credit('organiser-payable', order.amount - (unsold?.amount ?? 0)),
      credit('refunds-due', back),
      rounding < 0 ? credit('rounding', -rounding) : debit('rounding', rounding),
    ]
  }
  if (sale.state !== 'refund-due') return []
  const taken = sumOf(takenFor(sale))
  return [debit('customer-deposits', taken), credit('refunds-due', taken)]
}

/** Moves cash from an account into the drawer, or from the drawer if the amount is negative. */
export function drawerPostings(amount: Minor, other: Account): readonly Posting[] {
  const sum = Math.abs(amount)
  return amount < 0
    ? lines([debit(other, sum), credit('drawer', sum)])
    : lines([debit('drawer', sum), credit(other, sum)])
}

/** Posts a customer's payment: reduces the customer's debt, and debits the account of the tender. */
export function accountPaidPostings({
  tender,
  received,
  change,
  amount,
}: Pick<AccountPaid, 'tender' | 'received' | 'change' | 'amount'>): readonly Posting[] {
  const { account } = tenders[tender]
  return lines([debit(account, received), credit(account, change), credit(tenders.account.account, amount)])
}

/** Moves the liability for returned tickets from the organiser to the customer, with cash rounding. */
export function returnPostings(amount: Minor, rounding: Minor): readonly Posting[] {
  return lines([
    debit('organiser-payable', amount),
    rounding < 0 ? credit('rounding', -rounding) : debit('rounding', rounding),
    credit('refunds-due', amount + rounding),
  ])
}

export function returnPaidPostings(kind: TenderKind, amount: Minor): readonly Posting[] {
  return lines([debit('refunds-due', amount), credit(tenders[kind].account, amount)])
}

/** Moves a payment to the account of the correct tender, and replaces the cash rounding of the wrong tender. */
export function correctionPostings({ was, is }: Pick<TenderCorrected, 'was' | 'is'>): readonly Posting[] {
  const over = is.amount - was.amount
  return lines([
    debit(tenders[is.kind].account, is.amount),
    credit(tenders[was.kind].account, was.amount),
    over < 0 ? debit('rounding', -over) : credit('rounding', over),
  ])
}

export function foundNotePostings(amount: Minor): readonly Posting[] {
  return lines([debit('cashbox', amount), credit('notes-found', amount)])
}

/** Moves the counted notes from the cashbox to the safe and posts the difference to `over-short`. */
export function boxEmptiedPostings(total: Minor, expected: Minor): readonly Posting[] {
  const over = total - expected
  return lines([
    debit('safe', total),
    over < 0 ? debit('over-short', -over) : credit('over-short', over),
    expected < 0 ? debit('cashbox', -expected) : credit('cashbox', expected),
  ])
}

/** Posts money received without an order as a liability to the customer. */
export function foundPostings(kind: TenderKind, amount: Minor): readonly Posting[] {
  return lines([debit(tenders[kind].account, amount), credit('refunds-due', amount)])
}

function debit(account: Account, amount: Minor): Posting {
  return { account, debit: amount, credit: 0 }
}

function credit(account: Account, amount: Minor): Posting {
  return { account, debit: 0, credit: amount }
}

function lines(postings: readonly Posting[]): readonly Posting[] {
  return postings.filter(({ debit, credit }) => debit !== 0 || credit !== 0)
}

export interface SaleText {
  /** Canonical JSON of the state without its request; `{"seq": n}` replaces a part that row n already contains. */
  readonly body: string
  /**
   * Purchase request while it may be sent again, otherwise null; stored encrypted because of the personal data in it.
   */
  readonly request: PurchaseRequest | null
}

/** Parts of a sale's state, and the location of each part in the payload of a journal row. */
const PARTS = {
  event: ({ opened }) => opened?.event,
  order: ({ order }) => order,
  seats: ({ event }) => (event && 'seats' in event ? event.seats : undefined),
  tickets: ({ tickets }) => tickets,
} as const satisfies Record<string, (payload: Partial<StepPayload>) => unknown>

export type PartName = keyof typeof PARTS

const PART_NAMES = Object.keys(PARTS) as readonly PartName[]

/** Returns whether the purchase request may be sent again in a state. */
export function maySend(state: Sale['state']): boolean {
  return state === 'confirming' || state === 'unknown'
}

/**
 * Returns whether a stored state needs the purchase request, because the request may be sent again, or because staff
 * must decide on one of several purchases before the remaining purchases are sent.
 */
function needsRequest(state: Readonly<Record<string, unknown>>): boolean {
  return maySend(state['state'] as Sale['state']) || (state['state'] === 'needs-staff' && 'progress' in state)
}

export function partsIn(payload: Partial<StepPayload>): readonly PartName[] {
  return PART_NAMES.filter((name) => PARTS[name](payload) !== undefined)
}

/**
 * Returns the canonical JSON of a sale's state, as stored in `sale.body`. `rowOf`: returns the row that first contained
 * a part; null to include the part.
 */
export function bodyOf(sale: Sale, rowOf: (name: PartName, part: object) => number | null): string {
  const state: Record<string, unknown> = { ...sale, request: undefined }
  for (const name of PART_NAMES) {
    const part = state[name]
    const seq = typeof part === 'object' && part !== null ? rowOf(name, part) : null
    if (seq !== null) state[name] = { seq }
  }
  return canonicalJson(state)
}

/**
 * Restores a sale from its stored body and purchase request. Throws if a referenced row is missing; the ledger was then
 * modified externally.
 */
export function saleOf(
  { body, request: read }: { readonly body: string; readonly request: () => string | null },
  payloadOf: (seq: number) => Partial<StepPayload> | null,
): Sale {
  const state = JSON.parse(body) as Record<string, unknown>
  for (const [name, seq] of rowsNamed(state)) {
    const payload = payloadOf(seq)
    const part = payload === null ? undefined : PARTS[name](payload)
    if (part === undefined) throw new Error(`row ${seq} does not have the sale's ${name}`)
    state[name] = part
  }
  const request = needsRequest(state) ? read() : null
  if (request !== null) state['request'] = { body: request, sha256: textHash(request) }
  return state as unknown as Sale
}

/** Returns the journal rows that a body refers to, by part. */
export function rowsNamed(state: Readonly<Record<string, unknown>>): ReadonlyMap<PartName, number> {
  return new Map(
    PART_NAMES.flatMap((name) => {
      const value = state[name]
      return typeof value === 'object' && value !== null && 'seq' in value ? [[name, Number(value.seq)] as const] : []
    }),
  )
}

export function textHash(text: string): string {
  return digest('sha256', text)
}

export interface StepPayload extends StepEntries {
  readonly event: { readonly type: string }
  readonly from: Sale['state'] | null
  readonly to: Sale['state']
  /** SHA-256 of the sale's new state as stored in `sale.body`. */
  readonly stateSha256: string
  /** Message authentication code of the purchase request; present only in the row in which the request was composed. */
  readonly requestMac?: string
  /** SHA-256 of the encrypted customer data in hexadecimal; absent if no customer data was recorded. */
  readonly customerSha256?: string
  /**
   * Latest time until which encrypted data is retained (ISO 8601 UTC). Present with `requestMac` or `customerSha256`.
   */
  readonly deleteAfter?: string
}

export interface JournalledStep {
  readonly seq: number
  readonly saleId: string
  readonly register: string
  readonly payload: StepPayload
  readonly now: Instant
}

/** Hashes that replace encrypted data in the journal payload of a step. */
export type Sealed = Pick<StepPayload, 'requestMac' | 'customerSha256' | 'deleteAfter'>

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

/** Omits the parts that the entries contain, and personal data, which must not be in the hash chain. */
function journalled(event: SaleEvent, sale: Sale): { readonly type: string } {
  switch (event.type) {
    case 'customer-recorded':
      return { type: event.type, staffId: event.staffId } as { readonly type: string }
    case 'checkout-ready':
      return sale.state === 'priced' ? { type: event.type } : event
    case 'purchase-composed':
    case 'purchase-confirmed':
    case 'tickets-found':
      // The entries contain the tickets only when the last of several purchases is settled.
      return 'progress' in sale && sale.progress ? event : { type: event.type }
    default:
      return event
  }
}

interface Known {
  readonly seq: number
  part: object
}

/**
 * Records, for each running sale, which row first contained which part of its state. Parts that are not the same object
 * are compared by content.
 */
export class SaleParts {
  readonly #sales = new Map<string, Map<PartName, Known>>()
  readonly #stored: (saleId: string) => ReadonlyMap<PartName, Known>

  /**
   * `stored`: reads the rows and parts of a sale from the file, if the current process has not written the sale yet.
   */
  constructor(stored: (saleId: string) => ReadonlyMap<PartName, Known>) {
    this.#stored = stored
  }

  /**
   * Returns the `rowOf` function for `bodyOf`, assuming that the sale's next journal row has this number and payload.
   */
  rowsFor(
    saleId: string,
    seq: number,
    payload: Omit<StepPayload, 'stateSha256'>,
  ): (name: PartName, part: object) => number | null {
    const known = this.#sales.get(saleId) ?? new Map(this.#stored(saleId))
    this.#sales.set(saleId, known)
    const brought = new Set(partsIn(payload))
    return (name, part) => {
      if (brought.has(name)) known.set(name, { seq, part })
      const found = known.get(name)
      if (!found || (found.part !== part && canonicalJson(found.part) !== canonicalJson(part))) return null
      found.part = part
      return found.seq
    }
  }

  drop(saleId: string): void {
    this.#sales.delete(saleId)
  }
}
