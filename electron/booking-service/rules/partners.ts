import { z } from 'zod'
import { textForms } from '../../../shared/domain/text-forms.ts'
import { parseInEnglish } from '../../../shared/i18n/issue-text.ts'
import type { Partner } from '../store/administration.ts'

/** A partner as the stores keep it: one JSON document. */
export const partnerDocument = z.object({
  code: z.string().regex(textForms.partnerCode),
  name: z.string().max(200),
  keys: z.array(
    z.object({
      keyId: z.string().regex(textForms.headerText),
      scheme: z.enum(['stadepass-hmac', 'rfc9421']),
      secret: z.string('sealed by a key that is not at hand').min(1),
    }),
  ),
  rate: z.object({ perSecond: z.number().positive(), burst: z.number().min(1) }).nullable(),
})

export function storedPartner(text: string): Partner {
  return parseInEnglish(partnerDocument, JSON.parse(text))
}
