import {
  Agent as HttpAgent,
  type ClientRequest,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  request as httpRequest,
} from 'node:http'
import { Agent as HttpsAgent, type AgentOptions, request as httpsRequest, type RequestOptions } from 'node:https'
import { Duplex, Readable } from 'node:stream'
import { connect, type PeerCertificate, type TLSSocket } from 'node:tls'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import type { X509Certificate } from 'node:crypto'
import { isIP } from 'node:net'
import { fingerprintText } from '../../shared/domain/fleet/fleet.ts'
import type { CertificateStatus } from '../../shared/api/kiosk/setup.ts'

export interface HttpClientOptions {
  /** PEM certificates that are trusted instead of the system's, for a partner with its own authority. */
  readonly ca?: string | undefined
  /** `http://HOST:PORT` of a proxy; TLS connections are tunnelled through the proxy (CONNECT). */
  readonly httpProxy?: string | undefined
  /** Accepts a certificate by its name and SHA-256 instead of the host name. The certificate chain is still checked. */
  readonly isPeer?: ((peer: { readonly name: string; readonly sha256: string }) => boolean) | undefined
}

interface HttpClientRequest {
  readonly method: string
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array | undefined
  readonly signal?: AbortSignal | undefined
}

/** Idle timeout shorter than a server's, so that no purchase is sent on a connection that is closing. */
const IDLE_MS = 4_000

/** HTTP client that reuses connections, always checks certificates and does not follow redirects. */
export class HttpClient {
  readonly #proxy: Proxy | null
  readonly #plain: HttpAgent
  readonly #secure: HttpsAgent

  constructor({ ca, httpProxy, isPeer }: HttpClientOptions = {}) {
    this.#proxy = httpProxy === undefined ? null : proxyOf(httpProxy)
    const shared = { keepAlive: true, timeout: IDLE_MS, scheduling: 'lifo' } as const
    const checked = {
      ...shared,
      minVersion: 'TLSv1.2',
      rejectUnauthorized: true,
      ...(ca && { ca }),
      ...(isPeer && { allowPartialTrustChain: true, checkServerIdentity: identityBy(isPeer) }),
    } as const
    this.#plain = new HttpAgent(shared)
    this.#secure = this.#proxy === null ? new HttpsAgent(checked) : new TunnelAgent(this.#proxy, checked)
  }

