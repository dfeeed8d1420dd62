import { codeOf } from '../../shared/errors.ts'
import type { Clock } from '../kiosk/ports/ports.ts'
import type { ByteStream } from './byte-stream.ts'
import { commands, replies } from './codes.ts'
import { type Device, type Encryption, isShut, newDevice, type Step } from './device.ts'
import {
  decryptData,
  encodeFrame,
  encryptData,
  FrameReader,
  numberBytes,
  offerKeys,
  readNumber,
  SEQ,
  sharedKey,
  STEX,
} from './framing.ts'
import { type Command, nextCommand, onLost, onOpened, onReply, pauseAfter, type Reply, wishes } from './machine.ts'

export interface ConversationOptions {
  readonly encryption: Encryption
  /** Fixed half of the encryption key: 16 hexadecimal digits. */
  readonly fixedKey: string
  /** Opens the connection to the device. Rejects if the device cannot be reached. */
  readonly openLine: () => Promise<ByteStream>
  readonly clock: Pick<Clock, 'now' | 'sleep'>
}

const AGAIN_MS = 1_000
/** Maximum time in milliseconds that `close` waits for the device to stop accepting notes. */
const CLOSE_MS = 2_000

/**
 * Polls the device in one loop, whether the device is connected or not. Callers only change the desired state, by
 * calling `wish`.
 */
export class Conversation {
  readonly #options: ConversationOptions
  readonly #heard: (step: Step) => void
  readonly #stop = new AbortController()
  readonly #ended: Promise<void>
  #device: Device
  /** Aborted by `wish`, so that the next command is sent without a pause. */
  #wake = new AbortController()
  #line: ByteStream | null = null
  #closing = false
  #portFault: string | null = null

  /** `heard` is called after each reply, when `device` already has the new state. */
  constructor(options: ConversationOptions, heard: (step: Step) => void) {
    this.#options = options
    this.#heard = heard
    this.#device = newDevice(options.encryption, this.now())
    this.#ended = this.#run()
  }

  get device(): Device {
    return this.#device
  }

  /** System error code if the connection cannot be opened; null otherwise. */
  get portFault(): string | null {
    return this.#portFault
  }

  now(): number {
    return this.#options.clock.now().monoMs
  }

  wish(change: (device: Device) => Device): void {
    this.#device = change(this.#device)
    this.#wake.abort()
  }

