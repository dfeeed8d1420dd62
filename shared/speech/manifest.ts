import { z } from 'zod'

/** Where one recording is: a file of its own, or the bytes of a longer one. */
const clipSchema = z.object({
  file: z.string().regex(/^[a-z0-9-]{1,60}\.(?:opus|ogg|webm|wav|mp3)$/u),
  from: z.int().min(0).optional(),
  bytes: z.int().min(1).optional(),
  seconds: z.number().min(0).max(60).optional(),
})

/** How a language that is only spoken puts numbers together: what somebody who speaks it has to say of it. */
export const countingSchema = z.object({
  /** Between which values of a number its "and" is said: between each two, before the last, or nowhere. */
  joiner: z.enum(['each', 'last', 'none']),
  /** Where the word for francs and minutes stands. */
  counted: z.enum(['before', 'after']),
  /** How many francs there are to the piece that money is counted by. */
  moneyUnit: z.union([z.literal(1), z.literal(5)]),
})

export type Counting = z.infer<typeof countingSchema>

/** As the three of Guinea have it: `francs`, `ten thousand`, `and`, `five hundred`. */
export const usualCounting: Counting = { joiner: 'each', counted: 'before', moneyUnit: 1 }

/** `manifest.json` of a speech pack: who speaks, under what licence, and where each phrase is recorded. */
export const speechManifestSchema = z.object({
  format: z.literal('guichet-speech/1'),
  language: z.string().regex(/^[a-z]{2,3}$/u),
  voice: z.object({
    /** Made by a machine. */
    synthetic: z.boolean(),
    /** Whose voice it is, or the program that made it. */
    by: z.string().min(1).max(200),
  }),
  licence: z.string().min(1).max(200),
  counting: countingSchema.optional(),
  clips: z.record(z.string().min(1).max(600), clipSchema),
})

export type SpeechManifest = z.infer<typeof speechManifestSchema>
export type SpeechClip = SpeechManifest['clips'][string]
