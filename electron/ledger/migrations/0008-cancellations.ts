/**
 * A seat whose ticket was given back may be sold again: what the register sold of it is told apart by the journal, no longer by
 * the table. A service's answers to cancellations are found by the sale. `print_job` is made again, since it names the tickets.
 */
export const sql = `
CREATE TABLE ticket_8 (
  ticket_id TEXT NOT NULL UNIQUE,
  qr_code TEXT NOT NULL UNIQUE,
  event_id TEXT NOT NULL,
  seat_id TEXT NOT NULL,
  sale_id TEXT NOT NULL REFERENCES sale (sale_id),
  ticket_number TEXT NOT NULL,
  price INTEGER NOT NULL CHECK (price >= 0),
  currency TEXT NOT NULL,
  seq INTEGER NOT NULL REFERENCES journal (seq),
  seat_code TEXT NOT NULL DEFAULT '',
  seat_key TEXT NOT NULL DEFAULT ''
) STRICT;
INSERT INTO ticket_8 SELECT ticket_id, qr_code, event_id, seat_id, sale_id, ticket_number, price, currency, seq,
  seat_code, seat_key FROM ticket ORDER BY rowid;

CREATE TABLE print_job_8 (
  ticket_id TEXT NOT NULL REFERENCES ticket_8 (ticket_id),
  copy_no INTEGER NOT NULL CHECK (copy_no >= 0),
  state TEXT NOT NULL CHECK (state IN ('queued', 'spooling', 'printed', 'unknown', 'failed')),
  printer_state TEXT NOT NULL,
  PRIMARY KEY (ticket_id, copy_no)
) STRICT, WITHOUT ROWID;
INSERT INTO print_job_8 SELECT ticket_id, copy_no, state, printer_state FROM print_job;

DROP TABLE print_job;
DROP TABLE ticket;
ALTER TABLE ticket_8 RENAME TO ticket;
ALTER TABLE print_job_8 RENAME TO print_job;
CREATE INDEX ticket_of_sale ON ticket (sale_id);
CREATE INDEX ticket_of_seat ON ticket (event_id, seat_id);

DROP INDEX journal_after_sale;
CREATE INDEX journal_after_sale ON journal (CASE WHEN json_valid(payload) THEN payload ->> '$.saleId' END)
WHERE sale_id IS NULL
  AND code IN ('COPIES_ORDERED', 'COPY_FINISHED', 'TICKETS_REFUNDED', 'TICKETS_VOIDED', 'CANCELLATION_ANSWERED', 'RETURN_PAID',
    'SLIP_COPIED');
`
