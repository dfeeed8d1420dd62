import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { err, ok } from '../../shared/domain/result.ts'
import { firstIssue, inEnglish } from '../../shared/i18n/issue-text.ts'
import { MAX_REPLY_BYTES, parseJson } from '../../shared/json.ts'
import { REQUEST_ID_HEADER, requestIdIn } from '../../shared/log-line.ts'
import {
  DEMO,
  ENVIRONMENT_HEADER,
  type OperationName,
  operations,
  PARTNER_CODE_HEADER,
} from '../../shared/api/partner/operations.ts'
import { envelopeReading, refusalReading } from '../../shared/api/partner/reading.ts'
import type { Clock, PartnerReply } from '../kiosk/ports/ports.ts'
import type { RequestSigner } from './signer.ts'

export interface PartnerConnection {
  /** Prefix of the specification's paths, without a trailing slash. */
  readonly baseUrl: string
  readonly partnerCode: string
  /** Whether `x-env: demo` is sent with every call. */
  readonly demo: boolean
  /** The network, or the embedded service's own `fetch`. */
  readonly fetch: (request: Request) => Promise<Response>
  /** Signs each request. If absent, requests are unsigned. */
  readonly sign?: RequestSigner
  readonly clock: Pick<Clock, 'sleep'>
  /** Timeout for a full reply, in milliseconds. */
  readonly timeoutMs: number
  /** Delay before a failed read is retried, so that many kiosks do not retry at once; default: no delay. */
  readonly jitterMs?: () => number
  /** Called with the `Date` of each reply; null for a reply without a date. */
  readonly onDate?: (date: string | null) => void
  readonly onExchanged?: OnExchanged
}

export interface ExchangedRequest {
  /** Sent as `x-request-id`; different for each attempt. */
  readonly requestId: string
  readonly operation: string
  readonly status: number | null
  /** The service's own id of the request, if it differs from `requestId`. */
  readonly answeredAs?: string
  readonly detail?: string
  readonly milliseconds: number
}

export type OnExchanged = (request: ExchangedRequest) => void

type Exchange = Answer | { readonly answered: false; readonly detail: string }

interface Answer {
  readonly answered: true
  readonly status: number
  readonly body: string
}

/** Method and path of a call. `path` contains parameters as `{name}`. */
export interface Route {
  readonly method: string
  readonly path: string
}

type Call = CallContent & ({ readonly operation: OperationName } | { readonly route: Route })

interface CallContent {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>>
  readonly body?: string
  readonly headers?: Readonly<Record<string, string>>
  /** Texts that are removed from refusals, besides the partner code. */
  readonly secrets?: readonly string[]
}

/** Only reads without a reply are retried, because repeating other calls may have effects. */
const READ_ATTEMPTS = 2

export async function exchange(connection: PartnerConnection, call: Call): Promise<Exchange> {
  const { method } = routeOf(call)
  const tries = method === 'GET' ? READ_ATTEMPTS : 1
  let last: Exchange = { answered: false, detail: 'not sent' }
  for (let attempt = 1; attempt <= tries; attempt++) {
    if (attempt > 1 && connection.jitterMs) await connection.clock.sleep(connection.jitterMs())
    last = await once(connection, call, randomUUID())
    if (last.answered) return last
  }
  return last
}

const operationNames: ReadonlyMap<string, string> = new Map(
  Object.entries(operations).map(([name, { method, path }]) => [`${method} ${path}`, name]),
)

/** Returns the name of the specification's operation, or the route for any other call. */
export function operationOf({ method, path }: Route): string {
  const route = `${method} ${path}`
  return operationNames.get(route) ?? route
}

const routeOf = (call: Call): Route => ('route' in call ? call.route : operations[call.operation])

