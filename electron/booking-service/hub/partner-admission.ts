import { PARTNER_CODE_HEADER } from '../../../shared/partner-api/operations.ts'
import type { Failure } from '../http/failures.ts'
import { unknownPartner, type AdmissionCheck } from '../http/admission.ts'
import type { PlainRequest } from '../http/http.ts'
import type { RateLimiter } from './rate-limit.ts'
import { BODY_LIMIT, bodyTooLarge, brokenOff } from '../http/requests.ts'
import type { HubStore, Partner, PartnerKey, RequestRate } from '../store/administration.ts'

export interface PartnerAdmissionOptions {
  readonly store: Pick<HubStore, 'listPartners' | 'claimNonce'>
  /** Wall time in milliseconds of the Unix epoch. */
  readonly clock: () => number
  readonly rates: RateLimiter
  /** For partners without a rate of their own. */
  readonly rate: RequestRate
  readonly verify: SignatureCheck
  /** Whether a partner without a key may call from this address. */
  readonly unsignedFrom: (address: string | undefined) => boolean
  /** Let in beside those of the store, which come first. */
  readonly builtIn?: readonly Partner[]
}

/** Judges a signed request by the keys of its partner; knows neither clock nor memory. */
export type SignatureCheck = (request: SignedRequest, keys: readonly PartnerKey[], now: number) => SignatureVerdict

export interface SignedRequest {
  readonly method: string
  readonly target: string
  readonly header: (name: string) => string | undefined
  readonly body: Uint8Array
}

export type SignatureVerdict =
  | {
      readonly ok: true
      /** What tells this request from every other of the partner, until then. */
      readonly nonce: string
      readonly expiresAt: number
    }
  | { readonly ok: false; readonly what: string; readonly where: string }

/** How long a change of partners, made by a command beside the hub, may take to be seen. */
const DIRECTORY_MS = 2_000

/** Partners of the store: known code, right signature, not too many requests, none twice. */
export function createPartnerAdmission(options: PartnerAdmissionOptions): AdmissionCheck {
  const { store, clock, rates, rate, verify, unsignedFrom, builtIn = [] } = options
  let directory: ReadonlyMap<string, Partner> = new Map()
  let readAt = -Infinity
  let reading: Promise<void> | null = null

  async function read(): Promise<void> {
    const partners = [...builtIn, ...(await store.listPartners())]
    directory = new Map(partners.map((partner) => [partner.code, partner]))
    readAt = clock()
  }

  async function partnerOf(code: string | undefined): Promise<Partner | null> {
    if (code === undefined) return null
    const age = clock() - readAt
    if (age < 0 || age >= DIRECTORY_MS) {
      reading ??= read().finally(() => {
        reading = null
      })
      await reading
    }
    return directory.get(code) ?? null
  }

  return {
    async admit(request) {
      const partner = await partnerOf(request.header(PARTNER_CODE_HEADER))
      if (partner === null) return { ok: false, failure: unknownPartner }
      const { code: partnerCode, keys } = partner
      if (keys.length === 0) {
        if (!unsignedFrom(request.remote)) return { ok: false, partnerCode, failure: keyNeeded }
        const late = tooMany(rates.take(partnerCode, partner.rate ?? rate))
        return late === null ? { ok: true, partnerCode, request } : { ok: false, partnerCode, ...late }
      }
      const kept = await withBody(request)
      if (!kept.ok) return { ok: false, partnerCode, failure: kept.failure }
      const { method, target } = request
      const signed = { method, target, header: (name: string) => request.header(name), body: kept.bytes }
      const verdict = verify(signed, keys, clock())
      if (!verdict.ok) return { ok: false, partnerCode, failure: badSignature(verdict.what, verdict.where) }
      // Only who holds a key uses up the partner's requests.
      const late = tooMany(rates.take(partnerCode, partner.rate ?? rate))
      if (late !== null) return { ok: false, partnerCode, ...late }
      const { nonce, expiresAt } = verdict
      if (!(await store.claimNonce({ partnerCode, nonce, expiresAt }))) {
        return { ok: false, partnerCode, failure: badSignature('This very request was made before.', 'header') }
      }
      return { ok: true, partnerCode, request: kept.request }
    },
  }
}

type KeptBody =
  | { readonly ok: true; readonly bytes: Uint8Array; readonly request: PlainRequest }
  | { readonly ok: false; readonly failure: Failure }

/** Reads the body, since the signature covers it, and gives it again to who comes after. */
async function withBody(request: PlainRequest): Promise<KeptBody> {
  let bytes: Uint8Array | null
  try {
    bytes = await request.body(BODY_LIMIT)
  } catch {
    return { ok: false, failure: brokenOff }
  }
  if (bytes === null) return { ok: false, failure: bodyTooLarge }
  const { method, target } = request
  const header = (name: string): string | undefined => request.header(name)
  return { ok: true, bytes, request: { method, target, header, body: () => Promise.resolve(bytes) } }
}

function tooMany(seconds: number): { failure: Failure; headers: Readonly<Record<string, string>> } | null {
  if (seconds === 0) return null
  const wait = Math.max(1, Math.ceil(seconds))
  return {
    headers: { 'retry-after': String(wait) },
    failure: {
      code: 'RATE_LIMITED',
      message: 'Too many requests',
      what: 'This partner sends more requests than were agreed. Nothing was changed.',
      remedy: `Send the same request again in ${wait} s.`,
      details: { retry_after_seconds: wait },
    },
  }
}

const keyNeeded: Failure = {
  ...badSignature('This partner has no key here, and unsigned requests are not taken from your address.', 'header'),
  remedy: 'Ask those who run this service for a key, and sign every request with it.',
}

function badSignature(what: string, where: string): Failure {
  return {
    code: 'BAD_SIGNATURE',
    message: 'Bad signature',
    what,
    where,
    remedy: 'Sign every request again with one of your keys, by a clock that is right.',
  }
}
