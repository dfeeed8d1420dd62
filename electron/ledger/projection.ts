import type { Database } from 'better-sqlite3'
import type { PaymentPaidBack, PaymentUnanswered, TenderCorrected } from '../../shared/domain/sale/after-sale.ts'
import type { Order, Sale } from '../../shared/domain/sale/sale.ts'
import { rowCodes } from '../../shared/ledger-format/rows.ts'
import { AFTER_SALE_CODES, type AfterSalePayload, type RefundPayload } from './accounts/after-sales.ts'
import type { Closure } from './accounts/closures.ts'
import { SlipWriter } from './accounts/credit-slips.ts'
import type { InvoicePayload } from './accounts/invoices.ts'
import type { DrawerPayload } from './accounts/drawer.ts'
import type { Posting, SaleText, StepPayload, TenderEntry } from './accounts/entries.ts'
import { OPEN_PAYMENT_STEPS } from './accounts/open-payments.ts'
import { LedgerConflict } from './connection.ts'
import { canonicalJson } from './journal.ts'
import { placeKey } from './queries.ts'

const AFTER_SALES: ReadonlySet<string> = new Set(AFTER_SALE_CODES)
const DRAWER: ReadonlySet<string> = new Set(rowCodes.drawer)
/** Codes of rows about notes that belong to no sale and about emptied cashboxes. */
const NOTES: ReadonlySet<string> = new Set([...rowCodes.strayNote, 'CASHBOX_EMPTIED'])

interface FiscalPayload {
  readonly number: number
  readonly saleId: string
  readonly signature?: string | null
}

/** Changes of an invoice's fiscal state by row code. */
const FISCAL_STEPS: ReadonlyMap<string, { readonly from: string; readonly to: string }> = new Map([
  ['INVOICE_SIGNED', { from: 'waiting', to: 'signed' }],
  ['INVOICE_REFUSED', { from: 'waiting', to: 'refused' }],
  ['INVOICE_RESUBMITTED', { from: 'refused', to: 'waiting' }],
])

interface ProjectedRow {
  readonly seq: number
  readonly register: string
  readonly code: string
  readonly sale_id: string | null
  readonly wall_utc: string
}

const FINISHED: ReadonlySet<Sale['state']> = new Set(['done', 'abandoned', 'refunded'])

/**
 * Tables with the current state, derived only from the journal rows and the stored state of each sale. A row and the
 * tables are written in one transaction.
 */
export class Projection {
  readonly #sql: ReturnType<typeof prepareProjection>
  readonly #slips: SlipWriter

  constructor(db: Database) {
    this.#sql = prepareProjection(db)
    this.#slips = new SlipWriter(db)
  }

  /**
   * Applies a row. `content`: the row's parsed payload; `state`: stored state of the sale, or null for rows outside
   * sales.
   */
  apply(row: ProjectedRow, content: unknown, state: SaleText | null): void {
    const { seq, code, sale_id } = row
    if (sale_id === null) this.#writeRegister(row, content)
    else if (state !== null) {
      const step = content as StepPayload
      this.#writeStep(seq, sale_id, step, state)
      if (step.tender) this.#slips.tender(seq, sale_id, step.tender)
    }
    const made = madeRefund(code, sale_id, content)
    if (made) this.#endRefund(seq, made.saleId, made.refund, 'made')
  }

  /** Sets the stored state of a sale whose row was applied with `state` null. */
  setState(saleId: string, { body }: SaleText): void {
    this.#sql.state.run(body, saleId)
  }

