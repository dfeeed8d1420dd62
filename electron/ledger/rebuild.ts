import type { Database } from 'better-sqlite3'
import { partsIn, type Payment, paymentIn, sumOf, type TenderResult } from '../../shared/domain/money/tender.ts'
import { base, currentPurchase, firstPurchase } from '../../shared/domain/sale/sale-base.ts'
import { inDoubt, withRowsLost } from '../../shared/domain/sale/sale-notes.ts'
import { transition } from '../../shared/domain/sale/sale-transition.ts'
import type {
  Instant,
  Order,
  PrintJob,
  PurchaseRequest,
  Sale,
  SaleBase,
  SaleEvent,
} from '../../shared/domain/sale/sale.ts'
import type { Checkout, ChosenSeat, Ticket } from '../../shared/domain/seats/offer.ts'
import {
  bodyOf,
  changedJobs,
  type JournalledStep,
  maySend,
  type PartName,
  partsIn as partNamesIn,
  type SaleOpened,
  type SaleText,
  type StepPayload,
  type TenderEntry,
  textHash,
} from './accounts/entries.ts'
import type { Journal, JournalRow } from './journal.ts'
import { buyerHash, endedWithoutTickets, customerHash, type PersonalData } from './personal-data.ts'
import type { Projection } from './projection.ts'

export interface SaleBooks {
  readonly target: Database
  /** The damaged database; null if no database can be opened. */
  readonly damaged: Database | null
  readonly journal: Journal
  readonly projection: Projection
  readonly personalData: PersonalData
}

/**
 * Rebuilds unfinished sales that do not match the hash chain. Returns the ids of the rebuilt sales. Must be called
 * inside a transaction.
 */
export function repairSales(books: SaleBooks, now: Instant): readonly string[] {
  const { target, personalData } = books
  const unfinished = target.prepare(
    `SELECT sale.sale_id AS saleId, body, journal.payload,
       (SELECT body_sha256 FROM attempt WHERE attempt.sale_id = sale.sale_id LIMIT 1) AS sent FROM sale
     JOIN journal ON journal.seq = sale.last_seq WHERE finished = 0`,
  )
  return (unfinished.all() as UnfinishedSale[]).flatMap(({ saleId, body, sent, payload }) => {
    const last = JSON.parse(payload) as StepPayload
    const request = maySend(last.to) ? attempt(() => personalData.read(saleId)) : null
    const whole = !maySend(last.to) || (request !== null && textHash(request) === sent)
    if (whole && customerIsWhole(books, saleId) && textHash(body) === last.stateSha256) return []
    restoreSale(books, saleId, last, now)
    return [saleId]
  })
}

interface UnfinishedSale {
  readonly saleId: string
  readonly body: string
  /** Hash of the purchase request; null if no request is recorded. */
  readonly sent: string | null
  readonly payload: string
}

/**
 * Restores a sale from its body in the damaged file if that body matches the hash chain, otherwise from its rows.
 * Records a different result in a RESTORED row.
 */
export function restoreSale(books: SaleBooks, saleId: string, last: StepPayload, now: Instant): void {
  const { target, journal, projection, personalData } = books
  copyPersonalData(books, saleId)
  const stored = storedBody(books, saleId)
  const request = requestOf(attempt(() => personalData.read(saleId)))
  restoreCommitment(books, saleId, request)
  const lost = restoreCustomer(books, saleId, last.to)
  const vouched = (body: string): boolean => textHash(body) === last.stateSha256
  if (!lost && stored !== null && vouched(stored) && (request !== null || !maySend(last.to))) {
    projection.setState(saleId, { body: stored, request })
    return
  }
  const steps = stepsOf(target, saleId)
  const { sale, text } = replaySale(steps, request)
  if (!lost && vouched(text.body)) {
    projection.setState(saleId, text)
    return
  }
  const jobs = changedJobs(jobsOf(steps), sale)
  const payload = {
    event: { type: 'restored' },
    from: last.to,
    to: sale.state,
    stateSha256: textHash(text.body),
    ...(jobs.length > 0 && { jobs }),
  }
  projection.apply(journal.append({ code: 'RESTORED', saleId, staffId: null, payload }, now), payload, text)
  if (endedWithoutTickets(sale.state)) personalData.drop(saleId)
}

