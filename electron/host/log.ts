import { join } from 'node:path'
import type { Log } from '../core/ports/ports.ts'
import { openRotatingFile, type Keeping } from './files/rotating-file.ts'

export const LOG_FILE = 'guichet.log'

/** How much of the log is kept: size of a file, how many of them, for how many days. */
export interface LogKept {
  readonly fileMegabytes: number
  readonly files: number
  readonly days: number
}

/** The running program's own, kept as its settings say. */
export function openProgramLog(
  { dataDirectory, log }: { readonly dataDirectory: string; readonly log: LogKept },
  echo: boolean,
): Log {
  const { fileMegabytes, files, days } = log
  return createLog(join(dataDirectory, LOG_FILE), echo, { bytes: fileMegabytes * 1_000_000, files, days })
}

/**
 * One JSON object a line: time, level, message, details. Written to a file that rotates, and to standard error where
 * somebody is looking. Callers pass no secrets and no personal data.
 */
function createLog(path: string, echo: boolean, keeping: Keeping): Log {
  const file = openRotatingFile(path, keeping)
  function write(
    level: 'info' | 'warn' | 'error',
    message: string,
    details: Readonly<Record<string, unknown>> = {},
  ): void {
    const line = `${JSON.stringify({ time: new Date().toISOString(), level, message, ...details })}\n`
    if (echo) process.stderr.write(line)
    file.write(line)
  }
  return {
    info: (message, details) => write('info', message, details),
    warn: (message, details) => write('warn', message, details),
    error: (message, error) => write('error', message, { error: error instanceof Error ? error.stack : String(error) }),
  }
}
