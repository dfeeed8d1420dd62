import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { isClockSkewed } from '../../shared/domain/fleet/readiness.ts'
import {
  type ExaminationFinding,
  type HealthCheckStep,
  healthCheckSteps,
} from '../../shared/domain/money/examination.ts'
import { exponentOf, type Minor, minorFromWire, wireFromMinor } from '../../shared/domain/money/money.ts'
import {
  internationalNumber,
  type Numbering,
  type RefusalReason,
  type TenderTraits,
} from '../../shared/domain/money/tender.ts'
import { parseJson, readBounded } from '../../shared/json.ts'
import { REQUEST_ID_HEADER, requestIdIn } from '../../shared/log-line.ts'
import type {
  Begun,
  Examinable,
  PaymentRef,
  RefundOutcome,
  TenderDriver,
  TenderOutcome,
  TenderRequest,
} from '../kiosk/ports/devices.ts'
import type { Clock, Log } from '../kiosk/ports/ports.ts'
import { address } from './settings-fields.ts'

/** Network and services of a driver. `fetch` must not follow redirects, which would leak secrets. */
export interface Line {
  readonly fetch: (request: Request) => Promise<Response>
  readonly clock: Pick<Clock, 'now' | 'sleep'>
  readonly log: Pick<Log, 'warn'>
  readonly onExchanged?: (request: ProviderRequest) => void
}

/** Log record of one HTTP request, without personal data or secrets. */
interface ProviderRequest {
  /** Sent as `x-request-id`; new for each attempt. */
  readonly requestId: string
  /** Method, host and path; "…" replaces each part that is not a known word of a provider's interface. */
  readonly operation: string
  readonly status: number | null
  readonly answeredAs?: string
  readonly detail?: string
  readonly milliseconds: number
}

/** `unavailable`: nothing was requested · `unknown`: a payment may have been made · otherwise: no payment was made. */
export type Rejection = 'unavailable' | 'unknown' | RefusalReason

export interface Access {
  readonly reply: Reply
  readonly access: ExaminationFinding
}

/** Driver of a provider that is reached by HTTP. A call ends after `callMs`, or when the program stops. */
export abstract class HttpDriver implements TenderDriver, Examinable {
  abstract readonly name: TenderDriver['name']
  abstract readonly traits: TenderTraits
  readonly numbering?: Numbering
  readonly host: string
  protected readonly line: Line
  protected readonly hasDevice: boolean = false
  readonly #callMs: number

  constructor(line: Line, host: string, callMs: number) {
    this.line = line
    this.host = host
    this.#callMs = callMs
  }

  /** Returns whether the driver supports the amount and the currency of the request. */
  protected abstract takes(request: TenderRequest): boolean

  /** `payer`: the customer's number in international form; empty if the provider needs none. */
  protected abstract start(
    request: TenderRequest,
    payer: string,
    stopping: AbortSignal,
    giveUp: AbortSignal,
  ): Promise<Begun | TenderOutcome>

  /**
   * Returns the outcome of a payment. Its `host` must be an address that the settings allow, because our keys are sent
   * there.
   */
  protected abstract find(payment: PaymentRef, signal: AbortSignal): Promise<TenderOutcome>

  protected abstract enter(signal: AbortSignal): Promise<Access>

  /**
   * Checks what a payment requires besides access, such as the contract, the device and the currency. Absent if only a
   * real payment can show whether these requirements are met.
   */
  protected contract?(signal: AbortSignal): Promise<readonly ExaminationFinding[]>

  readonly begin: TenderDriver['begin'] = async (request, giveUp, stopping) => {
    if (!this.takes(request)) return { outcome: 'refused', reason: 'not-set-up' }
    const payer = this.numbering ? internationalNumber(request.payer ?? '', this.numbering) : ''
    if (payer === null) return { outcome: 'refused', reason: 'unknown-payer' }
    if (giveUp.aborted) return { outcome: 'unavailable' }
    return this.start(request, payer, stopping, giveUp)
  }

  readonly ask: TenderDriver['ask'] = async (payment, stopping) => {
    const host = address.safeParse(payment.host)
    if (!host.success) return { outcome: 'unknown' }
    return this.call((signal) => this.find({ ...payment, host: host.data }, signal), stopping)
  }

  readonly examine: Examinable['examine'] = async () => {
    const found = await this.call((signal) => this.#walk(signal))
    const of = (step: HealthCheckStep): ExaminationFinding =>
      found.find((each) => each.step === step) ?? { step, finding: 'not-tried' }
    return healthCheckSteps.filter((step) => step !== 'device' || this.hasDevice).map(of)
  }

  async #walk(signal: AbortSignal): Promise<readonly ExaminationFinding[]> {
    const { reply, access } = await this.enter(signal)
    const reached = findingsOfService(this.host, reply, Date.parse(this.line.clock.now().wallUtc))
    if (!reply.answered) return reached
    const contract = access.finding === 'ok' ? await this.contract?.(signal) : undefined
    return [...reached, access, ...(contract ?? [])]
  }