  #writeRegister({ seq, register, code, wall_utc }: ProjectedRow, content: unknown): void {
    if (code === 'CREATED') {
      const { ledgerId } = content as { ledgerId: string }
      this.#sql.ledger.run(ledgerId, register, wall_utc)
    }
    if (code === 'CREATED' || code === 'KEY_CHANGED') {
      const { keyId, publicKey } = content as { keyId: string; publicKey: string }
      this.#sql.key.run(keyId, publicKey, seq)
    }
    if (code === 'X_REPORT' || code === 'Z_REPORT') this.#writeClosure(seq, content as Omit<Closure, 'seq'>)
    if (DRAWER.has(code) || NOTES.has(code)) {
      const { currency, postings = [] } = content as Pick<DrawerPayload, 'currency' | 'postings'>
      this.#writePostings(seq, null, currency, postings)
    }
    this.#slips.take(seq, code, content)
    if (AFTER_SALES.has(code)) this.#writeAfterSale(seq, content as AfterSalePayload)
    if (code === 'INVOICE_ISSUED') this.#writeInvoice(seq, content as InvoicePayload)
    this.#writeFiscal(code, content as FiscalPayload)
    this.#writeOpenPayment(seq, code, content as PaymentUnanswered)
    if (code === 'REFUND_REQUESTED' || code === 'REFUND_CLOSED') this.#writeRefund(seq, content as RefundPayload)
  }

  /** `saleId`: the finished sale that the postings belong to; null if the postings belong to no sale. */
  #writePostings(seq: number, saleId: string | null, currency: string, postings: readonly Posting[]): void {
    for (const [index, { account, debit, credit }] of postings.entries())
      this.#sql.posting.run(seq, index + 1, saleId, account, currency, debit, credit)
  }

  #writeOpenPayment(seq: number, code: string, { saleId, reference }: PaymentUnanswered): void {
    const step = new Map(Object.entries(OPEN_PAYMENT_STEPS)).get(code)
    if (!step) return
    const { changes } = this.#sql.openPayment.run(step.to, seq, reference, saleId, JSON.stringify(step.from))
    one(changes, `${code} of payment ${reference}, which is not ${step.from.join(' or ')}`)
  }

  #writeRefund(seq: number, payload: RefundPayload): void {
    const { saleId, reference } = payload
    if ('payment' in payload) this.#sql.refundAsked.run(reference, saleId, payload.payment, seq, seq)
    else this.#endRefund(seq, saleId, reference, 'closed')
  }

  #endRefund(seq: number, saleId: string, reference: string, state: 'made' | 'closed'): void {
    const { changes } = this.#sql.refundEnded.run(state, seq, reference, saleId)
    one(changes, `refund ${reference} is not pending, but becomes ${state}`)
  }

  #writeAfterSale(seq: number, payload: AfterSalePayload): void {
    if ('copies' in payload) {
      for (const { ticketId, copyNumber } of payload.copies) this.#sql.job.run(ticketId, copyNumber, 'spooling', '')
    } else if ('state' in payload) {
      this.#sql.job.run(payload.ticketId, payload.copyNumber, payload.state, payload.evidence)
    } else if (payload.postings && 'currency' in payload) {
      this.#writePostings(seq, payload.saleId, payload.currency, payload.postings)
      if ('was' in payload) this.#correctTender(payload)
      if ('slip' in payload && payload.slip) this.#slips.issue(seq, payload.saleId, payload.slip)
    }
  }

  #correctTender({ saleId, payment, was, is, approval }: Omit<TenderCorrected, 'type'>): void {
    const { changes } = this.#sql.correction.run(is.kind, is.amount, approval, payment, saleId, was.kind, was.amount)
    one(changes, `payment ${payment} is not recorded as ${was.amount} minor units by ${was.kind}`)
  }

  #writeInvoice(seq: number, { number, saleId, kind, reference, toSign }: InvoicePayload): void {
    this.#sql.invoice.run(number, saleId, kind, reference ?? null, seq, toSign ? 'waiting' : null)
  }

  #writeFiscal(code: string, { number, saleId, signature = null }: FiscalPayload): void {
    const step = FISCAL_STEPS.get(code)
    if (!step) return
    const { changes } = this.#sql.fiscal.run(step.to, signature, number, saleId, step.from)
    one(changes, `${code} of invoice ${number}, which is not ${step.from}`)
  }

  #writeClosure(seq: number, closure: Omit<Closure, 'seq'>): void {
    const { kind, shiftNo, firstSeq, lastSeq, totals, perpetualNet, perpetualAbs, sig } = closure
    const texts = [totals, perpetualNet, perpetualAbs].map((value) => canonicalJson(value))
    this.#sql.closure.run(seq, kind, shiftNo, firstSeq, lastSeq, ...texts, Buffer.from(sig, 'base64'))
    if (kind === 'X') return
    this.#sql.endShift.run(lastSeq, shiftNo)
    this.#sql.startShift.run(shiftNo + 1, seq + 1)
  }

  #writeStep(seq: number, saleId: string, payload: StepPayload, state: SaleText): void {
    const sql = this.#sql
    this.#writeSale(seq, saleId, payload, state)
    if (payload.order) this.#writeOrder(saleId, payload.order)
    if (payload.tender) this.#writeTender(saleId, payload.tender)
    if (payload.tender && payload.abandonedPayment) sql.abandonedPayment.run(payload.tender.reference, saleId, seq, seq)
    if (payload.attempt) {
      const { attempt, outcome, reply } = payload.attempt
      const text = reply ? JSON.stringify({ code: reply.code, detail: reply.detail }) : null
      sql.attempt.run(saleId, attempt, state.request?.sha256 ?? null, outcome, reply?.status ?? null, text)
    }
    if (payload.nextAttempt)
      sql.attempt.run(saleId, payload.nextAttempt, state.request?.sha256 ?? null, 'pending', null, null)
    for (const { place, ...ticket } of payload.tickets ?? []) {
      const row = { ...ticket, seq, seatCode: place.seatCode, seatKey: placeKey(place), saleId }
      one(sql.ticket.run(row).changes, `no sale ${saleId}`)
    }
    for (const job of payload.jobs ?? []) sql.job.run(job.ticketId, job.copyNumber, job.state, job.evidence)
    for (const [index, { account, debit, credit }] of (payload.postings ?? []).entries())
      sql.salePosting.run(seq, index + 1, account, debit, credit, saleId)
  }

  #writeSale(seq: number, saleId: string, { opened, from, to }: StepPayload, { body }: SaleText): void {
    const finished = FINISHED.has(to)
    if (opened) {
      const { event, sessionId, ownerRef, currency } = opened
      const sale = { saleId, to, finished: Number(finished), eventId: event.eventId, sessionId, ownerRef, currency }
      this.#sql.newSale.run({ ...sale, seq, body })
      return
    }
    const { changes } = this.#sql.sale.run(to, seq, body, saleId, from)
    one(changes, `sale ${saleId} is not "${from}" in the ledger`)
    if (finished) this.#sql.finish.run(saleId)
  }

  #writeOrder(saleId: string, order: Order): void {
    this.#sql.order.run(order.orderId, order.amount, saleId)
    for (const { holdId, seatId, price } of order.seats) {
      const { orderId } = order.purchases?.find(({ seatIds }) => seatIds.includes(seatId)) ?? order
      one(this.#sql.seat.run(holdId, orderId, seatId, price, saleId).changes, `hold ${holdId} belongs to another sale`)
    }
  }

  #writeTender(saleId: string, tender: TenderEntry): void {
    const { reference, orderId, kind, state, amount } = tender
    const { received = null, change = null, approval = null, refundReference = null } = tender
    const outcome = { received, change, approval, refundReference }
    const { changes } = this.#sql.tender.run({ reference, saleId, orderId, kind, state, amount, ...outcome })
    one(changes, `payment reference ${reference} belongs to another sale`)
  }
}

