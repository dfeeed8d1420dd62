import type { Database } from 'better-sqlite3'
import type { Ticket } from '../../shared/domain/offer.ts'
import type { Sale } from '../../shared/domain/sale.ts'
import { canonicalJson } from './canonical-json.ts'
import type { Closure } from './closures.ts'
import type { AttemptEntry, OrderEntry, TenderEntry } from './entries.ts'
import { LedgerConflict } from './errors.ts'
import type { SaleText, StepPayload } from './step.ts'

/**
 * The tables beside the journal: what is true now, kept in the same transaction as the row that made it true, from that
 * row alone (and the sale's own text). Rebuilding a damaged ledger goes the same way.
 */
export interface Projection {
  /** `content` is the row's payload as a value; `sale` goes with the rows of a sale. */
  apply(row: ProjectedRow, content: unknown, sale: SaleText | null): void
}

export interface ProjectedRow {
  readonly seq: number
  readonly register: string
  readonly code: string
  readonly sale_id: string | null
  readonly wall_utc: string
}

const FINISHED: ReadonlySet<Sale['state']> = new Set(['done', 'abandoned', 'refunded'])

export function openProjection(db: Database): Projection {
  const write = prepare(db)

  /** A row that another sale owns is not touched by these statements: that is a fault, and the step fails whole. */
  function one(changes: number, what: string): void {
    if (changes !== 1) throw new LedgerConflict(what)
  }

  function writeSale(seq: number, saleId: string, payload: StepPayload, { body, request }: SaleText): void {
    const finished = FINISHED.has(payload.to) ? 1 : 0
    if (payload.opened) {
      const { event, sessionId, ownerRef, currency } = payload.opened
      write.newSale.run(saleId, payload.to, finished, event.eventId, sessionId, ownerRef, currency, seq, seq, body)
      return
    }
    const { changes } = write.sale.run(payload.to, seq, request?.body ?? null, body, saleId, payload.from)
    one(changes, `sale ${saleId} is not "${payload.from}" in the ledger`)
    if (finished) write.finish.run(saleId)
  }

  function writeOrder(saleId: string, { orderId, amount, seats }: OrderEntry): void {
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

  function writeTicket(seq: number, saleId: string, { ticketId, qrCode, seatId, ticketNumber, price }: Ticket): void {
    one(write.ticket.run(ticketId, qrCode, seatId, ticketNumber, price, seq, saleId).changes, `no sale ${saleId}`)
  }

  function writeStep(seq: number, saleId: string, payload: StepPayload, text: SaleText): void {
    writeSale(seq, saleId, payload, text)
    if (payload.order) writeOrder(saleId, payload.order)
    if (payload.tender) writeTender(saleId, payload.tender)
    if (payload.attempt) writeAttempt(saleId, payload.attempt, text.request?.sha256 ?? null)
    for (const ticket of payload.tickets ?? []) writeTicket(seq, saleId, ticket)
    for (const { ticketId, copyNumber, state, evidence } of payload.jobs ?? []) {
      write.job.run(ticketId, copyNumber, state, evidence)
    }
    for (const [index, { account, debit, credit }] of (payload.postings ?? []).entries()) {
      write.posting.run(seq, index + 1, account, debit, credit, saleId)
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
    apply({ seq, register, code, sale_id, wall_utc }, content, text) {
      if (code === 'CREATED') {
        const { ledgerId } = content as { ledgerId: string }
        write.ledger.run(ledgerId, register, wall_utc)
      }
      if (code === 'CREATED' || code === 'KEY_CHANGED') {
        const { keyId, publicKey } = content as { keyId: string; publicKey: string }
        write.key.run(keyId, publicKey, seq)
      }
      if (code === 'CLOSURE_X' || code === 'CLOSURE_Z') writeClosure(seq, content as Omit<Closure, 'seq'>)
      if (sale_id !== null && text !== null) writeStep(seq, sale_id, content as StepPayload, text)
    },
  }
}

function prepare(db: Database) {
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
      `INSERT INTO sale (sale_id, state, finished, event_id, session_id, owner_ref, currency, first_seq, last_seq, body)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ),
    sale: db.prepare(
      'UPDATE sale SET state = ?, last_seq = ?, request_body = ?, body = ? WHERE sale_id = ? AND state = ?',
    ),
    // On its own, so that a step which does not end a sale leaves the index of unfinished sales alone.
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
       ON CONFLICT (reference) DO UPDATE SET state = excluded.state, received = excluded.received,
         change_given = excluded.change_given, approval = excluded.approval,
         refund_reference = excluded.refund_reference WHERE sale_id = excluded.sale_id`,
    ),
    attempt: db.prepare(
      `INSERT INTO attempt (sale_id, attempt_no, body_sha256, outcome, status, reply) VALUES (?, ?, ?, ?, ?, ?)
       ON CONFLICT (sale_id, attempt_no) DO UPDATE SET outcome = excluded.outcome, status = excluded.status,
         reply = excluded.reply`,
    ),
    ticket: db.prepare(
      `INSERT INTO ticket (ticket_id, qr_code, event_id, seat_id, sale_id, ticket_number, price, currency, seq)
       SELECT ?, ?, event_id, ?, sale_id, ?, ?, currency, ? FROM sale WHERE sale_id = ?`,
    ),
    job: db.prepare(
      `INSERT INTO print_job (ticket_id, copy_no, state, printer_state) VALUES (?, ?, ?, ?)
       ON CONFLICT (ticket_id, copy_no) DO UPDATE SET state = excluded.state, printer_state = excluded.printer_state`,
    ),
    posting: db.prepare(
      `INSERT INTO posting (seq, line, sale_id, account, currency, debit, credit)
       SELECT ?, ?, sale_id, ?, currency, ?, ? FROM sale WHERE sale_id = ?`,
    ),
  }
}
