import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { createSecureContext, type SecureContextOptions } from 'node:tls'
import { promisify } from 'node:util'
import { constants, gzip } from 'node:zlib'
import { TranslatedError } from '../../shared/i18n/catalogues.ts'
import { readBounded } from '../../shared/json.ts'
import {
  answerParserRefusals,
  type AnswerRefusal,
  HOST_CHECKED_HERE,
  refusalReply,
} from '../host/http/parser-refusals.ts'
import type { PlainHandler, PlainReply } from './http/http.ts'

/** Idle timeout, longer than a client's, so that no purchase is sent on a connection that is closing. */
const KEEP_ALIVE_MS = 75_000
const REQUEST_TIMEOUT_MS = 30_000
/** Maximum time that closing waits for clients that read their reply slowly. */
const CLOSING_MS = 5_000

/** PEM texts: the private key, and the certificate with its issuing certificates. */
export interface TlsIdentity {
  readonly key: string
  readonly cert: string
  /** Ciphers for TLS 1.2 in OpenSSL's notation; default: authenticated ciphers with forward secrecy. */
  readonly ciphers?: string | undefined
}

const TLS_1_3 = ['TLS_AES_256_GCM_SHA384', 'TLS_CHACHA20_POLY1305_SHA256', 'TLS_AES_128_GCM_SHA256']
const TLS_1_2 = ['AES128-GCM-SHA256', 'AES256-GCM-SHA384', 'CHACHA20-POLY1305'].flatMap((cipher) =>
  ['ECDSA', 'RSA'].map((key) => `ECDHE-${key}-${cipher}`),
)

/** Throws if a cipher is unknown. Does not check whether key and certificate match. */
function tlsOptions({ key, cert, ciphers = TLS_1_2.join(':') }: TlsIdentity): SecureContextOptions {
  // Without the TLS 1.3 ciphers in the list, Node disables TLS 1.3.
  const options = { key, cert, ciphers: [...TLS_1_3, ciphers].join(':'), minVersion: 'TLSv1.2' } as const
  try {
    createSecureContext({ ciphers: options.ciphers })
  } catch (error) {
    throw new TranslatedError(
      ({ refusals, values }) => `--tls-ciphers ${ciphers}: ${values.expected(refusals.expected.ciphers, '')}`,
      { cause: error },
    )
  }
  return options
}

export interface ServedHandlers {
  readonly handle: PlainHandler
  /** Answers requests that the HTTP parser refuses. If absent, refused requests are not logged. */
  readonly refuse?: AnswerRefusal
}

export interface ServedBookingService {
  readonly url: string
  /** Sets the certificate of new connections. Throws without TLS, or if key and certificate do not match. */
  renewIdentity(identity: TlsIdentity): void
  connections(): Promise<number>
  /** Stops listening after answering pending requests. Idempotent. */
  close(): Promise<void>
}

/** Listens on a socket; `port` 0 selects a free port. Rejects if the server cannot listen. */
export async function serveBookingService(options: {
  readonly service: ServedHandlers
  readonly host: string
  readonly port: number
  readonly tls?: TlsIdentity | undefined
}): Promise<ServedBookingService> {
  const { service, host, port, tls } = options
  const underWay = new Set<ServerResponse>()
  const listener = (request: IncomingMessage, response: ServerResponse): void => {
    underWay.add(response)
    response.once('close', () => underWay.delete(response))
    void answer(service.handle, request, response)
  }
  const secure = tls === undefined ? null : createTlsServer({ ...tlsOptions(tls), ...HOST_CHECKED_HERE })
  const server = secure ?? createServer(HOST_CHECKED_HERE)
  answerParserRefusals(server, listener, service.refuse ?? refusalReply)
  server.keepAliveTimeout = KEEP_ALIVE_MS
  server.requestTimeout = REQUEST_TIMEOUT_MS
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  const address = server.address() as AddressInfo
  const name = address.family === 'IPv6' ? `[${address.address}]` : address.address
  return {
    url: `${secure === null ? 'http' : 'https'}://${name}:${address.port}`,
    renewIdentity(identity) {
      if (secure === null) throw new Error('this server does not support TLS')
      secure.setSecureContext(tlsOptions(identity))
    },
    connections: () =>
      new Promise((resolve, reject) => {
        server.getConnections((error, count) => (error ? reject(error) : resolve(count)))
      }),
    close: () => closeServer(server, underWay),
  }
}

/**
 * Closes the remaining connections once all replies are sent or `CLOSING_MS` has passed. Node alone would wait for idle
 * connections.
 */
async function closeServer(server: Server, underWay: ReadonlySet<ServerResponse>): Promise<void> {
  const closed = new Promise<void>((resolve) => void server.close(() => resolve()))
  const replies = [...underWay].map((response) => new Promise((resolve) => response.once('close', resolve)))
  const timeout = AbortSignal.timeout(CLOSING_MS)
  const timedOut = new Promise((resolve) => timeout.addEventListener('abort', resolve))
  await Promise.race([Promise.all(replies), timedOut])
  server.closeAllConnections()
  await closed
}

async function answer(handle: PlainHandler, request: IncomingMessage, response: ServerResponse): Promise<void> {
  try {
    const reply = await handle({
      method: request.method ?? '',
      target: request.url ?? '',
      remote: request.socket.remoteAddress,
      header: (name) => {
        const value = request.headers[name]
        return Array.isArray(value) ? value.join(', ') : value
      },
      body: (limit) => readBounded(request.iterator({ destroyOnReturn: false }), limit),
    })
    if (reply.sent !== undefined) response.once('close', reply.sent)
    const { headers, body } = await compressBody(reply, request.headers['accept-encoding'])
    const length = body.reduce((sum, piece) => sum + piece.byteLength, 0)
    response.cork()
    response.writeHead(reply.status, {
      ...headers,
      ...(reply.status !== 304 && { 'content-length': length }),
    })
    for (const piece of body) response.write(piece)
    response.end()
    response.uncork()
    // Discards the rest of a refused body, so that the connection can serve the next request.
    if (!request.complete) request.resume()
  } catch {
    // An error here means that the client has disconnected, because the handler itself never rejects.
    response.destroy()
  }
}

const compress = promisify(gzip)

/** Minimum bytes of a body to compress. Smaller replies fit into two packets. */
const MIN_BYTES = 2_048

/**
 * Compresses a reply if the client accepts gzip (RFC 9110, 12.5.3). Only public sections and plans are compressed, so
 * the compressed length reveals no secret. The entity tag becomes weak (8.8.3).
 */
async function compressBody(
  { status, headers, body }: Pick<PlainReply, 'status' | 'headers' | 'body'>,
  accepted: string | undefined,
): Promise<Pick<PlainReply, 'headers' | 'body'>> {
  const { etag } = headers
  if (etag === undefined) return { headers, body }
  const varying = { ...headers, vary: 'accept-encoding' }
  const bytes = body.reduce((sum, piece) => sum + piece.byteLength, 0)
  if (status !== 200 || bytes < MIN_BYTES || !takesGzip(accepted)) return { headers: varying, body }
  const small = await compress(Buffer.concat(body), { level: constants.Z_BEST_SPEED })
  return { headers: { ...varying, etag: `W/${etag}`, 'content-encoding': 'gzip' }, body: [small] }
}

function takesGzip(accepted: string | undefined): boolean {
  const [, weight = '1'] = /(?:^|,)\s*(?:x-)?gzip\s*(?:;\s*q=([\d.]+)\s*)?(?:,|$)/iu.exec(accepted ?? '') ?? [null, '0']
  return Number(weight) > 0
}
