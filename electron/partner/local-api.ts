import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import type { Readiness } from '../../shared/domain/fleet/readiness.ts'
import type { OwnTenderNames } from '../../shared/domain/money/tender.ts'
import { messageOf } from '../../shared/errors.ts'
import { textsIn } from '../../shared/i18n/catalogues.ts'
import { adviceOn } from '../../shared/i18n/texts.ts'
import { readBounded } from '../../shared/json.ts'
import { REQUEST_ID_HEADER } from '../../shared/log-line.ts'
import type { ErrorBody } from '../../shared/api/partner/errors.ts'
import { DEMO, ENVIRONMENT_HEADER, operations, PARTNER_CODE_HEADER } from '../../shared/api/partner/operations.ts'
import type { Log } from '../kiosk/ports/ports.ts'
import { OPENAPI_PATH, openApiDocument } from '../host/http/openapi-document.ts'
import { answerParserRefusals, HOST_CHECKED_HERE, refusalReply } from '../host/http/parser-refusals.ts'
import { matcherOf } from '../host/secrets/same-secret.ts'
import type { PartnerOptions } from './client.ts'
import type { HttpClient } from './http-client.ts'
import { operationOf } from './transport.ts'

/** Maximum size of a request body; the bodies of the specification's own requests have only a few hundred bytes. */
const MAX_BODY_BYTES = 64 * 1024
/** Paths that need no token. Pending requests to these paths do not delay a change of settings or an update. */
const OPEN_PATHS: readonly (string | undefined)[] = ['/healthz', '/metrics', OPENAPI_PATH]
const REQUEST_MS = 5_000
const NONE = new Uint8Array()

/** A request that is forwarded to the partner. The reply is returned without being parsed. */
export interface ForwardedRequest {
  readonly method: string
  readonly target: string
  /** Operation name in the specification, or method and path with `{name}` for its parameters. */
  readonly operation: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array | undefined
  readonly signal: AbortSignal
}

export type ForwardRequest = (request: ForwardedRequest) => Promise<ForwardedReply>

interface ForwardedReply {
  readonly status: number
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  readonly body: Readable | Iterable<Uint8Array> | AsyncIterable<Uint8Array>
}

export interface LocalApiOptions {
  /** TCP port; 0 selects a free port. */
  readonly port: number
  /** Token that callers must send as `authorization: Bearer …`. */
  readonly token: string
  readonly origins: readonly string[]
  /** Additional routes for a partner's own calls to hold seats, which the specification does not define. */
  readonly routes: readonly { readonly method: string; readonly path: string }[]
  readonly onward: ForwardRequest
  readonly timeoutMs: number
  /** Maximum time in milliseconds to receive a complete request from a program on this computer; default: 5 s. */
  readonly requestMs?: number | undefined
  /** Returns the readiness for `/healthz`; null while the kiosk starts. */
  readonly readiness: () => Promise<Readiness> | null
  /** Returns the text of `/metrics`, or null while the kiosk starts. If absent, `/metrics` is not served. */
  readonly metricsPage?: (() => Promise<string> | null) | undefined
  readonly tenderNames?: OwnTenderNames
  readonly log: Log
}

export interface LocalApi {
  readonly url: string
  /** Returns whether a request is still unanswered. Requests to paths that need no token do not count. */
  isBusy(): boolean
  close(): Promise<void>
}

/**
 * Serves the specification's interface on the loopback address, for other programs at the venue. Adds the partner code
 * and the signature to their requests. Checks, in this order: Host (first, against DNS rebinding), Origin, token, path,
 * size. Rejects if the port is in use.
 */
