import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { TranslatedError } from '../../shared/i18n/catalogues.ts'
import { ERROR_STATUS } from '../../shared/api/partner/errors.ts'
import type { Log } from '../kiosk/ports/ports.ts'
import { PAGE_HEADERS, type PageReply } from './static-files.ts'
import { answerParserRefusals, HOST_CHECKED_HERE } from '../host/http/parser-refusals.ts'
import { sameText } from '../host/secrets/same-secret.ts'
import { readBounded } from '../../shared/json.ts'

const REQUEST_MS = 5_000

export interface LoopbackRequest {
  readonly method: string | undefined
  readonly path: string
  readonly query: URLSearchParams
  readonly incoming: IncomingMessage
  readonly outgoing: ServerResponse
}

interface LoopbackOptions {
  readonly log: Pick<Log, 'error'>
  /** Port to listen on; 0 for any free port. */
  readonly port: number
  /** Maximum time in milliseconds to receive a complete request from a local page; default: 5 s. */
  readonly requestMs?: number | undefined
  /** Path at which an admitted page starts. */
  readonly startsAt: string
  /** Returns the reason for rejecting a browser with these cookies; null if the browser is allowed. */
  readonly whyNot?: (cookies: string | undefined) => string | null
  /** Answers a request of an admitted page. Returns null if the response has become a stream. */
  readonly answer: (request: LoopbackRequest) => Promise<PageReply | null>
}

export interface HttpHost {
  /** Address at which a browser opens the page, with the one-time token. */
  readonly entryUrl: string
  /** Returns whether a browser with the cookies has been admitted. */
  knows(cookies: string | undefined): boolean
  close(): Promise<void>
}

/**
 * Serves pages over HTTP, on loopback only. Checks first that the Host header names the socket (against DNS rebinding),
 * and also checks Origin and Sec-Fetch-Site (Fetch Metadata). The cookie is issued once, to the page that presents the
 * one-time token. The cookie's name contains the port, because browsers share the cookies of a host between ports.
 * Rejects if the port is in use.
 */
export async function serveLoopback(options: LoopbackOptions): Promise<HttpHost> {
  const secret = randomBytes(32).toString('base64url')
  let token: string | null = randomBytes(32).toString('base64url')
  let hosts: readonly string[] = []
  let cookieName = ''
  const knows = (cookies: string | undefined): boolean => sameText(cookieOf(cookies, cookieName), secret)

  /** Returns null if the response has become a stream of events. */
  async function answer(incoming: IncomingMessage, outgoing: ServerResponse): Promise<PageReply | null> {
    const { method, headers } = incoming
    if (!hosts.includes(headers.host ?? '')) return refuse(421, 'wrong host')
    if (headers.origin !== undefined && !hosts.some((host) => headers.origin === `http://${host}`))
      return refuse(403, 'wrong origin')
    const whyNot = options.whyNot?.(headers.cookie) ?? null
    if (whyNot !== null) return refuse(403, whyNot)
    // The path is not decoded, so that only paths literally in the list of files or methods are served.
    const [path = '', query = ''] = (incoming.url ?? '').split('?', 2)
    const known = knows(headers.cookie)
    const asked = new URLSearchParams(query)
    const offered = asked.get('token')
    if (offered !== null && method === 'GET' && path === '/') return known ? toStart() : enter(offered)
    if (!known) return refuse(403, 'open Guichet with its own start command')
    const site = headers['sec-fetch-site'] ?? 'none'
    if (site !== 'same-origin' && site !== 'none') return refuse(403, 'wrong origin')
    return options.answer({ method, path, query: asked, incoming, outgoing })
  }

  function enter(offered: string): PageReply {
    if (token === null || !sameText(offered, token))
      return refuse(403, 'this address has already been used; start Guichet again')
    token = null
    return toStart({ 'set-cookie': `${cookieName}=${secret}; HttpOnly; SameSite=Strict; Path=/` })
  }

  /** Redirects to the address without the token, so that no browser history contains the token. */
  function toStart(headers: Readonly<Record<string, string>> = {}): PageReply {
    return { status: 303, headers: { ...PAGE_HEADERS, location: options.startsAt, ...headers }, body: '' }
  }

  async function serve(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    try {
      const reply = await answer(incoming, outgoing)
      if (reply) outgoing.writeHead(reply.status, reply.headers).end(reply.body)
    } catch (error) {
      // A client that interrupted its request cannot receive a reply.
      if (!incoming.complete) return void outgoing.destroy()
      options.log.error('screen.request-failed', error)
      const { status, headers, body } = refuse(500, 'internal')
      outgoing.writeHead(status, headers).end(body)
    }
  }

  const { requestMs = REQUEST_MS } = options
  const limits = { requestTimeout: requestMs, connectionsCheckingInterval: requestMs / 5, maxHeaderSize: 16_384 }
  const server = createServer({ ...limits, ...HOST_CHECKED_HERE })
  const listener = (incoming: IncomingMessage, outgoing: ServerResponse): void => void serve(incoming, outgoing)
  answerParserRefusals(server, listener, ({ code, what }) => refuse(ERROR_STATUS[code], what))
  const port = await listen(server, options.port)
  hosts = [`127.0.0.1:${port}`, `localhost:${port}`]
  cookieName = `guichet-${port}`

  return {
    knows,
    entryUrl: `http://127.0.0.1:${port}/?token=${token}`,
    async close() {
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      await closed
    },
  }
}

/** Reads a body of at most `most` bytes. Returns an error reply for a longer body. */
export async function bodyOf(incoming: IncomingMessage, most: number): Promise<Uint8Array | PageReply> {
  const tooLong = Number(incoming.headers['content-length'] ?? 0) > most
  const body = tooLong ? null : await readBounded(incoming.iterator({ destroyOnReturn: false }), most)
  return body ?? refuse(413, `at most ${most} bytes`, { connection: 'close' })
}

/** Returns the port in use, which the system chooses if `port` is 0. */
async function listen(server: Server, port: number): Promise<number> {
  server.listen(port, '127.0.0.1')
  try {
    await once(server, 'listening')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
    throw new TranslatedError(({ refusals }) => refusals.portInUse(port, '127.0.0.1'), { cause: error })
  }
  return (server.address() as AddressInfo).port
}

export function refuse(status: number, message: string, headers: Readonly<Record<string, string>> = {}): PageReply {
  const type = { 'content-type': 'text/plain; charset=utf-8' }
  return { status, headers: { ...PAGE_HEADERS, ...type, ...headers }, body: `${message}\n` }
}

function cookieOf(header: string | undefined, wanted: string): string {
  const cookies = (header ?? '').split(';').map((each) => each.trim().split('='))
  return cookies.find(([name]) => name === wanted)?.[1] ?? ''
}
