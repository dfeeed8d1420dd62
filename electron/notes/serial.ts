import { spawn } from 'node:child_process'
import { setTimeout as wait } from 'node:timers/promises'

interface PseudoTerminal {
  close(): Promise<void>
}

const AGAIN_MS = 1_000

/**
 * A serial port that leads to a socket, at a path of its own; `socat` makes it, again whenever one end was closed. Null: there is no
 * `socat` here. Resolves once the port is there.
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
    // Also when it is ended; `close` follows in any case.
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
  /** As what is plugged in says it; empty where it says nothing. */
  readonly maker: string
}

/** The serial ports of this machine that something is plugged into, or may be. */
export async function findSerialPorts(): Promise<readonly SerialPortFound[]> {
  // Only a machine that is asked for such a device loads it.
  const { SerialPort } = await import('serialport')
  const ports = await SerialPort.list()
  return ports.map(({ path, manufacturer = '' }) => ({ path, maker: manufacturer }))
}
