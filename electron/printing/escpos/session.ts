import { randomInt } from 'node:crypto'
import { messageOf } from '../../../shared/errors.ts'
import type { Clock } from '../../kiosk/ports/ports.ts'
import { type Bitmap, bytesPerRow } from './bitmap.ts'
import {
  type DeviceFault,
  type DeviceStatus,
  lastingFaultOf,
  type Reply,
  ReplyReader,
  statusOfAnswers,
  statusOfChange,
} from './replies.ts'
import { type Connection, waitActiveTime } from './transport.ts'

/** Thrown if the communication with a printer cannot continue. */
export class PrinterError extends Error {
  override readonly name = 'PrinterError'
  readonly fault: DeviceFault

  constructor(fault: DeviceFault) {
    super(fault.detail)
    this.fault = fault
  }
}

interface SessionLimits {
  readonly replyMs: number
  /**
   * Timeout for the first reply: longer than `replyMs`, because a printer may accept a connection while it serves
   * another host.
   */
  readonly firstReplyMs: number
}

/**
 * Reply of the printer at the end of a job. `process-id` (`GS ( H`) identifies the job and follows its last printed
 * line. `paper-status` (`GS r`), for printers without `GS ( H`, follows the processing of all data.
 */
export type Acknowledgement = 'process-id' | 'paper-status'

export const PRINT_TIMEOUT = { reason: 'stopped', detail: 'the printer did not finish in time' } as const
const POLL_MS = 250
export const isPaper = (reply: Reply): boolean => reply.kind === 'paper'

/**
 * Communication over one connection, with one query at a time and a time limit for each reply. Every call rejects with
 * `PrinterError` once the connection has ended.
 */
export class Session {
  private readonly connection: Connection
  private readonly clock: Clock
  private readonly limits: SessionLimits
  private readonly waiting = new Set<(reply: Reply) => void>()
  private readonly failing = new Set<(trouble: PrinterError) => void>()
  private ended: PrinterError | null = null
  private answered = false
  private watching = false
  private reported: PrinterError | null = null

  constructor(connection: Connection, clock: Clock, limits: SessionLimits, onFirstAnswer: () => void) {
    this.connection = connection
    this.clock = clock
    this.limits = limits
    const reader = new ReplyReader()
    connection.listen((bytes) => {
      if (!this.answered) onFirstAnswer()
      this.answered = true
      for (const reply of reader.read(bytes)) this.hear(reply)
    })
    void connection.ended.then((reason) => {
      this.ended = new PrinterError({ reason: 'offline', detail: reason })
      this.fail(this.ended)
    })
  }

  /** True if the printer closed the connection without sending a byte, possibly because it serves another host. */
  get isRefused(): boolean {
    return this.ended !== null && !this.answered
  }

  /** Starts or stops watching for faults. While watching, a lasting fault rejects every pending call. */
  watch(on: boolean): void {
    this.watching = on
    this.reported = null
  }

  async send(bytes: Uint8Array): Promise<void> {
    await this.within(this.limits.replyMs, 'taking data', this.connection.write(bytes).catch(troubleOf))
  }

  async status(): Promise<DeviceStatus> {
    const { printer, offlineCause, errorCause, rollSensor } = realTimeQueries
    return statusOfAnswers([
      await this.ask(printer),
      await this.ask(offlineCause),
      await this.ask(errorCause),
      await this.ask(rollSensor),
    ])
  }

  /** Resolves once the printer is on-line. Rejects after `giveUpAt`, or if a person must fix a fault. */
  async keptUp(giveUpAt: number): Promise<void> {
    while (!(await this.goesOn(giveUpAt))) await this.clock.sleep(POLL_MS)
  }

  /** Requests the printer's acknowledgement of the job, and returns a description of the reply. */
  async acknowledged(kind: Acknowledgement, giveUpAt: number): Promise<string> {
    const id = Array.from({ length: processIdLength }, () => randomInt(36).toString(36))
      .join('')
      .toUpperCase()
    const byId = kind === 'process-id'
    const isOurs = (reply: Reply): boolean => (byId ? reply.kind === 'process' && reply.id === id : isPaper(reply))
    let done = false
    const reply = this.next((heard) => (isOurs(heard) ? (done = true) : null))
    const timer = new AbortController()
    try {
      await this.send(byId ? askProcessId(id) : queryPaperStatus)
      for (;;) {
        await Promise.race([reply.promise, this.clock.sleep(POLL_MS, timer.signal)])
        if (done) return byId ? `process ${id} completed` : 'end of data reached'
        await this.goesOn(giveUpAt)
      }
    } finally {
      timer.abort()
      reply.forget()
    }
  }

  private async goesOn(giveUpAt: number): Promise<boolean> {
    if (this.clock.now().monoMs >= giveUpAt) throw new PrinterError(PRINT_TIMEOUT)
    const offline = ((await this.ask(realTimeQueries.printer)) & 0x08) !== 0
    if (!offline) return true
    const fault = lastingFaultOf(await this.status())
    if (fault) throw new PrinterError(fault)
    return false
  }

  /** Sends a request. Returns whether a matching reply arrived within `limitMs`. */
  async heard(request: Uint8Array, matches: (reply: Reply) => boolean, limitMs: number): Promise<boolean> {
    const timer = new AbortController()
    const reply = this.next((heard) => (matches(heard) ? true : null))
    try {
      await this.send(request)
      const late = waitActiveTime(this.clock, limitMs, timer.signal).then(() => false)
      return await this.within(limitMs + this.limits.replyMs, 'an answer', Promise.race([reply.promise, late]))
    } finally {
      timer.abort()
      reply.forget()
    }
  }

