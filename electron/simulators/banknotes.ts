import { type AddressInfo, createServer, type Socket } from 'node:net'
import type { Clock } from '../kiosk/ports/ports.ts'
import { commands, events, replies } from '../banknotes/codes.ts'
import {
  answerKeys,
  decryptData,
  encodeFrame,
  encryptData,
  type Frame,
  FrameReader,
  type KeyOffer,
  numberBytes,
  readNumber,
  SEQ,
  sharedKey,
  STEX,
  USUAL_FIXED_KEY,
} from '../banknotes/framing.ts'

export interface SspSimulatorOptions {
  readonly clock: Pick<Clock, 'now'>
  readonly currency: string
  /** Supported notes in major units, smallest first. */
  readonly notes: readonly number[]
  readonly protocol?: number
  readonly encrypts?: boolean
  readonly fixedKey?: string
  readonly script?: readonly NoteAct[]
  readonly send: (bytes: Uint8Array) => void
  readonly unplug?: () => void
}

const SILENT_MS = 10_000
const DARK_MS = 3_000
const JAMMED_POLLS = 4

type Path =
  | { readonly at: 'none' }
  | { readonly at: 'reading'; readonly channel: number; readonly act: NoteAct }
  | { readonly at: 'escrow'; readonly channel: number; readonly act: NoteAct; readonly held: boolean }
  | { readonly at: 'stacking'; readonly channel: number; readonly act: NoteAct; readonly left: number }
  | { readonly at: 'credited'; readonly channel: number; readonly act: NoteAct }
  | { readonly at: 'rejecting' }

/** Simulated note validator. Each poll advances the current note by one step. */
export class SspSimulator {
  readonly box: number[] = []
  /** All notes that ever entered the cashbox, even if it has been emptied since. */
  readonly stackedEver: number[] = []
  /** Notes among `stackedEver` that entered during a power cut. */
  readonly movedIn: number[] = []
  readonly given: number[] = []
  readonly #options: SspSimulatorOptions
  readonly #script: NoteAct[]
  readonly #reader = new FrameReader()
  #last: { readonly seq: number; readonly frame: Uint8Array } | null = null
  #generator = 0n
  #modulus = 0n
  #key: Uint8Array | null = null
  #count = 0
  #protocol = 4
  #mask: Uint8Array = Uint8Array.of(0, 0)
  #enabled = false
  #path: Path = { at: 'none' }
  /** Events that are not yet reported, and reported events without an acknowledgement. */
  #pending: number[][] = [[events.reset]]
  #unacknowledged: number[][] = []
  #isFull = false
  #lastReject = 0
  #heardMs: number
  #darkUntilMs = -Infinity

  constructor(options: SspSimulatorOptions) {
    this.#options = options
    this.#script = [...(options.script ?? [])]
    this.#heardMs = options.clock.now().monoMs
  }

