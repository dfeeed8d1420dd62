/** Cash that no sale moves is posted, too: floats, what is paid in and out, what a count finds. */
export const sql = `
CREATE TABLE posting_3 (
  seq INTEGER NOT NULL REFERENCES journal (seq),
  line INTEGER NOT NULL CHECK (line >= 1),
  sale_id TEXT,
  account TEXT NOT NULL,
  currency TEXT NOT NULL,
  debit INTEGER NOT NULL CHECK (debit >= 0),
  credit INTEGER NOT NULL CHECK (credit >= 0),
  PRIMARY KEY (seq, line),
  CHECK ((debit = 0) <> (credit = 0))
) STRICT, WITHOUT ROWID;

INSERT INTO posting_3 (seq, line, sale_id, account, currency, debit, credit)
SELECT seq, line, sale_id, account, currency, debit, credit FROM posting;

DROP TABLE posting;
ALTER TABLE posting_3 RENAME TO posting;

CREATE TRIGGER posting_no_update BEFORE UPDATE ON posting
BEGIN SELECT raise(ABORT, 'posting: lines are never changed'); END;

CREATE TRIGGER posting_no_delete BEFORE DELETE ON posting
BEGIN SELECT raise(ABORT, 'posting: lines are never deleted'); END;
`
