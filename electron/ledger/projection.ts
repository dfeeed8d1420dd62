import type { Database } from 'better-sqlite3'
import type { Sale } from '../../shared/domain/sale.ts'
import { LedgerConflict } from './errors.ts'
import type { AttemptEntry, OrderEntry, StepEntries, TenderEntry } from './entries.ts'

/** The tables beside the journal: what is true now, kept in the same transaction as the row that made it true. */
export interface Projection {
  apply(step: ProjectedStep): void
}

export interface ProjectedStep {
  readonly seq: number
  readonly previous: Sale | null
  readonly sale: Sale
  readonly entries: StepEntries
  /** The sale as text, without the bytes of its request. */
  readonly body: string
}

const FINISHED: ReadonlySet<Sale['state']> = new Set(['done', 'abandoned', 'refunded'])

export function openProjection(db: Database): Projection {
  const insertSale = db.prepare(
    `INSERT INTO sale (sale_id, state, finished, event_id, session_id, owner_ref, currency, order_id, amount, first_seq,
       last_seq, request_body, body) VALUES (?, ?, ?, ?, ?, ?, ?, NULL, NULL, ?, ?, NULL, ?)`,
  )
  const updateSale = db.prepare(
    'UPDATE sale SET state = ?, finished = ?, last_seq = ?, request_body = ?, body = ? WHERE sale_id = ? AND state = ?',
  )
  const setOrder = db.prepare('UPDATE sale SET order_id = ?, amount = ? WHERE sale_id = ?')
  const insertSeat = db.prepare(
    `INSERT INTO sale_seat (hold_id, sale_id, order_id, event_id, seat_id, price) VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT (hold_id) DO UPDATE SET order_id = excluded.order_id, seat_id = excluded.seat_id, price = excluded.price
     WHERE sale_id = excluded.sale_id`,
  )
  const upsertTender = db.prepare(
    `INSERT INTO tender (reference, sale_id, order_id, kind, state, amount, received, change_given, approval,
       refund_reference) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (reference) DO UPDATE SET state = excluded.state, received = excluded.received,
       change_given = excluded.change_given, approval = excluded.approval, refund_reference = excluded.refund_reference
     WHERE sale_id = excluded.sale_id`,
  )
  const upsertAttempt = db.prepare(
    `INSERT INTO attempt (sale_id, attempt_no, body_sha256, outcome, status, reply) VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT (sale_id, attempt_no) DO UPDATE SET outcome = excluded.outcome, status = excluded.status,
       reply = excluded.reply`,
  )
  const insertTicket = db.prepare(
    `INSERT INTO ticket (ticket_id, qr_code, event_id, seat_id, sale_id, ticket_number, price, currency, seq)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  )
  const upsertJob = db.prepare(
    `INSERT INTO print_job (ticket_id, copy_no, state, printer_state) VALUES (?, ?, ?, ?)
     ON CONFLICT (ticket_id, copy_no) DO UPDATE SET state = excluded.state, printer_state = excluded.printer_state`,
  )
  const insertPosting = db.prepare(
    'INSERT INTO posting (seq, line, sale_id, account, currency, debit, credit) VALUES (?, ?, ?, ?, ?, ?, ?)',
  )

  /** A row that another sale owns is not touched by the statements above: that is a fault, and the step fails whole. */
  function changedOne(changes: number, what: string): void {
    if (changes !== 1) throw new LedgerConflict(what)
  }

  function writeSale({ seq, previous, sale, body }: ProjectedStep): void {
    const finished = FINISHED.has(sale.state) ? 1 : 0
    if (previous === null) {
      const { saleId, event, sessionId, ownerRef, currency } = sale
      insertSale.run(saleId, sale.state, finished, event.eventId, sessionId, ownerRef, currency, seq, seq, body)
      return
    }
    const request = 'request' in sale ? sale.request.body : null
    const { changes } = updateSale.run(sale.state, finished, seq, request, body, sale.saleId, previous.state)
    changedOne(changes, `sale ${sale.saleId} is not "${previous.state}" in the ledger`)
  }

  function writeOrder(sale: Sale, { orderId, amount, seats }: OrderEntry): void {
    setOrder.run(orderId, amount, sale.saleId)
    for (const { holdId, seatId, price } of seats) {
      const { changes } = insertSeat.run(holdId, sale.saleId, orderId, sale.event.eventId, seatId, price)
      changedOne(changes, `hold ${holdId} belongs to another sale`)
    }
  }

  function writeTender({ saleId }: Sale, tender: TenderEntry): void {
    const { reference, orderId, kind, state, amount, received, change, approval, refundReference } = tender
    const { changes } = upsertTender.run(
      reference,
      saleId,
      orderId,
      kind,
      state,
      amount,
      received ?? null,
      change ?? null,
      approval ?? null,
      refundReference ?? null,
    )
    changedOne(changes, `payment reference ${reference} belongs to another sale`)
  }

  function writeAttempt(sale: Sale, { attempt, outcome, reply }: AttemptEntry): void {
    const sha256 = 'request' in sale ? sale.request.sha256 : null
    const text = reply ? JSON.stringify({ code: reply.code, detail: reply.detail }) : null
    upsertAttempt.run(sale.saleId, attempt, sha256, outcome, reply?.status ?? null, text)
  }

  return {
    apply(step) {
      const { seq, sale, entries } = step
      writeSale(step)
      if (entries.order) writeOrder(sale, entries.order)
      if (entries.tender) writeTender(sale, entries.tender)
      if (entries.attempt) writeAttempt(sale, entries.attempt)
      for (const { ticketId, qrCode, seatId, ticketNumber, price } of entries.tickets ?? []) {
        insertTicket.run(
          ticketId,
          qrCode,
          sale.event.eventId,
          seatId,
          sale.saleId,
          ticketNumber,
          price,
          sale.currency,
          seq,
        )
      }
      for (const { ticketId, copyNumber, state, evidence } of entries.jobs ?? []) {
        upsertJob.run(ticketId, copyNumber, state, evidence)
      }
      for (const [index, { account, debit, credit }] of (entries.postings ?? []).entries()) {
        insertPosting.run(seq, index + 1, sale.saleId, account, sale.currency, debit, credit)
      }
    },
  }
}
