import type { Clock } from '../../../core/ports/ports.ts'
import { createFirmware } from './firmware.ts'
import { Mechanism, type MechanismState } from './mechanism.ts'
import type { Order } from './orders.ts'
import type { PaperWidth, Piece } from './paper-roll.ts'
import { createPort } from './port.ts'
import { RealTimeScanner } from './real-time.ts'
import { createWaitingOrders } from './waiting-orders.ts'

export interface VirtualPrinterOptions {
  readonly clock: Clock
  /** Default: this machine only. */
  readonly host?: string
  /** Default: any free port. */
  readonly port?: number
  readonly paperWidth?: PaperWidth
  /** Length of the first roll; default 50 m. */
  readonly paperMillimetres?: number
  /** Default: as fast as can be. Real ones print 50 to 300 mm a second. */
  readonly millimetresPerSecond?: number
  /** From so many bytes on it takes no more until it has printed some; default 64 KiB. */
  readonly bufferBytes?: number
  /** False: a simpler make that passes over `GS ( H` and `DLE DC4`. */
  readonly knowsProcessIds?: boolean
  readonly onPiece?: (piece: Piece) => void
}

export interface VirtualPrinterState {
  readonly on: boolean
  readonly connected: boolean
  readonly offline: boolean
  readonly coverOpen: boolean
  readonly jammed: boolean
  readonly muted: boolean
  readonly paperMillimetres: number
  readonly millimetresPerSecond: number | null
  readonly bufferedBytes: number
  /** Pulses on the drawer's connector. */
  readonly drawerPulses: number
}

export interface VirtualPrinter {
  readonly port: number
  readonly pieces: readonly Piece[]
  state(): VirtualPrinterState
  order(order: Order): void
  close(): Promise<void>
}

const dotsPerMillimetre = 8

/**
 * A receipt printer on a TCP port that exists only here: it understands what the program sends and what simple tills
 * send, prints as fast as it is told, answers as Epson's reference says, and goes wrong on command. One host at a time.
 */
export async function createVirtualPrinter(options: VirtualPrinterOptions): Promise<VirtualPrinter> {
  const { clock, host = '127.0.0.1', port: number = 0, paperWidth = 80, paperMillimetres = 50_000 } = options
  const { millimetresPerSecond = null, bufferBytes = 65_536, knowsProcessIds = true } = options
  const stopping = new AbortController()
  const pieces: Piece[] = []
  const mechanism = new Mechanism({
    clock,
    width: paperWidth,
    paperDots: paperMillimetres * dotsPerMillimetre,
    dotsPerSecond: inDots(millimetresPerSecond),
    stopping: stopping.signal,
    onPiece: (piece) => {
      pieces.push(piece)
      options.onPiece?.(piece)
    },
    onChange: () => firmware.reportChange(),
  })
  const waiting = createWaitingOrders(order)
  mechanism.onRow = (piece, rows) => waiting.rowPassed(piece, rows)
  const port = createPort(() => {
    const scanner = new RealTimeScanner()
    const take = (bytes: Uint8Array): void => firmware.take(bytes, scanner)
    return (bytes) => {
      waiting.receive(bytes, take, port.isConnected)
      return hasRoom()
    }
  })
  const onTaken = (): void => {
    if (hasRoom()) port.resume()
  }
  const firmware = createFirmware(mechanism, { say: port.say, onTaken, knowsProcessIds })
  const hasRoom = (): boolean => firmware.buffered() < bufferBytes

  function order(wanted: Order): void {
    switch (wanted.do) {
      case 'switch-off':
      case 'switch-on':
        if (wanted.do === 'switch-off') firmware.reset()
        return port.switch(wanted.do === 'switch-on')
      case 'mute':
      case 'unmute':
        return port.mute(wanted.do === 'mute')
      case 'drop-connection':
        return port.drop()
      case 'after':
        return waiting.afterBytes(wanted.bytes, wanted.order)
      case 'at':
        return waiting.atRow(wanted.piece, wanted.millimetres * dotsPerMillimetre, wanted.order)
      default:
        return mechanism.change(changeOf(wanted))
    }
  }

  const listening = await port.listen(number, host)
  const running = firmware.run(stopping.signal)
  return {
    port: listening,
    pieces,
    state() {
      const { coverOpen, jammed, paperDots, dotsPerSecond } = mechanism.state
      return {
        ...port.state(),
        connected: port.isConnected(),
        offline: mechanism.offline,
        coverOpen,
        jammed,
        paperMillimetres: Math.floor(paperDots / dotsPerMillimetre),
        millimetresPerSecond: dotsPerSecond === null ? null : dotsPerSecond / dotsPerMillimetre,
        bufferedBytes: firmware.buffered(),
        drawerPulses: firmware.drawerPulses(),
      }
    },
    order,
    async close() {
      stopping.abort()
      firmware.drain()
      await port.close()
      await running
    },
  }
}

type MechanicalOrder = Exclude<
  Order,
  { readonly do: 'switch-off' | 'switch-on' | 'mute' | 'unmute' | 'drop-connection' | 'after' | 'at' }
>

function changeOf(wanted: MechanicalOrder): Partial<MechanismState> {
  switch (wanted.do) {
    case 'load-paper':
      return { paperDots: wanted.millimetres * dotsPerMillimetre }
    case 'jam':
    case 'clear-jam':
      return { jammed: wanted.do === 'jam' }
    case 'open-cover':
    case 'close-cover':
      return { coverOpen: wanted.do === 'open-cover' }
    case 'go-offline':
    case 'go-online':
      return { offline: wanted.do === 'go-offline' }
    case 'set-speed':
      return { dotsPerSecond: inDots(wanted.millimetresPerSecond) }
  }
}

const inDots = (millimetres: number | null): number | null =>
  millimetres === null ? null : millimetres * dotsPerMillimetre
