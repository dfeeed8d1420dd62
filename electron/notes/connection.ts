import { codeOf } from '../../shared/errors.ts'
import type { Clock } from '../core/ports/ports.ts'
import type { ByteLine } from './byte-line.ts'
import { commands, replies } from './codes.ts'
import { type Device, type Encryption, isShut, newDevice, type Step } from './device.ts'
import {
  createFrameReader,
  decryptData,
  encodeFrame,
  encryptData,
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
  /** 16 hexadecimal digits. */
  readonly fixedKey: string
  /** Rejects while there is none. */
  readonly openLine: () => Promise<ByteLine>
  readonly clock: Pick<Clock, 'now' | 'sleep'>
}

const AGAIN_MS = 1_000
/** So long the end of the program waits for the device to shut. */
const CLOSE_MS = 2_000

/** One loop that asks the device, for as long as the program runs, whether it is there or not; everything else only wishes. */
export class Conversation {
  readonly #options: ConversationOptions
  readonly #heard: (step: Step) => void
  readonly #stop = new AbortController()
  readonly #ended: Promise<void>
  #device: Device
  /** A wish: what is said next is not waited for. */
  #wake = new AbortController()
  #line: ByteLine | null = null
  #closing = false
  #portFault: string | null = null

  /** `heard`: after each reply, with what the world has to hear; the device is that of the step by then. */
  constructor(options: ConversationOptions, heard: (step: Step) => void) {
    this.#options = options
    this.#heard = heard
    this.#device = newDevice(options.encryption, this.now())
    this.#ended = this.#run()
  }

  get device(): Device {
    return this.#device
  }

  /** Why there is no line, in the system's word. */
  get portFault(): string | null {
    return this.#portFault
  }

  now(): number {
    return this.#options.clock.now().monoMs
  }

  /** What is wished is said at once. */
  wish(change: (device: Device) => Device): void {
    this.#device = change(this.#device)
    this.#wake.abort()
  }

  /** Gives back what is held, shuts the device, and lets go of it. */
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

  async #talk(line: ByteLine): Promise<void> {
    const { clock, fixedKey } = this.#options
    const exchange = createExchange(line, clock, fixedKey)
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
export const REPLY_MS = 1_000
export const MOST_TRIES = 20
/** A device that is there answers a greeting at once. */
const GREETING_TRIES = 3
const INTERMEDIATE_BYTES = 8

export interface Exchange {
  /** Null: it said nothing, however often it was asked, or its line is gone. */
  say(command: Command): Promise<Reply | null>
}

/**
 * One command after the other, each until it is answered. What is said again has the same SEQ bit: the device repeats its answer and
 * acts no second time.
 */
function createExchange(line: ByteLine, clock: Pick<Clock, 'sleep'>, fixedKey: string): Exchange {
  let seq = SEQ
  let key: Uint8Array | null = null
  let count = 0
  let expect: ((data: Uint8Array) => void) | null = null
  const gone = new AbortController()
  void line.ended.then(() => gone.abort())

  const read = createFrameReader()
  line.listen((bytes) => {
    for (const { address, data } of read(bytes)) if (address === (ADDRESS | seq)) expect?.(data)
  })

  /** What an answer says; null: it is none to what was said. */
  function understood(data: Uint8Array, isEncrypted: boolean): Reply | null {
    const [status] = data
    if (status === undefined) return null
    if (!isEncrypted || key === null) return { status, data: data.subarray(1) }
    // In plain words it may only turn us down: who holds the cable could say more.
    if (status !== STEX) return status === replies.ok ? null : { status, data: data.subarray(1) }
    const plain = decryptData(key, data)
    const [inner] = plain?.data ?? []
    if (plain === null || plain.count !== count + 1 || inner === undefined) return null
    return { status: inner, data: plain.data.subarray(1) }
  }

  async function send(plain: Uint8Array, tries = MOST_TRIES): Promise<Reply | null> {
    const isEncrypted = key !== null
    const frame = encodeFrame({ address: ADDRESS | seq, data: key ? encryptData(key, count, plain) : plain })
    for (let left = tries; left > 0 && !gone.signal.aborted; left -= 1) {
      const reply = await answerTo(frame, isEncrypted)
      if (reply === null) continue
      if (isEncrypted) count += 1
      seq ^= SEQ
      return reply
    }
    return null
  }

  async function answerTo(frame: Uint8Array, isEncrypted: boolean): Promise<Reply | null> {
    const waited = new AbortController()
    let reply: Reply | null = null
    expect = (data) => {
      reply = understood(data, isEncrypted)
      if (reply) waited.abort()
    }
    line.write(frame)
    await Promise.race([clock.sleep(REPLY_MS, waited.signal), line.ended])
    expect = null
    waited.abort()
    return reply
  }

  async function agreeOnKeys(): Promise<Reply | null> {
    key = null
    const offer = offerKeys()
    for (const [code, number] of [
      [commands.setGenerator, offer.generator],
      [commands.setModulus, offer.modulus],
    ] as const) {
      const reply = await send(Uint8Array.of(code, ...numberBytes(number)))
      if (reply?.status !== replies.ok) return reply
    }
    const reply = await send(Uint8Array.of(commands.exchangeKeys, ...numberBytes(offer.intermediate)))
    if (reply?.status !== replies.ok) return reply
    if (reply.data.length < INTERMEDIATE_BYTES) return { status: replies.fail, data: reply.data }
    key = sharedKey(fixedKey, offer, readNumber(reply.data))
    count = 0
    return reply
  }

  return {
    say(command) {
      if (command.name === 'agreeOnKeys') return agreeOnKeys()
      if (command.name !== 'sync') return send(bytesOf(command))
      key = null
      seq = SEQ
      return send(bytesOf(command), GREETING_TRIES)
    },
  }
}

function bytesOf(command: Exclude<Command, { name: 'agreeOnKeys' }>): Uint8Array {
  const code = commands[command.name]
  if (command.name === 'protocolVersion') return Uint8Array.of(code, command.version)
  return command.name === 'setInhibits' ? Uint8Array.of(code, ...maskOf(command.channels)) : Uint8Array.of(code)
}

/** Two bytes, channel 1 the lowest bit; as many more as channels above the sixteenth need. A set bit opens. */
function maskOf(channels: readonly number[]): Uint8Array {
  const mask = new Uint8Array(Math.max(2, Math.ceil(Math.max(...channels, 1) / 8)))
  for (const channel of channels) {
    const at = (channel - 1) >> 3
    mask[at] = (mask[at] ?? 0) | (1 << ((channel - 1) & 7))
  }
  return mask
}
