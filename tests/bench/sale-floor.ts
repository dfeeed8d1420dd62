import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { kindOf, type Fixed } from './sale-calls.ts'

/** Serves fixed bodies with bare `node:http` in a separate process, which receives the bodies as its first message. */
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
