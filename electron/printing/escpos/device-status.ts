import type { PrinterFault } from '../../core/ports/devices.ts'

export interface DeviceStatus {
  readonly offline: boolean
  readonly coverOpen: boolean
  readonly paperOut: boolean
  readonly paperLow: boolean
  readonly cutterStuck: boolean
  /** The paper does not move: recoverable by a person. */
  readonly mechanism: boolean
  /** Broken: switch it off and on, or repair it. */
  readonly broken: boolean
  /** The head is too hot or the voltage low; it goes on by itself. */
  readonly pausing: boolean
}

/** Out of the answers to `DLE EOT` 1 to 4. */
export function statusOfAnswers([printer, offlineCause, errorCause, roll]: readonly [
  number,
  number,
  number,
  number,
]): DeviceStatus {
  return {
    offline: (printer & 0x08) !== 0,
    coverOpen: (offlineCause & 0x04) !== 0,
    paperOut: (offlineCause & 0x20) !== 0 || (roll & 0x60) !== 0,
    paperLow: (roll & 0x0c) !== 0,
    cutterStuck: (errorCause & 0x08) !== 0,
    mechanism: (errorCause & 0x04) !== 0,
    broken: (errorCause & 0x20) !== 0,
    pausing: (errorCause & 0x40) !== 0,
  }
}

/** Out of a change that the printer reported by itself. */
export function statusOfChange([printer, error, roll]: readonly [number, number, number, number]): DeviceStatus {
  return {
    offline: (printer & 0x08) !== 0,
    coverOpen: (printer & 0x20) !== 0,
    paperOut: (roll & 0x0c) !== 0,
    paperLow: (roll & 0x03) !== 0,
    cutterStuck: (error & 0x08) !== 0,
    mechanism: (error & 0x04) !== 0,
    broken: (error & 0x20) !== 0,
    pausing: (error & 0x40) !== 0,
  }
}

export interface DeviceFault {
  readonly reason: PrinterFault
  readonly detail: string
}

/** What has to be seen to before anything can be printed, the cause rather than its effects. */
export function faultOf(status: DeviceStatus): DeviceFault | null {
  const lasting = lastingFaultOf(status)
  if (lasting) return lasting
  if (status.pausing) return { reason: 'stopped', detail: 'the print head is pausing' }
  return status.offline ? { reason: 'offline', detail: 'switched off-line at the printer' } : null
}

/** What a print job cannot outlast: a person has to put it right, and the ticket is spoilt. */
export function lastingFaultOf(status: DeviceStatus): DeviceFault | null {
  if (status.broken) return { reason: 'stopped', detail: 'unrecoverable error' }
  if (status.cutterStuck) return { reason: 'jammed', detail: 'cutter error' }
  if (status.mechanism) return { reason: 'jammed', detail: 'mechanical error' }
  if (status.paperOut) return { reason: 'paper-out', detail: 'paper end' }
  if (status.coverOpen) return { reason: 'stopped', detail: 'cover open' }
  return null
}