  /** Resolves with the reply's bytes as they arrive, compressed or not. Rejects if no reply arrives. */
  send({ method, url, headers, body, signal }: HttpClientRequest): Promise<IncomingMessage> {
    return new Promise((resolve, reject) => {
      const common = {
        ...addressOf(url),
        method,
        headers: body === undefined ? headers : { ...headers, 'content-length': lengthOf(body) },
        // No timeout while the connection is in use; idle connections have the agent's timeout.
        timeout: 0,
      }
      const proxy = this.#proxy
      const request =
        url.protocol === 'https:'
          ? httpsRequest({ ...common, agent: this.#secure })
          : httpRequest({ ...common, ...(proxy && throughProxy(proxy, url, common.headers)), agent: this.#plain })
      request.once('response', resolve)
      request.once('error', reject)
      if (signal) abortBy(signal, request)
      request.end(body)
    })
  }

  async fetch(request: Request): Promise<Response> {
    const body = request.body === null ? undefined : new Uint8Array(await request.arrayBuffer())
    const headers = { ...Object.fromEntries(request.headers), 'accept-encoding': 'br, gzip' }
    const { method, signal } = request
    return responseOf(await this.send({ method, url: new URL(request.url), headers, body, signal }))
  }

  close(): void {
    this.#plain.destroy()
    this.#secure.destroy()
  }
}

/** The error code starts with `CERT_`, like Node's own codes for untrusted certificates. */
const identityBy =
  (isPeer: NonNullable<HttpClientOptions['isPeer']>) =>
  (_: string, { subject, fingerprint256: sha256 }: PeerCertificate): Error | undefined => {
    // If a certificate has several common names, `name` is an array and is treated as empty.
    const name: unknown = subject?.CN
    return isPeer({ name: typeof name === 'string' ? name : '', sha256 })
      ? undefined
      : Object.assign(new Error('the certificate belongs to another machine'), { code: 'CERT_OF_ANOTHER' })
  }

/** Replaces the `signal` option of `http.request`, but needs only a fifth of the listeners. */
function abortBy(signal: AbortSignal, request: ClientRequest): void {
  const abort = (): void => {
    const called = new Error('The operation was aborted', { cause: signal.reason })
    request.destroy(Object.assign(called, { name: 'AbortError', code: 'ABORT_ERR' }))
  }
  if (signal.aborted) return abort()
  signal.addEventListener('abort', abort)
  request.once('close', () => signal.removeEventListener('abort', abort))
}

/** Returns only the parts of a URL that a request needs, which is faster than Node's own conversion. */
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
  // A broken connection must make the reply fail instead of ending it normally.
  reply.once('error', (error) => unpacker.destroy(error))
  reply.once('aborted', () => unpacker.destroy(new Error('the connection was lost during the reply')))
  // If the reader stops reading the reply, the connection is closed.
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
 * An HTTP proxy of the venue (RFC 9110, sections 7.6 and 9.3.6). Runtimes before Node 24.5, such as Electron's,
 * silently ignore an agent's `proxyEnv`.
 */
export interface Proxy {
  readonly host: string
  readonly port: number
  /** Contains `proxy-authorization` if the proxy's address has a name and a password. */
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

/** Timeout for the proxy to open a tunnel; requests have their own timeouts. */
const TUNNEL_MS = 30_000

type Settled = (error: Error | null, socket: Duplex) => void

/** Opens a tunnel to `HOST:PORT`. If the proxy refuses, rejects with the status in the error's `code`. */
export function openTunnel({ host, port, headers }: Proxy, authority: string): Promise<Duplex> {
  const all: OutgoingHttpHeaders = { host: authority, ...headers }
  return new Promise((resolve, reject) => {
    const tunnel = httpRequest({ host, port, method: 'CONNECT', path: authority, headers: all, agent: false })
    tunnel.once('connect', ({ statusCode }, socket) => {
      if (statusCode === 200) return resolve(socket)
      socket.destroy()
      const refused = new Error(`the proxy ${host}:${port} does not connect to ${authority} (status ${statusCode})`)
      reject(Object.assign(refused, { code: `HTTP ${statusCode}` }))
    })
    tunnel.setTimeout(TUNNEL_MS, () => tunnel.destroy(new Error(`the proxy ${host}:${port} is silent`)))
    tunnel.once('error', reject)
    tunnel.end()
  })
}

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

const PROBE_MS = 10_000

interface Shown {
  /** Null if the certificate is trusted, otherwise Node's error code. */
  readonly fault: string | null
  readonly own: X509Certificate
  /** Last certificate of the received chain: an authority's certificate or a self-signed certificate. */
  readonly last: X509Certificate
}

interface CertificateProbe {
  readonly baseUrl: string
  /** Trusted certificates in PEM; by default, those of the system. */
  readonly ca?: string | undefined
  readonly httpProxy?: string | undefined
}

/** Opens a TLS connection only to read the certificate, without trusting it. */
export async function probeCertificate({ baseUrl, ca, httpProxy }: CertificateProbe): Promise<CertificateStatus> {
  const url = new URL(baseUrl)
  if (url.protocol !== 'https:') return { state: 'plain' }
  const proxy = httpProxy === undefined ? null : proxyOf(httpProxy)
  try {
    const shown = await show(url, proxy, ca)
    if (shown.fault === null) return { state: 'trusted', own: ca !== undefined }
    if (ca !== undefined && (await show(url, proxy)).fault === null) return { state: 'trusted', own: false }
    const pem = shown.last.toString()
    const pinned = await show(url, proxy, pem)
    const { own } = pinned
    const facts = {
      fingerprint: fingerprintText(own.fingerprint256),
      names: (own.subjectAltName ?? own.subject).replaceAll(/(?:DNS|IP Address|CN)[:=]/gu, ''),
      until: new Date(own.validTo).toISOString().slice(0, 10),
    }
    return pinned.fault === null && own.fingerprint256 === shown.own.fingerprint256
      ? { state: 'unknown', pem, ...facts }
      : { state: 'unfit', reason: reasonOf(pinned.fault), code: pinned.fault ?? '', ...facts }
  } catch (error) {
    return { state: 'unreachable', code: (error as NodeJS.ErrnoException).code ?? (error as Error).message }
  }
}

function reasonOf(fault: string | null): 'other-name' | 'over' | 'incomplete' {
  if (fault === 'ERR_TLS_CERT_ALTNAME_INVALID') return 'other-name'
  return fault === 'CERT_HAS_EXPIRED' ? 'over' : 'incomplete'
}

async function show(url: URL, proxy: Proxy | null, ca?: string): Promise<Shown> {
  const host = url.hostname.replace(/^\[|\]$/gu, '')
  const port = Number(url.port) || 443
  const way = proxy ? { socket: await openTunnel(proxy, `${url.hostname}:${port}`) } : { host, port }
  return new Promise((resolve, reject) => {
    const socket: TLSSocket = connect({
      ...way,
      servername: isIP(host) ? '' : host,
      minVersion: 'TLSv1.2',
      // Disabling the check is safe, because the connection only reads the certificate and sends nothing.
      rejectUnauthorized: false,
      ...(ca !== undefined && { ca }),
    })
    socket.setTimeout(PROBE_MS, () => socket.destroy(Object.assign(new Error('no answer'), { code: 'ETIMEDOUT' })))
    socket.once('error', reject)
    socket.once('secureConnect', () => {
      const own = socket.getPeerX509Certificate()
      const fault = socket.authorizationError as unknown
      socket.destroy()
      if (!own) return reject(new Error('no certificate'))
      resolve({ own, last: lastOf(own), fault: socket.authorized ? null : codeOf(fault) })
    })
  })
}

/** Node reports some certificate faults as a code and others as an error. */
const codeOf = (fault: unknown): string =>
  fault instanceof Error ? ((fault as NodeJS.ErrnoException).code ?? fault.message) : String(fault)

function lastOf(certificate: X509Certificate): X509Certificate {
  const { issuerCertificate: above } = certificate
  return above && above.fingerprint256 !== certificate.fingerprint256 ? lastOf(above) : certificate
}
