/** What is done with sales after their end is found by the sale. */
export const sql = `
CREATE INDEX journal_after_sale ON journal (payload ->> '$.saleId')
WHERE sale_id IS NULL
  AND code IN ('COPIES_ORDERED', 'COPY_FINISHED', 'TICKETS_REFUNDED', 'TICKETS_VOIDED', 'RETURN_PAID');
`