/** Retains the request's hash and its salt together or removes both, because one without the other proves nothing. */
function restoreCommitment({ damaged, target }: SaleBooks, saleId: string, request: PurchaseRequest | null): void {
  const stored = attempt(() =>
    damaged?.prepare('SELECT body_sha256 FROM attempt WHERE sale_id = ?').pluck().get(saleId),
  )
  const salted = target.prepare('SELECT 1 FROM customer_pii WHERE sale_id = ?').get(saleId) !== undefined
  const sha256 = request?.sha256 ?? (stored as string | null | undefined) ?? null
  const kept = salted ? sha256 : null
  if (kept === null) target.prepare('DELETE FROM customer_pii WHERE sale_id = ?').run(saleId)
  target.prepare('UPDATE attempt SET body_sha256 = ? WHERE sale_id = ?').run(kept, saleId)
}

/** Returns whether the last noted customer is present and readable, or no customer is stored. */
function customerIsWhole({ target, personalData }: SaleBooks, saleId: string): boolean {
  const row = customerRow(target, saleId)
  if (!row) return true
  const same = customerHash(row.ciphertext, row.phone_key) === notedHash(target, saleId)
  return same && attempt(() => personalData.customer(saleId)) !== null
}

/**
 * Restores the customer if the data matches the hash chain and is readable. Returns whether the customer was lost
 * before the retention period ended.
 */
function restoreCustomer(books: SaleBooks, saleId: string, to: Sale['state']): boolean {
  const { damaged, target, personalData } = books
  const there = (sql: string): boolean => target.prepare(sql).get(saleId) !== undefined
  const kept =
    there('SELECT 1 FROM customer_pii WHERE sale_id = ?') || !there('SELECT 1 FROM attempt WHERE sale_id = ?')
  if (endedWithoutTickets(to) || !kept) {
    personalData.drop(saleId)
    return false
  }
  const row = attempt(() => damaged && customerRow(damaged, saleId))
  if (row && customerHash(row.ciphertext, row.phone_key) === notedHash(target, saleId)) {
    target
      .prepare(
        `INSERT OR REPLACE INTO customer (sale_id, ciphertext, phone_key, delete_after)
         VALUES (@sale_id, @ciphertext, @phone_key, @delete_after)`,
      )
      .run(row)
  }
  if (!customerIsWhole(books, saleId)) personalData.drop(saleId)
  return notedHash(target, saleId) !== null && !customerRow(target, saleId)
}

/** Copies the buyers on invoices whose data matches the hash chain. */
export function restoreBuyers({ damaged, target }: SaleBooks): void {
  const invoices = target
    .prepare(
      `SELECT invoice.sale_id AS saleId, coalesce(
         (SELECT payload ->> '$.buyerSha256' AS corrected FROM journal AS later
          WHERE later.sale_id IS NULL AND code = 'INVOICE_RESUBMITTED' AND json_valid(payload)
            AND payload ->> '$.saleId' = invoice.sale_id AND corrected IS NOT NULL ORDER BY seq DESC LIMIT 1),
         payload ->> '$.buyerSha256') AS buyerSha256
       FROM journal JOIN invoice USING (seq)
       WHERE kind = 'invoice' AND invoice.sale_id NOT IN (SELECT sale_id FROM invoice_buyer)`,
    )
    .all() as { readonly saleId: string; readonly buyerSha256: string }[]
  const copy = target.prepare(
    'INSERT INTO invoice_buyer (sale_id, ciphertext, delete_after) VALUES (@sale_id, @ciphertext, @delete_after)',
  )
  for (const { saleId, buyerSha256 } of invoices) {
    const row = attempt(() => damaged?.prepare('SELECT * FROM invoice_buyer WHERE sale_id = ?').get(saleId)) as
      | Pick<CustomerRow, 'ciphertext'>
      | null
      | undefined
    if (row && buyerHash(row.ciphertext) === buyerSha256) copy.run(row)
  }
}

