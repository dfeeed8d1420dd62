import { appendFileSync, mkdirSync, renameSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Log } from './core/ports.ts'

const ROTATE_BYTES = 5_000_000

/**
 * One JSON object a line: time, level, message, details. Written to a file that rotates once past 5 MB (the previous
 * one is kept as `.1`), and to standard error where somebody is looking. Callers pass no secrets and no personal data.
 */
export function createLog(path: string, echo: boolean): Log {
  mkdirSync(dirname(path), { recursive: true })
  function write(
    level: 'info' | 'warn' | 'error',
    message: string,
    details: Readonly<Record<string, unknown>> = {},
  ): void {
    const line = JSON.stringify({ time: new Date().toISOString(), level, message, ...details })
    if (echo) process.stderr.write(`${line}\n`)
    if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) > ROTATE_BYTES) renameSync(path, `${path}.1`)
    appendFileSync(path, `${line}\n`)
  }
  return {
    info: (message, details) => write('info', message, details),
    warn: (message, details) => write('warn', message, details),
    error: (message, error) => write('error', message, { error: error instanceof Error ? error.stack : String(error) }),
  }
}
