import { execFile } from 'node:child_process'
import { constants } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { promisify } from 'node:util'
import { err, ok, type Result } from '../../../shared/domain/result.ts'
import { codeOf, messageOf } from '../../../shared/errors.ts'
import type { PrinterFault } from '../../kiosk/ports/devices.ts'
import type { Clock } from '../../kiosk/ports/ports.ts'

/** A transport is opened for each job, so that it works again after the printer was restarted. */
export interface Transport {
  readonly name: string
  open(clock: Clock, limitMs: number): Promise<Result<Connection, NoConnection>>
}

interface NoConnection {
  readonly type: 'no-connection'
  readonly reason: PrinterFault
  readonly detail: string
  /** True if another host or program uses the printer, so it may soon be free. */
  readonly isBusy: boolean
}

export interface Connection {
  /** Resolves when the operating system has accepted the bytes, possibly before the printer has. Rejects on failure. */
  write(bytes: Uint8Array): Promise<void>
  /** Sets the only listener. Bytes that arrived before `listen` was called are lost. */
  listen(listener: (bytes: Uint8Array) => void): void
  /** Resolves with the reason when either side ends the connection. */
  readonly ended: Promise<string>
  /** Resolves once both ends are closed, so that a printer that serves one host at a time is free again. */
  close(): Promise<void>
}

/** System errors for a printer that does not exist, unlike one that is switched off. */
const missing = new Set(['ENOENT', 'ENXIO', 'ENODEV', 'ENOTFOUND', 'EACCES', 'EPERM'])
/** Network printers serve one host at a time; `EBUSY` means that a device file is in use. */
const busy = new Set(['ECONNREFUSED', 'ECONNRESET', 'EBUSY'])

export function noConnection(error: unknown): NoConnection {
  const [code, detail] = [codeOf(error), messageOf(error)]
  return { type: 'no-connection', reason: missing.has(code) ? 'missing' : 'offline', detail, isBusy: busy.has(code) }
}

/** Serial port options, set by `stty` at each opening. */
interface SerialOptions {
  readonly baudRate: number
  readonly flowControl: 'none' | 'hardware' | 'software'
}

/** Interval between attempts to use a device that has no data or no free space. */
const pollMs = 10

/**
 * Printer with a device file (`/dev/usb/lp0`, `/dev/ttyUSB0`), on Linux and macOS. The file is opened non-blocking, so
 * that a dead printer cannot block a thread.
 */
export class DeviceTransport implements Transport {
  readonly name: string
  readonly #serial: SerialOptions | undefined

  constructor(path: string, serial?: SerialOptions) {
    this.name = path
    this.#serial = serial
  }