function notedHash(db: Database, saleId: string): string | null {
  const payload = db
    .prepare("SELECT payload FROM journal WHERE sale_id = ? AND code = 'CUSTOMER_RECORDED' ORDER BY seq DESC LIMIT 1")
    .pluck()
    .get(saleId) as string | undefined
  return payload === undefined ? null : ((JSON.parse(payload) as StepPayload).customerSha256 ?? null)
}

interface CustomerRow {
  readonly ciphertext: Buffer
  readonly phone_key: Buffer | null
}

function customerRow(db: Database, saleId: string): CustomerRow | undefined {
  return db.prepare('SELECT * FROM customer WHERE sale_id = ?').get(saleId) as CustomerRow | undefined
}

function storedBody({ damaged }: SaleBooks, saleId: string): string | null {
  const found = attempt(() => damaged?.prepare('SELECT body FROM sale WHERE sale_id = ?').pluck().get(saleId))
  return (found as string | undefined) ?? null
}

function requestOf(body: string | null): PurchaseRequest | null {
  return body === null ? null : { body, sha256: textHash(body) }
}

function copyPersonalData({ damaged, target }: SaleBooks, saleId: string): void {
  const row = attempt(() => damaged?.prepare('SELECT * FROM customer_pii WHERE sale_id = ?').get(saleId))
  if (!row) return
  target
    .prepare(
      `INSERT OR REPLACE INTO customer_pii (sale_id, ciphertext, salt, delete_after)
       VALUES (@sale_id, @ciphertext, @salt, @delete_after)`,
    )
    .run(row)
}

function stepsOf(target: Database, saleId: string): readonly JournalledStep[] {
  const rows = target.prepare('SELECT * FROM journal WHERE sale_id = ? ORDER BY seq').all(saleId) as JournalRow[]
  return rows.map((row) => ({
    seq: row.seq,
    saleId,
    register: row.register,
    payload: JSON.parse(row.payload) as StepPayload,
    now: { monoMs: row.mono_ms, bootId: row.boot_id, wallUtc: row.wall_utc },
  }))
}

/** Returns null if the read throws, so that data on damaged pages counts as absent. */
export function attempt<T>(read: () => T): T | null {
  try {
    return read()
  } catch {
    return null
  }
}

/**
 * Rebuilds a sale from the data in its rows if the current state transitions no longer lead to the recorded states.
 * Afterwards, the booking service is queried and staff review the sale.
 */
export function rebuildSale(steps: readonly JournalledStep[]): Sale {
  const first = steps[0]
  const opened = first?.payload.opened
  if (!first || !opened) throw new Error(`sale ${first?.saleId}: its first row is missing`)
  const entries = steps.map(({ payload }) => payload)
  const noted = entries.findLast(({ event }) => event.type === 'customer-recorded')?.customerSha256
  const [sessions, unsold] = [sessionsOf(entries), entries.findLast((entry) => entry.unsold)?.unsold]
  const sale: SaleBase = {
    ...baseOf(first, opened),
    ...(noted !== undefined && { customer: true }),
    ...(sessions && { sessions }),
    ...(unsold && { unsold }),
  }
  const order = entries.findLast((entry) => entry.order)?.order
  const tenders = entries.flatMap(({ tender }) => (tender?.orderId === order?.orderId ? (tender ?? []) : []))
  const taken = approvedIn(tenders).map(resultOf)
  const tickets = entries.findLast((entry) => entry.tickets)?.tickets
  const [last, ...rest] = taken.toReversed()
  const complete = order !== undefined && sumOf(taken) === order.amount
  const paid = order && last && { ...sale, order, tender: last, ...partsIn({ parts: rest.toReversed() }) }
  const to = entries.at(-1)?.to
  if (to === 'abandoned') return { ...sale, state: 'abandoned', reason: 'restart' }
  if (to === 'refunded' && order) {
    const back = tenders.findLast(({ state }) => state === 'refunded')
    if (back)
      return {
        ...sale,
        order,
        state: 'refunded',
        tender: resultOf(back),
        refundReference: back.refundReference ?? '',
        ...(back.refundVoucher && { refundVoucher: back.refundVoucher }),
      }
  }
  if (paid && to === 'done' && !tickets) return { ...paid, state: 'done', tickets: [], jobs: [] }
  if (paid && tickets) return withTickets(paid, tickets, jobsOf(steps), to === 'done')
  if (paid && to === 'refund-due') return withRowsLost({ ...paid, state: 'refund-due', reason: REMADE })
  if (paid && complete)
    return withRowsLost({
      ...paid,
      // Every purchase is queried again, because the results are not known.
      ...firstPurchase(order, 0),
      state: 'needs-staff',
      question: 'service-unreachable',
      detail: REMADE,
    })
  const tenderAttempts = tenders.filter(({ state }) => state === 'started').length
  const reached = order ? { order, tenderAttempts, ...partsIn({ parts: taken }) } : { seats: wishOf(entries) }
  return inDoubt({ ...sale, rowsLost: true }, reached)
}

