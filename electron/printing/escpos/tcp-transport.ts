import { connect, type Socket } from 'node:net'
import { err, ok } from '../../../shared/domain/result.ts'
import type { Clock } from '../../core/ports/ports.ts'
import { noConnection, type Connection, type Transport } from './connection.ts'
import { ownTime } from './own-time.ts'

/** Network printers take raw data here. */
export const rawPort = 9100

/** A printer that does not close its end by then is left. */
const closeMs = 1_000

export function createTcpTransport({
  host,
  port = rawPort,
}: {
  readonly host: string
  readonly port?: number
}): Transport {
  const name = host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`
  return {
    name,
    async open(clock, limitMs) {
      try {
        return ok(connectionOf(await connected(host, port, clock, limitMs), clock))
      } catch (error) {
        return err(noConnection(error))
      }
    },
  }
}

async function connected(host: string, port: number, clock: Clock, limitMs: number): Promise<Socket> {
  const socket = connect({ host, port, noDelay: true })
  const timer = new AbortController()
  try {
    return await new Promise((resolve, reject) => {
      socket.once('connect', () => resolve(socket)).once('error', reject)
      void ownTime(clock, limitMs, timer.signal).then(() => reject(new Error(`no connection within ${limitMs} ms`)))
    })
  } catch (error) {
    socket.destroy()
    throw error
  } finally {
    timer.abort()
    socket.removeAllListeners('error').on('error', () => {})
  }
}

function connectionOf(socket: Socket, clock: Clock): Connection {
  const ended = new Promise<string>((resolve) => {
    let reason = 'the printer closed the connection'
    socket.once('error', (error) => (reason = error.message))
    // A printer that ends its half has no more to say, and so there is no more evidence.
    socket.once('end', () => socket.destroy())
    socket.once('close', () => resolve(reason))
  })
  return {
    write: (bytes) =>
      new Promise((resolve, reject) => {
        socket.write(bytes, (error) => (error ? reject(error) : resolve()))
      }),
    listen: (listener) => void socket.on('data', listener),
    ended,
    async close() {
      const timer = new AbortController()
      socket.end()
      await Promise.race([ended, clock.sleep(closeMs, timer.signal)])
      timer.abort()
      socket.destroy()
      await ended
    },
  }
}
