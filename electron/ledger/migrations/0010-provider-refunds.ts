/** Money that providers were asked to give back: once for each payment, but where a try before came to nothing. */
export const sql = `
CREATE TABLE provider_refund (
  reference TEXT NOT NULL PRIMARY KEY,
  sale_id TEXT NOT NULL REFERENCES sale (sale_id),
  payment TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('asked', 'made', 'closed')),
  asked_seq INTEGER NOT NULL REFERENCES journal (seq),
  last_seq INTEGER NOT NULL REFERENCES journal (seq)
) STRICT, WITHOUT ROWID;

CREATE UNIQUE INDEX provider_refund_once ON provider_refund (payment) WHERE state <> 'closed';
CREATE INDEX provider_refund_of_payment ON provider_refund (payment);

DROP INDEX journal_after_sale;
CREATE INDEX journal_after_sale ON journal (CASE WHEN json_valid(payload) THEN payload ->> '$.saleId' END)
WHERE sale_id IS NULL
  AND code IN ('COPIES_ORDERED', 'COPY_FINISHED', 'TICKETS_REFUNDED', 'TICKETS_VOIDED', 'CANCELLATION_ANSWERED', 'RETURN_PAID',
    'SLIP_COPIED', 'PAYMENT_FOUND', 'PAYMENT_CLOSED', 'PAYMENT_UNANSWERED', 'PAYMENT_PAID_BACK', 'REFUND_ASKED', 'REFUND_CLOSED');
`
