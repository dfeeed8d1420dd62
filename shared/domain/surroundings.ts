/** Sides of a kiosk's screen, as who stands before it sees them. */
export const edges = ['left', 'right', 'above', 'below'] as const

export type Edge = (typeof edges)[number]

/** Sides of the screen where people can stand. */
export const sides = ['left', 'right'] as const satisfies readonly Edge[]

/** Beside which edge of the screen each thing is that a customer looks for; left out where nobody said so. */
export interface Surroundings {
  /** The terminal that takes cards. */
  readonly terminal?: Edge
  /** Where tickets come out. */
  readonly tickets?: Edge
  /** The device that takes notes. */
  readonly notes?: Edge
  /** Where somebody of the venue stands. */
  readonly help?: (typeof sides)[number]
}
