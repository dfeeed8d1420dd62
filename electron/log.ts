import { appendFileSync, mkdirSync, renameSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Log } from './core/ports.ts'

const ROTATE_BYTES = 5_000_000

/**
 * One JSON object a line: time, level, message, details. Written to a file that rotates once past 5 MB (the previous
 * one is kept as `.1`), and to standard error where somebody is looking. Callers pass no secrets and no personal data.
 */
export function createLog(path: string, echo: boolean): Log {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  function write(
    level: 'info' | 'warn' | 'error',
    message: string,
    details: Readonly<Record<string, unknown>> = {},
  ): void {
    const line = JSON.stringify({ time: new Date().toISOString(), level, message, ...details })
    if (echo) process.stderr.write(`${line}\n`)
    try {
      if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) > ROTATE_BYTES) renameSync(path, `${path}.1`)
      appendFileSync(path, `${line}\n`)
    } catch (error) {
      // A full disk must not stop a sale that has room of its own in the ledger's reserve.
      process.stderr.write(`${line}\nguichet: ${path}: ${error instanceof Error ? error.message : String(error)}\n`)
    }
  }
  return {
    info: (message, details) => write('info', message, details),
    warn: (message, details) => write('warn', message, details),
    error: (message, error) => write('error', message, { error: error instanceof Error ? error.stack : String(error) }),
  }
}
