import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { isClockOff } from '../../shared/domain/fleet/readiness.ts'
import {
  type ExaminationFinding,
  type ExaminationStep,
  examinationSteps,
} from '../../shared/domain/money/examination.ts'
import { exponentOf, type Minor, minorFromWire, wireFromMinor } from '../../shared/domain/money/money.ts'
import type { Numbering } from '../../shared/domain/money/tender.ts'
import { parseJson, readBounded } from '../../shared/json.ts'
import { REQUEST_ID_HEADER, requestIdIn } from '../../shared/log-line.ts'
import type { Clock, Log } from '../core/ports/ports.ts'

/** What a driver reaches its provider by. The network follows no redirect: another host would be told our secrets. */
export interface Line {
  readonly fetch: (request: Request) => Promise<Response>
  readonly clock: Pick<Clock, 'now' | 'sleep'>
  readonly log: Pick<Log, 'warn'>
  /** Called once for each HTTP request, with its outcome. */
  readonly onExchanged?: (request: ProviderRequest) => void
}

/** Log record of one HTTP request. Contains no personal data or secrets. */
export interface ProviderRequest {
  /** Sent as `x-request-id`; new for each attempt. */
  readonly requestId: string
  /** Method, host, and the path with "…" for each part that is no known word of a provider's interface. */
  readonly operation: string
  /** Null if no full reply came. */
  readonly status: number | null
  /** The provider's own id of the request, if its reply has one. */
  readonly answeredAs?: string
  /** Why no full reply came. */
  readonly detail?: string
  /** Time until the reply was read, in milliseconds. */
  readonly milliseconds: number
}

export interface Call {
  readonly method: 'GET' | 'POST'
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}

export type Reply =
  | {
      readonly answered: true
      readonly status: number
      readonly body: string
      readonly date: string | null
      /** The provider's own id of the request, if its reply has one. */
      readonly answeredAs?: string
    }
  /** `sent` false: surely nothing was asked. `code`: the system's word for why, or ours. */
  | { readonly answered: false; readonly sent: boolean; readonly code: string }

/** More than this is no answer of a provider's. */
const MAX_BYTES = 1024 * 1024

/** Does some work within `ms`: then its signal is aborted, or earlier where the program stops. */
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

/**
 * One call, sent once, bounded by the signal and in bytes. Never rejects. An idempotency key of the provider's is one of the
 * call's own headers.
 */
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

