/**
 * What those who run a venue keep: the newest plan of each venue by name, partners with their keys (one JSON document
 * each), nonces of signed requests until they expire. `session_expiry` finds the sessions that can be forgotten.
 */
export const administration = `
CREATE TABLE venue_name (
  name     TEXT PRIMARY KEY,
  venue_id INTEGER NOT NULL REFERENCES venue
) STRICT;

CREATE TABLE partner (
  code     TEXT PRIMARY KEY,
  document TEXT NOT NULL
) STRICT;

CREATE TABLE nonce (
  partner_code TEXT NOT NULL,
  nonce        TEXT NOT NULL,
  expires_at   INTEGER NOT NULL,
  PRIMARY KEY (partner_code, nonce)
) STRICT, WITHOUT ROWID;
CREATE INDEX nonce_expiry ON nonce (expires_at);

CREATE INDEX session_expiry ON session (expires_at);
CREATE INDEX purchase_session ON purchase (session_no);
CREATE INDEX purchase_personal ON purchase (completed_at)
  WHERE customer_name IS NOT NULL OR customer_phone IS NOT NULL OR customer_email IS NOT NULL;
`
