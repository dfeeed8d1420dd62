import { randomInt } from 'node:crypto'
import { messageOf } from '../../../shared/errors.ts'
import type { Clock } from '../../core/ports/ports.ts'
import { type Bitmap, bytesPerRow } from './bitmap.ts'
import {
  createReplyReader,
  type DeviceFault,
  type DeviceStatus,
  lastingFaultOf,
  type Reply,
  statusOfAnswers,
  statusOfChange,
} from './replies.ts'
import { type Connection, ownTime } from './transport.ts'

/** Why a conversation with a printer cannot go on. */
export class PrinterTrouble extends Error {
  override readonly name = 'PrinterTrouble'
  readonly fault: DeviceFault

  constructor(fault: DeviceFault) {
    super(fault.detail)
    this.fault = fault
  }
}

interface SessionLimits {
  readonly replyMs: number
  /** Until the first answer: a printer may accept a connection that it serves only after its present one. */
  readonly firstReplyMs: number
}

/**
 * A conversation over one connection: one question at a time, each answer awaited for a limited time by the clock.
 * Everything rejects with `PrinterTrouble` once the connection has ended.
 */
export class Session {
  private readonly connection: Connection
  private readonly clock: Clock
  private readonly limits: SessionLimits
  private readonly waiting = new Set<(reply: Reply) => void>()
  private readonly failing = new Set<(trouble: PrinterTrouble) => void>()
  private ended: PrinterTrouble | null = null
  private answered = false
  private watching = false
  private reported: PrinterTrouble | null = null

  constructor(connection: Connection, clock: Clock, limits: SessionLimits, onFirstAnswer: () => void) {
    this.connection = connection
    this.clock = clock
    this.limits = limits
    const reader = createReplyReader()
    connection.listen((bytes) => {
      if (!this.answered) onFirstAnswer()
      this.answered = true
      for (const reply of reader.read(bytes)) this.hear(reply)
    })
    void connection.ended.then((reason) => {
      this.ended = new PrinterTrouble({ reason: 'offline', detail: reason })
      this.fail(this.ended)
    })
  }

  /** True if the printer closed the connection without a byte, as some do while they serve another host. */
  get isRefused(): boolean {
    return this.ended !== null && !this.answered
  }

  /** From now on, or no longer, a lasting fault that the printer reports by itself ends whatever is awaited. */
  watch(on: boolean): void {
    this.watching = on
    this.reported = null
  }

  async send(bytes: Uint8Array): Promise<void> {
    await this.within(this.limits.replyMs, 'taking data', this.connection.write(bytes).catch(troubleOf))
  }

  /** Asks for all four statuses in real time. */
  async status(): Promise<DeviceStatus> {
    const { printer, offlineCause, errorCause, rollSensor } = realTimeQueries
    return statusOfAnswers([
      await this.ask(printer),
      await this.ask(offlineCause),
      await this.ask(errorCause),
      await this.ask(rollSensor),
    ])
  }

  /** Rejects when the printer cannot go on without a person; says whether it is on-line. */
  async goesOn(): Promise<boolean> {
    const offline = ((await this.ask(realTimeQueries.printer)) & 0x08) !== 0
    if (!offline) return true
    const fault = lastingFaultOf(await this.status())
    if (fault) throw new PrinterTrouble(fault)
    return false
  }

  /** Sends, and resolves with true when a matching reply comes, false when none comes within `limitMs`. */
  async heard(request: Uint8Array, matches: (reply: Reply) => boolean, limitMs: number): Promise<boolean> {
    const timer = new AbortController()
    const reply = this.next((heard) => (matches(heard) ? true : null))
    try {
      await this.send(request)
      const late = ownTime(this.clock, limitMs, timer.signal).then(() => false)
      return await this.within(limitMs + this.limits.replyMs, 'an answer', Promise.race([reply.promise, late]))
    } finally {
      timer.abort()
      reply.forget()
    }
  }

