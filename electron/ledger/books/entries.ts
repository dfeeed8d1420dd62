import { hash as digest } from 'node:crypto'
import type { IssuedSlip } from '../../../shared/domain/money/credit-slip.ts'
import type { Minor } from '../../../shared/domain/money/money.ts'
import {
  type DrivenTender,
  everyTender,
  isDriven,
  isFree,
  isNotes,
  isSlip,
  owedFor,
  type ReturnedTender,
  sumOf,
  type TenderIntent,
  type TenderKind,
  type TenderResult,
} from '../../../shared/domain/money/tender.ts'
import { ofEach } from '../../../shared/domain/of-each.ts'
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
} from '../../../shared/domain/sale/sale.ts'
import type { EventOffer, Ticket } from '../../../shared/domain/seats/offer.ts'
import { canonicalJson } from '../journal.ts'

/**
 * What one step of a sale adds to the register's books. It stands whole in the journal row's payload, and the tables
 * are brought up to date from it alone: the journal can rebuild them.
 */
interface StepEntries {
  /** With the sale's first row only. */
  readonly opened?: SaleOpened
  readonly order?: Order
  readonly tender?: TenderEntry
  /** The sale goes on without that tender, though its success may still come. */
  readonly leftOpen?: true
  readonly attempt?: AttemptEntry
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
  Partial<Pick<ReturnedTender, 'refundReference' | 'backAs'>>

export interface AttemptEntry {
  readonly attempt: number
  readonly outcome: 'pending' | 'confirmed' | 'unclear'
  readonly reply?: UnclearReply
}

/** Pure: the difference that `event` made. */
function entriesOf(previous: Sale | null, sale: Sale, event: SaleEvent): StepEntries {
  const order = event.type === 'checkout-ready' && sale.state === 'priced' ? sale.order : null
  const tender = tenderEntry(previous, sale, event)
  const attempt = attemptEntry(previous, sale, event)
  const tickets = sale.state === 'confirmed' && previous?.state !== 'confirmed' ? sale.tickets : null
  const jobs = changedJobs(previous && 'jobs' in previous ? previous.jobs : [], sale)
  const postings = postingsOf(previous, sale)
  return {
    ...(previous === null && { opened: openedEntry(sale) }),
    ...(order && { order }),
    ...(tender && { tender }),
    ...(tender && leavesOpen(previous, event) && { leftOpen: true as const }),
    ...(attempt && { attempt }),
    ...(tickets && { tickets }),
    ...(jobs.length > 0 && { jobs }),
    ...(postings.length > 0 && { postings }),
  }
}

function openedEntry({ language, event, sessionId, ownerRef, currency }: Sale): SaleOpened {
  return { language, event, sessionId, ownerRef, currency }
}

function tenderEntry(previous: Sale | null, sale: Sale, event: SaleEvent): TenderEntry | null {
  const of = (holder: Sale | null, state: TenderState): TenderEntry | null =>
    holder && 'tender' in holder ? { ...withoutCard(holder.tender), orderId: holder.order.orderId, state } : null
  const [taken] = newlyTaken(previous, sale)
  if (taken) return { ...withoutCard(taken), orderId: orderOf(sale), state: 'approved' }
  if (leavesOpen(previous, event)) return of(previous, 'unknown')
  switch (event.type) {
    case 'tender-started':
    case 'tender-begun':
      return of(sale, 'started')
    case 'tender-unknown':
    case 'note-unclear':
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
    case 'credited': {
      const entry = of(previous, 'refunded')
      return entry && { ...entry, refundReference: event.slip.slipId, backAs: event.slip }
    }
    default:
      return null
  }
}

/** The card stands in the event that told of it. */
function withoutCard(tender: TenderIntent & Partial<TenderResult>): Omit<typeof tender, 'card'> {
  const { card: _, ...rest } = tender
  return rest
}

function orderOf(sale: Sale): string {
  const holder = sale.state === 'releasing' && sale.afterwards.go === 'pay-back' ? sale.afterwards : sale
  if (!('order' in holder)) throw new Error(`sale ${sale.saleId}: money was taken for no order`)
  return holder.order.orderId
}

function attemptEntry(previous: Sale | null, sale: Sale, event: SaleEvent): AttemptEntry | null {
  if (sale.state === 'confirming' && previous?.state !== 'confirming') {
    return { attempt: sale.attempt, outcome: 'pending' }
  }
  if (previous?.state !== 'confirming') return null
  if (event.type === 'purchase-confirmed') return { attempt: previous.attempt, outcome: 'confirmed' }
  if (event.type === 'purchase-unclear') return { attempt: previous.attempt, outcome: 'unclear', reply: event.reply }
  return null
}

/** Jobs of the sale that `before` has not got, or not so. */
export function changedJobs(before: readonly PrintJob[], sale: Sale): readonly PrintJob[] {
  if (!('jobs' in sale)) return []
  const known = new Set(before.map(jobText))
  return sale.jobs.filter((job) => !known.has(jobText(job)))
}

function jobText({ ticketId, copyNumber, state, evidence }: PrintJob): string {
  return JSON.stringify([ticketId, copyNumber, state, evidence])
}

/**
 * `drawer`, `…-clearing`: money the register has or will get. `customer-deposits`: taken, not yet turned into
 * tickets. `note-box`: notes that a device swallowed. `notes-found`: those of them that no sale took. `organiser-payable`: owed to the organiser for tickets. `refunds-due`: owed back to customers. `credit-slips`: owed to
 * those who hold one. `float`,
 * `paid-in`, `paid-out`, `safe`: where cash that no sale moved came from and went to. `over-short`: what a count found otherwise. `rounding`: what coins
 * that do not exist made of cash payments. `none`: of what is free; nothing is ever posted there.
 */
export type Account =
  | 'drawer'
  | 'note-box'
  | 'notes-found'
  | `${DrivenTender}-clearing`
  | 'customer-deposits'
  | 'organiser-payable'
  | 'refunds-due'
  | 'credit-slips'
  | 'float'
  | 'paid-in'
  | 'paid-out'
  | 'safe'
  | 'over-short'
  | 'rounding'
  | 'none'

/** One line of double entry, in minor units; exactly one of debit and credit is above 0. */
export interface Posting {
  readonly account: Account
  readonly debit: Minor
  readonly credit: Minor
}

/** The account that a tender's money goes over. */
export const TENDER_ACCOUNTS: Readonly<Record<TenderKind, Account>> = ofEach<TenderKind, Account>(
  everyTender,
  (kind) => {
    if (isDriven(kind)) return `${kind}-clearing`
    if (isFree(kind)) return 'none'
    return isSlip(kind) ? 'credit-slips' : isNotes(kind) ? 'note-box' : 'drawer'
  },
)

/** What a step moves. Both sides are equal by construction; lines of 0 are left out. */
function postingsOf(previous: Sale | null, sale: Sale): readonly Posting[] {
  const before = previous && previous.state === 'refund-due' ? previous.tender : null
  const paidBack = before && !takenFor(sale).some(({ reference }) => reference === before.reference) ? [before] : []
  const slip = sale.state === 'refunded' ? sale.backAs : 'returned' in sale ? sale.returned?.at(-1)?.backAs : undefined
  return lines([
    ...newlyTaken(previous, sale).flatMap(takenPostings),
    ...(previous?.state === sale.state ? [] : owedPostings(previous, sale)),
    ...paidBack.flatMap((tender) => paidBackPostings(tender, slip)),
  ])
}

/** Tenders that `sale` has and `previous` had not. */
function newlyTaken(previous: Sale | null, sale: Sale): readonly TenderResult[] {
  const known = new Set(previous ? takenFor(previous).map(({ reference }) => reference) : [])
  return takenFor(sale).filter(({ reference }) => !known.has(reference))
}

function takenPostings(tender: TenderResult): readonly Posting[] {
  const { kind, amount, received, change, slip } = tender
  const account = TENDER_ACCOUNTS[kind]
  const over = owedFor(tender) - amount
  return [
    debit(account, received),
    credit(account, change),
    credit('customer-deposits', amount),
    credit('credit-slips', slip?.amount ?? 0),
    over < 0 ? debit('rounding', -over) : credit('rounding', over),
  ]
}

/** What was received goes back, and with it what was rounded; as a slip, where it goes back so. */
function paidBackPostings(tender: TenderResult, slip: IssuedSlip | undefined): readonly Posting[] {
  const { kind, amount } = tender
  const over = owedFor(tender) - amount
  return [
    debit('refunds-due', amount),
    credit(slip ? 'credit-slips' : TENDER_ACCOUNTS[kind], owedFor(tender)),
    over < 0 ? credit('rounding', -over) : debit('rounding', over),
  ]
}

function owedPostings(previous: Sale | null, sale: Sale): readonly Posting[] {
  // By tickets of the service, or by the word of staff that they were handed out otherwise.
  if ('tickets' in sale && !(previous && 'tickets' in previous)) {
    const owed = previous?.state === 'refund-due' ? 'refunds-due' : 'customer-deposits'
    return [debit(owed, sale.order.amount), credit('organiser-payable', sale.order.amount)]
  }
  if (sale.state !== 'refund-due') return []
  const taken = sumOf(takenFor(sale))
  return [debit('customer-deposits', taken), credit('refunds-due', taken)]
}

/** Cash into the drawer from an account, or below 0 the other way. */
export function drawerPostings(amount: Minor, other: Account): readonly Posting[] {
  const sum = Math.abs(amount)
  return amount < 0
    ? lines([debit(other, sum), credit('drawer', sum)])
    : lines([debit('drawer', sum), credit(other, sum)])
}

/** Returned tickets: moves the liability from the organiser to the customer, rounded to existing coins for cash. */
export function returnPostings(amount: Minor, rounding: Minor): readonly Posting[] {
  return lines([
    debit('organiser-payable', amount),
    rounding < 0 ? credit('rounding', -rounding) : debit('rounding', rounding),
    credit('refunds-due', amount + rounding),
  ])
}

export function returnPaidPostings(kind: TenderKind, amount: Minor): readonly Posting[] {
  return lines([debit('refunds-due', amount), credit(TENDER_ACCOUNTS[kind], amount)])
}

/** A note in the box that no sale took. */
export function foundNotePostings(amount: Minor): readonly Posting[] {
  return lines([debit('note-box', amount), credit('notes-found', amount)])
}

/** The box's notes, counted, go into the safe; what the count found otherwise is over or short. */
export function boxEmptiedPostings(total: Minor, expected: Minor): readonly Posting[] {
  const over = total - expected
  return lines([
    debit('safe', total),
    over < 0 ? debit('over-short', -over) : credit('over-short', over),
    expected < 0 ? debit('note-box', -expected) : credit('note-box', expected),
  ])
}

/** Money that came for no order is owed back. */
export function foundPostings(kind: TenderKind, amount: Minor): readonly Posting[] {
  return lines([debit(TENDER_ACCOUNTS[kind], amount), credit('refunds-due', amount)])
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

/** A sale's state as the table has it. */
export interface SaleText {
  /**
   * Canonical JSON of the state without its request. What is long stands in a journal row already: the body then has
   * `{"seq": n}` in its place.
   */
  readonly body: string
  /** The request as long as it may be sent again. It names the customer: it is kept sealed, and not even its hash is in the body. */
  readonly request: PurchaseRequest | null
}

/** Members of a state that a row brings in, and where they stand in its payload (a row of no sale has none of them). */
const PARTS = {
  event: ({ opened }) => opened?.event,
  order: ({ order }) => order,
  seats: ({ event }) => (event && 'seats' in event ? event.seats : undefined),
  tickets: ({ tickets }) => tickets,
} as const satisfies Record<string, (payload: Partial<StepPayload>) => unknown>

export type PartName = keyof typeof PARTS

const PART_NAMES = Object.keys(PARTS) as readonly PartName[]

/** In these states the purchase's bytes may be sent again. */
export function maySend(state: Sale['state']): boolean {
  return state === 'confirming' || state === 'unknown'
}

/** The parts that this payload brings in. */
export function partsIn(payload: Partial<StepPayload>): readonly PartName[] {
  return PART_NAMES.filter((name) => PARTS[name](payload) !== undefined)
}

/** `rowOf` names the row that brought a part in; where it gives null, the part stands in the body itself. */
export function bodyOf(sale: Sale, rowOf: (name: PartName, part: object) => number | null): string {
  const state: Record<string, unknown> = { ...sale, request: undefined }
  for (const name of PART_NAMES) {
    const part = state[name]
    const seq = typeof part === 'object' && part !== null ? rowOf(name, part) : null
    if (seq !== null) state[name] = { seq }
  }
  return canonicalJson(state)
}

/** The state again. Throws when a row that it needs is not there: the ledger was changed by somebody else. */
export function saleOf(
  { body, request }: { readonly body: string; readonly request: string | null },
  payloadOf: (seq: number) => Partial<StepPayload> | null,
): Sale {
  const state = JSON.parse(body) as Record<string, unknown>
  for (const [name, seq] of rowsNamed(state)) {
    const payload = payloadOf(seq)
    const part = payload === null ? undefined : PARTS[name](payload)
    if (part === undefined) throw new Error(`row ${seq} does not have the sale's ${name}`)
    state[name] = part
  }
  if (request !== null) state['request'] = { body: request, sha256: textHash(request) }
  return state as unknown as Sale
}

/** Which rows a body names, by part. */
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

/**
 * Remembers of each running sale which row brought in which part of its state. Steps hand a part on unchanged, as the
 * same object; what comes as another object is compared by content.
 */
interface SaleParts {
  /** For `bodyOf`: the row of a part, were the sale's next row to have this number and this payload. */
  rowsFor(
    saleId: string,
    seq: number,
    payload: Omit<StepPayload, 'stateSha256'>,
  ): (name: PartName, part: object) => number | null
  /** A sale that ended is not asked for again. */
  drop(saleId: string): void
}

interface Known {
  readonly seq: number
  part: object
}

/** `stored` reads what the file knows of a sale that this process has not written yet. */
export function rememberParts(stored: (saleId: string) => ReadonlyMap<PartName, Known>): SaleParts {
  const sales = new Map<string, Map<PartName, Known>>()
  return {
    rowsFor(saleId, seq, payload) {
      const known = sales.get(saleId) ?? new Map(stored(saleId))
      sales.set(saleId, known)
      const brought = new Set(partsIn(payload))
      return (name, part) => {
        if (brought.has(name)) known.set(name, { seq, part })
        const found = known.get(name)
        if (!found) return null
        if (found.part !== part && canonicalJson(found.part) !== canonicalJson(part)) return null
        found.part = part
        return found.seq
      }
    },
    drop: (saleId) => void sales.delete(saleId),
  }
}
