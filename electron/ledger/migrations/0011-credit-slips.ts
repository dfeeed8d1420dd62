/** Money that the register owes to those who hold a slip of it: each is spent or paid out once. */
export const sql = `
CREATE TABLE credit_slip (
  slip_id TEXT NOT NULL PRIMARY KEY,
  sale_id TEXT NOT NULL REFERENCES sale (sale_id),
  amount INTEGER NOT NULL CHECK (amount > 0),
  currency TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('open', 'taken', 'spent', 'paid-out')),
  reference TEXT,
  issued_seq INTEGER NOT NULL REFERENCES journal (seq),
  last_seq INTEGER NOT NULL REFERENCES journal (seq)
) STRICT, WITHOUT ROWID;

CREATE INDEX credit_slip_of_sale ON credit_slip (sale_id);
CREATE INDEX credit_slip_open ON credit_slip (issued_seq) WHERE state IN ('open', 'taken');
`
