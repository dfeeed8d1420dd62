import { createServer } from 'node:http'
import { pipeline, Readable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { listen } from '../partner/scripted-partner.ts'

/** Number of bytes that the kernel and Node buffer at both ends of a loopback connection. */
export const UNDERWAY = 8 * 1024 * 1024

/** Starts a service whose replies never end. `sent`: number of bytes that the service has sent. */
export async function startEndless(status: number, pieces: () => AsyncIterable<Buffer>, headers = {}) {
  const service = { sent: 0, url: '', port: 0, closed: Promise.resolve() }
  const server = createServer((incoming, outgoing) => {
    service.closed = new Promise((resolve) => incoming.socket.once('close', () => resolve()))
    async function* counted() {
      for await (const piece of pieces()) {
        service.sent += piece.byteLength
        yield piece
      }
    }
    pipeline(Readable.from(counted()), outgoing.writeHead(status, headers), () => undefined)
  })
  service.port = await listen(server)
  service.url = `http://127.0.0.1:${service.port}`
  return service
}

export async function* repeated(piece: Buffer): AsyncGenerator<Buffer> {
  for (;;) {
    await nextTurn()
    yield piece
  }
}

export const endless = () => repeated(Buffer.alloc(64 * 1024, ' '))
