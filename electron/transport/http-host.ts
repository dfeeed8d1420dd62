import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Log } from '../core/ports/ports.ts'
import { dispatch, type PageAccess } from './dispatch.ts'
import type { BrandPicture } from '../core/ports/brand-picture.ts'
import type { SpeechFile } from '../core/ports/speech-file.ts'
import { createStaticFiles, PAGE_HEADERS, type PageReply } from './static-files.ts'
import { sameText } from '../host/secrets/same-secret.ts'
import { parseJson } from '../../shared/parse-json.ts'
import { readBounded } from '../../shared/read-bounded.ts'

const MAX_BODY_BYTES = 64 * 1024
/** What a page may leave unread before its stream is dropped; it opens a new one and asks for everything. */
const MAX_UNREAD_BYTES = 1024 * 1024
/** A comment line this often keeps an event stream from being taken for dead. */
const HEARTBEAT_MS = 15_000
/** A page on the same machine sends a request at once; what does not is no such page. */
const REQUEST_MS = 5_000

export interface HttpHostOptions {
  /** Its `api` is asked for with each command: a machine that has been set up has another. */
  readonly access: PageAccess
  readonly log: Log
  readonly rendererDirectory: string
  readonly brand?: readonly BrandPicture[]
  readonly speech?: readonly SpeechFile[]
  /** 0 takes any free port. */
  readonly port: number
  /** Which of the screens opens; left out: the one that sells. */
  readonly screen?: '#display' | '#kiosk'
  /** Whether a browser with these cookies shows the other side of the desk: it gets nothing here. */
  readonly showsOtherSide?: (cookies: string | undefined) => boolean
}

export interface HttpHost {
  /** Where a browser opens the kiosk: carries the one-time token. */
  readonly entryUrl: string
  /** Whether a browser with these cookies was let in. */
  knows(cookies: string | undefined): boolean
  close(): Promise<void>
}

/**
 * The kiosk over HTTP, on loopback only. A page has to come from here: the Host header must name this very socket
 * (against rebinding, before anything else is looked at), Origin and Sec-Fetch-Site (Fetch Metadata) must be ours, and
 * the cookie is handed out once, to the page that brings the token that the shell gave its own browser. Browsers share the
 * cookies of a host between its ports: the cookie's name carries the port, so that two machines on one host stay apart.
 * The two sides of a desk are served on a port each: to a browser two strangers, whose pages cannot ask each other's host for
 * anything. What is typed into an address bar has no page behind it: so a browser that has the one cookie is not given the other.
 * Rejects when the port is in use.
 */
