import { dirname } from 'node:path'
import { z } from 'zod'
import { textForms } from '../../shared/domain/text-forms.ts'
import { describe, expects } from '../../shared/i18n/issue-text.ts'
import { phoneTail } from '../../shared/domain/customer.ts'
import { ok } from '../../shared/domain/result.ts'
import { operations } from '../../shared/partner-api/operations.ts'
import { proxyAddress } from '../payment/settings-fields.ts'
import { readCertificates } from './certificates.ts'
import { refuseSetting } from './setting-problem.ts'
import { signingSchema, withKey, type Signing } from './signing.ts'

type JsonObject = { readonly [name: string]: z.core.util.JSONType }
const jsonObject: z.ZodType<JsonObject> = z.record(z.string(), z.json())

const path = (name: string, expected: 'sessionPath' | 'holdPath') =>
  z.string().refine((text) => /^\/[^?#\s]*$/u.test(text) && text.includes(`{${name}}`), expects(expected))

/** Step 4, whose shape the specification does not show: see docs/integrating/partner.md. */
export const holdSchema = z
  .strictObject({
    method: z.enum(['POST', 'PUT', 'PATCH']).default('POST'),
    path: path('session_id', 'sessionPath').default(operations.holdSeats.path),
    /** All seats in one call in place of one call a seat. */
    batch: z.boolean().default(false),
    body: jsonObject.optional(),
    release: z
      .union([
        z.literal('none'),
        z.strictObject({
          method: z.enum(['DELETE', 'POST', 'PUT']).default('DELETE'),
          path: path('hold_id', 'holdPath').default(operations.releaseHold.path),
          body: jsonObject.optional(),
        }),
      ])
      .prefault({}),
  })
  .prefault({})
  .refine(
    ({ batch, body }) => body === undefined || JSON.stringify(body).includes(batch ? '"{seat_ids}"' : '"{seat_id}"'),
    { ...expects('holdBody'), path: ['body'] },
  )

/** For whom a purchase is made when the customer does not say; what is empty is sent empty. */
export const anonymousCustomerSchema = z.strictObject({
  /** Default: "Guichet" and the machine's `deviceId`. */
  name: z.string().regex(textForms.customerName).optional(),
  phone: z
    .string()
    .refine((text) => text.length <= 30 && (text === '' || phoneTail(text) !== null), expects('telephone'))
    .optional(),
  email: z
    .string()
    .refine((text) => text === '' || (text.length <= 200 && z.email().safeParse(text).success), expects('emailAddress'))
    .optional(),
})

export const partnerSchema = z.strictObject({
  /** Where the paths of the specification start. */
  baseUrl: describe('webAddress', z.url({ protocol: /^https?$/u }).refine(isPlain, expects('plainAddress'))),
  /** Goes into a header. */
  partnerCode: z.string().regex(textForms.headerText),
  /** A read is tried twice: both together stay below the 120 s in which a sale has to move on. */
  timeoutSeconds: z.number().min(1).max(45).default(15),
  hold: holdSchema,
  anonymousCustomer: anonymousCustomerSchema.optional(),
  /** Certificates that are trusted in place of the system's: PEM, beside the settings or by its full path. */
  caFile: z.string().min(1).optional(),
  /** Address of the HTTP proxy for outgoing connections. */
  httpProxy: proxyAddress.optional(),
  /** In production every request is signed (specification, "Signing"). */
  signing: signingSchema.optional(),
})

type Settings = z.infer<typeof partnerSchema>

export interface PartnerConfig extends Omit<Settings, 'signing'> {
  readonly signing?: Signing
  /** The text of `caFile`. */
  readonly ca?: string
}

/** Fetches what lies in files; `file` is the settings' own. */
export function loadPartner(
  settings: Settings,
  mode: 'demo' | 'live',
  file: string,
  environment: Readonly<Record<string, string | undefined>> | 'without-key',
) {
  const { signing, ...connection } = settings
  const { protocol, hostname } = new URL(settings.baseUrl)
  if (mode === 'live' && protocol !== 'https:' && !isLoopback(hostname)) {
    return refuseSetting('partner.baseUrl', { type: 'plain-partner' })
  }
  const ca = readCertificates('partner.caFile', settings.caFile, file)
  if (!ca.ok) return ca
  const signed = signing && environment !== 'without-key' ? withKey(signing, dirname(file), environment) : ok(undefined)
  if (!signed.ok) return signed
  const partner: PartnerConfig = {
    ...connection,
    ...(ca.value !== undefined && { ca: ca.value }),
    ...(signed.value && { signing: signed.value }),
  }
  return ok(partner)
}

const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '[::1]' || /^127(?:\.\d+){3}$/u.test(host)

/** The paths of the specification are put behind it as they are. */
function isPlain(address: string): boolean {
  if (!URL.canParse(address)) return true
  const { username, password, search, hash } = new URL(address)
  return username + password + search + hash === '' && !/[?#]/u.test(address)
}
