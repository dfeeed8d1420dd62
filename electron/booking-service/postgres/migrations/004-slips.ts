/**
 * Credit slips of the fleet's machines. `slip_spending` is asked first: what stands under a reference stands for ever, but that what was
 * spent may be taken back.
 */
export const slips = `
CREATE TABLE slip (
  slip_id   text PRIMARY KEY,
  mode      text NOT NULL,
  register  text NOT NULL,
  device    text NOT NULL,
  amount    bigint NOT NULL CHECK (amount > 0),
  currency  text NOT NULL,
  issued    text NOT NULL,
  spent_by  text,
  reference text,
  spent_at  bigint,
  CHECK ((spent_by IS NULL) = (reference IS NULL))
);
CREATE UNIQUE INDEX slip_spent ON slip (spent_by, reference) WHERE spent_by IS NOT NULL;

CREATE TABLE slip_spending (
  device    text NOT NULL,
  reference text NOT NULL,
  slip_id   text,
  outcome   text NOT NULL CHECK (outcome IN ('spent', 'refused', 'void')),
  PRIMARY KEY (device, reference)
);
`