export async function serveKiosk(options: HttpHostOptions): Promise<HttpHost> {
  const staticFile = createStaticFiles(options.rendererDirectory, options.brand, options.speech)
  const secret = randomBytes(32).toString('base64url')
  let token: string | null = randomBytes(32).toString('base64url')
  let hosts: readonly string[] = []
  let cookieName = ''
  const knows = (cookies: string | undefined): boolean => sameText(cookieOf(cookies, cookieName), secret)

  /** Null when the response has become a stream of events. */
  async function answer(incoming: IncomingMessage, outgoing: ServerResponse): Promise<PageReply | null> {
    const { method, headers } = incoming
    if (!hosts.includes(headers.host ?? '')) return refuse(421, 'wrong host')
    if (headers.origin !== undefined && !hosts.some((host) => headers.origin === `http://${host}`))
      return refuse(403, 'wrong origin')
    if (options.showsOtherSide?.(headers.cookie))
      return refuse(403, "this browser shows the desk's other side: open this address in a browser profile of its own")
    // As it came: what is not on the list of files or methods is nothing, whatever it would be after decoding.
    const [path = '', query = ''] = (incoming.url ?? '').split('?', 2)
    const known = knows(headers.cookie)
    const offered = new URLSearchParams(query).get('token')
    if (offered !== null && method === 'GET' && path === '/') return known ? toStart() : enter(offered)
    if (!known) return refuse(403, 'open Guichet with its own start command')
    const site = headers['sec-fetch-site'] ?? 'none'
    if (site !== 'same-origin' && site !== 'none') return refuse(403, 'wrong origin')
    if (path === '/api/events' && method === 'GET') return stream(options.access, outgoing)
    if (path.startsWith('/api/')) return command(options, incoming, path.slice('/api/'.length))
    return method === 'GET' ? staticFile(path) : refuse(405, 'only GET')
  }

  function enter(offered: string): PageReply {
    if (token === null || !sameText(offered, token))
      return refuse(403, 'this address has been used: start Guichet again')
    token = null
    return toStart({ 'set-cookie': `${cookieName}=${secret}; HttpOnly; SameSite=Strict; Path=/` })
  }

  /** The address without the token: it stays in no history. */
  function toStart(headers: Readonly<Record<string, string>> = {}): PageReply {
    const location = `/${options.screen ?? ''}`
    return { status: 303, headers: { ...PAGE_HEADERS, location, ...headers }, body: '' }
  }

  async function serve(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    try {
      const reply = await answer(incoming, outgoing)
      if (reply) outgoing.writeHead(reply.status, reply.headers).end(reply.body)
    } catch (error) {
      // A request that broke off has nobody to answer.
      if (!incoming.complete) return void outgoing.destroy()
      options.log.error('request failed', error)
      const { status, headers, body } = refuse(500, 'internal')
      outgoing.writeHead(status, headers).end(body)
    }
  }

  const limits = { requestTimeout: REQUEST_MS, connectionsCheckingInterval: 1000, maxHeaderSize: 16_384 }
  const server = createServer(limits, (incoming, outgoing) => void serve(incoming, outgoing))
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

async function command(
  { access, log }: HttpHostOptions,
  incoming: IncomingMessage,
  method: string,
): Promise<PageReply> {
  if (incoming.method !== 'POST') return refuse(405, 'only POST')
  if (incoming.headers['content-type']?.split(';')[0]?.trim() !== 'application/json') return refuse(415, 'only JSON')
  const tooLong = Number(incoming.headers['content-length'] ?? 0) > MAX_BODY_BYTES
  const body = tooLong ? null : await readBounded(incoming.iterator({ destroyOnReturn: false }), MAX_BODY_BYTES)
  if (body === null) return refuse(413, `at most ${MAX_BODY_BYTES} bytes`, { connection: 'close' })
  const input = parseJson(Buffer.from(body).toString('utf8'))
  if (input === undefined) return refuse(400, 'not JSON')
  const { api } = access
  if (!api) return refuse(503, 'one moment')
  const result = await dispatch(api, method, input, log)
  return {
    status: 200,
    headers: { ...PAGE_HEADERS, 'content-type': 'application/json' },
    body: JSON.stringify(result),
  }
}

/** Gives null: there is no one reply. */
function stream(access: PageAccess, outgoing: ServerResponse): null {
  const send = (text: string): void => {
    outgoing.write(text)
    if (outgoing.writableLength > MAX_UNREAD_BYTES) outgoing.destroy()
  }
  const unsubscribe = access.subscribe((event) => send(`data: ${JSON.stringify(event)}\n\n`))
  const heartbeat = setInterval(() => send(': \n\n'), HEARTBEAT_MS)
  outgoing.once('close', () => {
    unsubscribe()
    clearInterval(heartbeat)
  })
  outgoing.writeHead(200, { ...PAGE_HEADERS, 'content-type': 'text/event-stream' })
  send(': open\n\n')
  return null
}

/** The port that was taken: the one asked for, or any free one for 0. */
async function listen(server: Server, port: number): Promise<number> {
  server.listen(port, '127.0.0.1')
  try {
    await once(server, 'listening')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
    const advice = 'stop the program that has it, or choose another with --port'
    throw new Error(`port ${port} is in use: ${advice}`, { cause: error })
  }
  return (server.address() as AddressInfo).port
}

function refuse(status: number, message: string, headers: Readonly<Record<string, string>> = {}): PageReply {
  const type = { 'content-type': 'text/plain; charset=utf-8' }
  return { status, headers: { ...PAGE_HEADERS, ...type, ...headers }, body: `${message}\n` }
}

function cookieOf(header: string | undefined, wanted: string): string {
  const cookies = (header ?? '').split(';').map((each) => each.trim().split('='))
  return cookies.find(([name]) => name === wanted)?.[1] ?? ''
}