/** Returns the booking sessions of the seats chosen last; undefined if these seats are in one session. */
function sessionsOf(entries: readonly StepPayload[]): SaleBase['sessions'] {
  const events = entries.map(({ event }) => event as SaleEvent)
  const last = events.findLast(({ type }) => type === 'seats-chosen' || type === 'sessions-opened')
  return last?.type === 'sessions-opened' ? last.sessions : undefined
}

function wishOf(entries: readonly StepPayload[]): readonly ChosenSeat[] {
  const chosen = entries.map(({ event }) => event as SaleEvent).findLast(({ type }) => type === 'seats-chosen')
  return chosen?.type === 'seats-chosen' ? chosen.seats : []
}

const REMADE = 'made out again'

function baseOf({ saleId, register }: JournalledStep, opened: SaleOpened): SaleBase {
  return { saleId, register, ...opened }
}

function resultOf({ kind, reference, amount, received, change, approval, slip }: TenderEntry): TenderResult {
  const taken = { received: received ?? amount, change: change ?? 0, approval: approval ?? '' }
  return { kind, reference, amount, ...taken, ...(slip && { slip }) }
}

function approvedIn(tenders: readonly TenderEntry[]): readonly TenderEntry[] {
  const latest = new Map(tenders.map((tender) => [tender.reference, tender]))
  return [...latest.values()].filter(({ state }) => state === 'approved')
}

function withTickets(
  paid: SaleBase & Payment & { readonly order: Order },
  tickets: readonly Ticket[],
  jobs: readonly PrintJob[],
  done: boolean,
): Sale {
  if (done) return { ...paid, state: 'done', tickets, jobs }
  return jobs.length === 0
    ? withRowsLost({ ...paid, state: 'confirmed', tickets })
    : withRowsLost({ ...paid, state: 'printing', tickets, jobs })
}

function jobsOf(steps: readonly JournalledStep[]): readonly PrintJob[] {
  const latest = new Map<string, PrintJob>()
  for (const { payload } of steps) for (const job of payload.jobs ?? []) latest.set(job.ticketId, job)
  return [...latest.values()]
}

/**
 * Restores a sale's state by replaying its rows, or with `rebuildSale` if the replay fails. `request`: the purchase
 * request; if null, a sale in confirmation is passed to staff, and its tickets can still be queried.
 */
export function replaySale(
  steps: readonly JournalledStep[],
  request: PurchaseRequest | null,
): { readonly sale: Sale; readonly text: SaleText } {
  const replayed = replay(steps, request) ?? rebuildSale(steps)
  const sale = request === null ? withoutRequest(replayed) : replayed
  return { sale, text: { body: bodyAfter(steps, sale), request: ('request' in sale && sale.request) || null } }
}

function bodyAfter(steps: readonly JournalledStep[], sale: Sale): string {
  const rows = new Map<PartName, number>()
  for (const { seq, payload } of steps) for (const name of partNamesIn(payload)) rows.set(name, seq)
  return bodyOf(sale, (name) => rows.get(name) ?? null)
}

