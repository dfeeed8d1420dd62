import { BuffersCleared, type Mechanism } from './mechanism.ts'

const [LF, DLE, ESC, FS, GS] = [0x0a, 0x10, 0x1b, 0x1c, 0x1d]
const sides = ['left', 'center', 'right'] as const

/** Number of parameter bytes of each command that the simulator skips. */
const ignoredAfterEsc = parameterCounts(' -MRGV{rU3', { $: 2, '\\': 2, c: 2, '=': 1 })
const ignoredAfterGs = parameterCounts('BhwHfI', { L: 2, W: 2, P: 2 })

function parameterCounts(single: string, others: Readonly<Record<string, number>>): ReadonlyMap<string, number> {
  return new Map([...Array.from(single, (letter) => [letter, 1] as const), ...Object.entries(others)])
}

/** Processes received bytes: real-time commands at once, all other commands in order. */
export class Firmware {
  readonly #mechanism: Mechanism
  readonly #say: (bytes: Uint8Array) => void
  readonly #queue: ByteQueue
  readonly #knowsProcessIds: boolean
  #reportMask = 0
  #lastReport = ''
  #drawerPulses = 0

  constructor(mechanism: Mechanism, say: (bytes: Uint8Array) => void, onTaken: () => void, knowsProcessIds: boolean) {
    this.#mechanism = mechanism
    this.#say = say
    this.#queue = new ByteQueue(onTaken)
    this.#knowsProcessIds = knowsProcessIds
  }

  get buffered(): number {
    return this.#queue.size
  }

  get drawerPulses(): number {
    return this.#drawerPulses
  }

  reportChange(): void {
    const report = changeReport(this.#mechanism)
    if (this.#reportMask === 0 || String(report) === this.#lastReport) return
    this.#lastReport = String(report)
    this.#say(report)
  }

  /** `scanner` belongs to the host that sent the bytes. */
  take(bytes: Uint8Array, scanner: RealTimeScanner): void {
    let kept = 0
    for (const [index, byte] of bytes.entries()) {
      const found = scanner.scan(byte)
      if (!found) continue
      if (found.type === 'status') this.#say(realTimeAnswer(this.#mechanism, found.query))
      else if (found.type === 'drawer') this.#drawerPulses += 1
      else if (this.#knowsProcessIds) {
        this.#clearBuffers()
        this.#say(Uint8Array.of(0x37, 0x25, 0))
        kept = index + 1
      }
    }
    this.#queue.push(bytes.subarray(kept))
  }

  reset(): void {
    this.#reportMask = 0
    this.#clearBuffers()
  }

  async run(stopping: AbortSignal): Promise<void> {
    while (!stopping.aborted) {
      try {
        for (;;) await this.#carryOut(await this.#queue.byte())
      } catch (error) {
        if (!(error instanceof BuffersCleared)) throw error
      }
    }
  }

  /** Clears the buffer, so that a waiting `run` can end. */
  drain(): void {
    this.#queue.clear()
  }

  #clearBuffers(): void {
    this.#queue.clear()
    this.#mechanism.clear()
  }

  async #carryOut(code: number): Promise<void> {
    switch (code) {
      case DLE:
        return this.#skipRealTime()
      case ESC:
        return this.#afterEsc(await this.#queue.letter())
      case GS:
        return this.#afterGs(await this.#queue.letter())
      case FS:
        return this.#queue.skip(1)
      case LF:
        return this.#mechanism.endLine()
      default:
        if (code >= 0x20) await this.#mechanism.character(code)
    }
  }

  /** Skips a real-time command, which was executed when it was received. */
  async #skipRealTime(): Promise<void> {
    const kind = await this.#queue.byte()
    const parameter = await this.#queue.byte()
    if (kind === 0x14) await this.#queue.skip(parameter === 8 ? 7 : 2)
  }

  async #afterEsc(command: string): Promise<void> {
    const [queue, mechanism] = [this.#queue, this.#mechanism]
    switch (command) {
      case '@':
        mechanism.initialise()
        this.#reportMask = 0
        return
      case 'J':
        return mechanism.feedDots(await queue.byte())
      case 'd':
        return mechanism.feedLines(await queue.byte())
      case 'p':
        await queue.skip(3)
        await mechanism.whenAble()
        this.#drawerPulses += 1
        return
      case 't':
        return mechanism.set({ page: await queue.byte() })
      case 'a':
        return mechanism.set({ side: sides[(await queue.byte()) % 48] ?? 'left' })
      case 'E':
        return mechanism.set({ bold: ((await queue.byte()) & 1) === 1 })
      case '!': {
        const mode = await queue.byte()
        return mechanism.set({ bold: (mode & 0x08) !== 0, wide: mode & 0x20 ? 2 : 1, high: mode & 0x10 ? 2 : 1 })
      }
      case 'D':
        return queue.skipText()
      case '*': {
        const mode = await queue.byte()
        return queue.skip((await queue.word()) * (mode >= 32 ? 3 : 1))
      }
      default:
        return queue.skip(ignoredAfterEsc.get(command) ?? 0)
    }
  }

  async #afterGs(command: string): Promise<void> {
    const [queue, mechanism] = [this.#queue, this.#mechanism]
    switch (command) {
      // A picture is printed line by line, so it may be larger than the buffer.
      case 'v': {
        await queue.skip(2)
        const [width, height] = [await queue.word(), await queue.word()]
        for (let y = 0; y < height; y++) await mechanism.advance(await queue.take(width))
        return
      }
      case 'V': {
        const mode = await queue.byte()
        return mechanism.cut(mode >= 65 ? await queue.byte() : null)
      }
      case 'r': {
        const query = (await queue.byte()) % 48
        await mechanism.whenAble()
        return this.#say(paperAnswer(mechanism, query))
      }
      case 'a': {
        const mask = await queue.byte()
        await mechanism.whenAble()
        this.#reportMask = mask
        this.#lastReport = ''
        return this.reportChange()
      }
      case '!': {
        const size = await queue.byte()
        return mechanism.set({ wide: (size >> 4) + 1, high: (size & 0x0f) + 1 })
      }
      case '(': {
        const group = await queue.letter()
        const count = await queue.word()
        if (group !== 'H' || count !== 6) return queue.skip(count)
        const id = (await queue.take(6)).subarray(2)
        await mechanism.whenAble()
        if (this.#knowsProcessIds) this.#say(Uint8Array.of(0x37, 0x22, ...id, 0))
        return
      }
      case 'k': {
        const kind = await queue.byte()
        return kind < 65 ? queue.skipText() : queue.skip(await queue.byte())
      }
      default:
        return queue.skip(ignoredAfterGs.get(command) ?? 0)
    }
  }
}

