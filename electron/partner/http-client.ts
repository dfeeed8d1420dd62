import {
  Agent as HttpAgent,
  type ClientRequest,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  request as httpRequest,
} from 'node:http'
import { Agent as HttpsAgent, type AgentOptions, request as httpsRequest, type RequestOptions } from 'node:https'
import { Duplex, Readable } from 'node:stream'
import { connect, type PeerCertificate } from 'node:tls'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'

export interface HttpClientOptions {
  /** Certificates in PEM that are trusted in place of the system's: of a partner with an authority of its own. */
  readonly ca?: string | undefined
  /** `http://HOST:PORT` of a proxy to the outside; through it TLS runs end to end (CONNECT). */
  readonly httpProxy?: string | undefined
  /**
   * Of what answers under no name of its own (a device in the house): in place of the address, this tells by common name and SHA-256
   * whose certificate it is. The chain up to `ca` is checked as ever; `ca` may be the certificate itself.
   */
  readonly isPeer?: ((peer: { readonly name: string; readonly sha256: string }) => boolean) | undefined
}

export interface HttpClientRequest {
  readonly method: string
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array | undefined
  readonly signal?: AbortSignal | undefined
}

/** The network to the partner: connections are kept and used again, certificates always checked, redirects not followed. */
export interface HttpClient {
  /** Sends as it stands; the reply's bytes as they come, compressed or not. Rejects where none comes. */
  send(request: HttpClientRequest): Promise<IncomingMessage>
  /** The same over the platform's own terms; asks for compressed replies and unpacks them. */
  fetch(request: Request): Promise<Response>
  close(): void
}

/** Below what servers keep an idle connection, so that no purchase goes into one that is just closing. */
const IDLE_MS = 4_000

export function createHttpClient({ ca, httpProxy, isPeer }: HttpClientOptions = {}): HttpClient {
  const proxy = httpProxy === undefined ? null : proxyOf(httpProxy)
  const shared = { keepAlive: true, timeout: IDLE_MS, scheduling: 'lifo' } as const
  const plain = new HttpAgent(shared)
  const checked = {
    ...shared,
    minVersion: 'TLSv1.2',
    rejectUnauthorized: true,
    ...(ca && { ca }),
    ...(isPeer && { allowPartialTrustChain: true, checkServerIdentity: identityBy(isPeer) }),
  } as const
  const secure = proxy === null ? new HttpsAgent(checked) : new TunnelAgent(proxy, checked)

  function send({ method, url, headers, body, signal }: HttpClientRequest): Promise<IncomingMessage> {
    return new Promise((resolve, reject) => {
      const common = {
        ...addressOf(url),
        method,
        headers: body === undefined ? headers : { ...headers, 'content-length': lengthOf(body) },
        // While it is used. Idle, it has the agent's.
        timeout: 0,
      }
      const request =
        url.protocol === 'https:'
          ? httpsRequest({ ...common, agent: secure })
          : httpRequest({ ...common, ...(proxy && throughProxy(proxy, url, common.headers)), agent: plain })
      request.once('response', resolve)
      request.once('error', reject)
      if (signal) callOffBy(signal, request)
      request.end(body)
    })
  }

  return {
    send,
    async fetch(request) {
      const body = request.body === null ? undefined : new Uint8Array(await request.arrayBuffer())
      const headers = { ...Object.fromEntries(request.headers), 'accept-encoding': 'br, gzip' }
      const { method, signal } = request
      const reply = await send({ method, url: new URL(request.url), headers, body, signal })
      return responseOf(reply)
    },
    close() {
      plain.destroy()
      secure.destroy()
    },
  }
}

/** `CERT_`: as Node's own words for certificates that it does not trust. */
const identityBy =
  (isPeer: NonNullable<HttpClientOptions['isPeer']>) =>
  (_: string, { subject, fingerprint256: sha256 }: PeerCertificate): Error | undefined => {
    // A common name that stands there twice is none.
    const name: unknown = subject?.CN
    return isPeer({ name: typeof name === 'string' ? name : '', sha256 })
      ? undefined
      : Object.assign(new Error('the certificate is of another machine'), { code: 'CERT_OF_ANOTHER' })
  }

/** As `http.request` does by itself, with a fifth of the listeners. */
function callOffBy(signal: AbortSignal, request: ClientRequest): void {
  const callOff = (): void => {
    const called = new Error('The operation was aborted', { cause: signal.reason })
    request.destroy(Object.assign(called, { name: 'AbortError', code: 'ABORT_ERR' }))
  }
  if (signal.aborted) return callOff()
  signal.addEventListener('abort', callOff)
  request.once('close', () => signal.removeEventListener('abort', callOff))
}

