/** Payments that their sales went on without, and what became of them: `left_seq` names the row that left one, `last_seq` the last about it. */
export const sql = `
CREATE TABLE open_payment (
  reference TEXT NOT NULL PRIMARY KEY,
  sale_id TEXT NOT NULL REFERENCES sale (sale_id),
  state TEXT NOT NULL CHECK (state IN ('asked', 'unanswered', 'found', 'closed', 'paid-back')),
  left_seq INTEGER NOT NULL REFERENCES journal (seq),
  last_seq INTEGER NOT NULL REFERENCES journal (seq)
) STRICT, WITHOUT ROWID;

CREATE INDEX open_payment_of_sale ON open_payment (sale_id);

DROP INDEX journal_after_sale;
CREATE INDEX journal_after_sale ON journal (CASE WHEN json_valid(payload) THEN payload ->> '$.saleId' END)
WHERE sale_id IS NULL
  AND code IN ('COPIES_ORDERED', 'COPY_FINISHED', 'TICKETS_REFUNDED', 'TICKETS_VOIDED', 'CANCELLATION_ANSWERED', 'RETURN_PAID',
    'SLIP_COPIED', 'PAYMENT_FOUND', 'PAYMENT_CLOSED', 'PAYMENT_UNANSWERED', 'PAYMENT_PAID_BACK');
`
