import type { PrinterFault } from '../../kiosk/ports/devices.ts'

/** Replies of a printer, distinguished by the fixed bits in Epson's reference. */
export type Reply =
  /** Reply to `DLE EOT`. */
  | { readonly kind: 'real-time'; readonly status: number }
  /** Reply to `GS r 1`. */
  | { readonly kind: 'paper'; readonly status: number }
  /** Unsolicited change of status (`GS a`): four bytes. */
  | { readonly kind: 'change'; readonly status: readonly [number, number, number, number] }
  /** Reply to `GS ( H`: all data before the request is printed. */
  | { readonly kind: 'process'; readonly id: string }
  /** Reply to `DLE DC4 8`. */
  | { readonly kind: 'cleared' }

const header = { response: 0x37, information: 0x5f } as const
const identifier = { process: 0x22, cleared: 0x25 } as const
const longestBlock = 80

export class ReplyReader {
  #open: number[] = []

  /** Returns the replies that the bytes complete. Skips bytes that belong to no reply. */
  read(bytes: Uint8Array): readonly Reply[] {
    return Array.from(bytes).flatMap((byte) => this.#take(byte) ?? [])
  }

  #take(byte: number): Reply | null {
    const [first] = this.#open
    if (first === undefined) return this.#begin(byte)
    this.#open.push(byte)
    if (first === header.response || first === header.information) {
      if (byte !== 0 && this.#open.length < longestBlock) return null
      const block = this.#open.splice(0)
      return byte === 0 ? blockReply(block) : null
    }
    // In the last three bytes of a status change, bits 4 and 7 are 0.
    if (!isPlain(byte)) {
      this.#open = []
      return this.#begin(byte)
    }
    const [a, b, c, d] = this.#open
    if (a === undefined || b === undefined || c === undefined || d === undefined) return null
    this.#open = []
    return { kind: 'change', status: [a, b, c, d] }
  }

  #begin(byte: number): Reply | null {
    if ((byte & 0x93) === 0x12) return { kind: 'real-time', status: byte }
    if (isPlain(byte)) return { kind: 'paper', status: byte }
    if ((byte & 0x93) === 0x10 || byte === header.response || byte === header.information) this.#open = [byte]
    return null
  }
}

function isPlain(byte: number): boolean {
  return (byte & 0x90) === 0
}

function blockReply([first, kind, ...rest]: readonly number[]): Reply | null {
  if (first !== header.response) return null
  if (kind === identifier.process) return { kind: 'process', id: Buffer.from(rest.slice(0, -1)).toString('latin1') }
  return kind === identifier.cleared ? { kind: 'cleared' } : null
}

export interface DeviceStatus {
  readonly offline: boolean
  readonly coverOpen: boolean
  readonly paperOut: boolean
  readonly paperLow: boolean
  readonly cutterStuck: boolean
  /** The paper does not move; a person can fix the fault. */
  readonly mechanism: boolean
  /** Unrecoverable error: the printer must be restarted or repaired. */
  readonly broken: boolean
  /** The print head is too hot or the voltage is low; printing continues automatically. */
  readonly pausing: boolean
}

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

/** Returns the fault that prevents printing, preferring a cause to its effects; null without a fault. */
export function faultOf(status: DeviceStatus): DeviceFault | null {
  const lasting = lastingFaultOf(status)
  if (lasting) return lasting
  if (status.pausing) return { reason: 'stopped', detail: 'the print head is pausing' }
  return status.offline ? { reason: 'offline', detail: 'switched off-line at the printer' } : null
}

/** Returns a fault that spoils the ticket and needs a person, or null. */
export function lastingFaultOf(status: DeviceStatus): DeviceFault | null {
  if (status.broken) return { reason: 'stopped', detail: 'unrecoverable error' }
  if (status.cutterStuck) return { reason: 'jammed', detail: 'cutter error' }
  if (status.mechanism) return { reason: 'jammed', detail: 'mechanical error' }
  if (status.paperOut) return { reason: 'paper-out', detail: 'paper end' }
  if (status.coverOpen) return { reason: 'stopped', detail: 'cover open' }
  return null
}
