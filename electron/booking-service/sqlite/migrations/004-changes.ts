/**
 * What a venue changes of an event on sale. `event.edition` grows with each change of its texts and prices. A withheld
 * seat is a claim of nobody. A cancelled ticket keeps its row, so that its seat may have another one: only among the
 * good ones is a seat named once. Its hold counts as released. `audit` is only ever added to; what is about people is of no
 * event.
 */
export const changes = `
ALTER TABLE event ADD COLUMN edition INTEGER NOT NULL DEFAULT 1;
ALTER TABLE claim ADD COLUMN withheld INTEGER NOT NULL DEFAULT 0
  CHECK (withheld = 0 OR (withheld = 1 AND state = 'sold' AND hold_no IS NULL));

CREATE TABLE ticket_4 (
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
INSERT INTO ticket_4 SELECT ticket_id, purchase_id, session_no, hold_no, seat_id, price, ticket_code, ticket_reference,
  qr_code, NULL FROM ticket ORDER BY ticket_id;
DROP TABLE ticket;
ALTER TABLE ticket_4 RENAME TO ticket;
CREATE INDEX ticket_session ON ticket (session_no, ticket_id);
CREATE INDEX ticket_purchase ON ticket (purchase_id);
CREATE UNIQUE INDEX ticket_seat ON ticket (seat_id) WHERE cancelled_at IS NULL;

CREATE TABLE cancellation (
  partner_code   TEXT NOT NULL,
  request_id     TEXT NOT NULL,
  content_sha256 TEXT NOT NULL,
  PRIMARY KEY (partner_code, request_id)
) STRICT, WITHOUT ROWID;

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
`
