/** Copies of a slip are found by the sale, too. */
export const sql = `
DROP INDEX journal_after_sale;
CREATE INDEX journal_after_sale ON journal (CASE WHEN json_valid(payload) THEN payload ->> '$.saleId' END)
WHERE sale_id IS NULL
  AND code IN ('COPIES_ORDERED', 'COPY_FINISHED', 'TICKETS_REFUNDED', 'TICKETS_VOIDED', 'RETURN_PAID', 'SLIP_COPIED');
`