function replay(steps: readonly JournalledStep[], request: PurchaseRequest | null): Sale | null {
  let sale: Sale | null = null
  try {
    for (const [index, step] of steps.entries()) {
      const before: Sale = sale ?? openedSale(step)
      sale =
        step.payload.event.type === 'restored'
          ? restoredIn(step.payload, steps.slice(0, index), before)
          : transition(before, eventOf(step.payload, before, request), step.now)
      if (sale?.state !== step.payload.to) return null
    }
    return sale
  } catch {
    return null
  }
}

/**
 * Returns the sale as an earlier restoration produced it, found by the state hash in the RESTORED row; null if no
 * result matches.
 */
function restoredIn({ stateSha256 }: StepPayload, before: readonly JournalledStep[], sale: Sale): Sale | null {
  const made = [withoutRequest(sale), sale, rebuildSale(before)]
  return made.find((each) => textHash(bodyAfter(before, each)) === stateSha256) ?? null
}

/** Moves a sale without its request to `needs-staff`. The purchase cannot be repeated, but its tickets can be read. */
function withoutRequest(sale: Sale): Sale {
  if (sale.state === 'needs-staff' && 'request' in sale) {
    const { request: _, ...question } = sale
    return question
  }
  if (sale.state !== 'confirming' && sale.state !== 'unknown') return sale
  const { progress } = sale
  return {
    ...base(sale),
    state: 'needs-staff',
    question: 'service-unreachable',
    order: sale.order,
    ...paymentIn(sale),
    ...(progress && { progress }),
    detail: 'request lost',
  }
}

function openedSale({ saleId, register, payload }: JournalledStep): Sale {
  if (!payload.opened) throw new Error(`sale ${saleId}: its first row is missing`)
  return { state: 'choosing', notice: null, saleId, register, ...payload.opened }
}

type CustomerNoted = Extract<SaleEvent, { type: 'customer-recorded' }>

/**
 * Returns the event with the data that its row stores separately. Encrypted data is replaced with empty values, which
 * show only that the data existed.
 */
function eventOf(
  { event, order, tickets = [], customerSha256 }: StepPayload,
  before: Sale,
  request: PurchaseRequest | null,
): SaleEvent {
  switch (event.type) {
    case 'checkout-ready':
      return order
        ? { type: event.type, orderId: order.orderId, ...checkoutsOf(order, before.currency) }
        : (event as SaleEvent)
    case 'customer-recorded':
      return { ...(event as CustomerNoted), customer: customerSha256 === undefined ? null : { name: '', phone: '' } }
    case 'purchase-composed':
      return { type: event.type, request: request ?? { body: '', sha256: '' } }
    case 'purchase-confirmed':
    case 'tickets-found':
      return 'tickets' in event ? (event as SaleEvent) : { type: event.type, tickets: ofCurrent(before, tickets) }
    default:
      return event as SaleEvent
  }
}

/** Returns the tickets that belong to the current purchase; all tickets if the sale has one purchase. */
function ofCurrent(sale: Sale, tickets: readonly Ticket[]): readonly Ticket[] {
  if (!('progress' in sale) || !sale.progress) return tickets
  const seats = new Set(currentPurchase(sale).order.seats.map(({ seatId }) => seatId))
  return tickets.filter(({ seatId }) => seats.has(seatId))
}

function checkoutsOf(order: Order, currency: string) {
  const purchases = order.purchases?.map(({ orderId, sessionId, seatIds, amount, remainingMs }) => {
    return { orderId, sessionId, seatIds, amount, remainingSeconds: remainingMs / 1000 }
  })
  return { checkout: checkoutOf(order, currency), ...(purchases && { purchases }) }
}

function checkoutOf({ amount, seats, hold, checkoutToken }: Order, currency: string): Checkout {
  const items = seats.map(({ holdId, seatId, place, price }) => ({ holdId, seatId, seatCode: place.seatCode, price }))
  return { amount, currency, items, remainingSeconds: hold.remainingMs / 1000, checkoutToken }
}
