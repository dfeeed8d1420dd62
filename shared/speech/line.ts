import { z } from 'zod'

/** What is recorded together, in this order. Names are nobody's duty: what has no recording is said in French, or spelled. */
export const lineGroups = ['screens', 'money', 'numbers', 'dates', 'letters', 'names'] as const

export type LineGroup = (typeof lineGroups)[number]

/** Where a text of the screens appears. */
export const linePlaces = ['everywhere', 'events', 'seats', 'paying', 'tickets', 'help', 'trouble', 'desk'] as const

export type LinePlace = (typeof linePlaces)[number]

export const lineSchema = z.object({
  key: z.string(),
  text: z.string(),
  group: z.enum(lineGroups),
  where: z.enum(linePlaces).optional(),
  /** The whole text that it is a piece of; `…` stands for what is put in. */
  context: z.string().optional(),
})

/** What is recorded once: the text that is read out, and the key its clip has in the manifest. */
export type Line = z.infer<typeof lineSchema>

/** A pack is whole that has all of these. */
export const isNeeded = ({ group }: Pick<Line, 'group'>): boolean => group !== 'names'