  /** The next reply that `pick` picks. It has to be forgotten, come or not. */
  next<T>(pick: (reply: Reply) => T | null): { readonly promise: Promise<T>; forget(): void } {
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
    const late = ownTime(this.clock, limitMs, timer.signal).then(() => {
      throw new PrinterTrouble({ reason: 'offline', detail: `waited ${limitMs} ms for ${what}` })
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
    this.reported = new PrinterTrouble(fault)
    this.fail(this.reported)
  }

  private fail(trouble: PrinterTrouble): void {
    for (const reject of this.failing) reject(trouble)
  }
}

function troubleOf(error: unknown): never {
  throw new PrinterTrouble({ reason: 'offline', detail: messageOf(error) })
}

/** The commands of Epson's ESC/POS reference that this program sends, byte by byte. */
const [DLE, EOT, ENQ, DC4, ESC, GS] = [0x10, 0x04, 0x05, 0x14, 0x1b, 0x1d]

/** `ESC @`: default settings; the print buffer is emptied. */
export const initialise = Uint8Array.of(ESC, 0x40)

/** What `DLE EOT` asks for; the printer answers at once, whatever it is doing. */
const realTimeQueries = { printer: 1, offlineCause: 2, errorCause: 3, rollSensor: 4 } as const

/** `DLE EOT n`: answered by one byte. */
export function askRealTime(query: number): Uint8Array {
  return Uint8Array.of(DLE, EOT, query)
}

/** `GS a 14`: the printer reports changes of its on-line, error and paper status by itself; 0 ends that. */
export const reportChanges = Uint8Array.of(GS, 0x61, 14)
export const reportNothing = Uint8Array.of(GS, 0x61, 0)

/** `DLE DC4 8`: throws away all that was received and not yet printed, a half received command too. */
export const clearBuffers = Uint8Array.of(DLE, DC4, 8, 1, 3, 20, 1, 6, 2, 8)

const processIdLength = 4

/** `GS ( H`, function 48: answered with the four characters once all before it is printed. */
export function askProcessId(id: string): Uint8Array {
  return Uint8Array.of(GS, 0x28, 0x48, 6, 0, 48, 48, ...Buffer.from(id, 'latin1'))
}

/** `GS r 1`: answered with the paper's status when the printer comes to it in the order received. */
export const askPaperInTurn = Uint8Array.of(GS, 0x72, 1)

export type Cut = 'partial' | 'full' | 'none'

/** `GS V 65/66 0` feeds to the cutter and cuts; without a cutter, `ESC J` twice feeds past the tear bar (about 30 mm). */
export function feedAndCut(cut: Cut): Uint8Array {
  if (cut === 'none') return Uint8Array.of(ESC, 0x4a, 120, ESC, 0x4a, 120)
  return Uint8Array.of(GS, 0x56, cut === 'full' ? 65 : 66, 0)
}

/** `ESC p`: a pulse on pin 2 or 5 of the drawer's connector; as long a pause follows. */
export function drawerPulse(pin: 2 | 5, milliseconds: number): Uint8Array {
  const units = Math.min(255, Math.max(1, Math.round(milliseconds / 2)))
  return Uint8Array.of(ESC, 0x70, pin === 2 ? 0 : 1, units, units)
}

/** Most bytes of picture in one command: less than the smallest receive buffers in use (4 KiB). */
const bandBytes = 3_600

/** `NUL` does nothing by itself; so many of them end whatever command was cut short. */
export const filler = new Uint8Array(bandBytes)

/** The picture as `GS v 0` commands, from the top. */
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
 * Printers look for real-time commands in all they receive, pictures included: dots that happen to read `DLE EOT`,
 * `DLE ENQ` or `DLE DC4` could open the drawer. Such a place gets one more dot.
 */
function disarm(band: Uint8Array, from: number): void {
  for (let i = from; i < band.length - 1; i++) {
    const next = band[i + 1]
    if (band[i] === DLE && (next === EOT || next === ENQ || next === DC4)) band[i] = DLE | 0x08
  }
}

/**
 * What the printer says at the end of a job. `process-id` (`GS ( H`) is sent when all is on paper and names the job;
 * `paper-status` (`GS r`) is for printers that do not know it: sent when the printer came to the end of the data.
 */
export type Acknowledgement = 'process-id' | 'paper-status'

export const TOOK_TOO_LONG = { reason: 'stopped', detail: 'the printer did not finish in time' } as const
const POLL_MS = 250
export const isPaper = (reply: Reply): boolean => reply.kind === 'paper'

export function createAcknowledgement(printer: string, clock: Clock, kind: Acknowledgement) {
  async function goesOnBefore(session: Session, giveUpAt: number): Promise<boolean> {
    if (clock.now().monoMs >= giveUpAt) throw new PrinterTrouble(TOOK_TOO_LONG)
    return session.goesOn()
  }

  return {
    /** Resolves once the printer answers that it is on-line. */
    async keptUp(session: Session, giveUpAt: number): Promise<void> {
      while (!(await goesOnBefore(session, giveUpAt))) await clock.sleep(POLL_MS)
    },

    /** Asks for the acknowledgement and waits for it while the printer goes on. */
    async acknowledged(session: Session, giveUpAt: number): Promise<string> {
      const id = Array.from({ length: processIdLength }, () => randomInt(36).toString(36))
        .join('')
        .toUpperCase()
      const byId = kind === 'process-id'
      const isOurs = (reply: Reply): boolean => (byId ? reply.kind === 'process' && reply.id === id : isPaper(reply))
      let done = false
      const reply = session.next((heard) => (isOurs(heard) ? (done = true) : null))
      const timer = new AbortController()
      try {
        await session.send(byId ? askProcessId(id) : askPaperInTurn)
        for (;;) {
          await Promise.race([reply.promise, clock.sleep(POLL_MS, timer.signal)])
          if (done) return `${printer}: ${byId ? `process ${id} completed` : 'end of data reached'}`
          await goesOnBefore(session, giveUpAt)
        }
      } finally {
        timer.abort()
        reply.forget()
      }
    },
  }
}
