/** A fact that explains why these seats are offered; screens word it. It is true of every seat of the offer. */
export type ProposalReason =
  /** Side by side in one row, no aisle between, as a plan tells. */
  | 'together'
  /** Their numbers follow each other in one row; nobody has told whether an aisle is between. */
  | 'in-sequence'
  /** One row, two groups with no more than an aisle or two seats between. */
  | 'split-row'
  /** Two groups, as close, in two rows that follow each other. */
  | 'split-rows'
  /** Groups, farther from each other or more of them; nobody is alone. */
  | 'in-groups'
  /** Not close; somebody has no neighbour of the party. */
  | 'apart'
  /** In the middle of their section. */
  | 'central'
  /** The shortest way to their gate, where the ways of all offers are known. */
  | 'near-gate'
  /** No seats of this party's size cost less in one section of what was searched, and some cost more. */
  | 'lowest-price'
  /** In the middle of a section nearest to the field, in its best rows; no other offer has a better view. */
  | 'best-view'
  /** In the front rows of their section. */
  | 'front-rows'
  /** In another price zone than an offer that costs less. */
  | 'dearer-zone'
  /** In another tribune than the offers before it. */
  | 'other-tribune'