export async function serveLocalApi(options: LocalApiOptions): Promise<LocalApi> {
  const { token, origins, log } = options
  const specified = Object.values(operations).filter(
    (operation) => !('demoOnly' in operation) && !('extension' in operation),
  )
  const routes = [...specified, ...options.routes].map(({ method, path }) => ({ method, path, shape: shapeOf(path) }))
  const isAdmitted = matcherOf(`Bearer ${token}`)
  let hosts: readonly string[] = []
  let inHand = 0

  async function answer(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const { headers, method = '' } = incoming
    if (!hosts.includes(headers.host ?? '')) return refuse(outgoing, 421, 'WRONG_HOST')
    const { origin } = headers
    if (origin !== undefined && !origins.includes(origin)) return refuse(outgoing, 403, 'WRONG_ORIGIN')
    if (origin === undefined && isOfOtherPage(headers)) return refuse(outgoing, 403, 'WRONG_ORIGIN')
    if (origin !== undefined) allow(outgoing, origin)
    if (origin !== undefined && method === 'OPTIONS') return void outgoing.writeHead(204).end()
    // Paths for monitoring need no token, because a monitoring program that has the token could also buy tickets.
    if (incoming.url === '/healthz' && method === 'GET')
      return tellHealth(outgoing, await options.readiness(), options.tenderNames)
    // The OpenAPI document contains nothing about this computer, so no token is needed.
    if (incoming.url === OPENAPI_PATH && method === 'GET') {
      const { body, headers: about } = await openApiDocument()
      return void outgoing.writeHead(200, { ...about, 'content-length': body.byteLength }).end(body)
    }
    if (options.metricsPage && incoming.url === '/metrics' && method === 'GET')
      return tellMetrics(outgoing, await options.metricsPage())
    if (!isAdmitted(headers.authorization ?? '')) return refuse(outgoing, 401, 'WRONG_TOKEN')
    const target = incoming.url ?? ''
    const [path = ''] = target.split('?', 1)
    const fitting = routes.filter(({ shape }) => shape.test(path))
    if (fitting.length === 0) return refuse(outgoing, 404, 'UNKNOWN_PATH')
    const route = fitting.find((each) => each.method === method)
    if (!route) {
      const allow = fitting.map((each) => each.method).join(', ')
      return refuse(outgoing, 405, 'UNKNOWN_METHOD', { allow })
    }
    const body = await bodyIn(incoming)
    if (body === null) return refuse(outgoing, 413, 'BODY_TOO_LARGE', { connection: 'close' })
    await passOn(options, incoming, outgoing, { target, operation: operationOf(route), body })
  }

  async function serve(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const weight = OPEN_PATHS.includes(incoming.url) ? 0 : 1
    inHand += weight
    try {
      await answer(incoming, outgoing)
    } catch (error) {
      // If either end disconnects, the incomplete reply must not look complete.
      outgoing.destroy()
      if (!outgoing.closed) log.error('local-api.reply-broken', error)
    } finally {
      inHand -= weight
    }
  }

  const { requestMs = REQUEST_MS } = options
  const limits = { requestTimeout: requestMs, connectionsCheckingInterval: requestMs / 5, maxHeaderSize: 16_384 }
  const server = createServer({ ...limits, ...HOST_CHECKED_HERE })
  const listener = (incoming: IncomingMessage, outgoing: ServerResponse): void => void serve(incoming, outgoing)
  answerParserRefusals(server, listener, (refusal) => {
    log.info('local-api.request-refused', { code: refusal.code, where: refusal.where })
    return refusalReply(refusal)
  })
  server.listen(options.port, '127.0.0.1')
  await once(server, 'listening').catch((error: unknown) => {
    throw new Error(`localApi.port: ${options.port} cannot be used: choose another`, { cause: error })
  })
  const { port } = server.address() as AddressInfo
  hosts = [`127.0.0.1:${port}`, `localhost:${port}`]
  return {
    url: `http://127.0.0.1:${port}`,
    isBusy: () => inHand > 0,
    async close() {
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      await closed
    },
  }
}