async function once(connection: PartnerConnection, call: Call, requestId: string): Promise<Exchange> {
  const { baseUrl, partnerCode, demo, fetch, sign, clock, timeoutMs, onDate, onExchanged } = connection
  const { method, path } = routeOf(call)
  const operation = operationOf({ method, path })
  const began = performance.now()
  let answeredAs: string | null = null
  const url = new URL(baseUrl + fillPath(path, call.params ?? {}))
  for (const [name, value] of Object.entries(call.query ?? {})) url.searchParams.set(name, value)
  const headers = new Headers({ accept: 'application/json', [PARTNER_CODE_HEADER]: partnerCode, ...call.headers })
  headers.set(REQUEST_ID_HEADER, requestId)
  if (demo) headers.set(ENVIRONMENT_HEADER, DEMO)
  if (call.body !== undefined) headers.set('content-type', 'application/json')
  const { body } = call
  for (const [name, value] of Object.entries(sign?.({ method, url, headers, body }) ?? {})) headers.set(name, value)
  const deadline = new AbortController()
  const over = new AbortController()
  // Aborting is not enough, because Node's `fetch` may ignore its signal after the headers have arrived.
  const tooLate = new Promise<never>((_, reject) => {
    void clock.sleep(timeoutMs, over.signal).then(() => {
      if (over.signal.aborted) return
      const reason = new Error(`no complete reply within ${timeoutMs} ms`)
      deadline.abort(reason)
      reject(reason)
    })
  })
  try {
    const { signal } = deadline
    // Redirects are not followed, because they would send codes and purchases to a different address.
    const init: RequestInit = { method, headers, signal, redirect: 'manual' }
    const request = new Request(url, { ...init, ...(body !== undefined && { body }) })
    const reply = fetch(request).then((came) => {
      onDate?.(came.headers.get('date'))
      answeredAs = requestIdIn(came.headers.get(REQUEST_ID_HEADER))
      return read(came)
    })
    const answer = await Promise.race([reply, tooLate])
    onExchanged?.(exchanged(answer.status))
    if (!isRefusal(answer)) return answer
    return { ...answer, body: veiled(answer.body, [partnerCode, ...(call.secrets ?? [])]) }
  } catch (error) {
    const detail = describe(error)
    onExchanged?.({ ...exchanged(null), detail })
    return { answered: false, detail }
  } finally {
    // Aborts with a reason, because the default reason is an exception that captures a stack.
    over.abort('answered')
  }

  function exchanged(status: number | null): ExchangedRequest {
    const milliseconds = Math.round(performance.now() - began)
    const other = answeredAs !== null && answeredAs !== requestId && { answeredAs }
    return { requestId, operation, status, ...other, milliseconds }
  }
}

function fillPath(template: string, params: Readonly<Record<string, string>>): string {
  return template.replaceAll(/\{(\w+)\}/gu, (_, name: string) => {
    const value = params[name]
    if (value === undefined) throw new Error(`${template} needs ${name}`)
    return encodeURIComponent(value.toWellFormed())
  })
}

async function read({ status, body }: Response): Promise<Answer> {
  return { answered: true, status, body: await textOfReply(status, (body ?? []) as AsyncIterable<Uint8Array>) }
}

const REFUSAL_CHARACTERS = 65_536

const isRefusal = ({ status, body }: Answer): boolean =>
  status >= 300 || (body.length < REFUSAL_CHARACTERS && /"success"\s*:\s*false/u.test(body))

/** Removes secrets from a refusal, which may repeat the request and appears in logs and on screens. */
export function veiled(refused: string, secrets: readonly string[]): string {
  return secrets.reduce((text, secret) => text.replaceAll(secret, '[…]'), refused)
}

/** Includes the cause of `fetch failed`, which contains host, port and reason. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const text = error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message
  // If a host has several addresses, the error contains one error for each address, and no message.
  return text || (error as NodeJS.ErrnoException).code || error.name
}

/** Calls an operation and reads the reply's `data` with a tolerant schema. */
export async function call<T>(
  connection: PartnerConnection,
  request: Call,
  reading: z.ZodType<T>,
): Promise<PartnerReply<T>> {
  const reply = await exchange(connection, request)
  return reply.answered ? readReply(reply, reading) : err({ type: 'unreachable', detail: reply.detail })
}

