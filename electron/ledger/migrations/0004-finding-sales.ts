/** Sales are found again by seat, and a sale's tickets and payments by the sale. */
export const sql = `
ALTER TABLE ticket ADD COLUMN seat_code TEXT NOT NULL DEFAULT '';
ALTER TABLE ticket ADD COLUMN seat_key TEXT NOT NULL DEFAULT '';

UPDATE ticket SET (seat_code, seat_key) = (
  SELECT
    coalesce(issued.value ->> '$.place.seatCode', ''),
    coalesce(replace(replace(
      (issued.value ->> '$.place.sector') || (issued.value ->> '$.place.row') || (issued.value ->> '$.place.seatNumber'),
      ' ', ''), '-', ''), '')
  FROM journal, json_each(journal.payload, '$.tickets') AS issued
  WHERE journal.seq = ticket.seq AND issued.value ->> '$.ticketId' = ticket.ticket_id
);

CREATE INDEX ticket_of_sale ON ticket (sale_id);
CREATE INDEX tender_of_sale ON tender (sale_id);
`