async function passOn(
  { onward, timeoutMs, log }: LocalApiOptions,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  { target, operation, body }: Pick<ForwardedRequest, 'target' | 'operation'> & { readonly body: Uint8Array },
): Promise<void> {
  const gone = new AbortController()
  const late = setTimeout(() => gone.abort('no complete reply in time'), timeoutMs)
  outgoing.once('close', () => {
    clearTimeout(late)
    if (!outgoing.writableFinished) gone.abort('the caller disconnected')
  })
  let reply: ForwardedReply
  try {
    reply = await onward({
      method: incoming.method ?? '',
      target,
      operation,
      headers: passed(incoming.headers, CALLERS_FIELDS),
      body: body.byteLength > 0 ? body : undefined,
      signal: gone.signal,
    })
  } catch (error) {
    log.warn('local-api.partner-unreachable', { operation, reason: messageOf(error) })
    return refuse(outgoing, 502, 'PARTNER_UNREACHABLE')
  }
  outgoing.writeHead(reply.status, passed(reply.headers, PARTNERS_FIELDS))
  await relay(reply.body instanceof Readable ? reply.body : Readable.from(reply.body), outgoing)
}

/** Returns null if the body is too long. Does not wait if the request has no body. */
async function bodyIn(incoming: IncomingMessage): Promise<Uint8Array | null> {
  const { 'content-length': said = '0', 'transfer-encoding': coded } = incoming.headers
  if (coded === undefined && Number(said) === 0) return NONE
  return Number(said) > MAX_BODY_BYTES ? null : readBounded(incoming, MAX_BODY_BYTES)
}

/** Forwards bytes with back pressure. Rejects if either end disconnects. */
function relay(from: Readable, to: ServerResponse): Promise<void> {
  return new Promise((resolve, reject) => {
    from.on('data', (bytes: Uint8Array) => {
      if (!to.write(bytes)) from.pause()
    })
    to.on('drain', () => from.resume())
    from.once('end', () => void to.end(resolve))
    from.once('error', reject)
    to.once('close', () => {
      if (to.writableFinished) return
      from.destroy()
      reject(new Error('the caller disconnected'))
    })
  })
}

const CALLERS_FIELDS = ['accept', 'accept-encoding', 'content-type', 'if-none-match'] as const
const PARTNERS_FIELDS = [
  'content-type',
  'content-length',
  'content-encoding',
  'etag',
  'cache-control',
  'vary',
  'retry-after',
  REQUEST_ID_HEADER,
] as const

function passed(
  headers: Readonly<Record<string, string | readonly string[] | undefined>>,
  names: readonly string[],
): Record<string, string> {
  const kept: Record<string, string> = {}
  for (const name of names) {
    const value = headers[name]
    if (value !== undefined) kept[name] = typeof value === 'string' ? value : value.join(', ')
  }
  return kept
}

/**
 * A parameter is one path segment of letters, digits, `_` and `-`, so that it cannot lead to another operation's path.
 */
function shapeOf(path: string): RegExp {
  const parts = path.split(/\{\w+\}/u).map((part) => part.replaceAll(/[.*+?^$()|[\]\\]/gu, String.raw`\$&`))
  return new RegExp(`^${parts.join('[A-Za-z0-9_-]{1,128}')}$`, 'u')
}

/** Browsers also send `sec-fetch-site` with requests for images and scripts, which have no `Origin`. */
function isOfOtherPage({ 'sec-fetch-site': site }: IncomingHttpHeaders): boolean {
  return site !== undefined && site !== 'none' && site !== 'same-origin'
}

function allow(outgoing: ServerResponse, origin: string): void {
  outgoing.setHeader('access-control-allow-origin', origin)
  outgoing.setHeader('vary', 'origin')
  outgoing.setHeader('access-control-allow-methods', 'GET, POST, PUT, PATCH, DELETE')
  outgoing.setHeader('access-control-allow-headers', 'authorization, content-type, if-none-match')
  outgoing.setHeader('access-control-expose-headers', 'etag')
}

/** Replies 200 if any ticket can be sold. The body always contains issues and advice. */
function tellHealth(outgoing: ServerResponse, readiness: Readiness | null, own: OwnTenderNames | undefined): void {
  const words = textsIn('en', own)
  const { sells = false, issues = [] } = readiness ?? {}
  const told = issues.map((issue) => ({ ...issue, ...adviceOn(words.issues, issue, words.tenderNames) }))
  const body = JSON.stringify({ sells, ...(readiness === null && { starting: true }), issues: told })
  const headers = { 'content-length': Buffer.byteLength(body), 'cache-control': 'no-store' }
  outgoing.writeHead(sells ? 200 : 503, { 'content-type': 'application/json', ...headers }).end(body)
}

