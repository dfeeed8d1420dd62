import { closeSync, openSync, readSync } from 'node:fs'
import type { Database } from 'better-sqlite3'
import { TranslatedError } from '../../shared/i18n/catalogues.ts'
import { LedgerTooNew } from './connection.ts'

/** Schema version 1, defined in `docs/integrating/ledger-format.md`. The verifier contains its fingerprint. */
const schema = `
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

CREATE TABLE staff (
  staff_id TEXT NOT NULL PRIMARY KEY,
  first_seq INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- key_id is deferred: a row that brings a key is written before the key's own row.
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

-- Rows without a sale are few: gaps and what became of them are found by their code.
CREATE INDEX journal_register ON journal (code) WHERE sale_id IS NULL;

-- Rows about a sale that ended, by the sale. A damaged payload must not stop the index.
CREATE INDEX journal_after_sale ON journal (CASE WHEN json_valid(payload) THEN payload ->> '$.saleId' END)
WHERE sale_id IS NULL
  AND code IN ('REPRINT_REQUESTED', 'REPRINT_FINISHED', 'TICKETS_REFUNDED', 'TICKETS_VOIDED', 'CANCELLATION_RESULT', 'REFUND_PAID',
    'TENDER_CORRECTED', 'SLIP_COPIED', 'INVOICE_ISSUED', 'INVOICE_COPIED', 'INVOICE_SIGNED', 'INVOICE_REFUSED', 'INVOICE_RESUBMITTED', 'TICKET_LINK_REQUESTED', 'PAYMENT_FOUND', 'PAYMENT_CLOSED', 'PAYMENT_UNRESOLVED', 'PAYMENT_PAID_BACK', 'REFUND_REQUESTED', 'REFUND_CLOSED');

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
CREATE INDEX tender_of_sale ON tender (sale_id);

-- Payments that their sales went on without. left_seq: the row that left one open; last_seq: the last row about it.
CREATE TABLE open_payment (
  reference TEXT NOT NULL PRIMARY KEY,
  sale_id TEXT NOT NULL REFERENCES sale (sale_id),
  state TEXT NOT NULL CHECK (state IN ('asked', 'unanswered', 'found', 'closed', 'paid-back')),
  left_seq INTEGER NOT NULL REFERENCES journal (seq),
  last_seq INTEGER NOT NULL REFERENCES journal (seq)
) STRICT, WITHOUT ROWID;
CREATE INDEX open_payment_of_sale ON open_payment (sale_id);

CREATE TABLE provider_refund (
  reference TEXT NOT NULL PRIMARY KEY,
  sale_id TEXT NOT NULL REFERENCES sale (sale_id),
  payment TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('asked', 'made', 'closed')),
  asked_seq INTEGER NOT NULL REFERENCES journal (seq),
  last_seq INTEGER NOT NULL REFERENCES journal (seq)
) STRICT, WITHOUT ROWID;
-- A payment is refunded once; a request that was closed moved no money.
CREATE UNIQUE INDEX provider_refund_once ON provider_refund (payment) WHERE state <> 'closed';
CREATE INDEX provider_refund_of_payment ON provider_refund (payment);

CREATE TABLE attempt (
  sale_id TEXT NOT NULL REFERENCES sale (sale_id),
  attempt_no INTEGER NOT NULL CHECK (attempt_no >= 1),
  body_sha256 TEXT,
  outcome TEXT NOT NULL CHECK (outcome IN ('pending', 'confirmed', 'unclear')),
  status INTEGER,
  reply TEXT,
  PRIMARY KEY (sale_id, attempt_no)
) STRICT, WITHOUT ROWID;

-- (event_id, seat_id) is not unique: a seat whose ticket was given back may be sold again.
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
  seat_code TEXT NOT NULL,
  seat_key TEXT NOT NULL
) STRICT;
CREATE INDEX ticket_of_sale ON ticket (sale_id);
CREATE INDEX ticket_of_seat ON ticket (event_id, seat_id);

CREATE TABLE print_job (
  ticket_id TEXT NOT NULL REFERENCES ticket (ticket_id),
  copy_no INTEGER NOT NULL CHECK (copy_no >= 0),
  state TEXT NOT NULL CHECK (state IN ('queued', 'spooling', 'printed', 'unknown', 'failed')),
  printer_state TEXT NOT NULL,
  PRIMARY KEY (ticket_id, copy_no)
) STRICT, WITHOUT ROWID;

-- sale_id is null for cash that no sale moves: floats, cash paid in and out, differences of a count.
CREATE TABLE posting (
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

-- Money that the register owes to whoever holds the slip. hub: key of the hub that was told of it and alone decides who spends it.
CREATE TABLE credit_slip (
  slip_id TEXT NOT NULL PRIMARY KEY,
  sale_id TEXT NOT NULL REFERENCES sale (sale_id),
  amount INTEGER NOT NULL CHECK (amount > 0),
  currency TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('open', 'taken', 'spent', 'paid-out')),
  reference TEXT,
  issued_seq INTEGER NOT NULL REFERENCES journal (seq),
  last_seq INTEGER NOT NULL REFERENCES journal (seq),
  hub TEXT
) STRICT, WITHOUT ROWID;
CREATE INDEX credit_slip_of_sale ON credit_slip (sale_id);
CREATE INDEX credit_slip_open ON credit_slip (issued_seq) WHERE state IN ('open', 'taken');

CREATE TABLE slip_payout (
  reference TEXT NOT NULL PRIMARY KEY,
  slip_id TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('asked', 'paid-out', 'ended')),
  asked_seq INTEGER NOT NULL REFERENCES journal (seq),
  last_seq INTEGER NOT NULL REFERENCES journal (seq)
) STRICT, WITHOUT ROWID;
CREATE INDEX slip_payout_asked ON slip_payout (asked_seq) WHERE state = 'asked';

-- reference: the reference of the return that a credit note is for; null for an invoice. fiscal: null if no signature is needed.
CREATE TABLE invoice (
  number INTEGER PRIMARY KEY CHECK (number >= 1),
  sale_id TEXT NOT NULL REFERENCES sale (sale_id),
  kind TEXT NOT NULL CHECK (kind IN ('invoice', 'credit-note')),
  reference TEXT UNIQUE,
  seq INTEGER NOT NULL REFERENCES journal (seq),
  fiscal TEXT CHECK (fiscal IN ('waiting', 'refused', 'signed')),
  signature TEXT UNIQUE CHECK ((signature IS NOT NULL) = (fiscal IS 'signed'))
) STRICT;
CREATE INDEX invoice_unsigned ON invoice (number) WHERE fiscal IN ('waiting', 'refused');
CREATE INDEX invoice_of_sale ON invoice (sale_id);
CREATE UNIQUE INDEX invoice_once ON invoice (sale_id) WHERE kind = 'invoice';

-- Data that names a buyer or a customer is encrypted, and is only in the next three tables: the buyer on an invoice,
-- the purchase as it is sent, and the customer of the sale.
CREATE TABLE invoice_buyer (
  sale_id TEXT NOT NULL PRIMARY KEY REFERENCES sale (sale_id),
  ciphertext BLOB NOT NULL,
  delete_after TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE customer_pii (
  sale_id TEXT NOT NULL PRIMARY KEY,
  ciphertext BLOB NOT NULL,
  salt BLOB NOT NULL CHECK (length(salt) = 32),
  delete_after TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- phone_key: keyed hash of the telephone number, by which a customer's sales are found.
CREATE TABLE customer (
  sale_id TEXT NOT NULL PRIMARY KEY REFERENCES sale (sale_id),
  ciphertext BLOB NOT NULL,
  phone_key BLOB CHECK (length(phone_key) = 32),
  delete_after TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX customer_phone ON customer (phone_key) WHERE phone_key IS NOT NULL;
`

