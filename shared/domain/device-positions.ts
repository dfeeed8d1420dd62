/** Sides of a kiosk's screen, seen from the front. */
export const edges = ['left', 'right', 'above', 'below'] as const

export type Edge = (typeof edges)[number]

/** Sides of the screen where staff can stand next to a kiosk. */
export const sides = ['left', 'right'] as const satisfies readonly Edge[]

/** Edge of the screen next to which a device or the staff is found; absent if unknown. */
export interface DevicePositions {
  readonly terminal?: Edge
  readonly tickets?: Edge
  readonly notes?: Edge
  readonly help?: (typeof sides)[number]
}