/** What a request takes of a URL; Node's own way reads all of it. */
const addressOf = ({ hostname, port, pathname, search, username, password }: URL) => ({
  hostname: hostname.startsWith('[') ? hostname.slice(1, -1) : hostname,
  port,
  path: pathname + search,
  ...(username + password !== '' && { auth: `${decodeURIComponent(username)}:${decodeURIComponent(password)}` }),
})

const throughProxy = ({ host, port, headers: own }: Proxy, url: URL, headers: OutgoingHttpHeaders) =>
  ({ host, hostname: host, port, path: url.href, headers: { host: url.host, ...headers, ...own } }) as const

const lengthOf = (body: string | Uint8Array): number => Buffer.byteLength(body)

/** Statuses whose replies have no body (Fetch, "null body status"). */
const EMPTY: ReadonlySet<number> = new Set([204, 205, 304])

function responseOf(reply: IncomingMessage): Response {
  const { statusCode: status = 0 } = reply
  const headers = new Headers()
  for (const [name, values] of Object.entries(reply.headersDistinct)) {
    for (const value of values ?? []) headers.append(name, value)
  }
  if (EMPTY.has(status)) {
    reply.resume()
    return new Response(null, { status, headers })
  }
  const unpacked = unpack(reply)
  if (unpacked !== reply) for (const name of ['content-encoding', 'content-length']) headers.delete(name)
  return new Response(Readable.toWeb(unpacked) as ReadableStream<Uint8Array>, { status, headers })
}

function unpack(reply: IncomingMessage): Readable {
  const unpacker = unpackerOf(reply.headers['content-encoding'])
  if (!unpacker) return reply
  // A connection that breaks must break the reply too, and not end it.
  reply.once('error', (error) => unpacker.destroy(error))
  reply.once('aborted', () => unpacker.destroy(new Error('the connection broke within the reply')))
  // And who stops reading the reply stops the connection.
  unpacker.once('close', () => {
    if (!reply.complete) reply.destroy()
  })
  return reply.pipe(unpacker)
}

function unpackerOf(encoding: string | undefined): Duplex | null {
  switch (encoding?.toLowerCase()) {
    case 'br':
      return createBrotliDecompress()
    case 'gzip':
    case 'x-gzip':
      return createGunzip()
    case 'deflate':
      return createInflate()
    default:
      return null
  }
}

/**
 * The way through the house's proxy (RFC 9110, sections 7.6 and 9.3.6). Written out, because runtimes before Node 24.5,
 * Electron's among them, pass over an agent's `proxyEnv` without a word and go out directly.
 */
export interface Proxy {
  /** For `http.request`: a plain request goes to the proxy with its whole address. */
  readonly host: string
  readonly port: number
  /** `proxy-authorization` where its address has a name and a password. */
  readonly headers: Readonly<Record<string, string>>
}

export function proxyOf(address: string): Proxy {
  const { hostname, port, username, password } = new URL(address)
  const user = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`
  return {
    host: hostname.replaceAll(/[[\]]/gu, ''),
    port: Number(port || 80),
    headers: username === '' ? {} : { 'proxy-authorization': `Basic ${Buffer.from(user).toString('base64')}` },
  }
}

/** How long a proxy may take for a tunnel; requests have their own time-outs. */
const TUNNEL_MS = 30_000

type Settled = (error: Error | null, socket: Duplex) => void

/** A tunnel to `HOST:PORT`. Rejects where the proxy opens none; the error's `code` is its status, where it answered. */
export function openTunnel({ host, port, headers }: Proxy, authority: string): Promise<Duplex> {
  const all: OutgoingHttpHeaders = { host: authority, ...headers }
  return new Promise((resolve, reject) => {
    const tunnel = httpRequest({ host, port, method: 'CONNECT', path: authority, headers: all, agent: false })
    tunnel.once('connect', ({ statusCode }, socket) => {
      if (statusCode === 200) return resolve(socket)
      socket.destroy()
      const refused = new Error(`the proxy ${host}:${port} opens no way to ${authority} (status ${statusCode})`)
      reject(Object.assign(refused, { code: `HTTP ${statusCode}` }))
    })
    tunnel.setTimeout(TUNNEL_MS, () => tunnel.destroy(new Error(`the proxy ${host}:${port} is silent`)))
    tunnel.once('error', reject)
    tunnel.end()
  })
}

/** Connections with TLS from end to end, each through a tunnel of the proxy. */
class TunnelAgent extends HttpsAgent {
  readonly #proxy: Proxy

  constructor(proxy: Proxy, options: AgentOptions) {
    super(options)
    this.#proxy = proxy
  }

  override createConnection(options: RequestOptions, settled?: Settled): undefined {
    const authority = `${options.host ?? ''}:${options.port ?? 443}`
    openTunnel(this.#proxy, authority).then(
      (socket) => settled?.(null, connect({ ...(options as object), socket })),
      (error: unknown) => settled?.(error as Error, new Duplex()),
    )
    return undefined
  }
}
