import { randomBytes, timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import type { KioskApi, KioskEvent } from '../../shared/kiosk-api/contract.ts'
import type { Log } from '../core/ports.ts'
import { dispatch } from './dispatch.ts'
import { createStaticFiles, PAGE_HEADERS } from './static-files.ts'

const COOKIE = 'guichet'
const MAX_BODY_BYTES = 64 * 1024
/** A comment line this often keeps an event stream from being taken for dead. */
const HEARTBEAT_MS = 15_000

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
 * (against rebinding), an Origin must be ours, and the cookie is handed out once, to whoever brings the token that the
 * shell gave its own browser.
 */
export async function serveKiosk(options: HttpHostOptions): Promise<HttpHost> {
  const staticFile = createStaticFiles(options.rendererDirectory)
  const secret = randomBytes(32).toString('base64url')
  let token: string | null = randomBytes(32).toString('base64url')
  let origins: readonly string[] = []
  const streams = new Set<ReadableStreamDefaultController<Uint8Array>>()

  async function answer(request: Request): Promise<Response> {
    const url = new URL(request.url)
    if (!origins.includes(`http://${request.headers.get('host') ?? ''}`)) return refuse(421, 'wrong host')
    const origin = request.headers.get('origin')
    if (origin !== null && !origins.includes(origin)) return refuse(403, 'wrong origin')
    const offered = url.searchParams.get('token')
    if (offered !== null && request.method === 'GET' && url.pathname === '/') return enter(offered)
    if (!sameText(cookieOf(request), secret)) return refuse(403, 'open Guichet with its own start command')
    if (url.pathname === '/api/events' && request.method === 'GET') return events()
    if (url.pathname.startsWith('/api/')) return command(request, url.pathname.slice('/api/'.length))
    return request.method === 'GET' ? staticFile(url.pathname) : refuse(405, 'only GET')
  }

  function enter(offered: string): Response {
    if (token === null || !sameText(offered, token))
      return refuse(403, 'this address has been used: start Guichet again')
    token = null
    const cookie = `${COOKIE}=${secret}; HttpOnly; SameSite=Strict; Path=/`
    return new Response(null, { status: 303, headers: { ...PAGE_HEADERS, location: '/', 'set-cookie': cookie } })
  }

  async function command(request: Request, method: string): Promise<Response> {
    if (request.method !== 'POST') return refuse(405, 'only POST')
    if (request.headers.get('content-type')?.split(';')[0]?.trim() !== 'application/json')
      return refuse(415, 'only JSON')
    const body = await readBody(request)
    if (body === null) return refuse(413, `at most ${MAX_BODY_BYTES} bytes`)
    const input = parse(body)
    if (input === undefined) return refuse(400, 'not JSON')
    return Response.json(await dispatch(options.api, method, input, options.log), {
      headers: { 'cache-control': 'no-store' },
    })
  }

  function events(): Response {
    let own: ReadableStreamDefaultController<Uint8Array>
    const stream = new ReadableStream<Uint8Array>({
      start(controller) {
        own = controller
        streams.add(controller)
        controller.enqueue(encode(': open\n\n'))
      },
      cancel: () => void streams.delete(own),
    })
    return new Response(stream, { headers: { 'content-type': 'text/event-stream', 'cache-control': 'no-store' } })
  }

  const push = (text: string): void => streams.forEach((stream) => stream.enqueue(encode(text)))
  const unsubscribe = options.subscribe((event) => push(`data: ${JSON.stringify(event)}\n\n`))
  const heartbeat = setInterval(() => push(': \n\n'), HEARTBEAT_MS)

  const server = createServer({ requestTimeout: 10_000, headersTimeout: 5_000, maxHeaderSize: 16 * 1024 })
  const listener = getRequestListener(answer, { errorHandler: (error) => failed(options.log, error) })
  server.on('request', (incoming, outgoing) => void listener(incoming, outgoing))
  const address = await new Promise<AddressInfo>((resolve, reject) => {
    server.once('error', reject)
    server.listen(options.port, '127.0.0.1', () => resolve(server.address() as AddressInfo))
  })
  origins = [`http://127.0.0.1:${address.port}`, `http://localhost:${address.port}`]

  return {
    entryUrl: `http://127.0.0.1:${address.port}/?token=${token}`,
    async close() {
      unsubscribe()
      clearInterval(heartbeat)
      for (const stream of streams) stream.close()
      streams.clear()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function failed(log: Log, error: unknown): Response {
  log.error('request failed', error)
  return refuse(500, 'internal')
}

function refuse(status: number, message: string): Response {
  return new Response(`${message}\n`, {
    status,
    headers: { ...PAGE_HEADERS, 'content-type': 'text/plain; charset=utf-8' },
  })
}

function cookieOf(request: Request): string {
  const cookies = (request.headers.get('cookie') ?? '').split(';').map((each) => each.trim().split('='))
  return cookies.find(([name]) => name === COOKIE)?.[1] ?? ''
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

const encode = (text: string): Uint8Array => new TextEncoder().encode(text)

function sameText(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)]
  return left.length === right.length && timingSafeEqual(left, right)
}
