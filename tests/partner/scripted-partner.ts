import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server as HttpServer,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo, Server } from 'node:net'
import { anonymousBuyer } from '../../shared/domain/customer.ts'
import { createSystemClock } from '../../electron/host/system.ts'
import type { PartnerService } from '../../electron/kiosk/ports/ports.ts'
import { PartnerClient, type PartnerOptions } from '../../electron/partner/client.ts'
import { seatBySeat } from '../../electron/partner/holds.ts'
import { cleanUp } from '../support/clean-up.ts'

export interface Asked {
  /** Request line, for example `GET /api/v1/public/events?page=1`. */
  readonly line: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** `hang`: no reply is sent. `cut`: the connection breaks after half of a reply. */
export type Answer =
  | { readonly status?: number; readonly headers?: Readonly<Record<string, string>>; readonly body?: string | object }
  | 'hang'
  | 'cut'

/** Options of a client that holds one seat per call, in the partner's live environment. */
const sales = { hold: seatBySeat, anonymousCustomer: anonymousBuyer('test') }
const line = { timeoutMs: 15_000, fetch: globalThis.fetch, clock: createSystemClock() }
export const clientOptions = { partnerCode: 'nongo', demo: false, ...sales, ...line } satisfies Partial<PartnerOptions>

/** Starts a partner service on a socket, whose replies the test determines. Every request is recorded. */
export async function startPartner(answer: (asked: Asked) => Answer | Promise<Answer>) {
  const asked: Asked[] = []
  const server = createServer((incoming, outgoing) => {
    void read(incoming).then(async (each) => {
      asked.push(each)
      reply(outgoing, await answer(each))
    })
  })
  const url = `http://127.0.0.1:${await listen(server)}`
  const client = (options: Partial<PartnerOptions> = {}): PartnerService =>
    new PartnerClient({ ...clientOptions, baseUrl: url, ...options })
  return { url, asked: asked as readonly Asked[], client }
}

export type ScriptedPartner = Awaited<ReturnType<typeof startPartner>>

/** Runs a server on the loopback interface until the test ends. Returns its port. */
export async function listen(server: Server | HttpServer): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  cleanUp(() => {
    if ('closeAllConnections' in server) server.closeAllConnections()
    server.close()
  })
  return (server.address() as AddressInfo).port
}

/** Starts a proxy to a real service. The test can observe, interrupt or change each request and reply. */
export async function startLine(
  target: string,
  pass: (asked: Asked, forward: () => Promise<Answer>) => Answer | Promise<Answer>,
): Promise<ScriptedPartner> {
  return startPartner((asked) => {
    const [method = '', path = ''] = asked.line.split(' ')
    const headers = ['x-partner-code', 'x-env', 'content-type', 'if-none-match'].flatMap((name) => {
      const value = asked.headers[name]
      return typeof value === 'string' ? [[name, value] as [string, string]] : []
    })
    return pass(asked, async () => {
      const reply = await fetch(target + path, { method, headers, ...(asked.body && { body: asked.body }) })
        .then(async (each) => ({ status: each.status, body: await each.text() }))
        .catch(() => null)
      return reply ?? 'cut'
    })
  })
}

async function read(incoming: IncomingMessage): Promise<Asked> {
  const chunks: Buffer[] = []
  for await (const chunk of incoming as AsyncIterable<Buffer>) chunks.push(chunk)
  return {
    line: `${incoming.method} ${incoming.url}`,
    headers: incoming.headers,
    body: Buffer.concat(chunks).toString('utf8'),
  }
}

function reply(outgoing: ServerResponse, answer: Answer): void {
  if (answer === 'hang') return
  if (answer === 'cut') {
    outgoing.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' })
    outgoing.write('{"success": true, "data": {"eve', () => outgoing.destroy())
    return
  }
  const { status = 200, headers = {}, body = '' } = answer
  outgoing.writeHead(status, { 'content-type': 'application/json', ...headers })
  outgoing.end(typeof body === 'string' ? body : JSON.stringify(body))
}

export const success = (data: unknown): Answer => ({ body: { success: true, message: 'ok', data } })

/** Returns an error reply with the documented error body, which contains an error code and details. */
export const failure = (status: number, code: string, details: object = {}): Answer => ({
  status,
  body: { success: false, message: 'no', error: { code, details } },
})
