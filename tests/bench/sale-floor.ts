import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { kindOf, type Fixed } from './sale-calls.ts'

/** Bare `node:http` that answers fixed bytes; in a process of its own, which is sent them. */
function serve(fixed: Fixed): void {
  const bodies = new Map(Object.entries(fixed).map(([kind, text]) => [kind, Buffer.from(text)]))
  const server = createServer((request, response) => {
    const bytes = bodies.get(kindOf(request.method ?? '', request.url ?? '')) ?? Buffer.alloc(0)
    request.resume().once('end', () => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': bytes.length }).end(bytes)
    })
  })
  server.keepAliveTimeout = 600_000
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))
}

process.once('message', serve)
