/**
 * Seats are not rows: they exist because the event's venue plan says so. Ids of a section's seats follow each other
 * from `first_seat_id`. A seat is taken because a `claim` row says so, and `claim.seat_id` is the primary key: no two
 * sessions can hold or buy one seat. `remaining` counts the seats without a claim and changes in the same transaction.
 * Revisions are milliseconds of the clock, made strictly growing within an event. Money is in minor units.
 */
export const initial = `
CREATE TABLE venue (
  venue_id    INTEGER PRIMARY KEY,
  plan_sha256 TEXT NOT NULL UNIQUE,
  plan        TEXT NOT NULL
) STRICT;

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
  revision    INTEGER NOT NULL
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

-- hold_no is null for seats sold elsewhere; expires_at is null for sold seats.
CREATE TABLE claim (
  seat_id    INTEGER PRIMARY KEY,
  hold_no    INTEGER REFERENCES hold,
  state      TEXT NOT NULL CHECK (state IN ('held', 'sold')),
  expires_at INTEGER,
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

CREATE TABLE ticket (
  ticket_id        INTEGER PRIMARY KEY AUTOINCREMENT,
  purchase_id      INTEGER NOT NULL REFERENCES purchase,
  session_no       INTEGER NOT NULL REFERENCES session,
  hold_no          INTEGER NOT NULL UNIQUE REFERENCES hold,
  seat_id          INTEGER NOT NULL UNIQUE,
  price            INTEGER NOT NULL CHECK (price >= 0),
  ticket_code      TEXT NOT NULL UNIQUE,
  ticket_reference TEXT NOT NULL,
  qr_code          TEXT NOT NULL UNIQUE
) STRICT;
CREATE INDEX ticket_session ON ticket (session_no, ticket_id);
`
