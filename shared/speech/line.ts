/** What is recorded together, in this order. Names are nobody's duty: what has no recording is said in French, or spelled. */
export const lineGroups = ['screens', 'money', 'numbers', 'dates', 'letters', 'names'] as const

export type LineGroup = (typeof lineGroups)[number]

/** Where a text of the screens appears. */
export const linePlaces = ['everywhere', 'events', 'seats', 'paying', 'tickets', 'help', 'trouble', 'desk'] as const

export type LinePlace = (typeof linePlaces)[number]

/** What is recorded once: the text that is read out, and the key its clip has in the manifest. */
export interface Line {
  readonly key: string
  readonly text: string
  readonly group: LineGroup
  readonly where?: LinePlace | undefined
  /** The whole text that it is a piece of; `…` stands for what is put in. */
  readonly context?: string | undefined
}

/** A pack is whole that has all of these. */
export const isNeeded = ({ group }: Pick<Line, 'group'>): boolean => group !== 'names'
