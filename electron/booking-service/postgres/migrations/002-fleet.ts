/** What the hub knows of its fleet: small JSON documents by kind and name, each with a version for changes that race. */
export const fleet = `
CREATE TABLE fleet_record (
  kind     text NOT NULL,
  name     text NOT NULL,
  version  bigint NOT NULL CHECK (version > 0),
  document text NOT NULL,
  PRIMARY KEY (kind, name)
);
`
