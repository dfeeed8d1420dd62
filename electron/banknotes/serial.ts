import { spawn } from 'node:child_process'
import { setTimeout as wait } from 'node:timers/promises'

interface PseudoTerminal {
  close(): Promise<void>
}

const AGAIN_MS = 1_000

/**
 * Runs `socat`, which provides a serial port at `path` that is connected to a socket. `socat` is restarted when either
 * end is closed. Resolves once the port exists, or to null if `socat` cannot be started.
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
    // `error` is also emitted when the process is ended. `close` follows in any case.
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
  /** Manufacturer as reported by the connected device; empty if it reports none. */
  readonly maker: string
}

/** Returns the serial ports of this machine that a device is, or may be, connected to. */
export async function findSerialPorts(): Promise<readonly SerialPortFound[]> {
  // The package is loaded on demand, because only machines with a note acceptor need it.
  const { SerialPort } = await import('serialport')
  const ports = await SerialPort.list()
  return ports.map(({ path, manufacturer = '' }) => ({ path, maker: manufacturer }))
}