/** Returns the provider refund that a row records as paid; null for other rows, or if staff refunded the money. */
function madeRefund(
  code: string,
  saleId: string | null,
  content: unknown,
): { readonly saleId: string; readonly refund: string } | null {
  if (saleId !== null) {
    const { refund } = (content as StepPayload).event as { readonly refund?: string }
    return code !== 'REFUNDED' || refund === undefined ? null : { saleId, refund }
  }
  if (code !== 'PAYMENT_PAID_BACK') return null
  const { saleId: of, refund } = content as Omit<PaymentPaidBack, 'type'>
  return refund === undefined ? null : { saleId: of, refund }
}

function prepareProjection(db: Database) {
  return {
    ledger: db.prepare('INSERT INTO ledger (id, ledger_id, register, created_utc, opens) VALUES (1, ?, ?, ?, 0)'),
    key: db.prepare('INSERT INTO signing_key (key_id, public_key, first_seq) VALUES (?, ?, ?)'),
    closure: db.prepare(
      `INSERT INTO closure (seq, kind, shift_no, first_seq, last_seq, totals, perpetual_net, perpetual_abs, sig)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ),
    invoice: db.prepare(
      'INSERT INTO invoice (number, sale_id, kind, reference, seq, fiscal) VALUES (?, ?, ?, ?, ?, ?)',
    ),
    fiscal: db.prepare('UPDATE invoice SET fiscal = ?, signature = ? WHERE number = ? AND sale_id = ? AND fiscal = ?'),
    endShift: db.prepare('UPDATE shift SET last_seq = ? WHERE shift_no = ?'),
    startShift: db.prepare('INSERT INTO shift (shift_no, first_seq) VALUES (?, ?)'),
    newSale: db.prepare(
      `INSERT INTO sale (sale_id, state, finished, event_id, session_id, owner_ref, currency, first_seq, last_seq,
         body) VALUES (@saleId, @to, @finished, @eventId, @sessionId, @ownerRef, @currency, @seq, @seq, @body)`,
    ),
    state: db.prepare('UPDATE sale SET body = ? WHERE sale_id = ?'),
    sale: db.prepare('UPDATE sale SET state = ?, last_seq = ?, body = ? WHERE sale_id = ? AND state = ?'),
    // A separate statement leaves the index of unfinished sales unchanged for steps that do not end a sale.
    finish: db.prepare('UPDATE sale SET finished = 1 WHERE sale_id = ?'),
    order: db.prepare('UPDATE sale SET order_id = ?, amount = ? WHERE sale_id = ?'),
    seat: db.prepare(
      `INSERT INTO sale_seat (hold_id, sale_id, order_id, event_id, seat_id, price)
       SELECT ?, sale_id, ?, event_id, ?, ? FROM sale WHERE sale_id = ?
       ON CONFLICT (hold_id) DO UPDATE SET order_id = excluded.order_id, seat_id = excluded.seat_id,
         price = excluded.price WHERE sale_id = excluded.sale_id`,
    ),
    tender: db.prepare(
      `INSERT INTO tender (reference, sale_id, order_id, kind, state, amount, received, change_given, approval,
         refund_reference) VALUES (@reference, @saleId, @orderId, @kind, @state, @amount, @received, @change, @approval,
         @refundReference)
       ON CONFLICT (reference) DO UPDATE SET state = excluded.state, amount = excluded.amount, received = excluded.received,
         change_given = excluded.change_given, approval = excluded.approval,
         refund_reference = excluded.refund_reference WHERE sale_id = excluded.sale_id`,
    ),
    correction: db.prepare(
      `UPDATE tender SET kind = ?, received = ?, change_given = 0, approval = ?
       WHERE reference = ? AND sale_id = ? AND state = 'approved' AND kind = ? AND received - change_given = ?`,
    ),
    attempt: db.prepare(
      `INSERT INTO attempt (sale_id, attempt_no, body_sha256, outcome, status, reply) VALUES (?, ?, ?, ?, ?, ?)
       ON CONFLICT (sale_id, attempt_no) DO UPDATE SET outcome = excluded.outcome, status = excluded.status,
         reply = excluded.reply`,
    ),
    ticket: db.prepare(
      `INSERT INTO ticket (ticket_id, qr_code, event_id, seat_id, sale_id, ticket_number, price, currency, seq,
         seat_code, seat_key)
       SELECT @ticketId, @qrCode, event_id, @seatId, sale_id, @ticketNumber, @price, currency, @seq, @seatCode, @seatKey
       FROM sale WHERE sale_id = @saleId`,
    ),
    job: db.prepare(
      `INSERT INTO print_job (ticket_id, copy_no, state, printer_state) VALUES (?, ?, ?, ?)
       ON CONFLICT (ticket_id, copy_no) DO UPDATE SET state = excluded.state, printer_state = excluded.printer_state`,
    ),
    salePosting: db.prepare(
      `INSERT INTO posting (seq, line, sale_id, account, currency, debit, credit)
       SELECT ?, ?, sale_id, ?, currency, ?, ? FROM sale WHERE sale_id = ?`,
    ),
    abandonedPayment: db.prepare(
      `INSERT INTO open_payment (reference, sale_id, state, left_seq, last_seq) VALUES (?, ?, 'asked', ?, ?)`,
    ),
    openPayment: db.prepare(
      `UPDATE open_payment SET state = ?, last_seq = ?
       WHERE reference = ? AND sale_id = ? AND state IN (SELECT value FROM json_each(?))`,
    ),
    refundAsked: db.prepare(
      `INSERT INTO provider_refund (reference, sale_id, payment, state, asked_seq, last_seq) VALUES (?, ?, ?, 'asked', ?, ?)`,
    ),
    refundEnded: db.prepare(
      `UPDATE provider_refund SET state = ?, last_seq = ? WHERE reference = ? AND sale_id = ? AND state = 'asked'`,
    ),
    posting: db.prepare(
      'INSERT INTO posting (seq, line, sale_id, account, currency, debit, credit) VALUES (?, ?, ?, ?, ?, ?, ?)',
    ),
  }
}

/** Throws unless exactly one row changed. A count of zero indicates a fault, and the whole step fails. */
function one(changes: number, what: string): void {
  if (changes !== 1) throw new LedgerConflict(what)
}