/** Parts of the providers' paths that name an operation. Any other part may name a payment, a device or a person. */
const OPERATION_WORDS: ReadonlySet<string> = new Set(
  [
    'v0.1 v1 v1.0 v1_0 v2.1 v3 oauth auth token account merchants devices readers terminal',
    'payments links payment_intents charges transactions refund refunds status search history balance',
    'sync nexo checkout terminate process_payment_intent cancel cancel_action',
    'collection disbursement requesttopay orange-money-webpay webpayment transactionstatus',
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
    return { answered: false, sent: !neverLeft(error), code: codeOfFault(error) }
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

/** No connection came about: a name nobody knows, a door that is closed, a certificate that is not trusted. */
export function neverLeft(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error instanceof AggregateError) return error.errors.length > 0 && error.errors.every(neverLeft)
  const { code = '', syscall = '' } = error as NodeJS.ErrnoException
  if (syscall === 'getaddrinfo' || (syscall === 'connect' && code !== '') || isOfCertificate(code)) return true
  return error.cause !== undefined && neverLeft(error.cause)
}

/** Node's words for a certificate that it does not trust; the connection ends before anything is sent. */
const isOfCertificate = (code: string): boolean =>
  /^(?:CERT_|ERR_TLS_CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_(?:VERIFY|GET_ISSUER))/u.test(code)

function codeOfFault(error: unknown): string {
  if (!(error instanceof Error)) return 'UNKNOWN'
  const { code } = error as NodeJS.ErrnoException
  if (typeof code === 'string' && /^\w{1,64}$/u.test(code)) return code
  return error.cause === undefined ? 'UNKNOWN' : codeOfFault(error.cause)
}

/** A provider's pass for some time, asked for when it is needed and kept in memory alone. */
export interface AccessTokens {
  /**
   * Sends with a token; once more with a new one where the provider takes it no longer (401: nothing was done). Without
   * any token nothing is sent.
   */
  send(call: (token: string) => Promise<Reply>, signal: AbortSignal, tries?: 1 | 2): Promise<Reply>
}

export interface AccessToken {
  readonly token: string
  readonly lifeMs: number
}

/** Seconds, as a number or a text. */
const seconds = z.union([z.number(), z.string().regex(/^\d{1,9}$/u)]).transform(Number)

/** How OAuth tells a token (RFC 6749, section 5.1); some providers write the seconds as a text. */
const tokenReading = z.object({
  access_token: z.string().regex(/^[\x21-\x7e]{1,8192}$/u),
  expires_in: seconds.optional().catch(undefined),
})

/** Where a provider does not say how long. */
const USUAL_LIFE_MS = 300_000
/** A token is not used to its last moment: clocks differ, and a call takes its time. */
const MARGIN_MS = 60_000

/** Null: it cannot be read. */
export function readOAuthToken(body: string): AccessToken | null {
  const read = tokenReading.safeParse(parseJson(body))
  if (!read.success) return null
  const { access_token: token, expires_in: life } = read.data
  return { token, lifeMs: life === undefined ? USUAL_LIFE_MS : life * 1000 }
}

export const basicOf = (user: string, secret: string): string =>
  `Basic ${Buffer.from(`${user}:${secret}`).toString('base64')}`

export function createAccessTokens(
  { clock, log }: Pick<Line, 'clock' | 'log'>,
  provider: string,
  mint: (signal: AbortSignal) => Promise<Reply>,
  readToken: (body: string) => AccessToken | null,
): AccessTokens {
  let known: { readonly token: string; readonly until: number } | null = null
  let underWay: Promise<string | null> | null = null

  async function fresh(signal: AbortSignal): Promise<string | null> {
    const reply = await mint(signal)
    const read = reply.answered && reply.status >= 200 && reply.status <= 299 ? readToken(reply.body) : null
    if (read === null) {
      log.warn('payment.access-denied', {
        provider,
        ...(reply.answered ? { status: reply.status } : { code: plainWord(reply.code) }),
      })
      return null
    }
    const { token, lifeMs } = read
    known = { token, until: clock.now().monoMs + Math.max(lifeMs - MARGIN_MS, lifeMs / 2) }
    return token
  }

  async function current(signal: AbortSignal): Promise<string | null> {
    if (known && clock.now().monoMs < known.until) return known.token
    underWay ??= fresh(signal).finally(() => {
      underWay = null
    })
    return underWay
  }

  return {
    async send(call, signal, tries = 2) {
      for (let left = tries; ; left--) {
        const token = await current(signal)
        if (token === null) return { answered: false, sent: false, code: 'NO_TOKEN' }
        const reply = await call(token)
        if (!reply.answered || reply.status !== 401) return reply
        if (known?.token === token) known = null
        if (left === 1) return reply
      }
    },
  }
}

/** A provider's own word, fit for a log and a ledger: short, of one line, without anything that could be a person's. */
export const plainWord = (text: string | undefined): string =>
  text !== undefined && /^(?!\d{6})[\w.-]{1,64}$/u.test(text) ? text : 'unreadable'

/** What a provider calls a payment, where it is short and plain enough to stand on a receipt. */
export const isApproval = (text: string): boolean => /^[\w.:/-]{1,64}$/u.test(text)

/**
 * Major units as a provider writes them, a number or a text; null: no amount of money that can have moved, or a fraction
 * of the smallest unit.
 */
export function minorOf(written: string | number, currency: string): Minor | null {
  if (typeof written === 'string' && !/^\d{1,15}(?:\.\d{1,6})?$/u.test(written)) return null
  const amount = Number(written)
  const read = minorFromWire(amount, currency)
  return read.ok && read.value > 0 && wireFromMinor(read.value, currency) === amount ? read.value : null
}

/** Major units as a text: `75000`, `12.50`. */
export const writtenAmount = (minor: Minor, currency: string): string =>
  wireFromMinor(minor, currency).toFixed(exponentOf(currency))

export interface Examined {
  readonly host: string
  readonly line: Line
  readonly callMs: number
  /** Asks to be let in. */
  readonly enter: (signal: AbortSignal) => Promise<Reply>
  readonly isLetIn: (body: string) => boolean
  /** What a payment would need beyond; left out: only a payment would tell. */
  readonly contract?: (signal: AbortSignal) => Promise<readonly ExaminationFinding[]>
  /** It drives a device on the counter. */
  readonly device?: true
}

/** Every step in its order; those behind one that failed are not tried. */
export async function examineProvider(examined: Examined): Promise<readonly ExaminationFinding[]> {
  const found = await within(examined.line.clock, examined.callMs, (signal) => walk(examined, signal))
  const of = (step: ExaminationStep): ExaminationFinding =>
    found.find((each) => each.step === step) ?? { step, finding: 'not-tried' }
  return examinationSteps.filter((step) => step !== 'device' || examined.device).map(of)
}

async function walk({ host, line, enter, isLetIn, contract }: Examined, signal: AbortSignal) {
  const reply = await enter(signal)
  const reached = findingsOfReach(host, reply)
  if (!reply.answered) return reached
  const clock = findingOfClock(reply.date, Date.parse(line.clock.now().wallUtc))
  const access = findingOfReply('access', reply, isLetIn)
  const steps = [...reached, clock, access]
  return access.finding === 'ok' && contract ? [...steps, ...(await contract(signal))] : steps
}

function findingsOfReach(host: string, reply: Reply): ExaminationFinding[] {
  const certificate = host.startsWith('https:') ? 'ok' : 'plain'
  if (reply.answered)
    return [
      { step: 'address', finding: 'ok' },
      { step: 'certificate', finding: certificate },
    ]
  const code = plainWord(reply.code)
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
  return { step: 'clock', finding: isClockOff(seconds) ? 'clock-off' : 'ok', seconds }
}

/** `isFine` says whether a success can be read as what was asked for. */
export function findingOfReply(
  step: ExaminationStep,
  reply: Reply,
  isFine: (body: string) => boolean,
  codeOf: (body: string) => string | undefined = () => undefined,
): ExaminationFinding {
  if (!reply.answered) return { step, finding: 'no-answer', code: plainWord(reply.code) }
  const { status, body } = reply
  if (status >= 200 && status <= 299)
    return isFine(body) ? { step, finding: 'ok' } : { step, finding: 'unreadable', status }
  const code = codeOf(body)
  return { step, finding: 'refused', status, ...(code !== undefined && { code: plainWord(code) }) }
}

export const numberingOf = ({ countryCode, nationalDigits }: Numbering): Numbering => ({ countryCode, nationalDigits })
