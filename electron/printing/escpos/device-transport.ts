import { execFile } from 'node:child_process'
import { constants } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { promisify } from 'node:util'
import { err, ok } from '../../../shared/domain/result.ts'
import { codeOf, messageOf } from '../../../shared/errors.ts'
import type { Clock } from '../../core/ports/ports.ts'
import { type Connection, noConnection, type Transport } from './connection.ts'

export interface DeviceOptions {
  /** `/dev/usb/lp0`, `/dev/ttyUSB0`, … */
  readonly path: string
  /** For a serial line: set by `stty` each time it is opened. */
  readonly serial?: { readonly baudRate: number; readonly flowControl: 'none' | 'hardware' | 'software' }
}

/** How often a device that has nothing to say or no room is asked again. */
const pollMs = 10

/**
 * A printer behind a device file, on Linux and macOS. The file is opened non-blocking, so that a printer that has died
 * holds up neither a thread nor the program.
 */
export function createDeviceTransport(options: DeviceOptions): Transport {
  const { path, serial } = options
  return {
    name: path,
    async open(clock, limitMs) {
      // There `O_NONBLOCK` does not exist, and a printer that says nothing would hold a thread for good.
      if (process.platform === 'win32') return err(noConnection(new Error('no device files on Windows')))
      const { O_RDWR, O_NOCTTY, O_NONBLOCK } = constants
      try {
        const file = await open(path, O_RDWR | O_NOCTTY | O_NONBLOCK)
        try {
          if (serial) await setLine(path, serial, limitMs)
          await discardInput(file)
        } catch (error) {
          await file.close()
          throw error
        }
        return ok(connectionOf(file, clock))
      } catch (error) {
        return err(noConnection(error))
      }
    },
  }
}

const flowControls = {
  none: ['-crtscts', '-ixon', '-ixoff'],
  hardware: ['crtscts', '-ixon', '-ixoff'],
  software: ['-crtscts', 'ixon', 'ixoff'],
} as const

async function setLine(path: string, { baudRate, flowControl }: NonNullable<DeviceOptions['serial']>, limitMs: number) {
  const device = process.platform === 'darwin' ? '-f' : '-F'
  const settings = [String(baudRate), 'raw', '-echo', 'clocal', ...flowControls[flowControl]]
  await promisify(execFile)('stty', [device, path, ...settings], { timeout: limitMs })
}

/** What an earlier program did not read would pass for answers to us. */
async function discardInput(file: FileHandle): Promise<void> {
  const buffer = Buffer.alloc(512)
  for (let left = 64; left > 0 && (await readNow(file, buffer)) > 0; left--);
}

/** 0 when there is nothing to read now. */
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
