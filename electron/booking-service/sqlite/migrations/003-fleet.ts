/** What the hub knows of its fleet: small JSON documents by kind and name, each with a version for changes that race. */
export const fleet = `
CREATE TABLE fleet_record (
  kind     TEXT NOT NULL,
  name     TEXT NOT NULL,
  version  INTEGER NOT NULL CHECK (version > 0),
  document TEXT NOT NULL,
  PRIMARY KEY (kind, name)
) STRICT;
`
