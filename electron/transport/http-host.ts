import { randomBytes, timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener, RequestError, type Http2Bindings, type HttpBindings } from '@hono/node-server'
import type { KioskApi, KioskEvent } from '../../shared/kiosk-api/contract.ts'
import type { Log } from '../core/ports.ts'
import { dispatch } from './dispatch.ts'
import { createStaticFiles, PAGE_HEADERS } from './static-files.ts'

const MAX_BODY_BYTES = 64 * 1024
/** Events that a page may leave unread before its stream is dropped; it opens a new one and asks for everything. */
const MAX_UNREAD_EVENTS = 1000
/** A comment line this often keeps an event stream from being taken for dead. */
const HEARTBEAT_MS = 15_000
/** A page on the same machine sends a request at once; whoever does not is not one. */
const REQUEST_MS = 5_000

export interface HttpHostOptions {
  readonly api: KioskApi
  readonly subscribe: (listener: (event: KioskEvent) => void) => () => void
  readonly log: Log
  readonly rendererDirectory: string
  /** 0 takes any free port. */
  readonly port: number
}

export interface HttpHost {
  /** Where a browser opens the kiosk: carries the one-time token. */
  readonly entryUrl: string
  close(): Promise<void>
}

/**
 * The kiosk over HTTP, on loopback only. A page has to come from here: the Host header must name this very socket
 * (against rebinding, before anything else is looked at), Origin and Sec-Fetch-Site (Fetch Metadata) must be ours, and
 * the cookie is handed out once, to whoever brings the token that the shell gave its own browser. Browsers share the
 * cookies of a host between its ports: the cookie's name carries the port, so that two machines on one host stay apart.
 * Rejects when the port is in use.
 */
export async function serveKiosk(options: HttpHostOptions): Promise<HttpHost> {
  const staticFile = createStaticFiles(options.rendererDirectory)
  const secret = randomBytes(32).toString('base64url')
  let token: string | null = randomBytes(32).toString('base64url')
  let hosts: readonly string[] = []
  let cookieName = ''

  async function answer(request: Request, { outgoing }: HttpBindings | Http2Bindings): Promise<Response> {
    const url = new URL(request.url)
    const origin = request.headers.get('origin')
    if (origin !== null && !hosts.some((host) => origin === `http://${host}`)) return refuse(403, 'wrong origin')
    const known = sameText(cookieOf(request, cookieName), secret)
    const offered = url.searchParams.get('token')
    if (offered !== null && request.method === 'GET' && url.pathname === '/') return known ? toStart() : enter(offered)
    if (!known) return refuse(403, 'open Guichet with its own start command')
    const site = request.headers.get('sec-fetch-site') ?? 'none'
    if (site !== 'same-origin' && site !== 'none') return refuse(403, 'wrong origin')
    if (url.pathname === '/api/events' && request.method === 'GET') return events(() => outgoing.destroy())
    if (url.pathname.startsWith('/api/')) return command(request, url.pathname.slice('/api/'.length))
    return request.method === 'GET' ? staticFile(url.pathname) : refuse(405, 'only GET')
  }

  function enter(offered: string): Response {
    if (token === null || !sameText(offered, token))
      return refuse(403, 'this address has been used: start Guichet again')
    token = null
    return toStart({ 'set-cookie': `${cookieName}=${secret}; HttpOnly; SameSite=Strict; Path=/` })
  }

  /** The address without the token: it stays in no history. */
  function toStart(headers: Readonly<Record<string, string>> = {}): Response {
    return new Response(null, { status: 303, headers: { ...PAGE_HEADERS, location: '/', ...headers } })
  }

  async function command(request: Request, method: string): Promise<Response> {
    if (request.method !== 'POST') return refuse(405, 'only POST')
    if (request.headers.get('content-type')?.split(';')[0]?.trim() !== 'application/json')
      return refuse(415, 'only JSON')
    const body = await readBody(request)
    if (body === null) return refuse(413, `at most ${MAX_BODY_BYTES} bytes`)
    const input = parse(body)
    if (input === undefined) return refuse(400, 'not JSON')
    return Response.json(await dispatch(options.api, method, input, options.log), { headers: PAGE_HEADERS })
  }

  function events(hangUp: () => void): Response {
    let leave = (): void => undefined
    const stream = new ReadableStream<Uint8Array>({
      start(controller) {
        const send = (text: string): void => {
          controller.enqueue(new TextEncoder().encode(text))
          if ((controller.desiredSize ?? 0) < -MAX_UNREAD_EVENTS) hangUp()
        }
        const unsubscribe = options.subscribe((event) => send(`data: ${JSON.stringify(event)}\n\n`))
        const heartbeat = setInterval(() => send(': \n\n'), HEARTBEAT_MS)
        leave = () => {
          unsubscribe()
          clearInterval(heartbeat)
        }
        send(': open\n\n')
      },
      cancel: () => leave(),
    })
    return new Response(stream, { headers: { ...PAGE_HEADERS, 'content-type': 'text/event-stream' } })
  }

  const listener = getRequestListener(answer, {
    overrideGlobalObjects: false,
    errorHandler: (error) => failed(options.log, error),
  })
  const server = createServer(
    {
      requestTimeout: REQUEST_MS,
      connectionsCheckingInterval: 1000,
      maxHeaderSize: 16_384,
    },
    (incoming, outgoing) => {
      if (hosts.includes(incoming.headers.host ?? '')) void listener(incoming, outgoing)
      else refuseHost(incoming, outgoing)
    },
  )
  const port = await listen(server, options.port)
  hosts = [`127.0.0.1:${port}`, `localhost:${port}`]
  cookieName = `guichet-${port}`

  return {
    entryUrl: `http://127.0.0.1:${port}/?token=${token}`,
    async close() {
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      await closed
    },
  }
}

/** The port that was taken: the one asked for, or any free one for 0. */
async function listen(server: Server, port: number): Promise<number> {
  server.listen(port, '127.0.0.1')
  try {
    await once(server, 'listening')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
    throw new Error(`port ${port} is in use: stop the program that has it, or choose another with --port`, {
      cause: error,
    })
  }
  return (server.address() as AddressInfo).port
}

/** Before a URL is built or a header believed: a name that was pointed at this machine gets nothing, and no log line. */
function refuseHost(incoming: IncomingMessage, outgoing: ServerResponse): void {
  outgoing.writeHead(421, { ...PAGE_HEADERS, 'content-type': 'text/plain; charset=utf-8', connection: 'close' })
  outgoing.end('wrong host\n')
  incoming.resume()
}

function failed(log: Log, error: unknown): Response {
  if (error instanceof RequestError) return refuse(400, 'not a request of a page')
  log.error('request failed', error)
  return refuse(500, 'internal')
}

function refuse(status: number, message: string): Response {
  return new Response(`${message}\n`, {
    status,
    headers: { ...PAGE_HEADERS, 'content-type': 'text/plain; charset=utf-8' },
  })
}

function cookieOf(request: Request, wanted: string): string {
  const cookies = (request.headers.get('cookie') ?? '').split(';').map((each) => each.trim().split('='))
  return cookies.find(([name]) => name === wanted)?.[1] ?? ''
}

/** Null when the body is larger than a command ever is; what is too much is not read. */
async function readBody(request: Request): Promise<string | null> {
  if (Number(request.headers.get('content-length') ?? 0) > MAX_BODY_BYTES) return null
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of (request.body ?? []) as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength
    if (size > MAX_BODY_BYTES) return null
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body) as unknown
  } catch {
    return undefined
  }
}

function sameText(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)]
  return left.length === right.length && timingSafeEqual(left, right)
}