  receive(bytes: Uint8Array): void {
    for (const frame of this.#reader.read(bytes)) this.#take(frame)
  }

  /** Inserts a note. Returns false if the device accepts no notes now, or does not support the note. */
  insert(units: number, act: NoteAct = this.#script.shift() ?? 'accept'): boolean {
    const channel = this.#options.notes.indexOf(units) + 1
    if (!this.#enabled || this.#isFull || channel === 0 || this.#path.at !== 'none' || this.#isDark()) return false
    this.#path = { at: 'reading', channel, act }
    return true
  }

  does(act: DeviceAct): void {
    switch (act) {
      case 'cashbox-removed':
        this.#pending.push([events.boxRemoved])
        return
      case 'cashbox-returned':
        this.#isFull = false
        this.box.length = 0
        this.#pending.push([events.boxReplaced])
        return
      case 'full':
        this.#isFull = true
        return
      case 'jam':
        this.#pending.push([events.unsafeJam])
        return
      case 'fraud':
        this.#pending.push([events.fraud, 0])
        return
      case 'cut':
        return this.#cut('cut-returned')
      case 'unplug':
        this.#options.unplug?.()
        return
      case 'pull':
        if (this.#path.at === 'escrow') this.#giveOut(this.#path.channel)
    }
  }

  #isDark(): boolean {
    return this.#options.clock.now().monoMs < this.#darkUntilMs
  }

  #unitsOf(channel: number): number {
    return this.#options.notes[channel - 1] ?? 0
  }

  /** Simulates a power cut, after which a note in escrow is either returned or in the cashbox. */
  #cut(outcome: NoteAct): void {
    const path = this.#path
    this.#darkUntilMs = this.#options.clock.now().monoMs + DARK_MS
    this.#last = null
    this.#key = null
    this.#enabled = false
    this.#mask = Uint8Array.of(0, 0)
    this.#protocol = 4
    this.#path = { at: 'none' }
    // Events that were not reported or acknowledged survive the power cut.
    const kept = [...this.#unacknowledged, ...this.#pending].filter(([code]) => code !== events.reset)
    this.#unacknowledged = []
    this.#pending = [[events.reset], ...kept]
    if (path.at === 'none' || path.at === 'rejecting') return
    const { channel } = path
    if (path.at === 'credited') {
      this.#pending.push([events.clearedIntoBox, channel])
      return
    }
    if (outcome === 'cut-stacked' || outcome === 'cut-unknown') {
      this.#intoBox(channel)
      this.movedIn.push(this.#unitsOf(channel))
      this.#pending.push([events.clearedIntoBox, outcome === 'cut-stacked' ? channel : 0])
      return
    }
    this.given.push(this.#unitsOf(channel))
    this.#pending.push([events.clearedFromFront, channel])
  }

  #take({ address, data }: Frame): void {
    if (this.#isDark() || (address & ~SEQ) !== 0) return
    this.#heedSilence()
    const seq = address & SEQ
    const isSync = data[0] === commands.sync
    if (!isSync && this.#last?.seq === seq) return this.#options.send(this.#last.frame)
    const answer = this.#answer(data)
    if (answer === null || this.#isDark()) return
    const frame = encodeFrame({ address, data: answer })
    this.#last = { seq, frame }
    this.#options.send(frame)
  }

  #heedSilence(): void {
    const { monoMs } = this.#options.clock.now()
    const wasSilent = monoMs - this.#heardMs >= SILENT_MS
    this.#heardMs = monoMs
    if (!wasSilent) return
    this.#enabled = false
    if (this.#path.at !== 'escrow') return
    this.#lastReject = 19
    this.#giveOut(this.#path.channel)
  }

  #answer(data: Uint8Array): Uint8Array | null {
    if (data[0] !== STEX) return this.#obey(data, false)
    if (this.#key === null) return Uint8Array.of(replies.keyNotSet)
    const plain = decryptData(this.#key, data)
    if (plain === null || plain.count !== this.#count) return null
    this.#count += 1
    const reply = this.#obey(plain.data, true)
    return this.#key === null ? null : encryptData(this.#key, this.#count, reply)
  }

  #obey(said: Uint8Array, isEncrypted: boolean): Uint8Array {
    const [code, ...data] = said
    const ok = (...more: number[]): Uint8Array => Uint8Array.of(replies.ok, ...more)
    const says = (status: number): Uint8Array => Uint8Array.of(status)
    const { encrypts = true, protocol = 8 } = this.#options
    switch (code) {
      case commands.sync:
        return ok()
      case commands.protocolVersion:
        if ((data[0] ?? 0) > protocol) return says(replies.fail)
        this.#protocol = data[0] ?? 0
        return ok()
      case commands.setup:
        return ok(...setupReply(this.#options, this.#protocol))
      case commands.setInhibits:
        this.#mask = Uint8Array.from(data)
        return ok()
      case commands.enable:
        this.#enabled = true
        return ok()
      case commands.disable:
        this.#enabled = false
        return ok()
      case commands.hold:
        return says(this.#hold() ? replies.ok : replies.cannotNow)
      case commands.reject:
        if (this.#path.at !== 'escrow') return says(replies.cannotNow)
        this.#lastReject = 8
        this.#giveOut(this.#path.channel)
        return ok()
      case commands.lastReject:
        return ok(this.#lastReject)
      case commands.poll:
        return ok(...this.#poll(false))
      case commands.setGenerator:
      case commands.setModulus:
      case commands.exchangeKeys:
        return encrypts ? this.#agree(code, data) : says(replies.commandNotKnown)
      case commands.pollWithAck:
        if (!encrypts) return says(replies.commandNotKnown)
        return isEncrypted ? ok(...this.#poll(true)) : says(replies.keyNotSet)
      case commands.eventAck:
        if (!encrypts) return says(replies.commandNotKnown)
        if (this.#unacknowledged.length === 0) return says(replies.cannotNow)
        this.#unacknowledged = []
        return ok()
      default:
        return says(replies.commandNotKnown)
    }
  }

  #agree(code: number, data: readonly number[]): Uint8Array {
    if (data.length !== 8) return Uint8Array.of(replies.wrongParameters)
    const number = readNumber(Uint8Array.from(data))
    if (code === commands.setGenerator) this.#generator = number
    if (code === commands.setModulus) this.#modulus = number
    if (code !== commands.exchangeKeys) return Uint8Array.of(replies.ok)
    if (this.#generator === 0n || this.#modulus === 0n) return Uint8Array.of(replies.fail)
    const own: KeyOffer = answerKeys(this.#generator, this.#modulus)
    this.#key = sharedKey(this.#options.fixedKey ?? USUAL_FIXED_KEY, own, number)
    this.#count = 0
    return Uint8Array.of(replies.ok, ...numberBytes(own.intermediate))
  }

  #hold(): boolean {
    const path = this.#path
    if (path.at !== 'escrow') return false
    if (!path.held && path.act.startsWith('cut-') && path.act !== 'cut-credited') {
      this.#cut(path.act)
      return false
    }
    if (!path.held && path.act === 'unplug') this.#options.unplug?.()
    this.#path = { ...path, held: true }
    return true
  }

  #intoBox(channel: number): void {
    this.box.push(this.#unitsOf(channel))
    this.stackedEver.push(this.#unitsOf(channel))
  }

  #giveOut(channel: number): void {
    this.given.push(this.#unitsOf(channel))
    this.#path = { at: 'rejecting' }
    this.#pending.push([events.rejecting])
  }

  #poll(withAck: boolean): number[] {
    if (withAck && this.#unacknowledged.length > 0) return this.#unacknowledged.flat()
    const states = this.#move()
    const told = this.#pending
    this.#pending = []
    if (withAck) this.#unacknowledged = told.filter(([code]) => code !== events.rejecting && code !== events.reset)
    return [
      ...told.flat(),
      ...states,
      ...(this.#isFull ? [events.boxFull] : []),
      ...(this.#enabled ? [] : [events.disabled]),
    ]
  }

  #move(): number[] {
    const path = this.#path
    switch (path.at) {
      case 'none':
        return []
      case 'reading': {
        const { channel, act } = path
        const isOpen = ((this.#mask[(channel - 1) >> 3] ?? 0) >> ((channel - 1) & 7)) & 1
        if (act === 'reject' || !isOpen || !this.#enabled) {
          this.#lastReject = act === 'reject' ? 2 : 6
          this.#giveOut(channel)
          return [events.read, 0]
        }
        this.#path = { at: 'escrow', channel, act, held: false }
        return [events.read, channel]
      }
      case 'escrow':
        this.#path = {
          at: 'stacking',
          channel: path.channel,
          act: path.act,
          left: path.act === 'jam' ? JAMMED_POLLS : 0,
        }
        return [events.stacking]
      case 'stacking':
        return this.#stack(path)
      case 'credited':
        if (path.act === 'cut-credited') {
          this.#cut('cut-credited')
          return []
        }
        this.#path = { at: 'none' }
        this.#pending.push([events.stacked])
        if (path.act === 'full') this.#isFull = true
        if (path.act === 'cashbox-removed') this.#pending.push([events.boxRemoved])
        return []
      case 'rejecting':
        this.#path = { at: 'none' }
        this.#pending.push([events.rejected])
        return []
    }
  }

  #stack(path: Extract<Path, { at: 'stacking' }>): number[] {
    const { channel, act, left } = path
    if (left > 0) {
      this.#path = { ...path, left: left - 1 }
      return [events.stacking, events.safeJam]
    }
    if (act === 'fraud') {
      this.given.push(this.#unitsOf(channel))
      this.#path = { at: 'none' }
      this.#pending.push([events.fraud, channel])
      return []
    }
    this.#intoBox(channel)
    this.#path = { at: 'credited', channel, act }
    this.#pending.push([events.credit, channel])
    return [events.stacking]
  }
}

/**
 * Behaviour of the device for one note. `accept`: no fault · `reject`: the note cannot be read · `jam`: the note sticks
 * for a while on its way in · `fraud`: the note is pulled out on its way in · `full`, `cashbox-removed`: the cashbox is
 * full or removed after the note · `cut-returned`, `cut-stacked`, `cut-unknown`: the power fails while the note is in
 * escrow, and then the note is returned (`cut-returned`) or in the cashbox · `cut-credited`: the power fails after the
 * credit · `unplug`: the cable is unplugged while the note is in escrow.
 */
export const noteActs = [
  'accept',
  'reject',
  'jam',
  'fraud',
  'full',
  'cashbox-removed',
  'cut-returned',
  'cut-stacked',
  'cut-unknown',
  'cut-credited',
  'unplug',
] as const

export type NoteAct = (typeof noteActs)[number]

export const deviceActs = [
  'cashbox-removed',
  'cashbox-returned',
  'full',
  'jam',
  'fraud',
  'cut',
  'unplug',
  'pull',
] as const

export type DeviceAct = (typeof deviceActs)[number]

const FIRMWARE = '0448'

function setupReply(
  { currency, notes }: { readonly currency: string; readonly notes: readonly number[] },
  protocol: number,
): readonly number[] {
  const text = (letters: string): number[] => [...Buffer.from(letters, 'latin1')]
  const multiplier = Math.max(1, Math.min(...notes.filter((note) => note % 100 === 0), notes[0] ?? 1))
  const count = notes.length
  const own = Buffer.alloc(4 * count)
  notes.forEach((note, index) => own.writeUInt32LE(note, 4 * index))
  const big = (number: number): number[] => [(number >> 16) & 0xff, (number >> 8) & 0xff, number & 0xff]
  return [
    0,
    ...text(FIRMWARE),
    ...text(currency),
    ...big(multiplier),
    count,
    ...notes.map((note) => (note / multiplier) & 0xff),
    ...notes.map(() => 2),
    ...big(100),
    protocol,
    ...(protocol >= 6 ? [...notes.flatMap(() => text(currency)), ...own] : []),
  ]
}

export interface ServedSspSimulator {
  readonly device: SspSimulator
  readonly host: string
  readonly port: number
  close(): Promise<void>
}

const OUT_MS = 2_000

/** Serves a simulator on a socket, for one client at a time. Rejects if the address is not available. */
export async function serveSspSimulator(
  at: { readonly host: string; readonly port: number },
  options: Omit<SspSimulatorOptions, 'send' | 'unplug'>,
): Promise<ServedSspSimulator> {
  let current: Socket | null = null
  let outUntilMs = -Infinity
  const now = (): number => options.clock.now().monoMs
  const device = new SspSimulator({
    ...options,
    send: (bytes) => void current?.write(bytes),
    unplug() {
      outUntilMs = now() + OUT_MS
      current?.destroy()
    },
  })
  const server = createServer({ noDelay: true }, (socket) => {
    socket.on('error', () => undefined)
    if (now() < outUntilMs) return void socket.destroy()
    current?.destroy()
    current = socket
    socket.on('data', (bytes) => device.receive(bytes))
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(at.port, at.host, resolve)
  })
  const { address, port } = server.address() as AddressInfo
  return {
    device,
    host: address,
    port,
    async close() {
      const closed = new Promise<void>((resolve) => void server.close(() => resolve()))
      current?.destroy()
      await closed
    },
  }
}
