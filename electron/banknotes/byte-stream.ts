import { access, constants } from 'node:fs/promises'
import { connect } from 'node:net'
import type { Duplex } from 'node:stream'
import { spawn } from 'node:child_process'
import { setTimeout as wait } from 'node:timers/promises'

export interface ByteStream {
  write(bytes: Uint8Array): void
  listen(heard: (bytes: Uint8Array) => void): void
  readonly ended: Promise<void>
  close(): Promise<void>
}

const BAUD_RATE = 9600
const CONNECT_MS = 3_000

/** Opens `tcp://HOST:PORT` or a serial port (9600 baud, 8 data bits, 2 stop bits). Rejects on failure. */
export async function openByteLine(device: string): Promise<ByteStream> {
  if (!device.startsWith('tcp://')) return openSerial(device)
  const socket = await openSocket(new URL(device))
  return lineOver(socket, () => socket.destroy())
}

async function openSocket({ hostname, port }: URL): Promise<Duplex> {
  const socket = connect({ host: hostname.replaceAll(/[[\]]/gu, ''), port: Number(port), noDelay: true })
  await new Promise<void>((resolve, reject) => {
    socket.setTimeout(CONNECT_MS, () => socket.destroy(Object.assign(new Error('no answer'), { code: 'ETIMEDOUT' })))
    socket.once('error', reject)
    socket.once('connect', () => {
      socket.setTimeout(0)
      socket.off('error', reject)
      resolve()
    })
  })
  return socket
}

async function openSerial(path: string): Promise<ByteStream> {
  // `serialport` is loaded on demand, because only kiosks with a note acceptor need it.
  const { SerialPort } = await import('serialport')
  if (process.platform !== 'win32') await access(path, constants.R_OK | constants.W_OK)
  const port = new SerialPort({ path, baudRate: BAUD_RATE, dataBits: 8, stopBits: 2, parity: 'none', autoOpen: false })
  await new Promise<void>((resolve, reject) => port.open((error) => (error ? reject(withCode(error)) : resolve())))
  // Destroying a `SerialPort` stream would leave the port open.
  return lineOver(port, () => {
    if (port.isOpen) port.close()
  })
}

/** Adds an error code, because `serialport` describes the fault only in the message of the error. */
const withCode = (error: Error): Error =>
  Object.assign(error, {
    code: /lock|denied/iu.test(error.message) ? 'EBUSY' : /file not found/iu.test(error.message) ? 'ENOENT' : 'EIO',
  })

function lineOver(stream: Duplex, close: () => void): ByteStream {
  let gone: () => void
  const ended = new Promise<void>((resolve) => (gone = resolve))
  // The `error` event is ignored, because a `close` event always follows it.
  stream.on('error', () => undefined)
  stream.once('end', close)
  stream.once('close', () => gone())
  return {
    write: (bytes) => void stream.write(bytes),
    listen: (heard) => void stream.on('data', heard),
    ended,
    async close() {
      close()
      await ended
    },
  }
}

interface PseudoTerminal {
  close(): Promise<void>
}

const AGAIN_MS = 1_000

/**
 * Runs `socat`, which provides a serial port at `path` and connects it to a socket. Resolves to null if `socat` cannot
 * start.
 */
export async function openPseudoTerminal(
  path: string,
  address: { host: string; port: number },
): Promise<PseudoTerminal | null> {
  const closing = new AbortController()
  const start = () => {
    const child = spawn(
      'socat',
      ['-d', '-d', `pty,raw,echo=0,link=${path}`, `tcp:${address.host}:${address.port},nodelay`],
      { stdio: ['ignore', 'ignore', 'pipe'], signal: closing.signal },
    )
    // The `error` event is ignored, because a `close` event always follows it.
    child.on('error', () => undefined)
    return { child, closed: new Promise<void>((resolve) => void child.once('close', () => resolve())) }
  }
  const first = start()
  const opened = new Promise<boolean>((resolve) => {
    first.child.stderr.on('data', (text: Buffer) => text.includes('starting data transfer loop') && resolve(true))
    void first.closed.then(() => resolve(false))
  })
  if (!(await opened)) {
    closing.abort()
    return null
  }
  async function keep(): Promise<void> {
    for (let { closed } = first; ; { closed } = start()) {
      await closed
      await wait(AGAIN_MS, undefined, { signal: closing.signal }).catch(() => undefined)
      if (closing.signal.aborted) return
    }
  }
  const kept = keep()
  return {
    async close() {
      closing.abort()
      await kept
    },
  }
}

interface SerialPortFound {
  readonly path: string
  /** Manufacturer that the connected device reports; empty if unknown. */
  readonly maker: string
}

export async function findSerialPorts(): Promise<readonly SerialPortFound[]> {
  // `serialport` is loaded on demand, because only kiosks with a note acceptor need it.
  const { SerialPort } = await import('serialport')
  const ports = await SerialPort.list()
  return ports.map(({ path, manufacturer = '' }) => ({ path, maker: manufacturer }))
}
