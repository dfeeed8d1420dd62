import { z } from 'zod'
import { textForms } from '../domain/text-forms.ts'
import { joiners, moneyUnits, nounPlaces } from './grammar.ts'

/** Location of a recording: a whole file, or a byte range of a longer file. */
const clipSchema = z.object({
  file: z.string().regex(textForms.recordingFile),
  from: z.int().min(0).optional(),
  bytes: z.int().min(1).optional(),
  seconds: z.number().min(0).max(60).optional(),
})

const countingSchema = z.object({
  joiner: z.enum(joiners),
  counted: z.enum(nounPlaces),
  moneyUnit: z.literal(moneyUnits),
})

export const introductionSchema = z.object({
  by: z.string().trim().min(1).max(200),
  licence: z.string().trim().min(1).max(200),
  counting: countingSchema.optional(),
})

/** `manifest.json` of a speech pack: the voice, its licence, and the location of each phrase. */
export const speechManifestSchema = z.object({
  format: z.literal('guichet-speech/1'),
  language: z.string().regex(textForms.languageCode),
  voice: z.object({
    synthetic: z.boolean(),
    /** Name of the speaker, or of the program that generated the voice. */
    by: z.string().min(1).max(200),
  }),
  licence: z.string().min(1).max(200),
  counting: countingSchema.optional(),
  clips: z.record(z.string().min(1).max(600), clipSchema),
})

export type SpeechManifest = z.infer<typeof speechManifestSchema>
export type SpeechClip = SpeechManifest['clips'][string]
