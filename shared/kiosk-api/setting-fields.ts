import { z } from 'zod'
import { parsePaper } from '../domain/documents/paper.ts'
import type { Paper } from '../domain/documents/paper.ts'
import { openingHours, timeOfDay } from '../domain/fleet/update.ts'

const paper = z.string().transform((text, context): Paper => {
  const parsed = parsePaper(text)
  if (parsed.ok) return parsed.value
  context.addIssue({ code: 'custom', message: parsed.error.detail })
  return z.NEVER
})

/** What the schemas of settings are made of. */
export const settingFields = { z, paper, timeOfDay, openingHours }
export type SettingFields = typeof settingFields