  protected call<T>(
    work: (signal: AbortSignal) => Promise<T>,
    stopping?: AbortSignal,
    ms: number = this.#callMs,
  ): Promise<T> {
    return within(this.line.clock, ms, work, stopping)
  }

  protected rejected(
    reply: Reply,
    rejection: Rejection,
    event: 'payment.rejected' | 'refund.rejected',
    { reference, code }: { readonly reference: string; readonly code: string | null | undefined },
  ): Extract<RefundOutcome, { outcome: 'unavailable' | 'unknown' | 'refused' }> {
    if (!reply.answered) return { outcome: reply.sent ? 'unknown' : 'unavailable' }
    const { status } = reply
    this.line.log.warn(event, { provider: this.name, reference, status, code: sanitizeProviderCode(code ?? undefined) })
    return rejection === 'unavailable' || rejection === 'unknown'
      ? { outcome: rejection }
      : { outcome: 'refused', reason: rejection }
  }
}

export const LIST_MS = 120_000
const MAX_PAGES = 200

interface Page<Item> {
  readonly items: readonly Item[]
  readonly next: string | undefined
}

/** Reads every page of a list. Resolves with null if a page is unreadable, or after too many pages. */
export async function readPages<Item>(
  readPage: (page: string | undefined) => Promise<Page<Item> | null>,
): Promise<readonly Item[] | null> {
  const items: Item[] = []
  let next: string | undefined
  for (let count = 0; count < MAX_PAGES; count++) {
    const page = await readPage(next)
    if (page === null) return null
    items.push(...page.items)
    if (page.next === undefined) return items
    next = page.next
  }
  return null
}

interface Call {
  readonly method: 'GET' | 'POST' | 'PUT'
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}

export const jsonCall = (url: string, headers: Call['headers'], body?: object): Call =>
  body === undefined
    ? { method: 'GET', url, headers }
    : { method: 'POST', url, headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(body) }

export type Reply =
  | {
      readonly answered: true
      readonly status: number
      readonly body: string
      readonly date: string | null
      readonly answeredAs?: string
    }
  /** `sent` is false only if it is certain that nothing was sent. `code`: the system's error code, or our own. */
  | { readonly answered: false; readonly sent: boolean; readonly code: string }

const MAX_BYTES = 1024 * 1024

/** Runs `work` with a signal that aborts after `ms`, or earlier if the program stops. */
export async function within<T>(
  clock: Pick<Clock, 'sleep'>,
  ms: number,
  work: (signal: AbortSignal) => Promise<T>,
  stopping?: AbortSignal,
): Promise<T> {
  const [deadline, over] = [new AbortController(), new AbortController()]
  void clock.sleep(ms, over.signal).then(() => {
    if (!over.signal.aborted) deadline.abort('too late')
  })
  try {
    return await work(stopping ? AbortSignal.any([deadline.signal, stopping]) : deadline.signal)
  } finally {
    over.abort('done')
  }
}

/** Sends one call once, and limits the reply to `MAX_BYTES`. Never rejects. */
export async function exchange(
  { fetch, onExchanged }: Pick<Line, 'fetch' | 'onExchanged'>,
  call: Call,
  signal: AbortSignal,
): Promise<Reply> {
  if (signal.aborted) return { answered: false, sent: false, code: 'TOO_LATE' }
  const [requestId, began] = [randomUUID(), performance.now()]
  const reply = await send(fetch, { ...call, headers: { ...call.headers, [REQUEST_ID_HEADER]: requestId } }, signal)
  onExchanged?.({
    requestId,
    operation: operationOf(call),
    status: reply.answered ? reply.status : null,
    ...(reply.answered ? reply.answeredAs !== undefined && { answeredAs: reply.answeredAs } : { detail: reply.code }),
    milliseconds: Math.round(performance.now() - began),
  })
  return reply
}

/** Words of the providers' paths that may be logged; other parts may name a payment or a person. */
const OPERATION_WORDS: ReadonlySet<string> = new Set(
  [
    'v0.1 v1 v1.0 v1_0 v2.1 v3 oauth auth token account merchants devices readers terminal',
    'payments links payment_intents charges transactions refund refunds status search history balance',
    'sync nexo checkout terminate process_payment_intent cancel cancel_action',
    'collection disbursement requesttopay orange-money-webpay webpayment transactionstatus',
    'invoices',
  ].flatMap((words) => words.split(' ')),
)

