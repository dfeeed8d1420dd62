/** Why a kiosk cannot be taken away from its people for a moment. */
export const blockers = [
  /** A customer is at the screen with a visit or a sale, or has put one aside. */
  'sale',
  'parked',
  /** Seats, money or paper of a sale that is on no screen. */
  'under-way',
  /** Something that somebody asked for is being done. */
  'work',
  /** Somebody is at the screen, or was a moment ago. */
  'attention',
] as const

export type Blocker = (typeof blockers)[number]
