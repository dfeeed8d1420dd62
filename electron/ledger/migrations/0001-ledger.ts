/** The first schema. Its meaning, column by column, is `docs/integrating/ledger-format.md`; a change here is a new migration. */
export const sql = `
CREATE TABLE ledger (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  ledger_id TEXT NOT NULL,
  register TEXT NOT NULL,
  created_utc TEXT NOT NULL,
  opens INTEGER NOT NULL CHECK (opens >= 0)
) STRICT;

CREATE TABLE signing_key (
  key_id TEXT NOT NULL PRIMARY KEY,
  public_key TEXT NOT NULL,
  first_seq INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE journal (
  seq INTEGER PRIMARY KEY CHECK (seq >= 1),
  register TEXT NOT NULL,
  code TEXT NOT NULL,
  sale_id TEXT,
  staff_id TEXT REFERENCES staff (staff_id),
  wall_utc TEXT NOT NULL,
  mono_ms INTEGER NOT NULL,
  boot_id TEXT NOT NULL,
  app_version TEXT NOT NULL,
  payload TEXT NOT NULL,
  prev_hash BLOB NOT NULL CHECK (length(prev_hash) = 32),
  hash BLOB NOT NULL CHECK (length(hash) = 32),
  sig BLOB NOT NULL CHECK (length(sig) = 64),
  key_id TEXT NOT NULL REFERENCES signing_key (key_id) DEFERRABLE INITIALLY DEFERRED
) STRICT;

CREATE TRIGGER journal_append BEFORE INSERT ON journal
WHEN NEW.seq IS NOT (SELECT coalesce(max(seq), 0) + 1 FROM journal)
  OR NEW.prev_hash IS NOT (SELECT coalesce((SELECT hash FROM journal ORDER BY seq DESC LIMIT 1), zeroblob(32)))
BEGIN SELECT raise(ABORT, 'journal: a row follows the last one, and only that'); END;

CREATE TRIGGER journal_no_update BEFORE UPDATE ON journal
BEGIN SELECT raise(ABORT, 'journal: rows are never changed'); END;

CREATE TRIGGER journal_no_delete BEFORE DELETE ON journal
BEGIN SELECT raise(ABORT, 'journal: rows are never deleted'); END;

CREATE TABLE staff (
  staff_id TEXT NOT NULL PRIMARY KEY,
  first_seq INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE sale (
  sale_id TEXT NOT NULL UNIQUE,
  state TEXT NOT NULL,
  finished INTEGER NOT NULL CHECK (finished IN (0, 1)),
  event_id TEXT NOT NULL,
  session_id TEXT NOT NULL,
  owner_ref TEXT NOT NULL,
  currency TEXT NOT NULL,
  order_id TEXT,
  amount INTEGER CHECK (amount >= 0),
  first_seq INTEGER NOT NULL REFERENCES journal (seq),
  last_seq INTEGER NOT NULL REFERENCES journal (seq),
  request_body TEXT,
  body TEXT NOT NULL
) STRICT;

CREATE INDEX sale_unfinished ON sale (first_seq) WHERE finished = 0;

CREATE TABLE sale_seat (
  hold_id TEXT NOT NULL UNIQUE,
  sale_id TEXT NOT NULL REFERENCES sale (sale_id),
  order_id TEXT NOT NULL,
  event_id TEXT NOT NULL,
  seat_id TEXT NOT NULL,
  price INTEGER NOT NULL CHECK (price >= 0)
) STRICT;

CREATE TABLE tender (
  reference TEXT NOT NULL UNIQUE,
  sale_id TEXT NOT NULL REFERENCES sale (sale_id),
  order_id TEXT NOT NULL,
  kind TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('started', 'unknown', 'approved', 'refused', 'cancelled', 'unavailable', 'refunded')),
  amount INTEGER NOT NULL CHECK (amount >= 0),
  received INTEGER CHECK (received >= 0),
  change_given INTEGER CHECK (change_given >= 0),
  approval TEXT,
  refund_reference TEXT
) STRICT;

CREATE TABLE attempt (
  sale_id TEXT NOT NULL REFERENCES sale (sale_id),
  attempt_no INTEGER NOT NULL CHECK (attempt_no >= 1),
  body_sha256 TEXT,
  outcome TEXT NOT NULL CHECK (outcome IN ('pending', 'confirmed', 'unclear')),
  status INTEGER,
  reply TEXT,
  PRIMARY KEY (sale_id, attempt_no)
) STRICT, WITHOUT ROWID;

CREATE TABLE ticket (
  ticket_id TEXT NOT NULL UNIQUE,
  qr_code TEXT NOT NULL UNIQUE,
  event_id TEXT NOT NULL,
  seat_id TEXT NOT NULL,
  sale_id TEXT NOT NULL REFERENCES sale (sale_id),
  ticket_number TEXT NOT NULL,
  price INTEGER NOT NULL CHECK (price >= 0),
  currency TEXT NOT NULL,
  seq INTEGER NOT NULL REFERENCES journal (seq),
  UNIQUE (event_id, seat_id)
) STRICT;

CREATE TABLE print_job (
  ticket_id TEXT NOT NULL REFERENCES ticket (ticket_id),
  copy_no INTEGER NOT NULL CHECK (copy_no >= 0),
  state TEXT NOT NULL CHECK (state IN ('queued', 'spooling', 'printed', 'unknown', 'failed')),
  printer_state TEXT NOT NULL,
  PRIMARY KEY (ticket_id, copy_no)
) STRICT, WITHOUT ROWID;

CREATE TABLE posting (
  seq INTEGER NOT NULL REFERENCES journal (seq),
  line INTEGER NOT NULL CHECK (line >= 1),
  sale_id TEXT NOT NULL,
  account TEXT NOT NULL,
  currency TEXT NOT NULL,
  debit INTEGER NOT NULL CHECK (debit >= 0),
  credit INTEGER NOT NULL CHECK (credit >= 0),
  PRIMARY KEY (seq, line),
  CHECK ((debit = 0) <> (credit = 0))
) STRICT, WITHOUT ROWID;

CREATE TRIGGER posting_no_update BEFORE UPDATE ON posting
BEGIN SELECT raise(ABORT, 'posting: lines are never changed'); END;

CREATE TRIGGER posting_no_delete BEFORE DELETE ON posting
BEGIN SELECT raise(ABORT, 'posting: lines are never deleted'); END;

CREATE TABLE shift (
  shift_no INTEGER PRIMARY KEY CHECK (shift_no >= 1),
  first_seq INTEGER NOT NULL,
  last_seq INTEGER
) STRICT;

INSERT INTO shift (shift_no, first_seq) VALUES (1, 1);

CREATE TABLE closure (
  seq INTEGER PRIMARY KEY REFERENCES journal (seq),
  kind TEXT NOT NULL CHECK (kind IN ('X', 'Z')),
  shift_no INTEGER NOT NULL REFERENCES shift (shift_no),
  first_seq INTEGER NOT NULL,
  last_seq INTEGER NOT NULL,
  totals TEXT NOT NULL,
  perpetual_net TEXT NOT NULL,
  perpetual_abs TEXT NOT NULL,
  sig BLOB NOT NULL CHECK (length(sig) = 64)
) STRICT;

CREATE TRIGGER closure_no_update BEFORE UPDATE ON closure
BEGIN SELECT raise(ABORT, 'closure: never changed'); END;

CREATE TRIGGER closure_no_delete BEFORE DELETE ON closure
BEGIN SELECT raise(ABORT, 'closure: never deleted'); END;

CREATE TABLE customer_pii (
  sale_id TEXT NOT NULL PRIMARY KEY,
  ciphertext BLOB NOT NULL,
  salt BLOB NOT NULL CHECK (length(salt) = 32),
  delete_after TEXT NOT NULL
) STRICT, WITHOUT ROWID;
`
