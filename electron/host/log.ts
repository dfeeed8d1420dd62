import { AsyncLocalStorage } from 'node:async_hooks'
import { closeSync, fstatSync, mkdirSync, openSync, readSync, renameSync, rmSync, statSync, writeSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { messageOf } from '../../shared/errors.ts'
import type { LogDetails, LogEvent, LogLine } from '../../shared/log-line.ts'
import type { InSale, Log } from '../kiosk/ports/ports.ts'

export const silentLog: Log = { info: () => undefined, warn: () => undefined, error: () => undefined }

export const LOG_FILE = 'guichet.log'
/** Separate log of requests from local programs, whose frequent lines would rotate warnings out of `LOG_FILE`. */
export const LOCAL_API_LOG_FILE = 'local-api.log'

interface LogSettings {
  readonly dataDirectory: string
  readonly log: { readonly fileMegabytes: number; readonly files: number; readonly days: number }
}

/**
 * Opens the log of the running program, which is also written to standard error if `echo` is true. `machine` returns
 * the current device id. Callers must not pass secrets or personal data.
 */
export function openProgramLog(
  { dataDirectory, log }: LogSettings,
  machine: () => string,
  echo: boolean,
  name: typeof LOG_FILE | typeof LOCAL_API_LOG_FILE = LOG_FILE,
): Log {
  const { fileMegabytes, files, days } = log
  const file = openRotatingFile(
    join(dataDirectory, name),
    { bytes: fileMegabytes * 1_000_000, files, days },
    { machine },
  )
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

const saleOfWork = new AsyncLocalStorage<string | null>()

/** Runs `work`. Lines that `work` and its asynchronous tasks log contain the id of the sale. */
export const inSale: InSale = (saleId, work) => saleOfWork.run(saleId, work)

export interface RotationLimits {
  /** Maximum size of one log file in bytes. */
  readonly bytes: number
  /** Maximum number of log files, including the current file. */
  readonly files: number
  readonly days: number
}

const DAY_MS = 86_400_000

export interface Source {
  readonly machine: () => string
  /** Returns milliseconds since the epoch; default: the system's clock. */
  readonly nowMs?: () => number
}

interface Open {
  readonly file: number
  /** Day since the epoch on which the last line of the file was written. */
  readonly day: number
  size: number
  /** True if a full disk or a power cut cut the last line, which therefore has no line end. */
  isCut: boolean
}

function lostLine(lost: number, time: string, machine: string): string {
  const line: LogLine & { lost: number } = { time, level: 'warn', event: 'log.lines-lost', machine, lost }
  return `${JSON.stringify(line)}\n`
}

/**
 * Opens a file for JSON lines: `PATH` is the current file, and `PATH.1` the previous file. Begins a new file at the
 * size limit, and on each new day (UTC), so that `days` applies even to few log lines. When `write` returns, the
 * operating system has received the line.
 */
export function openRotatingFile(path: string, keeping: RotationLimits, { machine, nowMs = Date.now }: Source) {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  const kept = (index: number): string => (index === 0 ? path : `${path}.${index}`)
  let open: Open | null = null
  let lost = 0
  let tidied = -1

  function tidy(day: number): void {
    tidied = day
    const oldest = nowMs() - keeping.days * DAY_MS
    for (let index = 1; index < keeping.files; index += 1) {
      const written = statSync(kept(index), { throwIfNoEntry: false })?.mtimeMs
      if (written !== undefined && written < oldest) rmSync(kept(index), { force: true })
    }
    // Earlier settings may have allowed more files, so all files beyond the limit are removed.
    for (let index = keeping.files; statSync(kept(index), { throwIfNoEntry: false }) !== undefined; index += 1)
      rmSync(kept(index), { force: true })
  }

  function close(): void {
    if (open !== null) closeSync(open.file)
    open = null
  }

  function rotate(): void {
    close()
    rmSync(kept(keeping.files - 1), { force: true })
    for (let index = keeping.files - 2; index >= 0; index -= 1) {
      if (statSync(kept(index), { throwIfNoEntry: false }) !== undefined) renameSync(kept(index), kept(index + 1))
    }
  }

  function openFor(length: number): Open {
    const today = Math.floor(nowMs() / DAY_MS)
    const found = open === null ? statSync(path, { throwIfNoEntry: false }) : undefined
    const size = open?.size ?? found?.size ?? 0
    const day = open?.day ?? (found === undefined ? today : Math.floor(found.mtimeMs / DAY_MS))
    if (size > 0 && (size + length > keeping.bytes || day !== today)) rotate()
    if (tidied !== today) tidy(today)
    if (open !== null) return open
    const file = openSync(path, 'a+', 0o600)
    const { size: written } = fstatSync(file)
    const last = Buffer.alloc(1)
    const isCut = readSync(file, last, 0, 1, Math.max(0, written - 1)) > 0 && last.toString() !== '\n'
    return (open = { file, day: today, size: written, isCut })
  }

  function append(text: string): void {
    const into = openFor(Buffer.byteLength(text))
    const bytes = Buffer.from(into.isCut ? `\n${text}` : text)
    let done = 0
    while (done < bytes.length) done += writeSync(into.file, bytes, done)
    into.size += done
    into.isCut = false
  }

  return {
    /** Appends complete lines. Never throws: lines that cannot be stored are written to standard error and counted. */
    write(lines: string): void {
      try {
        if (lost > 0) {
          append(lostLine(lost, new Date(nowMs()).toISOString(), machine()))
          lost = 0
        }
        append(lines)
      } catch (error) {
        // A log that cannot be written must not stop a sale, because the ledger has its own reserved disk space.
        lost += 1
        close()
        process.stderr.write(`${lines}guichet: ${path}: ${messageOf(error)}\n`)
      }
    },
  }
}
