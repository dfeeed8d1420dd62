/**
 * Credit slips of the fleet's machines. `slip_spending` is asked first: what stands under a reference stands for ever, but that what was
 * spent may be taken back.
 */
export const slips = `
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

CREATE TABLE slip_spending (
  device    TEXT NOT NULL,
  reference TEXT NOT NULL,
  slip_id   TEXT,
  outcome   TEXT NOT NULL CHECK (outcome IN ('spent', 'refused', 'void')),
  PRIMARY KEY (device, reference)
) STRICT;
`
