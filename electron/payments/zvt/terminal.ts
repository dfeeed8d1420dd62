import { connect } from 'node:net'
import type { DeviceProgress } from '../../../shared/domain/money/tender.ts'
import type { Clock } from '../../kiosk/ports/ports.ts'
import { type Line, within } from '../http.ts'
import {
  abort,
  acknowledgement,
  answerIn,
  type Apdu,
  ApduReader,
  control,
  encodeApdu,
  readBitmaps,
  readElements,
  refusal,
  textOf,
} from './apdu.ts'
import { Printout, type Printed } from './note.ts'
import type { ZvtSettings } from './settings.ts'
import {
  type Condition,
  phaseOf,
  readCondition,
  readRegistered,
  readStatus,
  type Registered,
  registration,
  repeatReceipt,
  statusEnquiry,
  type TerminalReport,
} from './status.ts'

const WRONG_CURRENCY = 0x6f

const SHORT_MS = 30_000
const ANSWER_MS = 5_000
const CONNECT_MS = 10_000
/** Time within which a terminal reports its result after a request to stop or after its time limit. */
const STOP_MS = 60_000

/**
 * Outcome of a command sent to the terminal. `rejected`: the command never started · `lost`: its outcome is unknown.
 */
type Ended =
  | { readonly is: 'completed' | 'aborted'; readonly data: Uint8Array }
  | { readonly is: 'rejected'; readonly code: number }
  | { readonly is: 'lost' }

export interface Done {
  readonly ended: Ended
  readonly told: readonly (TerminalReport | null)[]
  readonly receipts: readonly Printed[]
}

export type ConnectFailure =
  | { readonly is: 'no-answer'; readonly code: string }
  | { readonly is: 'rejected'; readonly code: number }
  | { readonly is: 'other-currency'; readonly currency: string }

interface Watch {
  readonly giveUp?: AbortSignal
  readonly onProgress?: ((progress: DeviceProgress) => void) | undefined
}

export class Terminal {
  readonly #clock: Pick<Clock, 'sleep'>
  readonly #connect: Connect
  readonly #settings: ZvtSettings

  constructor({ clock }: Pick<Line, 'clock'>, settings: ZvtSettings, connect: Connect) {
    this.#clock = clock
    this.#connect = connect
    this.#settings = settings
  }

