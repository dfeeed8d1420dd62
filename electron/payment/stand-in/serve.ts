import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { readBounded } from '../../../shared/json.ts'
import type { StandIn } from './stand-in.ts'

export interface ServedStandIn {
  readonly url: string
  close(): Promise<void>
}

const MAX_BYTES = 1024 * 1024

/** Puts a stand-in on a socket. `port` 0 takes any free one. Rejects when it cannot listen there. `tls`: PEM texts. */
export async function serveStandIn(options: {
  readonly standIn: Pick<StandIn, 'handle'>
  readonly host: string
  readonly port: number
  readonly tls?: { readonly key: string; readonly cert: string } | undefined
}): Promise<ServedStandIn> {
  const { standIn, host, port, tls } = options
  const scheme = tls === undefined ? 'http' : 'https'
  const listener = (incoming: IncomingMessage, outgoing: ServerResponse): void =>
    void answer(standIn, scheme, incoming, outgoing)
  const server =
    tls === undefined ? createServer(listener) : createTlsServer({ ...tls, minVersion: 'TLSv1.2' }, listener)
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  const { address, family, port: listens } = server.address() as AddressInfo
  return {
    url: `${scheme}://${family === 'IPv6' ? `[${address}]` : address}:${listens}`,
    async close() {
      const closed = new Promise<void>((resolve) => void server.close(() => resolve()))
      server.closeAllConnections()
      await closed
    },
  }
}

async function answer(
  { handle }: Pick<StandIn, 'handle'>,
  scheme: string,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  try {
    const reply = await handle(await requestOf(scheme, incoming))
    const body = new Uint8Array(await reply.arrayBuffer())
    outgoing.writeHead(reply.status, { ...Object.fromEntries(reply.headers), 'content-length': body.byteLength })
    outgoing.end(body)
  } catch {
    // It hung up, or the caller went away.
    outgoing.destroy()
  }
}

async function requestOf(scheme: string, incoming: IncomingMessage): Promise<Request> {
  const { method = 'GET', url = '/', headersDistinct } = incoming
  const headers = new Headers()
  for (const [name, values] of Object.entries(headersDistinct)) {
    for (const value of values ?? []) headers.append(name, value)
  }
  const body = await readBounded(incoming, MAX_BYTES)
  if (body === null) throw new Error('a request of more than a megabyte')
  return new Request(new URL(url, `${scheme}://${headers.get('host') ?? 'localhost'}`), {
    method,
    headers,
    ...(body.byteLength > 0 && { body: new Uint8Array(body) }),
  })
}
