import { z } from 'zod'
import { GUINEA } from '../../shared/domain/money/tender.ts'
import { textForms } from '../../shared/domain/text-forms.ts'
import { describe, expects } from '../../shared/i18n/issue-text.ts'

const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '[::1]' || /^127(?:\.\d+){3}$/u.test(host)

function isAddress(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, hostname, username, password, search, hash } = new URL(text)
  const isPlain = username + password + search + hash === '' && !/[?#]/u.test(text)
  return isPlain && (protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname)))
}

/** Where a provider's paths begin, without a slash at the end. Plain http only to this machine: a simulator. */
export const address = z
  .string()
  .refine(isAddress, expects('httpsAddress'))
  .transform((text) => text.replace(/\/+$/u, ''))

/**
 * Where a secret is: exactly one of the two. It never stands in the settings themselves. The same form as
 * `partner.signing`.
 */
export const secretSource = z
  .strictObject({
    /** A file that nobody but its owner may read, sealed by a keyring or not; beside the settings or by its full path. */
    secretFile: z.string().min(1).optional(),
    /** An environment variable. */
    secretVariable: z.string().regex(textForms.environmentVariable).optional(),
  })
  .refine(
    ({ secretFile, secretVariable }) => (secretFile === undefined) !== (secretVariable === undefined),
    expects('secretSource'),
  )

export type SecretSource = Readonly<z.infer<typeof secretSource>>

export const currency = z.string().regex(textForms.currency)

/** Address of the HTTP proxy for outgoing connections. */
export const proxyAddress = describe('proxyAddress', z.url({ protocol: /^http$/u }))

/** Of a page of the venue's that a customer may be sent to; nothing that happens there counts. */
export const page = z
  .string()
  .max(120)
  .refine((text) => URL.canParse(text) && new URL(text).protocol === 'https:', expects('httpsPage'))

/** Of the customers' telephones. */
export const numbering = {
  countryCode: z.string().regex(textForms.dialCode).default(GUINEA.countryCode),
  nationalDigits: z.int().min(6).max(12).default(GUINEA.nationalDigits),
}

/** What goes into a header: as it was given by the provider. */
export const headerText = z.string().regex(textForms.headerText)
