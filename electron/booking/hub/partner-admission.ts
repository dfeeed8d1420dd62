import { BlockList, isIP } from 'node:net'
import { TranslatedError } from '../../../shared/i18n/catalogues.ts'
import { PARTNER_CODE_HEADER } from '../../../shared/api/partner/operations.ts'
import { type Admission, type AdmissionCheck, unknownPartner } from '../http/dispatch.ts'
import { BODY_LIMIT, bodyTooLarge, bodyTruncated, type Failure, type PlainRequest } from '../http/http.ts'
import type { HubStore, Partner, PartnerKey, RequestRate } from '../sql/administration.ts'
import { BoundedMap } from '../sql/random.ts'

interface PartnerAdmissionOptions {
  readonly store: Pick<HubStore, 'listPartners' | 'claimNonce'>
  /** Wall time in milliseconds of the Unix epoch. */
  readonly clock: () => number
  readonly rates: RateLimiter
  readonly rate: RequestRate
  readonly verify: SignatureCheck
  /** Returns whether a partner without a key may call from the address. */
  readonly unsignedFrom: (address: string | undefined) => boolean
  readonly builtIn?: readonly Partner[]
}

/** Checks a signed request with the keys of its partner. Stateless. */
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
      /** Value that no other request of the partner may use until `expiresAt`. */
      readonly nonce: string
      readonly expiresAt: number
    }
  | { readonly ok: false; readonly what: string; readonly where: string }

/** Maximum delay in milliseconds until a change to a partner takes effect. */
const DIRECTORY_MS = 2_000

/**
 * Checks whether a request comes from a partner in the store. A request needs a known code and a valid signature, must
 * be within the partner's rate, and must not repeat an earlier request.
 */
export class PartnerAdmission implements AdmissionCheck {
  readonly #options: PartnerAdmissionOptions
  #directory: ReadonlyMap<string, Partner> = new Map()
  #readAt = -Infinity
  #reading: Promise<void> | null = null

  constructor(options: PartnerAdmissionOptions) {
    this.#options = options
  }

  async admit(request: PlainRequest): Promise<Admission> {
    const { store, clock, rates, rate, verify, unsignedFrom } = this.#options
    const partner = await this.#partnerOf(request.header(PARTNER_CODE_HEADER))
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
    // The rate is checked after the signature, so that only key holders use up the partner's requests.
    const late = tooMany(rates.take(partnerCode, partner.rate ?? rate))
    if (late !== null) return { ok: false, partnerCode, ...late }
    const { nonce, expiresAt } = verdict
    if (!(await store.claimNonce({ partnerCode, nonce, expiresAt }))) {
      return { ok: false, partnerCode, failure: badSignature('This request was already received.', 'header') }
    }
    return { ok: true, partnerCode, request: kept.request }
  }

  async #partnerOf(code: string | undefined): Promise<Partner | null> {
    if (code === undefined) return null
    const age = this.#options.clock() - this.#readAt
    if (age < 0 || age >= DIRECTORY_MS) {
      this.#reading ??= this.#read().finally(() => {
        this.#reading = null
      })
      await this.#reading
    }
    return this.#directory.get(code) ?? null
  }

  async #read(): Promise<void> {
    const { store, clock, builtIn = [] } = this.#options
    const partners = [...builtIn, ...(await store.listPartners())]
    this.#directory = new Map(partners.map((partner) => [partner.code, partner]))
    this.#readAt = clock()
  }
}

type KeptBody =
  | { readonly ok: true; readonly bytes: Uint8Array; readonly request: PlainRequest }
  | { readonly ok: false; readonly failure: Failure }

/** Reads the body for the signature, and returns a request whose body can be read again. */
async function withBody(request: PlainRequest): Promise<KeptBody> {
  let bytes: Uint8Array | null
  try {
    bytes = await request.body(BODY_LIMIT)
  } catch {
    return { ok: false, failure: bodyTruncated }
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
      what: 'The partner exceeded its request rate. Nothing was changed.',
      remedy: `Send the same request again in ${wait} s.`,
      details: { retry_after_seconds: wait },
    },
  }
}

const keyNeeded: Failure = {
  ...badSignature('The partner has no key, and unsigned requests are not accepted from your address.', 'header'),
  remedy: 'Ask the operator for a key and sign every request with it.',
}

