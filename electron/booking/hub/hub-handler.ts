import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { type DestinationStream, pino } from 'pino'
import { type LogDetails, type LogEvent, REQUEST_ID_HEADER, requestIdIn } from '../../../shared/log-line.ts'
import { OPENAPI_PATH, openApiDocument } from '../../host/http/openapi-document.ts'
import { refusalReply } from '../../host/http/parser-refusals.ts'
import { sameText } from '../../host/secrets/same-secret.ts'
import { faultReply } from '../http/dispatch.ts'
import {
  type Failure,
  failureReply,
  matchesTag,
  type PlainHandler,
  type PlainReply,
  type PlainRequest,
  type RequestFacts,
} from '../http/http.ts'
import type { ServedHandlers } from '../serve.ts'
import type { Metrics } from './metrics.ts'
import { RateLimiter } from './partner-admission.ts'

interface HubHandlerOptions {
  readonly handle: PlainHandler
  readonly report: (fault: unknown) => void
  readonly addressOf: (request: PlainRequest) => string | undefined
  readonly metrics: Metrics
  readonly log: HubLog
  readonly health: () => Promise<Health>
  readonly metricsPage: () => Promise<string>
  /** Token for `/metrics`, which is not served without a token. */
  readonly metricsToken: string | undefined
  /** Milliseconds of a monotonic clock. */
  readonly clock: () => number
}

const DOCUMENT_RATE = { perSecond: 0.5, burst: 20 }

/** `draining`: the hub is about to stop, so new requests must be sent elsewhere. */
type Health = 'ok' | 'draining' | 'database-unavailable'

/** Adds a request id, a log line and a measurement to each request, and serves health and metrics. */
export function createHubHandler(options: HubHandlerOptions): Required<ServedHandlers> {
  const { handle, report, addressOf, metrics, log, health, metricsPage, metricsToken, clock } = options
  const documents = new RateLimiter(clock)

  async function observed(request: PlainRequest): Promise<PlainReply> {
    const began = clock()
    const requestId = requestIdIn(request.header(REQUEST_ID_HEADER)) ?? randomUUID()
    const remote = addressOf(request)
    const reply = await replyTo({ ...request, remote })
    return recorded(reply, { requestId, remote, about: reply.about ?? {}, seconds: (clock() - began) / 1000 })
  }

  async function replyTo(request: PlainRequest): Promise<PlainReply> {
    try {
      const [path = ''] = request.target.split('?', 1)
      return await (request.method === 'GET' && path === OPENAPI_PATH ? documentReply(request) : handle(request))
    } catch (error) {
      report(error)
      return faultReply(error)
    }
  }

  function recorded<R extends Pick<PlainReply, 'status' | 'headers'>>(
    reply: R,
    {
      requestId,
      remote,
      about,
      seconds,
    }: Pick<RequestLine, 'requestId' | 'remote'> & { about: RequestFacts; seconds: number },
  ): R {
    const { operation = 'none', partnerCode, code } = about
    const { status } = reply
    metrics.count({ operation, partner: partnerCode ?? 'none', status, code, seconds })
    const ms = Math.round(seconds * 1e6) / 1000
    log.request({ requestId, operation, partner: partnerCode, status, code, ms, remote })
    return { ...reply, headers: { ...reply.headers, [REQUEST_ID_HEADER]: requestId } }
  }

  /** Serves the OpenAPI document, which is public. Limits requests by client address. */
  async function documentReply(request: PlainRequest): Promise<PlainReply> {
    const seconds = documents.take(request.remote ?? '', DOCUMENT_RATE)
    const about: RequestFacts = { operation: 'readOpenApi' }
    if (seconds > 0) return { ...rateLimitedReply(Math.ceil(seconds)), about: { ...about, code: 'RATE_LIMITED' } }
    const { body, etag, headers } = await openApiDocument()
    return matchesTag(request.header('if-none-match'), etag)
      ? { status: 304, headers, body: [], about }
      : { status: 200, headers, body: [body], about }
  }

  return {
    async handle(request) {
      const [path = ''] = request.target.split('?', 1)
      if (request.method === 'GET' && path === '/healthz') return healthReply(await health())
      if (request.method === 'GET' && path === '/metrics' && isReader(request, metricsToken)) {
        return textReply(await metricsPage())
      }
      return observed(request)
    },
    refuse: (refusal, remote) =>
      recorded(refusalReply(refusal), { requestId: randomUUID(), remote, about: { code: refusal.code }, seconds: 0 }),
  }
}