class ByteQueue {
  private readonly onTaken: () => void
  private held = Buffer.alloc(0)
  /** True if the buffer was cleared while no call was waiting, so that the next `take` must fail. */
  private stale = false
  private awaited: { readonly count: number; resolve(bytes: Buffer): void; reject(error: Error): void } | null = null

  constructor(onTaken: () => void) {
    this.onTaken = onTaken
  }

  get size(): number {
    return this.held.length
  }

  push(bytes: Uint8Array): void {
    this.held = Buffer.concat([this.held, bytes])
    this.serve()
  }

  /** Resolves once `count` bytes are available. Rejects with `BuffersCleared` if the buffer was cleared. */
  async take(count: number): Promise<Buffer> {
    return new Promise((resolve, reject) => {
      if (this.stale) {
        this.stale = false
        reject(new BuffersCleared())
        return
      }
      this.awaited = { count, resolve, reject }
      this.serve()
    })
  }

  async byte(): Promise<number> {
    return (await this.take(1))[0] ?? 0
  }

  async letter(): Promise<string> {
    return String.fromCharCode(await this.byte())
  }

  async word(): Promise<number> {
    return (await this.take(2)).readUInt16LE()
  }

  async skip(count: number): Promise<void> {
    for (let left = count; left > 0; left -= 64) await this.take(Math.min(left, 64))
  }

  async skipText(): Promise<void> {
    while ((await this.byte()) !== 0);
  }

  clear(): void {
    this.held = Buffer.alloc(0)
    const { awaited } = this
    this.awaited = null
    if (awaited) awaited.reject(new BuffersCleared())
    else this.stale = true
    this.onTaken()
  }

  private serve(): void {
    const { awaited } = this
    if (!awaited || this.held.length < awaited.count) return
    this.awaited = null
    const taken = this.held.subarray(0, awaited.count)
    this.held = this.held.subarray(awaited.count)
    awaited.resolve(taken)
    this.onTaken()
  }
}

function realTimeAnswer(mechanism: Mechanism, query: number): Uint8Array {
  const { coverOpen, jammed } = mechanism.state
  const bits: Readonly<Record<number, number>> = {
    1: flag(mechanism.offline, 0x08),
    2: flag(coverOpen, 0x04) | flag(mechanism.paperOut, 0x20) | flag(jammed, 0x40),
    3: flag(jammed, 0x04),
    4: flag(mechanism.paperLow, 0x0c) | flag(mechanism.paperOut, 0x60),
  }
  return Uint8Array.of(0x12 | (bits[query] ?? 0))
}

function changeReport(mechanism: Mechanism): Uint8Array {
  const { coverOpen, jammed } = mechanism.state
  const printer = 0x10 | flag(mechanism.offline, 0x08) | flag(coverOpen, 0x20)
  return Uint8Array.of(printer, flag(jammed, 0x04), paperBits(mechanism), 0)
}

/** Returns the one-byte reply to `GS r`; 0 for the drawer (2), which is not supported. */
function paperAnswer(mechanism: Mechanism, query: number): Uint8Array {
  return Uint8Array.of(query === 1 ? paperBits(mechanism) : 0)
}

function paperBits(mechanism: Mechanism): number {
  return flag(mechanism.paperLow, 0x03) | flag(mechanism.paperOut, 0x0c)
}

function flag(on: boolean, bit: number): number {
  return on ? bit : 0
}

/** Commands that a printer executes when it receives them, even while it is busy. */
type RealTimeCommand = { readonly type: 'status'; readonly query: number } | { readonly type: 'clear' | 'drawer' }

const clearing = [0x10, 0x14, 8, 1, 3, 20, 1, 6, 2, 8]

/** Scans all data for real-time commands, so dots that equal a command are executed, as in a real printer. */
export class RealTimeScanner {
  private readonly tail: number[] = []

  scan(byte: number): RealTimeCommand | null {
    this.tail.push(byte)
    if (this.tail.length > clearing.length) this.tail.shift()
    if (this.ends(0x10, 0x04, null) && byte >= 1 && byte <= 4) return { type: 'status', query: byte }
    if (this.ends(...clearing)) return { type: 'clear' }
    // The fourth byte of the drawer command is the pin, 0 or 1.
    return this.ends(0x10, 0x14, 1, 0, null) || this.ends(0x10, 0x14, 1, 1, null) ? { type: 'drawer' } : null
  }

  private ends(...pattern: readonly (number | null)[]): boolean {
    const start = this.tail.length - pattern.length
    return start >= 0 && pattern.every((byte, i) => byte === null || this.tail[start + i] === byte)
  }
}
