import { err, ok, type Result } from '../../../shared/domain/result.ts'
import { BuffersCleared, ByteQueue, type Command, readCommands } from './command-reader.ts'
import type { Mechanism } from './mechanism.ts'

interface Parts {
  readonly say: (bytes: Uint8Array) => void
  /** Called whenever space in the buffer becomes free. */
  readonly onTaken: () => void
  readonly knowsProcessIds: boolean
}

/** Creates the part that processes received bytes: real-time commands at once, all others in order. */
export function createFirmware(mechanism: Mechanism, { say, onTaken, knowsProcessIds }: Parts) {
  const queue = new ByteQueue(onTaken)
  let [reportMask, drawerPulses] = [0, 0]
  let lastReport = ''

  function reportChange(): void {
    const report = changeReport(mechanism)
    if (reportMask === 0 || String(report) === lastReport) return
    lastReport = String(report)
    say(report)
  }

  function clearBuffers(): void {
    queue.clear()
    mechanism.clear()
  }

  /** Returns true if all earlier bytes were discarded by the command. */
  function carryOutAtOnce(found: RealTimeOrder): boolean {
    if (found.type === 'status') say(realTimeAnswer(mechanism, found.query))
    else if (found.type === 'drawer') drawerPulses += 1
    else if (knowsProcessIds) {
      clearBuffers()
      say(Uint8Array.of(0x37, 0x25, 0))
      return true
    }
    return false
  }

  async function carryOut(command: Command): Promise<void> {
    await mechanism.carryOut(command)
    if (command.type === 'ask-process' && knowsProcessIds) say(processAnswer(command.id))
    if (command.type === 'ask-status') say(paperAnswer(mechanism, command.query))
    if (command.type === 'drawer') drawerPulses += 1
    if (command.type === 'initialise') reportMask = 0
    if (command.type === 'report-changes') {
      reportMask = command.mask
      lastReport = ''
      reportChange()
    }
  }

  return {
    reportChange,
    buffered: () => queue.size,
    drawerPulses: () => drawerPulses,
    /** `scanner` belongs to the host that sent the bytes. */
    take(bytes: Uint8Array, scanner: RealTimeScanner): void {
      let kept = 0
      for (const [index, byte] of bytes.entries()) {
        const found = scanner.scan(byte)
        if (!found || !carryOutAtOnce(found)) continue
        kept = index + 1
      }
      queue.push(bytes.subarray(kept))
    },
    /** Resets the printer as if it had been switched off and on. */
    reset(): void {
      reportMask = 0
      clearBuffers()
    },
    async run(stopping: AbortSignal): Promise<void> {
      while (!stopping.aborted) {
        try {
          for await (const command of readCommands(queue)) await carryOut(command)
        } catch (error) {
          if (!(error instanceof BuffersCleared)) throw error
        }
      }
    },
    /** Ends the wait of `run`. */
    drain: () => queue.clear(),
  }
}

/** Reply of one byte to `DLE EOT n`. */
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

/** Unsolicited report of four bytes, after `GS a`. */
function changeReport(mechanism: Mechanism): Uint8Array {
  const { coverOpen, jammed } = mechanism.state
  const printer = 0x10 | flag(mechanism.offline, 0x08) | flag(coverOpen, 0x20)
  return Uint8Array.of(printer, flag(jammed, 0x04), paperBits(mechanism), 0)
}

/** Reply of one byte to `GS r`; 0 for the drawer (2), which is not supported. */
function paperAnswer(mechanism: Mechanism, query: number): Uint8Array {
  return Uint8Array.of(query === 1 ? paperBits(mechanism) : 0)
}

/** Reply to `GS ( H`. */
function processAnswer(id: Uint8Array): Uint8Array {
  return Uint8Array.of(0x37, 0x22, ...id, 0)
}

function paperBits(mechanism: Mechanism): number {
  return flag(mechanism.paperLow, 0x03) | flag(mechanism.paperOut, 0x0c)
}

function flag(on: boolean, bit: number): number {
  return on ? bit : 0
}

/** Commands that a printer executes when it receives them, even while it is busy. */
type RealTimeOrder =
  | { readonly type: 'status'; readonly query: number }
  | { readonly type: 'clear' }
  | { readonly type: 'drawer'; readonly pin: 2 | 5 }

const clearing = [0x10, 0x14, 8, 1, 3, 20, 1, 6, 2, 8]

/**
 * Scans all received data for real-time commands. Like a real printer, it does not detect where a picture begins and
 * ends: dots that equal a command are executed.
 */
export class RealTimeScanner {
  private readonly tail: number[] = []