/** Step n migrates from `user_version` n - 1 to n. A released step is never edited; a change is a new step. */
export const schemaSteps: readonly string[] = [schema]

/**
 * SQLite's application id of ledger files: "GucM" in ASCII. Files of version 0.1 have no application id; "GucL"
 * identifies files of builds before the first release, whose schema 1 had other tables.
 */
const APPLICATION_ID = 0x47_75_63_4d

/** Beginning of a database file and offset of its application id (SQLite Database File Format, section 1.3). */
const SQLITE_MAGIC = 'SQLite format 3\0'
const APPLICATION_ID_OFFSET = 68

/**
 * Returns whether a ledger file was written by a build whose files this build cannot read. False for an empty or damaged
 * file.
 */
export function isOfOtherBuild(path: string): boolean {
  const file = openSync(path, 'r')
  try {
    const header = Buffer.alloc(APPLICATION_ID_OFFSET + 4)
    if (readSync(file, header, 0, header.length, 0) < header.length) return false
    const isDatabase = header.toString('latin1').startsWith(SQLITE_MAGIC)
    return isDatabase && header.readUInt32BE(APPLICATION_ID_OFFSET) !== APPLICATION_ID
  } finally {
    closeSync(file)
  }
}

/** Migrates a ledger to the newest schema version in one transaction. Throws the same errors as `checkVersion`. */
export function migrate(db: Database, steps = schemaSteps): void {
  const from = checkVersion(db, steps)
  if (from === steps.length) return
  db.transaction(() => {
    for (const step of steps.slice(from)) db.exec(step)
    db.pragma(`application_id = ${APPLICATION_ID}`)
    db.pragma(`user_version = ${steps.length}`)
  }).immediate()
}

/**
 * Returns the schema version; 0 for a new file. Throws `LedgerTooNew` for a newer schema, or a `TranslatedError` if the
 * file is not a ledger.
 */
export function checkVersion(db: Database, steps = schemaSteps): number {
  const found = db.pragma('user_version', { simple: true }) as number
  if (db.pragma('application_id', { simple: true }) !== APPLICATION_ID) {
    const isNew = found === 0 && db.prepare('SELECT 1 FROM sqlite_schema').get() === undefined
    if (isNew) return 0
    throw new TranslatedError(({ refusals }) => refusals.unsupportedFile(db.name))
  }
  if (found < 1) throw new Error(`${db.name}: schema ${found} does not exist: restore the ledger from its newest copy`)
  if (found > steps.length) throw new LedgerTooNew(db.name, found, steps.length)
  return found
}
