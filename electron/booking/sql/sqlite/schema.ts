import { lstatSync } from 'node:fs'
import Sqlite, { type Database } from 'better-sqlite3'
import { TranslatedError } from '../../../../shared/i18n/catalogues.ts'

/**
 * Seats have no rows; they follow from the event's venue plan, with consecutive ids from a section's `first_seat_id`. A
 * seat is taken if it has a `claim` row. `claim.seat_id` is the primary key, so no two sessions can hold or buy one
 * seat. `remaining` counts the seats without a claim and changes in the transaction of the claims. Revisions are clock
 * times in milliseconds that increase strictly within an event. Money is in minor units.
 */
const schema = `
CREATE TABLE venue (
  venue_id    INTEGER PRIMARY KEY,
  plan_sha256 TEXT NOT NULL UNIQUE,
  plan        TEXT NOT NULL
) STRICT;

-- The newest plan of each venue by name.
CREATE TABLE venue_name (
  name     TEXT PRIMARY KEY,
  venue_id INTEGER NOT NULL REFERENCES venue
) STRICT;

-- edition grows with each change of texts and prices.
CREATE TABLE event (
  event_id    INTEGER PRIMARY KEY AUTOINCREMENT,
  venue_id    INTEGER NOT NULL REFERENCES venue,
  status      TEXT NOT NULL CHECK (status IN ('ON_SALE', 'ENDED')),
  demo_key    TEXT,
  access_code TEXT NOT NULL,
  title       TEXT NOT NULL,
  category    TEXT NOT NULL,
  description TEXT NOT NULL,
  starts_at   TEXT NOT NULL,
  ends_at     TEXT NOT NULL,
  home_team   TEXT NOT NULL,
  away_team   TEXT NOT NULL,
  currency    TEXT NOT NULL,
  min_price   INTEGER NOT NULL CHECK (min_price >= 0),
  remaining   INTEGER NOT NULL CHECK (remaining >= 0),
  revision    INTEGER NOT NULL,
  edition     INTEGER NOT NULL DEFAULT 1
) STRICT;
CREATE UNIQUE INDEX event_demo_key ON event (demo_key) WHERE status = 'ON_SALE';
CREATE INDEX event_start ON event (status, starts_at, event_id);

CREATE TABLE zone (
  zone_id   INTEGER PRIMARY KEY,
  event_id  INTEGER NOT NULL REFERENCES event,
  code      TEXT NOT NULL,
  price     INTEGER NOT NULL CHECK (price >= 0),
  remaining INTEGER NOT NULL CHECK (remaining >= 0)
) STRICT;
CREATE INDEX zone_event ON zone (event_id);

CREATE TABLE section (
  section_id    INTEGER PRIMARY KEY,
  event_id      INTEGER NOT NULL REFERENCES event,
  zone_id       INTEGER NOT NULL REFERENCES zone,
  code          TEXT NOT NULL,
  first_seat_id INTEGER NOT NULL UNIQUE,
  seat_count    INTEGER NOT NULL CHECK (seat_count > 0),
  remaining     INTEGER NOT NULL CHECK (remaining BETWEEN 0 AND seat_count),
  revision      INTEGER NOT NULL
) STRICT;
CREATE INDEX section_event ON section (event_id);

CREATE TABLE session (
  session_no   INTEGER PRIMARY KEY AUTOINCREMENT,
  session_id   TEXT NOT NULL UNIQUE,
  partner_code TEXT NOT NULL,
  owner_ref    TEXT NOT NULL UNIQUE,
  event_id     INTEGER NOT NULL REFERENCES event,
  expires_at   INTEGER NOT NULL,
  revision     INTEGER NOT NULL
) STRICT;
CREATE INDEX session_expiry ON session (expires_at);

CREATE TABLE hold (
  hold_no    INTEGER PRIMARY KEY,
  hold_id    TEXT NOT NULL UNIQUE,
  session_no INTEGER NOT NULL REFERENCES session,
  section_id INTEGER NOT NULL REFERENCES section,
  seat_id    INTEGER NOT NULL,
  price      INTEGER NOT NULL CHECK (price >= 0),
  expires_at INTEGER NOT NULL,
  state      TEXT NOT NULL CHECK (state IN ('held', 'released', 'expired', 'sold'))
) STRICT;
CREATE INDEX hold_session ON hold (session_no, hold_no);
-- A session that holds and releases all day is still read at once.
CREATE INDEX hold_held ON hold (session_no, hold_no) WHERE state = 'held';

-- hold_no is null for seats sold elsewhere or withheld by the venue; expires_at is null for sold seats.
CREATE TABLE claim (
  seat_id    INTEGER PRIMARY KEY,
  hold_no    INTEGER REFERENCES hold,
  state      TEXT NOT NULL CHECK (state IN ('held', 'sold')),
  expires_at INTEGER,
  withheld   INTEGER NOT NULL DEFAULT 0
    CHECK (withheld = 0 OR (withheld = 1 AND state = 'sold' AND hold_no IS NULL)),
  CHECK ((state = 'held') = (expires_at IS NOT NULL)),
  CHECK (state = 'sold' OR hold_no IS NOT NULL)
) STRICT;
CREATE INDEX claim_expiry ON claim (expires_at) WHERE state = 'held';

CREATE TABLE purchase (
  purchase_id       INTEGER PRIMARY KEY AUTOINCREMENT,
  partner_code      TEXT NOT NULL,
  order_id          TEXT NOT NULL,
  content_sha256    TEXT NOT NULL,
  session_no        INTEGER NOT NULL REFERENCES session,
  transaction_code  TEXT NOT NULL UNIQUE,
  amount            INTEGER NOT NULL CHECK (amount >= 0),
  currency          TEXT NOT NULL,
  payment_method    TEXT,
  payment_reference TEXT,
  customer_name     TEXT,
  customer_phone    TEXT,
  customer_email    TEXT,
  completed_at      INTEGER NOT NULL,
  reply             TEXT NOT NULL,
  UNIQUE (partner_code, order_id)
) STRICT;
CREATE INDEX purchase_session ON purchase (session_no);
CREATE INDEX purchase_found ON purchase (partner_code, completed_at);
CREATE INDEX purchase_personal ON purchase (completed_at)
  WHERE customer_name IS NOT NULL OR customer_phone IS NOT NULL OR customer_email IS NOT NULL;

-- A cancelled ticket stays, so a seat is unique only among the valid tickets. The hold of a cancelled ticket counts as released.
CREATE TABLE ticket (
  ticket_id        INTEGER PRIMARY KEY AUTOINCREMENT,
  purchase_id      INTEGER NOT NULL REFERENCES purchase,
  session_no       INTEGER NOT NULL REFERENCES session,
  hold_no          INTEGER NOT NULL UNIQUE REFERENCES hold,
  seat_id          INTEGER NOT NULL,
  price            INTEGER NOT NULL CHECK (price >= 0),
  ticket_code      TEXT NOT NULL UNIQUE,
  ticket_reference TEXT NOT NULL,
  qr_code          TEXT NOT NULL UNIQUE,
  cancelled_at     INTEGER
) STRICT;
CREATE INDEX ticket_session ON ticket (session_no, ticket_id);
CREATE INDEX ticket_purchase ON ticket (purchase_id);
CREATE UNIQUE INDEX ticket_seat ON ticket (seat_id) WHERE cancelled_at IS NULL;

CREATE TABLE cancellation (
  partner_code   TEXT NOT NULL,
  request_id     TEXT NOT NULL,
  content_sha256 TEXT NOT NULL,
  PRIMARY KEY (partner_code, request_id)
) STRICT, WITHOUT ROWID;

-- One JSON document for each partner, with its keys.
CREATE TABLE partner (
  code     TEXT PRIMARY KEY,
  document TEXT NOT NULL
) STRICT;

-- Nonces of signed requests until they expire.
CREATE TABLE nonce (
  partner_code TEXT NOT NULL,
  nonce        TEXT NOT NULL,
  expires_at   INTEGER NOT NULL,
  PRIMARY KEY (partner_code, nonce)
) STRICT, WITHOUT ROWID;
CREATE INDEX nonce_expiry ON nonce (expires_at);

-- JSON documents by kind and name. version detects changes that race.
CREATE TABLE fleet_record (
  kind     TEXT NOT NULL,
  name     TEXT NOT NULL,
  version  INTEGER NOT NULL CHECK (version > 0),
  document TEXT NOT NULL,
  PRIMARY KEY (kind, name)
) STRICT;

-- event_id is null for entries about staff.
CREATE TABLE audit (
  audit_no INTEGER PRIMARY KEY AUTOINCREMENT,
  at       INTEGER NOT NULL,
  by       TEXT NOT NULL,
  act      TEXT NOT NULL,
  event_id INTEGER REFERENCES event,
  facts    TEXT NOT NULL
) STRICT;
CREATE INDEX audit_event ON audit (event_id, audit_no);
CREATE TRIGGER audit_stays BEFORE UPDATE ON audit BEGIN SELECT raise(ABORT, 'the audit is never changed'); END;
CREATE TRIGGER audit_is_kept BEFORE DELETE ON audit BEGIN SELECT raise(ABORT, 'the audit is never changed'); END;

-- Credit slips of the fleet's machines.
CREATE TABLE slip (
  slip_id   TEXT NOT NULL PRIMARY KEY,
  mode      TEXT NOT NULL,
  register  TEXT NOT NULL,
  device    TEXT NOT NULL,
  amount    INTEGER NOT NULL CHECK (amount > 0),
  currency  TEXT NOT NULL,
  issued    TEXT NOT NULL,
  spent_by  TEXT,
  reference TEXT,
  spent_at  INTEGER,
  CHECK ((spent_by IS NULL) = (reference IS NULL))
) STRICT;
CREATE UNIQUE INDEX slip_spent ON slip (spent_by, reference) WHERE spent_by IS NOT NULL;

-- Read first: the outcome under a reference is final, except that a spent slip may become void.
CREATE TABLE slip_spending (
  device    TEXT NOT NULL,
  reference TEXT NOT NULL,
  slip_id   TEXT,
  outcome   TEXT NOT NULL CHECK (outcome IN ('spent', 'refused', 'void')),
  PRIMARY KEY (device, reference)
) STRICT;

-- Customers who pay later. The balance is the sum of the charges minus credits and payments.
CREATE TABLE customer_account (
  account_no   TEXT NOT NULL,
  mode         TEXT NOT NULL,
  name         TEXT NOT NULL,
  currency     TEXT NOT NULL,
  credit_limit INTEGER NOT NULL CHECK (credit_limit >= 0),
  state        TEXT NOT NULL CHECK (state IN ('open', 'closed')),
  balance      INTEGER NOT NULL,
  PRIMARY KEY (account_no, mode)
) STRICT;

-- The first entry of a device and mode under a reference is final. A refused charge has a reason.
CREATE TABLE account_entry (
  entry_no   INTEGER PRIMARY KEY AUTOINCREMENT,
  device     TEXT NOT NULL,
  reference  TEXT NOT NULL,
  kind       TEXT NOT NULL CHECK (kind IN ('charge', 'credit', 'payment', 'refused', 'void')),
  account_no TEXT NOT NULL,
  mode       TEXT NOT NULL,
  amount     INTEGER NOT NULL CHECK (amount >= 0),
  currency   TEXT NOT NULL,
  receipt    TEXT NOT NULL,
  items      TEXT NOT NULL,
  reason     TEXT,
  at         INTEGER NOT NULL,
  UNIQUE (device, mode, reference)
) STRICT;
CREATE INDEX account_entries ON account_entry (account_no, mode, entry_no);
`

