import type { Database } from 'better-sqlite3'

/** What keeps the tables beside the journal; parameters in the order of the columns. */
export function prepareProjection(db: Database) {
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
