import { z } from 'zod'
import { parseInEnglish } from '../../../shared/i18n/issue-text.ts'
import type { Partner } from '../store/administration.ts'

/** A partner as the stores keep it: one JSON document. */
export const partnerDocument = z.object({
  code: z
    .string()
    .regex(
      /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/u,
      'expected letters, digits, dot, dash and underscore, at most 64 of them',
    ),
  name: z.string().max(200),
  keys: z.array(
    z.object({
      keyId: z.string().regex(/^[\x21-\x7e]{1,200}$/u, 'expected printable characters without blanks'),
      scheme: z.enum(['stadepass-hmac', 'rfc9421']),
      secret: z.string('sealed by a key that is not at hand').min(1),
    }),
  ),
  rate: z.object({ perSecond: z.number().positive(), burst: z.number().min(1) }).nullable(),
})

export function storedPartner(text: string): Partner {
  return parseInEnglish(partnerDocument, JSON.parse(text))
}