/** Statuses that neither accept nor refuse the request; it can be repeated later (RFC 9110, 8470, 6585). */
const TRY_LATER: ReadonlySet<number> = new Set([408, 425, 429])

export const saysLater = (status: number): boolean => status >= 500 || TRY_LATER.has(status)

export function readReply<T>({ status, body }: Answer, reading: z.ZodType<T>): PartnerReply<T> {
  if (saysLater(status)) return err({ type: 'unreachable', detail: `HTTP ${status}` })
  if (status >= 400) return err(refusal(status, body))
  if (status < 200 || status > 299) return err({ type: 'unclear', status, detail: 'neither done nor refused' })
  const envelope = envelopeReading.safeParse(parseJson(body))
  if (!envelope.success) return err({ type: 'unclear', status, detail: 'no readable envelope' })
  if (!envelope.data.success) return err(refusal(status, body))
  const data = reading.safeParse(envelope.data['data'], inEnglish)
  if (data.success) return ok(data.data)
  const field = data.error.issues[0]?.path.join('.') ?? ''
  return err({ type: 'unclear', status, detail: unreadable(data.error), ...(field !== '' && { field }) })
}

/** Rejects a reply about another session or event. `contradicted` returns the mismatch, or null. */
export function belonging<T>(reply: PartnerReply<T>, contradicted: (value: T) => string | null): PartnerReply<T> {
  const detail = reply.ok ? contradicted(reply.value) : null
  return detail === null ? reply : err({ type: 'unclear', status: 200, detail })
}

/**
 * Calls an operation whose reply data is not needed. Accepts any success status, even without a body (204), but not a
 * body without the service's envelope, such as a proxy's page.
 */
export async function carryOut(connection: PartnerConnection, request: Call): Promise<PartnerReply<null>> {
  const reply = await exchange(connection, request)
  if (!reply.answered) return err({ type: 'unreachable', detail: reply.detail })
  const { status, body } = reply
  if (status >= 200 && status <= 299 && body.trim() === '') return ok(null)
  const read = readReply(reply, z.unknown())
  return read.ok ? ok(null) : read
}

const MAX_CODE_LENGTH = 64

/** Describes the first schema error in a reply, without values from the reply. */
export const unreadable = (error: z.ZodError): string => firstIssue(error).slice(0, 200)

export function refusal(status: number, body: string) {
  const read = refusalReading.safeParse(parseJson(body))
  const code = (read.success ? read.data.error?.code || read.data.code : '').slice(0, MAX_CODE_LENGTH)
  const details = read.success ? (read.data.error?.details ?? {}) : {}
  return { type: 'refused', status, code, details } as const
}

const REFUSAL_BYTES = 64 * 1024

/**
 * Reads the text of a reply. Rejects if the text of a successful reply is too long; truncates the text of an error
 * reply.
 */
export async function textOfReply(status: number, body: AsyncIterable<Uint8Array>): Promise<string> {
  const most = status >= 300 ? REFUSAL_BYTES : MAX_REPLY_BYTES
  const pieces: Uint8Array[] = []
  let size = 0
  for await (const piece of body) {
    pieces.push(piece.subarray(0, most - size))
    size += piece.byteLength
    if (size <= most) continue
    if (status < 300) throw new Error(`a reply of more than ${most} bytes`)
    break
  }
  return new TextDecoder().decode(Buffer.concat(pieces))
}

/**
 * Returns how many seconds the kiosk's clock is ahead of the partner's, from a reply's `Date`; null if it is missing.
 */
export function clockSkewSeconds(date: string | null | undefined, nowMs: number): number | null {
  const theirs = Date.parse(date ?? '')
  return Number.isNaN(theirs) ? null : Math.round((nowMs - theirs) / 1000)
}