function tellMetrics(outgoing: ServerResponse, page: string | null): void {
  const headers = { 'content-type': 'text/plain; version=0.0.4; charset=utf-8', 'cache-control': 'no-store' }
  outgoing.writeHead(page === null ? 503 : 200, headers).end(page ?? 'the kiosk is starting\n')
}

const REFUSALS = {
  WRONG_HOST: {
    what: 'The Host header does not match this address.',
    where: 'header.host',
    remedy: 'Use 127.0.0.1 or localhost, with the port.',
  },
  WRONG_ORIGIN: {
    what: 'Pages of this origin may not call the local API.',
    where: 'header.origin',
    remedy: 'Add the origin to localApi.origins.',
  },
  WRONG_TOKEN: {
    what: 'The token is missing or wrong.',
    where: 'header.authorization',
    remedy: 'Send the header authorization: Bearer TOKEN with the token from the file local-api-token.',
  },
  UNKNOWN_PATH: {
    what: 'There is no operation at this path.',
    where: 'path',
    remedy: 'See openapi.json for the operations.',
  },
  UNKNOWN_METHOD: {
    what: 'This path does not support this method.',
    where: 'method',
    remedy: 'Use a method in the Allow header.',
  },
  BODY_TOO_LARGE: {
    what: `The body is longer than ${MAX_BODY_BYTES} bytes.`,
    where: 'body',
    remedy: 'Send only the fields of the operation.',
  },
  PARTNER_UNREACHABLE: {
    what: 'The partner did not reply in time.',
    where: 'partner',
    remedy: 'Send the same request again.',
  },
} as const

function refuse(
  outgoing: ServerResponse,
  status: number,
  code: keyof typeof REFUSALS,
  headers: Record<string, string> = {},
): void {
  const body: ErrorBody = {
    success: false,
    message: 'Refused by the local API',
    error: { code, details: REFUSALS[code] },
  }
  outgoing.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
}

type Connection = Pick<PartnerOptions, 'baseUrl' | 'partnerCode' | 'demo' | 'sign' | 'fetch' | 'onExchanged'>

/**
 * Adds partner code, signature and request id, and forwards the body unparsed. The reply contains the request id.
 * `line`: null if the service is embedded.
 */
export function createForwarder(
  { baseUrl, partnerCode, demo, sign, fetch, onExchanged }: Connection,
  line: Pick<HttpClient, 'send'> | null,
): ForwardRequest {
  const ours = { [PARTNER_CODE_HEADER]: partnerCode, ...(demo && { [ENVIRONMENT_HEADER]: DEMO }) }

  async function forward(
    { method, target, headers: passed, body, signal }: ForwardedRequest,
    requestId: string,
  ): Promise<ForwardedReply> {
    const url = new URL(baseUrl + target)
    const named = { ...passed, ...ours, [REQUEST_ID_HEADER]: requestId }
    const text = body && Buffer.from(body).toString('utf8')
    const headers = { ...named, ...sign?.({ method, url, headers: new Headers(named), body: text }) }
    if (line) {
      const reply = await line.send({ method, url, headers, body: text, signal })
      return { status: reply.statusCode ?? 502, headers: reply.headers, body: reply }
    }
    const reply = await fetch(new Request(url, { method, headers, ...(text !== undefined && { body: text }), signal }))
    const whole = new Uint8Array(await reply.arrayBuffer())
    const length = reply.status === 304 ? {} : { 'content-length': String(whole.byteLength) }
    return { status: reply.status, headers: { ...Object.fromEntries(reply.headers), ...length }, body: [whole] }
  }

  return async (request) => {
    const requestId = randomUUID()
    const began = performance.now()
    let status: number | null = null
    try {
      const reply = await forward(request, requestId)
      status = reply.status
      return { ...reply, headers: { ...reply.headers, [REQUEST_ID_HEADER]: requestId } }
    } finally {
      const { operation } = request
      onExchanged?.({ requestId, operation, status, milliseconds: Math.round(performance.now() - began) })
    }
  }
}
