import { spawn } from 'node:child_process'
import { setTimeout as wait } from 'node:timers/promises'

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
