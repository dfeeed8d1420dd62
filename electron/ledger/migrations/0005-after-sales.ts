/** What is done with sales after their end is found by the sale; what is no JSON is found by nobody. */
export const sql = `
CREATE INDEX journal_after_sale ON journal (CASE WHEN json_valid(payload) THEN payload ->> '$.saleId' END)
WHERE sale_id IS NULL
  AND code IN ('COPIES_ORDERED', 'COPY_FINISHED', 'TICKETS_REFUNDED', 'TICKETS_VOIDED', 'RETURN_PAID');
`
