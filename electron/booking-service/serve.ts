import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { BookingService } from './booking-service.ts'
import { readBody, type PlainHandler } from './http.ts'

/** Longer than any client keeps an idle connection, so that no purchase is sent into one that is just closing. */
const KEEP_ALIVE_MS = 75_000
const REQUEST_TIMEOUT_MS = 30_000

export interface ServedBookingService {
  readonly url: string
  /** Stops listening; requests under way are answered first. Closing twice is nothing. */
  close(): Promise<void>
}

/** Puts the service on a socket. `port` 0 takes any free one. Rejects when it cannot listen there. */
export async function serveBookingService(options: {
  readonly service: Pick<BookingService, 'handle'>
  readonly host: string
  readonly port: number
}): Promise<ServedBookingService> {
  const { service, host, port } = options
  const server = createServer((request, response) => void answer(service.handle, request, response))
  server.keepAliveTimeout = KEEP_ALIVE_MS
  server.requestTimeout = REQUEST_TIMEOUT_MS
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  const address = server.address() as AddressInfo
  const name = address.family === 'IPv6' ? `[${address.address}]` : address.address
  return {
    url: `http://${name}:${address.port}`,
    close: () => new Promise((resolve) => void server.close(() => resolve())),
  }
}

async function answer(handle: PlainHandler, request: IncomingMessage, response: ServerResponse): Promise<void> {
  try {
    const reply = await handle({
      method: request.method ?? '',
      target: request.url ?? '',
      header: (name) => {
        const value = request.headers[name]
        return Array.isArray(value) ? value.join(', ') : value
      },
      body: (limit) => readBody(request.iterator({ destroyOnReturn: false }), limit),
    })
    if (reply.sent !== undefined) response.once('close', reply.sent)
    const length = reply.body.reduce((sum, piece) => sum + piece.byteLength, 0)
    response.cork()
    response.writeHead(reply.status, {
      ...reply.headers,
      ...(reply.status !== 304 && { 'content-length': length }),
    })
    for (const piece of reply.body) response.write(piece)
    response.end()
    response.uncork()
    // What is left of a refused body is thrown away, so that the connection serves the next request.
    if (!request.complete) request.resume()
  } catch {
    // The client went away while it sent or was answered; the handler itself never rejects.
    response.destroy()
  }
}