/** Step n migrates from `user_version` n - 1 to n. A released step is never edited. */
export const schemaSteps: readonly string[] = [schema]

/** ASCII codes of "GucB". Files of version 0.1 have no application id. */
const APPLICATION_ID = 0x47_75_63_42
const SYNCHRONOUS_FULL = 2
const BUSY_TIMEOUT_MS = 2_000

/**
 * Opens and migrates the service's database. Throws if a newer program or version 0.1 created the file, or if
 * acknowledged writes would not be durable.
 */
export function openDatabase(path: string, nativeBinding: string | undefined): Database {
  // A missing database file never contained sales, but an empty file may have lost sales.
  if (lstatSync(path, { throwIfNoEntry: false })?.size === 0) {
    throw new TranslatedError(({ refusals }) => refusals.emptyDatabase(path))
  }
  let db: Database | null = null
  try {
    db = new Sqlite(path, { timeout: BUSY_TIMEOUT_MS, ...(nativeBinding !== undefined && { nativeBinding }) })
    db.pragma('journal_mode = WAL')
    // Without `synchronous = FULL`, this build of SQLite falls back to NORMAL after the first write.
    db.pragma('synchronous = FULL')
    db.pragma('foreign_keys = ON')
    // Overwrites deleted bytes, because the data of an erased buyer must not remain in a free page.
    db.pragma('secure_delete = ON')
    migrate(db)
    assertDurable(db)
    return db
  } catch (error) {
    db?.close()
    if (!(error instanceof Sqlite.SqliteError)) throw error
    const { message } = error
    throw new TranslatedError(({ refusals }) => refusals.brokenFile(path, message), { cause: error })
  }
}