  /** Returns a note in escrow to the customer, stops accepting notes, and closes the connection. */
  async close(): Promise<void> {
    this.#closing = true
    this.wish((device) => wishes.giveBack(wishes.open(device, [])))
    if (isShut(this.#device)) this.#stopNow()
    const waited = new AbortController()
    await Promise.race([this.#ended, this.#options.clock.sleep(CLOSE_MS, waited.signal)])
    waited.abort()
    this.#stopNow()
    await this.#ended
  }

  #stopNow(): void {
    this.#stop.abort()
    this.#wake.abort()
    void this.#line?.close()
  }

  #isStopped(): boolean {
    return this.#stop.signal.aborted
  }

  async #run(): Promise<void> {
    const { openLine, clock } = this.#options
    while (!this.#isStopped()) {
      const line = await openLine().catch((error: unknown) => {
        this.#portFault = codeOf(error) || 'EIO'
        return null
      })
      if (line) {
        this.#portFault = null
        this.#line = line
        await this.#talk(line)
        this.#line = null
        await line.close()
      }
      this.#take(onLost(this.#device, this.now()))
      if (this.#closing) this.#stop.abort()
      if (!this.#isStopped()) await clock.sleep(AGAIN_MS, this.#stop.signal)
    }
  }

  async #talk(line: ByteStream): Promise<void> {
    const { clock, fixedKey } = this.#options
    const exchange = new Exchange(line, clock, fixedKey)
    this.#device = onOpened(this.#device, this.now())
    while (!this.#isStopped()) {
      this.#wake = new AbortController()
      const command = nextCommand(this.#device)
      const reply = await exchange.say(command)
      if (reply === null) return
      this.#take(onReply(this.#device, command, reply, this.now()))
      if (this.#closing && isShut(this.#device)) return
      await clock.sleep(pauseAfter(command, this.#device), this.#wake.signal)
    }
  }

  #take(step: Step): void {
    this.#device = step.device
    this.#heard(step)
  }
}

const ADDRESS = 0
const REPLY_MS = 1_000
const MAX_ATTEMPTS = 20
/** A connected device answers a handshake immediately, so few attempts are enough. */
const GREETING_ATTEMPTS = 3
const INTERMEDIATE_BYTES = 8

/** Retries a command with an unchanged SEQ bit, so that the device does not execute the command twice. */
class Exchange {
  readonly #line: ByteStream
  readonly #clock: Pick<Clock, 'sleep'>
  readonly #fixedKey: string
  readonly #gone = new AbortController()
  #seq = SEQ
  #key: Uint8Array | null = null
  #count = 0
  #expect: ((data: Uint8Array) => void) | null = null

  constructor(line: ByteStream, clock: Pick<Clock, 'sleep'>, fixedKey: string) {
    this.#line = line
    this.#clock = clock
    this.#fixedKey = fixedKey
    void line.ended.then(() => this.#gone.abort())
    const reader = new FrameReader()
    line.listen((bytes) => {
      for (const { address, data } of reader.read(bytes)) if (address === (ADDRESS | this.#seq)) this.#expect?.(data)
    })
  }

  /** Resolves to null if the device does not reply or the connection is closed. */
  say(command: Command): Promise<Reply | null> {
    if (command.name === 'agreeOnKeys') return this.#agreeOnKeys()
    if (command.name !== 'sync') return this.#send(bytesOf(command))
    this.#key = null
    this.#seq = SEQ
    return this.#send(bytesOf(command), GREETING_ATTEMPTS)
  }

  async #send(plain: Uint8Array, attempts = MAX_ATTEMPTS): Promise<Reply | null> {
    const isEncrypted = this.#key !== null
    const data = this.#key ? encryptData(this.#key, this.#count, plain) : plain
    const frame = encodeFrame({ address: ADDRESS | this.#seq, data })
    for (let left = attempts; left > 0 && !this.#gone.signal.aborted; left -= 1) {
      const reply = await this.#replyTo(frame, isEncrypted)
      if (reply === null) continue
      if (isEncrypted) this.#count += 1
      this.#seq ^= SEQ
      return reply
    }
    return null
  }

  async #replyTo(frame: Uint8Array, isEncrypted: boolean): Promise<Reply | null> {
    const waited = new AbortController()
    let reply: Reply | null = null
    this.#expect = (data) => {
      reply = this.#read(data, isEncrypted)
      if (reply) waited.abort()
    }
    this.#line.write(frame)
    await Promise.race([this.#clock.sleep(REPLY_MS, waited.signal), this.#line.ended])
    this.#expect = null
    waited.abort()
    return reply
  }

  #read(data: Uint8Array, isEncrypted: boolean): Reply | null {
    const [status] = data
    if (status === undefined) return null
    if (!isEncrypted || this.#key === null) return { status, data: data.subarray(1) }
    // An unencrypted reply can only reject a command, because any device on the cable could have sent it.
    if (status !== STEX) return status === replies.ok ? null : { status, data: data.subarray(1) }
    const plain = decryptData(this.#key, data)
    const [inner] = plain?.data ?? []
    if (plain === null || plain.count !== this.#count + 1 || inner === undefined) return null
    return { status: inner, data: plain.data.subarray(1) }
  }

  async #agreeOnKeys(): Promise<Reply | null> {
    this.#key = null
    const offer = offerKeys()
    for (const [code, number] of [
      [commands.setGenerator, offer.generator],
      [commands.setModulus, offer.modulus],
    ] as const) {
      const reply = await this.#send(Uint8Array.of(code, ...numberBytes(number)))
      if (reply?.status !== replies.ok) return reply
    }
    const reply = await this.#send(Uint8Array.of(commands.exchangeKeys, ...numberBytes(offer.intermediate)))
    if (reply?.status !== replies.ok) return reply
    if (reply.data.length < INTERMEDIATE_BYTES) return { status: replies.fail, data: reply.data }
    this.#key = sharedKey(this.#fixedKey, offer, readNumber(reply.data))
    this.#count = 0
    return reply
  }
}

function bytesOf(command: Exclude<Command, { name: 'agreeOnKeys' }>): Uint8Array {
  const code = commands[command.name]
  if (command.name === 'protocolVersion') return Uint8Array.of(code, command.version)
  return command.name === 'setInhibits' ? Uint8Array.of(code, ...maskOf(command.channels)) : Uint8Array.of(code)
}

/** Returns the SSP inhibit mask: channel 1 is the lowest bit, and a set bit enables a channel. */
function maskOf(channels: readonly number[]): Uint8Array {
  const mask = new Uint8Array(Math.max(2, Math.ceil(Math.max(...channels, 1) / 8)))
  for (const channel of channels) {
    const at = (channel - 1) >> 3
    mask[at] = (mask[at] ?? 0) | (1 << ((channel - 1) & 7))
  }
  return mask
}