function badSignature(what: string, where: string): Failure {
  return {
    code: 'BAD_SIGNATURE',
    message: 'Bad signature',
    what,
    where,
    remedy: 'Sign every request with one of your keys, and check the clock of your machine.',
  }
}

/** Maximum number of buckets, because clients can invent addresses. */
const MAX_BUCKETS = 10_000

/**
 * Token buckets, one for each key: `burst` requests at once, then `perSecond` sustained. Each process has its own
 * buckets, so several hubs on one database allow a partner several times its rate.
 */
export class RateLimiter {
  readonly #clock: () => number
  readonly #buckets = new BoundedMap<string, { tokens: number; at: number }>(MAX_BUCKETS)

  /** `clock`: milliseconds of a monotonic clock. */
  constructor(clock: () => number) {
    this.#clock = clock
  }

  /** Returns 0 if the request is allowed, otherwise the seconds until a request is allowed. */
  take(key: string, { perSecond, burst }: RequestRate): number {
    const now = this.#clock()
    const bucket = this.#buckets.get(key) ?? { tokens: burst, at: now }
    bucket.tokens = Math.min(burst, bucket.tokens + ((now - bucket.at) / 1000) * perSecond)
    bucket.at = now
    this.#buckets.set(key, bucket)
    if (bucket.tokens < 1) return (1 - bucket.tokens) / perSecond
    bucket.tokens -= 1
    return 0
  }
}

interface AddressRanges {
  /** Returns false for invalid addresses. */
  has(address: string | undefined): boolean
}

/** Parses addresses and ranges (`10.1.0.7`, `10.1.0.0/16`, `fd00::/8`). Throws for any other text. */
export function rangesOf(texts: readonly string[]): AddressRanges {
  const list = new BlockList()
  for (const text of texts) {
    const { net, bits, family } = readRange(text)
    list.addSubnet(net, bits, family)
  }
  return {
    has(address = '') {
      const version = isIP(address)
      return version !== 0 && list.check(address, version === 4 ? 'ipv4' : 'ipv6')
    },
  }
}

/** Loopback, private (RFC 1918, RFC 4193) and link-local networks. */
const PRIVATE = [
  '127.0.0.0/8',
  '10.0.0.0/8',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '169.254.0.0/16',
  '::1',
  'fc00::/7',
  'fe80::/10',
].map((text) => ({ ...readRange(text), ranges: rangesOf([text]) }))

const expected = (text: string, form: 'address' | 'privateAddress') =>
  new TranslatedError(({ refusals, values }) => `${text}: ${values.expected(refusals.expected[form], '')}`)

/** Parses address ranges. Throws for an address that is not private. */
export function privateRangesOf(texts: readonly string[]): AddressRanges {
  for (const text of texts) {
    const { net, bits, family } = readRange(text)
    const isPrivate = PRIVATE.some((one) => one.family === family && one.bits <= bits && one.ranges.has(net))
    if (!isPrivate) throw expected(text, 'privateAddress')
  }
  return rangesOf(texts)
}

function readRange(text: string): { net: string; bits: number; family: 'ipv4' | 'ipv6' } {
  const [, net = '', length] = /^([^/%]+)(?:\/(\d{1,3}))?$/u.exec(text) ?? []
  const version = isIP(net)
  const most = version === 4 ? 32 : 128
  const bits = Number(length ?? most)
  if (version === 0 || bits > most) throw expected(text, 'address')
  return { net, bits, family: version === 4 ? 'ipv4' : 'ipv6' }
}

interface Proxies {
  /** Header with the client's address, or several addresses with the nearest last. */
  readonly header: string
  readonly addresses: AddressRanges
}

/** Returns the client's address: the peer of the socket, or an address that a trusted proxy names. */
export function clientAddressOf(request: PlainRequest, proxies: Proxies | null): string | undefined {
  let address = request.remote
  if (proxies === null) return address
  const named = (request.header(proxies.header) ?? '').split(',').map((one) => one.trim())
  // All addresses listed before the nearest address that is not a proxy can be forged.
  while (proxies.addresses.has(address)) {
    const before = named.pop() ?? ''
    if (isIP(before) === 0) break
    address = before
  }
  return address
}
