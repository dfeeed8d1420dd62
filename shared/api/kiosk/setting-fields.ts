import { z } from 'zod'
import { type Paper, parsePaper } from '../../domain/documents/paper.ts'
import { MAX_TERMS_TEXT, textForms } from '../../domain/text-forms.ts'
import { openingHours, timeOfDay } from '../../domain/fleet/update.ts'
import { describe, expects } from '../../i18n/issue-text.ts'

const paper = z.string().transform((text, context): Paper => {
  const parsed = parsePaper(text)
  if (parsed.ok) return parsed.value
  context.addIssue({
    code: 'custom',
    ...expects(parsed.error.type === 'unknown-paper' ? 'paperName' : 'unusableSheet'),
  })
  return z.NEVER
})

const tenderName = z.string().trim().regex(textForms.tenderName)

/** Text, or the path of a file that contains the text. The path is absolute, or relative to the settings folder. */
const termsSource = describe(
  'termsSource',
  z.union([z.string().trim().min(1).max(MAX_TERMS_TEXT), z.strictObject({ file: z.string().trim().min(1).max(300) })]),
)

export const settingFields = { z, paper, timeOfDay, openingHours, tenderName, termsSource, expects, describe }
type Fields = typeof settingFields
/** An interface, because a declaration file can refer only to a named type. */
export interface SettingFields extends Fields {}
