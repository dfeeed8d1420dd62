import { expect, test } from 'vitest'
import { z } from 'zod'
import { speechManifestSchema } from '../../shared/speech/manifest.ts'
import { textForms } from '../../shared/domain/text-forms.ts'
import { languages } from '../../shared/domain/language.ts'
import { catalogues } from '../../shared/i18n/catalogues.ts'
import { issueErrors } from '../../shared/i18n/issue-text.ts'
import * as fields from '../../shared/partner-api/fields.ts'
import { person } from '../../shared/kiosk-api/fields.ts'

const texts: Readonly<Record<string, z.ZodType>> = {
  id: fields.id,
  localDateTime: fields.localDateTime,
  hexColor: fields.hexColor,
  qrCode: fields.qrCode,
  currency: fields.currency,
  pin: person.pin,
  staffNumber: person.staff,
  language: speechManifestSchema.shape.language,
  recordingFile: speechManifestSchema.shape.clips.valueType.shape.file,
  driver: z.string().regex(textForms.driverName),
  sha256: z.string().regex(textForms.sha256),
}

test.each(languages)('a text that does not fit is refused in words, in %s', (language) => {
  const said = Object.entries(texts).map(([name, schema]) => {
    const read = schema.safeParse('?', { error: issueErrors(catalogues[language].values) })
    return [name, read.error?.issues[0]?.message ?? 'fits'] as const
  })
  expect(said.filter(([, message]) => message === 'fits' || /[\^$\\]/u.test(message))).toEqual([])
})