  /** Waits for the next reply for which `pick` returns a value. The caller must always call `forget`. */
  private next<T>(pick: (reply: Reply) => T | null): { readonly promise: Promise<T>; forget(): void } {
    const { promise, resolve } = Promise.withResolvers<T>()
    const listener = (reply: Reply): void => {
      const picked = pick(reply)
      if (picked !== null) resolve(picked)
    }
    this.waiting.add(listener)
    return { promise, forget: () => void this.waiting.delete(listener) }
  }

  async close(): Promise<void> {
    await this.connection.close()
  }

  private async ask(query: number): Promise<number> {
    const answer = this.next((reply) => (reply.kind === 'real-time' ? reply.status : null))
    try {
      await this.send(askRealTime(query))
      const { replyMs, firstReplyMs } = this.limits
      return await this.within(this.answered ? replyMs : firstReplyMs, 'an answer', answer.promise)
    } finally {
      answer.forget()
    }
  }

  private async within<T>(limitMs: number, what: string, work: Promise<T>): Promise<T> {
    const timer = new AbortController()
    const { promise: trouble, reject } = Promise.withResolvers<never>()
    this.failing.add(reject)
    const known = this.ended ?? this.reported
    if (known) reject(known)
    const late = waitActiveTime(this.clock, limitMs, timer.signal).then(() => {
      throw new PrinterError({ reason: 'offline', detail: `waited ${limitMs} ms for ${what}` })
    })
    try {
      return await Promise.race([trouble, work, late])
    } finally {
      timer.abort()
      this.failing.delete(reject)
    }
  }

  private hear(reply: Reply): void {
    for (const listener of this.waiting) listener(reply)
    if (!this.watching || reply.kind !== 'change') return
    const fault = lastingFaultOf(statusOfChange(reply.status))
    if (!fault) return
    this.reported = new PrinterError(fault)
    this.fail(this.reported)
  }

  private fail(trouble: PrinterError): void {
    for (const reject of this.failing) reject(trouble)
  }
}

function troubleOf(error: unknown): never {
  throw new PrinterError({ reason: 'offline', detail: messageOf(error) })
}

const [DLE, EOT, ENQ, DC4, ESC, GS] = [0x10, 0x04, 0x05, 0x14, 0x1b, 0x1d]

/** `ESC @`: restores the default settings and clears the print buffer. */
export const initialise = Uint8Array.of(ESC, 0x40)

/** Queries of `DLE EOT`. The printer replies immediately, even while it is busy. */
const realTimeQueries = { printer: 1, offlineCause: 2, errorCause: 3, rollSensor: 4 } as const

/** `DLE EOT n`: the reply is one byte. */
export function askRealTime(query: number): Uint8Array {
  return Uint8Array.of(DLE, EOT, query)
}

/** `GS a 14`: the printer reports status changes without a query. `GS a 0` stops the reports. */
export const reportChanges = Uint8Array.of(GS, 0x61, 14)
export const reportNothing = Uint8Array.of(GS, 0x61, 0)

/** `DLE DC4 8`: discards all unprinted data, including a partly received command. */
export const clearBuffers = Uint8Array.of(DLE, DC4, 8, 1, 3, 20, 1, 6, 2, 8)

const processIdLength = 4

/** `GS ( H`, function 48: the reply contains the id, and is sent once all earlier data is printed. */
export function askProcessId(id: string): Uint8Array {
  return Uint8Array.of(GS, 0x28, 0x48, 6, 0, 48, 48, ...Buffer.from(id, 'latin1'))
}

/** `GS r 1`: the paper status is sent when the printer processes the command in the order received. */
export const queryPaperStatus = Uint8Array.of(GS, 0x72, 1)

export type Cut = 'partial' | 'full' | 'none'

/** `GS V 65/66 0` feeds and cuts. Without a cutter, two `ESC J` feed the paper past the tear bar. */
export function feedAndCut(cut: Cut): Uint8Array {
  if (cut === 'none') return Uint8Array.of(ESC, 0x4a, 120, ESC, 0x4a, 120)
  return Uint8Array.of(GS, 0x56, cut === 'full' ? 65 : 66, 0)
}

/** `ESC p`: a pulse on pin 2 or 5 of the drawer's connector, followed by a pause of equal length. */
export function drawerPulse(pin: 2 | 5, milliseconds: number): Uint8Array {
  const units = Math.min(255, Math.max(1, Math.round(milliseconds / 2)))
  return Uint8Array.of(ESC, 0x70, pin === 2 ? 0 : 1, units, units)
}

/** Maximum picture bytes in one command: less than the smallest receive buffers in use (4 KiB). */
const bandBytes = 3_600

/** `NUL` bytes have no effect, and `filler` completes any truncated command. */
export const filler = new Uint8Array(bandBytes)

/** Yields the picture as `GS v 0` commands, from the top. */
export function* rasterBands({ width, height, data }: Bitmap): Generator<Uint8Array> {
  const stride = bytesPerRow(width)
  const rows = Math.floor(bandBytes / stride)
  for (let y = 0; y < height; y += rows) {
    const count = Math.min(rows, height - y)
    const header = [GS, 0x76, 0x30, 0, stride & 0xff, stride >> 8, count & 0xff, count >> 8]
    const band = new Uint8Array(header.length + count * stride)
    band.set(header)
    band.set(data.subarray(y * stride, (y + count) * stride), header.length)
    disarm(band, header.length)
    yield band
  }
}

/**
 * Changes dots that equal `DLE EOT`, `DLE ENQ` or `DLE DC4`, because printers search even pictures for real-time
 * commands, which could open the drawer.
 */
function disarm(band: Uint8Array, from: number): void {
  for (let i = from; i < band.length - 1; i++) {
    const next = band[i + 1]
    if (band[i] === DLE && (next === EOT || next === ENQ || next === DC4)) band[i] = DLE | 0x08
  }
}
