import type { Database } from 'better-sqlite3'
import type { PaymentPaidBack } from '../../shared/domain/sale/after-sale.ts'
import type { Order, Sale } from '../../shared/domain/sale/sale.ts'
import type { Ticket } from '../../shared/domain/seats/offer.ts'
import {
  AFTER_SALE_CODES,
  type AfterSalePayload,
  type OpenPaymentPayload,
  type RefundPayload,
} from './books/after-sales.ts'
import type { Closure } from './books/closures.ts'
import { slipWriter } from './books/credit-slips.ts'
import { DRAWER_CODES, type DrawerPayload } from './books/drawer.ts'
import type { AttemptEntry, Posting, SaleText, StepPayload, TenderEntry } from './books/entries.ts'
import { BOX_EMPTIED, type EmptiedPayload, STRAY_NOTE, STRAY_SETTLED, type StrayPayload } from './books/notes.ts'
import { OPEN_PAYMENT_STEPS } from './books/open-payments.ts'
import { LedgerConflict } from './connection.ts'
import { canonicalJson } from './journal.ts'
import { placeKey } from './queries.ts'

/** Codes of rows about stray notes and about emptied cashboxes. */
const NOTE_CODES: ReadonlySet<string> = new Set([STRAY_NOTE, STRAY_SETTLED, BOX_EMPTIED])

/**
 * The tables beside the journal with the current state. They are updated in the same transaction as the row that causes
 * the change, from that row (and the sale's own text) alone. Rebuilding a damaged ledger uses the same code.
 */
export interface Projection {
  /** Applies a row. `content` is its payload as a value; `state` is given for rows of a sale. */
  apply(row: ProjectedRow, content: unknown, state: SaleText | null): void
  /** Sets the sale's text, if its row was applied before without one. */
  setState(saleId: string, state: SaleText): void
}

interface ProjectedRow {
  readonly seq: number
  readonly register: string
  readonly code: string
  readonly sale_id: string | null
  readonly wall_utc: string
}

export function openProjection(db: Database): Projection {
  const write = prepareProjection(db)
  const slips = slipWriter(db)
  const writeStep = stepWriter(write)

  /** Writes the postings of a row that is not a step of a sale. It may be about a finished sale. */
  function writePostings(seq: number, saleId: string | null, currency: string, postings: readonly Posting[]): void {
    for (const [index, { account, debit, credit }] of postings.entries()) {
      write.registerPosting.run(seq, index + 1, saleId, account, currency, debit, credit)
    }
  }

  function writeOpenPayment(seq: number, code: string, { saleId, reference }: OpenPaymentPayload): void {
    const step = OPEN_PAYMENT_STEPS[code]
    if (!step) return
    const { changes } = write.openPayment.run(step.to, seq, reference, saleId, JSON.stringify(step.from))
    if (changes !== 1)
      throw new LedgerConflict(`${code} of payment ${reference}, which is not ${step.from.join(' or ')}`)
  }

  function writeRefund(seq: number, payload: RefundPayload): void {
    const { saleId, reference } = payload
    if ('payment' in payload) write.refundAsked.run(reference, saleId, payload.payment, seq, seq)
    else writeRefundEnd(seq, saleId, reference, 'closed')
  }

  /** Ends a refund, either with a row that books it or with a row that closes it. */
  function writeRefundEnd(seq: number, saleId: string, reference: string, state: 'made' | 'closed'): void {
    const { changes } = write.refundEnded.run(state, seq, reference, saleId)
    if (changes !== 1) throw new LedgerConflict(`refund ${reference} is not under way, and becomes ${state}`)
  }

  function writeAfterSale(seq: number, payload: AfterSalePayload): void {
    if ('copies' in payload) {
      for (const { ticketId, copyNumber } of payload.copies) write.job.run(ticketId, copyNumber, 'spooling', '')
    } else if ('state' in payload) {
      write.job.run(payload.ticketId, payload.copyNumber, payload.state, payload.evidence)
    } else if ('postings' in payload) {
      writePostings(seq, payload.saleId, payload.currency, payload.postings)
      if ('slip' in payload && payload.slip) slips.issue(seq, payload.saleId, payload.slip)
    }
  }

  function writeClosure(seq: number, closure: Omit<Closure, 'seq'>): void {
    const { kind, shiftNo, firstSeq, lastSeq, totals, perpetualNet, perpetualAbs, sig } = closure
    const texts = [totals, perpetualNet, perpetualAbs].map((value) => canonicalJson(value))
    write.closure.run(seq, kind, shiftNo, firstSeq, lastSeq, ...texts, Buffer.from(sig, 'base64'))
    if (kind === 'X') return
    write.endShift.run(lastSeq, shiftNo)
    write.startShift.run(shiftNo + 1, seq + 1)
  }

  return {
    apply({ seq, register, code, sale_id, wall_utc }, content, state) {
      if (code === 'CREATED') {
        const { ledgerId } = content as { ledgerId: string }
        write.ledger.run(ledgerId, register, wall_utc)
      }
      if (code === 'CREATED' || code === 'KEY_CHANGED') {
        const { keyId, publicKey } = content as { keyId: string; publicKey: string }
        write.key.run(keyId, publicKey, seq)
      }
      if (code === 'CLOSURE_X' || code === 'CLOSURE_Z') writeClosure(seq, content as Omit<Closure, 'seq'>)
      if (sale_id === null && DRAWER_CODES.has(code)) {
        const { currency, postings = [] } = content as DrawerPayload
        writePostings(seq, null, currency, postings)
      }
      if (sale_id === null) slips.take(seq, code, content)
      if (sale_id === null && NOTE_CODES.has(code)) {
        const { currency, postings } = content as Pick<StrayPayload | EmptiedPayload, 'currency' | 'postings'>
        writePostings(seq, null, currency, postings)
      }
      if (sale_id === null && AFTER_SALE_CODES.has(code)) writeAfterSale(seq, content as AfterSalePayload)
      if (sale_id === null) writeOpenPayment(seq, code, content as OpenPaymentPayload)
      if (sale_id === null && (code === 'REFUND_ASKED' || code === 'REFUND_CLOSED'))
        writeRefund(seq, content as RefundPayload)
      if (sale_id !== null && state !== null) {
        const step = content as StepPayload
        writeStep(seq, sale_id, step, state)
        if (step.tender) slips.tender(seq, sale_id, step.tender)
      }
      const made = madeRefund(code, sale_id, content)
      if (made) writeRefundEnd(seq, made.saleId, made.refund, 'made')
    },
    setState(saleId, { body }) {
      write.state.run(body, saleId)
    },
  }
}

