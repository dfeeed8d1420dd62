/** Credit slips that a hub was told of, by whose word alone they are spent from then on; and what is paid out by its word. */
export const sql = `
ALTER TABLE credit_slip ADD COLUMN hub TEXT;

CREATE TABLE slip_payout (
  reference TEXT NOT NULL PRIMARY KEY,
  slip_id TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('asked', 'paid-out', 'ended')),
  asked_seq INTEGER NOT NULL REFERENCES journal (seq),
  last_seq INTEGER NOT NULL REFERENCES journal (seq)
) STRICT, WITHOUT ROWID;

CREATE INDEX slip_payout_asked ON slip_payout (asked_seq) WHERE state = 'asked';
`