export function migrate(db: Database, steps = schemaSteps): void {
  const apply = db.transaction(() => {
    const version = versionOf(db)
    if (version < 0 || version > steps.length) {
      throw new TranslatedError(({ refusals }) => refusals.newerFile(db.name, version, steps.length))
    }
    for (const step of steps.slice(version)) db.exec(step)
    db.pragma(`application_id = ${APPLICATION_ID}`)
    // The version is always written, because `assertDurable` must run after a write.
    db.pragma(`user_version = ${steps.length}`)
  })
  apply.immediate()
}

function assertDurable(db: Database): void {
  const journal = db.pragma('journal_mode', { simple: true })
  const synchronous = db.pragma('synchronous', { simple: true })
  if (journal !== 'wal' || synchronous !== SYNCHRONOUS_FULL) {
    throw new Error(`${db.name}: journal_mode ${String(journal)}, synchronous ${String(synchronous)}: not durable`)
  }
}

function versionOf(db: Database): number {
  const version = db.pragma('user_version', { simple: true }) as number
  const isOurs = db.pragma('application_id', { simple: true }) === APPLICATION_ID
  if (!isOurs && (version !== 0 || db.prepare('SELECT 1 FROM sqlite_schema').get() !== undefined)) {
    throw new TranslatedError(({ refusals }) => refusals.unsupportedFile(db.name))
  }
  return version
}
