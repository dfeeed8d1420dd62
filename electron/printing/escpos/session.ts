import { messageOf } from '../../../shared/errors.ts'
import type { Clock } from '../../core/ports/ports.ts'
import { askRealTime, realTimeQueries } from './commands.ts'
import type { Connection } from './connection.ts'
import {
  lastingFaultOf,
  statusOfAnswers,
  statusOfChange,
  type DeviceFault,
  type DeviceStatus,
} from './device-status.ts'
import { ownTime } from './own-time.ts'
import { createReplyReader, type Reply } from './replies.ts'

/** Why a conversation with a printer cannot go on. */
export class PrinterTrouble extends Error {
  override readonly name = 'PrinterTrouble'
  readonly fault: DeviceFault

  constructor(fault: DeviceFault) {
    super(fault.detail)
    this.fault = fault
  }
}

export interface SessionLimits {
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
