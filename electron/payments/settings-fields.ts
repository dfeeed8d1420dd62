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

/** Base URL of a provider without a trailing slash. Plain HTTP is allowed only to localhost. */
export const address = z
  .string()
  .refine(isAddress, expects('httpsAddress'))
  .transform((text) => text.replace(/\/+$/u, ''))

/** Location of a secret: a file or an environment variable. The settings never contain the secret itself. */
export const secretSource = z
  .strictObject({
    /** File that only its owner can read, optionally sealed; absolute, or relative to the settings. */
    secretFile: z.string().min(1).optional(),
    secretEnv: z.string().regex(textForms.environmentVariable).optional(),
  })
  .refine(
    ({ secretFile, secretEnv }) => (secretFile === undefined) !== (secretEnv === undefined),
    expects('secretSource'),
  )

type SecretSource = Readonly<z.infer<typeof secretSource>>

export type WithSecrets<T> = T extends SecretSource
  ? string extends keyof T
    ? object
    : string
  : T extends object
    ? { [K in keyof T]: WithSecrets<T[K]> }
    : T

/**
 * Returns the text of a secret. `name`: name of the secret in the settings, such as `clientSecret` or
 * `disbursements.apiKey`.
 */
export type ReadSecret = (name: string, source: SecretSource) => string

export function withSecrets<T extends object>(settings: T, read: ReadSecret, path = ''): WithSecrets<T> {
  const known = Object.entries(settings).map(([name, value]: [string, unknown]) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return [name, value]
    const source = secretSource.safeParse(value)
    return [name, source.success ? read(path + name, source.data) : withSecrets(value, read, `${path}${name}.`)]
  })
  return Object.fromEntries(known) as WithSecrets<T>
}

export const currency = z.string().regex(textForms.currency)

export const proxyAddress = describe('proxyAddress', z.url({ protocol: /^http$/u }))

export const page = z
  .string()
  .max(120)
  .refine((text) => URL.canParse(text) && new URL(text).protocol === 'https:', expects('httpsPage'))

export const numbering = {
  countryCode: z.string().regex(textForms.dialCode).default(GUINEA.countryCode),
  nationalDigits: z.int().min(6).max(12).default(GUINEA.nationalDigits),
}

export const headerText = z.string().regex(textForms.headerText)