/** Serves only `/metrics`, for a listener that only this computer reaches. */
export function createMetricsHandler(metricsPage: () => Promise<string>): PlainHandler {
  return async ({ method, target }) =>
    method === 'GET' && target === '/metrics'
      ? textReply(await metricsPage())
      : {
          status: 404,
          headers: { 'content-type': 'text/plain' },
          body: [Buffer.from('This server has only /metrics.\n')],
        }
}

function isReader(request: PlainRequest, token: string | undefined): boolean {
  return token !== undefined && sameText(request.header('authorization') ?? '', `Bearer ${token}`)
}

function healthReply(health: Health): PlainReply {
  return {
    status: health === 'ok' ? 200 : 503,
    headers: { 'content-type': 'application/json', 'cache-control': 'no-store' },
    body: [Buffer.from(JSON.stringify({ status: health }))],
  }
}

function rateLimitedReply(seconds: number): PlainReply {
  const failure: Failure = {
    code: 'RATE_LIMITED',
    message: 'Too many requests',
    what: 'This address exceeded the limit of 20 requests, then one every 2 s.',
    remedy: `Store the document and its ETag, and request it again after ${seconds} s.`,
    details: { retry_after_seconds: seconds },
  }
  return failureReply(failure, { 'retry-after': String(seconds) })
}

function textReply(text: string): PlainReply {
  const headers = { 'content-type': 'text/plain; version=0.0.4; charset=utf-8', 'cache-control': 'no-store' }
  return { status: 200, headers, body: [Buffer.from(text)] }
}

interface HubLog {
  info(event: LogEvent, details?: LogDetails): void
  warn(event: LogEvent, details?: LogDetails): void
  error(event: LogEvent, error: unknown): void
  /** One line for each request: `info`, or `error` if the hub failed. */
  readonly request: (facts: RequestLine) => void
}

/** The log line of a request has only the fields of `RequestLine`, so no secrets have to be redacted. */
interface RequestLine {
  readonly requestId: string
  readonly operation: string
  readonly partner: string | undefined
  readonly status: number
  readonly code: string | undefined
  readonly ms: number
  readonly remote: string | undefined
}

const SECRETS = [
  'access_code',
  'accessCode',
  'secret',
  'password',
  'token',
  'qr_code',
  'qrCode',
  'authorization',
  'connectionString',
]

/**
 * Writes one JSON object for each line. Requests are logged by operation, never by path, query or body, which contain
 * sessions and personal data.
 */
export function createHubLog(destination: DestinationStream, level: 'info' | 'error' = 'info'): HubLog {
  const paths = SECRETS.flatMap((name) => [name, `*.${name}`, `*.*.${name}`])
  const options = {
    base: { machine: hostname() },
    messageKey: 'event',
    level,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (name: string) => ({ level: name }) },
    serializers: { error: pino.stdSerializers.errWithCause },
  }
  const log = pino({ ...options, redact: { paths, censor: '[redacted]' } }, destination)
  const requests = pino(options, destination)
  return {
    info: (event, details = {}) => log.info(details, event),
    warn: (event, details = {}) => log.warn(details, event),
    error: (event, error) => log.error({ error }, event),
    request: ({ requestId, operation, partner, status, code, ms, remote }) =>
      requests[status >= 500 ? 'error' : 'info'](
        { requestId, operation, partner, status, code, ms, remote },
        'request.answered' satisfies LogEvent,
      ),
  }
}
