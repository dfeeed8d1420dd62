import { AsyncLocalStorage } from 'node:async_hooks'
import { join } from 'node:path'
import type { LogDetails, LogEvent, LogLine } from '../../shared/log-line.ts'
import type { InSale, Log } from '../core/ports/ports.ts'
import { openRotatingFile, type Keeping } from './files/rotating-file.ts'

/** Discards all entries. For checks that return their result instead of logging it. */
export const silentLog: Log = { info: () => undefined, warn: () => undefined, error: () => undefined }

export const LOG_FILE = 'guichet.log'
/** Log of requests from other programs on this machine. Separate, because it would rotate warnings out of `LOG_FILE`. */
export const LOCAL_API_LOG_FILE = 'local-api.log'

/** How much of the log is kept: size of a file, how many of them, for how many days. */
export interface LogKept {
  readonly fileMegabytes: number
  readonly files: number
  readonly days: number
}

/**
 * The running program's own, kept as its settings say. `machine`: id of the device now; the set-up may change it. `file`:
 * its name in the data directory.
 */
export function openProgramLog(
  { dataDirectory, log }: { readonly dataDirectory: string; readonly log: LogKept },
  machine: () => string,
  echo: boolean,
  file: typeof LOG_FILE | typeof LOCAL_API_LOG_FILE = LOG_FILE,
): Log {
  const { fileMegabytes, files, days } = log
  return createLog(join(dataDirectory, file), machine, echo, { bytes: fileMegabytes * 1_000_000, files, days })
}

const saleOfWork = new AsyncLocalStorage<string | null>()

/** Lines that are logged within `work`, and within what it starts, have the sale's id. */
export const inSale: InSale = (saleId, work) => saleOfWork.run(saleId, work)

/**
 * One JSON object a line, by the schema of log-line.ts. Written to a file that rotates, and to standard error where
 * somebody is looking. Callers pass no secrets and no personal data.
 */
function createLog(path: string, machine: () => string, echo: boolean, keeping: Keeping): Log {
  const file = openRotatingFile(path, keeping, { machine })
  function write(level: LogLine['level'], event: LogEvent, details: LogDetails = {}): void {
    const saleId = saleOfWork.getStore()
    const own = { time: new Date().toISOString(), level, event, machine: machine() }
    const line = `${JSON.stringify({ ...own, ...(saleId && { saleId }), ...details })}\n`
    if (echo) process.stderr.write(line)
    file.write(line)
  }
  return {
    info: (event, details) => write('info', event, details),
    warn: (event, details) => write('warn', event, details),
    error: (event, error, details) =>
      write('error', event, { ...details, error: error instanceof Error ? error.stack : String(error) }),
  }
}