  async open(clock: Clock, limitMs: number): Promise<Result<Connection, NoConnection>> {
    // Windows has no `O_NONBLOCK`, so a silent printer would block a thread forever.
    if (process.platform === 'win32') return err(noConnection(new Error('no device files on Windows')))
    const { O_RDWR, O_NOCTTY, O_NONBLOCK } = constants
    try {
      const file = await open(this.name, O_RDWR | O_NOCTTY | O_NONBLOCK)
      try {
        if (this.#serial) await setLine(this.name, this.#serial, limitMs)
        await discardInput(file)
      } catch (error) {
        await file.close()
        throw error
      }
      return ok(connectionOf(file, clock))
    } catch (error) {
      return err(noConnection(error))
    }
  }
}

const flowControls = {
  none: ['-crtscts', '-ixon', '-ixoff'],
  hardware: ['crtscts', '-ixon', '-ixoff'],
  software: ['-crtscts', 'ixon', 'ixoff'],
} as const

async function setLine(path: string, { baudRate, flowControl }: SerialOptions, limitMs: number) {
  const device = process.platform === 'darwin' ? '-f' : '-F'
  const settings = [String(baudRate), 'raw', '-echo', 'clocal', ...flowControls[flowControl]]
  await promisify(execFile)('stty', [device, path, ...settings], { timeout: limitMs })
}

/** Discards unread data of an earlier program, which would be taken for replies. */
async function discardInput(file: FileHandle): Promise<void> {
  const buffer = Buffer.alloc(512)
  for (let left = 64; left > 0 && (await readNow(file, buffer)) > 0; left--);
}

/** Returns the number of bytes read; 0 if no data is available. */
async function readNow(file: FileHandle, buffer: Buffer): Promise<number> {
  try {
    return (await file.read(buffer, 0, buffer.length, null)).bytesRead
  } catch (error) {
    if (isBusy(error)) return 0
    throw error
  }
}

function isBusy(error: unknown): boolean {
  return codeOf(error) === 'EAGAIN'
}

function connectionOf(file: FileHandle, clock: Clock): Connection {
  const closing = new AbortController()
  let listener: (bytes: Uint8Array) => void = () => {}

  async function readOn(): Promise<string> {
    const buffer = Buffer.alloc(512)
    while (!closing.signal.aborted) {
      const count = await readNow(file, buffer)
      if (count > 0) listener(Uint8Array.from(buffer.subarray(0, count)))
      else await clock.sleep(pollMs, closing.signal)
    }
    return 'closed'
  }

  async function write(bytes: Uint8Array): Promise<void> {
    let done = 0
    while (done < bytes.length) {
      if (closing.signal.aborted) throw new Error('closed')
      try {
        done += (await file.write(bytes, done, bytes.length - done, null)).bytesWritten
      } catch (error) {
        if (!isBusy(error)) throw error
        await clock.sleep(pollMs, closing.signal)
      }
    }
  }

  const ended = readOn()
    .catch(messageOf)
    .then(async (reason) => file.close().then(() => reason, messageOf))

  return {
    write,
    listen: (heard) => (listener = heard),
    ended,
    async close() {
      closing.abort()
      await ended
    },
  }
}

/** Length of the slices of a wait. A slice counts as its nominal length, however late its timer fires. */
const sliceMs = 100

/** Resolves after `limitMs`, or once `enough` is aborted. Time in suspension does not count. */
export async function waitActiveTime(clock: Clock, limitMs: number, enough: AbortSignal): Promise<void> {
  for (let left = limitMs; left > 0 && !enough.aborted; left -= sliceMs) {
    await clock.sleep(Math.min(left, sliceMs), enough)
  }
}

const rawPort = 9100

const closeMs = 1_000

export class TcpTransport implements Transport {
  readonly name: string
  readonly #host: string
  readonly #port: number

  constructor(host: string, port = rawPort) {
    this.name = host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`
    this.#host = host
    this.#port = port
  }

  async open(clock: Clock, limitMs: number): Promise<Result<Connection, NoConnection>> {
    try {
      return ok(tcpConnectionOf(await connected(this.#host, this.#port, clock, limitMs), clock))
    } catch (error) {
      return err(noConnection(error))
    }
  }
}

async function connected(host: string, port: number, clock: Clock, limitMs: number): Promise<Socket> {
  const socket = connect({ host, port, noDelay: true })
  const timer = new AbortController()
  try {
    return await new Promise((resolve, reject) => {
      socket.once('connect', () => resolve(socket)).once('error', reject)
      void waitActiveTime(clock, limitMs, timer.signal).then(() =>
        reject(new Error(`no connection within ${limitMs} ms`)),
      )
    })
  } catch (error) {
    socket.destroy()
    throw error
  } finally {
    timer.abort()
    socket.removeAllListeners('error').on('error', () => {})
  }
}

function tcpConnectionOf(socket: Socket, clock: Clock): Connection {
  const ended = new Promise<string>((resolve) => {
    let reason = 'the printer closed the connection'
    socket.once('error', (error) => (reason = error.message))
    // After the printer closed its half of the connection, no acknowledgement can arrive.
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
