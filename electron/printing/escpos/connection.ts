import type { Result } from '../../../shared/domain/result.ts'
import { codeOf, messageOf } from '../../../shared/errors.ts'
import type { Clock } from '../../core/ports/ports.ts'
import type { PrinterFault } from '../../core/ports/devices.ts'

/** A way to a printer. Each job opens it, so that a printer switched off in between is found again. */
export interface Transport {
  /** What staff know it by: an address or a device's path. */
  readonly name: string
  /** Tries once, within `limitMs` by the clock. */
  open(clock: Clock, limitMs: number): Promise<Result<Connection, NoConnection>>
}

export interface NoConnection {
  readonly type: 'no-connection'
  readonly reason: PrinterFault
  readonly detail: string
  /** True if the printer may be free in a moment: another host or program holds it. */
  readonly isBusy: boolean
}

export interface Connection {
  /** Resolves when the system took the bytes, which is not when the printer has them; rejects when it cannot. */
  write(bytes: Uint8Array): Promise<void>
  /** One listener; bytes that came before it are lost. */
  listen(listener: (bytes: Uint8Array) => void): void
  /** Resolves with the reason when the connection ends, from either side. */
  readonly ended: Promise<string>
  /** Resolves once it is closed at both ends, so that a printer that serves one host at a time is free again. */
  close(): Promise<void>
}

/** Errors of the system that say that there is no such printer, rather than that it is switched off. */
const missing = new Set(['ENOENT', 'ENXIO', 'ENODEV', 'ENOTFOUND', 'EACCES', 'EPERM'])
/** Network printers serve one host at a time and refuse the next one; `EBUSY` is a device file that is held. */
const busy = new Set(['ECONNREFUSED', 'ECONNRESET', 'EBUSY'])

export function noConnection(error: unknown): NoConnection {
  const [code, detail] = [codeOf(error), messageOf(error)]
  return { type: 'no-connection', reason: missing.has(code) ? 'missing' : 'offline', detail, isBusy: busy.has(code) }
}
