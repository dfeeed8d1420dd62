import { dirname } from 'node:path'
import { z } from 'zod'
import { phoneTail } from '../../shared/domain/customer.ts'
import { err, ok, type Result } from '../../shared/domain/result.ts'
import { operations } from '../../shared/partner-api/operations.ts'
import { readCertificates } from './certificates.ts'
import { signingSchema, withKey, type Signing } from './signing.ts'

type JsonObject = { readonly [name: string]: z.core.util.JSONType }
const jsonObject: z.ZodType<JsonObject> = z.record(z.string(), z.json())

const path = (name: string) =>
  z.string().refine((text) => /^\/[^?#\s]*$/u.test(text) && text.includes(`{${name}}`), {
    error: `expected a path that begins with "/" and holds {${name}}`,
  })

/** Step 4, whose shape the specification does not show: see docs/integrating/partner.md. */
export const holdSchema = z
  .strictObject({
    method: z.enum(['POST', 'PUT', 'PATCH']).default('POST'),
    path: path('session_id').default(operations.holdSeats.path),
    /** All seats in one call in place of one call a seat. */
    batch: z.boolean().default(false),
    body: jsonObject.optional(),
    release: z
      .union([
        z.literal('none'),
        z.strictObject({
          method: z.enum(['DELETE', 'POST', 'PUT']).default('DELETE'),
          path: path('hold_id').default(operations.releaseHold.path),
          body: jsonObject.optional(),
        }),
      ])
      .prefault({}),
  })
  .prefault({})
  .refine(
    ({ batch, body }) => body === undefined || JSON.stringify(body).includes(batch ? '"{seat_ids}"' : '"{seat_id}"'),
    {
      error: 'body: expected the text "{seat_id}" where the seat goes, or "{seat_ids}" with "batch": true',
    },
  )

/** For whom a purchase is made when the customer does not say; what is empty is sent empty. */
export const anonymousCustomerSchema = z.strictObject({
  /** Default: "Guichet" and the machine's `deviceId`. */
  name: z
    .string()
    .regex(/^(?!\s)[^\p{Cc}]{1,100}(?<!\s)$/u, 'expected 1 to 100 characters in one line, without spaces around them')
    .optional(),
  phone: z
    .string()
    .refine((text) => text.length <= 30 && (text === '' || phoneTail(text) !== null), {
      error: 'expected a telephone number such as +224 620 00 00 00',
    })
    .optional(),
  email: z
    .string()
    .refine((text) => text === '' || (text.length <= 200 && z.email().safeParse(text).success), {
      error: 'expected an address such as sales@venue.example',
    })
    .optional(),
})

export const partnerSchema = z.strictObject({
  /** Where the paths of the specification start. */
  baseUrl: z.url({ protocol: /^https?$/u, error: 'expected an http or https address' }).refine(isPlain, {
    error: 'expected an address without user name, "?" and "#"',
  }),
  /** Goes into a header. */
  partnerCode: z.string().regex(/^[\x21-\x7e]{1,200}$/u, 'expected letters, digits and signs, without spaces'),
  /** A read is tried twice: both together stay below the 120 s in which a sale has to move on. */
  timeoutSeconds: z.number().min(1).max(45).default(15),
  hold: holdSchema,
  anonymousCustomer: anonymousCustomerSchema.optional(),
  /** Certificates that are trusted in place of the system's: PEM, beside the settings or by its full path. */
  caFile: z.string().min(1).optional(),
  /** A proxy on the way to the outside. */
  httpProxy: z.url({ protocol: /^http$/u, error: 'expected http://HOST:PORT' }).optional(),
  /** In production every request is signed (specification, "Signing"). */
  signing: signingSchema.optional(),
})

type Settings = z.infer<typeof partnerSchema>

export interface PartnerConfig extends Omit<Settings, 'signing'> {
  readonly signing?: Signing
  /** The text of `caFile`. */
  readonly ca?: string
}

interface PartnerFault {
  readonly type: 'partner-fault'
  /** Which setting, and what to do. */
  readonly detail: string
}

const fault = (detail: string): Result<never, PartnerFault> => err({ type: 'partner-fault', detail })

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
    return fault(
      'partner.baseUrl: live mode goes over https only; without it anybody on the way could read the sales and change them',
    )
  }
  const ca = readCertificates('partner.caFile', settings.caFile, file)
  if (!ca.ok) return fault(ca.error.detail)
  const signed = signing && environment !== 'without-key' ? withKey(signing, dirname(file), environment) : ok(undefined)
  if (!signed.ok) return fault(signed.error.detail)
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
