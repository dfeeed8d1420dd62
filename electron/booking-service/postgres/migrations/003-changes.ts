/**
 * What a venue changes of an event on sale: the same as in the SQLite store (sqlite/migrations/004-changes.ts). Nobody
 * but who owns the database changes or removes rows of `audit`.
 */
export const changes = `
ALTER TABLE event ADD COLUMN edition bigint NOT NULL DEFAULT 1;
ALTER TABLE claim ADD COLUMN withheld boolean NOT NULL DEFAULT false
  CHECK (NOT withheld OR (state = 'sold' AND hold_no IS NULL));

ALTER TABLE ticket DROP CONSTRAINT ticket_seat_id_key;
ALTER TABLE ticket ADD COLUMN cancelled_at bigint;
CREATE UNIQUE INDEX ticket_seat ON ticket (seat_id) WHERE cancelled_at IS NULL;

CREATE TABLE cancellation (
  partner_code   text NOT NULL,
  request_id     text NOT NULL,
  content_sha256 text NOT NULL,
  PRIMARY KEY (partner_code, request_id)
);

CREATE TABLE audit (
  audit_no bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at       bigint NOT NULL,
  by       text NOT NULL,
  act      text NOT NULL,
  event_id bigint REFERENCES event,
  facts    text NOT NULL
);
CREATE INDEX audit_event ON audit (event_id, audit_no);
CREATE FUNCTION audit_stays() RETURNS trigger LANGUAGE plpgsql AS
  'BEGIN RAISE EXCEPTION ''the audit is never changed''; END';
CREATE TRIGGER audit_stays BEFORE UPDATE OR DELETE ON audit FOR EACH STATEMENT EXECUTE FUNCTION audit_stays();
`
