import type { IncomingMessage, ServerResponse } from 'node:http'
import type { BrandPicture, Log, SpeechFile } from '../core/ports/ports.ts'
import { dispatch, drawTickets, type PageAccess } from './dispatch.ts'
import { bodyOf, type HttpHost, refuse, serveLoopback } from './loopback-host.ts'
import { createPosterPage } from './poster-page.ts'
import { createScreenFiles } from './screen-files.ts'
import { PAGE_HEADERS, type PageReply, withTabs } from './static-files.ts'
import { saleOfTickets } from '../../shared/kiosk-api/contract.ts'
import { parseJson } from '../../shared/json.ts'

const MAX_BODY_BYTES = 64 * 1024
/** What a page may leave unread before its stream is dropped; it opens a new one and asks for everything. */
const MAX_UNREAD_BYTES = 1024 * 1024
/** A comment line this often keeps an event stream from being taken for dead. */
const HEARTBEAT_MS = 15_000

export interface HttpHostOptions {
  /** Its `api` is asked for with each command: a machine that has been set up has another. */
  readonly access: PageAccess
  readonly log: Log
  readonly rendererDirectory: string
  readonly brand?: readonly BrandPicture[]
  readonly speech?: () => readonly SpeechFile[]
  /** 0 takes any free port. */
  readonly port: number
  /** Which of the screens opens; left out: the one that sells. */
  readonly screen?: '#display' | '#kiosk'
  /** Whether its page may open the tickets of a sale in another tab; left out: never. */
  readonly opensTickets?: () => boolean
  /** Whether a browser with these cookies shows the other side of the desk: it gets nothing here. */
  readonly showsOtherSide?: (cookies: string | undefined) => boolean
}

/**
 * The kiosk over HTTP. The two sides of a desk are served on a port each: to a browser two strangers, whose pages cannot
 * ask each other's host for anything. What is typed into an address bar has no page behind it: so a browser that has the one
 * cookie is not given the other.
 */
export async function serveKiosk(options: HttpHostOptions): Promise<HttpHost> {
  const { access, log, port, screen = '', showsOtherSide } = options
  const screenFile = createScreenFiles(options)
  const posterPage = createPosterPage(options.rendererDirectory, access, log)
  const otherSide = "this browser shows the desk's other side: open this address in a browser profile of its own"
  const host = await serveLoopback({
    log,
    port,
    startsAt: `/${screen}`,
    whyNot: (cookies) => (showsOtherSide?.(cookies) ? otherSide : null),
    async answer({ method, path, incoming, outgoing }) {
      if (path === '/api/events' && method === 'GET') return stream(access, outgoing)
      if (path.startsWith('/api/')) return command(options, incoming, path.slice('/api/'.length))
      if (method !== 'GET') return refuse(405, 'only GET', { allow: 'GET' })
      const opensTickets = options.opensTickets?.() ?? false
      const saleId = opensTickets ? saleOfTickets(path) : null
      if (saleId !== null) return (await ticketsOf(access, saleId, log)) ?? refuse(404, 'not found')
      const query = (incoming.url ?? '').slice(path.length)
      if (path !== '/') return screenFile(path, query)
      const page = (await posterPage.page()) ?? (await screenFile(path, query))
      return opensTickets ? { ...page, headers: withTabs(page.headers) } : page
    },
  })
  posterPage.prepare()
  return host
}

async function ticketsOf(access: PageAccess, saleId: string, log: Log): Promise<PageReply | null> {
  const document = await drawTickets(access, saleId, log)
  if (!document) return null
  // The browser's own viewer shows it: the policy of a page would take its styles and its scripts away.
  const policy = { 'content-security-policy': "frame-ancestors 'none'" }
  return { status: 200, headers: { ...PAGE_HEADERS, ...policy, 'content-type': 'application/pdf' }, body: document }
}

async function command(
  { access, log }: HttpHostOptions,
  incoming: IncomingMessage,
  method: string,
): Promise<PageReply> {
  if (incoming.method !== 'POST') return refuse(405, 'only POST', { allow: 'POST' })
  if (incoming.headers['content-type']?.split(';')[0]?.trim() !== 'application/json') return refuse(415, 'only JSON')
  const body = await bodyOf(incoming, MAX_BODY_BYTES)
  if ('status' in body) return body
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