  /**
   * Connects, registers, calls `work` and disconnects. Every call uses a new connection, because an idle connection may
   * break unnoticed. `busy`: `stop` sends an abort to a busy terminal; use `stop` only if no other computer can have
   * made the terminal busy. `stopping`: ends the running command as `lost`.
   */
  async use<T>(
    stopping: AbortSignal,
    work: (session: TerminalSession) => Promise<T>,
    busy: 'leave' | 'stop' = 'leave',
  ): Promise<{ readonly in: true; readonly value: T } | { readonly in: false; readonly why: ConnectFailure }> {
    const { host, port } = this.#settings
    const inbox = new Inbox(this.#clock, stopping)
    const reader = new ApduReader()
    const listener = {
      bytes: (piece: Uint8Array) => reader.read(piece).forEach((message) => inbox.put(message)),
      ended: () => inbox.end(),
    }
    const place = { host, port }
    const connected = await within(
      this.#clock,
      CONNECT_MS,
      (signal) => this.#connect(place, listener, signal),
      stopping,
    )
    if (!connected.ok) return { in: false, why: { is: 'no-answer', code: connected.code } }
    const connection = new Connection(connected.wire, inbox, this.#clock)
    try {
      const entered = await this.#register(connection)
      if (busy === 'stop' && 'is' in entered && entered.is === 'rejected') connection.send(abort)
      return 'is' in entered
        ? { in: false, why: entered }
        : { in: true, value: await work(new TerminalSession(connection, this.#settings.password, entered)) }
    } finally {
      inbox.end()
      connected.wire.close()
    }
  }

  async #register(connection: Connection): Promise<Registered | ConnectFailure> {
    const ended = await connection.run(registration(this.#settings), SHORT_MS)
    if (ended.is === 'lost') return { is: 'no-answer', code: 'NO_ANSWER' }
    if (ended.is !== 'completed') {
      const code = ended.is === 'rejected' ? ended.code : (ended.data[0] ?? 0)
      return code === WRONG_CURRENCY ? { is: 'other-currency', currency: 'unreadable' } : { is: 'rejected', code }
    }
    const registered = readRegistered(ended.data)
    if (registered === null) return { is: 'no-answer', code: 'UNREADABLE' }
    const { currency = this.#settings.currency } = registered
    return currency === this.#settings.currency ? registered : { is: 'other-currency', currency }
  }
}

export class TerminalSession {
  readonly registered: Registered
  readonly #connection: Connection
  readonly #password: string

  constructor(connection: Connection, password: string, registered: Registered) {
    this.#connection = connection
    this.#password = password
    this.registered = registered
  }

  async run(command: Apdu, ms: number, { giveUp, onProgress }: Watch = {}): Promise<Done> {
    const told: (TerminalReport | null)[] = []
    const printout = new Printout()
    const hear = (message: Apdu): void => {
      if (message.control === control.statusInformation) told.push(readStatus(message.data))
      else if (message.control === control.intermediateStatus) tellProgress(message.data, onProgress)
      else printout.take(message)
    }
    const ended = await this.#connection.run(command, ms, hear, giveUp)
    return { ended, told, receipts: printout.receipts() }
  }

  /** Requests the last receipt. `told` is null if the terminal has no receipt, or does not repeat it. */
  async last(): Promise<
    { readonly is: 'lost' } | { readonly is: 'told'; readonly told: TerminalReport | null; readonly done: Done }
  > {
    const done = await this.run(repeatReceipt(this.#password), SHORT_MS)
    if (done.ended.is === 'lost' || done.told.includes(null) || done.told.length > 1) return { is: 'lost' }
    const [told = null] = done.ended.is === 'completed' ? done.told : []
    return { is: 'told', told, done }
  }

  async condition(): Promise<Condition | null> {
    const { ended } = await this.run(statusEnquiry, SHORT_MS)
    return ended.is === 'completed' ? readCondition(ended.data) : null
  }
}

const MAX_TEXT = 120

/** Tag 24 contains the text on the terminal's display. */
function tellProgress(data: Uint8Array, onProgress?: (progress: DeviceProgress) => void): void {
  const phase = phaseOf(data[0] ?? 0xff)
  const start = data.indexOf(0x06, 1)
  const container = start === -1 ? undefined : readBitmaps(data.subarray(start))?.[0]?.[1]
  const text = readElements(container ?? new Uint8Array())
    .filter(({ tag }) => tag === 0x24)
    .flatMap(({ value }) => readElements(value))
    .filter(({ tag }) => tag === 0x07)
    .map(({ value }) => textOf(value).trim())
    .join('\n')
    .slice(0, MAX_TEXT)
  if (phase !== null || text !== '') onProgress?.({ phase: phase ?? 'choose-there', ...(text !== '' && { text }) })
}

class Connection {
  readonly #wire: Wire
  readonly #inbox: Inbox
  readonly #clock: Pick<Clock, 'sleep'>

  constructor(wire: Wire, inbox: Inbox, clock: Pick<Clock, 'sleep'>) {
    this.#wire = wire
    this.#inbox = inbox
    this.#clock = clock
  }

  send(message: Apdu): void {
    this.#wire.send(encodeApdu(message))
  }

  /**
   * Runs a command on the terminal for at most `ms`. `hear` receives intermediate messages. `giveUp` requests the
   * terminal to stop; it still reports how the command ends.
   */
  async run(command: Apdu, ms: number, hear?: (message: Apdu) => void, giveUp?: AbortSignal): Promise<Ended> {
    if (this.#inbox.isOver) return { is: 'lost' }
    this.send(command)
    const first = await this.#inbox.next(ANSWER_MS)
    const answer = first && answerIn(first)
    if (!answer) return { is: 'lost' }
    if (!answer.taken) return { is: 'rejected', code: answer.code }
    const over = new AbortController()
    const late = this.#clock.sleep(ms, over.signal)
    let stopAsked = false
    const stop = (): void => {
      if (stopAsked || over.signal.aborted) return
      stopAsked = true
      this.send(abort)
      void this.#clock.sleep(STOP_MS, over.signal).then(() => over.signal.aborted || this.#inbox.end())
    }
    void late.then(stop)
    giveUp?.addEventListener('abort', stop)
    if (giveUp?.aborted) stop()
    try {
      for (;;) {
        const message = await this.#inbox.next()
        if (!message) return { is: 'lost' }
        const end = this.#receive(message, hear)
        if (end) return end
      }
    } finally {
      over.abort('over')
      giveUp?.removeEventListener('abort', stop)
    }
  }

  #receive(message: Apdu, hear?: (message: Apdu) => void): Ended | null {
    const { control: word, data } = message
    // A reply to an abort is ignored, because the final message of the command shows whether the abort had an effect.
    if (answerIn(message)) return null
    const isEnd = word === control.completion || word === control.aborted
    this.send(isEnd || heard.has(word) ? acknowledgement : refusal)
    if (isEnd) return { is: word === control.completion ? 'completed' : 'aborted', data }
    if (heard.has(word)) hear?.(message)
    return null
  }
}

/** Messages that a terminal may send while a command runs. Any other message is rejected. */
const heard: ReadonlySet<number> = new Set([
  control.statusInformation,
  control.intermediateStatus,
  control.printLine,
  control.printBlock,
])

class Inbox {
  readonly #clock: Pick<Clock, 'sleep'>
  readonly #stopping: AbortSignal
  readonly #kept: Apdu[] = []
  #waiting: ((message: Apdu | null) => void) | null = null
  #over = false

  constructor(clock: Pick<Clock, 'sleep'>, stopping: AbortSignal) {
    this.#clock = clock
    this.#stopping = stopping
    stopping.addEventListener('abort', this.end)
    if (stopping.aborted) this.end()
  }

  get isOver(): boolean {
    return this.#over
  }

  put(message: Apdu): void {
    if (this.#waiting) this.#give(message)
    else if (!this.#over) this.#kept.push(message)
  }

  readonly end = (): void => {
    this.#stopping.removeEventListener('abort', this.end)
    this.#over = true
    this.#give(null)
  }

  /** Resolves with null after `ms`, or when the connection has ended. */
  async next(ms?: number): Promise<Apdu | null> {
    const first = this.#kept.shift()
    if (first || this.#over) return first ?? null
    const come = new AbortController()
    const { promise, resolve } = Promise.withResolvers<Apdu | null>()
    this.#waiting = resolve
    if (ms !== undefined) void this.#clock.sleep(ms, come.signal).then(() => come.signal.aborted || this.#give(null))
    const message = await promise
    come.abort('come')
    return message
  }

  #give(message: Apdu | null): void {
    const give = this.#waiting
    this.#waiting = null
    give?.(message)
  }
}

export interface Wire {
  send(bytes: Uint8Array): void
  close(): void
}

export interface ConnectionListener {
  bytes(piece: Uint8Array): void
  /** Called when either side has ended the connection. */
  ended(): void
}

type Connected = { readonly ok: true; readonly wire: Wire } | { readonly ok: false; readonly code: string }

/** Resolves to a connection to the terminal, or to the system's error code. */
export type Connect = (place: Place, ears: ConnectionListener, signal: AbortSignal) => Promise<Connected>

interface Place {
  readonly host: string
  readonly port: number
}

export const connectOverTcp: Connect = (place, ears, signal) => {
  if (signal.aborted) return Promise.resolve({ ok: false, code: 'TOO_LATE' })
  const { promise, resolve } = Promise.withResolvers<Connected>()
  const socket = connect({ ...place, noDelay: true, keepAlive: true, keepAliveInitialDelay: 5_000 })
  const give = (): void => {
    socket.destroy()
    resolve({ ok: false, code: 'TOO_LATE' })
  }
  signal.addEventListener('abort', give)
  socket.on('error', (error: NodeJS.ErrnoException) => {
    resolve({ ok: false, code: error.code ?? 'UNKNOWN' })
  })
  socket.on('connect', () => {
    signal.removeEventListener('abort', give)
    const send = (bytes: Uint8Array): void => void socket.write(bytes)
    resolve({ ok: true, wire: { send, close: () => socket.destroy() } })
  })
  socket.on('data', (piece) => ears.bytes(piece))
  socket.on('close', () => {
    signal.removeEventListener('abort', give)
    ears.ended()
  })
  return promise
}
