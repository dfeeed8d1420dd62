/** A fact that explains why these seats are offered; screens word it. */
export type ProposalReason =
  /** Side by side in one row, no aisle between, as a plan tells. */
  | 'together'
  /** Their numbers follow each other in one row; nobody has told whether an aisle is between. */
  | 'in-sequence'
  /** One row, with an aisle or other people's seats between two groups. */
  | 'split-row'
  /** Groups in neighbouring rows. */
  | 'split-rows'
  /** In the middle of the section, or of the stadium where a plan tells. */
  | 'central'
  | 'near-gate'
  /** The lowest price among what was searched, where prices differ. */
  | 'lowest-price'
  | 'best-view'
  | 'front-rows'
  /** In another tribune than the offers before it. */
  | 'other-tribune'
