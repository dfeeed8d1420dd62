import type { IncomingMessage, ServerResponse } from 'node:http'
import type { BrandPicture, Log, SpeechFile } from '../kiosk/ports/ports.ts'
import { dispatch, drawTickets, type PageAccess } from './dispatch.ts'
import { bodyOf, type HttpHost, refuse, serveLoopback } from './loopback-host.ts'
import { PosterPage } from './poster-page.ts'
import { createScreenFiles } from './screen-files.ts'
import { PAGE_HEADERS, type PageReply, withTabs } from './static-files.ts'
import { API_PATH, EVENTS_PATH } from '../../shared/api/kiosk/command.ts'
import { saleOfTickets } from '../../shared/api/kiosk/contract.ts'
import { parseJson } from '../../shared/json.ts'

const MAX_BODY_BYTES = 64 * 1024
/** Maximum unread data before a page's event stream is closed, so that the page requests the whole state again. */
const MAX_UNREAD_BYTES = 1024 * 1024
/** Interval of the comment lines that show that an event stream is still connected. */
const HEARTBEAT_MS = 15_000

export interface HttpHostOptions {
  /** Access to the page. Its `api` is read for each command, because `api` changes after the set-up. */
  readonly access: PageAccess
  readonly log: Log
  readonly rendererDirectory: string
  readonly brand?: readonly BrandPicture[]
  readonly speech?: () => readonly SpeechFile[]
  /** Port to listen on; 0 for any free port. */
  readonly port: number
  readonly requestMs?: number
  /** Screen that the page opens; the selling screen when absent. */
  readonly screen?: '#display' | '#kiosk'
  /** Returns whether the page may open the tickets of a sale in another tab. If absent, the page may not. */
  readonly opensTickets?: () => boolean
  /** Returns whether a browser with the given cookies shows the other side of the desk, and is therefore refused. */
  readonly showsOtherSide?: (cookies: string | undefined) => boolean
}

/**
 * Serves the kiosk over HTTP. The sides of a desk have separate ports, and therefore different origins. A request for
 * an address typed into the browser has no origin to check, so a browser with the cookie of one side may not open the
 * other side.
 */
export async function serveKiosk(options: HttpHostOptions): Promise<HttpHost> {
  const { access, log, port, requestMs, screen = '', showsOtherSide } = options
  const screenFile = createScreenFiles(options)
  const posterPage = new PosterPage(options.rendererDirectory, access, log)
  const otherSide = "this browser shows the desk's other side: open this address in a separate browser profile"
  const host = await serveLoopback({
    log,
    port,
    requestMs,
    startsAt: `/${screen}`,
    whyNot: (cookies) => (showsOtherSide?.(cookies) ? otherSide : null),
    async answer({ method, path, incoming, outgoing }) {
      if (path === EVENTS_PATH && method === 'GET') return stream(access, outgoing)
      if (path.startsWith(API_PATH)) return command(options, incoming, path.slice(API_PATH.length))
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
  // The browser's viewer shows the PDF. A page's content security policy would block the viewer's scripts.
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