  scan(byte: number): RealTimeOrder | null {
    this.tail.push(byte)
    if (this.tail.length > clearing.length) this.tail.shift()
    if (this.ends(0x10, 0x04, null) && byte >= 1 && byte <= 4) return { type: 'status', query: byte }
    if (this.ends(...clearing)) return { type: 'clear' }
    if (this.ends(0x10, 0x14, 1, 0, null)) return { type: 'drawer', pin: 2 }
    if (this.ends(0x10, 0x14, 1, 1, null)) return { type: 'drawer', pin: 5 }
    return null
  }

  private ends(...pattern: readonly (number | null)[]): boolean {
    const start = this.tail.length - pattern.length
    return start >= 0 && pattern.every((byte, i) => byte === null || this.tail[start + i] === byte)
  }
}

/** An action of a person at the virtual printer, or a simulated event. */
export type Order =
  /** A new roll of this length in millimetres; 0 if the paper has run out. */
  | { readonly do: 'load-paper'; readonly millimetres: number }
  | { readonly do: 'jam' }
  | { readonly do: 'clear-jam' }
  | { readonly do: 'open-cover' }
  | { readonly do: 'close-cover' }
  /** By the printer's own button. */
  | { readonly do: 'go-offline' }
  | { readonly do: 'go-online' }
  /** Received data is lost, and the printer replies to no host. */
  | { readonly do: 'switch-off' }
  | { readonly do: 'switch-on' }
  /** Null for maximum speed. */
  | { readonly do: 'set-speed'; readonly millimetresPerSecond: number | null }
  /** Prints, but sends no replies. */
  | { readonly do: 'mute' }
  | { readonly do: 'unmute' }
  | { readonly do: 'drop-connection' }
  /**
   * Executes `order` after this many further bytes. If the order drops the connection, bytes received at the same time
   * are lost.
   */
  | { readonly do: 'after'; readonly bytes: number; readonly order: Order }
  /** Executes `order` when this length of the given piece of paper (counted from 1) has passed the head. */
  | { readonly do: 'at'; readonly piece: number; readonly millimetres: number; readonly order: Order }

interface NotAnOrder {
  readonly type: 'not-an-order'
  readonly detail: string
}

export const orderHelp = `paper MM | paper out     a new roll of MM millimetres, or none
jam | clear              paper jams, is taken out
cover open | cover closed
offline | online         by the printer's own button
off | on                 switched off, with all it had received
speed MM | speed max     millimetres a second
mute | unmute            prints, but answers nothing
drop                     cuts the connection
after BYTES: ORDER       once so many more bytes were received
piece N at MM: ORDER     once so much of that piece has passed the head`

const fixed: ReadonlyMap<string, Order> = new Map<string, Order>([
  ['paper out', { do: 'load-paper', millimetres: 0 }],
  ['jam', { do: 'jam' }],
  ['clear', { do: 'clear-jam' }],
  ['cover open', { do: 'open-cover' }],
  ['cover closed', { do: 'close-cover' }],
  ['offline', { do: 'go-offline' }],
  ['online', { do: 'go-online' }],
  ['off', { do: 'switch-off' }],
  ['on', { do: 'switch-on' }],
  ['speed max', { do: 'set-speed', millimetresPerSecond: null }],
  ['mute', { do: 'mute' }],
  ['unmute', { do: 'unmute' }],
  ['drop', { do: 'drop-connection' }],
])

const withNumber: readonly (readonly [RegExp, (value: number) => Order])[] = [
  [/^paper (\d{1,6})$/u, (millimetres) => ({ do: 'load-paper', millimetres })],
  [/^speed ([1-9]\d{0,3})$/u, (millimetresPerSecond) => ({ do: 'set-speed', millimetresPerSecond })],
]

/** Parses one line of `orderHelp`. */
export function readOrder(line: string): Result<Order, NotAnOrder> {
  const words = line.trim().replace(/\s+/gu, ' ')
  const simple = fixed.get(words)
  if (simple) return ok(simple)
  for (const [pattern, make] of withNumber) {
    const [, value] = pattern.exec(words) ?? []
    if (value !== undefined) return ok(make(Number(value)))
  }
  const [, bytes, afterBytes] = /^after (\d{1,9}): ?(.+)$/u.exec(words) ?? []
  if (bytes !== undefined && afterBytes !== undefined) {
    const later = readOrder(afterBytes)
    return later.ok ? ok({ do: 'after', bytes: Number(bytes), order: later.value }) : later
  }
  const [, piece, millimetres, atPlace] = /^piece ([1-9]\d{0,6}) at (\d{1,6}): ?(.+)$/u.exec(words) ?? []
  if (piece !== undefined && millimetres !== undefined && atPlace !== undefined) {
    const later = readOrder(atPlace)
    if (!later.ok) return later
    return ok({ do: 'at', piece: Number(piece), millimetres: Number(millimetres), order: later.value })
  }
  return err({ type: 'not-an-order', detail: words })
}