function operationOf({ method, url }: Call): string {
  const { host, pathname } = new URL(url)
  const parts = pathname.split('/').map((part) => (part === '' || OPERATION_WORDS.has(part) ? part : '…'))
  return `${method} ${host}${parts.join('/')}`
}

async function send(fetch: Line['fetch'], call: Call, signal: AbortSignal): Promise<Reply> {
  const { method, url, headers, body } = call
  const over = Promise.withResolvers<Reply>()
  const stop = (): void => over.resolve({ answered: false, sent: true, code: 'TOO_LATE' })
  signal.addEventListener('abort', stop)
  try {
    const init: RequestInit = { method, headers, redirect: 'manual', signal }
    const request = new Request(url, { ...init, ...(body !== undefined && { body }) })
    return await Promise.race([fetch(request).then(read), over.promise])
  } catch (error) {
    return { answered: false, sent: !wasNeverSent(error), code: codeOfFault(error) }
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

async function read({ status, headers, body }: Response): Promise<Reply> {
  const bytes = await readBounded(body as AsyncIterable<Uint8Array> | null, MAX_BYTES)
  if (bytes === null) return { answered: false, sent: true, code: 'TOO_LONG' }
  const answeredAs = requestIdIn(headers.get('request-id') ?? headers.get(REQUEST_ID_HEADER))
  const reply = { answered: true, status, body: new TextDecoder().decode(bytes), date: headers.get('date') } as const
  return answeredAs === null ? reply : { ...reply, answeredAs }
}

/** Returns whether the connection was never established, so that nothing was sent. */
function wasNeverSent(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error instanceof AggregateError) return error.errors.length > 0 && error.errors.every(wasNeverSent)
  const { code = '', syscall = '' } = error as NodeJS.ErrnoException
  if (syscall === 'getaddrinfo' || (syscall === 'connect' && code !== '') || isOfCertificate(code)) return true
  return error.cause !== undefined && wasNeverSent(error.cause)
}

/** Matches Node's codes for an untrusted certificate; the connection ends before anything is sent. */
const isOfCertificate = (code: string): boolean =>
  /^(?:CERT_|ERR_TLS_CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_(?:VERIFY|GET_ISSUER))/u.test(code)

function codeOfFault(error: unknown): string {
  if (!(error instanceof Error)) return 'UNKNOWN'
  const { code } = error as NodeJS.ErrnoException
  if (typeof code === 'string' && /^\w{1,64}$/u.test(code)) return code
  return error.cause === undefined ? 'UNKNOWN' : codeOfFault(error.cause)
}

export interface AccessToken {
  readonly token: string
  readonly lifeMs: number
}

const seconds = z.union([z.number(), z.string().regex(/^\d{1,9}$/u)]).transform(Number)

/** OAuth token reply (RFC 6749, section 5.1). Some providers send the seconds as a string. */
const tokenReading = z.object({
  access_token: z.string().regex(/^[\x21-\x7e]{1,8192}$/u),
  expires_in: seconds.optional().catch(undefined),
})

const USUAL_LIFE_MS = 300_000
/** Time in milliseconds by which a token is replaced before it expires, because clocks differ and calls take time. */
const MARGIN_MS = 60_000

function readOAuthToken(body: string): AccessToken | null {
  const read = tokenReading.safeParse(parseJson(body))
  if (!read.success) return null
  const { access_token: token, expires_in: life } = read.data
  return { token, lifeMs: life === undefined ? USUAL_LIFE_MS : life * 1000 }
}

export const basicOf = (user: string, secret: string): string =>
  `Basic ${Buffer.from(`${user}:${secret}`).toString('base64')}`

/** Access tokens of a provider, requested when needed and stored only in memory. */
export class AccessTokens {
  readonly #line: Pick<Line, 'clock' | 'log'>
  readonly #provider: string
  readonly #mint: (signal: AbortSignal) => Promise<Reply>
  readonly #readToken: (body: string) => AccessToken | null
  #known: { readonly token: string; readonly until: number } | null = null
  #pending: Promise<string | null> | null = null

  constructor(
    line: Pick<Line, 'clock' | 'log'>,
    provider: string,
    mint: (signal: AbortSignal) => Promise<Reply>,
    readToken: (body: string) => AccessToken | null = readOAuthToken,
  ) {
    this.#line = line
    this.#provider = provider
    this.#mint = mint
    this.#readToken = readToken
  }

  /**
   * Sends a request with a token. After status 401 the request is repeated once with a new token, because a rejected
   * request has no effect.
   */
  async send(call: (token: string) => Promise<Reply>, signal: AbortSignal, tries: 1 | 2 = 2): Promise<Reply> {
    for (let left = tries; ; left--) {
      const token = await this.#current(signal)
      if (token === null) return { answered: false, sent: false, code: 'NO_TOKEN' }
      const reply = await call(token)
      if (!reply.answered || reply.status !== 401) return reply
      if (this.#known?.token === token) this.#known = null
      if (left === 1) return reply
    }
  }

  async examine(signal: AbortSignal): Promise<Access> {
    const reply = await this.#mint(signal)
    return { reply, access: findingOfReply('access', reply, (body) => this.#readToken(body) !== null) }
  }

  async #current(signal: AbortSignal): Promise<string | null> {
    const known = this.#known
    if (known && this.#line.clock.now().monoMs < known.until) return known.token
    this.#pending ??= this.#fresh(signal).finally(() => {
      this.#pending = null
    })
    return this.#pending
  }

  async #fresh(signal: AbortSignal): Promise<string | null> {
    const { clock, log } = this.#line
    const reply = await this.#mint(signal)
    const read = reply.answered && reply.status >= 200 && reply.status <= 299 ? this.#readToken(reply.body) : null
    if (read === null) {
      log.warn('payment.access-denied', {
        provider: this.#provider,
        ...(reply.answered ? { status: reply.status } : { code: sanitizeProviderCode(reply.code) }),
      })
      return null
    }
    const { token, lifeMs } = read
    this.#known = { token, until: clock.now().monoMs + Math.max(lifeMs - MARGIN_MS, lifeMs / 2) }
    return token
  }
}

/** Returns the code, or `unreadable` for a code that is unsafe to log or may contain personal data. */
export const sanitizeProviderCode = (text: string | undefined): string =>
  text !== undefined && /^(?!\d{6})[\w.-]{1,64}$/u.test(text) ? text : 'unreadable'

export const isApproval = (text: string): boolean => /^[\w.:/-]{1,64}$/u.test(text)

/** Converts an amount in major units. Returns null for an impossible amount or fractions of a minor unit. */
export function minorOf(written: string | number, currency: string): Minor | null {
  if (typeof written === 'string' && !/^\d{1,15}(?:\.\d{1,6})?$/u.test(written)) return null
  const amount = Number(written)
  const read = minorFromWire(amount, currency)
  return read.ok && read.value > 0 && wireFromMinor(read.value, currency) === amount ? read.value : null
}

export const writtenAmount = (minor: Minor, currency: string): string =>
  wireFromMinor(minor, currency).toFixed(exponentOf(currency))

/** Returns the findings about the address, the certificate and the clock of a service. */
export function findingsOfService(host: string, reply: Reply, nowMs: number): readonly ExaminationFinding[] {
  const reached = findingsOfReach(host, reply)
  return reply.answered ? [...reached, findingOfClock(reply.date, nowMs)] : reached
}

function findingsOfReach(host: string, reply: Reply): ExaminationFinding[] {
  const certificate = host.startsWith('https:') ? 'ok' : 'plain'
  if (reply.answered)
    return [
      { step: 'address', finding: 'ok' },
      { step: 'certificate', finding: certificate },
    ]
  const code = sanitizeProviderCode(reply.code)
  if (!isOfCertificate(code)) return [{ step: 'address', finding: 'no-answer', code }]
  return [
    { step: 'address', finding: 'ok' },
    { step: 'certificate', finding: 'untrusted', code },
  ]
}

function findingOfClock(date: string | null, nowMs: number): ExaminationFinding {
  const theirs = Date.parse(date ?? '')
  if (Number.isNaN(theirs)) return { step: 'clock', finding: 'not-tried' }
  const seconds = Math.round((nowMs - theirs) / 1000)
  return { step: 'clock', finding: isClockSkewed(seconds) ? 'clock-skew' : 'ok', seconds }
}

/** `isFine`: whether the body of a successful reply has the expected form. */
export function findingOfReply(
  step: HealthCheckStep,
  reply: Reply,
  isFine: (body: string) => boolean,
  codeOf: (body: string) => string | undefined = () => undefined,
): ExaminationFinding {
  if (!reply.answered) return { step, finding: 'no-answer', code: sanitizeProviderCode(reply.code) }
  const { status, body } = reply
  if (status >= 200 && status <= 299)
    return isFine(body) ? { step, finding: 'ok' } : { step, finding: 'unreadable', status }
  const code = codeOf(body)
  return { step, finding: 'refused', status, ...(code !== undefined && { code: sanitizeProviderCode(code) }) }
}

export const numberingOf = ({ countryCode, nationalDigits }: Numbering): Numbering => ({ countryCode, nationalDigits })
