/** Sides of a kiosk's screen, seen from the front. */
export const edges = ['left', 'right', 'above', 'below'] as const

export type Edge = (typeof edges)[number]

/** Sides of the screen where staff can stand. */
export const sides = ['left', 'right'] as const satisfies readonly Edge[]

/** Edge of the screen next to which each item for customers is; absent if unknown. */
export interface DevicePositions {
  /** The card terminal. */
  readonly terminal?: Edge
  /** The ticket slot. */
  readonly tickets?: Edge
  /** The note acceptor. */
  readonly notes?: Edge
  /** Staff of the venue. */
  readonly help?: (typeof sides)[number]
}
