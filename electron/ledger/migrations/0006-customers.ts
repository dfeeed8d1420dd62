/**
 * What names a customer lies sealed and nowhere else: no purchase stands in the open while it may be sent again, and who a
 * sale is for, where they said so, has a row of its own, found by a keyed hash of the telephone number.
 */
export const sql = `
ALTER TABLE sale DROP COLUMN request_body;

CREATE TABLE customer (
  sale_id TEXT NOT NULL PRIMARY KEY REFERENCES sale (sale_id),
  ciphertext BLOB NOT NULL,
  phone_key BLOB CHECK (length(phone_key) = 32),
  delete_after TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX customer_phone ON customer (phone_key) WHERE phone_key IS NOT NULL;
`
