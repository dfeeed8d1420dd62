import { z } from 'zod'
import { parsePaper } from '../domain/documents/paper.ts'
import type { Paper } from '../domain/documents/paper.ts'
import { MAX_TENDER_NAME, MAX_TERMS_TEXT } from '../domain/setting-limits.ts'
import { openingHours, timeOfDay } from '../domain/fleet/update.ts'

const paper = z.string().transform((text, context): Paper => {
  const parsed = parsePaper(text)
  if (parsed.ok) return parsed.value
  context.addIssue({ code: 'custom', message: parsed.error.detail })
  return z.NEVER
})

/** Name that a venue gives a tender: short enough for a key, a tile and a line on a roll. */
const tenderName = z
  .string()
  .trim()
  .regex(new RegExp(`^\\P{C}{1,${MAX_TENDER_NAME}}$`, 'u'), `expected 1 to ${MAX_TENDER_NAME} characters in one line`)

/** A long text of the venue's, or the file that holds it: beside the settings or by its full path. */
const termsSource = z.union(
  [z.string().trim().min(1).max(MAX_TERMS_TEXT), z.strictObject({ file: z.string().trim().min(1).max(300) })],
  { error: `expected a text of 1 to ${MAX_TERMS_TEXT} characters, or { "file": "PATH" }` },
)

/** What the schemas of settings are made of. */
export const settingFields = { z, paper, timeOfDay, openingHours, tenderName, termsSource }
export type SettingFields = typeof settingFields