/**
 * Returns the provider's refund that a row books. Null if staff refunded the money, or if the row is about something
 * else.
 */
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

/** Prepares the statements that update the tables; parameters are in the order of the columns. */
function prepareProjection(db: Database) {
  return {
    ledger: db.prepare('INSERT INTO ledger (id, ledger_id, register, created_utc, opens) VALUES (1, ?, ?, ?, 0)'),
    key: db.prepare('INSERT INTO signing_key (key_id, public_key, first_seq) VALUES (?, ?, ?)'),
    closure: db.prepare(
      `INSERT INTO closure (seq, kind, shift_no, first_seq, last_seq, totals, perpetual_net, perpetual_abs, sig)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ),
    endShift: db.prepare('UPDATE shift SET last_seq = ? WHERE shift_no = ?'),
    startShift: db.prepare('INSERT INTO shift (shift_no, first_seq) VALUES (?, ?)'),
    newSale: db.prepare(
      `INSERT INTO sale (sale_id, state, finished, event_id, session_id, owner_ref, currency, first_seq, last_seq,
         body) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ),
    state: db.prepare('UPDATE sale SET body = ? WHERE sale_id = ?'),
    sale: db.prepare('UPDATE sale SET state = ?, last_seq = ?, body = ? WHERE sale_id = ? AND state = ?'),
    // A separate statement, so that a step that does not end a sale leaves the index of unfinished sales unchanged.
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
         refund_reference) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
       ON CONFLICT (reference) DO UPDATE SET state = excluded.state, amount = excluded.amount, received = excluded.received,
         change_given = excluded.change_given, approval = excluded.approval,
         refund_reference = excluded.refund_reference WHERE sale_id = excluded.sale_id`,
    ),
    attempt: db.prepare(
      `INSERT INTO attempt (sale_id, attempt_no, body_sha256, outcome, status, reply) VALUES (?, ?, ?, ?, ?, ?)
       ON CONFLICT (sale_id, attempt_no) DO UPDATE SET outcome = excluded.outcome, status = excluded.status,
         reply = excluded.reply`,
    ),
    ticket: db.prepare(
      `INSERT INTO ticket (ticket_id, qr_code, event_id, seat_id, sale_id, ticket_number, price, currency, seq,
         seat_code, seat_key)
       SELECT ?, ?, event_id, ?, sale_id, ?, ?, currency, ?, ?, ? FROM sale WHERE sale_id = ?`,
    ),
    job: db.prepare(
      `INSERT INTO print_job (ticket_id, copy_no, state, printer_state) VALUES (?, ?, ?, ?)
       ON CONFLICT (ticket_id, copy_no) DO UPDATE SET state = excluded.state, printer_state = excluded.printer_state`,
    ),
    posting: db.prepare(
      `INSERT INTO posting (seq, line, sale_id, account, currency, debit, credit)
       SELECT ?, ?, sale_id, ?, currency, ?, ? FROM sale WHERE sale_id = ?`,
    ),
    leftOpen: db.prepare(
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
    registerPosting: db.prepare(
      'INSERT INTO posting (seq, line, sale_id, account, currency, debit, credit) VALUES (?, ?, ?, ?, ?, ?, ?)',
    ),
  }
}

const FINISHED: ReadonlySet<Sale['state']> = new Set(['done', 'abandoned', 'refunded'])

/** Writes one step of a sale into the tables beside the journal. */
function stepWriter(write: ReturnType<typeof prepareProjection>) {
  function writeSale(seq: number, saleId: string, payload: StepPayload, { body }: SaleText): void {
    const finished = FINISHED.has(payload.to)
    if (payload.opened) {
      const { event, sessionId, ownerRef, currency } = payload.opened
      write.newSale.run(
        saleId,
        payload.to,
        Number(finished),
        event.eventId,
        sessionId,
        ownerRef,
        currency,
        seq,
        seq,
        body,
      )
      return
    }
    const { changes } = write.sale.run(payload.to, seq, body, saleId, payload.from)
    one(changes, `sale ${saleId} is not "${payload.from}" in the ledger`)
    if (finished) write.finish.run(saleId)
  }

  function writeOrder(saleId: string, { orderId, amount, seats }: Order): void {
    write.order.run(orderId, amount, saleId)
    for (const { holdId, seatId, price } of seats) {
      one(write.seat.run(holdId, orderId, seatId, price, saleId).changes, `hold ${holdId} belongs to another sale`)
    }
  }

  function writeTender(saleId: string, tender: TenderEntry): void {
    const { reference, orderId, kind, state, amount } = tender
    const { received = null, change = null, approval = null, refundReference = null } = tender
    const { changes } = write.tender.run(
      reference,
      saleId,
      orderId,
      kind,
      state,
      amount,
      received,
      change,
      approval,
      refundReference,
    )
    one(changes, `payment reference ${reference} belongs to another sale`)
  }

  function writeAttempt(saleId: string, { attempt, outcome, reply }: AttemptEntry, sha256: string | null): void {
    const text = reply ? JSON.stringify({ code: reply.code, detail: reply.detail }) : null
    write.attempt.run(saleId, attempt, sha256, outcome, reply?.status ?? null, text)
  }

  function writeTicket(seq: number, saleId: string, ticket: Ticket): void {
    const { ticketId, qrCode, seatId, ticketNumber, price, place } = ticket
    const { changes } = write.ticket.run(
      ticketId,
      qrCode,
      seatId,
      ticketNumber,
      price,
      seq,
      place.seatCode,
      placeKey(place),
      saleId,
    )
    one(changes, `no sale ${saleId}`)
  }

  return function writeStep(seq: number, saleId: string, payload: StepPayload, state: SaleText): void {
    writeSale(seq, saleId, payload, state)
    if (payload.order) writeOrder(saleId, payload.order)
    if (payload.tender) writeTender(saleId, payload.tender)
    if (payload.tender && payload.leftOpen) write.leftOpen.run(payload.tender.reference, saleId, seq, seq)
    if (payload.attempt) writeAttempt(saleId, payload.attempt, state.request?.sha256 ?? null)
    for (const ticket of payload.tickets ?? []) writeTicket(seq, saleId, ticket)
    for (const { ticketId, copyNumber, state, evidence } of payload.jobs ?? []) {
      write.job.run(ticketId, copyNumber, state, evidence)
    }
    for (const [index, { account, debit, credit }] of (payload.postings ?? []).entries()) {
      write.posting.run(seq, index + 1, account, debit, credit, saleId)
    }
  }
}

/**
 * Throws unless exactly one row changed. These statements do not touch a row of another sale; that is a fault, and the
 * whole step fails.
 */
function one(changes: number, what: string): void {
  if (changes !== 1) throw new LedgerConflict(what)
}
